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
 * @returns null when standard error is no terminal
 */
export function progressBar(format: string, total: number, values: object): SingleBar | null {
  if (!process.stderr.isTTY) return null;
  const bar = new SingleBar({
    stream: process.stderr,
    format,
    barsize: Math.min(MAX_BAR, Math.floor(columnsOf(process.stderr) * BAR_SHARE)),
    // cli-progress would leave line wrap off when a signal ends the process. With wrap on, it cuts lines itself.
    linewrap: true,
    clearOnComplete: true,
    etaBuffer: 200,
  });
  bar.once('stop', setModes(process.stderr, ['hidden cursor']));
  bar.start(total, 0, values);
  return bar;
}
