/**
 * The manual check of the ancestor filter's paper, which read 200 articles and names what the filter removes and loses, on the classes
 * of L3S-GN1: of the words that Boilerpipe keeps, the share that the filter at its best depth drops, by kind of text. The pages are
 * read without their annotation.
 *
 * Classes are the annotation's. Links, quotes, tables, lists and summaries are elements: `a`; `blockquote` and `q`; `table` with a `th` or `caption`; `li`; and
 * elements whose class or id names a summary. Of quotes, tables, lists and summaries only words of the article count (headline, full
 * text, supplement): what is lost.
 */
import { NO_CONTEXT } from '@dehusk/core/extend';
import { type NodeId, nameOf, type Page, textOf, tokensOf } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import type { Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { L3S_CLASSES, withoutAnnotation } from '../datasets/l3s-gn1.js';
import { percent, textTable } from '../reports/tables.js';
import { annotatedPages, type Reproduction } from './reproduction.js';

const BASES = ['boilerpipe-default', 'boilerpipe-article'];
/** What the paper says of a kind of text. */
const CLAIMS: Readonly<Record<string, string>> = {
  ...{ 'not content': 'removed', related: 'removed', comments: 'removed', 'links, not content': 'removed' },
  ...{ 'full text': 'kept', summaries: 'lost', quotes: 'lost', tables: 'lost' },
};
const SUMMARY = /\b(?:summary|lead|lede|intro|introduction|standfirst|deck|dek|abstract|subhead|subtitle)\b/i;
const ELEMENTS: Readonly<Record<string, RegExp>> = { quotes: /^(?:blockquote|q)$/, lists: /^li$/ };

/** Words that the base keeps, and those of them that the filter drops. */
type Loss = { kept: number; dropped: number };

/** The kinds of a text node. */
function kindsOf(page: Page, node: NodeId, own: number): string[] {
  const kinds = [L3S_CLASSES[Math.max(0, own)] as string];
  const isArticle = own >= 1 && own <= 3;
  for (let up = page.parent[node]; up > 0; up = page.parent[up]) {
    const name = nameOf(page, up);
    if (name === 'a' && !isArticle) kinds.push('links, not content');
    if (!isArticle || name === 'body') continue;
    for (const [kind, pattern] of Object.entries(ELEMENTS)) if (pattern.test(name)) kinds.push(kind);
    if (name === 'table' && isDataTable(page, up)) kinds.push('tables');
    if (SUMMARY.test(`${page.attribute(up, 'class') ?? ''} ${page.attribute(up, 'id') ?? ''}`)) kinds.push('summaries');
  }
  return [...new Set(kinds)];
}

/** Tables of 2008 are mostly layout. */
function isDataTable(page: Page, table: NodeId): boolean {
  for (let node = table + 1; node < page.end[table]; node++)
    if (/^(?:th|caption)$/.test(nameOf(page, node))) return true;
  return false;
}

function keptNodes(page: Page, extractor: string): Set<NodeId> {
  const { label, defaults } = extractorNamed(extractor);
  const { blocks, labels } = label(page, defaults, NO_CONTEXT);
  return new Set(blocks.flatMap(({ nodes }, at) => (labels.keep[at] === 1 ? Array.from(nodes) : [])));
}

/** Losses by kind of text, over the annotated pages among the cases. */
async function lossesOf(base: string, cases: AsyncIterable<Case> | Iterable<Case>, onPage?: () => void) {
  const losses = new Map<string, Loss>();
  let pages = 0;
  for await (const { page: annotated } of annotatedPages(cases)) {
    onPage?.();
    const bare = withoutAnnotation(annotated);
    if (bare === null) continue;
    pages++;
    const { page, classes } = bare;
    const left = keptNodes(page, `${base}-ancestor`);
    for (const node of keptNodes(page, base)) {
      const text = textOf(page, node);
      const words = tokensOf(text).length;
      for (const kind of kindsOf(page, node, classes[page.textFrom[node] + text.search(/\S/)])) {
        const loss = losses.get(kind) ?? { kept: 0, dropped: 0 };
        losses.set(kind, loss);
        loss.kept += words;
        if (!left.has(node)) loss.dropped += words;
      }
    }
  }
  return { pages, losses };
}

export const ancestorKinds: Reproduction = {
  name: 'ancestor-kinds',
  summary: 'the manual check of the ancestor filter, by kind of text, on the classes of L3S-GN1',
  async run(data, { onPage }) {
    const dataset = openDataset('l3s-gn1', data);
    const parts: string[] = [];
    for (const base of BASES) {
      const { pages, losses } = await lossesOf(base, dataset.cases(), onPage);
      const rows = [...losses].map(([kind, { kept, dropped }]) => [
        ...[kind, CLAIMS[kind] ?? '–', String(kept), percent(dropped / kept)],
      ]);
      const head = ['kind', 'paper', `words that ${base} keeps`, 'dropped by the filter, %'];
      parts.push(
        `${dataset.name}@${dataset.sha256().slice(0, 12)}, ${pages} pages, ${base}-ancestor`,
        textTable({ head, rows, leftColumns: [1] }),
        '',
      );
    }
    return parts.join('\n');
  },
};
