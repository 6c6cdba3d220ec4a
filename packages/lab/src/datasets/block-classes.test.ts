import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { blockClasses } from './l3s-gn1.js';

/** The class of one block that spans the whole page. */
function classOf(html: string): number {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  const last = parsed.page.size - 1;
  const block = { first: 1, last, nodes: [1], parent: 0, text: '', words: 0, linkWords: 0, linkChars: 0 };
  return blockClasses(parsed.page, [block])[0];
}

test('a block has the class of most of its visible words', () => {
  const cases: readonly [what: string, html: string, kind: number][] = [
    ['the majority', '<p><span class="x-nc-sel2">a b</span> <span class="x-nc-sel5">c d e</span>', 5],
    ['a tie goes to the smaller class', '<p><span class="x-nc-sel3">a b</span> <span class="x-nc-sel1">c d</span>', 1],
    ['the innermost annotation counts', '<p><span class="x x-nc-sel0">a <b class="x-nc-sel4">b c</b></span>', 4],
    ['words without annotation are not content', '<p><span class="x-nc-sel2">a</span> b c', 0],
    [
      'scripts have no words',
      '<p><span class="x-nc-sel2">a <script>b c d</script></span><span class="x-nc-sel3">b c',
      3,
    ],
    ['signs are no words', '<p><span class="x-nc-sel2">a b</span><span class="x-nc-sel0">| · —</span>', 2],
    ['another class name is no annotation', '<p><span class="x-nc-sel22">a b</span>', 0],
  ];
  for (const [what, html, kind] of cases) assert.equal(classOf(html), kind, what);
});
