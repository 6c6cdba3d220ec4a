/** When to ask again: what the server says, or else ever longer pauses with some chance in them. */

/** Statuses that may be different next time (RFC 9110): the server is busy, restarting, or behind a gateway that is. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/** Whether a failure may be gone when asked again. */
export function mayPass(reason: string, status: number | null): boolean {
  if (reason === 'http-status') return status !== null && PASSING.has(status);
  return reason === 'not-connected' || reason === 'cut-short' || reason === 'timeout';
}

/** Whether a failure may be gone after a while longer than a fetcher's own retries take: names and robots.txt come back, too. */
export function mayPassLater(reason: string, status: number | null): boolean {
  return mayPass(reason, status) || reason === 'not-resolved' || reason === 'robots-unavailable';
}

/** Longest wait taken from a server's word, in milliseconds: a day. More is a mistake, or as good as one. */
const MAX_RETRY_AFTER = 86_400_000;

/**
 * The Retry-After header in milliseconds from now (RFC 9110, 10.2.3): seconds or a date, at most a day; null when it is
 * neither.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Math.min(MAX_RETRY_AFTER, Number(text) * 1000);
  const at = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.min(MAX_RETRY_AFTER, Math.max(0, at - now));
}

/**
 * The pause before a retry: doubled each time, and somewhere between half and all of it, so that many that failed together
 * do not come back together.
 *
 * @param retry 0 for the first
 * @param chance between 0 and 1
 */
export function backoff(retry: number, first: number, most: number, chance: number): number {
  return Math.min(most, first * 2 ** retry) * (0.5 + chance / 2);
}
