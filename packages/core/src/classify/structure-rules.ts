/**
 * Structure rules: correct the decoder's choice of blocks so that structures are kept completely.
 *
 * Observation: authors write paragraphs, headings, lists, tables and code side by side, as children of one element, the flow. The
 * trees score the blocks of tables and code low, because their training gold (WCXB) leaves out most code, many tables and nearly
 * all captions. So the decoder keeps the paragraphs of an article and drops the code between them. On the pages of `structure`,
 * whose Markdown is known, every table, code block, list, quote or figure between kept pieces of a flow is content.
 *
 * The rules, for each flow with a kept paragraph of running text:
 * - a structure between kept pieces is kept completely;
 * - a structure that is kept in part is completed;
 * - headings directly above the first kept piece are kept;
 * - a list, table or code directly after the last kept piece is kept; an unordered list must have no class, because menus have
 *   classes and authors' lists do not;
 * - a footnote is kept if its reference is.
 */

import {
  attributeReader,
  type NodeId,
  nameOf,
  nearestWith,
  type Page,
  TEXT,
  tagNames,
  tagTable,
  textOf,
} from '@dehusk/html';
import { type Changes, setBlocks } from '../blocks/block.js';
import { addressesIn } from './edge-rules.js';
import { type BlockFacts, running, wordsIn } from './features/facts.js';

const NEVER = 2;
/**
 * Kinds of pieces, with the least mean probability of a piece that the rules keep: directly before the first kept one, between kept ones,
 * kept in part, and directly behind the last kept one.
 */
const LEAST: Readonly<Record<string, readonly [before: number, between: number, part: number, behind: number]>> = {
  pre: [NEVER, 0, 0, 0.1],
  table: [NEVER, 0, 0, 0.1],
  figure: [0.05, 0, 0, 0.05],
  dl: [NEVER, 0, 0, 0.1],
  details: [NEVER, 0, 0, 0.1],
  blockquote: [NEVER, 0.5, 0.5, 0.1],
  ol: [NEVER, 0, 0.1, 0.1],
  ul: [NEVER, 0.1, 0.2, 0.1],
  heading: [0.1, 0.1, NEVER, 0.1],
  text: [NEVER, 0.2, NEVER, NEVER],
  'bold line': [0.25, 0.1, NEVER, NEVER],
};
const [BEFORE, INSIDE, PART, BEHIND] = [0, 1, 2, 3];
/** Structures without links need this share of it: menus and lists of teasers are links. */
const UNLINKED_SHARE = 0.3;
/** Structures that stay behind a last kept heading. */
const HEADED: ReadonlySet<string> = new Set(['pre', 'table']);
/** A text directly in a flow stays between kept pieces when this share of the flow's words does. */
const FLOW_SHARE = 0.5;
/** A list or quote of links is completed by at most this many words, and is one from this share of its words on. */
const LIST_WORDS = 150;
const LIST_LINKS = 0.5;
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'blockquote']);
/** A piece is kept when this share of its words is. */
const KEPT_SHARE = 0.5;
/** Elements around a structure with nothing else in them, at most. Highlighters nest about three. */
const WRAPPERS = 5;

/** A child of a flow that has blocks, [from, to). */
interface FlowPiece {
  readonly node: NodeId;
  readonly from: number;
  readonly to: number;
  /** Key of {@link LEAST}; other pieces are `box`. */
  readonly kind: string;
  /** Share of its words that are kept, and its mean probability by words, 0…1. */
  readonly share: number;
  readonly probability: number;
  /** Words that are not kept. */
  readonly missing: number;
}

/**
 * Completes the structures of a choice of visible blocks, in place. Linear in the page.
 *
 * @param keep per block: 1 when it is kept
 * @param changed per block: the rule that changed it
 */
