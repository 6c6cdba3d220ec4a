import { statSync } from 'node:fs';
import { schemeOf, withoutPassword } from '@dehusk/node';
import type { Configuration } from '@dehusk/stream';
import { loadConfiguration } from '@dehusk/stream';
import { ROLES } from '@dehusk/stream/nats';
import { type Command, Option } from 'commander';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import {
  addWatchOptions,
  configurationOfFlags,
  configurationOrUsageError,
  runWatch,
  type WatchFlags,
  withFlags,
} from './watch-options.js';

type FeedFlags = WatchFlags & { readonly once?: true };

const HELP = `
Takes one configuration file (TOML, or JSON when its name ends in .json), or addresses of feeds or of pages that link to them.
Runs until it is stopped: the first SIGTERM or Ctrl-C finishes the pages in flight, the second ends immediately. The next run continues where this one stopped; no document is lost or repeated.

Examples:
  dehusk watch https://example.org/feed.xml                  a dashboard, documents in dehusk-documents/
  dehusk watch https://example.org/feed.xml | jq .title      documents as JSON lines
  dehusk watch https://example.org/feed.xml --once -o news/  for cron: everything new since the last run
  dehusk watch feeds.opml -o news/ --port 9464               thousands of feeds, metrics for Prometheus
  dehusk watch dehusk.toml                                   everything else; --print-config shows every setting
  dehusk watch --check dehusk.toml                           its faults, by line and column

On several machines, over NATS JetStream (docs/distributed.md): each process takes a role, any number of them each role.
  dehusk watch feeds.opml --nats nats://queue:4222 --role source
  dehusk watch --nats nats://queue:4222 --role extract`;

/** Roles that need no sources. */
const WITHOUT_INPUTS: readonly string[] = ['fetch', 'extract', 'sink'];

/** `dehusk watch CONFIG | FEED…`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  command.argument('[inputs...]', 'a configuration file, or addresses of feeds, or a list of them (.opml, .txt)');
  command.option('--once', 'end after every feed was read once: for cron');
  command.option('--nats <servers>', 'share the work with other processes over NATS JetStream: nats://host:4222');
  command.addOption(
    new Option('--role <role>', 'part of the work this process takes, with --nats (default: all)').choices([
      ...ROLES,
      'all',
    ]),
  );
  return addWatchOptions(command)
    .addHelpText('after', HELP)
    .action(async (inputs: string[], _flags: unknown, self: Command) => {
      const flags = self.opts() as FeedFlags;
      const { end } = await runWatch(await configurationFor(inputs, flags), flags, 'dehusk watch');
      finish(end);
    });
}

async function configurationFor(inputs: readonly string[], flags: FeedFlags): Promise<Configuration> {
  if (inputs.length === 0) {
    // Requests and pages come from the server.
    if (flags.nats === undefined || flags.role === undefined || !WITHOUT_INPUTS.includes(flags.role))
      throw new UsageError('got no input, expected a configuration file or addresses of feeds');
    return { ...(await configurationOfFlags([{ kind: 'list', path: '-' }], flags)), sources: [] };
  }
  const files = inputs.filter((one) => !/^https?:\/\//i.test(one));
  const missing = files.find((one) => !statSync(one, { throwIfNoEntry: false })?.isFile());
  if (missing !== undefined) {
    const scheme = schemeOf(missing);
    throw new InputOutputError(
      `${scheme === null ? `there is no file ${missing}` : `${withoutPassword(missing)} has the scheme ${scheme}`}; expected a configuration file, a list of feeds (.opml, .txt), or http(s)://…`,
    );
  }
  const configurations = files.filter((one) => /\.(?:toml|json)$/i.test(one));
  if (configurations.length > 0) {
    if (inputs.length > 1) throw new UsageError(`a configuration names all inputs; leave out the others`);
    if (flags.once) throw new UsageError('a configuration sets "once" in its sources; leave out --once');
    if (flags.output !== undefined) throw new UsageError('a configuration names its sinks; leave out --output');
    return withFlags(configurationOrUsageError(loadConfiguration(inputs[0]), inputs[0]), flags);
  }
  const feeds = inputs.filter((one) => !files.includes(one));
  const once = flags.once === true;
  const sources = [
    ...(feeds.length > 0 ? [{ kind: 'feed', feeds, once }] : []),
    ...files.map((path) => ({ kind: 'feed', path, once })),
  ];
  return configurationOfFlags(sources, flags);
}
