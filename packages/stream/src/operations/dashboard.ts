/** The pipeline as a page of text: totals, sites, rejects, latest messages. Pure: a snapshot in, lines out. */

import type { WriteStream } from 'node:tty';
import {
  columnsOf,
  counted,
  cut,
  type FetchCounters,
  flow,
  type Painter,
  painterFor,
  printable,
  setModes,
  table,
  widthOf,
} from '@dehusk/node';
import type { SiteSnapshot, StreamSnapshot } from '../stream/stream.js';

interface DashboardView {
  readonly title: string;
  readonly snapshot: StreamSnapshot;
  readonly rates: Rates;
  readonly fetching: FetchCounters;
  /** Latest messages, newest last. */
  readonly messages: readonly string[];
  readonly now: number;
  /** Width of the terminal; no line is wider. */
  readonly columns: number;
  /** Maximum lines. */
  readonly rows: number;
  readonly paint: Painter;
}

/** Messages shown. */
const MAX_MESSAGES = 3;
const MAX_REASONS = 6;
/** Blank lines, the head of the table and the line of hidden sites. */
const OTHER_LINES = 4;
const FEWEST_SITES = 3;
const WIDEST_SITE = 34;
const NARROWEST_SITE = 24;
const BARS = '▁▂▃▄▅▆▇█';
/** Between the parts of the head, and between figures, whose names and values a space separates. */
const GAP = '  ';
const WIDE_GAP = '   ';

/** The lines of the dashboard: at most `rows`, none wider than `columns`. */
export function dashboardLines(view: DashboardView): string[] {
  const { snapshot, columns, rows, paint } = view;
  const before = [...headLines(view), ...totalLines(view)];
  const after = [
    `${paint('bold', 'rejected')}  ${reasons(snapshot.rejected, columns - 'rejected  '.length)}`,
    ...view.messages.slice(-MAX_MESSAGES).map((one) => paint('yellow', cut(printable(one), columns))),
  ];
  const shown = snapshot.sites.slice(0, Math.max(FEWEST_SITES, rows - OTHER_LINES - before.length - after.length));
  const hidden = snapshot.sites.length - shown.length;
  const sites = table(
    SITE_COLUMNS,
    shown.map((one) => ({ cells: siteCells(one, view) })),
    { columns, paint },
  );
  return [
    ...before,
    '',
    ...sites.trimEnd().split('\n'),
    ...(hidden > 0 ? [paint('dim', cut(`… and ${counted(hidden, 'more site')}`, columns))] : []),
    '',
    ...after,
  ].slice(0, rows);
}

/** One line for logs and output without a terminal. */
export function statusLine({ snapshot, rates, now }: Pick<DashboardView, 'snapshot' | 'rates' | 'now'>): string {
  const { phase, seen, emitted, revised, inFlight, latency } = snapshot;
  const { duplicates, others } = rejects(snapshot);
  return [
    `${clock(now - snapshot.startedAt)} ${phase}`,
    `${seen} seen`,
    `${emitted} kept`,
    `${others} rejected`,
    counted(duplicates, 'duplicate'),
    ...(revised > 0 ? [counted(revised, 'correction')] : []),
    `${inFlight} in flight`,
    `${rates.total.toFixed(1)}/s`,
    ...(latency === null ? [] : [`latency ${seconds(latency.p50)} / ${seconds(latency.p95)}`]),
    counted(snapshot.sites.length, 'site'),
  ].join(', ');
}

/** Title, phase, time and rate; the curve takes the remaining width. */
function headLines({ title, snapshot, rates, now, columns, paint }: DashboardView): string[] {
  const colour = snapshot.phase === 'running' ? 'green' : 'yellow';
  const parts = [
    paint('bold', cut(printable(title), columns)),
    paint(colour, snapshot.phase),
    clock(now - snapshot.startedAt),
    `${rates.total.toFixed(1)} pages/s`,
  ];
  const lines = flow(parts, GAP, columns);
  const points = Math.max(0, columns - widthOf(lines[lines.length - 1]) - GAP.length);
  const drawn = points === 0 ? '' : curve(rates.curve.slice(-points));
  if (drawn !== '') lines[lines.length - 1] += GAP + paint('cyan', drawn);
  return lines;
}

