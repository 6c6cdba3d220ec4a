/**
 * The counts of GoldMiner's Table IV and the most repeated sentences (its Table I) on page streams of single sites: the share of unique sentences and characters in an
 * algorithm's output. The more of an output is unique, the less boilerplate it has. No gold is needed.
 *
 * The paper took 2,000 pages of each of three Hungarian portals, which are not available; its figures (BTE 50–69 % unique
 * sentences, jusText 51–71 %, GoldMiner 76–94 %) show a shape, not a target. The streams here have gold, whose counts are the
 * last row. The paper does not define a sentence; ours are `Intl.Segmenter`'s within a line, with collapsed white space, and
 * characters are code points.
 */
import { extract } from '@dehusk/core';
import { rowNamed } from '@dehusk/html';
import { extractorNamed, SITE_EXTRACTORS } from '@dehusk/papers';
import { allCases, type Case } from '../datasets/dataset.js';
import { type DatasetOptions, openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { learntSites, outputOf, type Reproduction, sitePageOf } from './reproduction.js';

/** The streams with the most pages. */
const STREAMS = ['streams/hopit', 'streams/webstandards', 'streams/vlaamserap'];
/** The paper's page-level algorithms, and all visible text for comparison. */
const EXTRACTORS = ['everything', 'bte', 'justext-goldminer'];
/** The paper's learner and ours: each learns from all pages, then reads them again, as in the paper. */
const LEARNERS = ['goldminer', 'site'];
/** Most pages of each stream, the earliest first: all of them. */
const PAGES = 600;
/** Sentences listed of each output, the most repeated first. */
const REPEATED = 3;
/** Longest sentence listed, in characters. */
const MAX_SHOWN = 60;

/**
 * Counts the sentences and characters of an algorithm's outputs, a text for each page: all, and with each distinct sentence counted
 * once; and the most repeated sentences with their number of times.
 */
export function countSentences(texts: Iterable<string>) {
  const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
  const seen = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n'))
      for (const { segment } of segmenter.segment(line)) {
        const sentence = segment.replace(/\s+/g, ' ').trim();
        if (sentence !== '') seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
      }
  const counts = { sentences: 0, unique: seen.size, characters: 0, uniqueCharacters: 0 };
  for (const [sentence, times] of seen) {
    const { length } = [...sentence];
    counts.sentences += times;
    counts.characters += times * length;
    counts.uniqueCharacters += length;
  }
  const repeated = [...seen].filter(([, times]) => times > 1).sort(([, a], [, b]) => b - a);
  return { ...counts, repeated: repeated.slice(0, REPEATED) };
}

/** A share in whole percent, truncated as in the paper; 0 of nothing. */
export function truncatedPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}

/** Counts the outputs of each extractor over each stream, and the gold. */
export async function countRepeatedText(
  data: DatasetOptions = {},
  streams: readonly string[] = STREAMS,
  pages: number = PAGES,
) {
  const rows = [];
  for (const stream of streams) {
    const cases = (await allCases(openDataset(stream, data))).slice(0, pages);
    const outputs: readonly (readonly [output: string, texts: readonly string[]])[] = [
      ...EXTRACTORS.map((name) => [name, cases.map((one) => pageText(name, one))] as const),
      ...LEARNERS.map((name) => [name, learntTexts(name, cases)] as const),
      ['gold', cases.map(({ gold }) => gold)],
    ];
    for (const [output, texts] of outputs) rows.push({ stream, output, counts: countSentences(texts) });
  }
  return rows;
}

function pageText(extractor: string, one: Case): string {
  const { url, charset: httpCharset, language } = one;
  return outputOf(extract(one.html(), { extractor: extractorNamed(extractor), url, httpCharset, language }));
}

/** The texts of a site extractor on pages it has learnt from. */
function learntTexts(name: string, cases: readonly Case[]): string[] {
  const extractor = rowNamed('site extractor', SITE_EXTRACTORS, name);
  const pages = cases.flatMap((one) => {
    const sitePage = sitePageOf(one);
    return sitePage === null ? [] : [{ language: one.language, sitePage }];
  });
  const learnt = learntSites(
    name,
    pages.map(({ sitePage }) => sitePage),
    () => '',
  );
  return pages.map(({ language, sitePage }) => {
    return outputOf(extract(sitePage.page, { extractor, url: sitePage.url, language, site: learnt(sitePage) }));
  });
}

export const repeatedText: Reproduction = {
  name: 'repeated-text',
  summary: 'GoldMiner’s Table IV (unique sentences and characters) and most repeated sentences, on three page streams',
  async run(data, { pages = PAGES }) {
    const share = (part: number, whole: number): string =>
      `${part.toLocaleString('en')} ${String(truncatedPercent(part, whole)).padStart(4)} %`;
    const counted = await countRepeatedText(data, STREAMS, pages === 0 ? PAGES : pages);
    const rows = counted.map(({ stream, output, counts }) => {
      const { sentences, unique, characters, uniqueCharacters } = counts;
      return [
        ...[stream, output, sentences.toLocaleString('en'), share(unique, sentences)],
        ...[characters.toLocaleString('en'), share(uniqueCharacters, characters)],
      ];
    });
    const head = ['stream', 'output', 'sentences', 'unique', 'characters', 'in unique'];
    const repeated = counted.flatMap(({ stream, output, counts }) =>
      counts.repeated.map(([sentence, times]) => [stream, output, String(times), sentence.slice(0, MAX_SHOWN)]),
    );
    return [
      textTable({ head, rows, leftColumns: [1] }),
      'The most repeated sentences of each output',
      textTable({ head: ['stream', 'output', 'times', 'sentence'], rows: repeated, leftColumns: [1, 3] }),
    ].join('\n\n');
  },
};
