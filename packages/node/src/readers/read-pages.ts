/** Reads inputs by the readers that accept them. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchReadable } from '../fetch/fetch-page.js';
import type { FetchAnswer, Fetcher } from '../fetch/fetcher-options.js';
import { withoutPassword } from '../without-password.js';
import { isDamage } from './byte-input.js';
import { PAGE_READERS } from './index.js';
import type { FoundPage, Input, InputPage, NamedInput, PageReader, ReadOptions } from './input.js';
import type { RowOptions } from './page-row.js';
import { readFound } from './page-row.js';

/** An address (`http://…`; other schemes are refused when they are fetched), standard input (`-`), or a path, also as `file://…`. */
export function inputNamed(text: string): Input {
  if (text === '-') return { kind: 'standard-input' };
  if (/^file:\/\//i.test(text) && URL.canParse(text)) return { kind: 'path', path: fileURLToPath(text) };
  return schemeOf(text) === null ? { kind: 'path', path: text } : { kind: 'url', url: withoutPassword(text) };
}

/** The scheme of an address such as `ftp://…`, lower case; null for a path. */
export function schemeOf(text: string): string | null {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1].toLowerCase() ?? null;
}

/** Hosts fetched from at once, unless the options say otherwise. */
const HOSTS_AT_ONCE = 16;
/** Pause between two requests to a host, in milliseconds. */
const PAUSE = 1_000;

/**
 * Reads inputs one after the other; addresses in a row are fetched from several hosts at once, and come as they arrive, those of
 * one host in order. Never throws on what the disk or the network does.
 *
 * @param readers the formats allowed, in order; the last one reads what none accepts
 * @throws what opening a fetcher throws, for options that cannot be used
 */
export async function* readPages(
  inputs: readonly Input[],
  options: ReadOptions,
  readers: readonly PageReader[] = PAGE_READERS,
): AsyncGenerator<InputPage> {
  const own =
    options.fetcher === undefined && inputs.some((one) => one.kind === 'url')
      ? await openAddressFetcher(options)
      : null;
  const fetcher = options.fetcher ?? own;
  const fetch = (url: string): Promise<FetchAnswer> =>
    fetchReadable(fetcher as Fetcher, url, options.markdown ?? 'never');
  const read = (some: readonly Input[]) => readInOrder(some, options, readers, fetch);
  try {
    for (let at = 0; at < inputs.length; ) {
      const isAddress = inputs[at].kind === 'url';
      let end = at + 1;
      while (end < inputs.length && (inputs[end].kind === 'url') === isAddress) end++;
      const run = inputs.slice(at, end);
      yield* isAddress ? merge(byHost(run).map(read), options.hostsAtOnce ?? HOSTS_AT_ONCE) : read(run);
      at = end;
    }
  } finally {
    await own?.close();
  }
}

/** A fetcher of single addresses: it does not read robots.txt. */
export async function openAddressFetcher({ fetching, hostsAtOnce = HOSTS_AT_ONCE }: ReadOptions): Promise<Fetcher> {
  // Lazy: most commands fetch nothing.
  const { openFetcher } = await import('../fetch/open-fetcher.js');
  const polite = { delay: PAUSE, requestsPerMinute: 0, maxConnections: hostsAtOnce };
  return openFetcher({ ...polite, ...fetching, robots: false });
}

/** Addresses grouped by host, in order. */
function byHost(addresses: readonly Input[]): Input[][] {
  const groups = new Map<string, Input[]>();
  for (const one of addresses) {
    const host = one.kind === 'url' && URL.canParse(one.url) ? new URL(one.url).host : '';
    const group = groups.get(host) ?? [];
    group.push(one);
    groups.set(host, group);
  }
  return [...groups.values()];
}

async function* readInOrder(
  inputs: readonly Input[],
  options: ReadOptions,
  readers: readonly PageReader[],
  fetch: NamedInput['fetch'],
): AsyncGenerator<InputPage> {
  for (const input of inputs) {
    const name = nameOf(input);
    const skip = (await options.skip?.(name)) ?? 0;
    // What cannot be read has no number: a run that resumes there must not leave out a page.
    let number = skip;
    try {
      for await (const found of findInInput(input, options, readers, skip, fetch)) {
        number = found.number;
        yield inputPageOf(found, { maxBytes: options.maxBytes });
      }
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const detail = isMissing ? `there is no file or folder ${name}` : detailOf(error);
      yield { input: name, name, id: name, place: basename(name), number, ok: false, reason: 'unreadable', detail };
    }
  }
}

