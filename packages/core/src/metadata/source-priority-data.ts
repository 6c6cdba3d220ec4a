import type { SourceKind } from './finding.js';
import type { MetadataField } from './metadata.js';

/** Kinds of sources by field, the most trusted first. A kind that is not listed is ignored for that field. */
export const PRIORITY: Readonly<Record<MetadataField, readonly SourceKind[]>> = {
  title: ['json-ld', 'open-graph', 'citation', 'dublin-core', 'microdata', 'twitter', 'heading', 'title', 'meta'],
  author: [],
  authors: ['json-ld', 'citation', 'dublin-core', 'meta', 'microdata', 'open-graph', 'twitter', 'byline', 'link'],
  date: ['json-ld', 'open-graph', 'citation', 'microdata', 'dublin-core', 'meta', 'time', 'url', 'text', 'distant'],
  dateModified: ['json-ld', 'open-graph', 'microdata', 'dublin-core', 'meta', 'time', 'text'],
  description: ['open-graph', 'meta', 'json-ld', 'dublin-core', 'twitter', 'microdata'],
  siteName: ['open-graph', 'json-ld', 'citation', 'meta', 'dublin-core'],
  canonicalUrl: ['link', 'open-graph', 'json-ld', 'meta', 'twitter'],
  language: ['html', 'json-ld', 'open-graph', 'dublin-core', 'citation', 'meta', 'microdata'],
  direction: ['html'],
  image: ['open-graph', 'twitter', 'json-ld', 'meta', 'link'],
  categories: ['json-ld', 'open-graph', 'microdata', 'meta', 'link'],
  tags: ['open-graph', 'json-ld', 'link', 'meta', 'citation', 'dublin-core', 'microdata'],
  licence: ['link', 'json-ld', 'microdata', 'dublin-core', 'meta'],
};
