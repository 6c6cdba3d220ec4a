/** Answers of the service as responses. */
import { ProblemError, queueFull } from './problems.js';
import type { Answer, Done } from './service.js';

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
