/**
 * The nodes of a page the document is made of: the text nodes of the kept blocks, and what is in no block among them: images,
 * formulas, embedded media, rules, and text without a word, such as the cell `-` of a table or the line `}` of code. Their position
 * relative to the blocks decides. What generators added is left out.
 */

import {
  attributeReader,
  classTest,
  firstFrom,
  HEADINGS,
  IMAGES,
  isSpace,
  MEDIA,
  memoized,
  type NodeId,
  nameOf,
  nearestWith,
  newColumn,
  type Page,
  TEXT,
  tagNames,
  tagTable,
  textOf,
  UNREAD,
  visibilityOf,
} from '@dehusk/html';
import { type Block, type LabelledBlocks, SELECTED } from '../blocks/block.js';
import { codeFrames } from './code-frame.js';
import { notesOf } from './footnotes.js';
import { generatedAnchors, generatedParts } from './generated-parts.js';
import { backgroundImages } from './image.js';
import { formulasOf } from './math/formulas.js';
import { wordLists } from './word-lists.js';

/** Elements kept by their position, not for their text. */
const PLACED = tagNames(IMAGES, MEDIA, 'script hr math input');
/** Elements whose text without a word is content. Elsewhere it separates links and bylines. */
const WORDLESS_IN = tagNames(HEADINGS, 'td th caption pre p li dd dt figcaption');
/** Elements whose text is not shown. */
const NOT_SHOWN = tagNames(UNREAD, 'noscript');
/** Levels above a text searched for these elements. Highlighters nest about five around a token. */
const WORDLESS_CLIMB = 10;
/**
 * Levels above an image searched for an element that also holds a block. Wrappers around images seldom nest deeper than five; the
 * bound keeps the search linear on hostile pages.
 */
const MAX_CLIMB = 64;

/** Elements that are the parts of a text, with those that hold images and media. */
const FLOW = tagNames(HEADINGS, 'p pre ul ol dl table blockquote details figure img picture center video audio iframe');

/** The kept nodes of a page, with constant-time answers for subtrees. */
export interface KeptNodes {
  /** Per node: 1 for text of a kept block that is not just white space, and for what is in no block but among kept ones. */
  readonly kept: Uint8Array;
  /** Per node: number of the kept block the text belongs to, from 1; 0 for everything else. */
  readonly block: Uint32Array;
  /** True when the subtree of a node has anything kept. */
  has(node: NodeId): boolean;
  /** True when the subtree of a node has text of a kept block. */
  hasText(node: NodeId): boolean;
  /** True when a node in [from, to) is text of a kept block. */
  hasTextBetween(from: NodeId, to: NodeId): boolean;
  /** Per node: one of `SELECTED`; absent without selectors of the caller. */
  readonly selected?: Uint8Array;
}

/**
 * Per node: 1 if no document includes it, even in a kept block: additions of generators to headings and beside the text, the frames
 * of highlighters, the links of notes back to their references, and the bullets of word processors. Linear in the page.
 */
export const leftOut: (page: Page) => Uint8Array = memoized((page: Page) => {
  const all = codeFrames(page).leftOut.slice();
  for (const nodes of [
    generatedAnchors(page).added,
    notesOf(page).skipped,
    wordLists(page).labels,
    generatedParts(page),
  ])
    for (const node of nodes) all.fill(1, node, page.end[node]);
  return all;
});

function answering(page: Page, kept: Uint8Array, block: Uint32Array): KeptNodes {
  const all = countsBefore(kept);
  const texts = countsBefore(kept.map((one, node) => (page.tag[node] === TEXT ? one : 0)));
  const between = (counts: Uint32Array, from: NodeId, to: NodeId): boolean => counts[to] !== counts[from];
  return {
    kept,
    block,
    has: (node) => between(all, node, page.end[node]),
    hasText: (node) => between(texts, node, page.end[node]),
    hasTextBetween: (from, to) => between(texts, from, to),
  };
}

