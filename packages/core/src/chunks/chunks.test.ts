// Chunks cover the text, stay within their size where they can, and say where they are.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, extract, formatNamed } from '@dehusk/core';
import fc from 'fast-check';
import { textOfContents } from '../render/content-text.js';
import { documentOf } from '../render/documents.fixture.js';
import { contentTree } from '../render/markdown/arbitrary.fixture.js';

type DocumentContent = Parameters<typeof documentOf>[0][number];
const SENTENCE = 'The harbour master counts the boats every evening and writes their number into the book. ';
const url = 'https://pier.example/boats#top';
const page = (body: string): string =>
  `<!doctype html><html lang=en><head><title>Boats at the pier</title></head><body><main><article><h1>Boats at the pier</h1>${body}</article></main></body></html>`;
const section = (name: string, sentences: number): string =>
  `<h2>${name}</h2><p>${`${name}: <a href="/x">${SENTENCE}</a>`.repeat(sentences)}</p>`;

test('the texts of chunks, joined, are the text, and ids are different', () => {
  fc.assert(
    fc.property(contentTree.some, fc.integer({ min: 1, max: 60 }), (content, maxTokens) => {
      const document = documentOf(content);
      const text = textOfContents(document.content);
      const chunks = chunksOf(document, { maxTokens });
      assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
      for (const chunk of chunks) assert.equal(text.slice(chunk.from, chunk.to), chunk.text);
      assert.equal(new Set(chunks.map(({ id }) => id)).size, chunks.length);
      for (const chunk of chunksOf(document, { maxTokens, overlap: 10 })) {
        assert.equal(text.slice(chunk.from, chunk.to), chunk.text);
        assert.ok(chunk.text.trim() !== '' || text.trim() === '');
      }
    }),
    { numRuns: 300 },
  );
});

