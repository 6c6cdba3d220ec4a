/** The document as one flat record: what `json` and `jsonl` print. The schema is `docs/output.schema.json`. */
import type { Document, Item, Post } from '../document/document.js';
import { textOfContents } from './content-text.js';
import { prune } from './prune.js';
import type { RenderOptions } from './renderer.js';

/**
 * The fields of a document in their fixed order; what is unknown is null or an empty list, never missing.
 * With `metadata: false` only `url`, `text`, `posts`, `comments` and `items`.
 */
export function documentRecord(document: Document, options: RenderOptions = {}): Record<string, unknown> {
  const { url, metadata } = document;
  const pruned = prune(document, options);
  const body = {
    text: textOfContents(pruned.content),
    posts: pruned.posts.map(postRecord),
    comments: options.comments === false ? [] : pruned.comments.map(postRecord),
    items: pruned.items.map(itemRecord),
  };
  if (options.metadata === false) return { url, ...body };
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
    ...body,
  };
}

/** An entry with its words in place of their structure. */
function itemRecord({ title, url, content, price, image, date }: Item): Record<string, unknown> {
  return { title, url, text: textOfContents(content), price, image, date };
}

/** A post with its words in place of their structure. */
function postRecord({ content, ...known }: Post): Record<string, unknown> {
  return { ...known, text: textOfContents(content) };
}

function hostnameOf(url: string | null): string | null {
  return url !== null && URL.canParse(url) ? new URL(url).hostname || null : null;
}
