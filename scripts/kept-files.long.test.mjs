// Files that someone put in the place of an output: no command truncates, empties, replaces or appends to them unasked.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { runHere } from '../packages/dehusk/dist/cli/stream-process.fixture.js';
import { INSTALLED_DEHUSK } from './installed-packages.mjs';

const home = mkdtempSync(join(tmpdir(), 'dehusk-kept-files-'));
after(() => {
  process.chdir('/');
  rmSync(home, { recursive: true, force: true });
});
const at = (name) => join(home, name);
const read = (name) => readFileSync(at(name));
process.chdir(home);
/** Runs the command line in this process: a start takes half a second. */
async function dehusk(args, input = '') {
  const run = await runHere(args, [input]);
  return { ...run, lines: run.out.split('\n').filter(Boolean) };
}
const page = (id) => ({
  id,
  url: `https://ferries.example/${id}`,
  html: `<!doctype html><html lang="en"><title>${id}</title><article><p>The ferry number ${id} leaves at dawn, and it carries ${id * 7} sheep.</p></article>`,
});
const linesOf = (from, to) =>
  Array.from({ length: to - from }, (_, at) => `${JSON.stringify(page(from + at))}\n`).join('');
writeFileSync(at('rows.jsonl'), linesOf(0, 8));
const BATCH = ['batch', 'rows.jsonl', '--threads', '1', '--extractor', 'everything', '--fields', 'id,text', '-o'];

/** Files that --resume must not touch, by what they are. */
const ROW = '{"id":0,"text":"mine"}';
const FOREIGN = {
  'a row without a final newline': ROW,
  'rows of other fields without a final newline': '{"a":1}\n{"a":2}\n{"a":3}',
  'rows of these fields and other ids': '{"id":90,"text":"x"}\n{"id":91,"text":"y"}\n{"id":92,"te',
  'more rows than the input has': Array.from({ length: 20 }, (_, id) => `{"id":${id},"text":"x"}`).join('\n'),
  'rows without ids': '{"id":null,"text":"x"}\n{"id":null,"te',
  'an object over many lines': '{\n  "id": 1\n}',
  'a text': 'my notes',
  'a text with a last line': 'my notes\nand more',
  'one brace': '{',
  'the beginning of another row': '{"id":0,"text":"The ferry number 9',
};
for (const [what, content] of Object.entries(FOREIGN))
  test(`batch --resume: ${what}`, async () => {
    for (const [name, bytes] of [
      ['out.jsonl', Buffer.from(content)],
      ['out.jsonl.gz', gzipSync(content)],
    ]) {
      if (what === 'one brace' && name === 'out.jsonl') continue;
      writeFileSync(at(name), bytes);
      const run = await dehusk([...BATCH, name, '--resume']);
      assert.ok(run.code === 2 || run.code === 3, `${name}: ${run.code} ${run.err}`);
      assert.deepEqual(read(name), bytes, `${name}: ${run.err}`);
    }
  });

test('batch --resume: a foreign gzip that is cut', async () => {
  for (const content of [
    FOREIGN['rows of other fields without a final newline'].repeat(50),
    '{\n  "id": 1\n}\n'.repeat(50),
  ]) {
    const bytes = gzipSync(content).subarray(0, -9);
    writeFileSync(at('foreign.jsonl.gz'), bytes);
    assert.equal((await dehusk([...BATCH, 'foreign.jsonl.gz', '--resume'])).code, 3);
    assert.deepEqual(read('foreign.jsonl.gz'), bytes);
  }
});

test('batch --resume: an own output is continued wherever it was cut, or lost to NULs', async () => {
  assert.equal((await dehusk([...BATCH, 'whole.jsonl'])).code, 0);
  const whole = read('whole.jsonl');
  for (const length of [
    0,
    1,
    20,
    whole.indexOf('\n'),
    whole.indexOf('\n') + 1,
    whole.length >> 1,
    whole.length - 1,
    whole.length,
  ]) {
    writeFileSync(at('part.jsonl'), whole);
    truncateSync(at('part.jsonl'), length);
    const run = await dehusk([...BATCH, 'part.jsonl', '--resume']);
    assert.equal(run.code, 0, `cut at ${length}: ${run.err}`);
    assert.deepEqual(read('part.jsonl'), whole, `cut at ${length}`);
  }
  for (const from of [10, whole.length >> 1]) {
    writeFileSync(at('part.jsonl'), Buffer.concat([whole.subarray(0, from), Buffer.alloc(3000)]));
    assert.equal((await dehusk([...BATCH, 'part.jsonl', '--resume'])).code, 0);
    assert.deepEqual(read('part.jsonl'), whole, `NULs from ${from}`);
  }
});

