/** Hidden text is dropped, and what a control of the page opens stays: ways of hiding × places × pages that only look alike. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explainPage, extract } from '@dehusk/core';

const SENTENCES = [
  'The old mill at the river was built in 1790, and for a century it ground the corn of six villages around it.',
  'When the railway came, the owner sold the wheel, and the building stood empty until a painter moved in with his family.',
  'She remembers the smell of flour that came out of the boards on wet days, long after the last sack had left the house.',
  'Today a small museum shows the stones, the gears and a model of the wheel, which visitors may turn with their own hands.',
];
/** The words of the text in question: a sentence that a classifier keeps where it sees one. */
const MARKED =
  'The zebrafinch keeper wrote down the level of the water every morning for thirty years, and nobody read his notes.';
const WORD = 'zebrafinch';

type Place = 'middle' | 'inline' | 'end' | 'item';
const PLACES: readonly Place[] = ['middle', 'inline', 'end', 'item'];

function pageOf(head: string, place: Place, part: string): string {
  const [one, two, three, four] = SENTENCES;
  const inline = place === 'inline' ? ` ${part} ` : '';
  const middle = place === 'middle' ? part : '';
  const item = place === 'item' ? `<li>${part}</li>` : '';
  const end = place === 'end' ? part : '';
  return `<!DOCTYPE html><html lang=en><head><title>The mill at the river</title>${head}</head><body>
<nav><a href="/">Home</a> <a href="/news">News</a></nav><main><article><h1>The mill at the river</h1><p>${one}</p><p>${two}${inline}</p>
${middle}<p>${three}</p><ul><li>${one}</li>${item}<li>${two}</li></ul><p>${four}</p>${end}</article></main><footer><p>© 2024 The Mill</p></footer></body></html>`;
}