export function keepStructures(facts: BlockFacts, probability: Float32Array, keep: Uint8Array, changed: Changes): void {
  const { page, size, words, blocksBefore, sums } = facts;
  const keptWords = running(size, (b) => keep[b] * words[b]);
  const expected = running(size, (b) => probability[b] * words[b]);
  const flows = flowsOf(facts, keep);
  for (const flow of flows) {
    const pieces = piecesOf(facts, flow, keptWords, expected);
    const isKept = (piece: FlowPiece): boolean => piece.share >= KEPT_SHARE;
    const first = pieces.findIndex(isKept);
    if (first < 0) continue;
    const last = pieces.findLastIndex(isKept);
    const from = blocksBefore[flow];
    const to = blocksBefore[page.end[flow]];
    const isFull = keptWords[to] - keptWords[from] >= FLOW_SHARE * (sums.words[to] - sums.words[from]);
    const stay = ({ from, to }: FlowPiece, rule: string): void => setBlocks({ keep, changed }, from, to, 1, rule);
    const reaches = ({ kind, probability: chance, missing, from, to }: FlowPiece, place: number): boolean =>
      chance >= (LEAST[kind]?.[place] ?? NEVER) * (isUnlinked(facts, kind, from, to) ? UNLINKED_SHARE : 1) &&
      (kind !== 'text' || isFull) &&
      (missing <= LIST_WORDS || !LISTS.has(kind) || !isLinked(facts, from, to));
    for (let at = first - 1; at >= 0; at--) {
      const piece = pieces[at];
      if (!reaches(piece, BEFORE) || linksAway(facts, piece)) break;
      stay(piece, `the ${piece.kind} of kept blocks`);
    }
    for (const [at, piece] of pieces.entries()) {
      if (piece.share === 1) continue;
      if (piece.share > 0 && reaches(piece, PART)) stay(piece, `a ${piece.kind} kept whole`);
      else if (at > first && at < last && reaches(piece, INSIDE)) stay(piece, `a ${piece.kind} between kept blocks`);
    }
    let end = last;
    for (;;) {
      const closing = closingPieces(facts, pieces, end);
      const isHeaded = pieces[end].kind === 'heading' && HEADED.has(closing[0]?.kind);
      if (closing.length === 0 || !(isHeaded || closing.every((piece) => reaches(piece, BEHIND)))) break;
      for (const piece of closing) stay(piece, `a ${piece.kind} behind kept blocks`);
      end += closing.length;
    }
  }
  keepBetween(facts, probability, keep, changed);
}

/** Structures that stay between kept blocks wherever they are; those that need some blocks; and boxes of notes, by their names. */
const [SURE, LARGE] = [tagNames('pre figure details summary'), tagNames('table dl')];
/** Levels from a block to such a structure, its most words, and the least blocks of one that needs some. */
const BETWEEN = { levels: 12, words: 600, blocks: 4 };
/** A short line with a colon at its end belongs to what follows, and so does a heading in the same element, of this probability. */
const LABEL = { words: 8, end: /[:：]$/, probability: 0.2 };
const NOTE_CLASS = /(?:^|[\s_-])(?:admonition|alert|callout|hint)(?:[\s_-]|$)/i;

/**
 * Keeps structures between two kept blocks with nothing else between them: page builders wrap each part of a text in a separate box, so
 * that no flow has two of them.
 */
