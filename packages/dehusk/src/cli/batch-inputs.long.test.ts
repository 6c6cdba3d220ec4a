// Folders and lists of files as input, progress in rows, and resuming after kill -9.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { batchPages, newBatchReading } from '@dehusk/node';
import { type Ended, runHere, startDehusk } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-batch-inputs-'));
const at = (...names: string[]): string => join(folder, ...names);
after(() => rmSync(folder, { recursive: true }));

const SENTENCE = 'The ferry leaves at noon when the tide allows it, and otherwise an hour later than the board says. ';
const page = (title: string): string =>
  `<html lang="en"><title>${title}</title><h1>${title}</h1><p>${title}. ${SENTENCE.repeat(3)}</p>`;

mkdirSync(at('site', 'deep'), { recursive: true });
writeFileSync(at('site', 'one.html'), page('One'));
writeFileSync(at('site', 'deep', 'two.htm.gz'), gzipSync(page('Two')));
writeFileSync(at('site', 'notes.txt'), 'not a page');
writeFileSync(at('list.txt'), `${at('site', 'one.html')}\n\n${at('missing.html')}\n`);
mkdirSync(at('nothing'));

/** `ID: first line of the text, or the reason` of every row. */
const rowsOf = ({ out }: Ended): string[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, string>)
    .map(({ id, text, reason }) => `${id.replace(`${folder}/`, '')}: ${reason ?? text.split('\n')[0]}`);
const batch = (args: readonly string[], input: readonly string[] = []): Promise<Ended> =>
  runHere(['batch', '--threads', '1', ...args], input);

const INPUTS: readonly (readonly [what: string, args: readonly string[], input: string, rows: readonly string[]])[] = [
  ['a folder', [at('site')], '', ['deep/two.htm.gz: Two', 'one.html: One']],
  ['a page', [at('site', 'one.html')], '', ['site/one.html: One']],
  ['a list', ['--files-from', at('list.txt')], '', ['site/one.html: One', 'missing.html: unreadable']],
  [
    'a list on standard input',
    ['--files-from', '-'],
    `${at('site', 'deep', 'two.htm.gz')}\n`,
    ['site/deep/two.htm.gz: Two'],
  ],
  [
    'a folder and a list',
    [at('site'), '--files-from', '-', '--input-fields', 'path=html'],
    at('site', 'one.html'),
    ['deep/two.htm.gz: Two', 'one.html: One', 'site/one.html: One'],
  ],
  ['one shard of a folder', [at('site'), '--shard', '2/2'], '', ['one.html: One']],
];
for (const [what, args, input, rows] of INPUTS)
  test(`${what} as input`, async () => assert.deepEqual(rowsOf(await batch(args, [input])), rows));

const WRONG: readonly (readonly [args: readonly string[], code: number, says: RegExp])[] = [
  [[at('nothing')], 3, /is a folder without pages/],
  [[at('none')], 3, /there is no file or folder .*none/],
  [['--files-from', at('site')], 3, /--files-from got the folder .*expected a list/],
  [['-', '--files-from', '-'], 2, /standard input \(-\) can be read only once/],
];
for (const [args, code, says] of WRONG)
  test(`wrong input ends with code ${code}: ${args.map((one) => one.replace(folder, '')).join(' ')}`, async () => {
    const run = await batch(args);
    assert.equal(run.code, code, run.err);
    assert.match(run.err, says);
  });

