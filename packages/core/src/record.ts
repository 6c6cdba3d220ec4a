/**
 * The record of a page: its facts, text and structure under one vocabulary, for every place that prints pages as data (`--json`,
 * `batch`, `watch`, sinks, `JSON.stringify`). The table below is its only definition; `docs/output.md` and
 * `docs/output.schema.json` describe it, and tests compare them.
 */

import { checkOptions, hostOf, type OptionDomains, orNull, RECORD, real, STRING } from '@dehusk/html';
import { type Document, type Item, NO_STRUCTURE, type Post } from './document/document.js';
import { type Metadata, NO_METADATA } from './metadata/metadata.js';
import { textOfContents } from './render/content-text.js';
import { prune } from './render/prune.js';
import { type RenderOptions, resolveOptions } from './render/renderer.js';

/** Version of the record, in its field `schema`. It grows when a field changes its meaning or goes; a new field does not change it. */
export const RECORD_VERSION = 1;

/** What a record is read from: a result of `extract`, or the reason why no page could be read. */
export interface RecordPage {
  readonly ok: boolean;
  readonly reason?: string | null | undefined;
  readonly detail?: string | null | undefined;
  readonly document?: Document;
  readonly excerpt?: string | null;
  readonly language?: string | null;
  readonly pageType?: string | null;
  readonly pageTypeProbability?: number | null;
  readonly confidence?: number | null;
  readonly extractor?: string;
  readonly encoding?: string | null;
  readonly warnings?: readonly string[];
}

/** What the caller knows of a page. */
export interface KnownOfPage {
  readonly id?: string | number | null;
  /** Default: the address the page was extracted with. */
  readonly url?: string | null;
  /** When the page was seen, milliseconds since 1970. */
  readonly at?: number | null;
  /** Fields that only the caller has, by name, for rows. */
  readonly own?: Readonly<Record<string, unknown>>;
}

const KNOWN: OptionDomains<KnownOfPage> = {
  id: orNull({ anyOf: [STRING, real()] }),
  url: orNull(STRING),
  at: orNull(real()),
  own: RECORD,
};

/** Type of a field: text, a number, true or false, a time in ISO 8601, or any JSON value. */
export type FieldType = 'text' | 'integer' | 'number' | 'boolean' | 'time' | 'json';

/** A page under the options of a record. */
interface View {
  readonly page: RecordPage;
  readonly known: KnownOfPage;
  readonly metadata: Metadata;
  /** Without the parts that are switched off. */
  readonly document: Document;
  readonly comments: boolean;
  /** The text, computed on first use. */
  readonly text: string;
}

/** @param doc its meaning, as `docs/output.md` has it */
function field<T>(type: FieldType, doc: string, read: (view: View) => T) {
  return { type, doc, read };
}

/** The fields of a record in order, each with its type, its meaning, and how it is read. */
const FIELDS = {
  schema: field('integer', `version of the record: ${RECORD_VERSION}`, () => RECORD_VERSION),
  id: field(
    'text',
    'name of the page: the id in the input, the path below the input folder, or the address',
    ({ known }) => known.id ?? null,
  ),
  url: field('text', 'address of the page', ({ known, document }) => known.url ?? document.url),
  at: field('time', 'when the page was fetched or archived, ISO 8601', ({ known }) => isoTime(known.at)),
  ok: field('boolean', 'whether there is text', ({ page }) => page.ok),
  reason: field('text', 'why there is no text; null if `ok`', ({ page }): string | null => page.reason ?? null),
  detail: field('text', 'the reason as a sentence; null if `ok`', ({ page }): string | null => page.detail ?? null),
  title: field('text', 'title of the article', ({ metadata }) => metadata.title),
  author: field('text', 'author names as one line', ({ metadata }) => metadata.author),
  authors: field('json', 'author names as a list', ({ metadata }) => metadata.authors),
  date: field('text', 'publication date, ISO 8601, as precise as known', ({ metadata }) => metadata.date),
  dateModified: field('text', 'last change, as `date`', ({ metadata }) => metadata.dateModified),
  hostname: field('text', 'host of the address', ({ known, document, metadata }) =>
    hostOf(known.url ?? document.url ?? metadata.canonicalUrl),
  ),
  siteName: field('text', 'name of the site', ({ metadata }) => metadata.siteName),
  excerpt: field(
    'text',
    "the page's description of itself, else its first long paragraph",
    ({ page }) => page.excerpt ?? null,
  ),
  language: field(
    'text',
    'declared language, BCP 47; else the detected one',
    ({ page, metadata }) => page.language ?? metadata.language,
  ),
  direction: field('text', '`ltr`, `rtl` or null', ({ metadata }) => metadata.direction),
  image: field('text', 'address of the lead image', ({ metadata }) => metadata.image),
  canonicalUrl: field('text', 'the canonical address that the page declares', ({ metadata }) => metadata.canonicalUrl),
  categories: field('json', 'sections of the site that the page names', ({ metadata }) => metadata.categories),
  tags: field('json', 'keywords that the page names', ({ metadata }) => metadata.tags),
  licence: field('text', 'address or name of the licence', ({ metadata }) => metadata.licence),
  pageType: field('text', 'type of the page', ({ page }) => page.pageType ?? null),
  pageTypeProbability: field('number', 'its probability, 0 to 1', ({ page }) => page.pageTypeProbability ?? null),
  confidence: field('number', 'expected word F1 of the text, 0 to 1', ({ page }) => page.confidence ?? null),
  extractor: field('text', 'name of the extractor', ({ page }) => page.extractor ?? null),
  encoding: field('text', 'encoding the bytes were decoded by', ({ page }) => page.encoding ?? null),
  warnings: field(
    'json',
    'observations: `flattened`, `hidden-text`, `invisible-text`, `truncated`',
    ({ page }) => page.warnings ?? [],
  ),
  length: field('integer', 'length of `text` in UTF-16 code units', ({ text }) => text.length),
  text: field('text', 'the main content, as the format `text` prints it', ({ text }) => text),
  posts: field('json', "a discussion's posts: `author date title url replyTo depth text` each", ({ document }) =>
    document.posts.map(postRecord),
  ),
  comments: field('json', "readers' comments, with the fields of posts", ({ document, comments }) =>
    comments ? document.comments.map(postRecord) : [],
  ),
  items: field(
    'json',
    'entries of a listing, or other articles: `title url text price image date` each',
    ({ document }) => document.items.map(itemRecord),
  ),
  content: field('json', 'the main content as structure', ({ document }) => document.content),
} as const satisfies Readonly<Record<string, ReturnType<typeof field>>>;

