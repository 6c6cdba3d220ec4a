// What a terminal shows and how it is left: tmux as the terminal of a running stream, `script` for the bytes a program writes.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { widthOf } from '@dehusk/node';
import { openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/templates.js';
import { MAIN } from './stream-process.fixture.js';
import { openPane, without } from './terminal-pane.fixture.js';

/** The columns of the table of sites at each width of the window. */
const WIDTHS: readonly (readonly [width: number, heads: string])[] = [
  [140, 'site pages rate kept duplicates rejected waiting model'],
  [80, 'site pages rate kept duplicates rejected model'],
  [60, 'site pages rate kept model'],
  [40, 'site pages kept'],
];
const ROWS = 40;

/** A shell in a terminal of some columns, in an empty folder. */
async function openTerminal(columns: number) {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-tmux-'));
  const shell = `cd ${folder} && PS1='ready> ' bash --norc --noprofile -i`;
  const { tmux, captured } = openPane(folder, columns, ROWS, shell);
  const close = (): void => {
    tmux('kill-server');
    rmSync(folder, { recursive: true });
  };
  await captured(/ready>/).catch((error) => {
    close();
    throw error;
  });
  return { folder, tmux, captured, close, type: (command: string): string => tmux('send-keys', command, 'Enter') };
}

test('the dashboard of dehusk watch fits every width, also when the window is resized; Ctrl-Z, fg, Ctrl-C', {
  skip: without('tmux'),
}, async () => {
  const server = await openDemoServer({ sites: DEMO_SITES, elapsed: () => 0 });
  const { folder, tmux, captured, close, type } = await openTerminal(WIDTHS[0][0]);
  try {
    writeFileSync(
      join(folder, 'dehusk.toml'),
      `[[sources]]\nkind = "feed"\nfeeds = ${JSON.stringify(DEMO_SITES.map(server.feed))}\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n` +
        '[fetch]\ndelay = 0\nrequestsPerMinute = 0\nallowPrivate = true\nhosts = { "*.example" = "127.0.0.1" }\n',
    );
    const modes = (): string => tmux('display-message', '-p', '#{cursor_flag}#{wrap_flag}#{alternate_on}').trim();
    type(`${process.execPath} ${MAIN} watch dehusk.toml`);
    // Every site has pages.
    await captured(/(?:\.example +[1-9].*\n.*){6}/);
    for (const [width, heads] of WIDTHS) {
      tmux('resize-window', '-x', String(width), '-y', String(ROWS));
      const lines = await captured(new RegExp(`^${heads.replaceAll(' ', ' +')}$`, 'm'));
      const shown = lines.join('\n');
      for (const line of lines) assert.ok(widthOf(line) <= width, `${width}: ${line}`);
      for (const heading of [/^dehusk watch/gm, /seen \d/g, /latency p50/g, /^site /gm, /^rejected {2}/gm])
        assert.equal(shown.match(heading)?.length, 1, `${heading} at ${width}:\n${shown}`);
      const sites = lines.slice(lines.findIndex((line) => line.startsWith('site ')) + 1);
      const names = sites.slice(0, sites.indexOf('')).map((line) => line.split(/[.… ]/)[0]);
      assert.deepEqual(names.sort(), DEMO_SITES.map(({ host }) => host.split('.')[0]).sort(), shown);
    }
    assert.equal(modes(), '001');
    tmux('send-keys', 'C-z');
    await captured(/Stopped/);
    assert.equal(modes(), '110');
    type('fg');
    await captured(/^dehusk watch +running/m);
    assert.equal(modes(), '001');
    tmux('send-keys', 'C-c');
    await captured(/^rejected(?:.*\n)*ready>$/m);
    assert.equal(modes(), '110');
    type('echo ended with $?');
    const after = await captured(/ended with 0/);
    assert.equal(after.filter((line) => line.startsWith('rejected  ')).length, 1, after.join('\n'));
  } finally {
    close();
    await server.close();
  }
});

test('a progress bar as wide as the terminal leaves nothing behind after Ctrl-C', {
  skip: without('tmux'),
}, async () => {
  const { folder, tmux, captured, close, type } = await openTerminal(60);
  try {
    const text = 'A sentence of the page, for the reader. '.repeat(20);
    const row = (id: number): string => `${JSON.stringify({ id, text: `${text}${id % 2}` })}\n`;
    writeFileSync(join(folder, 'texts.jsonl'), Array.from({ length: 200_000 }, (_, id) => row(id)).join(''));
    type(`clear; ${process.execPath} ${MAIN} dedupe texts.jsonl -o out.jsonl`);
    await captured(/% {2}\d{4,} records, \d{4,} dup/);
    tmux('send-keys', 'C-c');
    const shown = (await captured(/stopped/)).join('');
    assert.match(shown, /^\d+ records: [^%]* paragraphs repeated; [\d.]+ sstopped/);
  } finally {
    close();
  }
});

/** Programs, how they are ended once they have hidden the cursor, and their exit code. */
const FIXTURE = fileURLToPath(new URL('../../../node/dist/terminal/display.fixture.js', import.meta.url));
const ENDS: readonly (readonly [words: string, end: 'Ctrl-C' | NodeJS.Signals | null, code: number])[] = [
  [`${FIXTURE} crash`, null, 1],
  [`${FIXTURE} reject`, null, 1],
  [`${FIXTURE} exit`, null, 5],
  [`${FIXTURE} wait`, 'Ctrl-C', 130],
  [`${FIXTURE} wait`, 'SIGTERM', 143],
  [`${FIXTURE} wait`, 'SIGHUP', 129],
  [`${MAIN} batch pages.jsonl -o out.jsonl`, 'Ctrl-C', 130],
  [`${MAIN} batch pages.jsonl -o out.jsonl`, 'SIGTERM', 143],
  [`${MAIN} dedupe pages.jsonl --field html -o out.jsonl`, 'Ctrl-C', 130],
];
const PAGES = 20_000;

for (const [words, end, code] of ENDS)
  test(`${words.replace(/\S*\//, '')}, ended by ${end ?? 'itself'}: the terminal is restored, exit code ${code}`, {
    skip: without('script'),
  }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dehusk-pty-'));
    try {
      const page = (at: number): string => `<p>${'A sentence of the page, for the reader. '.repeat(20)} ${at}</p>`;
      if (words.includes('pages.jsonl'))
        writeFileSync(
          join(folder, 'pages.jsonl'),
          Array.from(
            { length: PAGES },
            (_, at) => `${JSON.stringify({ id: at, url: `https://a.example/${at}`, html: page(at) })}\n`,
          ).join(''),
        );
      const child = spawn('script', ['-qefc', `echo pid $$; exec ${process.execPath} ${words}`, '/dev/null'], {
        cwd: folder,
        env: { ...process.env, SHELL: '/bin/sh', TERM: 'xterm' },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      let written = '';
      let isEnded = false;
      child.stdout.setEncoding('utf8').on('data', (more: string) => {
        written += more;
        const pid = /pid (\d+)/.exec(written)?.[1];
        if (isEnded || end === null || pid === undefined || !written.includes('\x1b[?25l')) return;
        isEnded = true;
        if (end === 'Ctrl-C') child.stdin.write('\x03');
        else process.kill(Number(pid), end);
      });
      const got = await new Promise((resolve) => child.on('close', resolve));
      assert.equal(got, code, written);
      for (const [on, off] of [
        ['\x1b[?25h', '\x1b[?25l'],
        ['\x1b[?7h', '\x1b[?7l'],
        ['\x1b[?1049l', '\x1b[?1049h'],
      ])
        assert.ok(written.lastIndexOf(on) >= written.lastIndexOf(off), `${JSON.stringify(off)} was not undone`);
      assert.ok(written.includes('\x1b[?25h'));
      // On the alternate screen nobody could read it.
      const crash = written.indexOf('the program crashed');
      assert.ok(crash < 0 || crash > written.lastIndexOf('\x1b[?1049l'));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

test('the text of a page cannot steer the terminal; in a pipe it is unchanged', { skip: without('script') }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'dehusk-pty-'));
  try {
    // Text has no control characters of ASCII; U+009B begins a sequence as well.
    const text = 'A sentence of the page, \u009b2Jfor the reader of this page. '.repeat(5);
    writeFileSync(join(folder, 'page.html'), `<meta charset="utf-8"><title>t</title><p>${text}</p><pre>a\tb\nc</pre>`);
    const shown = (command: string): string =>
      spawnSync('script', ['-qefc', `${process.execPath} ${MAIN} page.html ${command}`, '/dev/null'], {
        cwd: folder,
        env: { ...process.env, SHELL: '/bin/sh' },
        encoding: 'utf8',
      }).stdout;
    assert.match(shown(''), /\\x9b2J[^\x1b\x9b]*a\tb\r\nc/);
    assert.match(shown('| cat'), /\x9b2J/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
