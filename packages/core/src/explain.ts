/** Why the result of a page is what it is, as data: for the inspector, the HTTP API, agents and `--explain`. */

import { checkOptions, computed, FLAG, memoized, type NodeId, nameOf, type Page } from '@dehusk/html';
import {
  type Block,
  type BlockKind,
  EXPLAINED_BLOCKS,
  KINDS,
  type LabelledBlocks,
  type Mover,
} from './blocks/block.js';
import { boilerplateKinds } from './boilerplate-kinds.js';
import { recordNodesOf } from './document/assemble.js';
import type { UnseenWords } from './extractors/unseen.js';
import type { ExtractResult } from './pipeline.js';

/** Version of the explanation, in its field `schema`. It grows when a field changes its meaning or goes. */
export const EXPLANATION_VERSION = 2;

/** The blocks of a page with their labels and reasons, and every metadata field with its source. */
export interface PageExplanation {
  readonly schema: typeof EXPLANATION_VERSION;
  readonly url: string | null;
  readonly extractor: string;
  /** Whether there is text; if not, `reason` and `detail` say why. */
  readonly ok: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly pageType: string | null;
  readonly pageTypeProbability: number | null;
  readonly confidence: number | null;
  readonly warnings: readonly string[];
  /** The first blocks of the page, at most `EXPLAINED_BLOCKS`. */
  readonly blocks: readonly BlockExplanation[];
  /** How many blocks follow. */
  readonly blocksLeftOut: number;
  /** Words that the page does not show, by the way in which they are hidden: dropped, or with `hidden: 'mark'` kept. */
  readonly hiddenText: UnseenWords;
  /** Kept text of scripts and metadata that the page does not show, and its source. */
  readonly hidden: readonly { readonly text: string; readonly from: string }[];
  /** The known fields of the metadata. `source` names where the value was found. */
  readonly metadata: readonly {
    readonly field: string;
    readonly value: string | readonly string[];
    readonly source: string;
  }[];
}

/** A block and why it was kept or dropped. */
export interface BlockExplanation {
  /** Position among the blocks of the page, from 0. */
  readonly index: number;
  readonly text: string;
  readonly words: number;
  readonly linkWords: number;
  /** Where the text is in `page.source`: ranges of UTF-16 code units, ascending. Neighbouring text nodes share one. */
  readonly source: readonly (readonly [from: number, to: number])[];
  /** The element around the block, as a CSS selector from the nearest element with an id. */
  readonly path: string;
  readonly keep: boolean;
  /** Of a kept block `headline`, `text` …, or `content` where the extractor knows no kinds; of a dropped one `navigation`, `related` … or `boilerplate`. */
  readonly kind: BlockKind | 'content';
  /** Probability of main content, 0 to 1; null where the extractor has none. */
  readonly probability: number | null;
  /** The rule that decided. */
  readonly why: string;
  /** The features that the extractor reports, by name. */
  readonly features: Readonly<Record<string, number | string>>;
  /** The features that moved the score most, the strongest first; empty where the extractor has no score. */
  readonly movers: readonly Mover[];
  /** The post, comment or item that the block belongs to; null: none. */
  readonly record: { readonly kind: 'post' | 'comment' | 'item'; readonly index: number } | null;
}

export interface ExplainOptions {
  /** Whether to list movers; default true. They take twice the time of extraction; `labelled.movers` finds those of one block. */
  readonly movers?: boolean;
}

/**
 * Explains a result. Linear in the page. The source of a page whose article was read from its state has the article in it
 * (`page.source` of the result), so ranges are those of that text.
 *
 * @throws TypeError for an unknown option, or a value of another type
 */
export function explainPage(result: ExtractResult, options: ExplainOptions = {}): PageExplanation {
  checkOptions('explainPage', options, { movers: FLAG });
  const { movers: withMovers = true } = options;
  const { labelled } = result;
  const explain = blockExplainer(result, withMovers);
  const { hidden, hiddenText, metadata, ...facts } = explainResult(result);
  const blocks = labelled.blocks.slice(0, EXPLAINED_BLOCKS).map((_, at) => explain(at));
  return { ...facts, blocks, blocksLeftOut: labelled.blocks.length - blocks.length, hiddenText, hidden, metadata };
}

/** As {@link explainPage}, without the blocks. */
export function explainResult(result: ExtractResult): Omit<PageExplanation, 'blocks' | 'blocksLeftOut'> {
  const { labelled, extractor, pageType, pageTypeProbability, confidence, warnings } = result;
  return {
    schema: EXPLANATION_VERSION,
    url: result.document.url,
    extractor,
    ok: result.ok,
    reason: result.reason ?? null,
    detail: result.detail ?? null,
    ...{ pageType, pageTypeProbability, confidence, warnings },
    hiddenText: result.hiddenText,
    hidden: labelled.hidden?.map(({ text, from }) => ({ text, from })) ?? [],
    metadata: metadataOf(result),
  };
}

