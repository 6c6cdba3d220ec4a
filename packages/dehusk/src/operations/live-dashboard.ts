/**
 * Shows a running pipeline: redrawn in place on a terminal, elsewhere as occasional status lines.
 */
import type { WriteStream } from 'node:tty';
import type { FetchCounters } from '../fetch/fetcher.js';
import type { StreamSnapshot } from '../stream/stream.js';
import { columnsOf, painterFor } from '../terminal/terminal.js';
import { dashboardLines, rateMeter, statusLine } from './dashboard.js';

/** Milliseconds between two drawings. */
const REDRAW = 500;
const ROWS = 40;

/** Control sequences (ECMA-48): cursor off and on, up so many lines, erase to the end of line and of screen. */
const CURSOR = { hide: '\x1b[?25l', show: '\x1b[?25h', up: (lines: number) => `\x1b[${lines}A\r` } as const;
const ERASE = { line: '\x1b[K', below: '\x1b[J' } as const;

export interface LiveView {
  readonly title: string;
  readonly snapshot: () => StreamSnapshot;
  readonly fetching: () => FetchCounters;
  readonly now: () => number;
}

export interface LiveDashboard {
  /** Adds a line to the latest messages. */
  tell(message: string): void;
  /** Draws a last time and restores the terminal. */
  close(): void;
}

/** Draws on a terminal until it is closed. */
export function openDashboard(terminal: WriteStream, view: LiveView): LiveDashboard {
  const meter = rateMeter();
  const paint = painterFor(terminal);
  const messages: string[] = [];
  let drawn = 0;
  const draw = (): void => {
    const snapshot = view.snapshot();
    const now = view.now();
    const columns = columnsOf(terminal);
    // The last line stays free, so that the terminal never scrolls.
    const rows = (terminal.rows ?? ROWS) - 1;
    const lines = dashboardLines({
      title: view.title,
      snapshot,
      rates: meter.look(snapshot, now),
      fetching: view.fetching(),
      messages,
      now,
      columns,
      rows,
      paint,
    }).slice(0, rows);
    const back = drawn > 0 ? CURSOR.up(drawn) : '';
    terminal.write(`${back}${lines.map((line) => line + ERASE.line).join('\n')}\n${ERASE.below}`);
    drawn = lines.length;
  };
  const restore = (): void => void terminal.write(CURSOR.show);
  // However the process ends, the cursor is shown again.
  process.once('exit', restore);
  terminal.write(CURSOR.hide);
  draw();
  const timer = setInterval(draw, REDRAW);
  return {
    tell: (message) => void messages.push(message),
    close() {
      clearInterval(timer);
      draw();
      restore();
      process.removeListener('exit', restore);
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
    tell: write,
    close() {
      clearInterval(timer);
      look();
    },
  };
}
