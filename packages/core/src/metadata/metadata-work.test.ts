/** Metadata costs time in proportion to the page. Counted, not timed: how often V8 runs each block of the code. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countExecutions } from '../executions.fixture.js';

const takeCounts = countExecutions(/[/](?:metadata|dates)[/](?!.*[.]test[.])/);
const { parse } = await import('@dehusk/html');
const { readMetadata } = await import('./read-metadata.js');

function workOf(html: string): number {
  const parsed = parse(html, { url: 'https://example.org/' });
  assert.ok(parsed.ok);
  takeCounts();
  JSON.stringify(readMetadata(parsed.page));
  return takeCounts();
}

const ldJson = (text: string): string => `<script type=application/ld+json>${text}</script>`;
const nestedAuthors = '<div class="author"><a href=/author/x>'.repeat(300);

/** Pages that grow with a number; each repeats what a loop inside a loop would multiply. */
const PAGES: Record<string, (size: number) => string> = {
  'authors that are nobody': (size) => '<meta name=citation_author content="admin">'.repeat(size),
  'authors, all the same': (size) => '<meta name=citation_author content="Jane Doe">'.repeat(size),
  'one author of many': (size) => `<meta name=citation_author content="${'Jane Doe, '.repeat(size)}">`,
  'addresses as authors': (size) => `<meta name=citation_author content="${'a@'.repeat(100)}">`.repeat(size / 10),
  titles: (size) => `<h1>${'word '.repeat(300)}</h1>${'<meta name=title content="a">'.repeat(size)}`,
  'nested bylines': (size) => `<h1>x</h1>${'<div class=author>'.repeat(size)}By Jane Doe`,
  'bylines around many nodes': (size) => `<h1>x</h1>${nestedAuthors}${'<br>'.repeat(size)}By Jane Doe`,
  'a heading around bylines': (size) => `<h1>x${'<i class=author>'.repeat(size)}${'<br>'.repeat(size)}`,
  'nested headings': (size) => `${'<h1>x<div>'.repeat(300)}${'<br>'.repeat(size)}`,
  'nested items': (size) => '<div itemscope itemprop=author><b itemprop=name>'.repeat(size),
  'references to one record': (size) =>
    ldJson(
      `[{"@type":"Person","@id":"x","name":"x"},${`{"@type":"WebSite","name":[${'{"@id":"x"},'.repeat(50)}1]},`.repeat(size / 10)}1]`,
    ),
  'broken scripts': (size) => ldJson('{"@type":"Article",}').repeat(size),
  'quotation marks in a string': (size) => ldJson(`{"a": "${'x" y '.repeat(size)}`),
};

/** Scripts that need repair. */
for (const unit of ['[', '{"a":', '{', '"', ',', '[,', '" ', '/*', '{"a":"b" '])
  PAGES[`a script of ${unit}`] = (size) => ldJson(`[x ${unit.repeat(size)}`);

for (const [what, page] of Object.entries(PAGES))
  test(`four times the page costs at most five times the work: ${what}`, () => {
    const [small, large] = [1_000, 4_000].map((size) => workOf(page(size)));
    assert.ok(large <= 5 * small, `${small} executions, then ${large}`);
  });

test('nested bylines that are too long are not read once per level', () => {
  const work = workOf(`<h1>x</h1>${'<div class=author>'.repeat(300)}${'<br>'.repeat(20_000)}${'word '.repeat(150)}`);
  assert.ok(work <= 40 * 20_000, `${work} executions for 20,000 nodes`);
});
