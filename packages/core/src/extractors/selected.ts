/**
 * Selectors of the caller around an extractor: text that they decide, whatever the extractor says.
 *
 * Steps: the extractor labels the page. Text of an element that `excludeSelector` matches is dropped; other text of one that
 * `contentSelector` or `includeSelector` matches is kept. The rest is dropped when there is a `contentSelector`, and the extractor's
 * otherwise. Where selectors keep text that is in no block of the extractor, the blocks are content blocks.
 */

import { matchingElements, type Page, parseSelector, type Selector } from '@dehusk/html';
import { type LabelledBlocks, SELECTED } from '../blocks/block.js';
import { blockList, contentBlocks } from '../blocks/content-blocks.js';
import { keepTextNodes } from '../blocks/divide-blocks.js';
import type { Extractor, Options } from './extractor.js';

/** CSS selectors that decide on text, each a selector, a list with commas, or several of them. */
export interface Selectors {
  /** The main content is the text of the matched elements, and nothing else. Without a match the page has no text: `no-content`. */
  readonly contentSelector?: string | readonly string[];
  /** Text of matched elements is kept, besides what the extractor keeps. */
  readonly includeSelector?: string | readonly string[];
  /** Text, images and comments of matched elements are never kept. It wins over the other two. */
  readonly excludeSelector?: string | readonly string[];
}

/** The options above. Later ones win over earlier ones. */
export const SELECTOR_OPTIONS = ['contentSelector', 'includeSelector', 'excludeSelector'] as const;

/** One selector, as text and parsed. */
interface SelectorRule {
  readonly option: (typeof SELECTOR_OPTIONS)[number];
  readonly text: string;
  readonly selector: Selector;
}

/** @throws TypeError for a selector that is not valid, naming it and the position of its fault */
function rulesOf(selectors: Selectors): SelectorRule[] {
  return SELECTOR_OPTIONS.flatMap((option) =>
    [selectors[option] ?? []].flat().map((text) => ({ option, text, selector: parseSelector(option, text) })),
  );
}

/** @throws TypeError for a selector that is not valid, naming it and the position of its fault */
export function checkSelectors(selectors: Selectors): void {
  rulesOf(selectors);
}

/**
 * The extractor under a caller's selectors; the extractor itself without any.
 * @throws TypeError for a selector that is not valid, naming it and the position of its fault
 */
export function withSelectors<O extends Options>(extractor: Extractor<O>, selectors: Selectors): Extractor<O> {
  const rules = rulesOf(selectors);
  if (rules.length === 0) return extractor;
  return {
    ...extractor,
    label: (page, options, context) => underRules(page, extractor.label(page, options, context), rules),
  };
}

function underRules(page: Page, labelled: LabelledBlocks, rules: readonly SelectorRule[]): LabelledBlocks {
  const content = rules.filter(({ option }) => option === 'contentSelector');
  const hasContent = content.length > 0;
  const { deciding, matched } = decidingRules(page, rules);
  const selected = Uint8Array.from(deciding, (at) => {
    if (at === 0) return hasContent ? SELECTED.outside : SELECTED.undecided;
    return rules[at - 1].option === 'excludeSelector' ? SELECTED.excluded : SELECTED.kept;
  });

  const own = blockOfNodes(page, labelled);
  const isLacking = contentBlocks(page).nodes.some((node) => selected[node] === SELECTED.kept && own[node] === 0);
  const base = isLacking ? inContentBlocks(page, labelled, own) : labelled;
  const relabelled = keepTextNodes(
    page,
    base,
    new Uint8Array(base.blocks.length).fill(1),
    (node) =>
      selected[node] === SELECTED.kept ||
      (selected[node] === SELECTED.undecided && labelled.labels.keep[own[node] - 1] === 1),
    (_, before, { nodes }) => {
      const rule = Array.from(nodes, (node) => rules[deciding[node] - 1]).find((one) => one !== undefined);
      if (rule !== undefined) return `selector: ${rule.option === 'excludeSelector' ? 'not ' : ''}${rule.text}`;
      return hasContent ? 'selector: outside' : before;
    },
  );
  const { prediction, hidden, refused } = labelled;
  const result = { ...relabelled, selected, ...(prediction && { prediction }) };
  if (!hasContent) return { ...result, ...(hidden && { hidden }), ...(refused && { refused }) };
  // The caller knows the content, as with a page type that is given.
  if (relabelled.labels.keep.includes(1))
    return { ...result, ...(prediction && { prediction: { ...prediction, confidence: 1 } }) };
  const asked = content.map(({ text }) => text).join(', ');
  const detail = matched.has('contentSelector')
    ? `the elements that contentSelector matches have no text to keep: ${asked}`
    : `no element matches contentSelector: ${asked}`;
  return { ...result, refused: { reason: 'no-content', detail } };
}

/** Per node: 1 + the position of the last rule that matches an element around it, or 0; and the options that matched anything. */
function decidingRules(page: Page, rules: readonly SelectorRule[]) {
  const deciding = new Uint16Array(page.size);
  const matched = new Set<SelectorRule['option']>();
  for (const [at, { option, selector }] of rules.entries()) {
    const matches = matchingElements(page, selector);
    for (let node = 1; node < page.size; node++) {
      if (matches[node] === 0) continue;
      deciding.fill(at + 1, node, page.end[node]);
      matched.add(option);
      // Matches inside change nothing.
      node = page.end[node] - 1;
    }
  }
  return { deciding, matched };
}

/** Per node: 1 + the position of its block, or 0. */
function blockOfNodes(page: Page, { blocks }: LabelledBlocks): Uint32Array {
  const own = new Uint32Array(page.size);
  for (const [at, { nodes }] of blocks.entries()) for (let one = 0; one < nodes.length; one++) own[nodes[one]] = at + 1;
  return own;
}

/** Content blocks with the reasons of an extractor's blocks; it decides on none of them. */
function inContentBlocks(page: Page, { labels }: LabelledBlocks, own: Uint32Array): LabelledBlocks {
  const blocks = blockList(contentBlocks(page));
  const why = blocks.map(({ nodes }) => labels.why[own[nodes[0]] - 1] ?? 'in no block of the extractor');
  return { blocks, labels: { keep: new Uint8Array(blocks.length), why } };
}
