/** The log: a line of JSON an event (pino), to standard error, a file, or whoever shows it. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Logger, pino } from 'pino';
import type { LogSettings } from '../configuration/configuration.js';

/** What of a log is used here. */
export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

export interface OpenedLog {
  readonly log: Log;
  /** Everything is written when it returns. */
  close(): void;
}

const STANDARD_ERROR = 2;

/**
 * Opens the log. Lines are written before the call that logs returns: of a process that dies, the last line matters most.
 *
 * @param show takes the lines in place of standard error, where a dashboard has the terminal
 * @throws what the operating system says of a file that cannot be written
 */
export function openLog(settings: LogSettings, show: ((line: string) => void) | null = null): OpenedLog {
  if (settings.file === '' && show !== null)
    return { log: pino({ level: settings.level, base: null }, { write: show }), close: () => {} };
  if (settings.file !== '') mkdirSync(dirname(settings.file), { recursive: true });
  const destination = pino.destination({ dest: settings.file || STANDARD_ERROR, sync: true });
  return {
    log: pino({ level: settings.level, timestamp: pino.stdTimeFunctions.isoTime }, destination),
    close: () => destination.flushSync(),
  };
}
