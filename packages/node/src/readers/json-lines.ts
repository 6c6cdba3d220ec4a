/**
 * Pages from JSON lines: a file or standard input, or a folder that lists its pages in `manifest.jsonl`, where the field `html`
 * is the path of a page; also a folder of such folders: a data set of several sites.
 */
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openByteInput } from './byte-input.js';
import type { InputPage, NamedInput, PageReader, ReadOptions } from './input.js';
import { LINE_BYTES_PER_PAGE_BYTE, readPageRow } from './page-row.js';
import { readLines } from './read-lines.js';

const MANIFESTS = ['manifest.jsonl', 'manifest.jsonl.gz'];
const JSON_LINES = /\.(?:jsonl|ndjson)(?:\.gz)?$/i;

export const jsonLinesReader: PageReader = {
  accepts: ({ input, name, stats }) =>
    input.kind === 'standard-input' || (stats?.isDirectory() === false && JSON_LINES.test(name)),
  read: (input, options) => readRows(input, [input.name], options),
};

export const manifestReader: PageReader = {
  accepts: async ({ name, stats }) => stats?.isDirectory() === true && (await manifestsOf(name)).length > 0,
  read: async function* (input, options) {
    yield* readRows(input, await manifestsOf(input.name), options);
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

/** The rows of files one after the other, numbered on. */
async function* readRows(
  { name: input, skip }: NamedInput,
  files: readonly string[],
  { maxBytes, root }: ReadOptions,
): AsyncGenerator<InputPage> {
  let number = 0;
  for (const file of files) {
    const isStream = file === '-';
    const fileTime = isStream ? Date.now() : (await stat(file)).mtimeMs;
    const folder = isStream ? '.' : dirname(file);
    const isManifest = MANIFESTS.includes(basename(file));
    for await (const line of readLines(openByteInput(file), maxBytes * LINE_BYTES_PER_PAGE_BYTE)) {
      if (++number <= skip) continue;
      const from = { input, name: `${file}:${line.number}`, id: null, place: `line-${line.number}`, number };
      if (line.tooLong) {
        yield { ...from, ok: false, reason: 'bad-input', detail: 'the line is longer than a page may be' };
        continue;
      }
      const text = new TextDecoder().decode(line.bytes);
      // A manifest may name the path either way; the field that is there decides.
      const pathField = isManifest && text.includes('"html"') ? 'html' : 'path';
      const row = readPageRow(text, { files: { folder, root: root ?? folder, pathField }, maxBytes });
      const place = row.id === null ? from.place : String(row.id);
      if (!row.ok) {
        yield { ...from, id: row.id, ok: false, reason: row.reason, detail: row.detail };
        continue;
      }
      const { page, charset, mediaType, url, title, timestamp, corrections } = row;
      const at = timeOf(timestamp, fileTime);
      if (at === null) {
        const detail = `"timestamp" is ${JSON.stringify(timestamp)}, expected ISO 8601 or milliseconds since 1970`;
        yield { ...from, id: row.id, ok: false, reason: 'bad-input', detail };
      } else
        yield {
          ...from,
          id: row.id,
          place,
          ok: true,
          page,
          charset,
          mediaType,
          url,
          title,
          at,
          ...(corrections && { corrections }),
        };
    }
  }
}

/** Milliseconds since 1970; null when the timestamp cannot be read. */
function timeOf(timestamp: unknown, missing: number): number | null {
  if (timestamp === undefined || timestamp === null) return missing;
  const at = typeof timestamp === 'number' ? timestamp : typeof timestamp === 'string' ? Date.parse(timestamp) : NaN;
  return Number.isFinite(at) ? at : null;
}
