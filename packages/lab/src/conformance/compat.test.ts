import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Readability as Original } from '@mozilla/readability';
import { type DefuddleResponse, Readability } from 'dehusk/compat';
import { JSDOM } from 'jsdom';
import { parseHTML } from 'linkedom';
import { compareWithReadability, hasReadabilityPages } from './compat.js';

const SENTENCE = 'The keeper of the light wrote down every ship that passed the island in that winter. ';
const HTML = `<html lang="en"><title>Ships</title><body><article><h1>Ships</h1><p>${SENTENCE.repeat(8)}</p><p><img src="a.png">${SENTENCE.repeat(8)}</p></article></body></html>`;

test('the class takes documents of jsdom and linkedom, and its types are those of the original', () => {
  const { document } = new JSDOM(HTML, { url: 'https://example.org/ships' }).window;
  const article: ReturnType<Original['parse']> = new Readability(document).parse();
  assert.ok(article);
  assert.match(article.content ?? '', /<img src="https:\/\/example\.org\/a\.png"/);
  const text = new Readability(parseHTML(HTML).document).parse()?.textContent;
  assert.equal(text, article.textContent);
  const serialized = new Readability(document, {
    serializer: (node) => (node as Element).querySelectorAll('p').length,
  });
  assert.equal(serialized.parse()?.content, 2);
  assert.equal(document.querySelectorAll('h1').length, 1, 'the document is not changed');
});

test('the result of Defuddle has the fields of the original', () => {
  type Common = Pick<DefuddleResponse, 'content' | 'title' | 'author' | 'published' | 'wordCount'>;
  const fits = (response: DefuddleResponse): Pick<import('defuddle').DefuddleResponse, keyof Common> => response;
  assert.equal(typeof fits, 'function');
});

const skip = !hasReadabilityPages() && 'skipped: needs the data set readability';
test("agreement with Readability on a fifth of Readability's own test pages", { skip }, async () => {
  const { pages, articles, fields, text } = await compareWithReadability(5);
  assert.equal(pages, 26);
  assert.ok(articles.dehusk >= 25, `${articles.dehusk} articles`);
  assert.ok(text.dehusk.score >= 0.93, `word F1 ${text.dehusk.score}`);
  const least = {
    title: 0.6,
    byline: 0.55,
    excerpt: 0.75,
    siteName: 0.8,
    lang: 1,
    dir: 0.8,
    publishedTime: 0.6,
    readerable: 0.8,
  };
  for (const [name, share] of Object.entries(least)) {
    const { same, given, differences } = fields[name as keyof typeof fields];
    assert.ok(same >= share * given, `${name}: ${same} of ${given}\n${differences.join('\n')}`);
  }
});
