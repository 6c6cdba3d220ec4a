/**
 * The retrieval experiment of "Boilerplate Detection using Shallow Text Features" (Kohlschütter, Fankhauser, Nejdl, WSDM
 * 2010): the same queries on indexes of the full text, of BTE's output and of the blocks that shallow features keep. The
 * paper searched BLOGS06 (about three million documents) with 50 TREC queries and judgements, which need a licence.
 *
 * Here the WCXB development pages, L3S-GN1 and the page streams are one collection. Every page is in every index, so that
 * index pages, repeated pages and the other collections distract. Queries come from the annotations
 * (see below), and the ranking is BM25 with the usual constants and the same terms everywhere. Titles are not
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
import { type SeededRandom, seededRandom } from 'dehusk/demo';
import { mean } from 'simple-statistics';
import { allCases, type Case, type Dataset, pageOf } from '../datasets/dataset.js';
import { type DatasetOptions, openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';
import { type Tokeniser, tokeniserNamed } from '../metrics/tokens.js';
import { fixed, percent, textTable } from '../reports/tables.js';
import { type Contamination, contaminationOf, footnotes, markOf, sign } from '../run/evaluate.js';
import { wilcoxonSignedRank } from '../significance/rank-tests.js';
import { type Reproduction, type ReproductionOptions, signatures, storedTexts } from './reproduction.js';

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

/** Searches an index of one variant's texts, given in the order of the pages. */
export function searchVariant(name: string, texts: readonly string[], queries: readonly Query[]) {
  const documents = texts.map((text) => TOKENISER.tokens(text));
  const index = bm25Index(documents);
  return {
    name,
    empty: documents.filter(({ length }) => length === 0).length,
    scores: queries.map((query) => {
      const ranked = index.search(query.terms).map(({ document }) => document);
      return { query, precision: precisionAt(ranked, query.grades, CUT), ndcg: ndcgAt(ranked, query.grades, CUT) };
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
  const stored = { name: dataset.name, sha256: dataset.sha256() };
  const systems = EXTRACTORS.map((name) => ({ extractor: extractorNamed(name), textOf: storedTexts(stored, name) }));
  const texts: string[][] = [];
  for (const one of cases) {
    onPage?.();
    const page = pageOf(one);
    const blocks = page === null ? [] : segmentTextBlocks(page).blocks;
    const swept = SWEPT.map(({ keeps }) => blocks.flatMap((block) => (keeps(block) ? block.text : [])).join('\n'));
    const own = systems.map(({ extractor, textOf }) =>
      textOf(one.id, () => (page === null ? { text: '' } : extract(page, { extractor, url: one.url }))),
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
  const textsBy = [...VARIANTS.map((name, at) => [name, texts.map((own) => own[at])] as const), [GOLD, golds] as const];
  const variants = textsBy.map(([name, own]) => searchVariant(name, own, queries));
  const metric = {
    name: 'bm25',
    tokeniser: TOKENISER.name,
    options: { ...BM25, queries: DRAWN, seed: QUERY_SEED },
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
    ...QUERY_KINDS.map((kind) => printKind(kind, { queries, variants }, collections)),
    ...footnotes(found),
    signatures(signed),
  ].join('\n');
}

function printKind(
  kind: QueryKind,
  { queries, variants }: Pick<RetrievalReport, 'queries' | 'variants'>,
  collections: readonly string[],
): string {
  const scoresOf = (variant: string) => variants.find(({ name }) => name === variant)?.scores ?? [];
  const ndcgOf = (variant: string): number[] =>
    scoresOf(variant).flatMap(({ query, ndcg }) => (query.kind === kind ? ndcg : []));
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
  run: async (data, options) => printRetrieval(await runRetrieval(data, options)),
};

// Queries for the retrieval experiment, built from the annotations alone: no output of any extractor is read. All draws are
// seeded.
//
// For each collection, pages are drawn that have a gold text in a script with spaces, whose text is on no earlier page:
// - `title`: the words of the annotated title; in L3S-GN1 of the text runs labelled headline. The page is the one to find;
// - `sentence`: three different words of at least four letters, drawn from a random sentence of the gold with at least eight
//   words. The page is the one to find;
// - `agreement`: the two words of at least four letters with the highest tf · idf in the page's gold, of those in at least ten
//   golds. Ten pages are
//   relevant: the first ten of BM25 over the gold texts of all collections, the first with grade 3, to the fifth 2, then 1.
//
// All pages with the same gold text are equally right for a known item.

// BM25 over documents in memory (Robertson and Zaragoza: The Probabilistic Relevance Framework, 2009). The score of a document
// is the sum, over the query's terms that it contains, of
//
//   idf · tf · (k₁ + 1) / (tf + k₁ · (1 − b + b · length / mean length)),   idf = ln(1 + (N − n + ½) / (n + ½))
//
// with n of N documents containing the term. Departure: the 1 in idf, Lucene's, keeps frequent terms from counting against a
// document. A document without terms is one of the N and counts in the mean length.

const BM25 = { k1: 1.2, b: 0.75 } as const;

/** A document by its place in the index, with its score above 0. */
interface Hit {
  readonly document: number;
  readonly score: number;
}

type SearchIndex = ReturnType<typeof bm25Index>;

/** @param documents the terms of each; a document's number is its place */
export function bm25Index(documents: readonly (readonly string[])[]) {
  const { k1, b } = BM25;
  /** Per term: how often it occurs, by document. */
  const postings = new Map<string, Map<number, number>>();
  let terms = 0;
  for (const [document, own] of documents.entries()) {
    terms += own.length;
    for (const term of own) {
      const counts = postings.get(term) ?? new Map<number, number>();
      postings.set(term, counts.set(document, (counts.get(document) ?? 0) + 1));
    }
  }
  const saturation = documents.map(({ length }) => k1 * (1 - b + (b * length * documents.length) / Math.max(1, terms)));
  return {
    documentsWith: (term: string): number => postings.get(term)?.size ?? 0,
    /**
     * Documents with at least one of the terms, the best first; of equal ones the first in the order of the index. A repeated term
     * counts each time.
     */
    search(query: readonly string[]): readonly Hit[] {
      const scores = new Map<number, number>();
      for (const term of query) {
        const counts = postings.get(term);
        if (counts === undefined) continue;
        const idf = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [document, count] of counts) {
          const score = (idf * count * (k1 + 1)) / (count + saturation[document]);
          scores.set(document, (scores.get(document) ?? 0) + score);
        }
      }
      return Array.from(scores, ([document, score]) => ({ document, score })).sort(
        (one, other) => other.score - one.score || one.document - other.document,
      );
    },
  };
}

// Measures of a ranked list against graded documents.
//
// - precision at k: the share of the first k places with a relevant document (grade above 0); missing places count as
//   irrelevant, as in trec_eval;
// - NDCG at k (Järvelin and Kekäläinen 2002, with the gain of Burges et al. 2005): Σ (2^grade − 1) / log₂(rank + 1) over the
//   first k places, divided by that of the best order of all graded documents.
//
// Documents without a grade count as irrelevant.

/** Grade above 0 by document. */
type Grades = ReadonlyMap<number, number>;

/** @param ranked documents, the best first */
export function precisionAt(ranked: readonly number[], grades: Grades, k: number): number {
  return ranked.slice(0, k).filter((document) => grades.has(document)).length / k;
}

/** @returns 0…1; NaN without a graded document */
export function ndcgAt(ranked: readonly number[], grades: Grades, k: number): number {
  const ideal = [...grades.values()].sort((a, b) => b - a);
  const found = ranked.map((document) => grades.get(document) ?? 0);
  return discountedGain(found, k) / discountedGain(ideal, k);
}

function discountedGain(grades: readonly number[], k: number): number {
  return grades.slice(0, k).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

const QUERY_KINDS = ['title', 'sentence', 'agreement'] as const;
type QueryKind = (typeof QUERY_KINDS)[number];

export const TOKENISER: Tokeniser = tokeniserNamed('python-words-lower');
const QUERY_SEED = 1;

interface Query {
  readonly kind: QueryKind;
  /** Name of the collection of the page it was built from. */
  readonly collection: string;
  readonly terms: readonly string[];
  /** By page number. */
  readonly grades: Grades;
}

/** A page to be searched; its place in the list is its number. */
export interface RetrievalPage {
  readonly collection: string;
  readonly gold: Pick<Case, 'gold' | 'goldMarkup' | 'title'>;
}

/** Scripts that the tokeniser does not divide into words. */
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
/** Largest share of such letters in a text with spaces: it quotes names. */
const QUOTED = 0.1;
const SENTENCE_WORDS = 8;
const SENTENCE_TERMS = 3;
const LETTERS = 4;
const AGREEMENT_TERMS = 2;
/** Least number of golds with a term, and number of relevant pages. */
const AGREEMENT_PAGES = 10;

/**
 * @param golds an index of the gold texts, in the order of the pages
 * @param perCollection number of pages drawn from each collection; each makes up to one query of each kind
 */
export function buildQueries(pages: readonly RetrievalPage[], golds: SearchIndex, perCollection: number): Query[] {
  /** Pages by gold text. */
  const equal = new Map<string, number[]>();
  for (const [page, { gold }] of pages.entries()) {
    const text = gold.gold.trim();
    if (text !== '') equal.set(text, [...(equal.get(text) ?? []), page]);
  }
  const queries: Query[] = [];
  for (const collection of new Set(pages.map((page) => page.collection))) {
    const random = seededRandom(QUERY_SEED);
    const own = [...equal].filter(
      ([text, [first]]) => pages[first].collection === collection && shareOf(text, WITHOUT_SPACES) < QUOTED,
    );
    for (const [text, same] of random.some(own, perCollection)) {
      const knownItem: Grades = new Map(same.map((page) => [page, 1]));
      const add = (kind: QueryKind, terms: readonly string[], grades: Grades): void => {
        if (terms.length > 0) queries.push({ kind, collection, terms, grades });
      };
      add('title', TOKENISER.tokens(titleOf(pages[same[0]].gold)), knownItem);
      add('sentence', sentenceTerms(text, random), knownItem);
      const terms = characteristicTerms(text, golds, pages.length);
      add('agreement', terms, gradesOf(golds.search(terms)));
    }
  }
  return queries;
}

function shareOf(text: string, letters: RegExp): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  return count(letters) / Math.max(1, count(/\p{L}/gu));
}

function titleOf({ title, goldMarkup }: RetrievalPage['gold']): string {
  return title ?? Array.from(goldMarkup?.matchAll(/^<1>(.*)/gm) ?? [], ([, headline]) => headline).join(' ');
}

function sentenceTerms(text: string, random: SeededRandom): readonly string[] {
  const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });
  const sentences = text
    .split('\n')
    .flatMap((line) => Array.from(segmenter.segment(line), ({ segment }) => TOKENISER.tokens(segment)))
    .filter(({ length }) => length >= SENTENCE_WORDS);
  const [sentence = []] = random.some(sentences, 1);
  const words = [...new Set(sentence)].filter((word) => [...word].length >= LETTERS);
  return words.length < SENTENCE_TERMS ? [] : random.some(words, SENTENCE_TERMS);
}

function characteristicTerms(text: string, golds: SearchIndex, pages: number): readonly string[] {
  const counts = new Map<string, number>();
  for (const term of TOKENISER.tokens(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
  const weighed = [...counts]
    .map(([term, count]) => ({ term, count, others: golds.documentsWith(term) }))
    .filter(({ term, others }) => others >= AGREEMENT_PAGES && [...term].length >= LETTERS)
    .map(({ term, count, others }) => ({ term, weight: count * Math.log(pages / others) }))
    .sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
  return weighed.length < AGREEMENT_TERMS ? [] : weighed.slice(0, AGREEMENT_TERMS).map(({ term }) => term);
}

function gradesOf(ranked: readonly Hit[]): Grades {
  return new Map(
    ranked.slice(0, AGREEMENT_PAGES).map(({ document }, at) => [document, at === 0 ? 3 : at < 5 ? 2 : 1] as const),
  );
}
