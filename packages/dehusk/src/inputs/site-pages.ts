/**
 * Pages of sites, from whatever a person names: files, folders of pages, JSON lines, WARC files, and folders with a manifest.
 *
 * A site is told by its address, so a page without one teaches nothing. JSON lines carry it (`url`); for files it is made
 * from `--url-template`, or read off the page (`rel=canonical`, `og:url`). When a page was seen decides what is forgotten
 * first: the line's `timestamp`, else the time of the file it came in.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { decodeBody, type HttpBody } from '../warc/http-response.js';
import { readWarcPages } from '../warc/warc-pages.js';
import { openBatchInput, WARC_NAME } from './batch-input.js';
import { findPages } from './find-pages.js';
import { readPageFile } from './page-file.js';
import { readPageRow } from './page-row.js';
import { readLines } from './read-lines.js';

/** A page with what is known of where it stood. */
export type SiteInputPage = {
  /** What the page is called in messages: path, or input and line. */
  readonly name: string;
  /** Where its output belongs in a folder of outputs. */
  readonly place: string;
  /** The input it came in, as named, and its number there, from 1: what a run resumes at. */
  readonly input: string;
  readonly number: number;
} & (
  | {
      readonly ok: true;
      readonly page: string | Uint8Array;
      readonly charset: string | null;
      /** The address given; null when the page itself has to say. */
      readonly url: string | null;
      readonly title: string | null;
      /** Milliseconds since 1970. */
      readonly at: number;
    }
  | { readonly ok: false; readonly reason: 'bad-input' | 'unreadable' | 'too-large'; readonly detail: string }
);

export interface SiteReadOptions {
  /** Bound on one page in bytes, unpacked. */
  readonly maxBytes: number;
  /** Makes an address for a page from a file; null leaves it to the page. */
  readonly urlTemplate: string | null;
  /** Files are JSON lines, whatever their names; default false. */
  readonly isRows?: boolean;
  /** Pages of an input to leave out at its beginning; default none. */
  readonly skip?: (input: string) => Promise<number>;
}

/** Names of manifests, whose field `html` is the path of a page; a folder with one is read by it. */
const MANIFESTS = ['manifest.jsonl', 'manifest.jsonl.gz'];
const JSON_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;
/** A line may be longer than its page: JSON escapes and base64 add to it. */
const LINE_BYTES_PER_PAGE_BYTE = 3;

/** Reads inputs one after the other. Never throws on what the disk does. */
export async function* readSitePages(
  inputs: readonly string[],
  options: SiteReadOptions,
): AsyncGenerator<SiteInputPage> {
  for (const input of inputs) {
    const skip = (await options.skip?.(input)) ?? 0;
    try {
      yield* readOne(input, skip, options);
    } catch (error) {
      const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const detail = missing ? `there is no file or folder ${input}` : String(error);
      yield { name: input, place: basename(input), input, number: skip + 1, ok: false, reason: 'unreadable', detail };
    }
  }
}

async function* readOne(input: string, skip: number, options: SiteReadOptions): AsyncGenerator<SiteInputPage> {
  if (input === '-') {
    yield* readRows(input, '-', '.', Date.now(), 'path', options, skip);
    return;
  }
  const found = await stat(input);
  if (!found.isDirectory()) {
    if (MANIFESTS.includes(basename(input)))
      yield* readRows(input, input, dirname(input), found.mtimeMs, 'html', options, skip);
    else if (options.isRows || JSON_LINES.test(input))
      yield* readRows(input, input, dirname(input), found.mtimeMs, 'path', options, skip);
    else if (WARC_NAME.test(input)) yield* readArchive(input, skip, found.mtimeMs, options);
    else if (skip === 0) yield readFilePage(input, input, basename(input), 1, found.mtimeMs, options);
    return;
  }
  const manifests = await manifestsOf(input);
  if (manifests.length > 0) {
    let before = 0;
    for (const manifest of manifests) {
      const { mtimeMs } = await stat(manifest);
      before = yield* readRows(input, manifest, dirname(manifest), mtimeMs, 'html', options, skip, before);
    }
    return;
  }
  let number = 0;
  for await (const file of findPages(input))
    if (++number > skip)
      yield readFilePage(input, file, relative(input, file), number, (await stat(file)).mtimeMs, options);
  if (number === 0) {
    const detail = `${input} is a folder without pages (.html, .htm …, also .gz) and without manifest.jsonl`;
    yield { name: input, place: basename(input), input, number: 1, ok: false, reason: 'unreadable', detail };
  }
}

