/**
 * The second figure of the URL Tree paper on our page streams: how many documents each step of the URL key tells apart.
 *
 * The paper's stream (31 news sites) came through feeds and about half of it were repeats. Ours are crawls, thinned; their
 * makers marked which pages stand under another address, too (`?replytocom=`, `?shared=`, `?p=`, `/node/12`). So beside the
 * counts stand what the paper could not give: marked duplicates that a step keeps apart from the page of the same gold text
 * (where the thinned stream has it), and other pages it takes for one document.
 * Rules are learnt from each stream's own addresses, contents and canonical addresses; nothing marked is looked at.
 *
 * Run: `dehusk-lab reproduce duplicates [--pages 120] [--out folder]`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractWith, urlKey } from '@dehusk/core';
import {
  decode,
  extractorNamed,
  type FetchedUrl,
  learnUrlRules,
  parse,
  readMetadata,
  type UrlRule,
} from '@dehusk/core/internal';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { standaloneSvg } from '../reports/draw.js';
import { lines, type Series } from '../reports/plots.js';
import { textTable } from '../reports/tables.js';

/** The steps of the key, in the order of the paper, then ours. */
export const KEY_STEPS = ['address', 'all parameters', 'no parameters', 'learnt rules', 'rules and canonical'] as const;

/** Reads text as steadily as any and fastest: what is compared is one page's text with its copy's. */
const DIGEST_EXTRACTOR = 'boilerpipe-article';

/** One stream's counts. */
export interface DuplicateCounts {
  readonly site: string;
  readonly documents: number;
  /** Pages marked as standing under another address, too. */
  readonly marked: number;
  /** Of those, pages whose original is in the stream. */
  readonly paired: number;
  /** Per step of {@link KEY_STEPS}: different keys, marked pages whose original has another, and other pages that share one. */
  readonly steps: readonly { readonly keys: number; readonly missed: number; readonly mistaken: number }[];
  /** Per step, after each page: different keys so far. */
  readonly growth: readonly (readonly number[])[];
  /** The rules learnt, as lines of a rule file. */
  readonly rules: readonly string[];
}

/** Counts one stream. */
export function countDuplicates(cases: readonly Case[]): DuplicateCounts {
  const marked = new Set(cases.filter((one) => one.duplicate).map(({ id }) => id));
  const originals = new Map(cases.filter((one) => !one.duplicate && one.gold !== '').map((one) => [one.gold, one.id]));
  const originalOf = new Map(cases.flatMap(({ id, gold }) => (marked.has(id) ? [[id, originals.get(gold)]] : [])));
  const pages = cases.flatMap((one) => {
    if (one.url === null) return [];
    const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url: one.url });
    if (!parsed.ok) return [];
    const { text } = extractWith(extractorNamed(DIGEST_EXTRACTOR), parsed.page, {
      url: one.url,
      language: one.language,
    });
    const { title, canonicalUrl } = readMetadata(parsed.page);
    const at = one.timestamp === null ? 0 : Date.parse(one.timestamp);
    return [{ id: one.id, url: one.url, title, canonical: canonicalUrl, digest: `${title}\n${text}`, at }];
  });
  const rules = learnUrlRules(pages satisfies FetchedUrl[]);
  const keysOf: readonly ((page: (typeof pages)[number]) => string)[] = [
    ({ url }) => url,
    ({ url, title }) => urlKey(url, title).keyBasic,
    ({ url, title }) => urlKey(url, title).keyNoQuery,
    ({ url, title }) => urlKey(url, title, { rules }).key,
    ({ url, title, canonical }) => urlKey(url, title, { rules, canonical, canonicalByRule: true }).key,
  ];
  const growth: number[][] = [];
  const steps = keysOf.map((keyOf) => {
    const groups = new Map<string, typeof pages>();
    const grown: number[] = [];
    for (const page of pages) {
      const key = keyOf(page);
      groups.set(key, [...(groups.get(key) ?? []), page]);
      grown.push(groups.size);
    }
    growth.push(grown);
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
    marked: pages.filter(({ id }) => marked.has(id)).length,
    paired: pages.filter(({ id }) => originalOf.get(id) !== undefined).length,
    steps,
    growth,
    rules: rules.map(({ pattern, retain }: UrlRule) => `${pattern.source}\t${retain.join('\t')}`),
  };
}

/** The streams one after the other, earliest pages first. */
export async function duplicates(
  root: string | undefined,
  { pages = Number.POSITIVE_INFINITY, onPage }: { readonly pages?: number; readonly onPage?: () => void } = {},
): Promise<DuplicateCounts[]> {
  const open = root === undefined ? {} : { root };
  const found: DuplicateCounts[] = [];
  for (const name of datasetNames(open).filter((one) => one.startsWith('streams/'))) {
    const cases = (await allCases(openDataset(name, open))).slice(0, pages);
    found.push(countDuplicates(cases));
    onPage?.();
  }
  return found;
}

/** The counts as aligned text. */
export function printDuplicates(counts: readonly DuplicateCounts[]): string {
  const sum = (of: (one: DuplicateCounts) => number): number => counts.reduce((total, one) => total + of(one), 0);
  const documents = sum((one) => one.documents);
  const rows = KEY_STEPS.map((step, at) => [
    step,
    String(sum(({ steps }) => steps[at].keys)),
    String(sum(({ steps }) => steps[at].missed)),
    String(sum(({ steps }) => steps[at].mistaken)),
  ]);
  const table = textTable({ head: ['key by', 'different keys', 'duplicates missed', 'pages mistaken'], rows });
  const learnt = counts.flatMap(({ site, rules }) => rules.map((rule) => `${site}: ${rule}`));
  return `${counts.length} streams, ${documents} pages, ${sum((one) => one.marked)} of them marked as duplicates (${sum((one) => one.paired)} with their original in the stream)\n${table}\nlearnt rules\n${learnt.join('\n')}\n`;
}

/** Writes `duplicates.json` and the figure: pages so far, different keys so far, the streams laid end to end. */
export async function writeDuplicates(counts: readonly DuplicateCounts[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'duplicates.json'), `${JSON.stringify(counts)}\n`);
  const series: Series[] = KEY_STEPS.map((name, step) => {
    let pages = 0;
    let keys = 0;
    const points: (readonly [number, number])[] = [];
    for (const { growth, documents } of counts) {
      growth[step].forEach((found, at) => {
        if (at % 10 === 9) points.push([pages + at + 1, keys + found]);
      });
      pages += documents;
      keys += growth[step].at(-1) ?? 0;
    }
    return { name, points };
  });
  const svg = await lines(
    series,
    { x: 'pages', y: 'different keys' },
    'Documents told apart by each step of the URL key',
  );
  writeFileSync(join(folder, 'duplicates.svg'), standaloneSvg(svg));
}
