// A captured page as a clean copy. Pure: no browser, no storage.
import { explainPage, extract, rendererNamed } from '@dehusk/core';
import { escapedForObsidian, fileName, filled, valuesOf } from '../../obsidian/note.mjs';

/** What the user can choose, and where it starts. */
export const SETTINGS = {
  /** `markdown` or `text`. */
  format: 'markdown',
  images: true,
  /** What Markdown begins with; see `filled`. Empty: nothing. */
  template: '',
  /** Escape what Obsidian reads as tags, comments and highlights. */
  obsidian: false,
  /** Read `live`, the page as its scripts have made it, or `source`, the document as it was sent. */
  from: 'live',
  /** Whether sites are learnt. */
  learns: true,
};

/**
 * Extracts what `capture` took.
 *
 * @param reader the site reader; null to learn nothing
 * @returns the result of `extract`
 */
export function extracted({ html, url, part, highlights }, reader = null) {
  // Everything that is selected counts, whatever it is.
  if (part === 'selection') return extract(html, { url, contentSelector: 'body', hidden: 'keep' });
  const options = { url, ...(highlights > 0 && { includeSelector: 'mark[data-dehusk]' }) };
  if (reader === null) return extract(html, options);
  const result = reader.read(html, options);
  // The user asked for this page, so a list of articles has a copy, too.
  return result.reason === 'no-pattern' ? extract(html, options) : result;
}

/** A result in the format that the settings name: `{ text, name }`; `name` is that of a file. */
export function printed(result, part, settings) {
  const { format, images, template, obsidian } = { ...SETTINGS, ...settings };
  const rendering = { images, ...(part === 'selection' && { title: false }), ...(obsidian && { callouts: 'github' }) };
  const body = rendererNamed(format).render(result.document, rendering);
  const isMarkdown = format === 'markdown';
  const head = isMarkdown && template !== '' ? filled(template, valuesOf(result)) : '';
  return {
    text: head + (isMarkdown && obsidian ? escapedForObsidian(body) : body),
    name: `${fileName(result.title)}.${isMarkdown ? 'md' : 'txt'}`,
  };
}

/** The blocks of a result for the panel. `marks` are decisions of the user by text. */
export function explained(result, marks = new Map()) {
  if (result.page === null) return [];
  return explainPage(result).blocks.map(({ index, text, keep, kind, why, movers, source, path }) => {
    const line = text.replace(/\s+/g, ' ').trim();
    return { index, text: line, keep, kind, why, movers, source, path, marked: marks.get(line) ?? null };
  });
}

/** The corrections of a page that the user's decisions on the texts of its blocks make. */
export function correctionsOf(blocks) {
  return blocks
    .filter(({ marked }) => marked !== null)
    .flatMap(({ source, marked }) => source.map(([from, to]) => ({ from, to, keep: marked })));
}
