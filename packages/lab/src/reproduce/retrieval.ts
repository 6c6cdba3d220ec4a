/**
 * The retrieval experiment of "Boilerplate Detection using Shallow Text Features" (Kohlschütter, Fankhauser, Nejdl, WSDM
 * 2010): the same queries on indexes of the full text, of BTE's output and of the blocks that shallow features keep. The
 * paper searched BLOGS06 (about three million documents) with 50 TREC queries and judgements, which need a licence.
 *
 * Here the WCXB development pages, L3S-GN1 and the page streams are one collection. Every page is in every index, so that
 * index pages, repeated pages and the other collections distract. Queries come from the annotations
 * (`retrieval-queries.ts`), and the ranking is BM25 with the usual constants and the same terms everywhere. Titles are not
 * indexed separately: a variant has the words it keeps.
 *
 * Departures: there are no relevance judgements. A known item has one right page, so that precision at 10 is about .1 at most
 * (more where pages repeat a text). The agreement queries measure how near an index is to that of the gold texts, which
 * scores 100 % by definition. The paper's best index has a single threshold (blocks of at least 11 words); so single thresholds of words
 * and of text density are swept, beside the two trees. The sites on which the default extractor was not tuned are collections
 * with their own queries.
 */

import { extract } from '@dehusk/core';
import { DEFAULT_EXTRACTOR, extractorNamed, segmentTextBlocks, type TextBlock } from '@dehusk/papers';
import { mean } from 'simple-statistics';
import { allCases, type Case, type Dataset } from '../datasets/dataset.js';
import { type DatasetOptions, openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';
import { fixed, percent, textTable } from '../reports/tables.js';
import { type Contamination, contaminationOf, footnotes, markOf } from '../run/contamination.js';
import { wilcoxonSignedRank } from '../significance/rank-tests.js';
import { pageOf, type Reproduction, type ReproductionOptions, sign, signatures, storedTexts } from './reproduction.js';
import {
  BM25_DEFAULTS,
  bm25Index,
  buildQueries,
  ndcgAt,
  precisionAt,
  QUERY_KINDS,
  QUERY_SEED,
  type Query,
  type QueryKind,
  type RetrievalPage,
  TOKENISER,
} from './retrieval-queries.js';

const COLLECTIONS = ['wcxb-dev', 'l3s-gn1', 'streams'];
const STREAM_PAGES = 60;
/** The sites on which no parameter of the default extractor was chosen, of collections that train no weights. */
const HELD_OUT = { folds: 2, fold: 1, salt: 'default' } as const;
const HELD_OUT_NAME = ', held out';
/** Pages drawn from each collection, or half of one. */
const DRAWN = 200;
const CUT = 10;
const LEVEL = 0.01;

const FULL = 'everything';
const BTE = 'bte';
const SHALLOW = 'boilerpipe-num-words';
const GOLD = 'gold';
const EXTRACTORS = [FULL, BTE, SHALLOW, 'boilerpipe-density', DEFAULT_EXTRACTOR];
/** Blocks of Boilerpipe's segmenter with at least a number of words, or a text density. */
const SWEPT: readonly { readonly name: string; keeps(block: TextBlock): boolean }[] = [
  ...[3, 5, 8, 11, 15, 20, 30].map((least) => ({
    name: words(least),
    keeps: (block: TextBlock) => block.words >= least,
  })),
  ...[5, 8, 10.5, 13].map((least) => ({
    name: `text density ≥ ${least}`,
    keeps: (block: TextBlock) => block.textDensity >= least,
  })),
];
const VARIANTS = [...EXTRACTORS, ...SWEPT.map(({ name }) => name)];
/** The threshold of the printed figures. */
const BEST_WORDS = 11;
/** The paper's P@10 and NDCG@10; those of the shallow features follow from its gains over the full text. */
const PRINTED: Readonly<Record<string, string>> = {
  ...{ [FULL]: '.18 .0985', [BTE]: '.33 .1627', [words(BEST_WORDS)]: '.44 .247' },
};

function words(least: number): string {
  return `words ≥ ${least}`;
}

type VariantScores = ReturnType<typeof searchVariant>;

/** Searches an index of one variant's texts, given in the order of the pages. */
export function searchVariant(name: string, texts: readonly string[], queries: readonly Query[]) {
  const documents = texts.map((text) => TOKENISER.tokens(text));
  const index = bm25Index(documents);
  return {
    name,
    empty: documents.filter(({ length }) => length === 0).length,
    scores: queries.map((query) => {
      const ranked = index.search(query.terms).map(({ document }) => document);
      return {
        query,
        precision: precisionAt(ranked, query.grades, CUT),
        ndcg: ndcgAt(ranked, query.grades, CUT),
      };
    }),
  };
}

/** The first pages of each site of the streams, all pages of the others. */
async function openCollections(data: DatasetOptions, streamPages: number) {
  const collections: { dataset: Dataset; cases: readonly Case[] }[] = [];
  for (const name of COLLECTIONS) {
    const dataset = openDataset(name, data);
    const seen = new Map<string, number>();
    const cases = (await allCases(dataset)).filter(({ site }) => {
      if (name !== 'streams' || streamPages === 0) return true;
      const before = seen.get(site ?? '') ?? 0;
      seen.set(site ?? '', before + 1);
      return before < streamPages;
    });
    collections.push({ dataset, cases });
  }
  return collections;
}

/** Per page: the text of each variant. A page is parsed once. */
async function textsOf(
  { dataset, cases }: Awaited<ReturnType<typeof openCollections>>[number],
  onPage?: () => void,
): Promise<string[][]> {
  const systems = EXTRACTORS.map((name) => ({
    extractor: extractorNamed(name),
    stored: storedTexts({ name: dataset.name, sha256: dataset.sha256() }, name),
  }));
  const texts: string[][] = [];
  for (const one of cases) {
    onPage?.();
    const page = pageOf(one);
    const blocks = page === null ? [] : segmentTextBlocks(page).blocks;
    const swept = SWEPT.map(({ keeps }) =>
      blocks
        .filter(keeps)
        .map(({ text }) => text)
        .join('\n'),
    );
    const own = systems.map(({ extractor, stored }) =>
      stored.textOf(one.id, () => (page === null ? { text: '' } : extract(page, { extractor, url: one.url }))),
    );
    texts.push([...(await Promise.all(own)), ...swept]);
  }
  return texts;
}

async function runRetrieval(data: DatasetOptions, options: ReproductionOptions) {
  const collections = await openCollections(data, options.pages ?? STREAM_PAGES);
  const pages: readonly RetrievalPage[] = collections.flatMap(({ dataset, cases }) =>
    cases.map((gold) => {
      const { folds, fold, salt } = HELD_OUT;
      const isHeldOut = dataset.name !== 'wcxb-dev' && foldOf(gold, folds, salt) === fold;
      return { collection: `${dataset.name}${isHeldOut ? HELD_OUT_NAME : ''}`, gold };
    }),
  );
  const golds = pages.map(({ gold }) => gold.gold);
  const queries = buildQueries(pages, bm25Index(golds.map((text) => TOKENISER.tokens(text))), DRAWN);
  const texts: string[][] = [];
  for (const one of collections) texts.push(...(await textsOf(one, options.onPage)));
  const variants = VARIANTS.map((name, at) =>
    searchVariant(
      name,
      texts.map((own) => own[at]),
      queries,
    ),
  );
  variants.push(searchVariant(GOLD, golds, queries));
  const metric = {
    name: 'bm25',
    tokeniser: TOKENISER.name,
    options: { ...BM25_DEFAULTS, queries: DRAWN, seed: QUERY_SEED },
    aggregations: ['macro'],
  } as const;
  const signed = variants.flatMap(({ name }) =>
    collections.map(({ dataset, cases }) => sign(metric, dataset, cases.length, name)),
  );
  return { pages, queries, variants, signatures: signed };
}

type RetrievalReport = Awaited<ReturnType<typeof runRetrieval>>;

/** How a system saw the pages that a collection's queries look for. */
function seen(system: string, collection: string): Contamination | null {
  const { folds, fold, salt } = HELD_OUT;
  const [dataset, ...rest] = collection.split(',');
  return contaminationOf(system, dataset, rest.length > 0 ? `|split:${fold}/${folds}:${salt} by domain hash` : '');
}

/** The report as text: a table per kind of query, each with the conclusion on the printed order. */
export function printRetrieval({ pages, queries, variants, signatures: signed }: RetrievalReport): string {
  const collections = [...new Set(pages.map(({ collection }) => collection))];
  const found = variants.flatMap(({ name }) => collections.map((collection) => seen(name, collection)));
  return [
    `${pages.length} pages in every index; P@10, NDCG@10 in percent, mean over queries; p of Wilcoxon’s test on NDCG@10`,
    `paper, P@10 NDCG@10: ${Object.entries(PRINTED)
      .map(([name, figures]) => `${name} ${figures}`)
      .join(', ')}\n`,
    ...QUERY_KINDS.map((kind) => printKind(kind, queries, variants, collections)),
    ...footnotes(found),
    signatures(signed),
  ].join('\n');
}

function printKind(
  kind: QueryKind,
  queries: readonly Query[],
  variants: readonly VariantScores[],
  collections: readonly string[],
): string {
  const ndcgOf = (variant: string): number[] =>
    (variants.find(({ name }) => name === variant)?.scores ?? []).flatMap(({ query, ndcg }) =>
      query.kind === kind ? [ndcg] : [],
    );
  const rows = variants.map(({ name, empty, scores }) => {
    const figures = (collection: string | null): string => {
      const own = scores.filter(
        ({ query }) => query.kind === kind && (collection === null || query.collection === collection),
      );
      return (['precision', 'ndcg'] as const)
        .map((figure) => (own.length === 0 ? '–' : percent(mean(own.map((score) => score[figure])))))
        .join(' ');
    };
    const cells = collections.map((one) => `${figures(one)}${markOf(seen(name, one))}`);
    const against = [FULL, BTE].map((other) => (other === name ? '' : gain(ndcgOf(name), ndcgOf(other))));
    return [name, ...cells, figures(null), ...against, String(empty)];
  });
  const head = ['index', ...collections, 'all', 'over full text', 'over BTE', 'empty pages'];
  const higher = [SHALLOW, ...SWEPT.map(({ name }) => name)].map((name): [string, string] => [BTE, name]);
  const steps = [[FULL, BTE], ...higher].map(
    ([low, high]) => `${low} < ${high}: ${conclusion(ndcgOf(high), ndcgOf(low))}`,
  );
  return `${kind}, ${queries.filter((query) => query.kind === kind).length} queries\n${textTable({ head, rows })}\norder: ${steps.join('; ')}\n`;
}

/** The relative gain of the means, with p. */
function gain(values: readonly number[], others: readonly number[]): string {
  if (values.length === 0) return '–';
  const change = 100 * (mean([...values]) / mean([...others]) - 1);
  const { p } = wilcoxonSignedRank(values, others);
  return `${change < 0 ? '' : '+'}${fixed(change, 1)} % ${p.toExponential(0)}${p < LEVEL ? '*' : ' '}`;
}

/** Whether the higher values are higher, at the level of significance. */
function conclusion(high: readonly number[], low: readonly number[]): string {
  if (high.length === 0 || wilcoxonSignedRank(high, low).p >= LEVEL) return 'no difference at 99 %';
  return mean([...high]) > mean([...low]) ? 'shown' : 'refuted';
}

export const retrieval: Reproduction = {
  name: 'retrieval',
  summary:
    'the retrieval experiment of WSDM 2010 on public pages: BM25 on full text, BTE, shallow features, dehusk, gold',
  async run(data, options) {
    return printRetrieval(await runRetrieval(data, options));
  },
};
