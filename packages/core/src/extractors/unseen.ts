/**
 * Hidden text after an extractor, whatever it is: the text nodes that nobody sees leave their blocks, and a block without any other is
 * dropped. Blocks keep their number and order, so that features, movers and other articles stay with theirs.
 */

import { countWordsBetween, type NodeId, type Page, TEXT, visibilityOf, withLazyFields } from '@dehusk/html';
import { type Block, type LabelledBlocks, SELECTED } from '../blocks/block.js';
import { blockMaker } from '../blocks/divide-blocks.js';

/** What becomes of text that the page does not show. `mark` keeps it, and says where it is. */
export const HIDDEN_MODES = ['drop', 'keep', 'mark'] as const;
export type HiddenMode = (typeof HIDDEN_MODES)[number];

/** Text of kept blocks that the page does not show. */
export interface UnseenWords {
  readonly words: number;
  /** Words by the way in which they are hidden, such as `display: none`. */
  readonly ways: Readonly<Record<string, number>>;
}

export const NO_UNSEEN: UnseenWords = { words: 0, ways: {} };

/** Ways in which a page hides its content until a script shows it. When all that an extractor keeps is hidden so, a script does. */
const SHOWN_BY_SCRIPTS: ReadonlySet<string> = new Set(
  (
    'display: none, visibility: hidden, content-visibility: hidden, opacity: 0, no size, attribute hidden, aria-hidden, class, ' +
    'noscript'
  ).split(', '),
);

/** True for a sign between two parts of a number or formula: read out by screen readers, drawn by a style. */
function isOperator({ chars, textFrom, textTo }: Page, node: NodeId): boolean {
  const sign = chars.slice(textFrom[node] - 1, textTo[node] + 1);
  return /^[^\s(,;][/×·÷+−=<>≤≥:^-][^\s.,;:!?)\]]$/.test(sign);
}

/** The labels of an extractor without hidden text, and what was dropped (or marked). Linear in the page. */
export function withoutUnseen(
  page: Page,
  labelled: LabelledBlocks,
  mode: HiddenMode,
): { readonly labelled: LabelledBlocks; readonly unseen: UnseenWords } {
  if (mode === 'keep') return { labelled, unseen: NO_UNSEEN };
  const { hiddenBy, ways } = visibilityOf(page);
  if (ways.length === 0) return { labelled, unseen: NO_UNSEEN };
  const { blocks, labels } = labelled;
  const make = blockMaker(page);
  const counts = new Map<string, number>();
  const reasons = new Map<number, string>();
  const keep = labels.keep.slice();
  const forReaders = ways.indexOf('class') + 1;
  const isShown = (node: NodeId): boolean =>
    hiddenBy[node] === 0 || (hiddenBy[node] === forReaders && isOperator(page, node));
  const seen = blocks.map((block, at): Block => {
    let first = 0;
    while (first < block.nodes.length && isShown(block.nodes[first])) first++;
    if (first === block.nodes.length) return block;
    const nodes = Array.from(block.nodes);
    const shown = nodes.filter(isShown);
    if (labels.keep[at] === 1)
      for (const node of nodes) {
        if (isShown(node)) continue;
        const words = countWordsBetween(page.chars, page.textFrom[node], page.textTo[node]);
        const way = ways[hiddenBy[node] - 1];
        counts.set(way, (counts.get(way) ?? 0) + words);
      }
    const reason = `hidden: ${ways[hiddenBy[nodes[first]] - 1]}`;
    if (shown.length === 0 || mode === 'mark') reasons.set(at, reason);
    if (shown.length > 0 && mode === 'drop') return make(shown);
    if (mode === 'drop') keep[at] = 0;
    return block;
  });
  if (mode === 'drop' && !keep.includes(1) && [...counts.keys()].every((way) => SHOWN_BY_SCRIPTS.has(way)))
    return withoutUnseen(page, labelled, 'mark');
  const unseen = { words: [...counts.values()].reduce((sum, one) => sum + one, 0), ways: Object.fromEntries(counts) };
  const { why: _, ...columns } = Object.getOwnPropertyDescriptors(labels);
  const own = Object.defineProperties({}, columns) as Omit<typeof labels, 'why'>;
  const result: LabelledBlocks = {
    ...labelled,
    blocks: seen,
    labels: withLazyFields({ ...own, keep }, { why: () => labels.why.map((before, at) => reasons.get(at) ?? before) }),
  };
  if (labelled.movers) Object.defineProperty(result, 'movers', { value: labelled.movers });
  if (mode === 'mark') return { labelled: result, unseen };
  const isDropped = (at: number): boolean => labels.keep[at] !== keep[at] || reasons.has(at);
  const otherArticles = labelled.otherArticles
    ?.filter(({ heading }) => !isDropped(heading))
    .map(({ heading, kept }) => ({ heading, kept: kept.filter((at) => !isDropped(at)) }));
  return {
    labelled: Object.assign(result, {
      selected: excluding(page, labelled, hiddenBy, ways),
      ...(otherArticles && { otherArticles }),
    }),
    unseen,
  };
}

/** The decisions of selectors with all hidden text excluded, and what is in hidden boxes. Lazy images are in `noscript`, too. */
function excluding(
  page: Page,
  { selected }: LabelledBlocks,
  hiddenBy: Uint8Array,
  ways: readonly string[],
): Uint8Array {
  const found = selected?.slice() ?? new Uint8Array(page.size);
  const noscript = ways.indexOf('noscript') + 1;
  for (let node = 1; node < page.size; node++) {
    if (hiddenBy[node] === 0) continue;
    const parent = page.parent[node];
    if (page.tag[node] === TEXT || (hiddenBy[parent] !== 0 && hiddenBy[parent] !== noscript))
      found[node] = SELECTED.excluded;
  }
  return found;
}
