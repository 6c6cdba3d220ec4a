/** Documents as sinks receive them: ids, the row of `docs/sinks.md`, and Markdown for sinks that want it. */
import { createHash } from 'node:crypto';
import { type ExtractResult, rendererNamed } from '@dehusk/core';
import { rowOf } from '@dehusk/core/extend';
import type { LearningPage } from './state-values.js';
import type { StreamOptions } from './stream.js';
import type { WorkedDocument } from './worker-messages.js';

/** Where a document comes from. */
type DocumentOrigin = Pick<LearningPage, 'id' | 'revision' | 'url' | 'input' | 'at'> & { readonly site: string };

/** Fields that begin every row; `revision`, `site` and `input` are the stream's own. */
const FIRST_FIELDS = ['id', 'revision', 'ok', 'reason', 'site', 'url', 'input', 'at'];

/**
 * The row: {@link FIRST_FIELDS}, then the fields asked for. `ok` is false only for a correction that withdraws the document: once its
 * site was known, the page turned out to hold no article.
 */
export function documentOf(
  { id, revision, site, url, input, at }: DocumentOrigin,
  result: ExtractResult,
  { fields, rendering }: Pick<StreamOptions, 'fields' | 'rendering'>,
  wantsMarkdown: boolean,
): WorkedDocument {
  const row = rowOf([...FIRST_FIELDS, ...fields], result, { id, url, at, own: { revision, site, input } }, rendering);
  const markdown = wantsMarkdown ? rendererNamed('markdown').render(result.document, rendering) : null;
  return { id, revision, row, markdown };
}

/** A document's stable id: 32 hexadecimal digits of the SHA-256 of its site and URL key; the same on every run. */
export function documentId(site: string, key: string): string {
  return textDigest(`document\n${site}\n${key}`);
}

/** The id of a page without a document, or of a piece of input that is no page: by input and place. */
export function rejectId(input: string, item: string): string {
  return textDigest(`reject\n${input}\n${item}`);
}

/** A short digest: of a document's text it shows whether extracting a page again changed it. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
