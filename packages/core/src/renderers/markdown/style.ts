import type { RenderOptions } from '../renderer.js';

/** The Markdown to print: the options, resolved once a document. */
export interface MarkdownStyle {
  /** Tables, strikethrough, task boxes and footnotes in the syntax of GFM. */
  readonly gfm: boolean;
  /** HTML where there is no syntax. */
  readonly html: boolean;
  readonly tables: 'pipe' | 'compact' | 'html';
  readonly githubCallouts: boolean;
  /** Maximum length of a line of prose; infinite for no limit. */
  readonly width: number;
  /** Targets of links with their numbers, to be printed at the end; null when they are printed in the text. */
  readonly references: Map<string, number> | null;
}

export function styleOf(options: RenderOptions): MarkdownStyle {
  return {
    gfm: options.flavour !== 'commonmark',
    html: options.htmlFallback !== false,
    tables: options.tableStyle ?? 'pipe',
    githubCallouts: options.callouts === 'github',
    width: options.wrap || Number.POSITIVE_INFINITY,
    references: options.linkStyle === 'reference' ? new Map() : null,
  };
}
