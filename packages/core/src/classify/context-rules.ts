/**
 * Context rules: adjust the probability of a page's blocks by the other blocks, before the decoder chooses blocks. The trees
 * score each block without its context.
 */

import { classesOf, type Page, TEXT, tagTable, textOf } from '@dehusk/html';
import { scaleOdds } from './article-rules.js';
import { addressesIn, hasTemplate } from './edge-rules.js';
import type { PageRows } from './features.js';
import { HIDDEN_KINDS } from './hidden-text.js';

/** Least and most words of a page without a template, and the largest share of them in links. */
const MIN_WORDS = 20;
const MAX_WORDS = 400;
const LINK_SHARE = 0.08;
/** Share of its characters in links that makes a block one of a menu, and most of those. */
const MENU = { linked: 0.9, blocks: 3 };
/** Largest share of elements with a class. */
const NAMED_SHARE = 0.1;
/** Factors of the odds of all blocks on a page, of lines of so many words on one without links, and of all in a fragment. */
const LINE_WORDS = 3;
const TEMPLATELESS_ODDS = 10;
const UNLINKED_ODDS = 100;
const FRAGMENT_ODDS = 10_000;
/** What only whole pages have, searched for in their first characters. */
const PAGE_TAG = /<(?:!doctype|html|head|body|title)\b/i;
const PAGE_HEAD = 4000;

/**
 * Raises all visible blocks of a small page without a template, and of a fragment of HTML.
 *
 * Observation: the block trees recognise boilerplate best, and on a page that has none (a saved text, a part of a page, a
 * test case) they still drop the heading and some paragraphs. Without navigation and classes there is nothing to drop.
 */
export function raiseTemplateless({ visible }: PageRows, probability: Float32Array): void {
  const { page, size, sums } = visible;
  const words = sums.words[size];
  if (words > MAX_WORDS || hasTemplate(page)) return;
  const isFragment = !PAGE_TAG.test(page.source.slice(0, PAGE_HEAD));
  // The names of places are anchors too, and without an end tag all that follows is in one.
  const isLink = Array.from({ length: size }, (_, b) => addressesIn(visible, b).some((address) => address !== ''));
  const menu = visible.linkDensity.filter((density, b) => density >= MENU.linked && isLink[b]).length;
  const linked = isLink.reduce((sum, own, b) => sum + (own ? visible.words[b] * visible.linkDensity[b] : 0), 0);
  const isUnlinked = linked <= LINK_SHARE * words && menu <= MENU.blocks;
  if (words < MIN_WORDS ? !isFragment : !isUnlinked || !(isFragment || isUnnamed(page))) return;
  for (let b = 0; b < size; b++) {
    const isLine = linked === 0 && visible.heading[b] === 0 && visible.words[b] >= LINE_WORDS;
    const odds = isFragment ? FRAGMENT_ODDS : isLine ? UNLINKED_ODDS : TEMPLATELESS_ODDS;
    probability[b] = scaleOdds(probability[b], odds);
  }
}

/** Whether few elements have a class. */
function isUnnamed(page: Page): boolean {
  const { of: classOf } = classesOf(page);
  let elements = 0;
  let named = 0;
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    elements++;
    if (classOf[node] > 0) named++;
  }
  return named <= NAMED_SHARE * elements;
}

const BODY = HIDDEN_KINDS.indexOf('articleBody');
/** Least words that are not visible; fewer are a teaser. Their probability. */
const HIDDEN_WORDS = 40;
const HIDDEN_PROBABILITY = 0.8;

