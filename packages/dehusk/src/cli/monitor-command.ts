import { statSync } from 'node:fs';
import type { Command } from 'commander';
import { MONITOR_PORT } from '../configuration/configuration.js';
import { loadConfiguration } from '../configuration/load-configuration.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { addWatchOptions, configurationOrUsageError, runWatch, type WatchFlags, withFlags } from './watch-options.js';

const HELP = `
Does what watch does, and counts the terms of watch lists in the documents, by hour, day and site. A page on the port shows the
trends; /trends has them as JSON, /events sends hits and alerts as they come. Counts survive every stop: they are committed with
the documents. docs/monitor.md describes the lists, the alert rules and the rows.

[[monitor.lists]]
name = "harbour"
terms = ["ferry", "harbour council"]    # whole words and phrases
names = ["Aurora"]                      # upper and lower case as here
alert = "burst"                         # or "hit", or "none"

Examples:
  dehusk monitor dehusk.toml                 with sources, [monitor] and, if documents are wanted, sinks
  dehusk monitor --check dehusk.toml         its faults, by line and column
  curl -N http://127.0.0.1:8091/events       hits and alerts
  dehusk demo --monitor                      a story breaking in a small built-in web`;

/** `dehusk monitor CONFIG`. */
export function describeMonitor(command: Command, finish: (end: CommandEnd) => void): Command {
  command.argument('<file>', 'a configuration file with the section [monitor]');
  addWatchOptions(command);
  // A configuration names its sinks; the flag is refused.
  command.options.find(({ long }) => long === '--output')?.hideHelp();
  return command.addHelpText('after', HELP).action(async (file: string, _flags: unknown, self: Command) => {
    const flags = self.opts() as WatchFlags;
    if (!statSync(file, { throwIfNoEntry: false })?.isFile())
      throw new InputOutputError(`there is no file ${file}; expected a configuration file`);
    if (flags.output !== undefined) throw new UsageError('a configuration names its sinks; leave out --output');
    const loaded = configurationOrUsageError(loadConfiguration(file, ['sources', 'monitor']), file);
    const { operations, ...configuration } = await withFlags(loaded, flags);
    if (configuration.nats.servers !== '')
      throw new UsageError('a monitor runs in one process; leave out the servers in [nats]');
    const port = operations.port === 0 ? MONITOR_PORT : operations.port;
    const { end } = await runWatch({ ...configuration, operations: { ...operations, port } }, flags, 'dehusk monitor');
    finish(end);
  });
}
