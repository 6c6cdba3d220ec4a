/** Output grows with the page, also where a page repeats a long address or title: `<abbr title="…">` around many paragraphs. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '../index.js';
import { pageRecord } from '../record.js';

const LONG = 'x'.repeat(8_000);
const WORDS = '<p>The words of an article, which go on for a while, and then some more of them, and it was good.';
const PARAGRAPHS = 3_000;

const OPENINGS: Readonly<Record<string, string>> = {
  abbreviation: `<abbr title="${LONG}">`,
  'address of a link': `<a href="/${LONG}">`,
  'title of a link': `<a href="/b" title="${LONG}">`,
  'address of a base': `<base href="https://site.example/${LONG}/"><a href="b">`,
};

const printed = (opening: string, paragraph = WORDS): { page: number; text: string; outputs: readonly string[] } => {
  const page = `<!doctype html><title>Words</title>${opening}${paragraph.repeat(PARAGRAPHS)}`;
  const result = extract(page, { url: 'https://site.example/a', extractor: 'everything' });
  assert.ok(result.ok);
  const outputs = [result.markdown, result.html, JSON.stringify(pageRecord(result))];
  return { page: page.length, text: result.text, outputs };
};

for (const [name, opening] of Object.entries(OPENINGS))
  test(`a long ${name} is not repeated without bound`, () => {
    const { page, text, outputs } = printed(opening);
    assert.equal(text, printed('').text, 'the words stay');
    for (const { length } of outputs) assert.ok(length < 1_500_000 + 8 * page, `${length} characters of ${page}`);
  });

test('links of common length stay, however many there are', () => {
  const { outputs } = printed(
    '',
    `<p><a href="/news/2026/11/25/a-common-address.html" title="A title">Words</a> of it`,
  );
  assert.equal(outputs[1].match(/<a href="https:\/\/site.example\/news/g)?.length, PARAGRAPHS);
});
