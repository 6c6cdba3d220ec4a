import { readFile, stat } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type FetchOptions, type FetchReason, fetchPage } from '../fetch/fetch-page.js';
import { findPages } from './find-pages.js';
import { readPageFile, unpack } from './page-file.js';

/** What a person can name as input. */
export type Input =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'standard-input' };

/** A page read from an input, or the reason why there is none. */
export type InputPage = {
  /** What the input is called in messages: path, address, or `-`. */
  readonly name: string;
  /** Where its output belongs in a folder of outputs: path below the folder given, file name, host and path of an address. */
  readonly place: string;
} & (
  | {
      readonly ok: true;
      readonly bytes: Uint8Array;
      /** The page's address when it was fetched. */
      readonly url: string | null;
      readonly charset: string | null;
    }
  | { readonly ok: false; readonly reason: FetchReason | 'unreadable' | 'too-large'; readonly detail: string }
);

export interface ReadOptions {
  /** Bound on one page in bytes, unpacked. */
  readonly maxBytes: number;
  readonly fetching: FetchOptions;
  /** Pause between two fetches from the same host, in milliseconds. */
  readonly pause: number;
}

/** Tells an address from a path: `http://…` and `https://…` are addresses, `-` is standard input, all else is a path. */
export function inputNamed(text: string): Input {
  if (text === '-') return { kind: 'standard-input' };
  return /^https?:\/\//i.test(text) ? { kind: 'url', url: text } : { kind: 'path', path: text };
}

/** The addresses in a list: one a line, blank lines and lines that begin with `#` left out. */
export async function readUrlList(path: string): Promise<Input[]> {
  const text = path === '-' ? await textOf(process.stdin) : await readFile(path, 'utf8');
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('#')).map((url) => ({ kind: 'url', url }));
}

/** Reads inputs one after the other, folders page by page. Never throws on what the disk or the network does. */
export async function* readInputs(inputs: readonly Input[], options: ReadOptions): AsyncGenerator<InputPage> {
  /** When each host was last asked, on the clock of `performance.now()`. */
  const asked = new Map<string, number>();
  for (const input of inputs) {
    switch (input.kind) {
      case 'standard-input':
        yield { name: '-', place: 'stdin', ...(await readStandardInput(options.maxBytes)) };
        break;
      case 'url':
        yield await fetchInput(input.url, options, asked);
        break;
      case 'path':
        yield* readPath(input.path, options.maxBytes);
        break;
    }
  }
}

async function* readPath(path: string, maxBytes: number): AsyncGenerator<InputPage> {
  const read = (file: string, place: string): InputPage => {
    const page = readPageFile(file, maxBytes);
    return { name: file, place, ...(page.ok ? { ...page, url: null, charset: null } : page) };
  };
  try {
    if (!(await stat(path)).isDirectory()) {
      yield read(path, basename(path));
      return;
    }
    let pages = 0;
    for await (const file of findPages(path)) {
      pages++;
      yield read(file, relative(path, file));
    }
    if (pages === 0) yield unreadable(path, `${path} is a folder without pages (.html, .htm, .xhtml …, also .gz)`);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    yield unreadable(path, missing ? `there is no file or folder ${path}` : String(error));
  }
}

function unreadable(path: string, detail: string): InputPage {
  return { name: path, place: basename(path), ok: false, reason: 'unreadable', detail };
}

async function fetchInput(url: string, options: ReadOptions, asked: Map<string, number>): Promise<InputPage> {
  const place = placeOf(url);
  const host = URL.canParse(url) ? new URL(url).host : '';
  const last = asked.get(host);
  if (last !== undefined) await wait(Math.max(0, last + options.pause - performance.now()));
  const fetched = await fetchPage(url, options.fetching);
  asked.set(host, performance.now());
  if (!fetched.ok) return { name: url, place, ok: false, reason: fetched.reason, detail: fetched.detail };
  const { bytes, charset } = fetched;
  return { name: url, place, ok: true, bytes, charset, url: fetched.url };
}

/** Most characters of one part of a file name made from an address; file systems allow 255 bytes. */
const MAX_NAME = 80;

/** A path for an address: host, then the parts of its path, with what file systems dislike replaced. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'page';
  const { host, pathname, search } = new URL(url);
  const safe = (part: string): string => {
    const plain = part.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^\.+/, '');
    return [...plain].slice(0, MAX_NAME).join('');
  };
  let path = pathname;
  try {
    path = decodeURIComponent(pathname);
  } catch {
    // A stray percent sign stays as it is.
  }
  const parts = path
    .split('/')
    .map(safe)
    .filter((part) => part !== '');
  const last = pathname.endsWith('/') ? 'index' : (parts.pop() ?? 'index');
  return [safe(host), ...parts, search === '' ? last : safe(`${last}${search}`)].join('/');
}

async function readStandardInput(
  maxBytes: number,
): Promise<
  | { ok: true; bytes: Uint8Array; url: null; charset: null }
  | { ok: false; reason: 'unreadable' | 'too-large'; detail: string }
> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > maxBytes)
      return { ok: false, reason: 'too-large', detail: `standard input has more than the ${maxBytes} bytes allowed` };
    chunks.push(chunk);
  }
  const page = unpack(Buffer.concat(chunks), 'standard input', maxBytes);
  return page.ok ? { ...page, url: null, charset: null } : page;
}

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