function keepBetween(facts: BlockFacts, probability: Float32Array, keep: Uint8Array, changed: Changes): void {
  const { page, size, words, blocks, blocksBefore, sums, heading, linkDensity } = facts;
  const isHeadingInside = (b: number): boolean =>
    heading[b] > 1 &&
    linkDensity[b] < LIST_LINKS &&
    probability[b] >= LABEL.probability &&
    blocksBefore[page.end[page.parent[blocks.element[b]]]] > b + 1;
  for (let from = Math.max(1, keep.indexOf(1)); from < size; from++) {
    const isLabel = keep[from] === 0 && keep[from + 1] === 1 && words[from] <= LABEL.words;
    if (isLabel && (isHeadingInside(from) || (keep[from - 1] === 1 && LABEL.end.test(blocks.text[from]))))
      setBlocks({ keep, changed }, from, from + 1, 1, 'the label of a kept block');
    if (keep[from] === 1 || keep[from - 1] === 0) continue;
    let [at, last] = [from, 0];
    while (at < size && keep[at] === 0) {
      let [end, mayLink] = [at, false];
      let up = blocks.element[at];
      for (let level = 0; level < BETWEEN.levels && up > 0 && blocksBefore[up] === at; level++, up = page.parent[up]) {
        const after = blocksBefore[page.end[up]];
        const classes = page.attribute(up, 'class') ?? '';
        const isTitle = page.attribute(up, 'aria-expanded') !== null || TITLE_CLASS.test(classes);
        // A title is of what follows in the same box.
        const isNamed = isTitle ? blocksBefore[page.end[page.parent[up]]] > after : NOTE_CLASS.test(classes);
        mayLink ||= isTitle && isNamed;
        const name = nameOf(page, up);
        const isLarge = LARGE.has(name) && after - at >= BETWEEN.blocks;
        if (isNamed || isLarge || SURE.has(name)) end = last = after;
        else if (HEADING.test(name)) end = after;
      }
      if (end === at || (!mayLink && isLinked(facts, at, end)) || sums.words[end] - sums.words[at] > BETWEEN.words)
        break;
      at = end;
    }
    if (last > 0 && at < size && keep[at] === 1)
      setBlocks({ keep, changed }, from, at, 1, 'a structure between kept blocks');
    from = Math.max(from, at - 1);
  }
}

/** Elements whose own text may be beside block elements; a paragraph may hold a table on pages without a doctype. */
const MIXED: ReadonlySet<string> = new Set('p li dd td div section article main blockquote details'.split(' '));

/** Least words of a kept paragraph that makes its parent a flow. */
const PARAGRAPH_WORDS = 5;

const isLinked = ({ sums }: BlockFacts, from: number, to: number): boolean =>
  sums.linkWords[to] - sums.linkWords[from] > LIST_LINKS * (sums.words[to] - sums.words[from]);

const isUnlinked = ({ sums }: BlockFacts, kind: string, from: number, to: number): boolean =>
  STRUCTURES.has(kind) && sums.linkWords[to] === sums.linkWords[from];

/** The flows: elements with a kept paragraph, or a list with kept running text, as a child. */
function flowsOf({ page, size, blocks, words, prose }: BlockFacts, keep: Uint8Array): Set<NodeId> {
  const flows = new Set<NodeId>();
  for (let b = 0; b < size; b++) {
    const element = blocks.element[b];
    if (keep[b] === 0 || element <= 0) continue;
    const name = page.names[page.tag[element]];
    if (prose[b] === 0 && !(name === 'p' && words[b] >= PARAGRAPH_WORDS)) continue;
    const parent = page.parent[element];
    flows.add(parent);
    const item = name === 'li' ? element : nameOf(page, parent) === 'li' ? parent : 0;
    if (item > 0 && page.parent[item] > 0) flows.add(page.parent[page.parent[item]]);
    if (MIXED.has(name)) flows.add(element);
  }
  return flows;
}

/** Classes of lists that processors of Markdown write. */
const AUTHORED_CLASS = /^(?:(?:contains-)?task-?list|simple)$/i;

/** The pieces directly behind the last kept one that may close the flow: a structure, or a heading with one. */
function closingPieces({ page, sums }: BlockFacts, pieces: readonly FlowPiece[], last: number): readonly FlowPiece[] {
  const closes = (piece: FlowPiece | undefined): boolean => {
    if (piece === undefined || piece.kind === 'heading') return false;
    // Items with headings are other articles.
    if (LISTS.has(piece.kind) && sums.headings[piece.to] > sums.headings[piece.from]) return false;
    const named = page.attribute(piece.node, 'class');
    return piece.kind !== 'ul' || named === null || AUTHORED_CLASS.test(named.trim());
  };
  if (closes(pieces[last + 1])) return pieces.slice(last + 1, last + 2);
  if (pieces[last + 1]?.kind === 'heading' && closes(pieces[last + 2])) return pieces.slice(last + 1, last + 3);
  return [];
}

