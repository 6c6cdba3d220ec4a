/**
 * The contract of a sink: where documents go (JSON lines, Parquet, a folder of Markdown, a WARC archive of raw pages).
 *
 * One file per variant; the table is `index.ts`. `contract.test.ts` checks for every row:
 * - After `flush` resolves, everything written before is on disk, and the checkpoint it returns says so.
 * - A sink of files opened with a checkpoint holds exactly what was written before that checkpoint; anything later is removed first. The
 *   pipeline stores the checkpoint in the transaction of the state it belongs to, so every document is in the output once.
 * - Without a checkpoint only an empty place is opened, so nothing is deleted that the state does not know. The pipeline
 *   therefore flushes a new sink and commits that checkpoint before it writes.
 * - The order is flush, commit, `committed`: files get their final names only after the checkpoint that finishes them is
 *   committed, and never change afterwards.
 * - Records with the same `id` are revisions of one document; the last counts. Sinks that can replace do; those that only
 *   append keep all, distinguished by `revision`.
 */
import { type JsonSchema, withCheckedOptions } from '@dehusk/node';

/** A page as received. */
export interface RawResponse {
  readonly bytes: Uint8Array;
  readonly status: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When the request was sent, milliseconds since 1970. */
  readonly at: number;
}

/** A document to write. */
export interface SinkRecord {
  /** The same on every run, derived from site and URL key. 32 hexadecimal digits. */
  readonly id: string;
  /** 1 at first, one more for every correction. */
  readonly revision: number;
  /** Registrable domain. */
  readonly site: string;
  /** The document as the stream's documented JSON row, `id` and `revision` included. */
  readonly row: Readonly<Record<string, unknown>>;
  /** The document as Markdown; null unless the sink's kind sets `wantsMarkdown`. */
  readonly markdown: string | null;
  /** The page; null when the sink's kind does not set `wantsRaw` or it is not available. */
  readonly raw: RawResponse | null;
}

export interface Sink {
  /** Accepts a record; resolves when there is room for more (back-pressure). */
  write(record: SinkRecord): Promise<void>;
  /**
   * Makes everything written durable. Concurrent and later writes belong to the next checkpoint.
   *
   * @param isLast the run ends: files that are still being collected (Parquet) are finished too; default false
   * @returns the checkpoint to open with after a crash
   * @throws SinkError when writing fails; the sink then accepts nothing more, and the last committed checkpoint holds
   */
  flush(isLast?: boolean): Promise<Uint8Array>;
  /** Call when the last checkpoint is committed: finished files get their names. */
  committed(): Promise<void>;
  /** Does not flush: unflushed records may be lost, and the next run removes what is left of them. */
  close(): Promise<void>;
}

/** A kind of sink: a row of the registry. */
export interface SinkKind<O = unknown> {
  /** `jsonl` */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  /** Whether records have their Markdown, and their page. */
  readonly wantsMarkdown?: boolean;
  readonly wantsRaw?: boolean;
  /**
   * Whether records leave for a server, which cannot take them back. Such a sink ignores the checkpoint; after a crash it writes the
   * records since the last commit again, with the same ids and revisions, and the server replaces or drops them.
   */
  readonly isRemote?: boolean;
  /** JSON Schema of the options (draft 2020-12), with a description for each. */
  readonly schema: JsonSchema;
  /**
   * Opens the sink and removes what was written after the checkpoint.
   *
   * @param checkpoint the last checkpoint in the committed state; undefined for a new output
   * @throws SinkError when the place is not writable, or holds something that does not fit the checkpoint
   */
  open(options: O, checkpoint: Uint8Array | undefined): Promise<Sink>;
}

/** A kind by all its options; those with a default in its schema may be left out when it is opened. `R`: the others. */
export function sinkKind<O, R extends keyof O>(kind: SinkKind<O>): SinkKind<Partial<O> & Pick<O, R>> {
  return withCheckedOptions(kind as unknown as SinkKind<Partial<O> & Pick<O, R>>);
}

/** A sink cannot be opened or written, for example because the disk is full. The message names place, got and expected. */
export class SinkError extends Error {}
