// Rows of `batch`: order, bad lines, fields, outputs that exist.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { batch, pages } from './batch-rows.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-batch-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

/** Whether a row fits docs/output.schema.json. */
const isRecord = new Ajv2020({ strict: false, validateFormats: false }).compile(
  JSON.parse(readFileSync(new URL('../../../../docs/output.schema.json', import.meta.url), 'utf8')),
);

test('rows come in input order, the same whatever the threads, packed or not', async () => {
  const lines = pages(30);
  writeFileSync(
    at('pages.jsonl.gz'),
    Buffer.concat([gzipSync(lines.slice(0, 10).join('')), gzipSync(lines.slice(10).join(''))]),
  );
  const one = await batch([at('pages.jsonl.gz')]);
  const four = await batch(['--threads', '4'], [lines.join('')]);
  assert.equal(one.code, 0, one.err);
  assert.deepEqual(
    one.rows.map((row) => row.id),
    Array.from({ length: 30 }, (_, id) => id),
  );
  assert.equal(one.out, four.out);
  assert.match(String(one.rows[3].text), /^Page 3\. Every year in March/m);
  assert.match(one.err, /30 pages: 30 kept\n[\d.]+ s, [\d.]+ pages\/s, [\d.]+ [kM]B\/s of HTML, peak memory \d+ MiB/);

  const packed = await batch(['-o', at('out.jsonl.gz')], lines);
  assert.equal(packed.code, 0, packed.err);
  assert.equal(gunzipSync(readFileSync(at('out.jsonl.gz'))).toString(), one.out);
});

test('bad lines are rows, and the others are done', async () => {
  const run = await batch(
    ['--fields', 'id,ok,reason'],
    ['{"id":"a","html":"<p>"}\n\nnonsense\n{"id":"c","path":"none"}\n[1]\n', ...pages(1)],
  );
  assert.deepEqual(run.rows, [
    { id: 'a', ok: false, reason: 'no-text' },
    { id: null, ok: false, reason: 'bad-input' },
    { id: 'c', ok: false, reason: 'unreadable' },
    { id: null, ok: false, reason: 'bad-input' },
    { id: 0, ok: true, reason: null },
  ]);
  assert.equal(run.code, 0);
  assert.match(run.err, /5 pages: 1 kept, 4 rejected \(2 bad-input, 1 no-text, 1 unreadable\)/);
});

test('the summary counts one page and one row as one, and says in words what the template says', async () => {
  const one = await batch(['-o', at('one.jsonl')], pages(1));
  assert.match(one.err, /^1 page: 1 kept$/m);
  writeFileSync(at('one-input.jsonl'), pages(1)[0]);
  await batch([at('one-input.jsonl'), '-o', at('resumed.jsonl')]);
  const resumed = await batch([at('one-input.jsonl'), '-o', at('resumed.jsonl'), '--resume']);
  assert.match(resumed.err, /has 1 row; going on after it[\s\S]*earlier runs wrote 1 row\n0 new pages/);
  const demo = fileURLToPath(new URL('../../demo/', import.meta.url));
  const site = await batch(['--site', demo]);
  assert.match(site.err, /1 rejected \(1 not an article of its site\)/);
});

test('fields and format choose what a row holds', async () => {
  const html = await batch(['--format', 'html'], pages(1));
  assert.ok('html' in html.rows[0] && 'text' in html.rows[0]);
  const chosen = ['title', 'text', 'posts', 'line', 'html', 'content', 'hostname', 'id'];
  const both = await batch(['--fields', chosen.join()], pages(1));
  assert.deepEqual(Object.keys(both.rows[0]), chosen);
  const all = await batch(['--format', 'jsonl'], [...pages(1), '{"id": "x", "html": ""}\n', 'no page\n']);
  for (const row of all.rows) assert.ok(isRecord(row), JSON.stringify(isRecord.errors));
  assert.deepEqual(
    all.rows.map(({ schema, ok, reason, line }) => [schema, ok, reason, line]),
    [
      [1, true, null, undefined],
      [1, false, 'empty-input', undefined],
      [1, false, 'bad-input', undefined],
    ],
  );
  for (const [wrong, intended] of [
    ['titles', 'title'],
    ['byline', 'author'],
  ]) {
    const unknown = await batch(['--fields', `id,${wrong}`], []);
    assert.equal(unknown.code, 2);
    assert.match(unknown.err, new RegExp(`no field is named "${wrong}" .*did you mean "${intended}"\\?`));
  }
});

