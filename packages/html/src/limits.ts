import { type OptionDomains, real, whole } from './text/options.js';

/** Bounds on the work one page may cause. A page beyond a bound is refused with a reason; nothing is thrown. */
export interface Limits {
  /** Maximum input, in bytes (or UTF-16 code units for a string). Larger input is refused unread: `too-large`. */
  readonly maxBytes: number;
  /** Maximum number of nodes: `too-many-nodes`. */
  readonly maxNodes: number;
  /**
   * Deepest nesting kept. Start tags below it are dropped together with their end tags and their text moves up to the
   * last kept element, so no text is lost; the result carries the warning `flattened`.
   */
  readonly maxDepth: number;
  /**
   * Time one page may take: `timeout`. Milliseconds of the clock the caller passes (option `clock`); without a clock time is
   * not limited, since a wall clock would make the result depend on what else the machine does. The `dehusk` tool passes
   * the CPU time of its thread. Checked while parsing and between stages.
   */
  readonly maxMilliseconds: number;
}

/** Defaults sized so that every real page seen (largest: 12 MB, 210,000 nodes) passes and hostile ones end early. */
export const DEFAULT_LIMITS: Limits = {
  maxBytes: 16 * 1024 * 1024,
  maxNodes: 1_000_000,
  maxDepth: 1_000,
  maxMilliseconds: 10_000,
};

/** The values of each limit. */
export const LIMIT_DOMAINS: OptionDomains<Limits> = {
  maxBytes: whole(1),
  maxNodes: whole(1),
  maxDepth: whole(1),
  maxMilliseconds: real(0),
};

/** Milliseconds that only advance while a page is worked on, such as the CPU time of the thread. */
export type Clock = () => number;

/** Starts a page's time budget. Returns a function that is true once it is used up; without a clock it never is. */
export function startBudget({ maxMilliseconds }: Limits, clock: Clock | undefined): () => boolean {
  if (clock === undefined) return () => false;
  const end = clock() + maxMilliseconds;
  return () => clock() > end;
}

/**
 * Why a page has no text. `no-content`: the extractor keeps nothing, or a content selector matches nothing. `needs-javascript`: a
 * script fills the page. `error-page`: the page reports an error, refuses access or asks for a login. `listing`: the caller asked for an
 * article, and the page lists others. `no-pattern`: no article of its site.
 */
export type Reason =
  | 'empty-input'
  | 'too-large'
  | 'too-many-nodes'
  | 'timeout'
  | 'not-html'
  | 'no-text'
  | 'no-content'
  | 'no-pattern'
  | 'listing'
  | 'error-page'
  | 'needs-javascript'
  | 'internal-error';

/** Why a page was refused: the reason, and a sentence with got and expected. */
export interface Refusal {
  readonly reason: Reason;
  readonly detail: string;
}
