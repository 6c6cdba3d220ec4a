import type { Content } from '../../document/document.js';
import { noteName } from '../content-html.js';
import { partsOf } from '../parts.js';
import type { RenderOptions } from '../renderer.js';

/** The style of the printed Markdown: the options, resolved once per document. */
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
  /** Names of the footnotes whose definitions are printed; references to others are text. */
  readonly notes: ReadonlySet<string>;
}
export function styleOf(options: RenderOptions, contents: readonly Content[]): MarkdownStyle {
  return {
    gfm: options.flavour !== 'commonmark',
    html: options.htmlFallback !== false,
    tables: options.tableStyle ?? 'pipe',
    githubCallouts: options.callouts === 'github',
    width: options.wrap || Number.POSITIVE_INFINITY,
    references: options.linkStyle === 'reference' ? new Map() : null,
    notes: new Set(options.flavour === 'commonmark' ? [] : noteNames(contents)),
  };
}

function noteNames(contents: readonly Content[]): string[] {
  return contents.flatMap((one) => [
    ...(one.type === 'footnotes'
      ? one.notes.flatMap(({ id, content }) => (content.length > 0 ? noteName(id) : []))
      : []),
    ...partsOf(one).flatMap((part) => ('content' in part ? noteNames(part.content) : [])),
  ]);
}