test('chunks are under their headings, within their size, and where their range of the source says', () => {
  const html = page(
    `${section('Morning', 3) + section('Noon', 40) + section('Evening', 12)}<h3>Night</h3><p>${SENTENCE.repeat(9)}</p>`,
  );
  const { document, text } = extract(html, { url });
  const chunks = chunksOf(document, { maxTokens: 200 });
  assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
  assert.ok(chunks.length >= 8, `${chunks.length}`);
  for (const chunk of chunks) {
    assert.ok(chunk.tokens <= 204, `${chunk.tokens}`);
    assert.ok(chunk.source !== null);
    const source = html.slice(...chunk.source).replace(/<[^>]+>/g, ' ');
    for (const word of chunk.text.split(/\s+/)) assert.ok(source.includes(word), word);
    assert.match(chunk.link, /^https:\/\/pier\.example\/boats#:~:text=[^#]+$/);
    assert.equal(chunk.markdown.includes('](https://pier.example/x)'), !chunk.headings.includes('Night'));
  }
  assert.deepEqual(chunks.at(-1)?.headings, ['Evening', 'Night']);
  // No chunk ends with a heading.
  for (const { text: part } of chunks) assert.ok(!/(?:^|\n)(?:Noon|Evening|Night)\n?$/.test(part), part.slice(-30));
});

test('no end of a link has words around a formula, a picture or a line break', () => {
  const rest = 'the keeper writes the number of boats into a long book';
  for (const between of ['<math><mi>x</mi></math>', '<img src="/x.png" alt="a boat" width="9" height="9">', '<br>']) {
    const { document } = extract(page(`<p>The sum ${between} of all, ${rest} ${between} of it.</p>`), { url });
    const { link } = chunksOf(document).at(-1) ?? assert.fail();
    assert.ok(!/sum|of%20it/.test(link.slice(link.indexOf('#'))), link);
  }
});

test('a revision keeps the ids of the sections that it keeps', () => {
  const sections = ['Morning', 'Noon', 'Evening', 'Night'].map((name, at) => section(name, 8 + at));
  const ids = (body: string): string[] =>
    chunksOf(extract(page(body)).document, { maxTokens: 150 }).map(({ id }) => id);
  const before = ids(sections.join(''));
  const after = ids(sections.toSpliced(1, 1, section('Noon', 3) + section('Tea', 9)).join(''));
  const kept = before.filter((id) => after.includes(id));
  const own = chunksOf(extract(page(sections.join(''))).document, { maxTokens: 150 });
  for (const { id, headings } of own) if (headings[0] !== 'Noon') assert.ok(kept.includes(id), headings.join(' > '));
});

test('a continued table has its head again, a list its numbers, and code is whole', () => {
  const rows = Array.from({ length: 40 }, (_, at) => `<tr><td>Boat ${at}</td><td>${SENTENCE}</td></tr>`).join('');
  const items = Array.from({ length: 30 }, (_, at) => `<li>Item ${at + 1}. ${SENTENCE}</li>`).join('');
  const code = Array.from({ length: 60 }, (_, at) => `const boat${at} = count(${at});`).join('\n');
  const html = page(
    `<p>${SENTENCE.repeat(3)}</p><table><thead><tr><th>Name</th><th>Remark</th></tr></thead>${rows}</table><ol>${items}</ol><pre><code>${code}</code></pre><p>${SENTENCE.repeat(2)}</p>`,
  );
  const { document, text } = extract(html);
  const chunks = chunksOf(document, { maxTokens: 200 });
  assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
  const tables = chunks.filter(({ markdown }) => markdown.includes('| Boat '));
  assert.ok(tables.length > 4);
  for (const { markdown } of tables) assert.match(markdown, /\| Name +\| Remark +\|\n\| ?-/);
  for (const { markdown } of chunks)
    for (const [, number, item] of markdown.matchAll(/^(\d+)\. Item (\d+)\./gm)) assert.equal(number, item);
  assert.equal(chunks.filter(({ markdown }) => markdown.includes('const boat')).length, 1);
});

test('overlap repeats whole sentences of the chunk before', () => {
  const numbered = Array.from(
    { length: 60 },
    (_, at) => `Sentence ${at} names the boats of the evening by their colours.`,
  );
  const { document, text } = extract(page(`<p>${numbered.join(' ')}</p>`));
  const chunks = chunksOf(document, { maxTokens: 100, overlap: 30 });
  for (const [at, chunk] of chunks.entries()) {
    assert.equal(text.slice(chunk.from, chunk.to), chunk.text);
    if (at === 0) continue;
    assert.ok(chunk.from < chunks[at - 1].to && chunk.from > chunks[at - 1].from);
    assert.match(chunk.text, /^Sentence \d+ names/);
  }
});

test('the format prints a chunk a line, and obeys the options of rendering', () => {
  const result = extract(page(section('Morning', 30)), { url });
  const lines = formatNamed('chunks').print(result, { maxTokens: 100, links: false }, { id: 'p1' }).trim().split('\n');
  assert.ok(lines.length > 3);
  for (const line of lines) {
    const chunk = JSON.parse(line);
    assert.deepEqual([chunk.page, chunk.title], ['p1', 'Boats at the pier']);
    assert.ok(!chunk.markdown.includes(']('));
    assert.ok(chunk.source !== null);
  }
  assert.throws(() => chunksOf(result.document, { maxTokens: 0 }), RangeError);
});

test('a text below headings leaves room for them', () => {
  const paragraph: DocumentContent = { type: 'paragraph', inline: [{ type: 'text', text: SENTENCE.repeat(20) }] };
  const heading = (level: 1 | 2): DocumentContent => ({
    type: 'heading',
    level,
    inline: [{ type: 'text', text: 'Boats at the pier' }],
  });
  for (const maxTokens of [30, 60, 100])
    for (const { tokens } of chunksOf(documentOf([heading(1), heading(2), paragraph]), { maxTokens }))
      assert.ok(tokens <= maxTokens, `${tokens} tokens, expected at most ${maxTokens}`);
});

test('a text in a script without spaces is divided, too', () => {
  const { document, text } = extract(page(`<p>${'港の主任は毎晩船を数えて、その数を帳面に書き込む。'.repeat(80)}</p>`));
  const chunks = chunksOf(document, { maxTokens: 100 });
  assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
  assert.ok(chunks.length > 15 && chunks.every(({ tokens }) => tokens <= 100));
});
