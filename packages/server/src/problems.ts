/** Errors of the HTTP API as problem details (RFC 9457). */
import type { Answer, Done } from './service.js';

/** Longest detail: it may quote a request. */
const MAX_DETAIL = 2_000;

/** An error that ends a request with a problem document. */
export class ProblemError extends Error {
  constructor(
    /** The status code. */
    readonly status: number,
    /** A stable word for programs: `queue-full`, `too-large`, or the reason why a page has no text. */
    readonly reason: string,
    /** The problem as a sentence, with got and expected. */
    detail: string,
    /** Headers of the answer besides those of every answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail);
  }
}

export const badRequest = (detail: string): ProblemError => new ProblemError(400, 'bad-request', detail);

/** The queue is full; a client may try again after a second. */
export const queueFull = (detail: string): ProblemError =>
  new ProblemError(503, 'queue-full', detail, { 'retry-after': '1' });

/** An error as a problem; what is none is a mistake of the program, whose details stay in the log. */
export function asProblem(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error;
  return new ProblemError(500, 'internal-error', 'a mistake of the program; the log of the server has its details');
}

/** The names of status codes that the API answers with (RFC 9110). */
const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** A problem document. `type` is left out, which means `about:blank`: the title is that of the status. */
export function problemDocument({ status, reason, message }: ProblemError, requestId: string | null): string {
  const title = TITLES[status] ?? 'Error';
  return `${JSON.stringify({ status, title, reason, detail: message, ...(requestId === null ? {} : { requestId }) })}\n`;
}

/** A problem document as an answer. */
export function problemResponse(problem: ProblemError, requestId: string | null): Response {
  return new Response(problemDocument(problem, requestId), {
    status: problem.status,
    headers: { ...problem.headers, 'content-type': 'application/problem+json' },
  });
}

// Answers of the service as responses.

/** Statuses of pages without text; the others are 422. */
const STATUSES: Readonly<Record<string, number>> = { 'too-large': 413, 'bad-request': 400 };

/** The bytes of an answer. @throws ProblemError for every other answer, Error for a fault of the program */
export function doneOrProblem(answer: Answer): Uint8Array {
  return doneOf(answer).bytes;
}

/** As {@link doneOrProblem}, with what was found besides. */
export function doneOf(answer: Answer): Done {
  if (answer.kind === 'done') return answer;
  if (answer.kind === 'busy') throw queueFull('as many pages wait as the server allows');
  // Its stack is for the log.
  if (answer.reason === 'internal-error') throw new Error(answer.detail);
  throw new ProblemError(STATUSES[answer.reason] ?? 422, answer.reason, answer.detail);
}

/** Bytes as an answer. */
export function bytesResponse(
  bytes: Uint8Array,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { ...headers, 'content-type': type } });
}

/** JSON as an answer. */
export function json(bytes: Uint8Array): Response {
  return bytesResponse(bytes, 'application/json');
}