/** Name of a field of a record. */
export type RecordField = keyof typeof FIELDS;

/** The record of a page. What is unknown is null, empty text or an empty list; no field is missing. */
export type PageRecord = { readonly [K in RecordField]: ReturnType<(typeof FIELDS)[K]['read']> };

/** The fields of a record in order. */
export const RECORD_FIELDS: readonly { readonly name: RecordField; readonly type: FieldType; readonly doc: string }[] =
  (Object.keys(FIELDS) as RecordField[]).map((name) => ({ name, type: FIELDS[name].type, doc: FIELDS[name].doc }));

const NOTHING_READ: Document = { url: null, metadata: NO_METADATA, content: [], ...NO_STRUCTURE };

/**
 * The fields named of a page's record, in that order.
 *
 * @param options links, images, tables and comments to leave out of text and structure; the other options change nothing
 * @throws TypeError or RangeError for an unknown option or value
 */
export function recordWith<K extends RecordField>(
  names: readonly K[],
  page: RecordPage,
  known: KnownOfPage = {},
  options: RenderOptions = {},
): Pick<PageRecord, K> {
  const resolved = resolveOptions('a record', options);
  const document = prune(page.document ?? NOTHING_READ, resolved);
  let text: string | undefined;
  const view: View = {
    ...{ page, known, document, metadata: document.metadata, comments: resolved.comments !== false },
    get text(): string {
      text ??= textOfContents(document.content);
      return text;
    },
  };
  return Object.fromEntries(names.map((name) => [name, FIELDS[name].read(view)])) as Pick<PageRecord, K>;
}

const OF_DOCUMENT = [
  ...(['url', 'title', 'author', 'authors', 'date', 'dateModified'] as const),
  ...(['hostname', 'siteName', 'direction', 'image'] as const),
  ...(['canonicalUrl', 'categories', 'tags', 'licence', 'posts', 'comments', 'items', 'content'] as const),
];

/** How each field that depends on the document alone is read. */
export function documentFields(document: Document): { [K in (typeof OF_DOCUMENT)[number]]: () => PageRecord[K] } {
  const view: View = { page: { ok: true }, known: {}, metadata: document.metadata, document, comments: true, text: '' };
  const fields = OF_DOCUMENT.map((name) => [name, () => FIELDS[name].read(view)] as const);
  return Object.fromEntries(fields) as { [K in (typeof OF_DOCUMENT)[number]]: () => PageRecord[K] };
}

/** The record of a page with all fields; otherwise as `recordWith`. */
export function pageRecord(page: RecordPage, known: KnownOfPage = {}, options: RenderOptions = {}): PageRecord {
  checkOptions('pageRecord', known, KNOWN);
  return recordWith(Object.keys(FIELDS) as RecordField[], page, known, options);
}

/** The latest time of a date, milliseconds since 1970 (ECMA-262). */
const LAST_TIME = 8.64e15;

function isoTime(at: number | null | undefined): string | null {
  return typeof at === 'number' && Math.abs(at) <= LAST_TIME ? new Date(at).toISOString() : null;
}

/** An entry with its words in place of their structure. */
function itemRecord({ title, url, content, price, image, date }: Item) {
  return { title, url, text: textOfContents(content), price, image, date };
}

/** A post with the words of its body in place of their structure; its fields say what its head says. */
function postRecord({ content, head: _head, ...known }: Post) {
  return { ...known, text: textOfContents(content) };
}
