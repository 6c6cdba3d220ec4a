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
import type { Grades, Hit, SearchIndex } from './bm25.js';

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
