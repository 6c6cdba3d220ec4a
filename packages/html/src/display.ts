/**
 * Which elements are part of a line of text, and which begin a line: by their name, and by `display` in their style attribute.
 *
 * A page is read without its style sheets. Three kinds need more than their name:
 * - A custom element (`<x-amount>`, `<ix:nonfraction>`) is as its parent's text: inline inside an inline element, a paragraph, a
 *   heading, an item or a cell; elsewhere templates make boxes of them.
 * - `display: inline` makes a box a part of a line. Items, cells and headings keep their meaning.
 * - `display: block`, `flex`, `grid`, `table` or `list-item` makes an inline element a box.
 */

import { HEADINGS, PHRASING, tagNames } from './elements.js';
import { memoized } from './memo.js';
import { attributeReader, type Page, TEXT, tagTable } from './page.js';
import { newColumn } from './text/bytes.js';
import { hasWordBetween } from './text/characters.js';

const INLINE_NAMES = tagNames(PHRASING, 'wbr img br ruby rt rp picture source output input');
/** Boxes that `display: inline` makes inline. */
const BOXES = tagNames('div p section form');
/** Elements whose direct content is one text, unless it holds boxes. */
const TEXTS = tagNames(HEADINGS, 'p li dt dd td th figcaption caption summary legend address');
const STYLE = /(?:^|;)\s*display\s*:\s*([a-z-]+)/i;
const BLOCK_STYLE: ReadonlySet<string> = new Set('block flex grid table list-item flow-root'.split(' '));

export const INLINE = 1;
/** An inline element that its style attribute makes a box. */
export const STYLED_BLOCK = 2;

/** Per node: 0 for a block, {@link INLINE} or {@link STYLED_BLOCK}. Text nodes are inline. */
export const displays: (page: Page) => Uint8Array = memoized((page: Page) => {
  const inline = tagTable(page, INLINE_NAMES);
  const boxes = tagTable(page, BOXES);
  const texts = tagTable(page, TEXTS);
  const custom = Uint8Array.from(page.names, (name) => (/^[a-z].*[-:]/.test(name) ? 1 : 0));
  const styleOf = attributeReader(page, 'style');
  const found = newColumn(Uint8Array, page.size);
  for (let node = 1; node < page.size; node++) {
    const name = page.tag[node];
    if (name === TEXT) found[node] = INLINE;
    else if (inline[name] === 1) found[node] = BLOCK_STYLE.has(displayIn(styleOf(node))) ? STYLED_BLOCK : INLINE;
    else if (boxes[name] === 1) {
      if (displayIn(styleOf(node)) === 'inline') found[node] = INLINE;
    } else if (custom[name] === 1) {
      const parent = page.parent[node];
      if (found[parent] === INLINE || texts[page.tag[parent]] === 1) found[node] = INLINE;
    }
  }
  return found;
});

/** The value of `display` in a style attribute; empty without one. */
function displayIn(style: string | null): string {
  return style === null ? '' : (STYLE.exec(style)?.[1].toLowerCase() ?? '');
}

/** Inline elements that are side by side in rows of links, by-lines, and amounts with their units. */
const SIDE_BY_SIDE = tagNames('a span label time small data');
/** Inline elements that format a part of a text. */
const FORMATTING = tagNames('em strong b i u code sub sup mark font abbr cite kbd q big var tt s strike');
/** Elements whose whole subtree is running text. */
const RUNNING_INSIDE = tagNames(HEADINGS, 'p pre code');
/** Elements in which neighbours may be parts of one word. */
const RUNNING = tagNames(RUNNING_INSIDE, 'dt figcaption blockquote q em strong b i u font mark cite');

/**
 * Elements side by side in parents without words. `isOne`, per node: 1 for an inline element that is one of several in a parent without
 * words, outside running text. `isNext`: 1 for such an element after another one. Its text is a word apart from the one before it,
 * although no white space is between them: style sheets set them apart.
 */
export const sideBySide = memoized((page: Page) => {
  const { tag, end, size, chars, textFrom, textTo } = page;
  const display = displays(page);
  const neighbour = tagTable(page, SIDE_BY_SIDE);
  const formatting = tagTable(page, FORMATTING);
  const running = tagTable(page, RUNNING);
  const runningInside = tagTable(page, RUNNING_INSIDE);
  const isOne = newColumn(Uint8Array, size);
  const isNext = newColumn(Uint8Array, size);
  // Per parent: the first of its elements; -1 when neighbours in it may be parts of one word.
  const first = newColumn(Int32Array, size);
  let runningTo = 0;
  for (let node = 1; node < size; node++) {
    const name = tag[node];
    const parent = page.parent[node];
    if (runningInside[name] === 1) runningTo = Math.max(runningTo, end[node]);
    if (name !== TEXT && (running[name] === 1 || node < runningTo)) first[node] = -1;
    if (first[parent] < 0) continue;
    if (name === TEXT ? hasWordBetween(chars, textFrom[node], textTo[node]) : formatting[name] === 1) {
      if (first[parent] > 0)
        for (let child = first[parent]; child < node; child = end[child]) isOne[child] = isNext[child] = 0;
      first[parent] = -1;
    } else if (name !== TEXT && (neighbour[name] === 1 || display[node] !== INLINE)) {
      if (first[parent] === 0) first[parent] = node;
      else {
        if (display[first[parent]] === INLINE) isOne[first[parent]] = 1;
        if (display[node] === INLINE) isOne[node] = isNext[node] = 1;
      }
    }
  }
  return { isOne, isNext };
});
