// Packed inputs that are cut or damaged, in every command that reads them: what could be read is written, the message names the input,
// the exit code is 3, and nothing is marked as done.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runHere } from '../packages/dehusk/dist/cli/stream-process.fixture.js';
import { INSTALLED, INSTALLED_DEHUSK, MAX_MILLISECONDS } from './installed-packages.mjs';

const home = mkdtempSync(join(tmpdir(), 'dehusk-damaged-inputs-'));
after(() => {
  process.chdir('/');
  rmSync(home, { recursive: true, force: true });
});
const at = (name) => join(home, name);
const ROWS = 200;

process.chdir(home);
/** Runs the command line in this process: a start takes half a second. */
async function dehusk(args, input = '') {
  const run = await runHere(args, [input]);
  return { ...run, lines: run.out.split('\n').filter(Boolean) };
}
/** What is read matters here, not what is extracted. */
const BATCH = ['batch', '--threads', '1', '--extractor', 'everything'];

let seed = 1;
/** Words that pack badly, so that half of the bytes are about half of the rows. */
const words = (count) =>
  Array.from({ length: count }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed.toString(36);
  }).join(' ');
const pages = Array.from({ length: ROWS }, (_, id) => {
  const text = `${words(60)} of the ferry.`;
  const html = `<!doctype html><html lang="en"><title>${id}</title><article><h1>Ferry ${id}</h1><p>And so it was: ${text}</p></article>`;
  return { id, url: `https://ferries.example/news/${id}`, html, text };
});
const rows = pages.map((page) => `${JSON.stringify(page)}\n`);
const plain = Buffer.from(rows.join(''));
const warcOf = ({ url, html }) => {
  const block = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html}`;
  const head = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <${url}>\r\nWARC-Target-URI: ${url}\r\nContent-Length: ${Buffer.byteLength(block)}`;
  return `${head}\r\n\r\n${block}\r\n\r\n`;
};
const zstd = createRequire(join(INSTALLED, 'node_modules/dehusk/package.json'))('@bokuweb/zstd-wasm');
await zstd.init();
const half = (bytes) => bytes.subarray(0, bytes.length >> 1);
const flipped = (bytes, where) => {
  const copy = Buffer.from(bytes);
  copy[where] ^= 0x10;
  return copy;
};
const whole = gzipSync(plain);
const first = gzipSync(rows.slice(0, 100).join(''));
const second = gzipSync(rows.slice(100).join(''));
const members = Buffer.concat([first, second]);
const frames = Buffer.concat(
  [rows.slice(0, 100), rows.slice(100)].map((some) => Buffer.from(zstd.compress(Buffer.from(some.join('')), 3))),
);

/** Damaged inputs, and the rows that must be read of each, at least. */
const DAMAGED = {
  'gzip cut in the middle': [half(whole), 80],
  'gzip cut in its checksum': [whole.subarray(0, -5), ROWS],
  'gzip cut just before its checksum': [whole.subarray(0, -8), ROWS],
  'gzip cut in the header': [whole.subarray(0, 6), 0],
  'gzip with a wrong checksum': [flipped(whole, whole.length - 6), ROWS],
  'gzip with a wrong length': [flipped(whole, whole.length - 2), ROWS],
  'gzip with a flipped bit': [flipped(whole, Math.floor(whole.length * 0.7)), 20],
  'two members, the second cut': [members.subarray(0, -second.length >> 1), 120],
  'two members, the second cut in its header': [members.subarray(0, first.length + 4), 100],
  'two members, the header of the second damaged': [flipped(members, first.length), 100],
  'two members, the second with a flipped bit': [flipped(members, first.length + (second.length >> 1)), 100],
  'two members, the second lost to a hole': [Buffer.concat([first, Buffer.alloc(4096), second.subarray(4096)]), 100],
  'a member, then JSON lines': [Buffer.concat([first, Buffer.from(rows.slice(100).join(''))]), 100],
  'zstd cut in the middle of the second frame': [frames.subarray(0, -1000), 100],
};
const COMPLETE = {
  'two members': members,
  'padding of zeros': Buffer.concat([members, Buffer.alloc(10_240)]),
  'padding of 0xff': Buffer.concat([whole, Buffer.alloc(512, 0xff)]),
  'white space': Buffer.concat([whole, Buffer.from('\r\n\n')]),
  'a few other bytes': Buffer.concat([whole, Buffer.from('garbage')]),
  'an empty last member': Buffer.concat([whole, gzipSync('')]),
};

