/**
 * Figures of metrics that count what output and gold have in common: columns `matched`, `output`, `gold`.
 *
 * Conventions for nothing: both empty is right (1), one empty is wrong (0).
 */
export const OVERLAP_COLUMNS = ['matched', 'output', 'gold'] as const;

/** F1 = 2·matched / (output + gold), which is the harmonic mean of precision and recall. */
export function overlapScore([matched, output, gold]: readonly number[]): number {
  return output + gold === 0 ? 1 : (2 * matched) / (output + gold);
}

export function overlapPrecision([matched, output, gold]: readonly number[]): number {
  if (output === 0) return gold === 0 ? 1 : 0;
  return matched / output;
}

export function overlapRecall([matched, output, gold]: readonly number[]): number {
  if (gold === 0) return output === 0 ? 1 : 0;
  return matched / gold;
}