function totalLines({ snapshot, fetching, columns, paint }: DashboardView): string[] {
  const { seen, emitted, revised, inFlight, committed, workers, latency, bytes } = snapshot;
  const { duplicates, others } = rejects(snapshot);
  const figure = (name: string, value: string | number): string =>
    `${paint('dim', name)} ${cut(String(value), columns - name.length - 1)}`;
  const counts = [
    figure('seen', seen),
    figure('kept', emitted),
    figure('duplicates', duplicates),
    figure('rejected', others),
    figure('in flight', inFlight),
    figure('committed', committed),
    ...(revised > 0 ? [figure('corrections', revised)] : []),
  ];
  const work = [
    figure('latency p50', latency === null ? '–' : seconds(latency.p50)),
    figure('p95', latency === null ? '–' : seconds(latency.p95)),
    figure(
      'workers',
      `${workers.busy}/${workers.total}${workers.replaced > 0 ? `, ${workers.replaced} replaced` : ''}`,
    ),
    figure('fetching', `${fetching.active}, ${fetching.waiting} waiting`),
    figure('pages', `${(bytes / 1e6).toFixed(1)} MB`),
  ];
  return [...flow(counts, WIDE_GAP, columns), ...flow(work, WIDE_GAP, columns)];
}

const SITE_COLUMNS = [
  { title: 'site', most: WIDEST_SITE, least: NARROWEST_SITE },
  { title: 'pages', align: 'right' },
  { title: 'rate', align: 'right', leftOut: 2 },
  { title: 'kept', align: 'right' },
  { title: 'duplicates', align: 'right', leftOut: 4 },
  { title: 'rejected', align: 'right', leftOut: 3 },
  { title: 'waiting', align: 'right', leftOut: 5 },
  { title: 'model', leftOut: 1 },
] as const;

function siteCells(site: SiteSnapshot, { rates, now }: DashboardView): string[] {
  const { pages, emitted, duplicates, discarded, waiting, modelAt, modelPages } = site;
  return [
    site.site,
    String(pages),
    `${(rates.sites.get(site.site) ?? 0).toFixed(1)}/s`,
    String(emitted),
    String(duplicates),
    `${pages === 0 ? 0 : Math.round((100 * discarded) / pages)} %`,
    String(waiting),
    modelAt === null ? 'none yet' : `${counted(modelPages, 'page')}, ${age(now - modelAt)}`,
  ];
}

/** The most frequent reasons that fit one line. */
function reasons(rejected: Readonly<Record<string, number>>, columns: number): string {
  const sorted = Object.entries(rejected)
    .sort((a, b) => b[1] - a[1])
    .map(([reason, count]) => `${reason} ${count}`);
  if (sorted.length === 0) return 'nothing';
  const line = (count: number): string => {
    const more = sorted.length - count;
    return [...sorted.slice(0, count), ...(more > 0 ? [`and ${counted(more, 'more reason')}`] : [])].join(WIDE_GAP);
  };
  let count = Math.min(MAX_REASONS, sorted.length);
  while (count > 1 && widthOf(line(count)) > columns) count--;
  return cut(line(count), columns);
}

/** Rejects over all stages. */
function rejects({ rejected }: StreamSnapshot): { duplicates: number; others: number } {
  const counts = { duplicates: 0, others: 0 };
  for (const [key, count] of Object.entries(rejected))
    counts[key.slice(key.indexOf('/') + 1) === 'duplicate' ? 'duplicates' : 'others'] += count;
  return counts;
}

function curve(points: readonly number[]): string {
  const most = Math.max(...points, Number.MIN_VALUE);
  return points.map((one) => BARS[Math.min(BARS.length - 1, Math.floor((one / most) * BARS.length))]).join('');
}

function seconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Hours, minutes and seconds since the start. */
function clock(milliseconds: number): string {
  const all = Math.max(0, Math.floor(milliseconds / 1000));
  return [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60]
    .map((one) => String(one).padStart(2, '0'))
    .join(':');
}

