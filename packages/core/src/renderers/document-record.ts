/** The document as one flat record: what `json` and `jsonl` print. The schema is `docs/output.schema.json`. */
import type { Document } from '../document/document.js';
import { textOfContents } from './content-text.js';
import { prune } from './prune.js';
import type { RenderOptions } from './renderer.js';

/**
 * The fields of a document in their fixed order; what is unknown is null or an empty list, never missing.
 * With `metadata: false` only `url` and `text`.
 */
export function documentRecord(document: Document, options: RenderOptions = {}): Record<string, unknown> {
  const { url, metadata } = document;
  const text = textOfContents(prune(document, options).content);
  if (options.metadata === false) return { url, text };
  return {
    url,
    title: metadata.title,
    author: metadata.byline,
    authors: metadata.authors,
    date: metadata.datePublished,
    dateModified: metadata.dateModified,
    hostname: hostnameOf(url ?? metadata.canonicalUrl),
    siteName: metadata.siteName,
    excerpt: metadata.description,
    language: metadata.language,
    direction: metadata.direction,
    image: metadata.image,
    canonicalUrl: metadata.canonicalUrl,
    categories: metadata.categories,
    tags: metadata.tags,
    licence: metadata.licence,
    text,
  };
}

function hostnameOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname || null : null;
}
