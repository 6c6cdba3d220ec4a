/** Bounds on the work one page may cause. Every bound ends in a reason, never in a throw. */
export interface Limits {
  /** Largest input, in bytes (or UTF-16 code units for a string). Larger input is refused unread: `too-large`. */
  readonly maxBytes: number;
  /** Most nodes a page may have: `too-many-nodes`. */
  readonly maxNodes: number;
  /**
   * Deepest nesting kept. Start tags below it are dropped together with their end tags and their text moves up to the
   * last kept element, so nothing is lost; the result carries the warning `flattened`.
   */
  readonly maxDepth: number;
  /** Wall-clock budget for the whole road, in milliseconds: `timeout`. Checked between stages and while parsing. */
  readonly maxMilliseconds: number;
}

/** The defaults, sized so that every real page seen (largest: 12 MB, 210,000 nodes) passes and hostile ones end early. */
export const DEFAULT_LIMITS: Limits = {
  maxBytes: 16 * 1024 * 1024,
  maxNodes: 1_000_000,
  maxDepth: 1_000,
  maxMilliseconds: 10_000,
};

/** Why a page gave no text. Closed: a switch over it needs no default. */
export type Reason =
  | 'empty-input'
  | 'too-large'
  | 'too-many-nodes'
  | 'timeout'
  | 'not-html'
  | 'no-text'
  | 'no-content'
  | 'no-pattern'
  | 'internal-error';

/** A page refused, with what was got and what was expected in words. */
export interface Refusal {
  readonly reason: Reason;
  readonly detail: string;
}