/** A way of hiding: attributes of an element, with what the head needs. */
const ATTRIBUTES: readonly (readonly [attributes: string, css?: string])[] = [
  ['hidden'],
  ['hidden="hidden"'],
  ['style="display:none"'],
  ['style="DISPLAY : NONE !important"'],
  ['style="visibility:hidden"'],
  ['style="visibility: collapse"'],
  ['style="opacity:0"'],
  ['style="opacity:0.01"'],
  ['style="font-size:0"'],
  ['style="font-size:1px"'],
  ['style="font-size:0.01em"'],
  ['style="position:absolute;left:-9999px"'],
  ['style="position:fixed; top:-200vh"'],
  ['style="position:absolute;right:-9999em"'],
  ['style="margin-left:-9999px"'],
  ['style="text-indent:-9999px"'],
  ['style="position:absolute;clip:rect(0,0,0,0)"'],
  ['style="position:absolute;clip:rect(1px 1px 1px 1px)"'],
  ['style="clip-path:inset(100%)"'],
  ['style="clip-path:circle(0)"'],
  ['style="display:block;height:0;overflow:hidden"'],
  ['style="display:inline-block;width:1px;height:1px;overflow:hidden"'],
  ['style="display:inline-block;max-height:0;overflow:hidden"'],
  ['style="display:inline-block;transform:scale(0)"'],
  ['style="transform:translateX(-9999px)"'],
  ['style="color:#fff;background:#fff"'],
  ['style="color:white"'],
  ['style="color:rgb(254,254,254);background-color:white"'],
  ['style="color:transparent"'],
  ['style="color:rgba(0,0,0,0)"'],
  ['style="filter:opacity(0)"'],
  ['style="position:absolute;left:calc(-1 * 9999px)"'],
  ['style="display:inline-block;transform:rotateX(90deg)"'],
  ['style="content-visibility:hidden"'],
  ['class=sr-only'],
  ['class="note visually-hidden"'],
  ['class=d-none'],
  ['class="hidden"'],
  ['class="screen-reader-text"'],
  ['class=x9', '.x9{display:none}'],
  ...["style='color:#fff'", "style='--d:none;display:var(--d)'", "style='display:var(--q, none)'"].map(
    (one) => [one] as const,
  ),
  ["style='color:white'", '</style><link rel=stylesheet href="/site.css"><style>'],
  ['class=x9', ':root{--h:none}.x9{display:var(--h)}'],
  ['class=x9', ':root{--bg:#fff;--fg:#fff}body{background:var(--bg)}.x9{color:var(--fg)}'],
  ['class=x9', ':is(.x9,.x8){display:none}'],
  ['class=x9', ':where(article) .x9{visibility:hidden}'],
  ['class=x9', 'h1 ~ * .x9, h1 ~ .x9{display:none}'],
  ['class=x9', '.x9:nth-child(n){display:none}'],
  ['class=x9', '.x9:not([id]):not(img){display:none}'],
  ['class=x9', 'article{ .x9{display:none} }'],
  ['class=x9', 'article{ & .x9{opacity:0} }'],
  ['class=x9', '@container (min-width:1px){.x9{display:none}}'],
  ['class=x9', '.x9{d\\69splay:none}'],
  ['class=x9', '.x9{display:/**/none}'],
  ['data-q=a', '[data-q="A" i]{display:none}'],
  ['id=1a', '#\\31 a{display:none}'],
  ['style="display:/* */none"'],
  ['style="displa\\79: none"'],
  ['style="opacity:calc(0)"'],
  ['style="font-size:min(0px, 1em)"'],
  ['style="font-size:clamp(0px,0px,1px)"'],
  ['style="display:block;translate:-9999px"'],
  ['style="display:block;margin-inline-start:-9999px"'],
  ['style="position:absolute;inset-inline-start:-9999px"'],
  ['style="display:block;transform:matrix(0,0,0,0,0,0)"'],
  ['style="color:oklch(1 0 0)"'],
  ['style="color:aliceblue;background:#f0f8ff"'],
  ['style="display:block;max-block-size:0;overflow:hidden"'],
  ['class="x8 x9"', '.x7,.x9 { color: red; visibility: hidden }'],
  ['id=q1', '#q1{opacity:0}'],
  ['data-z', '[data-z]{display:none}'],
  ['data-z=one', '[data-z="one"] { position:absolute; left:-10000px }'],
  ['class=x9', '@media screen{.x9{display:none}}'],
  ['class=x9', '@media (min-width: 1px) { .x9 { display: none } }'],
  ['class=x9', 'article .x9{font-size:0}'],
  ['class=x9', 'main > article .x9{clip:rect(0 0 0 0);position:absolute}'],
  ['class=x9', '/* { */ .x9{display:block} .x9{display:none}'],
  ['class=x9', '@supports (display:grid){@layer a{.x9{display:none}}}'],
  ['class=x9', 'p{margin:0} .x9{color:#fefefe;background:#fff}'],
  ['class=x9 style="color:red"', '.x9{display:none!important}'],
];

/** Elements that hide what is in them. */
const ELEMENTS: readonly ((text: string) => string)[] = [
  (text) => `<div id="S:1" style="display:none"><p>${text}</p></div><script>$RC("B:9","S:1")</script>`,
  (text) => `<template><p>${text}</p></template>`,
  (text) => `<dialog><p>${text}</p></dialog>`,
  (text) => `<noscript><p>${text}</p></noscript>`,
  (text) => `<textarea>${text}</textarea>`,
  (text) => `<select><option>${text}</option></select>`,
  (text) => `<div aria-hidden="true"><p>${text}</p></div>`,
  (text) => `<div popover id=pop9><p>${text}</p></div>`,
  (text) => `<div style="display:none"><div><p>${text}</p></div></div>`,
  (text) => `<section hidden><p style="display:block">${text}</p></section>`,
  (text) => `<div style="visibility:hidden"><p>${text}</p></div>`,
  (text) => `<p><a href="#top">Back to the top</a></p><p style="display:none">${text}</p>`,
  (text) => `<button>Share</button><p hidden>${text}</p>`,
  (text) => `<form><input type=email><button type=submit>Subscribe</button></form><p hidden>${text}</p>`,
  (text) => `<button hidden aria-controls=z3>Notes</button><div id=z3 hidden><p>${text}</p></div>`,
  (text) => `<div style="font-size:0"><p>${text}</p></div>`,
  (text) => `<div style="color:#fff"><p>${text}</p></div>`,
];

