import { checkOptions, FLAG, type OptionDomains, whole, words } from '@dehusk/html';
import type { Document } from '../document/document.js';

/** Options of every format. */
export interface RenderOptions {
  /** Keep link targets (text of links always stays). Default true. */
  readonly links?: boolean;
  /** Keep images; `'alt'` prints their alternative text instead. Default true. */
  readonly images?: boolean | 'alt';
  /** Keep tables. Default true. */
  readonly tables?: boolean;
  /** Print the metadata first (front matter, head, header fields). Default: true in `html`, `tei` and `xml`. Records always have it. */
  readonly metadata?: boolean;
  /** Print readers' comments after the main content. Default false; records have a field for them unless it is false. */
  readonly comments?: boolean;
  /**
   * Markdown, HTML, TEI and XML begin with the document's title as a heading of level 1, unless the content begins with it. Default true.
   */
  readonly title?: boolean;
  /** Number added to the level of every heading; levels stay between 1 and 6. Default 0. */
  readonly headingShift?: number;
  /** Markdown: `'commonmark'` prints no tables, strikethrough, task boxes and footnotes of GFM. Default `'gfm'`. */
  readonly flavour?: 'gfm' | 'commonmark';
  /** Markdown: targets of links and images in the text, or at its end (`[text][1]`). Default `'inline'`. */
  readonly linkStyle?: 'inline' | 'reference';
  /** Markdown: tables as `| a | b |`, without spaces as `|a|b|`, or all as HTML. Default `'pipe'`. */
  readonly tableStyle?: 'pipe' | 'compact' | 'html';
  /** Markdown: callouts as quotes under a bold title, or as `> [!NOTE]`. Default `'quote'`. */
  readonly callouts?: 'quote' | 'github';
  /** Markdown: print what has no syntax as HTML; false prints its text alone. Default true. */
  readonly htmlFallback?: boolean;
  /** Markdown: maximum length of a line of prose, in characters; 0 for no limit. Default 0. */
  readonly wrap?: number;
  /** Chunks: maximum tokens of one, counted as one for four characters or one ideograph; code may be longer. Default 512. */
  readonly maxTokens?: number;
  /** Chunks: tokens of the chunk before that each repeats at most, in whole sentences, items and rows. Default 0. */
  readonly overlap?: number;
  /**
   * A preset for text that language models read: no link targets, images as their alternative text, compact tables, callouts as
   * `> [!NOTE]`, no HTML. Options given beside it win. Default false.
   */
  readonly forLanguageModels?: boolean;
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

/** The values of each option. The first of a list of words is the default. */
export const RENDER_OPTIONS = {
  links: FLAG,
  images: words(true, false, 'alt'),
  tables: FLAG,
  metadata: FLAG,
  comments: FLAG,
  title: FLAG,
  headingShift: whole(-5, 5),
  flavour: words('gfm', 'commonmark'),
  linkStyle: words('inline', 'reference'),
  tableStyle: words('pipe', 'compact', 'html'),
  callouts: words('quote', 'github'),
  htmlFallback: FLAG,
  wrap: whole(0, 10_000),
  maxTokens: whole(1, 1_000_000),
  overlap: whole(0, 100_000),
  forLanguageModels: FLAG,
} as const satisfies OptionDomains<RenderOptions>;

/** Options that `forLanguageModels` sets unless the caller sets them. */
const FOR_LANGUAGE_MODELS: RenderOptions = {
  links: false,
  images: 'alt',
  tableStyle: 'compact',
  callouts: 'github',
  htmlFallback: false,
};

/**
 * The given options, completed by those of the preset.
 *
 * @throws as `checkOptions`
 */
export function resolveOptions(format: string, given: RenderOptions): RenderOptions {
  checkOptions(format, given, RENDER_OPTIONS);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return given.forLanguageModels ? { ...FOR_LANGUAGE_MODELS, ...Object.fromEntries(set) } : given;
}

// Control characters of ASCII that are no white space: a page may contain any, and they act in a terminal. No format prints them.
// Those of Latin-1 stay, because they are how UTF-8 that was decoded as Latin-1 can be repaired, and controls of the direction of text
// (UAX #9), because Arabic and Hebrew need them; what is shown on a terminal escapes both.

const CONTROLS = /[\x00-\x08\x0e-\x1f\x7f]+/g;

export const withoutControls = (text: string): string =>
  text.search(CONTROLS) < 0 ? text : text.replace(CONTROLS, '');

/**
 * The renderer of a document without control characters. They go before the text is escaped, because `<\x01b>` is text and `<b>` is
 * not; as few documents have any, the output shows whether to do it.
 */
export function printingNoControls(renderer: Renderer): Renderer {
  return {
    ...renderer,
    render(document, options) {
      const printed = renderer.render(document, options);
      if (printed.search(CONTROLS) < 0) return printed;
      const clean = (_: string, value: unknown): unknown =>
        typeof value === 'string' ? withoutControls(value) : value;
      return renderer.render(JSON.parse(JSON.stringify(document), clean), options);
    },
  };
}
