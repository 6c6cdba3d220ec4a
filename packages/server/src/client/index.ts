/**
 * A client of `dehusk serve`, for Node, browsers, Deno and Bun: `fetch` and types, nothing else at run time.
 *
 * ```ts
 * import { DehuskClient } from '@dehusk/server/client';
 *
 * const dehusk = new DehuskClient('http://127.0.0.1:8484');
 * const { title, text } = await dehusk.extract({ html, url });
 * for await (const row of dehusk.batch(pages)) console.log(row.id, row.text);
 * ```
 *
 * @packageDocumentation
 */
import type { BlockExplanation, PageExplanation, PageRecord, RecordField } from '@dehusk/core';
import type { z } from 'zod';
import type * as schemas from '../schemas.js';

export type { BlockExplanation, PageExplanation, PageRecord, RecordField };

/** A page to extract: its HTML, or its address where the server fetches. */
export type ExtractRequest = Omit<z.infer<typeof schemas.ExtractRequest>, 'fields'>;
/** A line of a batch. */
export type BatchLine = z.infer<typeof schemas.BatchPage>;
/** The tables of a server. */
export type Extractors = z.infer<typeof schemas.Extractors>;
/** What was learnt of a site. */
export type SiteDescription = z.infer<typeof schemas.SiteDescription>;
/** A page that the model of its site learns from, with an editor's corrections. */
export type PageToLearn = z.infer<typeof schemas.SitePage>;
/** A problem document (RFC 9457). */
export type Problem = z.infer<typeof schemas.Problem>;

export interface ClientOptions {
  /** The token of the server; default none. */
  readonly token?: string;
  /** Further attempts after 503, each after the seconds the server asks for; default 3. */
  readonly retries?: number;
  /** Another `fetch`; default the global one. */
  readonly fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal;
}

/** The server answered with a problem. */
export class DehuskProblem extends Error {
  constructor(
    /** The problem document. `reason` is a stable word: `no-content`, `too-large`, `queue-full` … */
    readonly problem: Problem,
  ) {
    super(`${problem.reason}: ${problem.detail}`);
  }
}

/** Longest wait between two attempts, in seconds. */
const MAX_WAIT = 60;
const DEFAULT_RETRIES = 3;

/** Names of the options, with the type of each value. */
const CLIENT_OPTIONS = { token: 'string', retries: 'number', fetch: 'function' };
const REQUEST_OPTIONS = { signal: 'object' };
const BATCH_OPTIONS = { ...REQUEST_OPTIONS, fields: 'object' };

/** As `checkOptions` of the core, which the client does without: it loads nothing. @throws TypeError for an unknown option or value */
function checkOptions(owner: string, given: object, types: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    if (!Object.hasOwn(types, name))
      throw new TypeError(`${owner} has no option "${name}" (options: ${Object.keys(types).join(', ')})`);
    if (typeof value !== types[name] || value === null || Number.isNaN(value))
      throw new TypeError(`${name}: got ${String(value)}, expected a value of type ${types[name]}`);
  }
}

/** Formats by their media types. */
const MEDIA_TYPES = {
  markdown: 'text/markdown',
  text: 'text/plain',
  html: 'text/html',
  tei: 'application/tei+xml',
} as const;

/** Calls of a server. Every call throws {@link DehuskProblem} for a problem, and what `fetch` throws for a broken connection. */
export class DehuskClient {
  readonly #base: string;
  readonly #options: ClientOptions;

  /** @param base address of the server: `http://127.0.0.1:8484` */
  constructor(base: string | URL, options: ClientOptions = {}) {
    checkOptions('DehuskClient', options, CLIENT_OPTIONS);
    this.#base = String(base).replace(/\/+$/, '');
    this.#options = options;
  }

