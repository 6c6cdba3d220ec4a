import {
  type ExtractResult,
  type Metadata,
  RENDERERS,
  type Reason,
  type RenderOptions,
  type Warning,
} from '@dehusk/core';
import type { RowId } from '../inputs/page-row.js';

/** Why a row of a batch has no text: the core's reasons, and faults of reading and workers. */
export type RowReason = Reason | 'bad-input' | 'unreadable' | 'crashed';

/** The outcome of a line of input. */
export interface RowOutcome {
  readonly id: RowId;
  readonly url: string | null;
  /** When the page was archived, milliseconds since 1970; null or left out: the input does not say. */
  readonly at?: number | null;
  /** Line of the input, or page of the archive, counted from 1. */
  readonly line: number;
  readonly ok: boolean;
  /** Why there is no text; null when `ok`. */
  readonly reason: RowReason | null;
  /** The reason in words; null when `ok`. */
  readonly detail: string | null;
  /** Null when there was no page to extract. */
  readonly result: ExtractResult | null;
}

/** The fields of an output row and their types. Named as in the API's result. */
export interface RowFields {
  readonly id: RowId;
  readonly url: string | null;
  /** When the page was archived, ISO 8601. */
  readonly at: string | null;
  readonly line: number;
  readonly ok: boolean;
  /** Why there is no text; null when `ok`. */
  readonly reason: RowReason | null;
  readonly detail: string | null;
  readonly title: string | null;
  readonly byline: string | null;
  readonly publishedTime: string | null;
  readonly siteName: string | null;
  readonly lang: string | null;
  readonly dir: 'ltr' | 'rtl' | null;
  readonly excerpt: string | null;
  readonly length: number;
  readonly authors: readonly string[] | null;
  readonly dateModified: string | null;
  readonly description: string | null;
  readonly canonicalUrl: string | null;
  readonly image: string | null;
  readonly categories: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly licence: string | null;
  readonly metadata: Metadata | null;
  readonly pageType: string | null;
  readonly pageTypeProbability: number | null;
  readonly confidence: number | null;
  readonly extractor: string | null;
  readonly encoding: string | null;
  readonly warnings: readonly Warning[];
  /** The formats; empty, or null for JSON, when there is no text. */
  readonly text: string;
  readonly markdown: string;
  readonly html: string;
  readonly tei: string;
  readonly xml: string;
  readonly json: Readonly<Record<string, unknown>> | null;
  readonly jsonl: Readonly<Record<string, unknown>> | null;
}

export type FieldName = keyof RowFields;
type FormatName = 'text' | 'markdown' | 'html' | 'tei' | 'xml' | 'json' | 'jsonl';

type Field<T = unknown> = (row: RowOutcome, rendering: RenderOptions) => T;

const fromMetadata =
  <K extends keyof Metadata>(name: K): Field<Metadata[K] | null> =>
  ({ result }) =>
    result?.metadata[name] ?? null;

/** The fields besides one for each format. */
const OWN_FIELDS: { readonly [K in Exclude<FieldName, FormatName>]: Field<RowFields[K]> } = {
  id: (row) => row.id,
  url: (row) => row.url,
  at: (row) => (typeof row.at === 'number' ? new Date(row.at).toISOString() : null),
  line: (row) => row.line,
  ok: (row) => row.ok,
  reason: (row) => row.reason,
  detail: (row) => row.detail,
  title: ({ result }) => result?.title ?? null,
  byline: ({ result }) => result?.byline ?? null,
  publishedTime: ({ result }) => result?.publishedTime ?? null,
  siteName: ({ result }) => result?.siteName ?? null,
  lang: ({ result }) => result?.lang ?? null,
  dir: ({ result }) => result?.dir ?? null,
  excerpt: ({ result }) => result?.excerpt ?? null,
  length: ({ result }) => result?.length ?? 0,
  authors: fromMetadata('authors'),
  dateModified: fromMetadata('dateModified'),
  description: fromMetadata('description'),
  canonicalUrl: fromMetadata('canonicalUrl'),
  image: fromMetadata('image'),
  categories: fromMetadata('categories'),
  tags: fromMetadata('tags'),
  licence: fromMetadata('licence'),
  metadata: ({ result }) => result?.metadata ?? null,
  pageType: ({ result }) => result?.pageType ?? null,
  pageTypeProbability: ({ result }) => result?.pageTypeProbability ?? null,
  confidence: ({ result }) => result?.confidence ?? null,
  extractor: ({ result }) => result?.extractor ?? null,
  encoding: ({ result }) => result?.encoding ?? null,
  warnings: ({ result }) => result?.warnings ?? [],
};

/** Names of all fields, formats included. */
export const FIELD_NAMES: readonly string[] = [...Object.keys(OWN_FIELDS), ...RENDERERS.map((one) => one.name)];

/** The default fields of a row; the format requested takes the place of `text`. */
export const DEFAULT_FIELDS = [
  'id',
  'url',
  'ok',
  'reason',
  'detail',
  'title',
  'byline',
  'publishedTime',
  'siteName',
  'lang',
  'pageType',
  'confidence',
  'excerpt',
  'text',
] as const satisfies readonly FieldName[];
export type DefaultFieldName = (typeof DEFAULT_FIELDS)[number];

/**
 * An output row as a line of JSON, fields in the order requested. A `bad-input` row also has its line.
 *
 * @throws RangeError for a field that does not exist, naming those that do
 */
export function rowToJson(row: RowOutcome, fields: readonly string[], rendering: RenderOptions): string {
  const record: Record<string, unknown> = {};
  for (const name of fields) record[name] = fieldNamed(name)(row, rendering);
  if (row.reason === 'bad-input') record.line = row.line;
  return JSON.stringify(record);
}

/** @throws RangeError for a field that does not exist */
export function fieldNamed(name: string): Field {
  if (Object.hasOwn(OWN_FIELDS, name)) return OWN_FIELDS[name as keyof typeof OWN_FIELDS];
  const renderer = RENDERERS.find((one) => one.name === name);
  if (renderer === undefined)
    throw new RangeError(`no field is named "${name}" (there are: ${FIELD_NAMES.join(', ')})`);
  // JSON inside a row is an object, not a string that must be parsed again.
  const isJson = renderer.extension.startsWith('json');
  return ({ ok, result }, rendering) => {
    if (!ok || result === null) return isJson ? null : '';
    const rendered = renderer.render(result.document, rendering);
    return isJson ? JSON.parse(rendered) : rendered;
  };
}
