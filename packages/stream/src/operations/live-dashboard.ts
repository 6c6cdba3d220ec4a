/**
 * Shows a running pipeline: redrawn on a terminal, elsewhere as occasional status lines.
 */
import type { WriteStream } from 'node:tty';
import type { FetchCounters } from '@dehusk/node';
import { columnsOf, painterFor, setModes } from '@dehusk/node';
import type { StreamSnapshot } from '../stream/stream.js';
import { dashboardLines, MAX_MESSAGES, rateMeter, statusLine } from './dashboard.js';

/** Milliseconds between two drawings. */
const REDRAW = 500;
const ROWS = 40;

/** Control sequences (ECMA-48): to the first column of the first line, erase the line, erase below. */
const HOME = '\x1b[H';
const ERASE_LINE = '\x1b[2K';
const ERASE_BELOW = '\x1b[J';

interface LiveView {
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
