import { type ExtractResult, RENDERERS, type Reason, type RenderOptions } from '@dehusk/core';
import type { RowId } from '../inputs/page-row.js';

/** Why a row of a batch has no text: the core's reasons, and what can go wrong around it. */
export type RowReason = Reason | 'bad-input' | 'unreadable' | 'crashed';

/** What became of one line of input. */
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
  /** What extraction gave; null when the row never came that far. */
  readonly result: ExtractResult | null;
}

type Field = (row: RowOutcome, rendering: RenderOptions) => unknown;

const fromMetadata =
  (name: keyof ExtractResult['metadata']): Field =>
  ({ result }) =>
    result?.metadata[name] ?? null;

/** The fields an output row can have, besides one for each format. Named as in the API's result. */
const OWN_FIELDS: Readonly<Record<string, Field>> = {
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

/** Names of every field that can be asked for, formats included. */
export const FIELD_NAMES: readonly string[] = [...Object.keys(OWN_FIELDS), ...RENDERERS.map((one) => one.name)];

/** The fields of a row when none are asked for; `text` stands for the format asked for. */
export const DEFAULT_FIELDS: readonly string[] = [
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
];

/**
 * One output row as a line of JSON, fields in the order asked for. A row the input is to blame for also tells its line.
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
  const own = OWN_FIELDS[name];
  if (own !== undefined) return own;
  const renderer = RENDERERS.find((one) => one.name === name);
  if (renderer === undefined)
    throw new RangeError(`no field is named "${name}" (there are: ${FIELD_NAMES.join(', ')})`);
  // JSON inside a row is an object of its own, not a text to be parsed again.
  const isJson = renderer.extension.startsWith('json');
  return ({ ok, result }, rendering) => {
    if (!ok || result === null) return isJson ? null : '';
    const rendered = renderer.render(result.document, rendering);
    return isJson ? JSON.parse(rendered) : rendered;
  };
}
