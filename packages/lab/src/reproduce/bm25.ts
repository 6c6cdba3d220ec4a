/**
 * BM25 over documents in memory (Robertson and Zaragoza: The Probabilistic Relevance Framework, 2009). The score of a document
 * is the sum, over the query's terms that it contains, of
 *
 *   idf · tf · (k₁ + 1) / (tf + k₁ · (1 − b + b · length / mean length)),   idf = ln(1 + (N − n + ½) / (n + ½))
 *
 * with n of N documents containing the term. Departure: the 1 in idf, Lucene's, keeps frequent terms from counting against a
 * document. A document without terms is one of the N and counts in the mean length.
 */

export const BM25_DEFAULTS = { k1: 1.2, b: 0.75 } as const;

/** A document by its place in the index, with its score above 0. */
export interface Hit {
  readonly document: number;
  readonly score: number;
}

export type SearchIndex = ReturnType<typeof bm25Index>;

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

/**
 * Measures of a ranked list against graded documents.
 *
 * - precision at k: the share of the first k places with a relevant document (grade above 0); missing places count as
 *   irrelevant, as in trec_eval;
 * - NDCG at k (Järvelin and Kekäläinen 2002, with the gain of Burges et al. 2005): Σ (2^grade − 1) / log₂(rank + 1) over the
 *   first k places, divided by that of the best order of all graded documents.
 *
 * Documents without a grade count as irrelevant.
 */

/** Grade above 0 by document. */
export type Grades = ReadonlyMap<number, number>;

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
