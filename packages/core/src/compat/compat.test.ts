import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { Defuddle, type DomDocument, isProbablyReaderable, Readability } from './index.js';

const SENTENCE = 'The keeper of the light wrote down every ship that passed the island in that winter. ';
const HTML = `<html lang="en-GB" dir="ltr"><head><title>Ships of the winter | Island Post</title>
<meta property="og:site_name" content="Island Post"><meta name="description" content="A list of ships.">
<meta property="og:image" content="/ships.jpg"><link rel="shortcut icon" href="/icon.png">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"Ships of the winter","author":{"@type":"Person","name":"Ada Lind"},"datePublished":"2024-02-03T08:00:00Z"}</script></head>
<body><nav><a href="/">Home</a></nav><article><h1>Ships of the winter</h1><p>${SENTENCE.repeat(8)}</p><figure><img src="b.jpg" alt="Boat"></figure><p class="drop">${SENTENCE.repeat(8)}<a href="/log">The log</a></p></article>
<footer>© Island Post</footer></body></html>`;

/** A document as DOM libraries have it. */
function documentOf(html: string, url: string | null): DomDocument & { readonly written: string[] } {
  const written: string[] = [];
  return {
    written,
    documentElement: { outerHTML: html },
    documentURI: url,
    compatMode: 'CSS1Compat',
    querySelectorAll: () => ({ length: 20 }),
    createElement: () => ({
      set innerHTML(text: string) {
        written.push(text);
      },
    }),
  } as DomDocument & { readonly written: string[] };
}
const PAGE = documentOf(HTML, 'https://www.island.example/ships');
const EMPTY = documentOf('<html><body><nav><a href="/">Home</a></nav></body></html>', null);

test('Readability returns the fields of an article, its title not repeated', () => {
  const article = new Readability(PAGE).parse();
  assert.ok(article);
  const { content, textContent, length, ...metadata } = article;
  assert.deepEqual(metadata, {
    title: 'Ships of the winter',
    excerpt: 'A list of ships.',
    byline: 'Ada Lind',
    dir: 'ltr',
    siteName: 'Island Post',
    lang: 'en-GB',
    publishedTime: '2024-02-03T08:00:00Z',
  });
  assert.match(content, /^<div id="readability-page-1" class="page"><p>The keeper/);
  assert.match(content, /<img src="https:\/\/www\.island\.example\/b\.jpg" alt="Boat">/);
  assert.match(content, /href="https:\/\/www\.island\.example\/log"/);
  assert.doesNotMatch(content, /Home|<h1|©/);
  assert.equal(length, textContent.length);
  assert.ok(textContent.startsWith(SENTENCE.trim()));
});

test('Readability ignores JSON-LD in linear time', () => {
  for (const part of ['<script ', '<script type="application/ld+json">']) {
    const page = { documentElement: { outerHTML: `<body><p>${SENTENCE}</p><!--${part.repeat(100_000)}-->` } };
    const withinLimit = cpuLimit(10, part);
    new Readability(page, { disableJSONLD: true }).parse();
    withinLimit();
  }
});

test('Readability: null without an article; options that work, and those without effect', () => {
  assert.equal(new Readability(EMPTY).parse(), null);
  assert.equal(new Readability(PAGE, { disableJSONLD: true }).parse()?.byline, null);
  assert.throws(
    () => new Readability(PAGE, { maxElemsToParse: 19 }).parse(),
    /20 elements, more than maxElemsToParse \(19\)/,
  );
  assert.ok(new Readability(PAGE, { maxElemsToParse: 20 }).parse());
  const plain = new Readability(PAGE).parse()?.content;
  const serialized = new Readability(PAGE, { serializer: (node) => [node] }).parse();
  assert.equal(serialized?.content.length, 1);
  assert.deepEqual(PAGE.written, [plain]);
  const ignored = { debug: true, charThreshold: 1, nbTopCandidates: 9, keepClasses: true, classesToPreserve: ['drop'] };
  assert.deepEqual(new Readability(PAGE, ignored).parse(), new Readability(PAGE).parse());
});

for (const wrong of [null, undefined, HTML, {}])
  test(`what is no document is a TypeError: ${wrong === HTML ? 'HTML' : JSON.stringify(wrong)}`, () => {
    assert.throws(() => new Readability(wrong as unknown as DomDocument), {
      name: 'TypeError',
      message: /extract\(html\)/,
    });
    if (wrong !== HTML) assert.throws(() => new Defuddle(wrong as unknown as DomDocument), { name: 'TypeError' });
  });

test('isProbablyReaderable: long paragraphs, by its two options', () => {
  assert.equal(isProbablyReaderable(PAGE), true);
  assert.equal(isProbablyReaderable(PAGE, { minScore: 1_000 }), false);
  assert.equal(isProbablyReaderable(PAGE, { minContentLength: 10_000 }), false);
  assert.equal(isProbablyReaderable(EMPTY), false);
});

test('Defuddle returns content and metadata, by both calls', async () => {
  const { content, parseTime, schemaOrgData, ...metadata } = new Defuddle(PAGE).parse();
  assert.deepEqual(metadata, {
    title: 'Ships of the winter',
    description: 'A list of ships.',
    author: 'Ada Lind',
    published: '2024-02-03T08:00:00Z',
    site: 'Island Post',
    domain: 'island.example',
    favicon: 'https://www.island.example/icon.png',
    image: 'https://www.island.example/ships.jpg',
    language: 'en-GB',
    wordCount: 16 * 16 + 2,
  });
  assert.match(content, /^<p>The keeper/);
  assert.ok(parseTime >= 0);
  assert.equal(schemaOrgData[0].headline, 'Ships of the winter');
  const url = 'https://www.island.example/ships';
  for (const input of [PAGE, `<!doctype html>${HTML}`, { window: { document: PAGE } }])
    assert.deepEqual({ ...(await Defuddle(input, url)), parseTime }, { ...new Defuddle(PAGE).parse(), parseTime });
});

test('Defuddle: options that work', async () => {
  const markdown = await Defuddle(HTML, 'https://a.example/', { markdown: true, removeImages: true });
  assert.match(markdown.content, /^The keeper.*\[The log\]\(https:\/\/a\.example\/log\)\n$/s);
  assert.doesNotMatch(markdown.content, /Boat/);
  const both = await new Defuddle(PAGE, { separateMarkdown: true, url: 'https://b.example/' }).parseAsync();
  assert.match(both.contentMarkdown ?? '', /!\[Boat\]\(https:\/\/b\.example\/b\.jpg\)/);
  assert.match(both.content, /^<p>/);
  assert.equal((await Defuddle(HTML, undefined, { contentSelector: 'footer' })).content.trim(), '<p>© Island Post</p>');
  const none = await Defuddle(HTML, undefined, { contentSelector: '.story' });
  assert.deepEqual([none.content, none.title, none.wordCount], ['', 'Ships of the winter', 0]);
  await assert.rejects(async () => Defuddle(5 as unknown as string), { name: 'TypeError' });
});

test('Defuddle: JSON-LD too deep for JSON.stringify is left out', async () => {
  const script = (json: string): string => `<script type="application/ld+json">${json}</script>`;
  const deep = `{"@type":"Article","x":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const chain = `${'{"@type":"Article","mainEntity":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const page = `${script(deep)}${script(chain)}${script('{"@type":"Article","headline":"Ships"}')}<p>Text.`;
  const { schemaOrgData } = await Defuddle(page);
  assert.equal(JSON.stringify(schemaOrgData), '[{"@type":"Article","headline":"Ships"}]');
});
