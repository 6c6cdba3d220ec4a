/**
 * A second verdict on what an extractor kept, text node by text node: wrappers use it to drop, never to add.
 */
import type { Block, LabelledBlocks } from '../blocks/block.js';
import { divideBlocks } from '../blocks/divide-blocks.js';
import type { NodeId, Page } from '../page/page.js';

/**
 * Keeps of the chosen blocks the text nodes that pass; blocks of which only a part passes are cut.
 *
 * @param mayKeep per block: 1 when its text nodes are to be asked; 0 leaves the block dropped, with its reason
 * @param passes the verdict on a text node
 * @param reason why a block that was asked is kept or dropped now
 */
export function keepTextNodes(
  page: Page,
  { blocks, labels, features }: LabelledBlocks,
  mayKeep: ArrayLike<number>,
  passes: (node: NodeId) => boolean,
  reason: (isKept: boolean, before: string) => string,
): LabelledBlocks {
  const pieces: Block[] = [];
  const keep: number[] = [];
  const why: string[] = [];
  const from: number[] = [];
  for (let at = 0; at < blocks.length; at++) {
    if (mayKeep[at] !== 1) {
      pieces.push(blocks[at]);
      keep.push(0);
      why.push(labels.why[at]);
      from.push(at);
      continue;
    }
    for (const piece of divideBlocks(page, [blocks[at]], passes)) {
      pieces.push(piece.block);
      keep.push(piece.isChosen ? 1 : 0);
      why.push(reason(piece.isChosen, labels.why[at]));
      from.push(at);
    }
  }
  const ofPieces = <T>(column: ArrayLike<T>): T[] => from.map((block) => column[block]);
  return {
    blocks: pieces,
    labels: {
      keep: Uint8Array.from(keep),
      why,
      ...(labels.kind && { kind: Uint8Array.from(ofPieces(labels.kind)) }),
      ...(labels.probability && { probability: Float32Array.from(ofPieces(labels.probability)) }),
    },
    ...(features && {
      features: Object.fromEntries(
        Object.entries(features).map(([name, column]) => [name, ofPieces(column as ArrayLike<number | string>)]),
      ) as Record<string, (number | string)[]>,
    }),
  };
}
