// No page takes more time than its length explains: each page here repeats one word in one place of an article, 160 kB of it, and
// every extractor reads it in about a second of CPU time at most. The words begin regular expressions again, or divide their loops;
// superlinear.mjs finds them in the sources. NIGHTLY_TESTS=1 tries each of them in every place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { INSTALLED } from './installed-packages.mjs';
import { attacks } from './superlinear.mjs';

const PACKAGES = process.env.ATTACKED_PACKAGES ?? join(INSTALLED, 'node_modules/@dehusk');
const packed = (name) => import(pathToFileURL(join(PACKAGES, name, 'dist/index.js')).href);
const { extract } = await packed('core');
const { EXTRACTORS, DEFAULT_EXTRACTOR, extractorNamed } = await packed('papers');
const LENGTH = 160_000;
const MAX_MILLISECONDS = 1_000;

const SENTENCE =
  'The keeper of the harbour counts the boats every evening and writes their number into the book by the door. ';
const TEXT = `<p>${SENTENCE.repeat(4)}</p>`.repeat(3);
const page = (inside, head = '') =>
  `<!doctype html><html><head><title>The harbour</title>${head}</head><body><main><article><h1>The harbour</h1>${TEXT}${inside}${TEXT}</article></main></body></html>`;
const asAttribute = (value) => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const asText = (value) => value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asString = (value) => JSON.stringify(value).replaceAll('</', '<\\/');
/** A page whose text is in its state alone. */
const stated = (script) =>
  `<!doctype html><html><head><title>The harbour</title></head><body><div id="__next"></div>${script}</body></html>`;
const state = (post) =>
  stated(`<script id="__NEXT_DATA__" type="application/json">{"props": {"pageProps": {"post": ${post}}}}</script>`);
const BODY = `"title": "The harbour", "body": ${asString(TEXT)}`;

/** Pages with a value in one place, by the name of the place. */
const PLACES = {
  class: (value) =>
    page(`<div class="${asAttribute(value)}"><div class="${asAttribute(value)}">${TEXT}</div><pre>code</pre></div>`),
  'class of a formula': (value) =>
    page(
      `<p>It is <span class="${asAttribute(`katex ${value}`)}"><math><mi>x</mi></math></span> and <img class="${asAttribute(`tex ${value}`)}" alt="x^2" src="a.png">.</p>`,
    ),
  id: (value) => page(`<div id="${asAttribute(value)}">${TEXT}</div>`),
  href: (value) =>
    page(
      `<p><a href="https://${asAttribute(value)}">Edit this</a></p><p>${SENTENCE}<a href="${asAttribute(value)}">more</a></p>`,
    ),
  src: (value) =>
    page(
      `<figure><img src="${asAttribute(value)}" srcset="${asAttribute(value)}"><figcaption>Boats</figcaption></figure>`,
    ),
  alt: (value) =>
    page(
      `<p>${SENTENCE}<img class="tex" src="a.png" alt="${asAttribute(value)}"><img src="b.png" alt="${asAttribute(value)}"></p>`,
    ),
  title: (value) =>
    page(`<p title="${asAttribute(value)}">${SENTENCE}<abbr title="${asAttribute(value)}">one</abbr></p>`),
  style: (value) =>
    page(`<ol style="${asAttribute(value)}"><li style="${asAttribute(value)}">One boat</li><li>Two boats</li></ol>`),
  'data-*': (value) =>
    page(
      `<div data-state="${asAttribute(value)}" data-src="${asAttribute(value)}"><p data-lang="${asAttribute(value)}">${SENTENCE}</p></div>`,
    ),
  text: (value) => page(`<p>${asText(value)}</p>`),
  code: (value) => page(`<pre><code>${asText(value)}</code></pre>`),
  markup: (value) => page(value),
  comment: (value) => page(`<!-- ${value.replaceAll('-->', '')} -->`),
  head: (value) =>
    page(
      '',
      `<title>${asText(value)}</title><meta name="author" content="${asAttribute(value)}"><meta name="date" content="${asAttribute(value)}">`,
    ),
  script: (value) =>
    page('', `<script>window.state = ${value}</script><script>var state = {"a": ${asString(value)}}</script>`),
  'linked data': (value) =>
    page('', `<script type="application/ld+json">{"@type": "Article", "articleBody": ${asString(value)}}</script>`),
  'state: value': (value) =>
    state(`{${BODY}, "more": ${asString(value)}, "text": ${asString(SENTENCE.repeat(5) + value)}}`),
  'state: key': (value) => state(`{${BODY}, ${asString(value)}: ${asString(SENTENCE.repeat(9))}}`),
  'state: flight': (value) =>
    stated(
      `<script>self.__next_f.push([1, ${asString(`${value}\n1:["$","article",null,{"children":["$","p",null,{"children":"${SENTENCE.repeat(9)}"}]}]\n`)}])</script>`,
    ),
  'end of the source': (value) => `<!doctype html><html><body><main>${TEXT}${value}`,
};