function age(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / 60_000);
  if (minutes < 1) return 'learning now';
  if (minutes < 120) return `${minutes} min old`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`;
}

/** Milliseconds that rates are averaged over: smooth, yet short enough to show a stall. */
const WINDOW = 10_000;
/** Points of the pipeline's curve. */
const CURVE_POINTS = 30;

interface Rates {
  /** Pages a second, of everything and of each site. */
  readonly total: number;
  readonly sites: ReadonlyMap<string, number>;
  /** Pages a second between the latest looks, oldest first. */
  readonly curve: readonly number[];
}

/** Measures rates between successive snapshots of a pipeline. */
export function rateMeter(): { look(snapshot: StreamSnapshot, now: number): Rates } {
  const looks: (Omit<Rates, 'curve'> & { readonly at: number })[] = [];
  const curve: number[] = [];
  return {
    look(snapshot, now) {
      const total = snapshot.seen - snapshot.inFlight;
      const sites = new Map(snapshot.sites.map(({ site, pages }) => [site, pages]));
      const last = looks.at(-1);
      if (last !== undefined && now > last.at) {
        curve.push(((total - last.total) / (now - last.at)) * 1000);
        if (curve.length > CURVE_POINTS) curve.shift();
      }
      looks.push({ at: now, total, sites });
      while (looks.length > 2 && looks[1].at <= now - WINDOW) looks.shift();
      const first = looks[0];
      const seconds = (now - first.at) / 1000;
      const rate = (count: number, before: number): number => (seconds > 0 ? (count - before) / seconds : 0);
      return {
        total: rate(total, first.total),
        sites: new Map([...sites].map(([site, count]) => [site, rate(count, first.sites.get(site) ?? 0)])),
        curve,
      };
    },
  };
}

// Shows a running pipeline: redrawn on a terminal, elsewhere as occasional status lines.

/** Milliseconds between two drawings. */
const REDRAW = 500;
const ROWS = 40;

/** Control sequences (ECMA-48): to the first column of the first line, erase the line, erase below. */
const HOME = '\x1b[H';
const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';

export interface LiveView {
  readonly title: string;
  readonly snapshot: () => StreamSnapshot;
  readonly fetching: () => FetchCounters;
  readonly now: () => number;
}

export interface LiveDashboard {
  /** Adds a line to the latest messages. */
  notify(message: string): void;
  /** Draws a last time and restores the terminal. A second call does nothing. */
  close(): void;
}

/**
 * Draws on the terminal's alternate screen until it is closed; then the last drawing stays on the normal screen. On that
 * screen a resized terminal would wrap earlier drawings, and the lines to draw over could not be counted.
 */
export function openDashboard(terminal: WriteStream, view: LiveView): LiveDashboard {
  const meter = rateMeter();
  const paint = painterFor(terminal);
  const messages: string[] = [];
  const lines = (): string[] => {
    const snapshot = view.snapshot();
    const now = view.now();
    return dashboardLines({
      title: view.title,
      snapshot,
      rates: meter.look(snapshot, now),
      fetching: view.fetching(),
      messages,
      now,
      columns: columnsOf(terminal),
      // A line break after the last line would scroll.
      rows: (terminal.rows || ROWS) - 1,
      paint,
    });
  };
  const draw = (): void => {
    // Each line is erased before it is written: after a line of full width, erasing would take its last letter.
    const drawn = lines().map((line) => `${ERASE_LINE}${line}\r\n`);
    terminal.write(`${HOME}${drawn.join('')}${ERASE_BELOW}`);
  };
  const restore = setModes(terminal, ['alternate screen', 'hidden cursor', 'no line wrap']);
  draw();
  const timer = setInterval(draw, REDRAW);
  terminal.on('resize', draw);
  let isOpen = true;
  return {
    notify(message) {
      messages.push(message);
      // Each document is a message: a stream brings millions of them.
      if (messages.length > MAX_MESSAGES) messages.shift();
    },
    close() {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(timer);
      terminal.off('resize', draw);
      restore();
      terminal.write(`${lines().join('\n')}\n`);
    },
  };
}

/** Writes a status line at intervals. */
export function openStatusLines(
  view: LiveView,
  everyMilliseconds: number,
  write: (line: string) => void,
): LiveDashboard {
  const meter = rateMeter();
  const look = (): void => {
    const snapshot = view.snapshot();
    const now = view.now();
    write(statusLine({ snapshot, rates: meter.look(snapshot, now), now }));
  };
  const timer = setInterval(look, everyMilliseconds);
  return {
    notify: write,
    close() {
      clearInterval(timer);
      look();
    },
  };
}
