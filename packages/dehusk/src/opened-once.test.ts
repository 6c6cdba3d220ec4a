/** Every way through the tool opens a page once, and reports the same of it. Counted by V8, as a profiler does. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StreamOptions } from '@dehusk/stream';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
after(() => session.disconnect());
// Loaded from here on: V8 counts calls only in modules it compiles after it was told to.
const { extractRow } = await import('@dehusk/node');
const { StreamProcessor } = await import('@dehusk/stream');
const { STREAM_DEFAULTS } = await import('@dehusk/stream');
const { openWorkerState } = await import('@dehusk/stream');

const folder = mkdtempSync(join(tmpdir(), 'dehusk-opened-'));
after(() => rmSync(folder, { recursive: true }));

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
/** Windows-1252, nested too deeply, without a declared language: every step of opening has something to do. */
const page = (n: number): Buffer =>
  Buffer.from(
    `<meta charset=windows-1252><title>Boats ${n}</title>${'<div>'.repeat(1_005)}<p>Caf\xe9 ${n}. ${SENTENCE.repeat(4)}`,
    'latin1',
  );
const url = (n: number): string => `https://harbour.example/boats/${n}`;
const row = (n: number) => ({ id: n, url: url(n), htmlBase64: page(n).toString('base64') });
const extracted = async (n: number) => {
  const place = { input: '', name: `page ${n}`, id: null, place: '', number: n, line: n, size: 0, changedAt: null };
  return (await extractRow({ ...place, kind: 'row', row: row(n), files: null }, WORK)).row;
};

/** Functions by name, in these folders: wherever there they are, as files are renamed. */
const COUNTED = { parse: '/html/dist/', choicesOf: '/core/dist/metadata/', urlKey: '/core/dist/url-key/' };
type Calls = Record<keyof typeof COUNTED, number>;

function callsIn(scripts: readonly Profiler.ScriptCoverage[]): Calls {
  const count = ([name, place]: [string, string]): [string, number] => {
    const found = scripts
      .filter(({ url }) => url.includes(place))
      .flatMap(({ functions }) => functions.filter(({ functionName }) => functionName === name));
    return [name, found.reduce((sum, { ranges }) => sum + ranges[0].count, 0)];
  };
  return Object.fromEntries(Object.entries(COUNTED).map(count)) as Calls;
}

/** Calls since this was last asked. The answer is there before post() returns, as the session is of this very thread. */
function callsSoFar(): Calls {
  let calls: Calls = { parse: 0, choicesOf: 0, urlKey: 0 };
  session.post('Profiler.takePreciseCoverage', (failure, { result }) => {
    if (failure !== null) throw failure;
    calls = callsIn(result);
  });
  return calls;
}

const FIELDS = ['title', 'language', 'encoding', 'warnings', 'text'];
const WORK = {
  row: { maxBytes: 1e6 },
  extraction: { extractor: 'everything' },
  rendering: {},
  filters: {},
  preset: null,
  fields: FIELDS,
  asLines: false,
};

function watching(given: Partial<StreamOptions> = {}) {
  const state = openWorkerState(() => Promise.resolve(undefined));
  const options = { ...STREAM_DEFAULTS, extractor: 'everything', fields: FIELDS, ...given };
  const processor = new StreamProcessor({ options, wantsMarkdown: false, quarantined: [] }, state, () => {});
  return (n: number, title: string | null = null) =>
    processor.work(
      {
        task: n,
        site: 'harbour.example',
        input: 'i',
        url: url(n),
        title,
        at: n,
        page: page(n),
        charset: null,
        mediaType: null,
        wantsLinks: false,
      },
      () => {},
    );
}

test('batch opens a page once and needs no URL key', async () => {
  await extracted(0);
  callsSoFar();
  await extracted(1);
  assert.deepEqual(callsSoFar(), { parse: 1, choicesOf: 1, urlKey: 0 });
});

test('watch opens a page once and computes its URL key once; a known address is rejected unopened', async () => {
  for (const title of [null, 'Boats']) {
    const work = watching({ extractor: 'site' });
    await work(0, title);
    callsSoFar();
    await work(1, title);
    assert.deepEqual(callsSoFar(), { parse: 1, choicesOf: 1, urlKey: 1 });
    const again = await work(1, title);
    assert.equal(again.reject?.reason, 'duplicate');
    assert.deepEqual(callsSoFar(), { parse: 0, choicesOf: 0, urlKey: 1 });
  }
});

test('watch reports encoding and warnings as batch does', async () => {
  const inBatch = await extracted(1);
  const { document } = await watching()(1);
  const inWatch = Object.fromEntries(FIELDS.map((name) => [name, document?.row[name]]));
  assert.deepEqual(inWatch, inBatch);
  assert.deepEqual([inWatch.encoding, inWatch.warnings], ['windows-1252', ['flattened']]);
});

test('--site opens a page once in each of its passes, and computes its URL key once', async () => {
  const input = join(folder, 'pages.jsonl');
  writeFileSync(input, `${JSON.stringify(row(1))}\n${JSON.stringify(row(2))}\n`);
  const coverage = join(folder, 'site');
  const main = fileURLToPath(new URL('./cli/main.js', import.meta.url));
  const child = spawn(process.execPath, [main, input, '--site', '--format', 'jsonl'], {
    env: { ...process.env, NODE_V8_COVERAGE: coverage },
    stdio: 'ignore',
  });
  assert.equal(await new Promise((done) => child.on('close', done)), 0);
  const [file] = readdirSync(coverage);
  const { result } = JSON.parse(readFileSync(join(coverage, file), 'utf8')) as { result: Profiler.ScriptCoverage[] };
  // The first pass reads the language of no page.
  const { choicesOf, ...counts } = callsIn(result);
  assert.deepEqual(counts, { parse: 4, urlKey: 4 });
  assert.ok(choicesOf <= 4, `${choicesOf}`);
});