test('the page type of the run, and that of a row, which overrides it', async () => {
  const [first, second] = pages(2);
  const typed = JSON.stringify({ ...JSON.parse(second), pageType: 'documentation' });
  const run = await batch(['--set', 'pageType=service', '--fields', 'pageType'], [first, `${typed}\n`]);
  assert.deepEqual(run.rows, [{ pageType: 'service' }, { pageType: 'documentation' }]);
  const unknown = await batch(['--set', 'pageType=blog'], []);
  assert.deepEqual([unknown.code, /pageType: got "blog", expected article, forum/.test(unknown.err)], [2, true]);
});

test('an output is never replaced unasked nor resumed with another input', async () => {
  writeFileSync(at('kept.jsonl'), '{"id":"x","ok":true}\n');
  writeFileSync(at('other.jsonl'), pages(2).join(''));
  const cases = [
    { args: [], code: 3, says: /exists; --overwrite replaces it, --resume continues it/ },
    { args: ['--resume'], code: 2, says: /kept\.jsonl have the fields id,ok, this run writes id,url,ok,/ },
    { args: ['--resume', '--fields', 'id,ok'], code: 2, says: /row 1 of the output has the id "x", of the input 0/ },
    { args: ['--resume', '--overwrite'], code: 2, says: /contradict/ },
    { args: ['--resume', '--fields', 'text'], code: 2, says: /needs the field "id"/ },
  ];
  for (const { args, code, says } of cases) {
    const run = await batch([at('other.jsonl'), '-o', at('kept.jsonl'), ...args]);
    assert.equal(run.code, code, run.err);
    assert.match(run.err, says);
    assert.equal(readFileSync(at('kept.jsonl'), 'utf8'), '{"id":"x","ok":true}\n');
  }
  assert.equal((await batch([at('missing.jsonl')])).code, 3);
});

test('--resume changes no file that has no rows', async () => {
  writeFileSync(at('rows.jsonl'), pages(2).join(''));
  for (const [name, bytes] of [
    ['notes.txt', Buffer.from('first\nlast')],
    ['note.txt', Buffer.from('last')],
    ['image.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0')],
    ['notes.gz', gzipSync('first\nlast')],
    ['archive.gz', gzipSync('name\0\0\0')],
  ] as const) {
    writeFileSync(at(name), bytes);
    const run = await batch([at('rows.jsonl'), '-o', at(name), '--resume']);
    assert.equal(run.code, 3, run.err);
    assert.match(run.err, /something else than rows of JSON; move it away/);
    assert.deepEqual(readFileSync(at(name)), bytes);
  }
});

test('a manifest that names its files in "html" is read with --input-fields path=html', async () => {
  const [first, second] = pages(2).map((line) => JSON.parse(line).html as string);
  mkdirSync(at('html'));
  writeFileSync(at('html/0.html'), first);
  writeFileSync(at('html/1.html.gz'), gzipSync(second));
  const lines = ['0.html', '1.html.gz', '2.html'].map((name, id) => JSON.stringify({ id, html: `html/${name}` }));
  writeFileSync(at('manifest.jsonl.gz'), gzipSync(lines.join('\n')));
  const run = await batch([at('manifest.jsonl.gz'), '--input-fields', 'path=html', '--fields', 'id,reason,text']);
  assert.deepEqual(
    run.rows.map(({ id, reason }) => [id, reason]),
    [
      [0, null],
      [1, null],
      [2, 'unreadable'],
    ],
  );
  assert.match(String(run.rows[1].text), /Every year in March/);
});
