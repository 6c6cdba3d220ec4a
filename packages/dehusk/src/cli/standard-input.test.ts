// Standard input on a real terminal: it is announced, Ctrl-D ends it, Ctrl-C ends the command.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { MAIN } from './stream-process.fixture.js';
import { openPane, without } from './terminal-pane.fixture.js';

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
    skip: without('tmux'),
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dehusk-stdin-'));
    const command = `trap : INT; cd ${folder} && ${process.execPath} ${MAIN} ${args}; echo ended with $?; sleep 60`;
    const { tmux, captured } = openPane(folder, 120, 20, `bash -c '${command}'`);
    try {
      await captured(announces);
      // A key before the program listens would be lost.
      await wait(300);
      for (const key of keys) tmux('send-keys', key);
      await captured(end);
    } finally {
      tmux('kill-server');
      rmSync(folder, { recursive: true });
    }
  });
