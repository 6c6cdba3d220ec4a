/**
 * XML in the vocabulary of trafilatura: `<doc>` with the metadata as attributes, `<main>` with the text, `<comments>`. For
 * programs written for that output; TEI keeps more of the structure.
 */

import { hostOf } from '@dehusk/html';
import type { Document } from '../../document/document.js';
import { arranged } from '../arrange.js';
import { prunedContents } from '../prune.js';
import type { Renderer } from '../renderer.js';
import { commentSections } from '../with-posts.js';
import { printingNoControls } from '../without-controls.js';
import { element } from '../xml-element.js';
import { xmlBody } from './body.js';

/** Between the members of a list in an attribute. */
const SEPARATOR = ';';

export const xml: Renderer = printingNoControls({
  name: 'xml',
  summary: 'XML in the vocabulary of trafilatura: doc, main and comments.',
  mediaType: 'application/xml',
  extension: 'xml',
  render(document, options = {}) {
    const main = element('main', {}, xmlBody(arranged(document, { ...options, comments: false }, true)));
    const [, ...comments] = prunedContents(commentSections(document, options), options);
    const attributes = options.metadata === false ? {} : metadataAttributes(document);
    const doc = element('doc', attributes, `\n${main}\n${element('comments', {}, xmlBody(comments))}\n`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${doc}\n`;
  },
});

/** The metadata under trafilatura's names; null where the page has none. */
function metadataAttributes({ url, metadata }: Document): Record<string, string | null> {
  const list = (all: readonly string[]): string | null => (all.length === 0 ? null : all.join(SEPARATOR));
  return {
    sitename: metadata.siteName,
    title: metadata.title,
    author: list(metadata.authors) ?? metadata.author,
    date: metadata.date,
    url: url ?? metadata.canonicalUrl,
    hostname: hostOf(url ?? metadata.canonicalUrl),
    description: metadata.description,
    categories: list(metadata.categories),
    tags: list(metadata.tags),
    license: metadata.licence,
    language: metadata.language,
  };
}
