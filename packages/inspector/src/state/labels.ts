/** The labels of a page's blocks in columns: of a page with 50,000 blocks they reach the window in no time, as objects do not. */

/** Labels of a block: `boilerplate` for dropped ones, the kinds of kept text, and `content` where the extractor knows no kinds. */
export const LABELS = [
  ...['boilerplate', 'headline', 'text', 'supplement', 'related', 'comment'],
  ...['navigation', 'advertisement', 'copyright', 'cookie-notice', 'content'],
] as const;
type Label = (typeof LABELS)[number];

/** Kinds of records; 0 for a block of none. */
export const RECORDS = [null, 'post', 'comment', 'item'] as const;

/** One row per block. */
export interface BlockLabels {
  readonly size: number;
  readonly keep: Uint8Array;
  /** Index into {@link LABELS}. */
  readonly label: Uint8Array;
  /** 0 to 1; for an extractor without probabilities 1 for a kept block and 0 for a dropped one. */
  readonly probability: Float32Array;
  /** Index into {@link RECORDS}, and the record's number among those of its kind. */
  readonly record: Uint8Array;
  readonly recordIndex: Uint32Array;
  /** The line of a kept block in the printed text; −1 where it was not found, and for a dropped one. */
  readonly line: Int32Array;
}

/** The attributes of a block in the page view. */
export function attributesOf(
  labels: BlockLabels,
  block: number,
): { readonly k: Label; readonly p: string; readonly r: string | null; readonly index: number } {
  return {
    k: LABELS[labels.label[block]],
    p: labels.probability[block].toFixed(2),
    r: RECORDS[labels.record[block]],
    index: labels.recordIndex[block],
  };
}