test('an output is not its own input', async () => {
  writeFileSync(at('same.jsonl.gz'), gzipSync(linesOf(0, 3)));
  const before = read('same.jsonl.gz');
  for (const args of [
    ['batch', 'same.jsonl.gz', '-o', 'same.jsonl.gz', '--overwrite'],
    ['batch', 'same.jsonl.gz', '-o', './same.jsonl.gz', '--resume'],
    ['batch', '--each', 'same.jsonl.gz', '-o', '.', '--overwrite'],
    ['batch', '--each', 'same.jsonl.gz', '-o', '.'],
    ['dedupe', 'same.jsonl.gz', '--field', 'html', '-o', 'same.jsonl.gz', '--overwrite'],
    ['dedupe', 'same.jsonl.gz', '--field', 'html', '--state', 'same.jsonl.gz'],
  ]) {
    const run = await dehusk(args);
    assert.equal(run.code, 2, `${args}: ${run.err}`);
    assert.match(run.err, /the output .*same\.jsonl\.gz is the input same\.jsonl\.gz/);
    assert.deepEqual(read('same.jsonl.gz'), before);
  }
});

test('batch --each: a foreign file in the place of an output stays; an own one without its mark is made again', async () => {
  mkdirSync(at('each'));
  const args = ['batch', '--each', 'rows.jsonl', '--threads', '1', '-o', 'each', '--output-type', 'jsonl'];
  writeFileSync(at('each/rows.jsonl'), 'mine');
  const refused = await dehusk(args);
  assert.equal(refused.code, 3);
  assert.match(
    refused.err,
    /each\/rows\.jsonl exists, has no rows\.jsonl\.done and is not what this run writes.*--overwrite/,
  );
  assert.deepEqual([readdirSync(at('each')), read('each/rows.jsonl').toString()], [['rows.jsonl'], 'mine']);
  assert.equal((await dehusk([...args, '--overwrite'])).code, 0);
  rmSync(at('each/rows.jsonl.done'));
  assert.equal((await dehusk(args)).code, 0);
  assert.deepEqual(readdirSync(at('each')).sort(), ['rows.jsonl', 'rows.jsonl.done']);
});

const texts = (from, to) =>
  Array.from({ length: to - from }, (_, id) => `${JSON.stringify({ text: `text ${from + id}` })}\n`).join('');
const DEDUPE = ['dedupe', 'texts.jsonl', '-o', 'unique.jsonl', '--state', 'seen', '--no-progress'];
const FOREIGN_OUTPUTS = {
  'a shorter file': 'mine',
  'a longer file': 'mine, and very long. '.repeat(200),
  'rows of another run': texts(500, 600),
  'an empty file': '',
};
for (const [what, content] of Object.entries(FOREIGN_OUTPUTS))
  test(`dedupe --state: the output was replaced by ${what}`, async () => {
    for (const name of ['seen', 'unique.jsonl']) rmSync(at(name), { force: true });
    writeFileSync(at('texts.jsonl'), texts(0, 50));
    assert.equal((await dehusk(DEDUPE)).code, 0);
    writeFileSync(at('unique.jsonl'), content);
    writeFileSync(at('texts.jsonl'), texts(0, 60));
    const run = await dehusk(DEDUPE);
    assert.equal(run.code, 2, run.err);
    assert.equal(read('unique.jsonl').toString(), content);
  });

test('dedupe --state: the output was replaced before anything was committed', async () => {
  for (const [what, content] of Object.entries(FOREIGN_OUTPUTS)) {
    for (const name of ['seen', 'unique.jsonl', 'missing.jsonl']) rmSync(at(name), { force: true });
    writeFileSync(at('texts.jsonl'), texts(0, 50));
    assert.equal((await dehusk(DEDUPE.with(1, 'missing.jsonl'))).code, 3);
    writeFileSync(at('unique.jsonl'), content);
    const run = await dehusk(DEDUPE);
    if (content !== '') {
      assert.equal(run.code, 2, `${what}: ${run.err}`);
      assert.equal(read('unique.jsonl').toString(), content, what);
    } else assert.equal(read('unique.jsonl').toString(), texts(0, 50), run.err);
  }
});

test('dedupe --state: appended text, too; an own output that was killed is continued', async () => {
  for (const name of ['seen', 'unique.jsonl']) rmSync(at(name), { force: true });
  writeFileSync(at('texts.jsonl'), texts(0, 50));
  assert.equal((await dehusk(DEDUPE)).code, 0);
  writeFileSync(at('unique.jsonl'), `${texts(0, 50)}my own line\n`);
  assert.equal((await dehusk(DEDUPE)).code, 2);
  assert.match(read('unique.jsonl').toString(), /my own line/);

  for (const name of ['seen', 'unique.jsonl']) rmSync(at(name), { force: true });
  writeFileSync(at('texts.jsonl'), texts(0, 200_000));
  const run = spawn(process.execPath, [INSTALLED_DEHUSK, ...DEDUPE], { cwd: home, stdio: 'ignore' });
  const ended = new Promise((resolve) => run.on('close', resolve));
  for (
    let waited = 0;
    waited < 30_000 && (statSync(at('unique.jsonl'), { throwIfNoEntry: false })?.size ?? 0) === 0;
    waited += 2
  )
    await wait(2);
  run.kill('SIGKILL');
  await ended;
  const again = await dehusk(DEDUPE);
  assert.equal(again.code, 0, again.err);
  assert.ok(read('unique.jsonl').toString() === texts(0, 200_000));
});

