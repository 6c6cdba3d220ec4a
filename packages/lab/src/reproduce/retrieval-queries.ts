/**
 * Queries for the retrieval experiment, built from the annotations alone: no output of any extractor is read. All draws are
 * seeded.
 *
 * For each collection, pages are drawn that have a gold text in a script with spaces, whose text is on no earlier page:
 * - `title`: the words of the annotated title; in L3S-GN1 of the text runs labelled headline. The page is the one to find;
 * - `sentence`: three different words of at least four letters, drawn from a random sentence of the gold with at least eight
 *   words. The page is the one to find;
 * - `agreement`: the two words of at least four letters with the highest tf · idf in the page's gold, of those in at least ten
 *   golds. Ten pages are
 *   relevant: the first ten of BM25 over the gold texts of all collections, the first with grade 3, to the fifth 2, then 1.
 *
 * All pages with the same gold text are equally right for a known item.
 */
import { type SeededRandom, seededRandom } from 'dehusk/demo';
import type { Case } from '../datasets/dataset.js';
import { type Tokeniser, tokeniserNamed } from '../metrics/tokens.js';

// BM25 over documents in memory (Robertson and Zaragoza: The Probabilistic Relevance Framework, 2009). The score of a document
// is the sum, over the query's terms that it contains, of
//
//   idf · tf · (k₁ + 1) / (tf + k₁ · (1 − b + b · length / mean length)),   idf = ln(1 + (N − n + ½) / (n + ½))
//
// with n of N documents containing the term. Departure: the 1 in idf, Lucene's, keeps frequent terms from counting against a
// document. A document without terms is one of the N and counts in the mean length.

export const BM25_DEFAULTS = { k1: 1.2, b: 0.75 } as const;

/** A document by its place in the index, with its score above 0. */
interface Hit {
  readonly document: number;
  readonly score: number;
}

type SearchIndex = ReturnType<typeof bm25Index>;

/** @param documents the terms of each; a document's number is its place */
export function bm25Index(
  documents: readonly (readonly string[])[],
  { k1, b }: { readonly k1: number; readonly b: number } = BM25_DEFAULTS,
) {
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

export const QUERY_KINDS = ['title', 'sentence', 'agreement'] as const;
export type QueryKind = (typeof QUERY_KINDS)[number];

export const TOKENISER: Tokeniser = tokeniserNamed('python-words-lower');
export const QUERY_SEED = 1;

export interface Query {
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
