/**
 * Where documents go: JSON lines, Parquet, a folder of Markdown, a WARC archive of the raw pages.
 *
 * One file (or folder) a variant, the table is `index.ts`. The contract, checked for every row by `contract.test.ts`:
 * - after `flush` resolves, everything written before is on the disk, and the mark it gives says so;
 * - a sink opened with a mark holds exactly what was written before that mark: what came after it, whole or torn, is taken
 *   back first. The pipeline keeps the mark in the transaction of the state it belongs to, so every document stands in the
 *   output once;
 * - without a mark only an empty place is opened, so that nothing is ever deleted that the state does not know of. The
 *   pipeline therefore flushes a new sink once and commits that mark before it writes;
 * - flush, commit, `committed`, in this order: files get their final names only when the mark that finishes them is
 *   committed, and are never touched again;
 * - two records with one `id` are revisions of one document, the later one counts. Sinks that can replace do; those that
 *   only append keep both, told apart by `revision`.
 */

/** A page as it came, for sinks that keep it. */
export interface RawPage {
  readonly bytes: Uint8Array;
  readonly status: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When the request was sent, milliseconds since 1970. */
  readonly at: number;
}

/** A document on its way out. */
export interface SinkRecord {
  /** Stable: the same document has the same id on every run; made from site and URL key. 32 hexadecimal digits. */
  readonly id: string;
  /** 1 for the first time, one more for every correction. */
  readonly revision: number;
  /** Registrable domain. */
  readonly site: string;
  /** The document as the stream's documented JSON row, `id` and `revision` in it. */
  readonly row: Readonly<Record<string, unknown>>;
  /** Only for sinks whose kind says `wantsMarkdown`: the document as Markdown. */
  readonly markdown: string | null;
  /** Only for sinks whose kind says `wantsRaw`, and only when the page is at hand. */
  readonly raw: RawPage | null;
}

export interface Sink {
  /** Takes a record; resolves when there is room for more (back-pressure). */
  write(record: SinkRecord): Promise<void>;
  /**
   * Makes everything written durable and gives the mark to open with after a crash. Writes may go on meanwhile and after;
   * they belong to the next mark.
   *
   * @param isLast nothing more comes in this run: what is still being gathered (a Parquet file) is finished too; default false
   * @throws SinkError when it cannot be made durable; the sink then takes nothing more, and the last committed mark holds
   */
  flush(isLast?: boolean): Promise<Uint8Array>;
  /** Told that the mark `flush` gave last is committed: finished files get their names. */
  committed(): Promise<void>;
  /** Flushes nothing: what was not flushed may be lost, and is taken back by the next run. */
  close(): Promise<void>;
}

/** A kind of sink, as a row of the shelf's table. */
export interface SinkKind<O = unknown> {
  /** The name: `jsonl`. */
  readonly name: string;
  /** One sentence for lists. */
  readonly summary: string;
  readonly wantsMarkdown: boolean;
  readonly wantsRaw: boolean;
  /** JSON Schema of the options (draft 2020-12), with a description for each. */
  readonly schema: Readonly<Record<string, unknown>>;
  /**
   * Opens the sink and takes back what was written after the mark.
   *
   * @param mark what `flush` gave last, by the committed state; undefined for a new output
   * @throws SinkError when the place cannot be written, or holds something the mark does not fit, naming got and expected
   */
  open(options: O, mark: Uint8Array | undefined): Promise<Sink>;
}

/** A sink cannot be opened or written; the message names the place, got and expected. Disk full is one of these. */
export class SinkError extends Error {}