const watch = async (gzip) => {
  writeFileSync(
    at('watch.toml'),
    `[[sources]]\nkind = "jsonl"\npath = "watched.jsonl"\n[[sinks]]\nkind = "jsonl"\ngzip = ${gzip}\nfolder = "watched"\n[stream]\nextractor = "everything"\nworkers = 1\n[state]\nfolder = "watch-state"\n`,
  );
  return dehusk(['watch', 'watch.toml']);
};
for (const gzip of [false, true])
  test(`watch: a replaced file of ${gzip ? 'gzip' : 'JSON lines'} is refused, and a correct one is continued`, async () => {
    const name = gzip ? 'watched/documents.jsonl.gz' : 'watched/documents.jsonl';
    const rows = () => (gzip ? gunzipSync(read(name)) : read(name)).toString().trim().split('\n').length;
    for (const folder of ['watched', 'watch-state']) rmSync(at(folder), { recursive: true, force: true });
    writeFileSync(at('watched.jsonl'), linesOf(0, 5));
    assert.equal((await watch(gzip)).code, 0);
    const own = read(name);
    writeFileSync(at('watched.jsonl'), linesOf(0, 8));
    const foreign = Buffer.from('mine, and longer than the output. '.repeat(1000));
    writeFileSync(at(name), foreign);
    const refused = await watch(gzip);
    assert.equal(refused.code, 3, refused.err);
    assert.match(refused.err, /is not the file that the state continues/);
    assert.deepEqual(read(name), foreign);
    // What follows the committed rows is of a run that was killed.
    writeFileSync(at(name), Buffer.concat([own, Buffer.from('{"torn')]));
    assert.equal((await watch(gzip)).code, 0);
    assert.equal(rows(), 8);
  });

test('watch: a file put where nothing was committed yet is moved aside', async () => {
  for (const folder of ['watched', 'watch-state']) rmSync(at(folder), { recursive: true, force: true });
  writeFileSync(at('watched.jsonl'), '');
  await watch(false);
  mkdirSync(at('watched'), { recursive: true });
  for (let again = 1; again <= 2; again++) {
    writeFileSync(at('watched/documents.jsonl'), `mine ${again}`);
    await watch(false);
    assert.equal(read(`watched/uncommitted-documents.jsonl.${again}`).toString(), `mine ${again}`);
  }
});

test('corpus: a foreign report or corpus in the folder stays', async () => {
  for (const name of ['report.html', 'report.json', 'corpus.vert']) {
    rmSync(at('corpus'), { recursive: true, force: true });
    mkdirSync(at('corpus'));
    writeFileSync(at(`corpus/${name}`), '{"mine": true}');
    const run = await dehusk(['corpus', '--from', 'rows.jsonl', '-o', 'corpus', '--extractor', 'everything']);
    assert.equal(run.code, 3, run.err);
    assert.match(run.err, new RegExp(`${name} exists, and corpus has no report\\.json of a corpus`));
    assert.deepEqual([readdirSync(at('corpus')), read(`corpus/${name}`).toString()], [[name], '{"mine": true}']);
  }
  rmSync(at('corpus'), { recursive: true });
  for (let again = 0; again < 2; again++)
    assert.equal(
      (await dehusk(['corpus', '--from', 'rows.jsonl', '-o', 'corpus', '--extractor', 'everything'])).code,
      0,
    );
});

test('a folder of outputs: files of pages stay, and so does a failed.jsonl that is something else', async () => {
  mkdirSync(at('pages'));
  mkdirSync(at('texts'));
  for (const id of [1, 2]) writeFileSync(at(`pages/${id}.html`), page(id).html);
  writeFileSync(at('texts/1.txt'), 'mine');
  writeFileSync(at('texts/failed.jsonl'), 'mine, too');
  const run = await dehusk(['pages', '-o', 'texts', '--extractor', 'everything']);
  assert.equal(run.code, 3, run.err);
  assert.match(run.err, /failed\.jsonl exists and is no list of failed pages/);
  rmSync(at('texts/failed.jsonl'));
  assert.equal((await dehusk(['pages', '-o', 'texts', '--extractor', 'everything'])).code, 0);
  assert.equal(read('texts/1.txt').toString(), 'mine');
  assert.ok(existsSync(at('texts/2.txt')));
});
