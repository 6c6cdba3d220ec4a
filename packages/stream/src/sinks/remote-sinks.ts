import { number, wholeNumber } from '@dehusk/node';
import { type Sink, SinkError, type SinkRecord } from './sink.js';

const nothing = async (): Promise<void> => {};

/** Where a {@link batchSink} sends its records. */
interface BatchTarget {
  /** The place, for messages. */
  readonly name: string;
  /** Most records sent at once. */
  readonly size: number;
  /** Stores records, which have different ids; repeating it changes nothing. */
  send(records: readonly SinkRecord[]): Promise<void>;
  /** Default: there is nothing to close. */
  close?(): Promise<void>;
}

/** A sink that sends records in batches to a server that replaces by id. Of a document's revisions in a batch, the last is sent. */
export function batchSink({ name, size, send, close = nothing }: BatchTarget): Sink {
  const waiting = new Map<string, SinkRecord>();
  let failure: SinkError | null = null;
  const sendAll = async (): Promise<void> => {
    if (failure !== null) throw failure;
    if (waiting.size === 0) return;
    const records = [...waiting.values()];
    waiting.clear();
    try {
      await send(records);
    } catch (error) {
      failure =
        error instanceof SinkError
          ? error
          : new SinkError(`${name} cannot be written: ${error instanceof Error ? error.message : error}`, {
              cause: error,
            });
      throw failure;
    }
  };
  return {
    async write(record) {
      if (record.revision >= (waiting.get(record.id)?.revision ?? 0)) waiting.set(record.id, record);
      if (waiting.size >= size) await sendAll();
    },
    async flush() {
      await sendAll();
      return new Uint8Array();
    },
    committed: nothing,
    close,
  };
}

/** Where an {@link eachSink} sends its records. */
interface EachTarget {
  /** Records without an answer at once. */
  readonly atOnce: number;
  /** Sends a record; sending it again does no harm. */
  send(record: SinkRecord): Promise<unknown>;
  /** Default: there is nothing to close. */
  close?(): Promise<void>;
}

/** A sink that sends each record by itself. What is sent cannot be taken back, so its checkpoint is empty. */
export function eachSink({ atOnce, send, close = nothing }: EachTarget): Sink {
  const pending = new Set<Promise<void>>();
  let failure: unknown = null;
  const check = (): void => {
    if (failure !== null) throw failure;
  };
  return {
    async write(record) {
      check();
      const sent = send(record)
        .then(() => {})
        .catch((error: unknown) => {
          failure ??= error;
        })
        .finally(() => pending.delete(sent));
      pending.add(sent);
      if (pending.size >= atOnce) await Promise.race(pending);
      check();
    },
    async flush() {
      await Promise.all(pending);
      check();
      return new Uint8Array();
    },
    committed: nothing,
    close,
  };
}

// Requests to the servers of sinks, repeated while they may succeed later.

/** The settings of the repetitions. @param retries the default */
export const retryProperties = (retries: number) => ({
  retries: wholeNumber('Repetitions of a request after a temporary failure.', 0, 100, retries),
  retryAfter: number('Pause before the first of them, in seconds; doubles each time.', { exclusiveMinimum: 0 }, 1),
});

interface PostOptions {
  readonly retries: number;
  readonly retryAfter: number;
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
  let pause = options.retryAfter * 1000;
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
