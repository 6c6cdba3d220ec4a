/**
 * Pages from inputs that a person names, for every command. One file per format; the tables are in `index.ts`.
 *
 * The contract: a reader finds pages in a fixed order, numbered from 1, and `readFound` reads them, here or in a thread. A page that
 * cannot be read is a failure with a reason. A reader throws only the file system's error for the input, and `inputError` for one that
 * is damaged.
 */
import type { Stats } from 'node:fs';
import type { Correction } from '@dehusk/core';
import type { MarkdownMode } from '../fetch/fetch-page.js';
import type { FetchAnswer, Fetcher, FetcherOptions, StreamFetchReason } from '../fetch/fetcher-options.js';
import type { RawPage } from '../raw-page.js';
import type { WarcCounts, WarcPage, WarcPageFault } from '../warc/warc-pages.js';

/** An input as a person names it. */
export type Input =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'standard-input' };

/** A page's id in the input; null when it has none. */
export type RowId = RawPage['id'];

/** The files that rows may name. */
export interface RowFiles {
  /** Folder that relative paths start from. */
  readonly folder: string;
  /** Folder that paths may not leave, links included; null: they may lead anywhere. */
  readonly root: string | null;
  /** Field that holds the path of a page's file. Named `html`, it is a path and never the page itself. */
  readonly pathField: string;
}

/** Where a page is in its input. */
export interface PagePlace {
  /** For messages: path, address, or input and line. */
  readonly name: string;
  /** The id in its record: that of its input, its path below the input folder, its address or path as named; null if there is none. */
  readonly id: RowId;
  /** Path of its output in a folder of outputs: path below the input folder, file name, or host and path of an address. */
  readonly place: string;
  /**
   * Its input, as named, and its number there, from 1: the position a run resumes at. An input that ends early, or cannot be opened, has
   * the number of the last page before.
   */
  readonly input: string;
  readonly number: number;
}

/** The content of a page that was read. */
interface ReadContent extends RawPage {
  readonly title: string | null;
}

/** Why a page cannot be read. */
export interface InputFault {
  /** The address that was asked. */
  readonly url?: string | null;
  readonly reason: StreamFetchReason | 'bad-input' | 'unreadable' | 'too-large';
  readonly detail: string;
}

/** A page in the form of its input: not decoded yet, and small enough to be sent to a thread. Bytes are fields of it, so that they are transferred between threads. */
export type FoundPage = PagePlace & {
  /** Line of the file, or page of the input, counted from 1: what a row of a batch says. */
  readonly line: number;
  /** About, in bytes. */
  readonly size: number;
  /** Share of the input up to and with it, 0 to 1; left out where it is unknown, as with standard input. */
  readonly share?: number;
  /** When the input was changed, milliseconds since 1970: the time of a page that has none itself. */
  readonly changedAt: number | null;
} & (
    | { readonly kind: 'line'; readonly bytes: Uint8Array; readonly tooLong: boolean; readonly files: RowFiles | null }
    | { readonly kind: 'row'; readonly row: Readonly<Record<string, unknown>>; readonly files: RowFiles | null }
    /** @property root folder that it may not leave, links included; null: a person named it */
    | { readonly kind: 'file'; readonly path: string; readonly root: string | null; readonly url: string | null }
    | (Omit<WarcPage, 'kind' | 'place' | 'offset' | 'nextOffset'> & { readonly kind: 'archived' })
    | (ReadContent & { readonly kind: 'read' })
    /** @property damage of an archive, at which no page is */
    | (InputFault & { readonly kind: 'failed'; readonly damage?: WarcPageFault })
  );

/** A page before it is decoded, or the reason why it cannot be read. */
export type InputPage = PagePlace &
  (
    | (ReadContent & {
        readonly ok: true;
        /** Decisions of an editor on ranges of the page; absent: nobody corrected it. */
        readonly corrections?: readonly Correction[];
        /** When the page was seen, milliseconds since 1970: its timestamp, else that of the file. */
        readonly at: number;
      })
    | (InputFault & { readonly ok: false })
  );

export interface ReadOptions {
  /** Bound on one page in bytes, unpacked. */
  readonly maxBytes: number;
  /** Folder that the paths in an input may not leave, links included; default: that of the input. */
  readonly root?: string;
  /** Folder that relative paths in an input start from; default: that of the input. */
  readonly folder?: string;
  /** Field of a row that holds the path of a page; default `path`, and `html` in a manifest whose rows have that. */
  readonly pathField?: string;
  /** Totals of WARC files to add to. */
  readonly counts?: WarcCounts;
  /** Makes the address of a page from a file; default: the page names it. */
  readonly urlTemplate?: string | null;
  /** Pages of an input to leave out at its beginning; default none. */
  readonly skip?: (input: string) => Promise<number>;
  /**
   * Called before each page is read, in order. Returns the place of its output, or null to leave it out; default: the place
   * given.
   *
   * @param changedAt when the page was changed, milliseconds since 1970; null: unknown
   */
  readonly reserve?: (place: string, changedAt: number | null) => string | null;
  /** How addresses are fetched. Robots.txt is not read: it is for programs that follow links. Default: those of the fetcher. */
  readonly fetching?: Partial<FetcherOptions>;
  /** Whether addresses are fetched as Markdown; default `never`. */
  readonly markdown?: MarkdownMode;
  /** Fetches addresses, in place of a fetcher of this run. */
  readonly fetcher?: Fetcher;
  /** Hosts fetched from at once; default 16. */
  readonly hostsAtOnce?: number;
}

/** The place of a page's output, or null to leave it out; see {@link ReadOptions.reserve}. */
export function placeFor({ reserve }: ReadOptions, place: string, changedAt: number | null): string | null {
  return reserve === undefined ? place : reserve(place, changedAt);
}

/** An input with its file status. */
export interface NamedInput {
  readonly input: Input;
  /** The input as named. */
  readonly name: string;
  /** Null unless the input is a path. */
  readonly stats: Stats | null;
  /** Pages to leave out. */
  readonly skip: number;
  /** Fetches an address with the run's fetcher. */
  readonly fetch: (url: string) => Promise<FetchAnswer>;
}

/** A format of inputs: a row of a registry. */
export interface PageReader {
  /** Whether an input is of this format. */
  accepts(input: NamedInput): boolean | Promise<boolean>;
  find(input: NamedInput, options: ReadOptions): AsyncIterable<FoundPage>;
}

/** Fills a template: `{path}` is the path below the folder, `{name}` the file's name, both without the ending. */
export function addressFrom(template: string, place: string): string {
  const path = place.replace(/\.gz$/i, '').replace(/\.[a-z]{3,5}$/i, '');
  const encoded = path.split(/[\\/]/).map(encodeURIComponent);
  return template.replaceAll('{path}', encoded.join('/')).replaceAll('{name}', encoded.at(-1) ?? '');
}
