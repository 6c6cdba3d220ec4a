import type { RenderOptions } from '@dehusk/core';
import { extractWithLanguage } from '../extraction/extract-with-language.js';
import { filtered, type PageFilters } from '../extraction/filters.js';
import { type HostExtractOptions, withOverrides } from '../extraction/overrides.js';
import {
  type FieldNames,
  idOfLine,
  idOfRow,
  type PageRow,
  type PageRowOptions,
  pageOfRow,
  type RowId,
  readPageRow,
} from '../readers/page-row.js';
import { decodeBody } from '../warc/http-response.js';
import type { ArchivedTask, WorkerTask } from './batch-task.js';
import { type RowOutcome, type RowReason, rowToJson } from './fields.js';
import { type PresetChoice, presetToJson } from './presets.js';

const encoder = new TextEncoder();

/** Data every worker starts with. */
export interface RowWork {
  /** `root` of the files null: the folder that a line's paths start from. */
  readonly row: PageRowOptions;
  readonly extraction: Omit<
    HostExtractOptions,
    'url' | 'httpCharset' | 'mediaType' | 'detectLanguage' | 'clock' | 'site'
  >;
  readonly rendering: RenderOptions;
  readonly filters: PageFilters;
  readonly fields: readonly string[];
  /** Layout of the rows of pages with text in place of `fields`; null: none. */
  readonly preset: PresetChoice | null;
}

/** A line of output. */
export interface ProcessedLine {
  /** The output row as a line of JSON with its end, in UTF-8. */
  readonly bytes: Uint8Array;
  readonly ok: boolean;
  readonly reason: RowReason | null;
  /** Size of the page in bytes (UTF-16 code units when it came as text). */
  readonly pageBytes: number;
}

/**
 * Line of input → line of output. Never rejects: a failure is the row's reason.
 *
 * @param line text of JSON, or the fields in it
 * @param place the folder that its path is relative to (default: the batch's), whether a person named the path (default: no), and
 *   the name of its input
 */
export async function processLine(
  line: string | Readonly<Record<string, unknown>>,
  number: number,
  work: RowWork,
  {
    folder = work.row.files?.folder ?? '.',
    isNamed = false,
    input = null,
  }: { readonly folder?: string; readonly isNamed?: boolean; readonly input?: string | null } = {},
): Promise<ProcessedLine> {
  const { files } = work.row;
  const named = files && { ...files, folder, root: isNamed ? null : (files.root ?? folder) };
  const options = { ...work.row, files: named };
  const row = typeof line === 'string' ? readPageRow(line, options) : pageOfRow(line, options);
  return processRow(row, { line: number, input, at: null }, work);
}

/** Page of an archive → line of output. Never rejects. */
export async function processArchived(task: ArchivedTask, work: RowWork): Promise<ProcessedLine> {
  const { id, url, charset, at, number, input = null } = task;
  const place = { line: number, input, at };
  const body = decodeBody({ ...task, body: task.bytes }, work.row.maxBytes);
  if (body.ok)
    return processRow(
      {
        ok: true,
        id,
        url,
        page: body.bytes,
        charset,
        mediaType: null,
        title: null,
        pageType: null,
        timestamp: null,
        corrections: null,
        others: null,
      },
      place,
      work,
    );
  const reason = body.reason === 'too-large' ? 'too-large' : 'unreadable';
  return processed({ id, url, ...place, others: null, page: { ok: false, reason, detail: body.detail } }, 0, work);
}

async function processRow(
  row: PageRow,
  place: Pick<RowOutcome, 'line' | 'input' | 'at'>,
  work: RowWork,
): Promise<ProcessedLine> {
  const { id, url, others } = row;
  const known = { id, url, ...place, others };
  if (!row.ok) return processed({ ...known, page: row }, 0, work);
  try {
    const extracted = await extractWithLanguage(row.page, {
      ...withOverrides({ ...work.extraction, url }),
      httpCharset: row.charset,
      mediaType: row.mediaType,
      ...(row.pageType === null ? {} : { pageType: row.pageType }),
    });
    const page = await filtered(extracted, work.filters);
    if (work.preset === null || !page.ok) return processed({ ...known, page }, row.page.length, work);
    const json = await presetToJson({ ...known, page }, work.preset, work.rendering);
    return { bytes: lineOf(json), ok: true, reason: null, pageBytes: row.page.length };
  } catch (error) {
    // Options were checked before the batch began, so this is an internal error: reject this page and continue.
    const detail = error instanceof Error ? error.message : String(error);
    return processed({ ...known, page: { ok: false, reason: 'internal-error', detail } }, row.page.length, work);
  }
}

/** The output of a page that no worker finished: too long, timed out, or crashed with its worker. */
export function failedTask(task: WorkerTask, reason: RowReason, detail: string, work: RowWork): ProcessedLine {
  const { number: line, input = null } = task;
  const row = task.kind === 'archived' ? task : knownOf(task, work);
  const at = task.kind === 'archived' ? task.at : null;
  const others = 'others' in row ? row.others : null;
  return processed({ id: row.id, url: row.url, at, line, input, others, page: { ok: false, reason, detail } }, 0, work);
}

/** Only the id and the address are read: no file is opened here. */
function knownOf(task: Exclude<WorkerTask, ArchivedTask>, work: RowWork): PageRow {
  const options = { ...work.row, files: null };
  return task.kind === 'row'
    ? pageOfRow(task.row, options)
    : readPageRow(new TextDecoder().decode(task.bytes), options);
}

/** The id of a task's page, or null. Never throws. */
export function idOfTask(task: WorkerTask, names?: FieldNames): RowId {
  if (task.kind === 'archived') return task.id;
  return task.kind === 'row' ? idOfRow(task.row, names?.id) : idOfLine(task.bytes, names?.id);
}

function processed(row: RowOutcome, pageBytes: number, work: RowWork): ProcessedLine {
  const { ok, reason = null } = row.page;
  return { bytes: lineOf(rowToJson(row, work.fields, work.rendering)), ok, reason, pageBytes };
}

const lineOf = (json: string): Uint8Array => encoder.encode(`${json}\n`);
