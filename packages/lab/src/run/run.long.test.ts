import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Case, type Dataset, NOTHING_KNOWN } from '../datasets/dataset.js';
import { closeIdleWorkers, runSystem } from './run.js';
import { storedSystem, systemNamed } from './system.js';

type SystemRunOptions = Parameters<typeof runSystem>[3];

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/systems/${name}`, import.meta.url));
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dehusk-lab-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

after(closeIdleWorkers);

let reads = 0;
const caseOf = (id: string, html: string): Case => ({
  ...NOTHING_KNOWN,
  id,
  gold: '',
  html: () => {
    reads++;
    return new TextEncoder().encode(html);
  },
});
function datasetOf(cases: readonly Case[], sha256 = 'f'.repeat(64)): Dataset {
  return {
    name: 'made up',
    title: 'made up',
    licence: '',
    citation: '',
    folder: '',
    format: 'memory',
    sha256: () => sha256,
    async *cases() {
      yield* cases;
    },
  };
}
/** Far beyond any page here, so that load never causes a timeout. */
const NEVER_REACHED = 120_000;
const options = (more: Partial<SystemRunOptions> = {}): SystemRunOptions => ({
  concurrency: 2,
  pageLimit: NEVER_REACHED,
  pagesPerWorker: 100,
  heapLimit: 64,
  cacheFolder: null,
  ...more,
});

test('a crash, a throw and a wrong type affect one page; the pages after it are extracted', async () => {
  const expected: readonly [behaviour: string, reason: string | null, detail: RegExp | null][] = [
    ['first', null, null],
    ['exit', 'crash', /its worker died/],
    ['throw', 'error', /thrown on purpose/],
    ['hoard', 'crash', /ERR_WORKER_OUT_OF_MEMORY|memory/i],
    ['number', 'error', /returned number, expected a string/],
    ['later', null, null],
    ['network', 'error', /no network/],
    ['empty', 'empty', null],
    ['last', null, null],
  ];
  const cases = expected.map(([behaviour]) => caseOf(behaviour, `[${behaviour}]`));
  const outputs = await runSystem(datasetOf(cases), cases, systemNamed(fixture('misbehaves.mjs')), options());
  for (const [at, [behaviour, reason, detail]] of expected.entries()) {
    assert.equal(outputs[at].id, behaviour, 'outputs are in the order of the pages');
    assert.equal(outputs[at].reason, reason, `${behaviour}: ${outputs[at].detail}`);
    if (detail) assert.match(outputs[at].detail ?? '', detail);
    if (reason !== null) assert.equal(outputs[at].text, '');
  }
  assert.equal(outputs[0].text, 'said: [first]');
  assert.equal(outputs[5].text, 'came later');
  assert.equal(outputs[8].text, 'said: [last]');
});

test('pages that never end time out one by one, each in a new worker', async () => {
  const cases = ['hang', 'never', 'hang'].map((behaviour, at) => caseOf(String(at), `[${behaviour}]`));
  const system = systemNamed(fixture('misbehaves.mjs'));
  const outputs = await runSystem(datasetOf(cases), cases, system, options({ concurrency: 1, pageLimit: 200 }));
  for (const { reason, text, detail } of outputs) {
    assert.deepEqual([reason, text], ['timeout', '']);
    assert.match(detail ?? '', /its worker was ended after \d+ ms/);
  }
});

test('a worker is replaced after its pages', async () => {
  const cases = ['a', 'b', 'c', 'd', 'e'].map((id) => caseOf(id, '[count]'));
  const system = systemNamed(fixture('misbehaves.mjs'));
  const outputs = await runSystem(datasetOf(cases), cases, system, options({ concurrency: 1, pagesPerWorker: 2 }));
  assert.deepEqual(
    outputs.map(({ text }) => text),
    [1, 2, 1, 2, 1].map((page) => `page ${page} of this worker`),
  );
});

test('our extractors reuse a thread, each with its output', async () => {
  const cases = [caseOf('a', '<p>some words of a page</p>')];
  const texts: string[] = [];
  for (const name of ['everything', 'boilerpipe-article', 'everything'])
    texts.push((await runSystem(datasetOf(cases), cases, systemNamed(name), options({ concurrency: 1 })))[0].text);
  assert.equal(texts[0], 'some words of a page');
  assert.notEqual(texts[1], texts[0]);
  assert.equal(texts[2], texts[0]);
});

test('a site learner reads the pages of each site in order, and again when one page is missing', async () => {
  const words = (of: string): string => Array.from({ length: 12 }, () => `and of the ${of}`).join(' ');
  const pageOf = (site: string, number: number): Case => ({
    ...caseOf(
      `${site}-${number}`,
      `<html lang="en"><p>the ${words(`${site}-motto`)} and so it is.</p><p>the ${words(`story${'abcdefgh'[number]}`)} and so it was.</p>`,
    ),
    url: `https://www.${site}.example/story/${number}.html`,
  });
  const sites = ['one', 'two', 'three'];
  const cases = [0, 1, 2, 3, 4, 5].flatMap((number) => sites.map((site) => pageOf(site, number)));
  const pageLevel = await runSystem(datasetOf(cases), cases, systemNamed('justext'), options());
  const keep = options({ cacheFolder: folder, pagesPerWorker: 2 });
  const learnt = await runSystem(datasetOf(cases), cases, systemNamed('urltree'), keep);
  for (const [at, { id, text }] of learnt.entries()) {
    assert.equal(id, cases[at].id);
    const own = pageLevel[at].text.split('\n').find((line) => line.includes('story'));
    assert.match(pageLevel[at].text, /motto/);
    assert.equal(
      text,
      at < sites.length ? pageLevel[at].text : own,
      `${id}: the motto is known from the second page on`,
    );
  }
  const alone = await runSystem(datasetOf(cases), cases, systemNamed('urltree'), options({ concurrency: 1 }));
  const texts = (outputs: readonly { readonly text: string }[]): string[] => outputs.map(({ text }) => text);
  assert.deepEqual(texts(alone), texts(learnt));

  reads = 0;
  await runSystem(datasetOf(cases), cases, systemNamed('urltree'), keep);
  assert.equal(reads, 0, 'stored like any other output');
  const [later] = await runSystem(datasetOf(cases), cases.slice(-1), systemNamed('urltree'), keep);
  assert.match(later.text, /motto/, 'nothing is known of other pages');
  assert.throws(() => systemNamed('urltree:minSupport=3'), /takes no options here/);
});