/** A function that explains one block of a result, by its index. @param withMovers whether to list movers */
export function blockExplainer(result: ExtractResult, withMovers = true): (at: number) => BlockExplanation {
  const { page, labelled } = result;
  let records: readonly BlockExplanation['record'][] | null = null;
  let kinds: readonly BlockExplanation['kind'][] | null = null;
  return (at) => {
    if (page === null) throw new RangeError('a page that could not be opened has no blocks');
    records ??= recordsOfBlocks(result);
    kinds ??= kindsOf(result);
    return explainBlock(page, labelled, at, kinds[at], records[at], withMovers);
  };
}

/**
 * Per block of a result: its kind. Dropped blocks are `navigation`, `advertisement`, `related`, `comment`, `copyright`,
 * `cookie-notice`, or `boilerplate` where nothing names a kind (`boilerplate-kinds.ts`); the blocks of comments that the document
 * has are `comment`. Linear in the page.
 */
export function kindsOf(result: ExtractResult): readonly BlockExplanation['kind'][] {
  const { page, labelled } = result;
  const { blocks, labels } = labelled;
  if (page === null) return [];
  const records = recordsOfBlocks(result);
  const removed = boilerplateKinds(page, blocks);
  return blocks.map((_, at) => {
    const own = labels.kind === undefined ? 'boilerplate' : KINDS[labels.kind[at]];
    if (labels.keep[at] === 1) return labels.kind === undefined ? 'content' : own;
    if (own !== 'boilerplate') return own;
    return records[at]?.kind === 'comment' ? 'comment' : removed[at];
  });
}

/** Per block of a result: its record; null for none. */
export function recordsOfBlocks({ page, labelled, document }: ExtractResult): BlockExplanation['record'][] {
  const { posts, comments, items } = recordNodesOf(document);
  const owners: BlockExplanation['record'][] = [];
  const own = (kind: 'post' | 'comment' | 'item', records: readonly (readonly NodeId[])[]): void =>
    records.forEach((nodes, index) => {
      for (const node of nodes) for (let at = node; at < (page as Page).end[node]; at++) owners[at] ??= { kind, index };
    });
  own('post', posts);
  own('comment', comments);
  own('item', items);
  return labelled.blocks.map(({ nodes }) => {
    const owned = Array.prototype.find.call(nodes, (node) => owners[node] !== undefined);
    return owned === undefined ? null : owners[owned];
  });
}

function explainBlock(
  page: Page,
  { blocks, labels, features = {}, movers }: LabelledBlocks,
  at: number,
  kind: BlockExplanation['kind'],
  record: BlockExplanation['record'],
  withMovers: boolean,
): BlockExplanation {
  const block = blocks[at];
  const { text, words, linkWords } = block;
  const keep = labels.keep[at] === 1;
  const share = words === 0 ? 0 : linkWords / words;
  return {
    index: at,
    ...{ text, words, linkWords },
    source: sourceRanges(page, block),
    path: computed(elementPaths(page), block.parent, (element) => pathOf(page, element)),
    keep,
    kind,
    probability: labels.probability === undefined ? null : labels.probability[at],
    why: labels.why[at] ?? '',
    features: {
      ...{ words, linkDensity: share },
      ...Object.fromEntries(Object.entries(features).map(([name, values]) => [name, values[at]])),
    },
    movers: withMovers ? (movers?.(at) ?? []) : [],
    record,
  };
}

/** The ranges of a block's text nodes in the source; nodes without other markup between them share one. */
function sourceRanges({ sourceFrom, sourceTo }: Page, { nodes }: Block): (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (let at = 0; at < nodes.length; at++) {
    const from = sourceFrom[nodes[at]];
    const to = sourceTo[nodes[at]];
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/** Steps of a path. */
const MAX_STEPS = 6;

/** Names that a selector can hold without escapes; not longer, since every block repeats them. */
const PLAIN_NAME = /^[a-z][\w-]{0,99}$/i;

/** An element as a CSS selector: its ancestors up to the nearest id, at most `MAX_STEPS`. */
function pathOf(page: Page, element: NodeId): string {
  const steps: string[] = [];
  for (let node = element; node > 0 && steps.length < MAX_STEPS; node = page.parent[node]) {
    const name = nameOf(page, node);
    const id = page.attribute(node, 'id') ?? '';
    if (PLAIN_NAME.test(id)) {
      steps.unshift(`${name}#${id}`);
      break;
    }
    const first = (page.attribute(node, 'class') ?? '').split(/\s+/).find((word) => PLAIN_NAME.test(word));
    steps.unshift(first === undefined ? name : `${name}.${first}`);
  }
  return steps.join(' > ');
}

/** The paths found so far: blocks often share their element. */
const elementPaths = memoized((_page: Page) => new Map<NodeId, string>());

function metadataOf({ metadata }: ExtractResult): PageExplanation['metadata'] {
  return Object.entries(metadata).flatMap(([field, value]) => {
    if (field === 'sources' || value === null || (Array.isArray(value) && value.length === 0)) return [];
    const source = metadata.sources[field as keyof typeof metadata.sources] ?? '';
    return [{ field, value: Array.isArray(value) ? value.map(String) : String(value), source }];
  });
}
