/**
 * Documents as a folder of Markdown, one file a document with YAML front matter: for note takers, static sites and people.
 *
 * `folder/site/slug-of-the-address-0123456789abcdef.md`; the last part is the document's id, so a correction replaces its
 * file. What a commit holds is gathered first and put into the folder once the commit stands, each file in one step; after
 * a crash that is done again. So the folder never shows a document that was not committed, nor half of one.
 */
import { createHash } from 'node:crypto';
import { mkdir, open as openFile, readdir, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { RENDERERS } from '@dehusk/core';
import { syncFolder } from './disk.js';
import { gatheredNames } from './file-options.js';
import { openFileSeries } from './file-series.js';
import { lineSink } from './line-sink.js';
import { type Sink, SinkError, type SinkKind, type SinkRecord } from './sink.js';
import { stagedRows } from './staged-rows.js';

export interface MarkdownOptions {
  readonly folder: string;
  /** When bytes are forced to the disk. */
  readonly fsync?: 'flush' | 'never';
}

/** Files written at once. */
const AT_ONCE = 16;
/** Of the address in a file name, in UTF-8 bytes: names may have 255, tools that add endings want some of them. */
const SLUG_BYTES = 100;
/** Of the id in a file name: 64 bits. */
const ID_DIGITS = 16;
/** Fields of a row that are the document itself, or of use to machines only. */
const NOT_IN_FRONT = new Set([...RENDERERS.map(({ name }) => name), 'ok', 'reason', 'detail', 'line', 'length']);

type Gathered = Pick<SinkRecord, 'id' | 'revision' | 'site' | 'row' | 'markdown'>;

async function open(options: MarkdownOptions, mark: Uint8Array | undefined): Promise<Sink> {
  const { folder } = options;
  const toDisk = options.fsync !== 'never';
  if (mark === undefined) await expectNoDocuments(folder);
  const series = await openFileSeries(
    {
      folder,
      names: gatheredNames('markdown', '.md'),
      // Every commit is put into the folder.
      maxBytes: 1,
      maxMilliseconds: Number.POSITIVE_INFINITY,
      finishesAtEnd: true,
      toDisk,
      async finish(gathered) {
        await putAll(folder, stagedRows<Gathered>(gathered), toDisk);
        await unlink(gathered);
      },
    },
    mark,
  );
  return lineSink(series, ({ id, revision, site, row, markdown }) => {
    if (!/^[0-9a-f]{32}$/.test(id))
      throw new SinkError(`an id got ${JSON.stringify(id)}, expected 32 hexadecimal digits`);
    const front = Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_IN_FRONT.has(name)));
    return JSON.stringify({ id, revision, site, row: front, markdown: markdown ?? row.text ?? '' });
  });
}

async function putAll(folder: string, records: AsyncIterable<Gathered>, toDisk: boolean): Promise<void> {
  // Two revisions in one commit must not be written at the same time; of the earlier one nothing would be left anyway.
  let waiting = new Map<string, Gathered>();
  const sites = new Map<string, Promise<Set<string>>>();
  const put = async (): Promise<void> => {
    const records = [...waiting.values()];
    waiting = new Map();
    await Promise.all(
      records.map(async (record) => {
        const place = join(folder, siteFolder(record.site));
        let names = sites.get(place);
        if (names === undefined) {
          names = mkdir(place, { recursive: true }).then(async () => new Set(await readdir(place)));
          sites.set(place, names);
        }
        await putOne(place, record, await names, toDisk);
      }),
    );
  };
  for await (const record of records) {
    waiting.set(record.id, record);
    if (waiting.size >= AT_ONCE) await put();
  }
  await put();
  if (toDisk) for (const place of [folder, ...sites.keys()]) await syncFolder(place);
}

/** @param names what the folder holds; kept up to date */
async function putOne(place: string, record: Gathered, names: Set<string>, toDisk: boolean): Promise<void> {
  const ending = `${record.id.slice(0, ID_DIGITS)}.md`;
  const slug = slugOf(record.row.url);
  const name = slug === '' ? ending : `${slug}-${ending}`;
  const beside = join(place, `.${ending}.new`);
  const file = await openFile(beside, 'w');
  try {
    await file.writeFile(`${frontMatter(record)}\n${record.markdown}`);
    if (toDisk) await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, join(place, name));
  names.add(name);
  // A correction may come from another address of the same document.
  if (record.revision > 1)
    for (const other of names)
      if (other !== name && (other === ending || other.endsWith(`-${ending}`))) {
        await unlink(join(place, other));
        names.delete(other);
      }
}

/** YAML: JSON's strings, numbers and lists are YAML as they are. */
function frontMatter({ id, revision, site, row }: Gathered): string {
  const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';
  const lines = Object.entries({ title: row.title, ...row, site, id, revision })
    .filter(([, value]) => value !== undefined && (isPlain(value) || (Array.isArray(value) && value.every(isPlain))))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n`;
}

/** A site's folder: host names as they are; whatever could mean another place is told by its digest. */
export function siteFolder(site: string): string {
  if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(site) && site.length <= 253) return site;
  return `site-${createHash('sha256').update(site).digest('hex').slice(0, ID_DIGITS)}`;
}

/** The last part of an address's path that has letters, as a file name: letters, digits and hyphens only. */
export function slugOf(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '';
  const parts = new URL(url).pathname.split('/').map((part) => {
    const plain = part.replace(/\.[a-z]{3,5}$/i, '');
    try {
      return decodeURIComponent(plain);
    } catch {
      return plain;
    }
  });
  const words = parts.map((part) =>
    part
      .normalize('NFC')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  );
  const slug = words.findLast((part) => /\p{L}/u.test(part)) ?? words.findLast((part) => part !== '') ?? '';
  let short = '';
  for (const letter of slug) {
    if (Buffer.byteLength(short) + Buffer.byteLength(letter) > SLUG_BYTES) break;
    short += letter;
  }
  return short.replace(/-$/, '');
}

async function expectNoDocuments(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    if (!entry.isDirectory()) continue;
    const names = await readdir(join(folder, entry.name)).catch(() => []);
    const found = names.find((name) => new RegExp(`(?:^|-)[0-9a-f]{${ID_DIGITS}}\\.md$`).test(name));
    if (found !== undefined)
      throw new SinkError(
        `${folder} already holds output that the state knows nothing of: got ${join(entry.name, found)}, expected an empty place (name another folder, or move the files away)`,
      );
  }
}

export const markdownSink: SinkKind<MarkdownOptions> = {
  name: 'markdown',
  summary: 'A folder of Markdown with front matter, a folder a site, a file a document; corrections replace.',
  wantsMarkdown: true,
  wantsRaw: false,
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['folder'],
    properties: {
      folder: { type: 'string', minLength: 1, description: 'Folder of the sites’ folders; made when there is none.' },
      fsync: {
        enum: ['flush', 'never'],
        default: 'flush',
        description:
          '"flush": every commit is forced to the disk and outlives a power cut; "never": it outlives a kill of the process only.',
      },
    },
  },
  open,
};
