/** Records keep to `docs/output.schema.json` and `docs/output.md`, in one order, whatever the page holds. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkFieldName, FIELD_NAMES, FORMATS, formatNamed, rowOf } from './formats.js';
import { extract } from './index.js';
import { pageRecord, RECORD_FIELDS, RECORD_VERSION, recordWith } from './record.js';
import { CELL, DISCUSSION, DOCUMENTS, documentOf, FULL, IMAGE, LINK } from './render/documents.fixture.js';

const docs = (name: string): string => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');
const SCHEMA = JSON.parse(docs('output.schema.json')) as { $id: string; properties: Record<string, object> };
// Without allErrors: the branches of nested content would all be read to their ends.
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(SCHEMA);
/** Asserts that a printed record fits the schema. */
function fits(record: unknown, about: string): void {
  assert.ok(validate(record), `${about}: ${JSON.stringify(validate.errors?.slice(0, 3))}`);
}
const names = RECORD_FIELDS.map(({ name }) => name);
const pageOf = (document: (typeof DOCUMENTS)[number][1]) => ({ ok: true, document });

for (const [name, document] of DOCUMENTS.filter(([name]) => name !== 'names that are no names'))
  test(`${name}: the record fits the schema, and JSON Lines is the same on one line without the structure`, () => {
    const printed = JSON.parse(formatNamed('json').print(pageOf(document))) as Record<string, unknown>;
    fits(printed, name);
    assert.deepEqual(Object.keys(printed), names);
    const line = formatNamed('jsonl').print(pageOf(document));
    assert.equal(line.indexOf('\n'), line.length - 1);
    const { content: _, ...rest } = printed;
    assert.deepEqual(JSON.parse(line), rest);
  });

test('the schema, the documentation and the table have the same fields, order and meaning', () => {
  assert.equal(SCHEMA.$id, `urn:dehusk:record:${RECORD_VERSION}`);
  const meanings = RECORD_FIELDS.map(({ name, doc }) => [name, doc]);
  const described = Object.entries(SCHEMA.properties).map(([name, one]) => [
    name,
    (one as { description: string }).description,
  ]);
  assert.deepEqual(described.slice(0, names.length), meanings);
  assert.deepEqual(
    described.slice(names.length).map(([name]) => name),
    [...FIELD_NAMES.slice(names.length), 'line', 'revision', 'site', 'input'],
  );
  const section =
    docs('output.md')
      .split('\n## ')
      .find((one) => one.startsWith('The record\n')) ?? assert.fail();
  const rows = [...section.matchAll(/^- `(\w+)`: (.*)$/gm)].map(([, name, meaning]) => [name, meaning]);
  assert.deepEqual(rows.slice(0, names.length), meanings);
  assert.deepEqual(
    rows.slice(names.length).map(([name]) => name),
    described.slice(names.length).map(([name]) => name),
  );
});

const PAGE = `<html lang=en><title>Lamps</title><p>${'The keeper trims every lamp before the sun is down. '.repeat(9)}`;
const FAILURES = {
  'a page without text': extract('<title>Lamps</title><nav></nav>', { url: 'https://a.example/1' }),
  'a page that was refused': extract('', { url: 'https://a.example/1' }),
  'a page that was not read': { ok: false, reason: 'http-error', detail: 'the server answered 404' },
};

test('a result is its record in JSON', () => {
  const result = extract(PAGE, { url: 'https://a.example/1' });
  assert.equal(`${JSON.stringify(result, null, 2)}\n`, formatNamed('json').print(result));
  const { schema, id, url, ok, reason, language, text, length, excerpt } = pageRecord(result);
  assert.deepEqual([schema, id, url, ok, reason, language], [1, null, 'https://a.example/1', true, null, 'en']);
  assert.deepEqual([text, length, excerpt], [result.text, result.length, result.excerpt]);
});

for (const [name, page] of Object.entries({ 'a page with text': extract(PAGE), ...FAILURES }))
  test(`${name}: a result has the fields of its record`, () => {
    if (!('document' in page)) return;
    const { schema, id, at, ...record } = pageRecord(page);
    for (const [field, value] of Object.entries(record))
      assert.deepEqual({ ...page }[field as keyof typeof page], value, field);
  });

test('a failure has a record with its reason and all fields', () => {
  for (const [name, page] of Object.entries(FAILURES)) {
    const known = { id: 'a.html', url: 'https://a.example/1', at: 0 };
    for (const format of FORMATS) {
      const printed = format.print(page, {}, known);
      if (format.name === 'csv') assert.ok(printed.includes(`false,${page.reason},`), name);
      else if (!format.printsFailures) assert.equal(printed, '', `${name}, ${format.name}`);
      else {
        const record = JSON.parse(printed) as Record<string, unknown>;
        fits(record, `${name}, ${format.name}`);
        const { reason, detail } = page;
        assert.deepEqual({ ...record, ...known, at: '1970-01-01T00:00:00.000Z', ok: false, reason, detail }, record);
        assert.deepEqual([record.text, record.length, record.posts], ['', 0, []]);
      }
    }
  }
});