/** The marker of a reference to a footnote. */
const MARKER = /^\s*[[(]?(?:\d{1,3}|[a-z]|[ivx]{1,5}|[*†‡§]{1,3})[\])]?\s*$/i;
/** Elements that may hold the text of a note. */
const NOTES = tagNames('li p div dd aside td section');
/** Levels from the target of a reference to its note, and most words of a note. */
const NOTE_LEVELS = 4;
const NOTE_WORDS = 400;

/** Keeps the notes at the end of a flow that markers in kept blocks link to. Elsewhere they are terms of an offer. */
export function keepNotes(facts: BlockFacts, keep: Uint8Array, changed: Changes): void {
  const { page, blocks, blocksBefore, sums } = facts;
  const anchor = page.nameIndex('a');
  const wanted = new Set<string>();
  let block = 0;
  for (let node = 1; node < page.size; node++) {
    while (block < facts.size && blocks.last[block] < node) block++;
    if (page.tag[node] !== anchor || block === facts.size || blocks.first[block] > page.end[node]) continue;
    const href = keep[block] === 1 ? page.attribute(node, 'href') : null;
    if (href?.startsWith('#') && MARKER.test(textOf(page, node).slice(0, 20))) wanted.add(href.slice(1));
  }
  if (wanted.size === 0) return;
  const flows = flowsOf(facts, keep);
  const notes = tagTable(page, NOTES);
  const idOf = attributeReader(page, 'id');
  const nameOf = attributeReader(page, 'name');
  for (let node = 1; node < page.size; node++) {
    const id = page.tag[node] === TEXT ? null : (idOf(node) ?? nameOf(node));
    if (id === null || !(wanted.has(id) || wanted.has(encodeURIComponent(id)))) continue;
    const body = nearestWith(page, node, NOTE_LEVELS + 1, (up) => notes[page.tag[up]] === 1);
    if (body < 0) continue;
    const from = blocksBefore[body];
    const to = blocksBefore[page.end[body]];
    if (sums.words[to] - sums.words[from] > NOTE_WORDS) continue;
    const isInFlow = nearestWith(page, body, NOTE_LEVELS + 1, (up) => flows.has(up)) > 0;
    if (!isInFlow && !leadsBack(page, body)) continue;
    setBlocks({ keep, changed }, from, to, 1, 'the note of a kept reference');
    const isNumbered =
      from > 0 && page.names[page.tag[blocks.element[from - 1]]] === 'dt' && MARKER.test(blocks.text[from - 1]);
    if (isNumbered) setBlocks({ keep, changed }, from - 1, from, 0, 'the number of a note');
  }
}

/** Whether a note links to a place of the page, its reference, in a few characters: an arrow, the number. */
function leadsBack(page: Page, note: NodeId): boolean {
  const anchor = page.nameIndex('a');
  // The term of a definition has the link of its note.
  const from = nameOf(page, note) === 'dd' ? page.parent[note] + 1 : note;
  for (let node = from; node < page.end[note]; node++)
    if (
      page.tag[node] === anchor &&
      (page.attribute(node, 'href') ?? '').startsWith('#') &&
      textOf(page, node).length < 6
    )
      return true;
  return false;
}

/** Least share of a block's characters in links that makes it a link. */
const LINKED = 0.9;

/** True for a heading that is a link to another page. */
const linksAway = (facts: BlockFacts, { from }: FlowPiece): boolean =>
  facts.linkDensity[from] >= LINKED &&
  addressesIn(facts, from).some((address) => address !== '' && !address.startsWith('#'));