interface Case {
  readonly name: string;
  readonly html: string;
}

function hiddenPages(): Case[] {
  const cases: Case[] = [];
  for (const [attributes, css] of ATTRIBUTES)
    for (const place of PLACES) {
      const tag = place === 'inline' || place === 'item' ? 'span' : 'p';
      const part = `<${tag} ${attributes}>${MARKED}</${tag}>`;
      const lead = place === 'item' ? 'A visible remark of the keeper. ' : '';
      const head = css === undefined ? '' : `<style>${css}</style>`;
      cases.push({ name: `${place}: ${attributes} ${css ?? ''}`, html: pageOf(head, place, lead + part) });
    }
  for (const make of ELEMENTS)
    for (const place of ['middle', 'end', 'item'] as const)
      cases.push({ name: `${place}: ${make('')}`, html: pageOf('', place, make(MARKED)) });
  return cases;
}

/** Pages that look alike, whose text a reader gets to see. `part` makes the element with the text. */
const TWINS: readonly (readonly [part: (text: string) => string, head?: string])[] = [
  [(text) => `<button aria-controls=z1 aria-expanded=false>History</button><div id=z1 hidden><p>${text}</p></div>`],
  [
    (text) =>
      `<div><a data-bs-target="#z1" role=button>Notes</a></div><div id=z1 style="display:none"><p>${text}</p></div>`,
  ],
  [
    (text) =>
      `<p><a href="#z1" data-toggle=collapse>Notes of the keeper</a></p><div id=z1 class=collapse><p>${text}</p></div>`,
  ],
  [(text) => `<p><a href="#z1">Notes of the keeper</a></p><div id=z1 style="display:none"><p>${text}</p></div>`],
  [(text) => `<p style="background:#65737e30"><span style="color:#65737e">${text}</span></p>`],
  [(text) => `<aside aria-label="${text}"><p aria-hidden=true>${text}</p><p>He was paid for it.</p></aside>`],
  [(text) => `<button>Read more</button><div style="display:none"><p>${text}</p></div>`],
  [
    (text) =>
      `<div><button>How do you like to add them? What will it look like when I search or follow one?</button><div class=hidden><p>${text}</p></div></div>`,
  ],
  [(text) => `<div style="height:0;overflow:hidden"><p>${text}</p></div><button>Show more</button>`],
  [
    (text) =>
      `<input type=checkbox id=c1><label for=c1>Notes</label><div style="max-height:0;overflow:hidden"><p>${text}</p></div>`,
  ],
  [(text) => `<div role=tabpanel hidden><p>${text}</p></div>`],
  [(text) => `<div class="tab-pane" style="display:none"><p>${text}</p></div>`],
  [(text) => `<div class="accordion-body" aria-hidden=true><p>${text}</p></div>`],
  [(text) => `<div class="swiper-slide" aria-hidden=true><p>${text}</p></div>`],
  [(text) => `<div class="carousel-item" style="display:none"><p>${text}</p></div>`],
  [(text) => `<details><summary>Notes</summary><p>${text}</p></details>`],
  [(text) => `<div hidden=until-found><p>${text}</p></div>`],
  [(text) => `<p style="display:none;display:block">${text}</p>`],
  [(text) => `<p hidden style="display:block">${text}</p>`],
  [(text) => `<p style="opacity:.6">${text}</p>`],
  [(text) => `<p style="opacity:0" data-aos=fade-up>${text}</p>`],
  [(text) => `<p style="opacity:0;transform:translateY(20px)">${text}</p>`],
  [(text) => `<div style="visibility:hidden"><p style="visibility:visible">${text}</p></div>`],
  [(text) => `<div style="font-size:0"><p style="font-size:16px">${text}</p></div>`],
  [(text) => `<p style="color:#fff;background:#222">${text}</p>`],
  [(text) => `<div style="background:#000"><p style="color:white">${text}</p></div>`],
  [
    (text) => `<div class=dark><p style="color:#fff">The mill at night.</p><p style="color:#fff">${text}</p></div>`,
    '<link rel=stylesheet href="/dark.css">',
  ],
  [(text) => `<p class=dark><span style="color:#fff">${text}</span></p>`, '<link rel=stylesheet href="/dark.css">'],
  [(text) => `<p class=x9>${text}</p>`, '<style>:root{--h:block}.x9{display:var(--h)}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>p:nth-of-type(9){display:none}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>.x9:not(.open){display:none}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>.x9:first-letter{opacity:0} .x9:has(img){display:none}</style>'],
  [
    (text) => `<div class=x9><p>${text}</p></div>`,
    '<style>.x8{ p{display:none} } .x9{ &:hover{display:none} }</style>',
  ],
  [(text) => `<p class=x9>${text}</p>`, '<style>@container (max-width:300px){.x9{display:none}}</style>'],
  [(text) => `<p class="hidden md:block">${text}</p>`],
  [(text) => `<p class="d-none d-md-block">${text}</p>`],
  [(text) => `<p class=x9>${text}</p>`, '<style>@media print{.x9{display:none}}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style media=print>.x9{display:none}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>@media (max-width:600px){.x9{display:none}}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>@media (min-width:600px){.x9{display:none}}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>@media(max-width:600px){.x9{display:none!important}}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>@container(max-width:300px){.x9{display:none}}</style>'],
  [
    (text) => `<section><div><h3>Terms</h3></div><div><div class=x9><p>${text}</p></div></div></section>`,
    '<style>.x9{max-height:0;transition:max-height .2s;display:none}</style>',
  ],
  [
    (text) => `<p class=x9>${text}</p>`,
    '<style>.x9{display:none} @media (min-width:600px){.x9{display:block}}</style>',
  ],
  [
    (text) => `<p class=x9>${text}</p>`,
    '<style>.x9{color:#fff;background:#123!important} p{background-color:#fff}</style>',
  ],
  [(text) => `<div hidden id="S:1"><p>${text}</p></div><script>$RC("B:9","S:1")</script>`],
  [
    (text) =>
      ['It was cold in winter.', 'The stones came from France.', 'The miller had two sons.', text]
        .map(
          (one, at) =>
            `<ul class="notes${at > 0 ? ' hidden' : ''}"><li>${SENTENCES[at]}</li><li>${one}</li><li>${SENTENCES[3 - at]}</li></ul>`,
        )
        .join(''),
  ],
  [(text) => `<p class=x9>${text}</p>`, '<style>.x9::before{display:none} .x9:hover{opacity:0}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>.x9.closed{display:none} .other .x9{display:none}</style>'],
  [(text) => `<p class=x9>${text}</p>`, '<style>.x9{display:none} #no, .x9{display:block}</style>'],
  [(text) => `<div class=x9><p>${text}</p></div>`, '<style>.x9{display:none} .x9.open{display:block}</style>'],
  [(text) => `<div class=x9><p>${text}</p></div>`, '<style>.x9{display:none} #t:checked ~ .x9{display:block}</style>'],
  [(text) => `<div class=x9><p>${text}</p></div>`, '<style>body{opacity:0} [v-cloak]{display:none}</style>'],
  [
    (text) => `<p>${text}</p>`,
    '<style amp-boilerplate>body{visibility:hidden;-webkit-animation:-amp-start 8s}</style>',
  ],
  [(text) => `<p>${text}</p>`, '<style>main{display:none}</style>'],
  [(text) => `<p>${text}</p>`, '<style>article{opacity:0}</style>'],
  [(text) => `<p style="position:relative;left:-10px;text-indent:-2em">${text}</p>`],
  [(text) => `<p style="clip-path:inset(2%);overflow:hidden">${text}</p>`],
  [(text) => `<p style="height:auto;width:100%;max-width:0 auto">${text}</p>`],
  [(text) => `<p style="transform:translateX(-50%) scale(0.9)">${text}</p>`],
  [(text) => `<dialog open><p>${text}</p></dialog>`],
  [(text) => `<div><template shadowrootmode=open><p>${text}</p></template></div>`],
  [(text) => `<button popovertarget=z1>Note</button><div id=z1 popover><p>${text}</p></div>`],
  [(text) => `<button onclick="toggle('z1')">Note</button><div id=z1 style="display:none"><p>${text}</p></div>`],
  [
    (text) =>
      `<p>So it was.<span id=z1 style="display:none"> ${text}</span></p><button onclick="f()">Read more</button>`,
  ],
  [
    (text) =>
      [text, 'It was cold in winter.', 'The stones came from France.']
        .map(
          (one, at) =>
            `<div class=q><div class=qt>Question ${at} of a visitor</div><div class=qb style="display:none"><p>${one}</p></div></div>`,
        )
        .join(''),
  ],
  [
    (text) =>
      [text, 'It was cold in winter.', 'The stones came from France.']
        .map(
          (one, at) =>
            `<div class=q><h3>Question ${at} of a visitor${`\n${' '.repeat(60)}<i></i>`.repeat(4)}</h3><div class=qb style="display:none"><p>${one}</p></div></div>`,
        )
        .join(''),
  ],
  [(text) => `<p class=read-more style="display:none">${text}</p>`],
  [(text) => `<p x-show=open style="display:none">${text}</p>`],
  [
    (text) =>
      `<p style="color:transparent;background-clip:text;background-image:linear-gradient(red,blue)">${text}</p>`,
  ],
];

