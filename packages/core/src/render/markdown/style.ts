import type { Content } from '../../document/document.js';
import { noteName } from '../content-html.js';
import { partsOf } from '../parts.js';
import type { RenderOptions } from '../renderer.js';

export type MarkdownStyle = ReturnType<typeof styleOf>;

/** The style of the printed Markdown: the options, resolved once per document. */
export function styleOf(options: RenderOptions, contents: readonly Content[]) {
  return {
    /** Tables, strikethrough, task boxes and footnotes in the syntax of GFM. */
    gfm: options.flavour !== 'commonmark',
    /** HTML where there is no syntax. */
    html: options.htmlFallback !== false,
    tables: options.tableStyle ?? 'pipe',
    githubCallouts: options.callouts === 'github',
    /** Maximum length of a line of prose; infinite for no limit. */
    width: options.wrap || Number.POSITIVE_INFINITY,
    /** Targets of links with their numbers, to be printed at the end; null when they are printed in the text. */
    references: options.linkStyle === 'reference' ? new Map<string, number>() : null,
    /** Names of the footnotes whose definitions are printed; references to others are text. */
    notes: new Set<string>(options.flavour === 'commonmark' ? [] : noteNames(contents)),
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
