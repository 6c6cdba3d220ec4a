/** Why nothing was fetched: reasons, and how whatever a client throws becomes one. */
import { BadCoding, BodyTooLarge } from './bounded-body.js';

/** Why a page could not be fetched. */
export type FetchReason =
  | 'bad-url'
  | 'private-address'
  | 'not-resolved'
  | 'not-connected'
  | 'cut-short'
  | 'timeout'
  | 'redirect-loop'
  | 'too-many-redirects'
  | 'http-status'
  | 'wrong-content-type'
  | 'bad-coding'
  | 'too-large';

/** A refusal on its way out of this room; never leaves it. */
export class Refused extends Error {
  constructor(
    readonly reason: FetchReason,
    detail: string,
  ) {
    super(detail);
  }
}

/**
 * Turns whatever the client threw into a reason, looking through the causes it is wrapped in.
 *
 * @param maxMilliseconds the time that was allowed, for the words of a timeout
 */
export function explainFailure(error: unknown, maxMilliseconds: number): { reason: FetchReason; detail: string } {
  for (let one: unknown = error; one instanceof Error; one = causeOf(one)) {
    if (one instanceof Refused) return { reason: one.reason, detail: one.message };
    if (one instanceof BodyTooLarge) return { reason: 'too-large', detail: one.message };
    if (one instanceof BadCoding) return { reason: 'bad-coding', detail: one.message };
    const code = 'code' in one ? String(one.code) : '';
    if (one.name === 'TimeoutError' || (code.startsWith('UND_ERR_') && code.endsWith('_TIMEOUT')))
      return { reason: 'timeout', detail: `the page was not there within ${maxMilliseconds} ms` };
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { reason: 'not-resolved', detail: one.message };
  }
  return { reason: 'not-connected', detail: wordsOf(error) };
}

/** What an error says, or else what caused it. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message || String(causeOf(error) ?? error.name) : String(error);
}

function causeOf(error: Error): unknown {
  return error instanceof AggregateError ? error.errors[0] : error.cause;
}
