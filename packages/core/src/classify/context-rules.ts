/**
 * Context rules: adjust the probability of a page's blocks by the other blocks, before the decoder chooses blocks. The trees
 * score each block without its context.
 */
import { classesOf, computed, tagNames, tagTable, visibilityOf } from '@dehusk/html';
import { type Changes, setBlocks } from '../blocks/block.js';
import { scaleOdds } from './article-rules.js';
import { addressesIn, hasTemplate, isBeside } from './edge-rules.js';
import type { BlockFacts } from './features/facts.js';
import type { PageRows } from './features.js';

/** Least and most words of a page without a template, and the largest share of them in links. */
const [MIN_WORDS, MAX_WORDS] = [20, 400];
const LINK_SHARE = 0.08;
/** Largest share of nodes with a class; texts are about half of them. */
const NAMED_SHARE = 0.05;
/** Factors of the odds of all blocks on a page, and in a fragment. */
const TEMPLATELESS_ODDS = 10;
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
  const isLink = (b: number): boolean => addressesIn(visible, b).some((address) => address !== '');
  const linked = visible.words.reduce((sum, own, b) => sum + (isLink(b) ? own * visible.linkDensity[b] : 0), 0);
  const isUnnamed = (): boolean => classesOf(page).of.filter((one) => one > 0).length <= NAMED_SHARE * page.size;
  if (words < MIN_WORDS ? !isFragment : linked > LINK_SHARE * words || !(isFragment || isUnnamed())) return;
  const odds = isFragment ? FRAGMENT_ODDS : TEMPLATELESS_ODDS;
  for (let b = 0; b < size; b++) probability[b] = scaleOdds(probability[b], odds);
}

