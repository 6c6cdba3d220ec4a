// Many pages into a folder: threads, continuing after a kill, the list of failed pages.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-folder-'));
const at = (...names: string[]): string => join(folder, ...names);
after(() => rmSync(folder, { recursive: true }));

const SENTENCE = 'The harbour master counts the boats every evening and writes their names into a long green book. ';
const NO_TEXT = '<!doctype html><title>empty</title><img src="a.png">';

/** Writes pages of different sizes, so that threads finish out of order. */
function writePages(name: string, count: number): void {
  mkdirSync(at(name, 'deep'), { recursive: true });
  for (let id = 0; id < count; id++) {
    const text = SENTENCE.repeat(id % 7 === 0 ? 400 : 4);
    const html = `<!doctype html><html lang="en"><title>Page ${id}</title><h1>Page ${id}</h1><p>Page ${id}. ${text}</p>`;
    writeFileSync(at(name, id % 3 === 0 ? 'deep' : '.', `${id}.html`), html);
  }
}

/** Path and content of every file below a folder. */
function filesIn(name: string): Record<string, string> {
  const files = readdirSync(at(name), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  const paths = files.map((one) => join(one.parentPath ?? one.path, one.name)).sort();
  return Object.fromEntries(paths.map((path) => [path.slice(at(name).length + 1), readFileSync(path, 'utf8')]));
}

test('the same files, whatever the threads, and a summary', async () => {
  writePages('many', 30);
  const one = await runHere([at('many'), '-o', at('one'), '--parallel', '1']);
  const three = await runHere([at('many'), '-o', at('three'), '--parallel', '3']);
  assert.deepEqual([one.code, three.code], [0, 0], one.err + three.err);
  assert.equal(Object.keys(filesIn('one')).length, 30);
  assert.deepEqual(filesIn('three'), filesIn('one'));
  assert.match(filesIn('one')['deep/3.txt'], /^Page 3\. The harbour master/m);
  assert.match(three.err, /^30 pages: 30 kept\n[\d.]+ s, [\d.]+ pages\/s, \d+ kB\/s of HTML, /);
});

test('a second run extracts only pages without a file, and says which files are older than their page', async () => {
  writePages('again', 6);
  await runHere([at('again'), '-o', at('again-texts')]);
  writeFileSync(at('again-texts', '1.txt'), 'kept as it is\n');
  rmSync(at('again-texts', '2.txt'));
  utimesSync(at('again', '4.html'), new Date(), new Date(Date.now() + 60_000));
  const run = await runHere([at('again'), '-o', at('again-texts')]);
  assert.equal(run.code, 0, run.err);
  assert.match(run.err, /^earlier runs extracted 5 pages, 1 of them older than their page; --overwrite/);
  assert.match(run.err, /^1 new page: 1 kept$/m);
  assert.equal(filesIn('again-texts')['1.txt'], 'kept as it is\n');
  await runHere([at('again'), '-o', at('again-texts'), '--overwrite']);
  assert.match(filesIn('again-texts')['1.txt'], /^Page 1\. /m);
});

test('failed pages are listed in the output folder, and the next run tries them again', async () => {
  writePages('some', 4);
  writeFileSync(at('some', 'empty.html'), NO_TEXT);
  writeFileSync(at('some', 'huge.html'), 'x'.repeat(300_000));
  const run = await runHere([at('some'), '-o', at('some-texts'), '--max-bytes', '200k']);
  assert.equal(run.code, 3);
  assert.match(run.err, /^6 pages: 4 kept, 2 rejected \((1 no-\w+, 1 too-large|1 too-large, 1 no-\w+)\)$/m);
  const listed = filesIn('some-texts')['failed.jsonl'].trimEnd().split('\n');
  const failures = listed.map((line) => JSON.parse(line) as Record<string, unknown>);
  assert.deepEqual(
    failures.map(({ id, url, ok }) => [id, url, ok]),
    [
      ['empty.html', null, false],
      ['huge.html', null, false],
    ],
  );
  assert.match(String(failures[1].detail), /300000 bytes, more than the 204800 allowed/);

  rmSync(at('some', 'huge.html'));
  writePages('some', 5);
  writeFileSync(at('some', 'empty.html'), readFileSync(at('some', '4.html')));
  const repaired = await runHere([at('some'), '-o', at('some-texts')]);
  assert.equal(repaired.code, 0, repaired.err);
  assert.ok(!('failed.jsonl' in filesIn('some-texts')));
});

test('a page that takes too long fails alone', async () => {
  writePages('slow', 3);
  writeFileSync(at('slow', 'slow.html'), '<p>a<b>b</b>'.repeat(200_000));
  const run = await runHere([at('slow'), '-o', at('slow-texts'), '--timeout', '0.5']);
  assert.equal(run.code, 1, run.err);
  assert.match(run.err, /slow\.html: timeout: /);
  assert.equal(Object.keys(filesIn('slow-texts')).filter((name) => name.endsWith('.txt')).length, 3);
});

test('a killed run leaves no half file and continues to the same files', async () => {
  writePages('killed', 80);
  await runHere([at('killed'), '-o', at('uninterrupted')]);
  const expected = filesIn('uninterrupted');
  let kills = 0;
  for (const files of [1, 40]) {
    const { child, ended } = startDehusk(folder, ['killed', '-o', 'resumed', '--parallel', '2']);
    const isDone = ended.then(() => true);
    mkdirSync(at('resumed'), { recursive: true });
    while (readdirSync(at('resumed'), { recursive: true }).length < files)
      if (await Promise.race([isDone, wait(5, false)])) break;
    child.kill('SIGKILL');
    const { code } = await ended;
    if (code === null) kills++;
    for (const [name, content] of Object.entries(filesIn('resumed')))
      if (!name.endsWith('.partial')) assert.equal(content, expected[name], name);
  }
  assert.ok(kills > 0, 'no run was killed before its end');
  const last = await runHere([at('killed'), '-o', at('resumed')]);
  assert.equal(last.code, 0, last.err);
  assert.deepEqual(filesIn('resumed'), expected);
});
