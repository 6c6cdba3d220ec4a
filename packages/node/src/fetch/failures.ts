/** Why a fetch failed, and when to try again. */

/** Why a page could not be fetched. */
export type FetchReason =
  | 'bad-url'
  | 'private-address'
  | 'host-not-allowed'
  | 'not-resolved'
  | 'not-connected'
  | 'cut-short'
  | 'timeout'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'http-status'
  | 'not-html'
  | 'wrong-content-type'
  | 'bad-coding'
  | 'too-large'
  | 'render-failed';

/** A failure with its reason. Internal to this folder: callers get it as an answer. */
export class Refused extends Error {
  constructor(
    readonly reason: FetchReason,
    detail: string,
  ) {
    super(detail);
  }
}

/** The request took too long. */
export function timeoutAfter(milliseconds: number): Refused {
  return new Refused('timeout', `no complete response within ${milliseconds} ms`);
}

/**
 * Maps an error of the HTTP client to a reason, looking through its causes.
 *
 * @param maxMilliseconds the time allowed, for the message of a timeout
 */
export function explainFailure(error: unknown, maxMilliseconds: number): { reason: FetchReason; detail: string } {
  for (let one: unknown = error; one instanceof Error; one = causeOf(one)) {
    if (one instanceof Refused) return { reason: one.reason, detail: one.message };
    const code = 'code' in one ? String(one.code) : '';
    if (code.startsWith('UND_ERR_') && code.endsWith('_TIMEOUT'))
      return explainFailure(timeoutAfter(maxMilliseconds), 0);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { reason: 'not-resolved', detail: one.message };
  }
  return { reason: 'not-connected', detail: messageOf(error) };
}

/** The message of an error, or of its cause when it has none. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || String(causeOf(error) ?? error.name) : String(error);
}

function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}

/** Statuses that may change (RFC 9110): the server is busy or restarting, or is a gateway to one that is. */
const TEMPORARY_STATUSES: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether the fetcher may succeed when it retries within seconds. */
export function mayPass(reason: string, status: number | null): boolean {
  if (reason === 'http-status') return status !== null && TEMPORARY_STATUSES.has(status);
  return reason === 'not-connected' || reason === 'cut-short' || reason === 'timeout';
}

/** Whether a fetch may succeed minutes later: DNS names and robots.txt recover, too. */
export function mayPassLater(reason: string, status: number | null): boolean {
  return mayPass(reason, status) || reason === 'not-resolved' || reason === 'robots-unavailable';
}

/** Reasons of rejections that may be temporary, where the status is not known. */
export const TEMPORARY_REASONS: ReadonlySet<string> = new Set([
  'http-status',
  'robots-unavailable',
  'timeout',
  'not-connected',
  'not-resolved',
  'cut-short',
]);

/** Longest Retry-After accepted, in milliseconds: a day. A longer one is a mistake or means never. */
const MAX_RETRY_AFTER = 86_400_000;

/**
 * Parses a Retry-After header (RFC 9110, 10.2.3), in seconds or as a date.
 *
 * @param now milliseconds since 1970
 * @returns milliseconds from now, at most a day; null when the value is invalid
 */
export function retryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(MAX_RETRY_AFTER, Number(text) * 1000);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(MAX_RETRY_AFTER, Math.max(0, at - now));
}

/**
 * The pause before a retry: it doubles each time and varies between half and all of that, so that requests that failed
 * together do not come back together.
 *
 * @param retry 0 for the first
 * @param random between 0 and 1
 */
export function backoff(retry: number, first: number, max: number, random: number): number {
  return Math.min(max, first * 2 ** retry) * (0.5 + random / 2);
}
