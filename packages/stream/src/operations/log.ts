/** The log of a pipeline: lines for people on standard error, or one line of JSON per event. */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Painter, painterFor, printable, type Style } from '@dehusk/node';
import { type Logger, pino } from 'pino';
import type { LogSettings } from '../configuration/configuration.js';

/** The methods of a log that are used. */
type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error' | 'isLevelEnabled'>;

const STANDARD_ERROR = 2;

/**
 * Opens the log. Logging is synchronous: the last line before a crash matters most.
 *
 * @param show receives the lines of JSON instead of standard error while a dashboard uses the terminal
 * @throws the system error of a file that cannot be written
 */
export function openLog(settings: LogSettings, show: ((line: string) => void) | null = null) {
  const { level, file } = settings;
  if (file === '' && (show !== null || settings.format === 'text')) {
    const paint = painterFor(process.stderr);
    const write = show ?? ((line: string): void => void process.stderr.write(textLine(line, paint)));
    return { log: pino({ level, base: null }, { write }) as Log, fail: () => {}, close: () => {} };
  }
  if (file !== '') mkdirSync(dirname(file), { recursive: true });
  const destination = pino.destination({ dest: file || STANDARD_ERROR, sync: true });
  const log = pino({ level, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    log: log as Log,
    /** Logs what ends the run; not as text, for the command prints it at the same place. */
    fail: (error: unknown): void => log.error(error instanceof Error ? error.message : String(error)),
    /** Returns after everything is written. */
    close: (): void => destination.flushSync(),
  };
}

/** The message of a line of JSON. */
export function messageOf(line: string): string {
  const { msg } = JSON.parse(line) as { readonly msg?: string };
  return msg ?? line.trim();
}

const LEVEL_STYLES: Readonly<Record<string, Style>> = { debug: 'dim', warn: 'yellow', error: 'red', fatal: 'red' };

/** A line of pino's JSON for people: local time, level, message, then the other fields as `name=value`. */
export function textLine(line: string, paint: Painter): string {
  const { time, level, msg, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const name = pino.levels.labels[Number(level)] ?? String(level);
  const shown = Object.entries(fields).map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return [
    paint('dim', new Date(Number(time)).toTimeString().slice(0, 8)),
    paint(LEVEL_STYLES[name] ?? 'green', name.padEnd(5)),
    printable([msg, ...shown].filter((part) => part !== undefined).join('  ')),
  ]
    .join(' ')
    .concat('\n');
}
