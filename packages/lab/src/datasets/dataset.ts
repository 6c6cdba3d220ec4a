/**
 * A dataset: annotated pages that are read lazily, with licence, citation and a digest of the gold, so that a score can
 * name exactly the data it was measured on.
 *
 * A reader (one file per published format; the table is in `index.ts`) turns a folder into a {@link Dataset}.
 */
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { decode, type Page, parse } from '@dehusk/html';
import { readBytes } from './stored-files.js';

/** The Markdown that a page's author wrote, and what the rendered page itself says of its structure. */
export interface StructureGold {
  readonly markdown: string;
  /** The page's address, the base of relative links; empty when unknown. */
  readonly address: string;
  /** Whether the author's Markdown has formulas; `$` is a plain character otherwise. */
  readonly math: boolean;
  /** Titles of the page as lower-case words; a leading heading equal to one of them counts for nobody. */
  readonly titles: readonly string[];
  /** Level and text of every heading of the rendered content. */
  readonly headings: readonly (readonly [level: number, text: string])[];
  /** Text and absolute target of every link. */
  readonly links: readonly (readonly [text: string, target: string])[];
  /** Absolute target of every image. */
  readonly images: readonly string[];
  /** The language of each code block in order, as the page names it; null where it names none. */
  readonly codeLanguages: readonly (string | null)[];
}

/** The annotation of one page. Metrics read this and nothing else. */
export interface Gold {
  /** The main text, one paragraph per line; empty when the page has none (an index page). */
  readonly gold: string;
  /** The annotation as published (`<p> <h> <l>` segments, `<1>` labels, paragraph tags), or null. */
  readonly goldMarkup: string | null;
  /** Declared or annotated language as published (`en`, `en-us`, `zh`), or null. */
  readonly language: string | null;
  /** The author's Markdown and the page's structure, for metrics that score Markdown; null where there is none. */
  readonly structure: StructureGold | null;
}

export interface Case extends Gold {
  /** Unique within the dataset; `site/id` in a dataset of several sites. */
  readonly id: string;
  /** The page's address, or null when it was not published. */
  readonly url: string | null;
  /** Registrable domain, or null when unknown. Splits never separate pages of one domain. */
  readonly domain: string | null;
  /** Unit of learning and of per-site scores: the stream's name, else the domain, else null. */
  readonly site: string | null;
  /** Page type as published (`article`, `forum`, …), or null. */
  readonly pageType: string | null;
  /** When the page was published or fetched, ISO 8601 as far as known, or null. */
  readonly timestamp: string | null;
  /** In page streams: a page of links (`index`, empty gold) or an article. */
  readonly kind: 'article' | 'index' | null;
  /** In page streams: true when an earlier page of the stream has the same text. */
  readonly duplicate: boolean;
  readonly title: string | null;
  readonly author: string | null;
  /** ISO 8601 date as published. */
  readonly publishDate: string | null;
  /** Terms of the page as published (`MIT`, `none`), or null where those of the dataset hold. */
  readonly licence: string | null;
  /** The known encoding of the bytes, passed on as the HTTP charset; null lets the page decide. */
  readonly charset: string | null;
  /** Reads the page's original bytes, decompressed. @throws Error of the file system when the file is missing */
  html(): Uint8Array;
  /** Reads the page with labels in its source (L3S-GN1); null when the dataset has none. */
  annotated(): Uint8Array | null;
}

/** Origin and terms of a dataset. */
export interface DatasetRecord {
  /** The name on the command line: `wcxb-dev`, `streams/lukem`; for a user's folder its path. */
  readonly name: string;
  readonly title: string;
  readonly licence: string;
  /** Paper or page to cite; empty for a user's folder. */
  readonly citation: string;
  /** The encoding of every page, whatever it declares; absent when pages differ. */
  readonly charset?: string;
  /** Whether the gold is only a part of the main content: recall is its one figure, and tables of F1 leave it out. */
  readonly isPartial?: boolean;
}

export interface Dataset extends DatasetRecord {
  readonly folder: string;
  /** Name of the recognised format, a row of the table. */
  readonly format: string;
  /** SHA-256, in hex, over the files that hold the gold. Equal digests mean equal gold. */
  sha256(): string;
  /**
   * The pages in the dataset's order (streams: time order within each site, to the day).
   * @throws Error naming file and line for a manifest that cannot be read
   */
  cases(): AsyncIterable<Case>;
}

/** Reads one published format. */
export interface DatasetReader {
  readonly format: string;
  readonly summary: string;
  /** True when the folder is in this format. Looks at names and first lines only. */
  recognises(folder: string): boolean;
  /** The pages of a folder and the files that hold their gold. */
  open(folder: string, record: DatasetRecord): Pick<Dataset, 'cases'> & { readonly goldFiles: readonly string[] };
}

/** A case with every field unknown, for readers to fill in. */
export const NOTHING_KNOWN: Omit<Case, 'id' | 'gold' | 'html'> = {
  ...{ url: null, domain: null, site: null, language: null, pageType: null, timestamp: null, kind: null, title: null },
  ...{ author: null, publishDate: null, licence: null, charset: null, goldMarkup: null, structure: null },
  duplicate: false,
  annotated: () => null,
};

/** All cases of a dataset in memory (HTML in separate files stays on disk). */
export async function allCases(dataset: Dataset): Promise<Case[]> {
  const cases: Case[] = [];
  for await (const one of dataset.cases()) cases.push(one);
  return cases;
}

/** The decoded source of a case. */
export function sourceOf({ html, charset }: Pick<Case, 'html' | 'charset'>): string {
  return decode(html(), { httpCharset: charset }).text;
}

/** The parsed page of a case; null when it is refused. */
export function pageOf(one: Pick<Case, 'html' | 'charset' | 'url'>): Page | null {
  const parsed = parse(sourceOf(one), { url: one.url });
  return parsed.ok ? parsed.page : null;
}

/** SHA-256, in hex, over the files' names within the folder and their decompressed contents, in the order given. */
export function digestOf(folder: string, paths: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of paths) {
    const bytes = readBytes(path);
    hash.update(`${relative(folder, path).split('\\').join('/')}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
