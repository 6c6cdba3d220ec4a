import { SingleBar } from 'cli-progress';

/**
 * A progress bar on standard error.
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
    hideCursor: true,
    clearOnComplete: true,
    etaBuffer: 200,
  });
  bar.start(total, 0, values);
  return bar;
}
