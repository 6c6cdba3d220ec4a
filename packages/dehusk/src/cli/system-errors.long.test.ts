// What the operating system refuses, where a pipe or a right matters as a real process: one line, a remedy, exit code 3, and no stack trace.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MAIN, runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-system-'));
chmodSync(folder, 0o755);
const sentence = 'The lighthouse keeper wrote down every ship that passed the island that winter. ';
const page = `<!doctype html><html lang="en"><title>Ships</title><h1>Ships</h1><p>${sentence.repeat(5)}</p>`;
const rows = Array.from({ length: 40 }, (_, id) =>
  JSON.stringify({ id, url: `https://example.org/${id}`, html: page }),
);
const texts = Array.from({ length: 2_000 }, (_, id) => JSON.stringify({ id, text: `${sentence}${id} `.repeat(9) }));
writeFileSync(join(folder, 'page.html'), page);
writeFileSync(join(folder, 'taken'), 'a file');
writeFileSync(join(folder, 'rows.jsonl'), `${rows.join('\n')}\n`);
writeFileSync(join(folder, 'texts.jsonl'), `${texts.join('\n')}\n`);
writeFileSync(join(folder, 'locked'), 'x', { mode: 0 });
mkdirSync(join(folder, 'dir'));
before(async () => {
  process.chdir(folder);
  const { code, err } = await runHere(['rows.jsonl', '--site', '--state', 'state']);
  assert.equal(code, 0, err);
});
after(() => {
  process.chdir('/');
  rmSync(folder, { recursive: true });
});

function assertOneLine(err: string, says: RegExp): void {
  const lines = err
    .trimEnd()
    .split('\n')
    .filter((line) => !line.startsWith('{'));
  assert.equal(lines.length, 1, err);
  assert.match(lines[0], /^dehusk: /);
  assert.match(lines[0], says);
}

const FULL: readonly (readonly string[])[] = [
  ['page.html'],
  ['page.html', '--json'],
  ['--explain', 'page.html'],
  ['--list'],
  ['--help'],
  ['--version'],
  ['batch', 'rows.jsonl'],
  ['batch', '--help'],
  ['dedupe', 'texts.jsonl', '--mode', 'near', '--no-progress'],
  ['rows.jsonl', '--site', '--state', 'state'],
  ['site', 'explain', 'https://example.org/', '--state', 'state'],
  ['state', 'repair', 'state'],
  ['watch', 'https://example.org/feed.xml', '--print-config'],
  ['demo', '--pages'],
];
for (const args of FULL)
  test(`dehusk ${args.join(' ')} > /dev/full`, { skip: existsSync('/dev/full') ? false : 'no /dev/full' }, async () => {
    const { code, err } = await shell(args, '> /dev/full');
    assert.equal(code, 3, err);
    assertOneLine(err, /(no space left to write standard output; |cannot be written: ENOSPC; )make room/);
  });

const PIPED = FULL.filter((args) => !args.includes('demo'));
for (const args of PIPED)
  test(`dehusk ${args.join(' ')} into a closed pipe`, async () => {
    // Whoever reads the pipe closes it before anything is written.
    const { code, err } = await shell(args, '| { exec <&-; }; exit "$PIPESTATUS"');
    assert.equal(code, 0, err);
    assert.doesNotMatch(err, /EPIPE|\n\s+at |internal error/);
  });

test('standard error that cannot be written changes nothing', async () => {
  const { code, out } = await shell(['page.html', 'none.html'], '2> /dev/full');
  assert.equal(code, 3);
  assert.match(out, /lighthouse/);
});

/** Runs a command line of bash around dehusk. */
function shell(args: readonly string[], rest: string): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn('bash', ['-c', `"$0" "$@" ${rest}`, process.execPath, MAIN, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.on('data', (more) => (texts.out += more));
  child.stderr.on('data', (more) => (texts.err += more));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts })));
}

