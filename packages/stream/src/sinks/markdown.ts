/**
 * Documents as a folder of Markdown, one file per document with YAML front matter: for note taking and static sites.
 *
 * `folder/site/slug-of-the-url-0123456789abcdef.md`; the last part is the document's id, so a correction replaces its file.
 * Documents are staged until their commit succeeds and then moved to the folder, each file in one step; after a crash this
 * is repeated. So the folder never shows an uncommitted document, nor half of one.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FORMATS } from '@dehusk/core';
import { yamlValue } from '@dehusk/html';
import { DEVICE_NAME, section } from '@dehusk/node';
import {
  type FileOptions,
  FSYNC_SCHEMA,
  lineSink,
  occupied,
  openFileSeries,
  stagedNames,
  stagedRows,
  syncFolder,
} from './file-series.js';
import { type Sink, SinkError, type SinkRecord, sinkKind } from './sink.js';

type MarkdownOptions = Pick<FileOptions, 'folder' | 'fsync'>;

/** Files written concurrently. */
const AT_ONCE = 16;
/** Longest slug, in UTF-8 bytes: file names may have 255, and some tools add extensions. */
const SLUG_BYTES = 100;
/** Digits of the id in a file name: 64 bits. */
const ID_DIGITS = 16;
/** Fields that are the document's text, or useful to programs only. */
const NOT_IN_FRONT = new Set([...FORMATS.map(({ name }) => name), 'schema', 'ok', 'reason', 'detail', 'length']);

type StagedDocument = Pick<SinkRecord, 'id' | 'revision' | 'site' | 'row' | 'markdown'>;

async function open(options: MarkdownOptions, checkpoint: Uint8Array | undefined): Promise<Sink> {
  const { folder } = options;
  const toDisk = options.fsync !== 'never';
  if (checkpoint === undefined) await expectNoDocuments(folder);
  const series = await openFileSeries(
    {
      folder,
      names: stagedNames('markdown', '.md'),
      // Every commit finishes a file.
      maxBytes: 1,
      maxMilliseconds: Number.POSITIVE_INFINITY,
      finishesAtEnd: true,
      toDisk,
      async finish(staged) {
        await putAll(folder, stagedRows<StagedDocument>(staged), toDisk);
        await unlink(staged);
      },
    },
    checkpoint,
  );
  return lineSink(series, ({ id, revision, site, row, markdown }) => {
    if (!/^[0-9a-f]{32}$/.test(id))
      throw new SinkError(`an id got ${JSON.stringify(id)}, expected 32 hexadecimal digits`);
    const front = Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_IN_FRONT.has(name)));
    return JSON.stringify({ id, revision, site, row: front, markdown: markdown ?? row.text ?? '' });
  });
}

async function putAll(folder: string, records: AsyncIterable<StagedDocument>, toDisk: boolean): Promise<void> {
  // Of two revisions in a batch only the later is written: the earlier would be replaced anyway.
  let waiting = new Map<string, StagedDocument>();
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

/** @param names the files in the folder; kept up to date */
async function putOne(place: string, record: StagedDocument, names: Set<string>, toDisk: boolean): Promise<void> {
  const ending = `${record.id.slice(0, ID_DIGITS)}.md`;
  const slug = slugOf(record.row.url);
  const name = slug === '' ? ending : `${slug}-${ending}`;
  const beside = join(place, `.${ending}.new`);
  await writeFile(beside, `${frontMatter(record)}\n${record.markdown}`, { flush: toDisk });
  await rename(beside, join(place, name));
  names.add(name);
  // A correction may come from another URL of the same document.
  if (record.revision > 1)
    for (const other of names)
      if (other !== name && (other === ending || other.endsWith(`-${ending}`))) {
        await unlink(join(place, other));
        names.delete(other);
      }
}

/** YAML front matter. */
function frontMatter({ id, revision, site, row }: StagedDocument): string {
  const isPlain = (value: unknown): boolean => value !== null && typeof value !== 'object';
  const lines = Object.entries({ title: row.title, ...row, site, id, revision })
    .filter(([, value]) => value !== undefined && (isPlain(value) || (Array.isArray(value) && value.every(isPlain))))
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `${name}: ${yamlValue(value)}`);
  return `---\n${lines.join('\n')}\n---\n`;
}

/** A site's folder: its host name, or a digest of names that could leave the folder or that Windows refuses. */
export function siteFolder(site: string): string {
  if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(site) && site.length <= 253 && !DEVICE_NAME.test(site)) return site;
  return `site-${createHash('sha256').update(site).digest('hex').slice(0, ID_DIGITS)}`;
}

/** The last part of a URL's path that has letters, as a file name: letters, digits and hyphens only. */
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
    if (found !== undefined) throw occupied(folder, join(entry.name, found));
  }
}

export const markdownSink = sinkKind<MarkdownOptions, 'folder'>({
  name: 'markdown',
  summary: 'A folder of Markdown with front matter: a folder per site, a file per document; corrections replace.',
  wantsMarkdown: true,
  schema: section(
    {
      folder: { type: 'string', minLength: 1, description: 'Folder of the sites’ folders; created when missing.' },
      fsync: FSYNC_SCHEMA,
    },
    ['folder'],
  ),
  open,
});
