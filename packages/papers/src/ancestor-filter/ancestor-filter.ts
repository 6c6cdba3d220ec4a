/**
 * The ancestor filter (Centro de Investigación en Computación, Instituto Politécnico Nacional: CIC-IPN), applied to what any
 * extractor keeps.
 *
 * Observation: the paragraphs of an article share an ancestor; wrongly kept text (related stories, comments, notices) hangs
 * elsewhere. So of all kept text, keep the part that shares its ancestor with the most text.
 *
 * Steps, for each text node that the extractor kept:
 * 1. its *paragraph*: the nearest element around it from a list of paragraph tags (`li`, `td` and `blockquote` are not in
 *    the list: list items belong to their list, cells to their table). A paragraph may not contain others: if that element
 *    does, the highest descendant on the way to the text that contains none takes its place: inline markup, or the text node;
 * 2. its *ancestor*: the element `depth` levels above the paragraph, at most the root;
 * 3. text nodes with the same ancestor form a group, weighted by its characters; the heaviest group is kept, of equal ones
 *    the first.
 *
 * The paper leaves two things open, settled by measurement (GoldMiner's CleanPortalEval): the extractor is Boilerpipe's
 * DefaultExtractor, and only kept text has weight. The paper finds a depth of 2 best. On L3S-GN1 a depth of 1 is better after
 * boilerpipe-default (F of characters .916 against .912), and 2 after boilerpipe-article (.944 against .941). Departure: a
 * kept block of which only a part passes is split.
 * The filter only removes: headlines outside the article's element are lost, and text the extractor missed stays missed.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import type { Options } from '@dehusk/core/extend';
import { keepTextNodes, optionsOf } from '@dehusk/core/extend';
import { isSpace, type NodeId, nameOf, type Page, tagNames, tagTable, whole } from '@dehusk/html';

/** The paper's paragraph tags. */
const PARAGRAPH_TAGS = tagNames('div table ul ol p section article h1 h2 h3 h4 h5 h6 header body');
const OWN = optionsOf({
  // The paper's range.
  depth: [2, whole(1, 5), 'Levels from a paragraph up to the ancestor that groups, 1…5 (paper: 2 is best).'],
});

/** The extractor's options and the depth of the ancestor. */
type AncestorFilterOptions<O extends Options> = O & { readonly depth: number };

/** Filters what an extractor keeps. @param name of the new row */
export function ancestorFilter<O extends Options>(
  name: string,
  base: Extractor<O>,
): Extractor<AncestorFilterOptions<O>> {
  return {
    name,
    summary: `${base.name}, then only what shares its ancestor element with the most text.`,
    source: `CIC-IPN ancestor filter over: ${base.source}`,
    defaults: { ...base.defaults, ...OWN.defaults },
    domains: { ...base.domains, ...OWN.domains } as Extractor<AncestorFilterOptions<O>>['domains'],
    optionDocs: { ...base.optionDocs, ...OWN.optionDocs } as Extractor<AncestorFilterOptions<O>>['optionDocs'],
    label: (page, options, context) => keepHeaviestGroup(page, base.label(page, options, context), options.depth),
  };
}

function keepHeaviestGroup(page: Page, labelled: LabelledBlocks, depth: number): LabelledBlocks {
  const ancestorOf = ancestors(page, depth);
  const weights = new Map<NodeId, number>();
  let total = 0;
  for (const { nodes } of labelled.blocks.filter((_, at) => labelled.labels.keep[at] === 1))
    for (let at = 0; at < nodes.length; at++) {
      const weight = textWeight(page, nodes[at]);
      const ancestor = ancestorOf(nodes[at]);
      total += weight;
      weights.set(ancestor, (weights.get(ancestor) ?? 0) + weight);
    }
  let best: NodeId = -1;
  let bestWeight = 0;
  // Maps keep insertion order, so the first of equal groups wins.
  for (const [ancestor, weight] of weights)
    if (weight > bestWeight) {
      best = ancestor;
      bestWeight = weight;
    }
  if (best < 0) return labelled;
  const share = Math.round((100 * bestWeight) / total);
  const element = `<${nameOf(page, best)}> ${depth} above`;
  return keepTextNodes(
    page,
    labelled,
    labelled.labels.keep,
    (node) => ancestorOf(node) === best,
    (isKept, before) => (isKept ? `${before}; under ${element}, ${share} % of the kept text` : `not under ${element}`),
  );
}

/** Characters of a text node, trimmed, each run of white space as one. */
function textWeight({ chars, textFrom, textTo }: Page, node: NodeId): number {
  let weight = 0;
  let pending = 0;
  for (let at = textFrom[node]; at < textTo[node]; at++)
    if (isSpace(chars.charCodeAt(at))) pending = weight > 0 ? 1 : 0;
    else {
      weight += 1 + pending;
      pending = 0;
    }
  return weight;
}

/** Steps 1 and 2: the ancestor of any text node. One pass over the page, then a few steps up for each node asked for. */
function ancestors(page: Page, depth: number): (node: NodeId) => NodeId {
  const { tag, parent, end, size } = page;
  const listed = tagTable(page, PARAGRAPH_TAGS);
  // Number of paragraph elements before each node; a subtree has some if its two ends differ.
  const before = new Uint32Array(size + 1);
  for (let node = 0; node < size; node++) before[node + 1] = before[node] + listed[tag[node]];
  const hasParagraphs = (node: NodeId): boolean => before[end[node]] > before[node + 1];
  // Per node: nearest paragraph element and paragraph. Parents come before children.
  const nearest = new Int32Array(size);
  const paragraph = new Int32Array(size);
  for (let node = 1; node < size; node++) {
    const up = parent[node];
    nearest[node] = listed[tag[up]] === 1 ? up : nearest[up];
    if (!hasParagraphs(nearest[node])) paragraph[node] = nearest[node];
    else if (hasParagraphs(node)) paragraph[node] = 0;
    else {
      // The highest node on the way down from the paragraph element that contains none.
      const isFirst = up === nearest[node] || hasParagraphs(up);
      paragraph[node] = isFirst ? node : paragraph[up];
    }
  }
  return (node) => {
    let ancestor = paragraph[node];
    for (let level = 0; level < depth && parent[ancestor] > 0; level++) ancestor = parent[ancestor];
    return ancestor;
  };
}
