import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type DemoServer, openDemoServer } from '../demo/demo-server.js';
import { DEMO_SITES } from '../demo/templates.js';
import { MAIN, runHere, startDehusk } from './stream-process.fixture.js';

const SITE = { ...DEMO_SITES[0], backlog: 3, everyMilliseconds: Number.POSITIVE_INFINITY };
const TEXT = /^\d\d:\d\d:\d\d (?:debug|info ) /;
const JSON_LINE = /^\{"level":\d+,.*\}$/;

let server: DemoServer;
let folder: string;
before(async () => {
  server = await openDemoServer({ sites: [SITE] });
  folder = mkdtempSync(join(tmpdir(), 'dehusk-log-'));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

let runs = 0;
/** Arguments of a run with its own state that reads the feed once. */
const watching = (...flags: readonly string[]): string[] => [
  ...['watch', `http://127.0.0.1:${server.port}/feed.xml`, '--once', '--allow-private', '--delay', '0'],
  ...['--state', `state-${++runs}`, ...flags],
];

/** Flags, the form of log lines, and the events among them. */
const CASES: readonly (readonly [flags: readonly string[], form: RegExp | null, events: readonly string[]])[] = [
  [[], TEXT, ['started', 'stopped']],
  [['--log-format', 'json'], JSON_LINE, ['started', 'stopped']],
  [['--verbose'], TEXT, ['started', 'document', 'stopped']],
  [['--quiet'], null, []],
];
for (const [flags, form, events] of CASES)
  test(`watch ${flags.join(' ') || 'without flags'}, standard error no terminal`, async () => {
    const { code, out, err } = await startDehusk(folder, watching(...flags)).ended;
    assert.equal(code, 0, err);
    assert.equal(out.trim().split('\n').length, SITE.backlog);
    const lines = err.split('\n').filter((line) => line !== '' && !line.startsWith('dehusk: '));
    if (form === null) assert.equal(err, '');
    for (const line of lines) if (form !== null) assert.match(line, form);
    for (const event of ['started', 'document', 'stopped'])
      assert.equal(
        lines.some((line) => line.includes(form === JSON_LINE ? `"msg":"${event}"` : ` ${event}`)),
        events.includes(event),
        `${event}: ${err}`,
      );
  });

const noScript = spawnSync('sh', ['-c', 'command -v script']).status === 0 ? false : 'script is not installed';
test('watch | …: lines for people on the terminal, JSON with --log-format json and in a log file', {
  skip: noScript,
}, async () => {
  /** Standard output goes to a file, so that only standard error is the terminal. */
  const shown = async (...flags: readonly string[]): Promise<string[]> => {
    const command = [process.execPath, MAIN, ...watching(...flags)].join(' ');
    const child = spawn('script', ['-qefc', `${command} > out.jsonl`, '/dev/null'], {
      cwd: folder,
      env: { ...process.env, SHELL: '/bin/sh', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
    await new Promise((resolve) => child.on('close', resolve));
    return text.split('\r\n').filter((line) => line !== '' && !line.startsWith('dehusk: '));
  };
  const lines = await shown();
  assert.ok(lines.length >= 2);
  for (const line of lines) assert.match(line, TEXT);
  for (const line of await shown('--log-format', 'json')) assert.match(line, JSON_LINE);
  assert.deepEqual(await shown('--log-file', 'watch.log', '--log-format', 'text'), []);
  for (const line of readFileSync(join(folder, 'watch.log'), 'utf8').trimEnd().split('\n')) JSON.parse(line);
});

test('flags that contradict each other', async () => {
  for (const flags of [
    ['--quiet', '--verbose'],
    ['--quiet', '--log-level', 'info'],
    ['--verbose', '--log-level', 'info'],
  ]) {
    const { code, err } = await runHere(['watch', 'https://example.org/feed.xml', ...flags]);
    assert.equal(code, 2);
    assert.match(err, /cannot be used with option/);
  }
});

test('--quiet: no summary from batch and extract, but the reasons of pages without text', async () => {
  const empty = '<title>x</title>';
  writeFileSync(join(folder, 'pages.jsonl'), `${JSON.stringify({ id: 1, url: 'https://a.example/1', html: empty })}\n`);
  mkdirSync(join(folder, 'pages'));
  for (const name of ['a.html', 'b.html']) writeFileSync(join(folder, 'pages', name), empty);
  const at = (path: string): string => join(folder, path);
  const batch = await runHere(['batch', at('pages.jsonl'), '-o', at('rows.jsonl'), '--quiet']);
  assert.deepEqual([batch.code, batch.err], [0, '']);
  const extracted = await runHere([at('pages'), '-o', at('texts'), '--quiet']);
  assert.equal(extracted.code, 1);
  assert.match(extracted.err, /^(?:dehusk: \S+[ab]\.html: [a-z-]+: .*\n){2}$/);
});

test('control characters of names are escaped in messages', async () => {
  for (const words of [['\x1b[2J.html'], ['batch', '\x1b[2J.jsonl'], ['site', 'explain', '--state', '\x1b[2J']]) {
    const { code, err } = await runHere(words);
    assert.equal(code, 3);
    assert.match(err, /\\x1b\[2J/);
    assert.ok(!err.includes('\x1b'), err);
  }
});