function twinPages(): Case[] {
  return TWINS.flatMap(([make, head = '']) =>
    (['middle', 'end', 'item'] as const).map((place) => ({
      name: `${place}: ${make('')} ${head}`,
      html: pageOf(head, place, make(MARKED)),
    })),
  );
}

const SHARE = 0.97;

test('what a page hides is in no text, and the rest stays', (context) => {
  const cases = hiddenPages();
  const wrong = cases.filter(({ html }) => {
    const { text } = extract(html, { url: 'https://mill.example/news/river' });
    return text.includes(WORD) || SENTENCES.some((one) => !text.includes(one.slice(20)));
  });
  context.diagnostic(`${cases.length - wrong.length} of ${cases.length} pages`);
  assert.ok(cases.length >= 150, `${cases.length} pages`);
  assert.ok(
    wrong.length <= (1 - SHARE) * cases.length,
    `${wrong.length} of ${cases.length} wrong:\n${wrong.map(({ name }) => name).join('\n')}`,
  );
});

test('what a reader gets to see stays', (context) => {
  const url = 'https://mill.example/news/river';
  // The classifier decides on some of them; this is about visibility.
  const cases = twinPages().filter(({ html }) => extract(html, { url, hidden: 'keep' }).text.includes(WORD));
  const wrong = cases.filter(({ html }) => !extract(html, { url }).text.includes(WORD));
  context.diagnostic(`${cases.length - wrong.length} of ${cases.length} pages`);
  assert.ok(cases.length >= 100, `${cases.length} pages`);
  assert.ok(
    wrong.length <= (1 - SHARE) * cases.length,
    `${wrong.length} of ${cases.length} wrong:\n${wrong.map(({ name }) => name).join('\n')}`,
  );
});

