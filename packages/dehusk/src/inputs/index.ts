import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressReader } from './addresses.js';
import { fileReader } from './files.js';
import { folderReader } from './folders.js';
import type { Input, InputPage, PageReader, ReadOptions } from './input.js';
import { jsonLinesReader, manifestReader } from './json-lines.js';
import { warcReader } from './warc.js';

/** The shelf's table: every format of inputs, the first that accepts an input reads it. To add one: one file, one row. */
export const PAGE_READERS: readonly PageReader[] = [
  addressReader,
  jsonLinesReader,
  warcReader,
  manifestReader,
  folderReader,
  fileReader,
];

/** The formats of `dehusk extract`: every file but a WARC archive is a page, whatever its name. */
export const SINGLE_PAGE_READERS: readonly PageReader[] = [addressReader, warcReader, folderReader, fileReader];

/** An address (`http://…`; other schemes are refused when they are fetched), standard input (`-`), or a path, also as `file://…`. */
export function inputNamed(text: string): Input {
  if (text === '-') return { kind: 'standard-input' };
  if (/^file:\/\//i.test(text) && URL.canParse(text)) return { kind: 'path', path: fileURLToPath(text) };
  return schemeOf(text) === null ? { kind: 'path', path: text } : { kind: 'url', url: text };
}

/** The scheme of an address such as `ftp://…`, lower case; null for a path. */
export function schemeOf(text: string): string | null {
  return /^([a-z][a-z0-9+.-]+):\/\//i.exec(text)?.[1].toLowerCase() ?? null;
}

/**
 * Reads inputs one after the other. Never throws on what the disk or the network does.
 *
 * @param readers the formats allowed, in order; the last one reads what none accepts
 */
export async function* readPages(
  inputs: readonly Input[],
  options: ReadOptions,
  readers: readonly PageReader[] = PAGE_READERS,
): AsyncGenerator<InputPage> {
  for (const input of inputs) {
    const name = input.kind === 'path' ? input.path : input.kind === 'url' ? input.url : '-';
    const skip = (await options.skip?.(name)) ?? 0;
    try {
      const named = { input, name, stats: input.kind === 'path' ? await stat(name) : null, skip };
      let found = readers[readers.length - 1];
      for (const reader of readers)
        if (await reader.accepts(named)) {
          found = reader;
          break;
        }
      yield* found.read(named, options);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      const detail = isMissing ? `there is no file or folder ${name}` : String(error);
      yield {
        input: name,
        name,
        id: name,
        place: basename(name),
        number: skip + 1,
        ok: false,
        reason: 'unreadable',
        detail,
      };
    }
  }
}
