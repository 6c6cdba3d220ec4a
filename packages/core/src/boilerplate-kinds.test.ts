import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { blockList, contentBlocks } from './blocks/content-blocks.js';
import { boilerplateKinds } from './boilerplate-kinds.js';

/** Enough text that no box below it has most of the page. */
const ARTICLE = `<p>${'The harbour was rebuilt after the storm of last winter, and the boats are back. '.repeat(12)}</p>`;

/** The kinds of the blocks behind the article, as `text: kind`. */
function kindsIn(html: string): string[] {
  const parsed = parse(`<body>${ARTICLE}${html}`);
  assert.ok(parsed.ok);
  const blocks = blockList(contentBlocks(parsed.page));
  return boilerplateKinds(parsed.page, blocks)
    .map((kind, at) => `${blocks[at].text}: ${kind}`)
    .slice(1);
}

const CASES: readonly (readonly [what: string, html: string, kinds: readonly string[]])[] = [
  ['an element named nav', '<nav><p>Fish, and more', ['Fish, and more: navigation']],
  ['a role', '<div role=navigation><p>Fish', ['Fish: navigation']],
  [
    'a list of links without a name',
    '<ul><li><a href=/a>Fish</a><li><a href=/b>Boats</a></ul>',
    ['Fish: navigation', 'Boats: navigation'],
  ],
  [
    'a link in text',
    '<div>See the <a href=/a>tide</a> table of the old harbour</div>',
    ['See the tide table of the old harbour: boilerplate'],
  ],
  [
    'words in camel case',
    '<div id=topNav><p>Fish</div><div class=relatedLinks><p>Boats',
    ['Fish: navigation', 'Boats: related'],
  ],
  [
    'the innermost name',
    '<div class=comments><p>I agree.<div class=ad-box><p>Buy ropes',
    ['I agree.: comment', 'Buy ropes: advertisement'],
  ],
  ['comments of other pages', '<div class=recent-comments><p>Ann on tides', ['Ann on tides: related']],
  [
    'a word alone',
    '<div>Anzeige</div><div>Anzeige aufgeben und Ruder verkaufen</div>',
    ['Anzeige: advertisement', 'Anzeige aufgeben und Ruder verkaufen: boilerplate'],
  ],
  [
    'a title, up to the next one of its level',
    '<div><h3>Lesen Sie auch</h3><p>Ebbe im Hafen<h4>Flut</h4><h3>Wetter</h3><p>Sonne</div><p>Ende',
    [
      'Lesen Sie auch: related',
      'Ebbe im Hafen: related',
      'Flut: related',
      'Wetter: boilerplate',
      'Sonne: boilerplate',
      'Ende: boilerplate',
    ],
  ],
  [
    'a title of comments',
    '<section><h2>3 Comments</h2><p>I agree.</section>',
    ['3 Comments: comment', 'I agree.: comment'],
  ],
  [
    'a link with the words of a title',
    '<div><ul><li><a href=#c>Comments</a></ul><p>The tide</div>',
    ['Comments: navigation', 'The tide: boilerplate'],
  ],
  [
    'copyright lines',
    '<p>© 2026 Pier Ltd<p>Все права защищены<p>版权所有',
    ['© 2026 Pier Ltd: copyright', 'Все права защищены: copyright', '版权所有: copyright'],
  ],
  [
    'cookie notices by text and by name',
    '<p>We use cookies to count visitors.<div id=onetrust-banner><p>Accept all',
    ['We use cookies to count visitors.: cookie-notice', 'Accept all: cookie-notice'],
  ],
  ['a recipe for cookies', '<p>Bake the cookies for ten minutes.', ['Bake the cookies for ten minutes.: boilerplate']],
];
for (const [what, html, kinds] of CASES) test(`kinds: ${what}`, () => assert.deepEqual(kindsIn(html), kinds));

test('names of an element with most of the page count for nothing', () => {
  const parsed = parse(`<body class=comments-open><div class="with-ads related">${ARTICLE}<p>End</div>`);
  assert.ok(parsed.ok);
  const blocks = blockList(contentBlocks(parsed.page));
  assert.deepEqual(boilerplateKinds(parsed.page, blocks), ['boilerplate', 'boilerplate']);
});

test('20,000 nested boxes with titles end', () => {
  const parsed = parse(`<body>${'<div><h2>Related</h2>'.repeat(20_000)}`);
  assert.ok(parsed.ok);
  const blocks = blockList(contentBlocks(parsed.page));
  assert.equal(boilerplateKinds(parsed.page, blocks).filter((kind) => kind === 'related').length, blocks.length);
});