/** Marks what is kept. Linear in the page. */
export function keptNodes(page: Page, { blocks, labels, selected }: LabelledBlocks): KeptNodes {
  const kept = newColumn(Uint8Array, page.size);
  const block = newColumn(Uint32Array, page.size);
  const inBlock = newColumn(Uint8Array, page.size);
  const isLeftOut = leftOut(page);
  for (let at = 0; at < blocks.length; at++) {
    const isKept = labels.keep[at] === 1;
    const { nodes } = blocks[at];
    for (let one = 0; one < nodes.length; one++) {
      const node = nodes[one];
      inBlock[node] = 1;
      if (!isKept || isLeftOut[node] === 1 || isBlank(page, node)) continue;
      kept[node] = 1;
      block[node] = at + 1;
    }
  }
  // Labels for screen readers divide nothing.
  const { hiddenBy, ways } = visibilityOf(page);
  const isLabel = ({ first, text }: Block): boolean =>
    hiddenBy[first] > 0 && ways[hiddenBy[first] - 1] === 'class' && text.length <= MAX_LABEL;
  const isSeen = (at: number): boolean => labels.keep[at] === 1 || !isLabel(blocks[at]);
  const seen = ways.includes('class') ? blocks.filter((_, at) => isSeen(at)) : blocks;
  const keep = seen === blocks ? labels.keep : labels.keep.filter((_, at) => isSeen(at));
  place(page, seen, keep, wordlessTexts(page, inBlock), kept, selected);
  return { ...answering(page, kept, block), ...(selected && { selected }) };
}

/** Characters of a label for screen readers. */
const MAX_LABEL = 60;

const WORD = /[\p{L}\p{N}]/u;

/** Per node: 1 for text in no block, without a word but not blank, in an element where it is content. */
function wordlessTexts(page: Page, inBlock: Uint8Array): Uint8Array {
  const holds = tagTable(page, WORDLESS_IN);
  const hides = tagTable(page, NOT_SHOWN);
  const found = newColumn(Uint8Array, page.size);
  const decides = (node: NodeId): boolean => holds[page.tag[node]] + hides[page.tag[node]] > 0;
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== TEXT || inBlock[node] === 1 || isBlank(page, node)) continue;
    // Text with words in no block is hidden.
    if (WORD.test(textOf(page, node))) continue;
    const nearest = nearestWith(page, page.parent[node], WORDLESS_CLIMB, decides);
    if (nearest > 0 && hides[page.tag[nearest]] === 0) found[node] = 1;
  }
  return found;
}

/** True for text of white space and control characters only. Some segmenters count no-break spaces as text. */
function isBlank({ chars, textFrom, textTo }: Page, node: NodeId): boolean {
  for (let at = textFrom[node]; at < textTo[node]; at++) {
    const code = chars.charCodeAt(at);
    if (code > 0x20 && (code < 0x7f || code >= 0xa0) && !isSpace(code)) return false;
  }
  return true;
}

function countsBefore(kept: Uint8Array): Uint32Array {
  const counts = newColumn(Uint32Array, kept.length + 1);
  for (let node = 0; node < kept.length; node++) counts[node + 1] = counts[node] + kept[node];
  return counts;
}

/**
 * Keeps what is in no block when it is inside a kept block or between two; beside one kept block, when the nearest element around
 * with any block has the kept one and not the other, or when it is a part of that one's text and what is dropped between is in
 * boxes, such as advertisements or a footer. For an image in a `<figure>` the position of the figure counts; it also stays
 * when the figure has kept text. Selectors of the caller decide first.
 */
