/**
 * A page cut to its article, and the page-level extractor run on what is left: GoldMiner's second half.
 *
 * The extractor sees the same page with the text outside the cut emptied, so that its blocks stand at the same nodes, and no
 * neighbour outside the cut has a say, as if the cut were a page of its own.
 */
import type { Block, LabelledBlocks } from '../../blocks/block.js';
import { divideBlocks } from '../../blocks/divide-blocks.js';
import type { ExtractionContext, Extractor } from '../../extractors/extractor.js';
import { type NodeId, type Page, TEXT } from '../../page/page.js';
import { paragraphKey } from './page-features.js';

/** A stretch of a page's source. */
export interface SourceStretch {
  readonly from: number;
  readonly to: number;
}

/** Reasons for blocks that the page-level extractor had no say in. */
export const BEFORE = 'goldminer: before the start pattern';
export const AFTER = 'goldminer: after the end pattern';
export const REPEATED = 'goldminer: repeated on other pages of the site';

/**
 * Labels what stands in the stretch by the extractor and drops the rest.
 *
 * @param whole the page as the extractor labels it without a cut
 * @param isRepeated whether a paragraph of this key is boilerplate of the site
 */
export function labelWithin(
  page: Page,
  { from, to }: SourceStretch,
  extractor: Extractor,
  knowledge: ExtractionContext,
  whole: LabelledBlocks,
  isRepeated: (key: number) => boolean,
): LabelledBlocks {
  const isInside = (node: NodeId): boolean => page.sourceFrom[node] >= from && page.sourceFrom[node] < to;
  const inside = extractor.label(withText(page, isInside), extractor.defaults, knowledge);
  const rows: { block: Block; keep: 0 | 1; why: string }[] = [];
  for (let at = 0; at < inside.blocks.length; at++) {
    const block = inside.blocks[at];
    const isKept = inside.labels.keep[at] === 1;
    const isDropped = isKept && isRepeated(paragraphKey(block.text));
    rows.push({ block, keep: isKept && !isDropped ? 1 : 0, why: isDropped ? REPEATED : inside.labels.why[at] });
  }
  for (const { block, isChosen } of divideBlocks(page, whole.blocks, isInside))
    if (!isChosen) rows.push({ block, keep: 0, why: page.sourceFrom[block.first] < from ? BEFORE : AFTER });
  return columns(rows);
}

/** The extractor's labels without the repeated paragraphs: what is left to do when no pattern is known. */
export function withoutRepeated(labelled: LabelledBlocks, isRepeated: (key: number) => boolean): LabelledBlocks {
  const { blocks, labels } = labelled;
  return columns(
    blocks.map((block, at) => {
      const isDropped = labels.keep[at] === 1 && isRepeated(paragraphKey(block.text));
      return { block, keep: isDropped ? 0 : (labels.keep[at] as 0 | 1), why: isDropped ? REPEATED : labels.why[at] };
    }),
  );
}

/** Blocks in document order, none inside another: text moved by the parser can make ranges of nodes cross. */
function columns(rows: { block: Block; keep: 0 | 1; why: string }[]): LabelledBlocks {
  rows.sort((a, b) => a.block.first - b.block.first || b.keep - a.keep);
  const apart: typeof rows = [];
  for (const row of rows) {
    const before = apart[apart.length - 1];
    if (before === undefined || row.block.first > before.block.last) apart.push(row);
    else if (row.keep > before.keep) apart[apart.length - 1] = row;
  }
  return {
    blocks: apart.map(({ block }) => block),
    labels: { keep: Uint8Array.from(apart, ({ keep }) => keep), why: apart.map(({ why }) => why) },
  };
}

/** The page with the text of some nodes only. */
function withText(page: Page, isKept: (node: NodeId) => boolean): Page {
  const textTo = page.textTo.slice();
  for (let node = 1; node < page.size; node++)
    if (page.tag[node] === TEXT && !isKept(node)) textTo[node] = page.textFrom[node];
  // The methods of a page read columns of their own, so they are passed on as they are.
  return {
    ...page,
    textTo,
    memo: new Map(),
    attribute: (node, name) => page.attribute(node, name),
    attributes: (node) => page.attributes(node),
    nameIndex: (name) => page.nameIndex(name),
  };
}