/** Elements that begin a row; a `dd` continues one. */
const ROWS: ReadonlySet<string> = new Set(['tr', 'dt']);
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
  const noWords = () => ({ blocks: 0, words: 0, sum: 0 });
  const joined = new Map<number, ReturnType<typeof noWords>>();
  const row = rowsOf(visible, beginsRow);
  for (let b = 0; b < row.length; b++) {
    if (row[b] < 0) continue;
    const own = computed(joined, row[b], noWords);
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

/**
 * Least words of a passage, words at its beginning that are compared first, most passages that begin alike (more are a placeholder), most
 * blocks that make one text, and share they repeat.
 */
const PASSAGE = { words: 12, opening: 8, copies: 2, blocks: 100, share: 0.9 };
/** An excerpt of its neighbour has at most this share of its length; more is a refrain. */
const EXCERPT = 0.8;
/** Cells and items repeat each other as their author wrote them. */
const CELLS = tagNames('td th li dt dd');

/** Drops a kept block that others repeat in order, an excerpt, and a sentence that a text near it has. Linear: few are compared with each. */
export function dropPassages(facts: BlockFacts, keep: Uint8Array, changed: Changes): void {
  const { page, size, blocks, blocksBefore, tokens, tokenFrom, words, text, heading } = facts;
  const isCell = tagTable(page, CELLS);
  const { hiddenBy } = visibilityOf(page);
  // Without the hidden blocks, which go later: the copy that readers see stays.
  const isText = (b: number): boolean =>
    keep[b] === 1 &&
    hiddenBy[blocks.first[b]] === 0 &&
    blocks.codeChars[b] === 0 &&
    isCell[page.tag[blocks.element[b]]] === 0;
  const isPassage = (b: number): boolean => words[b] >= PASSAGE.words && isText(b);
  const opening = Uint32Array.from({ length: size }, (_, b) => (isPassage(b) ? openingOf(facts, b) : 0));
  const copies = new Map<number, number>();
  for (const one of opening) copies.set(one, (copies.get(one) ?? 0) + 1);
  const openings = new Map<number, number>();
  for (let b = 0; b < size; b++) {
    if (opening[b] === 0 || (copies.get(opening[b]) ?? 0) > PASSAGE.copies) continue;
    const other = openings.get(opening[b]);
    if (other === undefined || (text[other] === text[b] && !areTwins(b, other))) {
      openings.set(opening[b], b);
      continue;
    }
    const [short, long] = lengthOf(facts, b) < lengthOf(facts, other) ? [b, other] : [other, b];
    const isLongRepeated = isRepeated(long, short);
    openings.set(opening[b], long === b && isLongRepeated ? short : long);
    if (isBeside(facts, b, other) && lengthOf(facts, short) > EXCERPT * lengthOf(facts, long)) continue;
    const dropped = isLongRepeated ? long : isRepeated(short, long) ? short : -1;
    if (dropped >= 0) setBlocks({ keep, changed }, dropped, dropped + 1, 0, 'a passage that other blocks repeat');
  }
  const areParagraphs = (one: number, two: number): boolean =>
    isBeside(facts, one, two) && page.tag[blocks.element[one]] === page.tag[blocks.element[two]];
  for (let b = 0; b < size; b++) {
    if (!isText(b) || heading[b] > 0 || words[b] < QUOTE.least || words[b] > QUOTE.most) continue;
    for (let other = Math.max(0, b - QUOTE.reach); other < b + QUOTE.reach && keep[b] === 1; other++)
      if (isText(other) && !areParagraphs(b, other) && holds(other, b))
        setBlocks({ keep, changed }, b, b + 1, 0, 'a sentence of the text once more');
  }

  /** Whether two blocks are in boxes with the same blocks, as one for each size of screen. */
  function areTwins(one: number, two: number): boolean {
    const [box, twin] = [one, two].map((b) => page.parent[blocks.element[b]]);
    const [from, offset] = [blocksBefore[box], blocksBefore[twin] - blocksBefore[box]];
    const count = blocksBefore[page.end[box]] - from;
    const isSame = box !== twin && count <= PASSAGE.blocks && blocksBefore[page.end[twin]] - from === count + offset;
    return isSame && text.subarray(from, from + count).every((own, at) => own === text[from + offset + at]);
  }

  /** Whether the words of a block are some of a much longer one's, in a row. */
  function holds(block: number, part: number): boolean {
    const end = lengthOf(facts, part) <= QUOTE.share * lengthOf(facts, block) ? tokenFrom[block + 1] : 0;
    for (let at = tokenFrom[block]; at < end; at++)
      if (tokens[at] === tokens[tokenFrom[part]] && isRepeated(part, block, at)) return true;
    return false;
  }

  /** Whether the words of a block are those of the kept blocks from another one on, or from a word of it. */
  function isRepeated(block: number, from: number, word = tokenFrom[from]): boolean {
    const end = tokenFrom[block + 1];
    let at = tokenFrom[block];
    for (let b = from; b < Math.min(size, from + PASSAGE.blocks) && at < end; b++) {
      if (keep[b] === 0 && b !== from) continue;
      if (b === block) break;
      for (let t = Math.max(word, tokenFrom[b]); t < tokenFrom[b + 1] && at < end; t++, at++)
        if (tokens[t] !== tokens[at]) return false;
    }
    return at - tokenFrom[block] >= PASSAGE.share * (end - tokenFrom[block]);
  }
}

/** Words of a sentence that is set apart, its share of the text that has it, and blocks to each side that may be this text. */
const QUOTE = { least: 6, most: 60, share: 0.6, reach: 8 };

const lengthOf = ({ tokenFrom }: BlockFacts, b: number): number => tokenFrom[b + 1] - tokenFrom[b];

/** A hash of a block's first words. */
function openingOf({ tokens, tokenFrom }: BlockFacts, b: number): number {
  let hash = 0;
  for (let t = tokenFrom[b]; t < Math.min(tokenFrom[b + 1], tokenFrom[b] + PASSAGE.opening); t++)
    hash = Math.imul(hash ^ tokens[t], 0x9e3779b1) >>> 0;
  return hash;
}
