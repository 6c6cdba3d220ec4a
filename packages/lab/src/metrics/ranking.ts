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
