/** Requests to the servers of sinks, repeated while they may succeed later. */
import { SinkError } from './sink.js';

interface PostOptions {
  /** Repetitions after the first failure, each after twice the pause before. */
  readonly retries: number;
  /** Pause before the first, in milliseconds. */
  readonly pause: number;
  readonly maxMilliseconds: number;
  readonly headers: Readonly<Record<string, string>>;
}

const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);
/** Longest pause, in milliseconds; also the longest Retry-After that is followed. */
const LONGEST_PAUSE = 60_000;

/**
 * Posts a body.
 *
 * @returns the body of the answer
 * @throws SinkError with the last failure: no answer, or a status outside 200 to 299
 */
export async function post(url: URL, body: string, options: PostOptions): Promise<string> {
  let pause = options.pause;
  for (let attempt = 0; ; attempt++) {
    let failure: string;
    let isFinal = false;
    let wait = pause;
    try {
      const answer = await fetch(url, {
        method: 'POST',
        body,
        redirect: 'error',
        headers: options.headers,
        signal: AbortSignal.timeout(options.maxMilliseconds),
      });
      const text = await answer.text();
      if (answer.ok) return text;
      failure = `status ${answer.status}, expected 200 to 299: ${text.slice(0, 200)}`;
      isFinal = !TEMPORARY.has(answer.status);
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (seconds >= 0) wait = seconds * 1000;
    } catch (error) {
      const { message, cause } = error as Error;
      failure = cause instanceof Error ? `${message}: ${cause.message}` : message;
    }
    if (isFinal || attempt >= options.retries)
      throw new SinkError(`${placeOf(url)} got ${failure} (${attempt + 1} ${attempt === 0 ? 'attempt' : 'attempts'})`);
    await new Promise((resolve) => setTimeout(resolve, Math.min(wait, LONGEST_PAUSE)));
    pause = Math.min(LONGEST_PAUSE, 2 * pause);
  }
}

/** The address without user, password and query, for messages. */
export function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

/** An address and the header with its user and password, which fetch does not accept inside the address. */
export function withLogin(address: string): { readonly url: URL; readonly headers: Record<string, string> } {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '') return { url, headers: {} };
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64');
  return { url, headers: { authorization: `Basic ${login}` } };
}