  /** Extracts a page. @returns its record, or the fields named of it */
  async extract<F extends RecordField = RecordField>(
    page: ExtractRequest & { readonly fields?: readonly F[] },
    options: RequestOptions = {},
  ): Promise<Pick<PageRecord, F>> {
    return (await this.#json('POST', '/v1/extract', page, options)) as Pick<PageRecord, F>;
  }

  /** Extracts a page as text in a format. */
  async print(page: ExtractRequest, format: keyof typeof MEDIA_TYPES, options: RequestOptions = {}): Promise<string> {
    const response = await this.#ask('POST', '/v1/extract', options, JSON.stringify(page), {
      accept: MEDIA_TYPES[format],
    });
    return response.text();
  }

  /** Explains every block of a page. */
  async explain(page: ExtractRequest, options: RequestOptions = {}): Promise<PageExplanation> {
    return (await this.#json('POST', '/v1/explain', page, options)) as PageExplanation;
  }

  /**
   * Extracts pages in order: they are taken only as rows are. Node sends them while it reads rows; browsers send them first.
   *
   * @param fields of the rows; default those of `dehusk batch`
   */
  async *batch(
    pages: AsyncIterable<BatchLine> | Iterable<BatchLine>,
    given: RequestOptions & { readonly fields?: readonly string[] } = {},
  ): AsyncGenerator<Record<string, unknown>> {
    checkOptions('batch', given, BATCH_OPTIONS);
    const { fields, ...options } = given;
    const query = fields === undefined ? '' : `?fields=${encodeURIComponent(fields.join(','))}`;
    const type = { 'content-type': 'application/x-ndjson' };
    const response = await this.#ask('POST', `/v1/batch${query}`, options, () => linesOf(pages), type);
    yield* rowsOf(response);
  }

  /** The extractors and formats of the server. */
  async extractors(options: RequestOptions = {}): Promise<Extractors> {
    return (await this.#json('GET', '/v1/extractors', undefined, options)) as Extractors;
  }

  /** What was learnt of a site. */
  async site(host: string, options: RequestOptions = {}): Promise<SiteDescription> {
    return (await this.#json('GET', `/v1/sites/${encodeURIComponent(host)}`, undefined, options)) as SiteDescription;
  }

  /** The model of a site, as a site reader of the core saves it. */
  async siteModel(host: string, options: RequestOptions = {}): Promise<Uint8Array> {
    const accept = { accept: 'application/octet-stream' };
    const response = await this.#ask('GET', `/v1/sites/${encodeURIComponent(host)}`, options, undefined, accept);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Replaces the model of a site. */
  async putSiteModel(host: string, model: Uint8Array, options: RequestOptions = {}): Promise<void> {
    const type = { 'content-type': 'application/octet-stream' };
    await this.#ask('PUT', `/v1/sites/${encodeURIComponent(host)}`, options, model as Uint8Array<ArrayBuffer>, type);
  }

  /** Forgets a site. */
  async deleteSite(host: string, options: RequestOptions = {}): Promise<void> {
    await this.#ask('DELETE', `/v1/sites/${encodeURIComponent(host)}`, options);
  }

  /** Extracts a page with the model of its site, which learns from it, and from an editor's corrections of it. */
  async learn(page: PageToLearn, options: RequestOptions = {}): Promise<PageRecord> {
    const path = `/v1/sites/${encodeURIComponent(new URL(page.url).hostname)}/pages`;
    return (await this.#json('POST', path, page, options)) as PageRecord;
  }

  async #json(method: string, path: string, body: unknown, options: RequestOptions): Promise<unknown> {
    return (await this.#ask(method, path, options, body === undefined ? undefined : JSON.stringify(body))).json();
  }

  /** One request, repeated while the server is busy. A body that is a function can be sent once. */
  async #ask(
    method: string,
    path: string,
    options: RequestOptions,
    body?: BodyOnce | (() => ReadableStream<Uint8Array>),
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    checkOptions('a request', options, REQUEST_OPTIONS);
    const { signal } = options;
    const { token, retries = DEFAULT_RETRIES, fetch: ask = fetch } = this.#options;
    for (let attempt = 0; ; attempt++) {
      const isStream = typeof body === 'function';
      const response = await ask(this.#base + path, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(signal === undefined ? {} : { signal }),
        ...(body === undefined ? {} : { body: isStream ? body() : body }),
        ...(isStream ? { duplex: 'half' } : {}),
      } as RequestInit);
      if (response.ok) return response;
      const problem = await problemOf(response);
      if (response.status !== 503 || attempt >= retries || isStream) throw new DehuskProblem(problem);
      await pause(Math.min(MAX_WAIT, Number(response.headers.get('retry-after') ?? 1)), signal);
    }
  }
}

type BodyOnce = NonNullable<RequestInit['body']>;

/** The problem of a response; of a server in between that answers otherwise, its status. */
async function problemOf(response: Response): Promise<Problem> {
  const body = await response.text();
  if (response.headers.get('content-type')?.startsWith('application/problem+json')) return JSON.parse(body) as Problem;
  const { status, statusText } = response;
  return {
    status,
    title: statusText,
    reason: 'no-problem-document',
    detail: `the server answered ${status}: ${body.slice(0, 200)}`,
  };
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

function linesOf(pages: AsyncIterable<BatchLine> | Iterable<BatchLine>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in pages ? pages[Symbol.asyncIterator]() : pages[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${JSON.stringify(value)}\n`));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}

async function* rowsOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const lines = decoder.decode(value, { stream: true }).split('\n');
      while (lines.length > 1) {
        const line = pieces.join('') + lines.shift();
        pieces = [];
        yield JSON.parse(line);
      }
      pieces.push(lines[0]);
    }
  } finally {
    await reader.cancel();
  }
}