test('progress counts rows: the second of 300 lines that name files is at 2/300', async () => {
  const lines = Array.from({ length: 300 }, (_, id) => `${JSON.stringify({ id: 1000 + id, path: 'site/one.html' })}\n`);
  writeFileSync(at('manifest.jsonl'), lines.join(''));
  writeFileSync(at('manifest.jsonl.gz'), gzipSync(lines.join('')));
  const shares = async (inputs: readonly string[], filesFrom?: string): Promise<(number | undefined)[]> => {
    const found: (number | undefined)[] = [];
    const options = { maxBytes: 1e6, ...(filesFrom === undefined ? {} : { filesFrom }) };
    for await (const { share } of batchPages(inputs, options, newBatchReading())) found.push(share);
    return found;
  };
  for (const name of ['manifest.jsonl', 'manifest.jsonl.gz']) {
    const found = await shares([at(name)]);
    const off = found.filter((share = 0, index) => Math.abs(share - (index + 1) / 300) > 1e-9);
    assert.deepEqual([found.length, off], [300, []], name);
  }
  assert.deepEqual(await shares([at('site')]), [0.5, 1]);
  assert.deepEqual((await shares([at('site'), at('manifest.jsonl')])).slice(0, 3), [0.25, 0.5, 0.5 + 1 / 600]);
  assert.deepEqual((await shares([], at('list.txt'))).at(-1), 1);
});

for (const name of ['rows.jsonl', 'rows.jsonl.gz'])
  test(`kill -9 and --resume end with the rows of an uninterrupted run: ${name}`, async () => {
    const html = page('Long').replace('</p>', ` ${SENTENCE.repeat(600)}</p>`);
    writeFileSync(at('long.html'), html);
    const lines = Array.from({ length: 50 }, (_, id) => `${JSON.stringify({ id, path: 'long.html' })}\n`);
    writeFileSync(at('input.jsonl'), lines.join(''));
    const args = ['batch', 'input.jsonl', '--threads', '2', '--fields', 'id,ok,html,text', '-o'];
    const read = (path: string): string => {
      const bytes = readFileSync(path);
      return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
    };
    const size = (): number => statSync(at(name), { throwIfNoEntry: false })?.size ?? 0;
    let kills = 0;
    for (let before = 0; kills < 2; before = size()) {
      const { child, ended } = startDehusk(folder, [...args, name, '--resume']);
      const isDone = ended.then(() => true);
      while (size() <= before) if (await Promise.race([isDone, wait(2, false)])) break;
      child.kill('SIGKILL');
      if ((await ended).code !== null) break;
      kills++;
    }
    assert.ok(kills > 0, 'no run was killed before its end');
    const last = await runHere(['batch', at('input.jsonl'), ...args.slice(2), at(name), '--resume']);
    assert.equal(last.code, 0, last.err);
    assert.match(last.err, /^earlier runs wrote \d+ rows?$/m);
    const expected = at(`uninterrupted-${name}`);
    await runHere(['batch', at('input.jsonl'), ...args.slice(2), expected]);
    assert.equal(read(at(name)), read(expected));
  });

test('a gzip output cut anywhere is resumed; a file that is not gzip is left alone', async () => {
  const lines = Array.from({ length: 40 }, (_, id) =>
    JSON.stringify({ id, html: page(`Page ${id}`).replace('</p>', `${SENTENCE.repeat(id * 20)}</p>`) }),
  );
  writeFileSync(at('pages.jsonl'), lines.join('\n'));
  const args = [at('pages.jsonl'), '--fields', 'id,html,text', '-o'];
  await batch([...args, at('all.gz')]);
  const all = readFileSync(at('all.gz'));
  const expected = gunzipSync(all).toString();
  for (const length of [0, 5, 15, all.length >> 1, all.length - 3, all.length]) {
    writeFileSync(at('cut.gz'), all.subarray(0, length));
    const run = await batch([...args, at('cut.gz'), '--resume']);
    assert.equal(run.code, 0, run.err);
    assert.equal(gunzipSync(readFileSync(at('cut.gz'))).toString(), expected, `cut at ${length}`);
  }
  writeFileSync(at('text.gz'), 'a text that someone misnamed');
  const refused = await batch([...args, at('text.gz'), '--resume']);
  assert.equal(refused.code, 3);
  assert.match(refused.err, /text\.gz is not packed as its name says: got 61207465, expected the header/);
  assert.equal(readFileSync(at('text.gz'), 'utf8'), 'a text that someone misnamed');
});