function place(
  page: Page,
  blocks: readonly Block[],
  keep: Uint8Array,
  wordless: Uint8Array,
  kept: Uint8Array,
  selected?: Uint8Array,
): void {
  const placed = tagTable(page, PLACED);
  const { elements } = formulasOf(page);
  const hasFormulas = elements.size > 0;
  const backgrounds = backgroundImages(page);
  const nearest = nearestKept(keep, blocks.length);
  const isLeftOut = leftOut(page);
  const isGroup = groupTest(page);
  const texts = countsBefore(kept);
  const anchor = page.nameIndex('a');
  /** The last link. */
  let link: NodeId = -1;
  let figure: NodeId = -1;
  /** The last figure decided on, and 1 when its media are kept. */
  let decided: NodeId = -1;
  let isFigureKept = 0;
  let next = 0;
  for (let node = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if ((figure < 0 || node >= page.end[figure]) && isGroup(node)) figure = node;
    if (tag === anchor) link = node;
    if (
      isLeftOut[node] === 1 ||
      (tag === TEXT
        ? wordless[node] === 0
        : placed[tag] === 0 && !(hasFormulas && elements.has(node)) && !backgrounds.has(node))
    )
      continue;
    if (selected !== undefined && selected[node] !== SELECTED.undecided) {
      kept[node] = selected[node] === SELECTED.kept ? 1 : 0;
      continue;
    }
    while (next < blocks.length && blocks[next].first < node) next++;
    const previous = next - 1;
    if (previous >= 0 && blocks[previous].last > node) {
      kept[node] = keep[previous];
      continue;
    }
    // A formula is the author's: it follows the text before it, also beside a number that was dropped.
    if (keep[previous] === 1 && hasFormulas && elements.has(node)) {
      kept[node] = 1;
      continue;
    }
    // The picture of a card whose words were dropped.
    if (
      link >= 0 &&
      node < page.end[link] &&
      link !== figure &&
      texts[page.end[link]] === texts[link] &&
      hasWords(page, link)
    )
      continue;
    if (figure < 0 || node >= page.end[figure]) {
      kept[node] = isBesideKept(page, blocks, keep, nearest, node, previous, next);
      continue;
    }
    if (decided !== figure) {
      decided = figure;
      const end = page.end[figure];
      let before = previous;
      while (before >= 0 && blocks[before].first > figure) before--;
      let after = next;
      while (after < blocks.length && blocks[after].first < end) after++;
      isFigureKept =
        texts[end] !== texts[figure] ? 1 : isBesideKept(page, blocks, keep, nearest, figure, before, after);
    }
    kept[node] = isFigureKept;
  }
}

