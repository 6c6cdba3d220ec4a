/**
 * The second figure of the URL Tree paper on our page streams: the number of documents that each step of the URL key
 * distinguishes.
 *
 * The paper's stream (31 news sites) came through feeds, and about half of it were repeats. Ours are thinned crawls; their
 * makers marked the pages that have another address, too (`?replytocom=`, `?shared=`, `?p=`, `/node/12`). So the table also
 * counts marked duplicates whose key differs from that of the page with the same gold text (where the stream has it), and
 * different pages with one key. Rules are learnt from each stream's addresses, contents and canonical addresses; the marks
 * are not used.
 */
import { extract, urlKey } from '@dehusk/core';
import { readMetadata } from '@dehusk/core/train';
import { extractorNamed } from '@dehusk/papers';
import { learnUrlRules } from '@dehusk/stream';
import { sum } from 'simple-statistics';
import { allCases, type Case, pageOf } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { type Reproduction, timeOf } from './reproduction.js';

/** The steps of the key, in the order of the paper, then ours. */
const KEY_STEPS = ['address', 'all parameters', 'no parameters', 'learnt rules', 'rules and canonical'] as const;

/** Fast and stable: one page's text is compared with its copy's. */
const DIGEST_EXTRACTOR = 'boilerpipe-article';

type DuplicateCounts = ReturnType<typeof countDuplicates>;

export function countDuplicates(cases: readonly Case[]) {
  const marked = new Set(cases.filter((one) => one.duplicate).map(({ id }) => id));
  const originals = new Map(cases.filter((one) => !one.duplicate && one.gold !== '').map((one) => [one.gold, one.id]));
  const originalOf = new Map(cases.flatMap(({ id, gold }) => (marked.has(id) ? [[id, originals.get(gold)]] : [])));
  const pages = cases.flatMap((one) => {
    const page = one.url === null ? null : pageOf(one);
    if (page === null || one.url === null) return [];
    const { url, language } = one;
    const { text } = extract(page, { extractor: extractorNamed(DIGEST_EXTRACTOR), url, language });
    const { title, canonicalUrl } = readMetadata(page);
    return [{ id: one.id, url, title, canonical: canonicalUrl, digest: `${title}\n${text}`, at: timeOf(one) }];
  });
  const rules = learnUrlRules(pages);
  const keysOf: readonly ((page: (typeof pages)[number]) => string)[] = [
    ({ url }) => url,
    ({ url, title }) => urlKey(url, title).keyBasic,
    ({ url, title }) => urlKey(url, title).keyNoQuery,
    ({ url, title }) => urlKey(url, title, { rules }).key,
    ({ url, title, canonical }) => urlKey(url, title, { rules, canonical, canonicalByRule: true }).key,
  ];
  /** Per step: different keys, marked pages whose original has another key, other pages with an equal key. */
  const steps = keysOf.map((keyOf) => {
    const groups = new Map<string, typeof pages>();
    for (const page of pages) groups.set(keyOf(page), [...(groups.get(keyOf(page)) ?? []), page]);
    const keys = new Map(pages.map((page) => [page.id, keyOf(page)]));
    const missed = pages.filter(({ id }) => {
      const original = originalOf.get(id);
      return original !== undefined && keys.get(original) !== keys.get(id);
    }).length;
    let mistaken = 0;
    for (const group of groups.values()) mistaken += Math.max(0, group.filter(({ id }) => !marked.has(id)).length - 1);
    return { keys: groups.size, missed, mistaken };
  });
  return {
    site: cases[0]?.site ?? '',
    documents: pages.length,
    /** Pages marked as duplicates, and those of them whose original is in the stream. */
    marked: pages.filter(({ id }) => marked.has(id)).length,
    paired: pages.filter(({ id }) => originalOf.get(id) !== undefined).length,
    steps,
    /** As lines of a rule file. */
    rules: rules.map(({ pattern, retain }) => `${pattern.source}\t${retain.join('\t')}`),
  };
}

export function printDuplicates(counts: readonly DuplicateCounts[]): string {
  const total = (of: (one: DuplicateCounts) => number): number => sum(counts.map(of));
  const rows = KEY_STEPS.map((step, at) => [
    step,
    ...(['keys', 'missed', 'mistaken'] as const).map((count) => String(total(({ steps }) => steps[at][count]))),
  ]);
  const table = textTable({ head: ['key by', 'different keys', 'duplicates missed', 'pages mistaken'], rows });
  const learnt = counts.flatMap(({ site, rules }) => rules.map((rule) => `${site}: ${rule}`));
  return `${counts.length} streams, ${total((one) => one.documents)} pages, ${total((one) => one.marked)} of them marked as duplicates (${total((one) => one.paired)} with their original in the stream)\n${table}\nlearnt rules\n${learnt.join('\n')}`;
}

export const duplicates: Reproduction = {
  name: 'duplicates',
  summary:
    'the second figure of the URL Tree paper on 24 page streams: documents distinguished by each step of the URL key',
  async run(data, { pages = 0, onPage }) {
    const counts: DuplicateCounts[] = [];
    for (const name of datasetNames(data).filter((one) => one.startsWith('streams/'))) {
      const cases = await allCases(openDataset(name, data));
      counts.push(countDuplicates(pages > 0 ? cases.slice(0, pages) : cases));
      onPage?.();
    }
    return printDuplicates(counts);
  },
};
