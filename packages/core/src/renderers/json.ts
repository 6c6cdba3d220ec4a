/** The document as one flat record; the schema is `docs/output.schema.json`. JSON Lines leaves the structure of the content out. */
import type { Document, Item, Post } from '../document/document.js';
import { hostOf } from '../page/addresses.js';
import { textOfContents } from './content-text.js';
import { prune } from './prune.js';
import type { Renderer, RenderOptions } from './renderer.js';

export const json: Renderer = {
  name: 'json',
  summary: 'JSON: metadata, text, and the content as structure; the schema is docs/output.schema.json.',
  mediaType: 'application/json',
  extension: 'json',
  render: (document, options = {}) => `${JSON.stringify(jsonRecord(document, options), null, 2)}\n`,
};

export const jsonl: Renderer = {
  name: 'jsonl',
  summary: 'JSON Lines: metadata and text of a document on one line.',
  mediaType: 'application/jsonl',
  extension: 'jsonl',
  render: (document, options = {}) => `${JSON.stringify(documentRecord(prune(document, options), options))}\n`,
};

/** The record that `json` prints: metadata, text, records and structure. */
export function jsonRecord(document: Document, options: RenderOptions = {}): Record<string, unknown> {
  const pruned = prune(document, options);
  return { ...documentRecord(pruned, options), content: pruned.content };
}

/**
 * The fields of a document in their fixed order; what is unknown is null or an empty list, never missing.
 * With `metadata: false` only `url`, `text`, `posts`, `comments` and `items`.
 */
function documentRecord(document: Document, options: RenderOptions): Record<string, unknown> {
  const { url, metadata } = document;
  const body = {
    text: textOfContents(document.content),
    posts: document.posts.map(postRecord),
    comments: options.comments === false ? [] : document.comments.map(postRecord),
    items: document.items.map(itemRecord),
  };
  if (options.metadata === false) return { url, ...body };
  return {
    url,
    title: metadata.title,
    author: metadata.author,
    authors: metadata.authors,
    date: metadata.date,
    dateModified: metadata.dateModified,
    hostname: hostOf(url ?? metadata.canonicalUrl),
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

/** A post with the words of its body in place of their structure; its fields say what its head says. */
function postRecord({ content, head: _head, ...known }: Post): Record<string, unknown> {
  return { ...known, text: textOfContents(content) };
}