test('the result says how many words were dropped, and how; blocks say why', () => {
  const html = pageOf('', 'middle', `<p style="display:none">${MARKED}</p>`);
  const dropped = extract(html);
  assert.deepEqual(dropped.warnings, ['invisible-text']);
  assert.deepEqual(dropped.hiddenText, { words: 20, ways: { 'display: none': 20 } });
  const at = dropped.labelled.blocks.findIndex(({ text }) => text.includes(WORD));
  assert.deepEqual([dropped.labelled.labels.keep[at], dropped.labelled.labels.why[at]], [0, 'hidden: display: none']);
  assert.deepEqual(explainPage(dropped).hiddenText, dropped.hiddenText);
  const marked = extract(html, { hidden: 'mark' });
  assert.ok(marked.text.includes(WORD));
  assert.deepEqual([marked.hiddenText, marked.warnings], [dropped.hiddenText, ['invisible-text']]);
  const kept = extract(html, { hidden: 'keep' });
  assert.ok(kept.text.includes(WORD));
  assert.deepEqual([kept.hiddenText, kept.warnings], [{ words: 0, ways: {} }, []]);
});

const PROSE = SENTENCES.join(' ');
const CHARACTERS: readonly (readonly [name: string, given: string, expected: string])[] = [
  ['soft hyphens', 'wa\u00adter', 'water'],
  ['zero-width spaces and joiners of words', 'wa\u200bter\u2060mill\ufeff', 'watermill'],
  ['controls of direction', 'wa\u202eret\u202c\u2066x\u2069', 'waretx'],
  ['tag characters', 'mill\u{e0049}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}.', 'mill.'],
  ['runs of variation selectors', 'mill\ufe0f\u{e0101}\u{e0133}.', 'mill\ufe0f.'],
  [
    'a flag',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} wins',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} wins',
  ],
  ['a joined emoji', '\u{1f468}\u200d\u{1f33e} farms', '\u{1f468}\u200d\u{1f33e} farms'],
  ['Persian', 'می\u200cخواهم', 'می\u200cخواهم'],
  ['a joiner between Latin letters', 'wa\u200dter\u200c', 'water'],
];
for (const [name, given, expected] of CHARACTERS)
  test(`characters: ${name}`, () => {
    const { text } = extract(`<title>x</title><article><h1>x</h1><p>${PROSE} ${given}</p><p>${PROSE}</p></article>`);
    assert.ok(text.includes(`hands. ${expected}`), text.slice(-900, -400));
  });

