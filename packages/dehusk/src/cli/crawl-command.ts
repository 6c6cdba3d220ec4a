import { defined, schemeOf, withoutPassword } from '@dehusk/node';
import type { Command } from 'commander';
import { count } from './extraction-options.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { addWatchOptions, configurationOfFlags, runWatch, type WatchFlags } from './watch-options.js';

const HELP = `
Follows links within the registrable domain of each address, as robots.txt allows, until nothing is left or the budget is spent. The next run continues where this one stopped.

Examples:
  dehusk crawl https://example.org/ --pages 500
  dehusk crawl https://example.org/news/ --depth 2 -o news/
  dehusk crawl https://example.org/ | jq -r .text`;

/** `dehusk crawl URL…`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  command
    .argument('<addresses...>', 'start addresses: http(s)://…')
    .option('--pages <count>', 'maximum pages per site', count)
    .option('--depth <links>', 'maximum links from the first page', count);
  return addWatchOptions(command)
    .addHelpText('after', HELP)
    .action(async (addresses: string[], _flags: unknown, self: Command) => {
      const { pages, depth, ...flags } = self.opts() as WatchFlags & {
        readonly pages?: number;
        readonly depth?: number;
      };
      checkStarts(addresses);
      const source = { kind: 'crawl', urls: addresses, ...defined({ maxPages: pages, maxDepth: depth }) };
      const configuration = await configurationOfFlags([source], flags);
      const { end, snapshot, isStopped } = await runWatch(configuration, flags, 'dehusk crawl');
      // A crawl that was stopped had no time to find text; one that continues has what was found before.
      const isEmpty =
        !isStopped && snapshot !== null && snapshot.seen > 0 && snapshot.emitted + snapshot.emittedBefore === 0;
      finish(end === 'all-extracted' && isEmpty ? 'some-without-text' : end);
    });
}

/** @throws UsageError for text that is no address; InputOutputError for another scheme than http(s) */
export function checkStarts(addresses: readonly string[]): void {
  const wrong = addresses.find((one) => !/^https?:\/\//i.test(one) || !URL.canParse(one));
  if (wrong === undefined) return;
  const scheme = schemeOf(wrong);
  if (scheme === null) throw new UsageError(`got "${wrong}", expected http(s)://…`);
  throw new InputOutputError(`${withoutPassword(wrong)} has the scheme ${scheme}, expected http(s)://…`);
}