test('the options of a format leave parts out of text and structure', () => {
  const record = (options: object) => JSON.stringify(pageRecord(pageOf(documentOf(FULL)), {}, options));
  for (const [word, options] of [
    [LINK, { links: false }],
    [IMAGE, { images: false }],
    [CELL, { tables: false }],
  ] as const) {
    assert.ok(record({}).includes(word), word);
    assert.ok(!record(options).includes(word), word);
  }
  assert.equal(pageRecord(pageOf(DISCUSSION)).comments.length, 1);
  assert.deepEqual(pageRecord(pageOf(DISCUSSION), {}, { comments: false }).comments, []);
  assert.throws(() => pageRecord(pageOf(DISCUSSION), {}, { link: false } as object), /did you mean "links"\?/);
});

test('a row has the fields asked for in that order, formats included', () => {
  const page = pageOf(documentOf(FULL));
  const row = rowOf(['text', 'markdown', 'schema', 'html', 'tei'], page);
  assert.deepEqual(Object.keys(row), ['text', 'markdown', 'schema', 'html', 'tei']);
  fits(row, 'a row');
  for (const name of ['markdown', 'html', 'tei'] as const) assert.equal(row[name], formatNamed(name).print(page));
  fits(rowOf(FIELD_NAMES, FAILURES['a page that was not read']), 'a row of a failure');
  const { chunks = [], text } = rowOf(['chunks', 'text'], page, {}, { maxTokens: 16 });
  fits({ chunks }, 'a row of chunks');
  assert.ok(chunks.length > 1);
  assert.equal(chunks.map((one) => one.text).join(''), text);
  assert.deepEqual(Object.keys(recordWith(['length', 'ok'], page)), ['length', 'ok']);
});

test('an unknown field is an error that names the intended one', () => {
  for (const name of FIELD_NAMES) checkFieldName(name);
  checkFieldName('line', ['line']);
  for (const [wrong, intended] of [
    ['byline', 'author'],
    ['publishedTime', 'date'],
    ['lang', 'language'],
    ['dir', 'direction'],
    ['description', 'excerpt'],
    ['titles', 'title'],
  ])
    assert.throws(() => checkFieldName(wrong), {
      name: 'RangeError',
      message: new RegExp(`^no field is named "${wrong}" \\(there are: schema, id, .*did you mean "${intended}"\\?$`),
    });
});

test('the schema refuses what is wrong', () => {
  for (const wrong of [
    { url: 1 },
    { schema: 2 },
    { url: null, extra: 1 },
    { content: [{ type: 'heading', level: 7, inline: [] }] },
    { content: [{ type: 'paragraph', inline: [{ type: 'text' }] }] },
  ])
    assert.equal(validate(wrong), false, JSON.stringify(wrong));
});

test('CSV read back has the values of the record', () => {
  for (const [name, document] of DOCUMENTS) {
    const { head = '', print } = formatNamed('csv');
    const [columns, row, ...more] = readCsv(head + print(pageOf(document)));
    assert.deepEqual(more, []);
    const record = pageRecord(pageOf(document));
    for (const [at, column] of columns.entries()) {
      const value = record[column as keyof typeof record];
      const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
      assert.equal(row[at], /^[=+@-]/.test(text) ? `'${text}` : text, `${name}: ${column}`);
    }
    assert.deepEqual(
      columns,
      names.filter((one) => !['posts', 'comments', 'items', 'content'].includes(one)),
    );
  }
});

test('CSV: no text of a page is a formula to a spreadsheet', () => {
  const { head = '', print } = formatNamed('csv');
  const cells = (title: string): string[] =>
    readCsv(head + print(pageOf(documentOf([], { ...documentOf([]).metadata, title, tags: [title] }))))[1];
  const [columns] = readCsv(head);
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20']) {
    const title = `${start}HYPERLINK("https://a.example/","x")`;
    const row = cells(title);
    assert.equal(row[columns.indexOf('title')], `'${title}`, JSON.stringify(start));
    for (const cell of row) assert.doesNotMatch(cell, /^[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/, JSON.stringify(start));
  }
  assert.equal(cells('Ferry = late')[columns.indexOf('title')], 'Ferry = late');
});

/** Rows of CSV (RFC 4180). */
function readCsv(source: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of source.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n\r]*))(,|\n)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '\n') rows.push([]);
  }
  return rows.slice(0, -1);
}
