import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readPageRow } from './page-row.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-row-'));
writeFileSync(join(folder, 'page.html'), '<p>from a file');
writeFileSync(join(folder, 'page.html.gz'), gzipSync('<p>from a packed file'));
writeFileSync(join(folder, 'bomb.gz'), gzipSync(Buffer.alloc(100_000)));
writeFileSync(join(folder, 'large.html'), Buffer.alloc(20_000));
writeFileSync(join(folder, 'broken.gz'), Buffer.from([0x1f, 0x8b, 9, 9, 9, 9]));
execFileSync('mkfifo', [join(folder, 'pipe')]);
symlinkSync('/etc/passwd', join(folder, 'link.html'));
symlinkSync('/etc', join(folder, 'linked'));
symlinkSync('page.html', join(folder, 'inner.html'));
after(() => rmSync(folder, { recursive: true }));

const read = (line: string, pathField = 'path', root: string | null = folder) =>
  readPageRow(line, { folder, root, pathField }, { maxBytes: 10_000 });

const GOOD: readonly (readonly [line: string, page: string, charset: string | null, pathField?: string])[] = [
  ['{"html":"<p>ä"}', '<p>ä', null],
  ['{"html":""}', '', null],
  ['{"htmlBase64":"PHA+w6Q="}', '<p>ä', null],
  ['{"htmlBase64":"PHA-w6Q"}', '<p>ä', null],
  ['{"htmlBase64":"PHA+\\nw6Q=","charset":"latin1"}', '<p>ä', 'latin1'],
  ['{"htmlBase64":"PHA+","contentType":"text/html; charset=\\"utf-8\\""}', '<p>', 'utf-8'],
  ['{"path":"page.html"}', '<p>from a file', null],
  ['{"path":"page.html.gz","html":null}', '<p>from a packed file', null],
  ['{"html":"page.html"}', '<p>from a file', null, 'html'],
  ['{"path":"inner.html"}', '<p>from a file', null],
  [JSON.stringify({ path: join(folder, 'page.html') }), '<p>from a file', null],
];
for (const [line, page, charset, pathField] of GOOD)
  test(`${line}${pathField ? ` with paths in "${pathField}"` : ''} is a page`, () => {
    const row = read(line, pathField);
    assert.ok(row.ok, row.ok ? '' : row.detail);
    assert.deepEqual([Buffer.from(row.page as string).toString(), row.charset], [page, charset]);
  });

test('a wider root allows files outside of the folder, and null every file', () => {
  for (const root of ['/', '/etc', null]) assert.ok(read('{"path":"link.html"}', 'path', root).ok, String(root));
});

test('a row may name the type of its page', () => {
  for (const [line, pageType] of [
    ['{"html":"<p>","pageType":"forum"}', 'forum'],
    ['{"html":"<p>","pageType":null}', null],
    ['{"html":"<p>"}', null],
  ] as const) {
    const row = read(line);
    assert.equal(row.ok ? row.pageType : row.detail, pageType);
  }
});

test('id and address are kept, also of a row without a page', () => {
  const row = read('{"id":7,"url":"https://a.example/"}');
  assert.deepEqual([row.ok, row.id, row.url], [false, 7, 'https://a.example/']);
});

const BAD: readonly (readonly [line: string, reason: string, detail: RegExp])[] = [
  ['nonsense', 'bad-input', /not JSON/],
  ['', 'bad-input', /not JSON/],
  ['[]', 'bad-input', /got a list, expected an object/],
  ['null', 'bad-input', /got null/],
  ['"<p>"', 'bad-input', /got string/],
  ['{}', 'bad-input', /got no fields; expected one of "html"/],
  ['{"text":"a","id":1}', 'bad-input', /got text, id; expected/],
  ['{"id":{},"html":"a"}', 'bad-input', /"id" is an object, expected text or a number/],
  ['{"html":5}', 'bad-input', /"html" is number, expected text/],
  ['{"url":[],"html":"a"}', 'bad-input', /"url" is a list/],
  ['{"html":"a","pageType":"blog"}', 'bad-input', /"pageType": got "blog", expected article, forum/],
  ['{"html":"a","pageType":1}', 'bad-input', /"pageType": got 1, expected article/],
  ['{"html":"a","corrections":{}}', 'bad-input', /corrections got object, expected a list/],
  ['{"html":"a","corrections":[{"from":1}]}', 'bad-input', /a correction got \{"from":1\}, expected integers/],
  ['{"htmlBase64":"***"}', 'bad-input', /not base64/],
  ['{"path":"missing.html"}', 'unreadable', /ENOENT/],
  ['{"path":"."}', 'unreadable', /is a folder, expected a file/],
  ['{"path":"pipe"}', 'unreadable', /device or pipe/],
  ['{"path":"/etc/passwd"}', 'unreadable', /outside of the folder/],
  ['{"path":"/no/such/file"}', 'unreadable', /outside of the folder/],
  ['{"path":"/proc/self/environ"}', 'unreadable', /outside of the folder/],
  ['{"path":"../../../../../../../../etc/passwd"}', 'unreadable', /outside of the folder/],
  ['{"path":"deep/../../x"}', 'unreadable', /outside of the folder/],
  ['{"path":"link.html"}', 'unreadable', /outside of the folder/],
  ['{"path":"linked/passwd"}', 'unreadable', /outside of the folder/],
  ['{"path":"broken.gz"}', 'unreadable', /begins as gzip but is not/],
  ['{"path":"large.html"}', 'too-large', /20000 bytes, more than the 10000/],
  ['{"path":"bomb.gz"}', 'too-large', /unpacks to more than the 10000/],
];
for (const [line, reason, detail] of BAD)
  test(`${line || '(empty)'} is ${reason}`, () => {
    const row = read(line);
    assert.ok(!row.ok);
    assert.equal(row.reason, reason);
    assert.match(row.detail, detail);
  });
