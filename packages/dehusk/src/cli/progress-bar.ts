import { columnsOf, setModes } from '@dehusk/node';
import { SingleBar } from 'cli-progress';

/** Widest bar, and its share of a narrow terminal. */
const MAX_BAR = 40;
const BAR_SHARE = 0.3;

/**
 * A progress bar on standard error. A line that is wider than the terminal is cut.
 *
 * @param format of cli-progress, with the names of `values` in braces
 * @param total the value at the end; 0 when it is unknown
 * @param values start values of the names in `format`
 * @param from the value at the start
 * @returns null when standard error is no terminal
 */
export function progressBar(format: string, total: number, values: object, from = 0): SingleBar | null {
  if (!process.stderr.isTTY) return null;
  const bar = new SingleBar({
    stream: process.stderr,
    format,
    barsize: Math.min(MAX_BAR, Math.floor(columnsOf(process.stderr) * BAR_SHARE)),
    // cli-progress would leave line wrap off when a signal ends the process. With wrap on, it cuts lines itself.
    linewrap: true,
    clearOnComplete: true,
    etaBuffer: 200,
    formatTime: shortTime,
  });
  bar.once('stop', setModes(process.stderr, ['hidden cursor']));
  bar.start(total, from, values);
  return bar;
}

/** Seconds as `45s`, `14m05s` or `3h20m`. The library would round them to 14m60s. */
export function shortTime(seconds: number): string {
  // The library has words for what it does not know yet.
  if (!Number.isFinite(seconds)) return '?';
  const whole = Math.max(0, Math.round(seconds));
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  if (whole < 60) return `${whole}s`;
  return whole < 3600
    ? `${Math.floor(whole / 60)}m${two(whole % 60)}s`
    : `${Math.floor(whole / 3600)}h${two((whole % 3600) / 60)}m`;
}
