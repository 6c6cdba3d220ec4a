/**
 * Gold labels for blocks, from pages with labels written into their source: a block's class is the class that most of its
 * words have (ties: the smaller number). Words outside any annotation are not content.
 */
import type { Block } from '@dehusk/core';
import { type Page, tagTable, textOf } from '@dehusk/core/internal';
import { annotatedClasses, L3S_CLASSES } from './l3s-annotation.js';

/** Elements whose text no segmenter counts as visible, wherever it stands. */
const INVISIBLE = new Set(
  'script style option object embed applet noscript noembed noframes iframe template textarea'.split(' '),
);

/** Per block: its class, 0…5, an index into {@link L3S_CLASSES}. */
export function blockClasses(page: Page, blocks: readonly Block[]): Uint8Array {
  const classes = annotatedClasses(page);
  const isInvisible = invisibleNodes(page);
  const words = new Float64Array(L3S_CLASSES.length);
  return Uint8Array.from(blocks, (block) => {
    words.fill(0);
    for (let node = block.first; node <= block.last; node++)
      if (page.tag[node] === 0 && isInvisible[node] === 0)
        words[Math.max(0, classes[node])] += wordsIn(textOf(page, node));
    return words.indexOf(Math.max(...words));
  });
}

function invisibleNodes(page: Page): Uint8Array {
  const table = tagTable(page, INVISIBLE);
  const nodes = new Uint8Array(page.size);
  for (let node = 1; node < page.size; node++) nodes[node] = table[page.tag[node]] | nodes[page.parent[node]];
  return nodes;
}

/** Stretches without white space that hold a letter or digit. */
function wordsIn(text: string): number {
  let words = 0;
  for (const stretch of text.split(/\s+/)) if (/[\p{L}\p{N}]/u.test(stretch)) words++;
  return words;
}
