/**
 * Structure rules: after the decoder chose blocks, complete the structures its choice tore.
 *
 * Observation: authors write paragraphs, headings, lists, tables and code side by side, as children of one element, the flow. The
 * trees score the blocks of a table or of code low: the gold they learned from (WCXB) leaves most code, many tables and nearly all
 * captions out. So the decoder keeps the paragraphs of an article and drops the code between them. On the pages of `structure`
 * whose Markdown is known, a table, code, list, quote or figure between kept pieces of one flow is content without exception.
 *
 * The rules, for each flow with a kept paragraph of running text:
 * - a structure between kept pieces stays, and stays whole;
 * - a structure of which part is kept stays whole;
 * - a heading stays when the piece after it does, and a closing ordered list, table or code stays behind its paragraph;
 * - a heading whose whole section was dropped is dropped.
 */
import type { BlockFacts } from '../../blocks/features/facts.js';
import type { PageRows } from '../../blocks/features.js';
import { type NodeId, type Page, TEXT } from '../../page/page.js';
import { type DecodeChoice, type Decoded, decodeBlocks } from './decode.js';

/** Kinds of pieces, with the least mean probability of a piece that the rules keep between kept ones. */
const BETWEEN: Readonly<Record<string, number>> = {
  pre: 0,
  table: 0,
  figure: 0,
  dl: 0,
  details: 0,
  blockquote: 0.1,
  ol: 0,
  ul: 0.1,
  heading: 0.1,
  text: 0.35,
};
/** The same for a piece of which part is kept, and for one directly behind the last kept piece. */
const PART: Readonly<Record<string, number>> = { ...BETWEEN, ul: 0.2, ol: 0.1, text: 1, heading: 1 };
const BEHIND: Readonly<Record<string, number>> = { pre: 0.1, table: 0.1, dl: 0.1, ol: 0.1 };
/** Least probability of a heading directly before the first kept piece. */
const HEADING_BEFORE = 0.1;
/** A piece is kept when this share of its words is. */
const KEPT_SHARE = 0.5;
/** Elements around a structure with nothing else in them, at most. Highlighters nest about three. */
const WRAPPERS = 5;

/** A child of a flow that has blocks, [from, to). */
interface Piece {
  readonly from: number;
  readonly to: number;
  /** Key of {@link BETWEEN}; other pieces are `box`. */
  readonly kind: string;
  /** Share of its words that are kept, and its mean probability by words, 0…1. */
  readonly share: number;
  readonly probability: number;
}

/** A choice of blocks with its structures completed. */
export interface Choice extends Decoded {
  /** Per visible block: the structure rule that changed it, or undefined. */
  readonly changed: readonly (string | undefined)[];
}

/** Chooses the rows of a page to keep: the decoder, then the structure rules. Linear in the page but for a sort. */
export function chooseBlocks(rows: PageRows, probability: Float32Array, choice: DecodeChoice): Choice {
  const { words, text, group, visible } = rows;
  const decoded = decodeBlocks({ probability, words, text, group }, choice);
  return { ...decoded, changed: keepStructure(visible, decoded.probability, decoded.keep) };
}

/**
 * Completes the choice of visible blocks, in place. Linear in the page.
 *
 * @param keep per block: 1 when it is kept
 * @returns per block: the rule that changed it, or undefined
 */
export function keepStructure(facts: BlockFacts, probability: Float32Array, keep: Uint8Array): (string | undefined)[] {
  const { page, size, words, blocks, prose } = facts;
  const changed: (string | undefined)[] = new Array(size);
  const keptWords = running(size, (b) => keep[b] * words[b]);
  const expected = running(size, (b) => probability[b] * words[b]);
  const flows = new Set<NodeId>();
  for (let b = 0; b < size; b++)
    if (keep[b] === 1 && prose[b] === 1 && blocks.element[b] > 0) flows.add(page.parent[blocks.element[b]]);
  for (const flow of flows) {
    const pieces = piecesOf(facts, flow, keptWords, expected);
    const isKept = (piece: Piece | undefined): boolean => piece !== undefined && piece.share >= KEPT_SHARE;
    const first = pieces.findIndex(isKept);
    const last = pieces.findLastIndex(isKept);
    const stay = (piece: Piece, rule: string): void => {
      for (let b = piece.from; b < piece.to; b++) {
        if (keep[b] === 1) continue;
        keep[b] = 1;
        changed[b] = rule;
      }
    };
    for (const [at, piece] of pieces.entries()) {
      if (piece.share === 1) continue;
      const reaches = (least: Readonly<Record<string, number>>): boolean =>
        piece.probability >= (least[piece.kind] ?? 2);
      if (piece.share > 0 && reaches(PART)) stay(piece, `a ${piece.kind} kept whole`);
      else if (at > first && at < last && reaches(BETWEEN)) stay(piece, `a ${piece.kind} between kept blocks`);
      else if (piece.kind === 'heading' && at === first - 1 && piece.probability >= HEADING_BEFORE)
        stay(piece, 'the heading of kept blocks');
      else if (at === last + 1 && last >= 0 && reaches(BEHIND)) stay(piece, `a ${piece.kind} behind kept blocks`);
    }
  }
  return changed;
}

/** Entry b is the sum over blocks 0 … b − 1. */
function running(size: number, of: (block: number) => number): Float64Array {
  const sums = new Float64Array(size + 1);
  for (let b = 0; b < size; b++) sums[b + 1] = sums[b] + of(b);
  return sums;
}

function piecesOf(facts: BlockFacts, flow: NodeId, keptWords: Float64Array, expected: Float64Array): Piece[] {
  const { page, blocksBefore, sums } = facts;
  const pieces: Piece[] = [];
  for (let child = flow + 1; child < page.end[flow]; child = page.end[child]) {
    const from = blocksBefore[child];
    const to = blocksBefore[page.end[child]];
    if (from === to) continue;
    const words = Math.max(1, sums.words[to] - sums.words[from]);
    const share = (keptWords[to] - keptWords[from]) / words;
    const probability = (expected[to] - expected[from]) / words;
    pieces.push({ from, to, kind: kindOf(facts, child), share, probability });
  }
  return pieces;
}

const HEADING = /^h[1-6]$/;

/** The kind of a piece: its own element, or the only one with blocks inside its wrappers. */
function kindOf({ page, blocksBefore }: BlockFacts, child: NodeId): string {
  let node = child;
  for (let depth = 0; depth < WRAPPERS; depth++) {
    if (page.tag[node] === TEXT) return 'text';
    const name = page.names[page.tag[node]];
    if (HEADING.test(name)) return 'heading';
    if (name in BETWEEN) return name;
    const only = onlyChildWithBlocks(page, blocksBefore, node);
    if (only < 0) return 'box';
    node = only;
  }
  return 'box';
}

function onlyChildWithBlocks(page: Page, blocksBefore: Int32Array, node: NodeId): NodeId {
  let only: NodeId = -1;
  for (let child = node + 1; child < page.end[node]; child = page.end[child]) {
    if (blocksBefore[page.end[child]] === blocksBefore[child]) continue;
    if (only >= 0) return -1;
    only = child;
  }
  return only;
}