test('a module of the wrong shape stops the run and names what was expected', async () => {
  const cases = [caseOf('a', 'x')];
  await assert.rejects(
    runSystem(datasetOf(cases), cases, systemNamed(fixture('not-a-function.mjs')), options()),
    /got string as default export, expected a function/,
  );
});

test('finished pages are stored: a second run reads none, a truncated line is run again, changed gold runs all', async () => {
  const cases = ['a', 'b', 'c', 'd'].map((id) => caseOf(id, `page ${id}`));
  const system = systemNamed(fixture('misbehaves.mjs'));
  const keep = options({ cacheFolder: folder });
  reads = 0;
  const first = await runSystem(datasetOf(cases), cases.slice(0, 3), system, keep);
  assert.equal(reads, 3);
  const progress: number[] = [];
  const second = await runSystem(datasetOf(cases), cases, system, {
    ...keep,
    onProgress: (done) => progress.push(done),
  });
  assert.equal(reads, 4, 'only the new page is read');
  assert.deepEqual(progress, [3, 4]);
  assert.deepEqual(second.slice(0, 3), first);

  const under = join(folder, 'outputs');
  const file = join(under, readdirSync(under)[0], readdirSync(join(under, readdirSync(under)[0]))[0]);
  const lines = readFileSync(file, 'utf8');
  writeFileSync(file, lines.slice(0, lines.lastIndexOf('\n') + 9));
  await runSystem(datasetOf(cases), cases, system, keep);
  assert.equal(reads, 5, 'the page of the truncated line is run again');
  await runSystem(datasetOf(cases), cases, system, keep);
  assert.equal(reads, 5);
  await runSystem(datasetOf(cases, '0'.repeat(64)), cases, system, keep);
  assert.equal(reads, 9, 'changed gold, new outputs');
});

test('a page that timed out runs again under a larger limit', async () => {
  const cases = [caseOf('slow', '[later]')];
  const system = systemNamed(fixture('misbehaves.mjs'));
  const run = (pageLimit: number) =>
    runSystem(datasetOf(cases), cases, system, options({ cacheFolder: folder, pageLimit }));
  assert.equal((await run(1))[0].reason, 'timeout');
  assert.equal((await run(1))[0].reason, 'timeout');
  assert.equal((await run(NEVER_REACHED))[0].text, 'came later');
  assert.equal((await run(1))[0].text, 'came later', 'a finished page stays finished');
});

test('the key of stored outputs depends on the code', () => {
  const file = join(folder, 'mine.mjs');
  writeFileSync(file, 'export default () => "";');
  const before = systemNamed(file).key;
  appendFileSync(file, '\n// changed');
  assert.notEqual(systemNamed(file).key, before);
});

test('stored outputs: one file, lines, a folder; a page without output is missing, not skipped', async () => {
  const cases = ['a', 'b', 'c'].map((id) => caseOf(id, ''));
  const shapes: readonly [name: string, write: (path: string) => void][] = [
    ['one.json', (path) => writeFileSync(path, JSON.stringify({ a: 'text a', b: { text: 'text b' } }))],
    [
      'lines.jsonl',
      (path) => writeFileSync(path, '{"id":"a","text":"text a"}\n{"id":"b","result":{"textContent":"text b"}}\n'),
    ],
  ];
  for (const [name, write] of shapes) {
    const path = join(folder, name);
    write(path);
    const outputs = await runSystem(datasetOf(cases), cases, storedSystem(`theirs=${path}`), options());
    assert.deepEqual(
      outputs.map(({ text, reason }) => [text, reason]),
      [
        ['text a', null],
        ['text b', null],
        ['', 'missing'],
      ],
      name,
    );
  }
  writeFileSync(join(folder, 'bad.json'), '{"a": 1}');
  assert.throws(() => storedSystem(`theirs=${join(folder, 'bad.json')}`), /bad\.json: a: expected a text/);
  assert.throws(() => storedSystem('theirs'), /expected name=path/);
  assert.throws(() => storedSystem('theirs=/no/such/file'), /there is no/);
});

test('an unknown name lists the extractors and the peers', () => {
  assert.throws(() => systemNamed('nothing-like-it'), /peers: readability-linkedom, .*unfluff/);
  assert.throws(() => systemNamed('./no-such-module.js'), /does not exist/);
});
