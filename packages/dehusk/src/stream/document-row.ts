/** A document as the sinks get it: the row that `docs/stream.md` describes, and Markdown where a sink wants it. */
import { type ExtractResult, rendererNamed } from '@dehusk/core';
import { fieldNamed } from '../batch/fields.js';
import type { WorkedDocument } from './worker-messages.js';

/** Where a document comes from. */
export interface DocumentOrigin {
  readonly id: string;
  readonly revision: number;
  readonly site: string;
  readonly url: string;
  readonly input: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The latest time a date can tell, milliseconds since 1970 (ECMA-262). */
const LAST_TIME = 8.64e15;

/**
 * The row: `id revision ok reason site url input at`, then the fields asked for. `ok` is false only for a correction that
 * withdraws: once its site was known, the page turned out to hold no article.
 *
 * @throws RangeError for a field that does not exist
 */
export function documentOf(
  { id, revision, site, url, input, at }: DocumentOrigin,
  result: ExtractResult,
  fields: readonly string[],
  wantsMarkdown: boolean,
): WorkedDocument {
  const { ok, reason = null, detail = null } = result;
  const row: Record<string, unknown> = {
    id,
    revision,
    ok,
    reason,
    site,
    url,
    input,
    at: Math.abs(at) <= LAST_TIME ? new Date(at).toISOString() : null,
  };
  const outcome = { id, url, line: 0, ok, reason, detail, result };
  for (const name of fields) if (!Object.hasOwn(row, name)) row[name] = fieldNamed(name)(outcome, {});
  const markdown = wantsMarkdown ? rendererNamed('markdown').render(result.document, {}) : null;
  return { id, revision, row, markdown };
}
