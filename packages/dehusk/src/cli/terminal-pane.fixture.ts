// A terminal for tests: a pane of tmux in a folder, and waiting until it shows something.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LONGEST = 60_000;

/** Why a test without a program is skipped; false: it is there. */
export const without = (program: string): string | false =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0 ? false : `${program} is not installed`;

/** @param folder has the socket of tmux; end it with `tmux('kill-server')` */
export function openPane(folder: string, columns: number, rows: number, command: string) {
  const tmux = (...words: string[]): string =>
    spawnSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...words], { encoding: 'utf8' }).stdout;
  tmux('new-session', '-d', '-x', String(columns), '-y', String(rows), command);
  return {
    tmux,
    /** The lines that are shown once they match. */
    async captured(expected: RegExp | string): Promise<string[]> {
      for (const until = performance.now() + LONGEST; ; await wait(100)) {
        const shown = tmux('capture-pane', '-p').trimEnd();
        if (typeof expected === 'string' ? shown.includes(expected) : expected.test(shown)) return shown.split('\n');
        if (performance.now() > until) throw new Error(`${expected} was not shown, but:\n${shown}`);
      }
    },
  };
}
