/**
 * Pages from JSON lines: a file or standard input, or a folder that lists its pages in `manifest.jsonl`, where the field `html`
 * is the path of a page; also a folder of such folders: a data set of several sites.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { isS3, readObject } from '../s3/objects.js';
import { readWarcPages } from '../warc/warc-pages.js';
import { archivedPages, warcOptionsOf } from './archived-pages.js';
import { measuredBytes, sniffInput, storedBytes } from './byte-input.js';
import type { FoundPage, NamedInput, PageReader, ReadOptions, RowFiles } from './input.js';
import { LINE_BYTES_PER_PAGE_BYTE } from './page-row.js';
import { type Line, readLines } from './read-lines.js';

const MANIFESTS = ['manifest.jsonl', 'manifest.jsonl.gz'];
const JSON_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

export const jsonLinesReader: PageReader = {
  accepts: ({ input, name, stats }) =>
    input.kind === 'standard-input' || (stats?.isDirectory() === false && JSON_LINES.test(name)),
  find: (input, options) => linesFound(input, [input.name], options),
};

export const manifestReader: PageReader = {
  accepts: async ({ name, stats }) => stats?.isDirectory() === true && (await manifestsOf(name)).length > 0,
  find: async function* (input, options) {
    yield* linesFound(input, await manifestsOf(input.name), options);
  },
};

/** The manifest of a folder, or those of the folders in it. */
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

/** JSON lines or WARC, as the first bytes say: standard input, objects of S3, and files whose names do not tell. */
export const streamReader: PageReader = {
  accepts: () => true,
  async *find(input, options) {
    const { name } = input;
    const { kind, stream } = await sniffInput(name, isS3(name) ? readObject(name) : undefined);
    if (kind === 'lines') yield* linesFound(input, [name], options, stream);
    else {
      const pages = readWarcPages(name, { ...warcOptionsOf(options), stream, canReopen: false });
      yield* archivedPages({ ...input, stats: null }, pages, options);
    }
  },
};

/** The lines of files one after the other, numbered on. @param stream the bytes of the only file; default: they are read */
async function* linesFound(
  { name: input, skip }: NamedInput,
  files: readonly string[],
  { maxBytes, root, ...options }: ReadOptions,
  stream?: AsyncIterable<Uint8Array>,
): AsyncGenerator<FoundPage> {
  let number = 0;
  for (const [before, file] of files.entries()) {
    const stats = file === '-' || isS3(file) ? null : await stat(file);
    const folder = options.folder ?? (stats === null ? '.' : dirname(file));
    const changedAt = stats?.mtimeMs ?? Date.now();
    const isManifest = MANIFESTS.includes(basename(file));
    const { bytes, shareAt } = measuredBytes(stream ?? storedBytes(file), stats?.size ?? 0);
    for await (const line of readLines(bytes, maxBytes * LINE_BYTES_PER_PAGE_BYTE)) {
      if (++number <= skip) continue;
      const from = { input, name: `${file}:${line.number}`, id: null, place: `line-${line.number}`, number };
      // A manifest may name the path either way; the field that is there decides.
      const isInHtml =
        isManifest && Buffer.from(line.bytes.buffer, line.bytes.byteOffset, line.bytes.length).includes('"html"');
      const pathField = options.pathField ?? (isInHtml ? 'html' : 'path');
      const { share } = shareAt(line.endsAt);
      yield {
        ...from,
        ...lineFound(line, { folder, root: root ?? folder, pathField }, changedAt),
        ...(share !== undefined && { share: (before + share) / files.length }),
      };
    }
  }
}

/** A line as a page of its input. */
export function lineFound({ bytes, number, tooLong }: Line, files: RowFiles | null, changedAt: number | null) {
  return { kind: 'line', bytes, tooLong, files, line: number, size: bytes.length, changedAt } as const;
}