test('rules in rules stay short, however often each repeats the one around', () => {
  for (const head of ['& & &', '&,&,&', `.b${'&'.repeat(300)}`]) {
    const css = `.x8{${`${head}{color:red;`.repeat(200)}${'}'.repeat(201)} .x9{display:none}`;
    const html = pageOf(`<style>${css}</style>`, 'middle', `<p class=x9>${MARKED}</p>`);
    assert.ok(!extract(html).text.includes(WORD), head);
  }
});

test('a property may have the name of a method', () => {
  const html = pageOf('', 'middle', `<p style="constructor: 1; display: none">${MARKED}</p>`);
  assert.ok(!extract(html).text.includes(WORD));
});

/** Text for screen readers alone, in a paragraph after the word "so", and how the paragraph reads. */
const READ_OUT: readonly (readonly [part: string, text: string])[] = [
  ['<span>4</span><span class=sr-only>/</span><span>3</span>', '4/3'],
  ['<b>6</b><span class=visually-hidden>×</span>7', '6×7'],
  ['n!<i class=screen-reader-text>/</i>k!', 'n!/k!'],
  ['x<span class=sr-only>=</span>−3', 'x=−3'],
  ['4 <span class=sr-only>/</span> 3', '4 3'],
  ['Word<span class=sr-only>/</span> then', 'Word then'],
  ['a<span class=sr-only>and</span> b', 'a b'],
  ['4<span hidden>/</span> 3', '4 3'],
];
for (const [part, expected] of READ_OUT)
  test(`a sign for screen readers: ${part}`, () => {
    const { text } = extract(pageOf('', 'middle', `<p>${MARKED} It is so: ${part} in the end.</p>`));
    assert.match(text, new RegExp(`so: ${expected.replace(/[.+]/g, '\\$&')} in the end`));
  });
