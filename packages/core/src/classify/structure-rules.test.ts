/** The structure rules on small pages: each word of the probabilities string is one block, `+` kept by the decoder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import { dropFurniture, edgesOf } from './edge-rules.js';
import { blockFacts } from './features/facts.js';
import { keepNotes, keepStructures } from './structure-rules.js';

const LONG = 'A paragraph of running text that has enough words to count as one.';

/**
 * Completes a choice.
 *
 * @param choice per block, its probability in percent; `+` before it when the decoder kept the block
 * @returns the first word of each block kept then
 */
function completed(html: string, choice: string): string {
  const parsed = parse(html.replaceAll('LONG', LONG), {});
  assert.ok(parsed.ok);
  const facts = blockFacts(parsed.page);
  const given = choice.split(' ');
  assert.equal(facts.size, given.length, `the page has blocks: ${facts.blocks.text.join(' | ')}`);
  const probability = Float32Array.from(given, (one) => Number(one.replace('+', '')) / 100);
  const keep = Uint8Array.from(given, (one) => (one.startsWith('+') ? 1 : 0));
  const before = keep.slice();
  const changed: (string | undefined)[] = new Array(facts.size);
  keepStructures(facts, probability, keep, changed);
  keepNotes(facts, keep, changed);
  dropFurniture(edgesOf(facts, keep, changed));
  for (let b = 0; b < facts.size; b++) assert.equal(changed[b] !== undefined, keep[b] !== before[b], `block ${b}`);
  return facts.blocks.text
    .filter((_, b) => keep[b] === 1)
    .map((text) => text.split(' ')[0])
    .join(' ');
}

const CASES: readonly (readonly [what: string, html: string, choice: string, kept: string])[] = [
  ['code between paragraphs', '<div><p>LONG<pre>code</pre><p>LONG</div>', '+90 5 +90', 'A code A'],
  ['code in wrappers', '<div><p>LONG<div><div><pre>code</pre></div></div><p>LONG</div>', '+90 5 +90', 'A code A'],
  [
    'code below its label',
    '<div><p>LONG<div><div>css</div><pre>code code</pre></div><p>LONG</div>',
    '+90 5 5 +90',
    'A code A',
  ],
  [
    'code in a box with other text',
    '<div><p>LONG<div><div>one two three four five six seven eight</div><pre>code</pre></div><p>LONG</div>',
    '+90 5 5 +90',
    'A A',
  ],
  ['code elsewhere', '<div><p>LONG<p>LONG</div><div><pre>code</pre></div>', '+90 +90 5', 'A A'],
  ['a caption', '<div><p>LONG<figure><img src=a><figcaption>caption</figure><p>LONG</div>', '+90 5 +90', 'A caption A'],
  [
    'a table of which a row is kept',
    '<div><p>LONG<table><tr><th>a<th>b<tr><td>c<td>d</table></div>',
    '+90 20 20 +50 +50',
    'A a b c d',
  ],
  ['a list of links', '<div><p>LONG<ul><li><a href=x>menu</a></ul><p>LONG</div>', '+90 2 +90', 'A A'],
  ['a list of some probability', '<div><p>LONG<ul><li>one<li>two</ul><p>LONG</div>', '+90 12 12 +90', 'A one two A'],
  [
    'a list of which most is kept',
    '<div><p>LONG<ul><li>one<li>two<li>three</ul></div>',
    '+90 +60 20 +60',
    'A one two three',
  ],
  [
    'a closing list without a class',
    '<div><p>LONG<h2>Sources</h2><ul><li>one</ul></div>',
    '+90 20 20',
    'A Sources one',
  ],
  ['a closing list with a class', '<div><p>LONG<ul class=tags><li>one</ul></div>', '+90 40', 'A'],
  ['the list of tasks', '<div><p>LONG<ul class=task-list><li>one</ul></div>', '+90 40', 'A one'],
  ['the headings before', '<div><h1>Title</h1><h2>Start</h2><p>LONG</div>', '20 20 +90', 'Title Start A'],
  ['a linked heading before', '<div><h4><a href=/x>Menu</a></h4><p>LONG</div>', '20 +90', 'A'],
  ['a heading that links to itself', '<div><h4><a href=#s>Start</a></h4><p>LONG</div>', '20 +90', 'Start A'],
  [
    'what themes put around an article',
    '<div><p class=post-meta>By<p>LONG<p class="text submitted">Sent<div id=respond><div><h3>Say</h3></div></div><aside class=author-bio>Ann</aside></div>',
    '+60 +90 +60 +60 +60',
    'A',
  ],
  [
    'a page about an author',
    '<body class=submitted><div id=author-bio><p>LONG<p>LONG</div><p>Short',
    '+90 +90 +60',
    'A A Short',
  ],
  ['a heading between', '<div><p>LONG<h2>Next</h2><p>LONG</div>', '+90 20 +90', 'A Next A'],
  ['the title of a callout', '<div class=admonition><p class=admonition-title>Note<p>LONG</div>', '20 +90', 'Note A'],
  [
    'a section of code',
    '<section><h1>T</h1><p>LONG<section><h2>Use</h2><pre>code</pre></section><section><h2>End</h2><p>LONG</section></section>',
    '+90 +90 15 15 +90 +90',
    'T A Use code End A',
  ],
  ['a section of links', '<div><p>LONG<section><h2>Read</h2><p>on</section><p>LONG</div>', '+90 20 20 +90', 'A A'],
  [
    'the note of a kept reference',
    '<div><p>LONG <a href=#n1>1</a><div><ol><li id=n1>note</ol></div></div>',
    '+90 5',
    'A note',
  ],
  [
    'the note of a dropped reference',
    '<div><p>LONG<div><a href=#n1>1</a></div><div><ol><li id=n1>note</ol></div></div>',
    '+90 5 5',
    'A',
  ],
  [
    'terms of an offer below the page',
    '<div><p>LONG <a href=#n1>1</a></div><footer><section><div><div><ol><li id=n1>note</ol></div></div></section></footer>',
    '+90 5',
    'A',
  ],
  ['no paragraph', '<div><pre>a</pre><pre>b</pre></div>', '+60 5', 'a'],
];

for (const [what, html, choice, kept] of CASES)
  test(`${what}: keeps ${kept}`, () => assert.equal(completed(html, choice), kept));

test('the rules take linear time on wide and deep pages', () => {
  for (const html of [
    `<div>${`<p>${LONG}<pre>x</pre>`.repeat(20_000)}</div>`,
    `${'<section><h2>h</h2>'.repeat(5_000)}<p>${LONG}`,
    `${`<div><p>${LONG}`.repeat(5_000)}`,
    `<p>${LONG} ${'<a href=#n>1</a>'.repeat(20_000)}<p id=n>note`,
  ]) {
    const parsed = parse(html, { limits: { maxDepth: 60_000 } });
    assert.ok(parsed.ok);
    const facts = blockFacts(parsed.page);
    const keep = new Uint8Array(facts.size).fill(1);
    const withinLimit = cpuLimit(2);
    keepStructures(facts, new Float32Array(facts.size).fill(0.9), keep, []);
    withinLimit();
  }
});