function piecesOf(facts: BlockFacts, flow: NodeId, keptWords: Float64Array, expected: Float64Array): FlowPiece[] {
  const { page, blocksBefore, sums } = facts;
  const pieces: FlowPiece[] = [];
  for (let child = flow + 1; child < page.end[flow]; child = page.end[child]) {
    if (blocksBefore[child] === blocksBefore[page.end[child]]) continue;
    const unit = unitOf(facts, child);
    let kind = unit.kind;
    if (kind === 'box' && isFigureBox(facts, child)) kind = 'figure';
    const from = blocksBefore[unit.node];
    const to = blocksBefore[page.end[unit.node]];
    const words = Math.max(1, sums.words[to] - sums.words[from]);
    const share = (keptWords[to] - keptWords[from]) / words;
    const probability = (expected[to] - expected[from]) / words;
    pieces.push({ node: child, from, to, kind, share, probability, missing: (1 - share) * words });
  }
  return pieces;
}

const STRUCTURES: ReadonlySet<string> = new Set('pre table figure dl details blockquote ol ul'.split(' '));
const HEADING = /^h[1-6]$/;
/** Elements that make a line alone in them a heading. */
const BOLD: ReadonlySet<string> = new Set(['b', 'strong']);
/** Classes of the titles of admonitions. */
const TITLE_CLASS = /(?:admonition|callout|alert|custom-block|hint)[\w-]{0,80}-(?:title|heading)(?:\s|$)/i;

/** Most words beside code or a table in its wrapper: the language, the name of the file, a button. */
const LABEL_WORDS = 6;
/** Structures that have such labels. */
const LABELLED: ReadonlySet<string> = new Set(['pre', 'table']);

/**
 * The kind of a piece. When the piece only wraps another element, or that and a label, the kind of the inner element.
 *
 * @returns the element of that kind; the piece for `box`
 */
function unitOf(facts: BlockFacts, child: NodeId): { readonly node: NodeId; readonly kind: string } {
  const { page } = facts;
  let node = child;
  let isLabelled = false;
  for (let depth = 0; depth < WRAPPERS && node >= 0; depth++) {
    if (page.tag[node] === TEXT) return { node: child, kind: isLabelled ? 'box' : 'text' };
    const name = page.names[page.tag[node]];
    if (isLabelled ? LABELLED.has(name) : STRUCTURES.has(name)) return { node: isLabelled ? node : child, kind: name };
    if (HEADING.test(name) || name === 'summary' || TITLE_CLASS.test(page.attribute(node, 'class') ?? ''))
      return { node: child, kind: isLabelled ? 'box' : 'heading' };
    if (BOLD.has(name) && !isLabelled && wordsIn(facts, child) <= LABEL.words)
      return { node: child, kind: 'bold line' };
    const inner = largestChild(facts, node);
    isLabelled ||= inner.beside > 0;
    node = inner.node;
  }
  return { node: child, kind: 'box' };
}

/** Words of a caption, of a box that is a figure without its element. */
const CAPTION_WORDS = { least: 3, most: 25 };

/** Whether a box is a figure without its element: pictures with captions and nothing else. */
function isFigureBox({ page, blocksBefore, sums, buttonsBefore }: BlockFacts, node: NodeId): boolean {
  const [start, stop] = [blocksBefore[node], blocksBefore[page.end[node]]];
  const pictures = sums.images[stop] - sums.images[start];
  const length = sums.words[stop] - sums.words[start];
  return (
    length <= CAPTION_WORDS.most * pictures &&
    length >= CAPTION_WORDS.least * (stop - start) &&
    sums.headings[stop] === sums.headings[start] &&
    buttonsBefore[page.end[node]] === buttonsBefore[node] &&
    sums.linkWords[stop] === sums.linkWords[start]
  );
}

/** The child with most words, and the words beside it; −1 when those are more than a label. */
function largestChild(
  { page, blocksBefore, sums }: BlockFacts,
  node: NodeId,
): { readonly node: NodeId; readonly beside: number } {
  let largest: NodeId = -1;
  let most = 0;
  let all = 0;
  for (let child = node + 1; child < page.end[node]; child = page.end[child]) {
    const words = sums.words[blocksBefore[page.end[child]]] - sums.words[blocksBefore[child]];
    all += words;
    if (words > most) {
      most = words;
      largest = child;
    }
    if (all - most > LABEL_WORDS) return { node: -1, beside: all - most };
  }
  return { node: largest, beside: all - most };
}