for (const [index, [what, [bytes, least]]] of Object.entries(DAMAGED).entries())
  test(`batch: ${what}`, async () => {
    const name = what.startsWith('zstd') ? 'rows.jsonl.zst' : 'rows.jsonl.gz';
    writeFileSync(at(name), bytes);
    const args = [...BATCH, '--strict', '--fields', 'id'];
    // A file, and for some of the cases standard input.
    for (const from of index % 4 === 0 ? [name, '-'] : [name]) {
      const run = await dehusk([...args, from], bytes);
      assert.equal(run.code, 3, run.err);
      assert.match(run.err, /is damaged: .*only what precedes it was read/);
      assert.ok(run.lines.length >= least && run.lines.length <= ROWS, `${run.lines.length} of ${least} rows`);
      // The rows of a flipped bit may be wrong; the others are those of the whole input.
      if (!/bit|hole/.test(what))
        assert.deepEqual(
          run.lines.map((line) => JSON.parse(line).id),
          pages.slice(0, run.lines.length).map(({ id }) => id),
        );
    }
  });

for (const [what, bytes] of Object.entries(COMPLETE))
  test(`batch and dedupe: ${what} is complete`, async () => {
    writeFileSync(at('rows.jsonl.gz'), bytes);
    const run = await dehusk([...BATCH, '--strict', '--fields', 'id', 'rows.jsonl.gz']);
    assert.deepEqual([run.code, run.lines.length], [0, ROWS], run.err);
    assert.equal((await dehusk(['dedupe', 'rows.jsonl.gz'])).lines.length, ROWS);
  });

