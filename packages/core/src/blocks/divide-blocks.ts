/**
 * Splits blocks where a decision per text node changes.
 *
 * Filters and votes decide per text node, extractors per block. A block whose text nodes all have the same decision stays;
 * any other is split into pieces, each a block, so that no text is kept or dropped with its neighbour.
 */

import { countWordsBetween, displays, holderOf, INLINE, type NodeId, nearestWith, type Page, TEXT } from '@dehusk/html';
import type { Block, LabelledBlocks } from './block.js';

/** A page with its lookup tables, made once per call. */
interface TextNodes {
  readonly page: Page;
  readonly display: Uint8Array;
  readonly anchor: number;
}

/** The block of these text nodes, in document order. Boundaries of block-level elements become newlines. */
function blockOf(texts: TextNodes, nodes: readonly NodeId[]): Block {
  const { page } = texts;
  const first = nodes[0];
  const last = nodes[nodes.length - 1];
  let text = '';
  let linkChars = 0;
  let linkWords = 0;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    const raw = page.chars.slice(page.textFrom[node], page.textTo[node]).replace(/\s+/g, ' ');
    if (at > 0) text += separator(texts, nodes[at - 1], node);
    text += raw;
    if (isLinked(texts, node)) {
      linkChars += raw.trim().length;
      linkWords += countWordsBetween(raw, 0, raw.length);
    }
  }
  text = text.replace(/\s{2,}/g, (run) => (run.includes('\n') ? '\n' : ' ')).trim();
  const words = countWordsBetween(text, 0, text.length);
  return {
    first,
    last,
    nodes,
    parent: holderOf(page, first, last),
    text,
    words,
    linkWords: Math.min(linkWords, words),
    linkChars: Math.min(linkChars, text.length),
  };
}

/** Separator of two text nodes: nothing inside inline markup, a space for blanks and breaks, a newline between blocks. */
function separator({ page, display }: TextNodes, before: NodeId, after: NodeId): string {
  const holder = holderOf(page, before, after);
  for (let up = page.parent[before]; up !== holder; up = page.parent[up]) if (display[up] !== INLINE) return '\n';
  for (let up = page.parent[after]; up !== holder; up = page.parent[up]) if (display[up] !== INLINE) return '\n';
  for (let node = before + 1; node < after; node++) if (page.tag[node] === TEXT || display[node] !== INLINE) return ' ';
  return '';
}

function isLinked({ page, anchor }: TextNodes, node: NodeId): boolean {
  return anchor >= 0 && nearestWith(page, page.parent[node], Infinity, (up) => page.tag[up] === anchor) > 0;
}

/** Blocks of some of their text nodes: a function that makes one of a list of nodes. */
export function blockMaker(page: Page): (nodes: readonly NodeId[]) => Block {
  const texts = { page, display: displays(page), anchor: page.nameIndex('a') };
  return (nodes) => blockOf(texts, nodes);
}

/**
 * Splits blocks where `isChosen` changes from one text node to the next. Linear in the
 * page. Each piece has the position of its block among those given.
 */
export function divideBlocks(page: Page, blocks: readonly Block[], isChosen: (node: NodeId) => boolean) {
  const newBlock = blockMaker(page);
  const pieces: { block: Block; from: number; isChosen: boolean }[] = [];
  for (let from = 0; from < blocks.length; from++) {
    const block = blocks[from];
    const runs: { nodes: NodeId[]; isChosen: boolean }[] = [];
    for (let at = 0; at < block.nodes.length; at++) {
      const node = block.nodes[at];
      const chosen = isChosen(node);
      const last = runs[runs.length - 1];
      if (last !== undefined && last.isChosen === chosen) last.nodes.push(node);
      else runs.push({ nodes: [node], isChosen: chosen });
    }
    if (runs.length <= 1) pieces.push({ block, from, isChosen: runs[0]?.isChosen ?? false });
    else for (const run of runs) pieces.push({ block: newBlock(run.nodes), from, isChosen: run.isChosen });
  }
  return pieces;
}

/**
 * Keeps the text nodes of candidate blocks that pass, and splits blocks of which only a part passes. Linear in the page.
 * @param mayKeep per block: 1 for a candidate; other blocks stay dropped, with their reason
 * @param passes the decision on a text node
 * @param reason why a piece of a candidate block is kept or dropped, from the reason of the block
 */
export function keepTextNodes(
  page: Page,
  { blocks, labels, features }: LabelledBlocks,
  mayKeep: ArrayLike<number>,
  passes: (node: NodeId) => boolean,
  reason: (isKept: boolean, before: string, piece: Block) => string,
): LabelledBlocks {
  const candidates = blocks.filter((_, at) => mayKeep[at] === 1);
  const divided = divideBlocks(page, candidates, passes);
  const pieces: Block[] = [];
  const keep: number[] = [];
  const why: string[] = [];
  const from: number[] = [];
  let candidate = 0;
  let next = 0;
  for (let at = 0; at < blocks.length; at++) {
    if (mayKeep[at] !== 1) {
      pieces.push(blocks[at]);
      keep.push(0);
      why.push(labels.why[at]);
      from.push(at);
      continue;
    }
    for (; next < divided.length && divided[next].from === candidate; next++) {
      const { block, isChosen } = divided[next];
      pieces.push(block);
      keep.push(isChosen ? 1 : 0);
      why.push(reason(isChosen, labels.why[at], block));
      from.push(at);
    }
    candidate++;
  }
  const ofPieces = <T>(column: ArrayLike<T>): T[] => from.map((block) => column[block]);
  const columns = Object.entries<ArrayLike<number | string>>(features ?? {});
  return {
    blocks: pieces,
    labels: {
      keep: Uint8Array.from(keep),
      why,
      ...(labels.kind && { kind: Uint8Array.from(ofPieces(labels.kind)) }),
      ...(labels.probability && { probability: Float32Array.from(ofPieces(labels.probability)) }),
    },
    ...(features && { features: Object.fromEntries(columns.map(([name, column]) => [name, ofPieces(column)])) }),
  };
}