/** Files that are images, by the address of a link. */
const IMAGE_FILE = /\.(?:avif|gif|jpe?g|png|svg|webp)(?:$|[?#])/i;
const GALLERY_CLASS = /(?:^|[\s_-])(?:gallery|carousel|slider|slideshow|swiper)(?:[\s_-]|$)/i;
/** Nodes of a gallery and of a link, and characters of their captions. */
const MAX_GROUP_NODES = 400;
const MAX_GROUP_TEXT = 300;

/** A test for elements whose images stay or go together: figures, galleries, and links that show an image larger. */
function groupTest(page: Page): (node: NodeId) => boolean {
  const [figure, anchor] = ['figure', 'a'].map(page.nameIndex);
  const hrefOf = attributeReader(page, 'href');
  const isGallery = classTest(page, GALLERY_CLASS);
  return (node) => {
    if (page.tag[node] === figure) return true;
    const isSmall =
      page.end[node] - node <= MAX_GROUP_NODES && page.textTo[node] - page.textFrom[node] <= MAX_GROUP_TEXT;
    return isSmall && (page.tag[node] === anchor ? IMAGE_FILE.test(hrefOf(node) ?? '') : isGallery(node));
  };
}

const hasWords = ({ chars, textFrom, textTo }: Page, node: NodeId): boolean =>
  WORD.test(chars.slice(textFrom[node], Math.min(textTo[node], textFrom[node] + MAX_GROUP_TEXT)));

function isBesideKept(
  page: Page,
  blocks: readonly Block[],
  keep: Uint8Array,
  nearest: ReturnType<typeof nearestKept>,
  node: NodeId,
  before: number,
  after: number,
): number {
  const keptBefore = keep[before] === 1;
  const keptAfter = keep[after] === 1;
  if (keptBefore && keptAfter) return 1;
  let branch = node;
  for (let climbed = 0; page.parent[branch] >= 0 && climbed < MAX_CLIMB; climbed++) {
    const around = page.parent[branch];
    const holdsBefore = before >= 0 && blocks[before].last > around;
    const holdsAfter = after < blocks.length && blocks[after].first < page.end[around];
    if (holdsBefore && holdsAfter) {
      const isPart = (at: number): boolean =>
        at >= 0 &&
        at < blocks.length &&
        blocks[at].first > around &&
        blocks[at].last < page.end[around] &&
        isInFlow(page, childOf(page, around, blocks[at].first));
      // What is dropped has to be a box.
      if ((!keptBefore && isPart(before)) || (!keptAfter && isPart(after))) return 0;
      const follows = isPart(nearest.before[before]);
      if (!keptBefore && !keptAfter) return follows && isPart(nearest.after[after]) && isInFlow(page, branch) ? 1 : 0;
      // Before the first words, only a paragraph is no picture of a teaser.
      if (follows) return isInFlow(page, branch) ? 1 : 0;
      return keptAfter && isPart(after) && nameOf(page, branch) === 'p' ? 1 : 0;
    }
    if (holdsBefore || holdsAfter) return (holdsBefore ? keptBefore : keptAfter) ? 1 : 0;
    branch = around;
  }
  return 0;
}

/** Per block: the nearest kept block up to it and from it on; −1 or the number of blocks for none. */
function nearestKept(keep: Uint8Array, size: number) {
  const before = newColumn(Int32Array, size);
  const after = newColumn(Int32Array, size);
  for (let at = 0, last = -1; at < size; at++) before[at] = last = keep[at] === 1 ? at : last;
  for (let at = size - 1, next = size; at >= 0; at--) after[at] = next = keep[at] === 1 ? at : next;
  return { before, after };
}

/** True for an element that is part of a text, not a box beside it. */
const isInFlow = (page: Page, node: NodeId): boolean => FLOW.has(nameOf(page, node));

/** The child of an element that a node is in, or the node itself when it is nested too deeply. */
function childOf(page: Page, element: NodeId, node: NodeId): NodeId {
  let child = node;
  for (let climbed = 0; page.parent[child] !== element && climbed < MAX_CLIMB; climbed++) child = page.parent[child];
  return child;
}

/**
 * Kept nodes of parts of a page, for walks over one part after the other. A part costs its length.
 *
 * @returns the kept nodes in [from, to), optionally without images, scripts and rules; valid until the next call
 */
export function keptParts(page: Page, all: KeptNodes): (from: NodeId, to: NodeId, textOnly?: boolean) => KeptNodes {
  const kept = newColumn(Uint8Array, page.size);
  const counts = countsBefore(all.kept);
  let cleared: readonly [from: NodeId, to: NodeId] = [0, 0];
  return (from, to, textOnly = false) => {
    kept.fill(0, ...cleared);
    cleared = [from, to];
    for (let node = from; node < to; node++) kept[node] = textOnly && page.tag[node] !== TEXT ? 0 : all.kept[node];
    const hasTextBetween = (first: NodeId, end: NodeId): boolean =>
      all.hasTextBetween(Math.max(first, from), Math.max(first, from, Math.min(end, to)));
    const hasText = (node: NodeId): boolean => hasTextBetween(node, page.end[node]);
    const has = (node: NodeId): boolean =>
      counts[Math.max(from, Math.min(page.end[node], to))] > counts[Math.max(node, from)];
    return { kept, block: all.block, has: textOnly ? hasText : has, hasText, hasTextBetween };
  };
}

/**
 * Kept nodes for many short lists of one page: each answer costs the logarithm of the list's length, not the size of the page.
 *
 * @returns given text nodes and images in document order, the nodes as if they alone were kept; all in one block
 */
export function keptLists(page: Page): (nodes: readonly NodeId[]) => KeptNodes {
  // Shared by all lists: no answer of one list leads to nodes of another.
  const kept = newColumn(Uint8Array, page.size);
  const block = newColumn(Uint32Array, page.size);
  const isLeftOut = leftOut(page);
  return (given) => {
    const nodes = given.filter((node) => isLeftOut[node] === 0);
    for (const node of nodes) kept[node] = 1;
    const hasTextBetween = (from: NodeId, to: NodeId): boolean => {
      const first = firstFrom(nodes, from);
      return first < nodes.length && nodes[first] < to;
    };
    const has = (node: NodeId): boolean => hasTextBetween(node, page.end[node]);
    return { kept, block, has, hasText: has, hasTextBetween };
  };
}