/** The paragraphs of the body that are not visible have at least this share of the visible page's expected words. */
const CONTINUED = 0.5;
/** Least probability of the visible running text that the body continues, and characters of its opening that are compared. */
const TEASER_PROBABILITY = 0.5;
/** Running text looked at, from the end of what is shown. */
const SHOWN_BLOCKS = 5;
const OPENING = /^[^"\\/&<>]{20,60}/;

/**
 * Raises the paragraphs of the article body in linked data that the page does not show, where it shows the first ones.
 *
 * Observation: publishers that sell articles show a teaser to readers and give search engines the whole text.
 */
export function raiseContinuedBody({ visible, hiddenTexts, words }: PageRows, probability: Float32Array): void {
  const first = hiddenTexts.find(({ kind }) => kind === BODY);
  if (first === undefined) return;
  let expected = 0;
  const shown: number[] = [];
  for (let b = 0; b < visible.size; b++) {
    expected += probability[b] * words[b];
    if (visible.prose[b] === 1 && probability[b] >= TEASER_PROBABILITY) shown.push(b);
  }
  const body = textOf(visible.page, first.node);
  // Below the text that is shown an offer follows.
  const isShown = shown.slice(-SHOWN_BLOCKS).some((b) => {
    const opening = OPENING.exec(visible.blocks.text[b]);
    return opening !== null && body.includes(opening[0]);
  });
  if (!isShown) return;
  const rows = hiddenTexts.flatMap(({ kind, node }, at) =>
    kind === BODY && node === first.node ? [visible.size + at] : [],
  );
  const unseen = rows.reduce((sum, row) => sum + words[row], 0);
  if (unseen < HIDDEN_WORDS || unseen < CONTINUED * expected) return;
  for (const row of rows) probability[row] = Math.max(probability[row], HIDDEN_PROBABILITY);
}

/** Elements that begin a row; a `dd` continues one. */
const ROWS: ReadonlySet<string> = new Set(['tr', 'dt']);
/** Most words and blocks of a row. */
const ROW_WORDS = 60;
const ROW_BLOCKS = 8;
/** Number of elements, a block's own and its ancestors, searched for its row. */
const ROW_REACH = 6;

/**
 * Sets the short blocks of each table row, or of a term and its definitions, to their mean probability by words.
 *
 * Observation: in a table of data each cell is a block, and the trees score cells alone: of a specification they kept
 * `28 cm` without `Height`. Rows with much text are layout, or a glossary whose parts can be read alone.
 */
export function joinTableRows({ visible }: PageRows, probability: Float32Array): void {
  const { page, words } = visible;
  const beginsRow = tagTable(page, ROWS);
  if (!beginsRow.includes(1)) return;
  const joined = new Map<number, { blocks: number; words: number; sum: number }>();
  const row = rowsOf(visible, beginsRow);
  for (let b = 0; b < row.length; b++) {
    if (row[b] < 0) continue;
    let own = joined.get(row[b]);
    if (own === undefined) {
      own = { blocks: 0, words: 0, sum: 0 };
      joined.set(row[b], own);
    }
    own.blocks++;
    own.words += words[b];
    own.sum += words[b] * probability[b];
  }
  for (let b = 0; b < row.length; b++) {
    const own = joined.get(row[b]);
    if (own !== undefined && own.blocks <= ROW_BLOCKS && own.words <= ROW_WORDS && own.words > 0)
      probability[b] = own.sum / own.words;
  }
}

/** Per visible block: the node of its row (`tr` or `dt`), −1 without one. */
function rowsOf({ page, blocks, size }: PageRows['visible'], beginsRow: Uint8Array): Int32Array {
  const { tag, parent } = page;
  const [value, termName] = [page.nameIndex('dd'), page.nameIndex('dt')];
  const row = new Int32Array(size).fill(-1);
  let term = -1;
  for (let b = 0; b < size; b++) {
    let element = blocks.element[b];
    for (let step = 0; step < ROW_REACH && element > 0; step++, element = parent[element]) {
      const name = tag[element];
      if (beginsRow[name] === 1) {
        row[b] = element;
        if (name === termName) term = element;
        break;
      }
      if (name === value) {
        if (term >= 0 && parent[term] === parent[element]) row[b] = term;
        break;
      }
    }
  }
  return row;
}
