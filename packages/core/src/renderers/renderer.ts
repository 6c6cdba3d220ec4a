import type { Document } from '../document/document.js';

/** Options of every format. */
export interface RenderOptions {
  /** Keep link targets (text of links always stays). Default true. */
  readonly links?: boolean;
  /** Keep images. Default true. */
  readonly images?: boolean;
  /** Keep tables. Default true. */
  readonly tables?: boolean;
  /** Print the metadata first (front matter, head, header fields). Default: true in `html`, `json`, `jsonl` and `tei`. */
  readonly metadata?: boolean;
  /** Print readers' comments after the main content. Default: only in `json` and `jsonl`, which have a field for them. */
  readonly comments?: boolean;
}

/** A format the document can be printed in. One file a format; the table is `index.ts`. Pure; never throws on a document. */
export interface Renderer {
  /** The name on the command line: `markdown`. */
  readonly name: string;
  /** One sentence for `--help`. */
  readonly summary: string;
  readonly mediaType: string;
  /** File name extension without the dot. */
  readonly extension: string;
  render(document: Document, options?: RenderOptions): string;
}
