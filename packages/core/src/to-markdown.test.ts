import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boilerpipeArticle } from '@dehusk/papers';
import { extract, rendererNamed, siteReader, type ToTextOptions, toMarkdown, toText } from './index.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their <a href="/list">number</a> into the book by the door. ';
const PAGE = `<html lang="en"><head><title>Boats</title></head><body><nav><a href="/">Home</a></nav>
<article><h2>Evening</h2><p>${SENTENCE.repeat(3)}</p></article></body></html>`;
const url = 'https://example.org/boats';

const cases: readonly (readonly [what: string, options: () => ToTextOptions])[] = [
  ['no options', () => ({})],
  ['an address', () => ({ url })],
  ['options of the format', () => ({ url, rendering: { links: false, title: false, metadata: true } })],
  ['another extractor', () => ({ extractor: boilerpipeArticle, options: {} })],
  ['a site reader', () => ({ url, site: siteReader() })],
];
for (const [what, options] of cases)
  test(`one call prints the document that extract returns: ${what}`, () => {
    const { rendering, ...extraction } = options();
    const { document } = extract(PAGE, extraction);
    const markdown = toMarkdown(PAGE, options());
    assert.match(markdown, /^## Evening$/m);
    assert.equal(markdown, rendererNamed('markdown').render(document, rendering));
    assert.equal(toText(PAGE, options()), rendererNamed('text').render(document, rendering));
  });

test('a result prints its formats on first use, once', () => {
  const result = extract(PAGE, { url });
  assert.equal(result.markdown, toMarkdown(PAGE, { url }));
  assert.equal(result.html, rendererNamed('html').render(result.document));
  assert.match(result.html, /^<!doctype html>.*<title>Boats<\/title>/s);
  assert.equal({ ...result }.markdown, result.markdown);
});

for (const [what, page] of [
  ['an empty page', ''],
  ['a page with a title alone', '<title>Boats</title><nav><a href="/">Home</a></nav>'],
] as const)
  test(`${what} is the empty string in every format`, () => {
    const result = extract(page, { url });
    assert.ok(!result.ok);
    const texts = [result.markdown, result.html, toMarkdown(page), toText(page)];
    texts.push(toMarkdown(page, { rendering: { metadata: true } }));
    assert.deepEqual([...new Set(texts)], ['']);
  });

const fragments: readonly (readonly [fragment: string, markdown: string])[] = [
  ['Hello world', 'Hello world'],
  ['<p>Hello world</p>', 'Hello world'],
  ['<div>Hello <b>you</b></div>', 'Hello **you**'],
  ['<a href="https://example.org/x">Link</a>', '[Link](https://example.org/x)'],
  ['<div class="card"><h3>Price</h3><span>12 €</span></div>', '### Price\n\n12 €'],
  ['<h2>Wetter</h2><p>Sonnig.</p>', '## Wetter\n\nSonnig.'],
  ['<ul><li><a href="/a">A</a><li><a href="/b">B</a></ul>', '- [A](/a)\n- [B](/b)'],
  ['你好，世界', '你好，世界'],
  ['<p>مرحبا بالعالم</p>', 'مرحبا بالعالم'],
  ['<blockquote>To be</blockquote>', '> To be'],
  ['<html><body><p>Hello world</p></body></html>', 'Hello world'],
];
for (const [fragment, markdown] of fragments)
  test(`all of a fragment is its content: ${fragment}`, () => assert.equal(toMarkdown(fragment), `${markdown}\n`));

for (const page of [PAGE, ''])
  test(`wrong options are errors ${page === '' ? 'on a page without text too' : 'of the called function'}`, () => {
    const wrong = (options: object) => () => toMarkdown(page, options);
    assert.throws(wrong({ rendring: {} }), {
      name: 'TypeError',
      message: /toMarkdown has no option "rendring".*did you mean "rendering"\?/,
    });
    assert.throws(wrong({ rendering: { link: false } }), { name: 'TypeError', message: /did you mean "links"\?/ });
    assert.throws(wrong({ extractor: 'justext' }), {
      name: 'TypeError',
      message: /extractor: got "justext", expected an extractor/,
    });
    assert.throws(() => toText(null as unknown as string), { name: 'TypeError', message: /a page got null/ });
  });