const REFUSED: readonly (readonly [args: readonly string[], says: RegExp])[] = [
  [['none.html'], /none\.html: unreadable: there is no file or folder/],
  [['ftp://example.org/page'], /bad-url: .*the scheme ftp, expected http or https; download it first/],
  [['page.html', '-o', 'taken'], /taken.*(is a file|exists and is no folder)/],
  [['-i', 'none.txt'], /there is no file or folder none\.txt; check the path/],
  [['-i', 'dir'], /is a folder, expected a file/],
  [['batch', 'none.jsonl'], /there is no file (or folder )?none\.jsonl/],
  [['batch', 'ftp://example.org/rows.jsonl'], /no file (or folder )?ftp:/],
  [['batch', 'rows.jsonl', '-o', 'dir'], /dir is a folder, expected a file/],
  [['batch', 'rows.jsonl', '-o', 'none/rows.jsonl'], /none\/rows\.jsonl.*create the folder of an output first/],
  [['batch', 'rows.jsonl', '-o', '/dev/full'], /no space left to write/],
  [['dedupe', 'none.jsonl'], /there is no file or folder none\.jsonl/],
  [['dedupe', 'dir'], /is a folder, expected a file/],
  [['dedupe', 'texts.jsonl', '-o', 'dir', '--overwrite'], /dir is a folder, expected a file/],
  [['dedupe', 'texts.jsonl', '-o', 'none/texts.jsonl'], /create the folder of an output first/],
  [['site', 'explain', 'https://example.org/', '--state', 'none'], /there is no folder none/],
  [['rows.jsonl', '--site', '--state', 'page.html'], /page\.html/],
  [['state', 'export', 'none', '--out', 'x.gz'], /there is no folder none/],
  [['state', 'verify', 'page.html'], /page\.html/],
  [['watch', 'none.toml'], /there is no file none\.toml; expected a configuration file/],
  [['watch', 'ftp://example.org/feed'], /has the scheme ftp; expected/],
  [['watch', 'https://example.org/feed', '--once', '-o', 'taken', '--state', 'fresh'], /taken/],
  [['watch', 'https://example.org/feed', '--once', '-o', 'out', '--state', 'page.html'], /page\.html is a file/],
  [['crawl', 'ftp://example.org/'], /has the scheme ftp, expected http/],
  [['serve', '--host', '203.0.113.7', '--port', '0'], /: 203\.0\.113\.7 is no address of this machine; choose another/],
  [['serve', '--host', 'nowhere.invalid', '--port', '0'], /: no host is named nowhere\.invalid; check the name/],
];
for (const [args, says] of REFUSED)
  test(`dehusk ${args.join(' ')}`, async () => {
    const { code, out, err } = await runHere(args);
    assert.deepEqual([code, out], [3, ''], err);
    assertOneLine(err, says);
  });

for (const args of [
  ['watch', 'https://example.org/feed', '-o', 'out', '--state', 'port'],
  ['demo', '--serve'],
  ['serve'],
])
  test(`dehusk ${args.join(' ')} --port with a port in use`, async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const { port } = taken.address() as AddressInfo;
    const { code, err } = await runHere([...args, '--port', `${port}`]);
    taken.close();
    assert.equal(code, 3, err);
    assertOneLine(err, new RegExp(`port ${port} of 127\\.0\\.0\\.1 is in use; .*--port`));
  });

test('files without permission', () => {
  // Root may read everything, so the process gives up that right. It stays root: the checkout may be closed to other users.
  const prefix =
    process.getuid?.() === 0
      ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search', '--inh-caps', '-all']
      : [];
  const run = (...args: string[]) => {
    const [program, ...rest] = [...prefix, process.execPath, MAIN, ...args];
    return spawnSync(program, rest, { cwd: folder, encoding: 'utf8' });
  };
  chmodSync(join(folder, 'dir'), 0o555);
  for (const [args, says] of [
    [['locked'], /locked.*(no permission|EACCES)/],
    [['dedupe', 'locked'], /no permission for .*locked/],
    [['batch', 'rows.jsonl', '-o', 'dir/rows.jsonl'], /no permission for .*dir\/rows\.jsonl.*check its owner/],
  ] as const) {
    const { status, stderr } = run(...args);
    assert.equal(status, 3, stderr);
    assertOneLine(stderr, says);
  }
});
