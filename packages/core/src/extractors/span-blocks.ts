/**
 * From a span of text nodes to labelled blocks: what stands in the span is kept. The blocks are the page's paragraphs; the
 * (at most two) paragraphs that the span cuts are cut there.
 */
import type { Block, LabelledBlocks } from '../blocks/block.js';
import { divideBlocks } from '../blocks/divide-blocks.js';
import { PLAIN_PARAGRAPHS, paragraphsOf } from '../blocks/paragraphs.js';
import type { NodeId, Page } from '../page/page.js';

/**
 * Labels the paragraphs of a page by the text nodes [first, last]; `first` > `last` keeps nothing.
 *
 * @param inside why the kept blocks are kept; the others are `outside` of it
 */
export function spanBlocks(page: Page, first: NodeId, last: NodeId, inside: string, outside: string): LabelledBlocks {
  const blocks: Block[] = [];
  const keep: number[] = [];
  const why: string[] = [];
  const add = (block: Block, isKept: boolean): void => {
    blocks.push(block);
    keep.push(isKept ? 1 : 0);
    why.push(isKept ? inside : outside);
  };
  const isInside = (node: NodeId): boolean => node >= first && node <= last;
  for (const paragraph of paragraphsOf(page, PLAIN_PARAGRAPHS)) {
    const startsInside = isInside(paragraph.first);
    const endsInside = isInside(paragraph.last);
    const isCut = startsInside !== endsInside || (!startsInside && paragraph.first < first && paragraph.last > last);
    if (!isCut || first > last) add(paragraph, startsInside);
    else for (const piece of divideBlocks(page, [paragraph], isInside)) add(piece.block, piece.isChosen);
  }
  return { blocks, labels: { keep: Uint8Array.from(keep), why } };
}
