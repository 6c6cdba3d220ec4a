/** The contract of every format, on the same documents. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { CELL, DISCUSSION, DOCUMENTS, documentOf, FULL, IMAGE, LINK, TITLE } from './documents.fixture.js';
import { RENDERERS, rendererNamed } from './index.js';
import { withoutBylines } from './plain-words.fixture.js';
import type { RenderOptions } from './renderer.js';

const OPTIONS: readonly RenderOptions[] = [
  {},
  { links: false },
  { images: false },
  { tables: false },
  { metadata: true },
  { metadata: false },
  { links: false, images: false, tables: false, metadata: false },
];
/** Maximum CPU time of a format for one of these documents, in milliseconds. */
const CPU_SECONDS = 2;
/** Formats that print metadata by default. */
const METADATA_BY_CUSTOM = new Set(['html', 'tei', 'xml']);
/** Formats that print the content's structure; `text` prints its words. */
const STRUCTURED = new Set(['markdown', 'html', 'tei', 'xml']);

test('names, extensions and summaries are unique', () => {
  for (const key of ['name', 'extension', 'summary'] as const)
    assert.equal(new Set(RENDERERS.map((one) => one[key])).size, RENDERERS.length, key);
  for (const one of RENDERERS) {
    assert.match(one.name, /^[a-z]+$/);
    assert.match(one.mediaType, /^[a-z]+\/[a-z+]+$/);
    assert.match(one.extension, /^[a-z]+(?:\.[a-z]+)?$/);
    assert.equal(rendererNamed(one.name), one);
  }
  assert.throws(() => rendererNamed('docx'), { name: 'RangeError', message: /"docx".*text, markdown, html/ });
});

for (const renderer of RENDERERS) {
  test(`${renderer.name} prints every document under every option, deterministically and in linear time`, () => {
    for (const [name, document] of DOCUMENTS) {
      const copy = structuredClone(document);
      for (const options of OPTIONS) {
        const withinLimit = cpuLimit(CPU_SECONDS, name);
        const printed = renderer.render(document, options);
        withinLimit();
        if (options === OPTIONS[0]) assert.equal(renderer.render(document, options), printed, name);
      }
      assert.deepEqual(document, copy, `${name} was changed`);
    }
  });

  test(`${renderer.name} keeps link targets, images and tables, unless they are switched off`, () => {
    const whole = renderer.render(documentOf(FULL));
    const structured = STRUCTURED.has(renderer.name);
    assert.equal(whole.includes(LINK), structured);
    assert.equal(whole.includes(IMAGE), structured);
    assert.ok(whole.includes(CELL));
    const withoutLinks = renderer.render(documentOf(FULL), { links: false });
    assert.ok(!withoutLinks.includes(LINK));
    for (const word of ['linkword', 'code caption', CELL]) assert.ok(withoutLinks.includes(word), word);
    const withoutImages = renderer.render(documentOf(FULL), { images: false });
    assert.ok(!withoutImages.includes(IMAGE));
    for (const word of ['figure caption', 'linkword', CELL]) assert.ok(withoutImages.includes(word), word);
    const withoutTables = renderer.render(documentOf(FULL), { tables: false });
    assert.ok(!withoutTables.includes(CELL));
    for (const word of ['linkword', 'fourth', 'figure caption']) assert.ok(withoutTables.includes(word), word);
  });

  test(`${renderer.name} prints metadata on request or by default, and not when switched off`, () => {
    const words = /Ann Author/;
    assert.match(renderer.render(documentOf(FULL), { metadata: true }), words);
    assert.doesNotMatch(renderer.render(documentOf(FULL), { metadata: false }), words);
    assert.equal(words.test(renderer.render(documentOf(FULL))), METADATA_BY_CUSTOM.has(renderer.name));
    assert.ok(!renderer.render(documentOf(FULL), { metadata: false }).includes(TITLE));
  });

  test(`${renderer.name} prints every word of a document once`, () => {
    const printed = renderer.render(documentOf(FULL), { metadata: false });
    for (const word of ['plain', 'marked', 'third', 'fourth', 'nested', 'quoted', 'deeper', 'linkword'])
      assert.equal(printed.split(word).length - 1, 1, word);
  });
}

test('every format prints comments on request, and none by default', () => {
  for (const renderer of RENDERERS) {
    const has = (options: RenderOptions): boolean => renderer.render(DISCUSSION, options).includes('a comment');
    assert.equal(has({ comments: true }), true, renderer.name);
    assert.equal(has({ comments: false }), false, renderer.name);
    assert.equal(has({}), false, renderer.name);
  }
});

test('posts are sections in Markdown, TEI and XML, change nothing in text and HTML, and add only authors and dates', () => {
  for (const { name, render } of RENDERERS) {
    const printed = render(DISCUSSION, { metadata: false });
    const plain = render({ ...DISCUSSION, posts: [] }, { metadata: false });
    assert.equal(printed !== plain, ['markdown', 'tei', 'xml'].includes(name), name);
    const words = (output: string): string[] => output.replace(/<[^>]*>/g, ' ').match(/[\p{L}\p{N}]+/gu) ?? [];
    const unnamed = render(withoutBylines(DISCUSSION), { metadata: false });
    assert.deepEqual(words(unnamed), words(plain), name);
  }
});
