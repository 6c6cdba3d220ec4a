/**
 * The count of GoldMiner's Table IV on page streams of single sites: how many sentences of an algorithm's output are unique.
 *
 * The paper took 2,000 pages of each of three Hungarian portals, which are not published; its figures (BTE 50–69 % unique
 * sentences, jusText 51–71 %, GoldMiner 76–94 %) show a shape, not a target. Here the same counts stand for streams whose
 * gold is known, with the gold itself as the last row: what a perfect extractor would leave repeated.
 *
 * Run: `dehusk-lab reproduce repeated-text`
 */
import { extract, extractWith, SITE_EXTRACTORS, urlKey } from '@dehusk/core';
import { decode, learnersOf, parse, type SitePage, withLearnerDefaults } from '@dehusk/core/internal';
import { allCases, type Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';

export interface SentenceCounts {
  readonly sentences: number;
  /** Number of distinct sentences. */
  readonly unique: number;
  readonly characters: number;
  /** Characters with each distinct sentence counted once. */
  readonly uniqueCharacters: number;
  /** Sentences that occur exactly once, and their characters. */
  readonly once: number;
  readonly onceCharacters: number;
}

/**
 * Counts the sentences of an algorithm's outputs.
 *
 * @param texts the output for each page of the portal
 * @param language BCP 47 tag for the sentence rules; default: the rules all languages share
 */
export function countSentences(texts: Iterable<string>, language = 'und'): SentenceCounts {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const seen = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n'))
      for (const { segment } of segmenter.segment(line)) {
        const sentence = segment.replace(/\s+/g, ' ').trim();
        if (sentence !== '') seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
      }
  const counts = { sentences: 0, unique: seen.size, characters: 0, uniqueCharacters: 0, once: 0, onceCharacters: 0 };
  for (const [sentence, times] of seen) {
    const length = lengthOf(sentence);
    counts.sentences += times;
    counts.characters += times * length;
    counts.uniqueCharacters += length;
    if (times === 1) {
      counts.once++;
      counts.onceCharacters += length;
    }
  }
  return counts;
}

/** Number of code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** A share in whole percent, cut off, not rounded, as the paper prints it; 0 of nothing. */
export function truncatedPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

/** The streams with the most pages, as portals go. */
const STREAMS = ['streams/hopit', 'streams/webstandards', 'streams/vlaamserap'];
/** The paper's page-level algorithms, and all visible text for comparison. */
const EXTRACTORS = ['everything', 'bte', 'justext-goldminer'];
/** The paper's learner and ours: each learns from all pages taken, then reads them again, as in the paper. */
const LEARNT = ['goldminer', 'site'];
/** No page is forgotten: the streams are years long. */
const NEVER_DAYS = 1e6;
/** Pages taken of each stream, the earliest first. */
const PAGES = 200;

export interface RepeatedTextRow {
  readonly stream: string;
  /** Name of the extractor, or `gold`. */
  readonly output: string;
  readonly counts: SentenceCounts;
}

/** Counts the outputs of each extractor over each stream, and the gold. */
export async function repeatedText(
  root?: string,
  streams: readonly string[] = STREAMS,
  pages: number = PAGES,
): Promise<RepeatedTextRow[]> {
  const rows: RepeatedTextRow[] = [];
  for (const stream of streams) {
    const cases = (await allCases(openDataset(stream, root === undefined ? {} : { root }))).slice(0, pages);
    for (const extractor of EXTRACTORS)
      rows.push({ stream, output: extractor, counts: countSentences(cases.map((one) => textBy(extractor, one))) });
    for (const name of LEARNT) rows.push({ stream, output: name, counts: countSentences(learntTexts(name, cases)) });
    rows.push({ stream, output: 'gold', counts: countSentences(cases.map((one) => one.gold)) });
  }
  return rows;
}

function textBy(extractor: string, one: Case): string {
  return extract(one.html(), { extractor, url: one.url, httpCharset: one.charset, language: one.language }).text;
}

/** What a site extractor makes of pages it has learnt from. */
function learntTexts(name: string, cases: readonly Case[]): string[] {
  const extractor = SITE_EXTRACTORS.find((one) => one.name === name);
  if (extractor === undefined) throw new RangeError(`no site extractor is named "${name}"`);
  const pages = cases.flatMap((one): { readonly one: Case; readonly sitePage: SitePage }[] => {
    const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url: one.url });
    if (one.url === null || !parsed.ok) return [];
    const at = one.timestamp === null ? 0 : Date.parse(one.timestamp);
    return [{ one, sitePage: { page: parsed.page, url: one.url, key: urlKey(one.url, one.title).key, at } }];
  });
  const models: Record<string, unknown> = {};
  for (const learner of learnersOf(name)) {
    const options = withLearnerDefaults(learner, 'maxDays' in learner.defaults ? { maxDays: NEVER_DAYS } : {});
    const model = learner.empty(options);
    for (const { sitePage } of pages) learner.observe(model, sitePage, options);
    models[learner.name] = model;
  }
  return pages.map(({ one, sitePage: { page, url, key, at } }) => {
    const site = { url, key, at, models };
    return extractWith(extractor, page, { url, language: one.language, site }).text;
  });
}

/** The counts as aligned text, percentages cut off as in the paper. */
export function printRepeatedText(rows: readonly RepeatedTextRow[]): string {
  const lines = [
    `${''.padEnd(22)} ${''.padEnd(18)} sentences          unique          once      characters          in unique`,
  ];
  const count = (value: number, width: number): string => value.toLocaleString('en').padStart(width);
  for (const { stream, output, counts } of rows) {
    const { sentences, unique, once, characters, uniqueCharacters } = counts;
    const share = (part: number, whole: number): string => `${String(truncatedPercent(part, whole)).padStart(4)} %`;
    lines.push(
      `${stream.padEnd(22)} ${output.padEnd(18)} ${count(sentences, 9)} ${count(unique, 9)}${share(unique, sentences)} ${count(once, 7)}${share(once, sentences)} ${count(characters, 11)} ${count(uniqueCharacters, 12)}${share(uniqueCharacters, characters)}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
