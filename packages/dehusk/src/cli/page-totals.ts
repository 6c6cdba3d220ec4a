import { columnsOf, counted, setModes } from '@dehusk/node';
import cliProgress, { SingleBar } from 'cli-progress';

/** The reason of a page whose text earlier ones have. */
const DUPLICATE = 'duplicate';

/** Reasons whose names say too little. */
const REASON_WORDS: Readonly<Record<string, string>> = { 'no-pattern': 'not an article of its site' };

/** Counts the pages of a run for its summary. */
export class PageTotals {
  pages = 0;
  ok = 0;
  unreadable = 0;
  private bytes = 0;
  private readonly began = performance.now();
  private readonly reasons = new Map<string, number>();

  /** @param page `pageBytes`: size of the page as it was read */
  add(page: { readonly ok: boolean; readonly reason: string | null; readonly pageBytes: number }): void {
    this.pages++;
    this.bytes += page.pageBytes;
    if (page.ok) this.ok++;
    else {
      const reason = page.reason ?? 'internal-error';
      this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + 1);
      if (reason === 'bad-input' || reason === 'unreadable') this.unreadable++;
    }
  }

  /** Adds the pages of another run. */
  include(other: PageTotals): void {
    this.pages += other.pages;
    this.ok += other.ok;
    this.unreadable += other.unreadable;
    this.bytes += other.bytes;
    for (const [reason, number] of other.reasons) this.reasons.set(reason, (this.reasons.get(reason) ?? 0) + number);
  }

  /** Pages without text by reason, in the order of their names. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.reasons].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Pages per second so far. */
  get rate(): number {
    return this.pages / this.seconds();
  }

  private seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  private rates(seconds: number): string {
    const kilobytes = this.bytes / 1e3 / seconds;
    const size = kilobytes < 1000 ? `${kilobytes.toFixed(0)} kB` : `${(kilobytes / 1000).toFixed(1)} MB`;
    return `${this.rate.toFixed(this.rate < 10 ? 1 : 0)} pages/s, ${size}/s of HTML, `;
  }

  /** @param before what earlier runs did, as lines */
  summary(before = ''): string {
    const seconds = this.seconds();
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const peak = maxRSS / 1024;
    // Of all threads; on a machine that does much else it says more than the clock.
    const cpuSeconds = (userCPUTime + systemCPUTime) / 1e6;
    const duplicates = this.reasons.get(DUPLICATE) ?? 0;
    const rejected = this.pages - this.ok - duplicates;
    const reasons = [...this.reasons]
      .filter(([reason]) => reason !== DUPLICATE)
      .sort((a, b) => b[1] - a[1])
      .map(([reason, number]) => `${number} ${REASON_WORDS[reason] ?? reason}`);
    const ends = [
      `${this.ok} kept`,
      ...(rejected > 0 ? [`${rejected} rejected (${reasons.join(', ')})`] : []),
      ...(duplicates > 0 ? [counted(duplicates, 'duplicate')] : []),
    ];
    const pages = counted(this.pages, before === '' ? 'page' : 'new page');
    return [
      before,
      `${pages}${this.pages === 0 ? '' : `: ${ends.join(', ')}`}\n`,
      `${seconds.toFixed(1)} s, ${this.pages > 0 ? this.rates(seconds) : ''}`,
      `peak memory ${peak.toFixed(0)} MiB, ${cpuSeconds.toFixed(1)} s of CPU time\n`,
    ].join('');
  }
}

/** Columns of a line: `^C`, which terminals show after it, begins no new one. */
const lineColumns = (): number => columnsOf(process.stderr) - 3;
/** Widest bar, and its share of a narrow terminal. */
const MAX_BAR = 40;
const BAR_SHARE = 0.3;

/**
 * A progress bar on standard error. A line that is wider than the terminal is cut.
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
    format: (options, ...rest) => cliProgress.Format.Formatter({ ...options, format }, ...rest).slice(0, lineColumns()),
    barsize: Math.min(MAX_BAR, Math.floor(lineColumns() * BAR_SHARE)),
    // cli-progress would leave line wrap off when a signal ends the process.
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
