/** The flags that say how much a command reports on standard error. */

import { defined } from '@dehusk/node';
import { LOG_FORMATS, LOG_LEVELS, type LogSettings } from '@dehusk/stream';
import { type Command, Option } from 'commander';

export interface LogFlags {
  readonly quiet?: true;
  readonly verbose?: true;
  readonly logLevel?: LogSettings['level'];
  readonly logFormat?: LogSettings['format'];
  readonly logFile?: string;
}

/** Adds the flags of a command with a log. */
export function addLogOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--quiet', 'report only errors: no dashboard, no summary, log level "error"').conflicts([
        'verbose',
        'logLevel',
      ]),
    )
    .addOption(
      new Option('--verbose', 'also log every document and every reject: log level "debug"').conflicts('logLevel'),
    )
    .addOption(new Option('--log-level <level>', 'lowest level logged (default: info)').choices([...LOG_LEVELS]))
    .addOption(new Option('--log-format <format>', 'lines on standard error (default: text)').choices([...LOG_FORMATS]))
    .option('--log-file <file>', 'log file, always JSON (default: standard error)');
}

/** The settings that the flags name. */
export function logSettingsOf({ quiet, verbose, logLevel, logFormat, logFile }: LogFlags): Partial<LogSettings> {
  return defined({ level: quiet ? 'error' : verbose ? 'debug' : logLevel, format: logFormat, file: logFile });
}
