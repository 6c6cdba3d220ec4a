// Standard input on a real terminal: it is announced, Ctrl-D ends it, Ctrl-C ends the command.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MAIN } from './stream-process.fixture.js';

const hasTmux = spawnSync('sh', ['-c', 'command -v tmux']).status === 0;
const LONGEST = 60_000;

const CASES: readonly (readonly [args: string, announces: RegExp, keys: readonly string[], end: RegExp])[] = [
  ['-', /reading a page from standard input, end with Ctrl-D/, ['C-c'], /ended with 130/],
  [
    '-',
    /reading a page/,
    ['<p>A sentence of a page that a person types.', 'Enter', 'C-d'],
    /^A sentence of a page that a person types\.\n(?:.*\n)*ended with 0/m,
  ],
  ['-i -', /reading addresses from standard input/, ['C-c'], /ended with 130/],
  ['batch', /^dehusk: reading input from standard input/, ['C-c'], /ended with 130/],
  ['dedupe --no-progress', /reading records from standard input/, ['C-c'], /ended with 130/],
  ['', /no input: name a file/, [], /ended with 2/],
];
for (const [args, announces, keys, end] of CASES)
  test(`dehusk ${args} on a terminal, then ${keys.at(-1) ?? 'nothing'}`, {
    skip: hasTmux ? false : 'tmux is not installed',
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dehusk-stdin-'));
    const tmux = (...words: string[]): string =>
      spawnSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...words], { encoding: 'utf8' }).stdout;
    const shown = async (pattern: RegExp): Promise<void> => {
      for (const until = performance.now() + LONGEST; ; await wait(100)) {
        const pane = tmux('capture-pane', '-p').trimEnd();
        if (pattern.test(pane)) return;
        assert.ok(performance.now() < until, `${pattern} was not shown, but:\n${pane}`);
      }
    };
    try {
      const command = `trap : INT; cd ${folder} && ${process.execPath} ${MAIN} ${args}; echo ended with $?; sleep 60`;
      tmux('new-session', '-d', '-x', '120', '-y', '20', `bash -c '${command}'`);
      await shown(announces);
      // A key before the program listens would be lost.
      await wait(300);
      for (const key of keys) tmux('send-keys', key);
      await shown(end);
    } finally {
      tmux('kill-server');
      rmSync(folder, { recursive: true });
    }
  });