/** The manifest of a folder, or those of the folders in it: a data set of several sites. */
async function manifestsOf(folder: string): Promise<string[]> {
  const own = await manifestIn(folder);
  if (own !== null) return [own];
  const inside = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found = await Promise.all(inside.map(({ name }) => manifestIn(join(folder, name))));
  return found.filter((one) => one !== null).sort();
}

async function manifestIn(folder: string): Promise<string | null> {
  for (const name of MANIFESTS) {
    const path = join(folder, name);
    if (await stat(path).catch(() => null)) return path;
  }
  return null;
}

function readFilePage(
  input: string,
  file: string,
  place: string,
  number: number,
  at: number,
  options: SiteReadOptions,
): SiteInputPage {
  const read = readPageFile(file, options.maxBytes);
  const from = { name: file, place, input, number };
  if (!read.ok) return { ...from, ...read };
  const url = options.urlTemplate === null ? null : urlFrom(options.urlTemplate, place);
  return { ...from, ok: true, page: read.bytes, charset: null, url, title: null, at };
}

/** Pages of a WARC file, numbered with those that cannot be read. */
async function* readArchive(
  input: string,
  skip: number,
  fileTime: number,
  options: SiteReadOptions,
): AsyncGenerator<SiteInputPage> {
  let number = 0;
  for await (const page of readWarcPages(input)) {
    if (++number <= skip) continue;
    const from = { name: `${input}@${page.offset}`, place: `record-${number}`, input, number };
    const body = page.kind === 'fault' ? null : decodeBody(page, options.maxBytes);
    if (page.kind === 'page' && body?.ok) {
      const { charset, url, at } = page;
      yield { ...from, ok: true, page: body.bytes, charset, url, title: null, at: at ?? fileTime };
      continue;
    }
    const { reason, detail } = page.kind === 'fault' ? page : (body as HttpBody & { readonly ok: false });
    yield {
      ...from,
      ok: false,
      reason: reason === 'too-large' ? reason : 'unreadable',
      detail: `${reason}: ${detail}`,
    };
  }
}

/** Fills a template: `{path}` is the path below the folder, `{name}` the file's name, both without the ending. */
export function urlFrom(template: string, place: string): string {
  const path = place.replace(/\.gz$/i, '').replace(/\.[a-z]{3,5}$/i, '');
  const encoded = path.split(/[\\/]/).map(encodeURIComponent);
  return template.replaceAll('{path}', encoded.join('/')).replaceAll('{name}', encoded.at(-1) ?? '');
}

/** The rows of a file, numbered on from `before`; returns the number of the last. */
async function* readRows(
  input: string,
  file: string,
  folder: string,
  fileTime: number,
  pathField: string,
  options: SiteReadOptions,
  skip: number,
  before = 0,
): AsyncGenerator<SiteInputPage, number> {
  const { lines } = openBatchInput(file);
  let number = before;
  for await (const line of readLines(lines, options.maxBytes * LINE_BYTES_PER_PAGE_BYTE)) {
    if (++number <= skip) continue;
    const from = { name: `${file}:${line.number}`, place: `line-${line.number}`, input, number };
    if (line.tooLong) {
      yield { ...from, ok: false, reason: 'bad-input', detail: 'the line is longer than a page may be' };
      continue;
    }
    const text = new TextDecoder().decode(line.bytes);
    const row = readPageRow(text, { folder, pathField: pathFieldOf(text, pathField), maxBytes: options.maxBytes });
    if (!row.ok) {
      yield { ...from, ok: false, reason: row.reason, detail: row.detail };
      continue;
    }
    const { page, charset, url, id } = row;
    const { timestamp, title } = JSON.parse(text) as { readonly timestamp?: unknown; readonly title?: unknown };
    const at = timeOf(timestamp);
    if (at === null) {
      const detail = `"timestamp" is ${JSON.stringify(timestamp)}, expected ISO 8601 or milliseconds since 1970`;
      yield { ...from, ok: false, reason: 'bad-input', detail };
      continue;
    }
    yield {
      ...from,
      place: id === null ? from.place : String(id),
      ok: true,
      page,
      charset,
      url,
      title: typeof title === 'string' ? title : null,
      at: at ?? fileTime,
    };
  }
  return number;
}

/** A manifest may name the path either way; the field that is there decides. */
function pathFieldOf(line: string, preferred: string): string {
  return preferred !== 'path' && !line.includes(`"${preferred}"`) ? 'path' : preferred;
}

/** Milliseconds since 1970; undefined when there is no timestamp, null when it cannot be read. */
function timeOf(timestamp: unknown): number | null | undefined {
  if (timestamp === undefined || timestamp === null) return undefined;
  const at = typeof timestamp === 'number' ? timestamp : typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isFinite(at) ? at : null;
}
