import type { Document } from '../document/document.js';

/** What a caller may switch off in every format. */
export interface RenderOptions {
  /** Keep link targets (text of links always stays). Default true. */
  readonly links?: boolean;
  /** Keep images. Default true. */
  readonly images?: boolean;
  /** Keep tables. Default true. */
  readonly tables?: boolean;
  /** Put the metadata in front, as the format does it (front matter, head, header fields). Default: the format's custom. */
  readonly metadata?: boolean;
  /**
   * Print readers' comments: true in every format, behind the main content; false in none. Default: only `json` and `jsonl`, which
   * have a field for them.
   */
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