const nameOf = (input: Input): string => (input.kind === 'path' ? input.path : input.kind === 'url' ? input.url : '-');

/**
 * Finds the pages of one input, which `readFound` reads.
 *
 * @param readers the formats allowed, in order; the last one reads what none accepts
 * @throws the file system's error for the input; one of `inputError` where it is damaged
 */
export async function* findInInput(
  input: Input,
  options: ReadOptions,
  readers: readonly PageReader[],
  skip = 0,
  fetch: NamedInput['fetch'] = async (url) => {
    throw new Error(`got the address ${url}, expected a file`);
  },
): AsyncGenerator<FoundPage> {
  const name = nameOf(input);
  const named = { input, name, stats: input.kind === 'path' ? await stat(name) : null, skip, fetch };
  for (const reader of readers)
    if (reader === readers.at(-1) || (await reader.accepts(named))) return yield* reader.find(named, options);
}

/** A page as it was found → with its content, or why it has none. */
export function inputPageOf(found: FoundPage, options: RowOptions): InputPage {
  const { name, place, input, number } = found;
  const row = readFound(found, options);
  const from = { name, input, number, id: row.id };
  if (!row.ok) {
    const { reason, detail } = row;
    const url = found.kind === 'failed' ? found.url : undefined;
    return { ...from, place, ok: false, reason, detail, ...(url !== undefined && { url }) };
  }
  const { page, charset, mediaType, url, title, corrections, timestamp } = row;
  const at = seenAt(row, found);
  if (at === null) {
    const detail = `"timestamp" is ${JSON.stringify(timestamp)}, expected ISO 8601 or milliseconds since 1970`;
    return { ...from, place, ok: false, reason: 'bad-input', detail };
  }
  const isRow = found.kind === 'line' || found.kind === 'row';
  const placed = { ...from, place: isRow && row.id !== null ? String(row.id) : place };
  return { ...placed, ok: true, page, charset, mediaType, url, title, at, ...(corrections && { corrections }) };
}

/** When a page was seen, milliseconds since 1970: its timestamp, else by its archive or file; null when the timestamp cannot be read. */
export function seenAt({ timestamp }: { readonly timestamp: unknown }, found: FoundPage): number | null {
  const own = 'at' in found ? found.at : null;
  return timestamp === undefined || timestamp === null ? (own ?? found.changedAt ?? 0) : timeOf(timestamp);
}

/** Milliseconds since 1970; null when the timestamp cannot be read. */
function timeOf(timestamp: unknown): number | null {
  const at = typeof timestamp === 'number' ? timestamp : typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isFinite(at) ? at : null;
}

/** The message of an error; of reading damaged bytes without the class, which says nothing. */
function detailOf(error: unknown): string {
  return isDamage(error) ? error.message : String(error);
}

/**
 * The values of several iterables in the order in which they come. Each is read one value ahead, so that the consumer sets the
 * pace.
 *
 * @param most iterables read at once; the others wait
 * @throws the first error of an iterable, after the values before it
 */
export async function* merge<T>(iterables: Iterable<AsyncIterable<T>>, most: number): AsyncGenerator<T> {
  const waiting = iterables[Symbol.iterator]();
  type Next = Promise<{ readonly iterator: AsyncIterator<T>; readonly result: IteratorResult<T> }>;
  const running = new Map<AsyncIterator<T>, Next>();
  const read = (iterator: AsyncIterator<T>): void => {
    // The last in line: one that always has a value must not hold up the others.
    running.delete(iterator);
    running.set(
      iterator,
      iterator.next().then((result) => ({ iterator, result })),
    );
  };
  const start = (): void => {
    const next = waiting.next();
    if (!next.done) read(next.value[Symbol.asyncIterator]());
  };
  for (let count = 0; count < most; count++) start();
  try {
    while (running.size > 0) {
      const { iterator, result } = await Promise.race(running.values());
      if (result.done) {
        running.delete(iterator);
        start();
      } else {
        yield result.value;
        read(iterator);
      }
    }
  } finally {
    // Not awaited: one that waits for data ends when that arrives, which may be never.
    for (const [iterator, next] of running) next.then(() => iterator.return?.()).catch(() => {});
  }
}