/** Words that begin much in pages, and those of faults that there were. */
const WORDS = [
  ' ',
  '\n',
  '<',
  '<p',
  '<body',
  '<!--',
  '</',
  '"',
  "'",
  '\\',
  '&',
  ';',
  '-',
  '_',
  '/',
  '[',
  '{',
  '(',
  '$',
  '0',
  '日',
].concat([
  '_git',
  'hint',
  'MathJaxM',
  '_MathJaxM',
  'related',
  'list-style:',
  'a ',
  '"\\',
  '://',
  '.a',
  '<a ',
  '="',
  ": '",
]);
/** Words without an end, or with one that no expression expects. */
const ENDS = ['', '\n'];

/** Words of the expressions in the sources that read pages. */
function wordsOfSources() {
  const found = new Set(WORDS);
  const paths = ['html', 'core', 'papers'].flatMap((name) =>
    readdirSync(`packages/${name}/src`, { recursive: true }).map((path) => join('packages', name, 'src', path)),
  );
  for (const path of paths.filter((one) => /(?<!\.test|\.fixture)\.ts$/.test(one))) {
    const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    const visit = (node) => {
      if (ts.isRegularExpressionLiteral(node)) {
        const [, source, flags] = /^\/([\s\S]*)\/(\w*)$/.exec(node.text);
        for (const [, word] of attacks({ source, flags })) found.add(word);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found];
}

/** Milliseconds of CPU time that an extractor takes; measured again where they are more than `most`. */
function cost(html, extractor, most) {
  let least = Infinity;
  for (let tries = 0; tries < 3 && least > most; tries++) {
    const started = process.cpuUsage();
    extract(html, { extractor: extractorNamed(extractor), url: 'https://example.org/harbour' });
    const { user, system } = process.cpuUsage(started);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

const repeated = (word, length, end = '') => word.repeat(Math.ceil(length / word.length)) + end;

function slowPages(words, places, extractors, length = LENGTH) {
  const most = Math.min(1, length / LENGTH) * MAX_MILLISECONDS;
  const found = [];
  for (const word of words)
    for (const place of places)
      for (const end of ENDS)
        for (const extractor of extractors) {
          const milliseconds = cost(PLACES[place](repeated(word, length, end)), extractor, most);
          if (milliseconds > most)
            found.push(
              `${extractor}: ${place}, ${JSON.stringify(word)} … ${JSON.stringify(end)}: ${Math.round(milliseconds)} ms`,
            );
        }
  return found;
}

const LONG = process.env.NIGHTLY_TESTS === '1';
const names = EXTRACTORS.map(({ name }) => name);
/** Where each fault was: the word, the place and the extractor. */
const FAULTS = [
  ['<p', 'state: value', DEFAULT_EXTRACTOR],
  ['_git', 'href', DEFAULT_EXTRACTOR],
  ['hint', 'class', DEFAULT_EXTRACTOR],
  ['\n', 'state: flight', DEFAULT_EXTRACTOR],
  ['MathJaxM', 'class of a formula', DEFAULT_EXTRACTOR],
  ['related', 'state: key', DEFAULT_EXTRACTOR],
  ['list-style:', 'style', DEFAULT_EXTRACTOR],
  ['<body', 'end of the source', 'bte-parity'],
];

test('pages that once took seconds do not', () => {
  assert.deepEqual(
    FAULTS.flatMap(([word, place, extractor]) => slowPages([word], [place], [extractor], 2 * LENGTH)),
    [],
  );
});

test('every extractor reads a page that repeats a word in about a second', () => {
  const places = Object.keys(PLACES);
  const words = LONG ? wordsOfSources() : WORDS;
  // Each word in a few places with the default extractor and one other; or all words in all places with the default extractor.
  const faults = words.flatMap((word, at) =>
    LONG
      ? slowPages([word], places, [DEFAULT_EXTRACTOR], LENGTH / 2)
      : slowPages(
          [word],
          places.filter((_, place) => (at + place) % 8 === 0),
          [DEFAULT_EXTRACTOR, names[at % names.length]],
        ),
  );
  assert.deepEqual(faults, []);
});