test('one damaged input does not keep the next from being read', async () => {
  writeFileSync(at('a.jsonl.gz'), half(whole));
  writeFileSync(at('b.jsonl.gz'), second);
  const run = await dehusk([...BATCH, '--fields', 'id', 'a.jsonl.gz', 'b.jsonl.gz', '-o', 'both.jsonl']);
  assert.equal(run.code, 3, run.err);
  const ids = readFileSync(at('both.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id);
  assert.deepEqual(
    ids.slice(-100),
    pages.slice(100).map(({ id }) => id),
  );
  assert.ok(ids.length > 180);
});

test('batch --each: no mark and no output of its name; the whole input makes both', async () => {
  for (const [name, bytes] of [
    ['cut.jsonl.gz', half(whole)],
    ['cut.jsonl.zst', frames.subarray(0, -1000)],
  ]) {
    const args = [...BATCH, '--each', name, '-o', `out-${name}`];
    writeFileSync(at(name), bytes);
    for (let again = 0; again < 2; again++) {
      const run = await dehusk(args);
      assert.equal(run.code, 3, run.err);
      assert.match(run.err, /0 outputs written, 0 finished before, 1 of damaged inputs incomplete/);
      assert.deepEqual(readdirSync(at(`out-${name}`)), ['cut.jsonl.gz.incomplete']);
    }
    const read = gunzipSync(readFileSync(join(at(`out-${name}`), 'cut.jsonl.gz.incomplete')))
      .toString()
      .trim()
      .split('\n');
    assert.ok(read.length > 80 && read.length < ROWS);
    writeFileSync(at(name), whole);
    assert.equal((await dehusk(args)).code, 0);
    assert.deepEqual(readdirSync(at(`out-${name}`)).sort(), ['cut.jsonl.gz', 'cut.jsonl.gz.done']);
  }
});

test('a run over a cut input is resumed when the input is whole', async () => {
  writeFileSync(at('later.jsonl.gz'), half(whole));
  for (const output of ['later.jsonl', 'later-packed.jsonl.gz']) {
    writeFileSync(at('later.jsonl.gz'), half(whole));
    assert.equal((await dehusk([...BATCH, 'later.jsonl.gz', '-o', output])).code, 3);
    writeFileSync(at('later.jsonl.gz'), whole);
    const run = await dehusk([...BATCH, 'later.jsonl.gz', '-o', output, '--resume']);
    assert.equal(run.code, 0, run.err);
    const bytes = readFileSync(at(output));
    const lines = (output.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      pages.map(({ id }) => id),
    );
  }
});

test('dedupe, --site and corpus', async () => {
  for (const [name, bytes] of [
    ['in.jsonl.gz', half(whole)],
    ['in.jsonl.zst', frames.subarray(0, -1000)],
  ]) {
    writeFileSync(at(name), bytes);
    const unique = await dehusk(['dedupe', name]);
    assert.equal(unique.code, 3, unique.err);
    assert.ok(unique.lines.length > 80 && unique.lines.length < ROWS, `${unique.lines.length} rows`);
    assert.match(unique.err, /damaged/);
  }
  const name = 'in.jsonl.gz';
  const site = await dehusk([name, '--site', '--format', 'jsonl']);
  assert.equal(site.code, 3, site.err);
  assert.match(site.err, /in\.jsonl\.gz: unreadable: the input is damaged/);
  assert.ok(site.lines.length > 80 && site.lines.length < ROWS);
  const corpus = await dehusk([
    'corpus',
    '--from',
    name,
    '-o',
    'corpus',
    '--extractor',
    'everything',
    '--format',
    'jsonl',
  ]);
  assert.equal(corpus.code, 3, corpus.err);
  const documents = readFileSync(at('corpus/corpus.jsonl'), 'utf8').trim().split('\n').length;
  assert.ok(documents > 80 && documents < ROWS, `${documents} documents`);
});

test('a watched file that is cut: its pages are documents, and the rest follows when it is whole', async () => {
  writeFileSync(at('watched.jsonl.gz'), half(whole));
  writeFileSync(
    at('watch.toml'),
    '[[sources]]\nkind = "jsonl"\npath = "watched.jsonl.gz"\n[[sinks]]\nkind = "jsonl"\nfolder = "watched"\n[stream]\nextractor = "everything"\nworkers = 1\n[state]\nfolder = "watch-state"\n',
  );
  const rowsOf = () => readFileSync(at('watched/documents.jsonl'), 'utf8').trim().split('\n').length;
  const cut = await dehusk(['watch', 'watch.toml']);
  assert.match(cut.err + readdirSync(at('watched')).join(), /damaged|rejected|fault|1/);
  const before = rowsOf();
  assert.ok(before > 80 && before < ROWS, `${before} documents`);
  writeFileSync(at('watched.jsonl.gz'), whole);
  assert.equal((await dehusk(['watch', 'watch.toml'])).code, 0);
  assert.equal(rowsOf(), ROWS);
});

test('WARC and Parquet', async () => {
  const warc = Buffer.concat(pages.slice(0, 20).map((page) => gzipSync(warcOf(page))));
  writeFileSync(at('a.warc.gz'), warc.subarray(0, -30));
  const cut = await dehusk([...BATCH, '--fields', 'id', 'a.warc.gz']);
  assert.deepEqual([cut.code, cut.lines.length], [3, 19], cut.err);
  writeFileSync(at('a.warc.gz'), Buffer.concat([warc, Buffer.alloc(512)]));
  assert.deepEqual([(await dehusk([...BATCH, 'a.warc.gz'])).code], [0]);
  const one = gzipSync(pages.slice(0, 20).map(warcOf).join(''));
  writeFileSync(at('one.warc.gz'), half(one));
  const long = await dehusk([...BATCH, '--fields', 'id', 'one.warc.gz']);
  assert.equal(long.code, 3, long.err);

  writeFileSync(at('plain.jsonl'), plain);
  assert.equal((await dehusk([...BATCH, 'plain.jsonl', '-o', 'whole.parquet'])).code, 0);
  writeFileSync(at('cut.parquet'), half(readFileSync(at('whole.parquet'))));
  const parquet = await dehusk([...BATCH, '--each', 'cut.parquet', '-o', 'parquet', '--input-fields', 'html=text']);
  assert.equal(parquet.code, 3, parquet.err);
  assert.match(parquet.err, /cut\.parquet cannot be read as Parquet/);
  assert.ok(!existsSync(at('parquet/cut.jsonl.gz.done')));
});

test('a page that is cut is not taken for a whole one', async () => {
  const page = gzipSync(pages[0].html);
  writeFileSync(at('page.html.gz'), page.subarray(0, -20));
  const run = await dehusk(['page.html.gz']);
  assert.equal(run.code, 3, run.out);
  assert.match(run.err, /page\.html\.gz is damaged: it ends within its gzip/);
  const row = await dehusk([...BATCH, '--strict', 'page.html.gz']);
  assert.equal(row.code, 3, row.out + row.err);
  assert.equal(JSON.parse(row.out).ok, false);
  writeFileSync(at('page.html.gz'), Buffer.concat([page, Buffer.alloc(100)]));
  assert.equal((await dehusk(['page.html.gz'])).code, 0);
});

test('standard input in pieces of a byte', async () => {
  const run = spawn(process.execPath, [INSTALLED_DEHUSK, 'dedupe', '-', '--no-progress'], { cwd: home });
  let out = '';
  run.stdout.on('data', (chunk) => {
    out += chunk;
  });
  const small = gzipSync(rows.slice(0, 3).join(''));
  for (const byte of small.subarray(0, 20)) {
    run.stdin.write(Buffer.from([byte]));
    await new Promise((resolve) => setImmediate(resolve));
  }
  run.stdin.end(small.subarray(20));
  const code = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('dedupe did not end')), MAX_MILLISECONDS);
    run.on('close', (status) => {
      clearTimeout(timer);
      resolve(status);
    });
  });
  assert.deepEqual([code, out], [0, rows.slice(0, 3).join('')]);
});
