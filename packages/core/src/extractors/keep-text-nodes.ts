/** A second decision on what an extractor kept, per text node: wrappers use it to drop text, never to add any. */

import type { NodeId, Page } from '@dehusk/html';
import type { Block, LabelledBlocks } from '../blocks/block.js';
import { divideBlocks } from '../blocks/divide-blocks.js';

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
