import type { Document } from '../document/document.js';
import { documentRecord } from './document-record.js';
import { prune } from './prune.js';
import type { Renderer, RenderOptions } from './renderer.js';

export const json: Renderer = {
  name: 'json',
  summary: 'JSON: metadata, text, and the content as structure; the schema is docs/output.schema.json.',
  mediaType: 'application/json',
  extension: 'json',
  render: (document, options = {}) => `${JSON.stringify(jsonRecord(document, options), null, 2)}\n`,
};

/** The record the format prints: metadata, text, records and structure. */
export function jsonRecord(document: Document, options: RenderOptions = {}): Record<string, unknown> {
  return { ...documentRecord(document, options), content: prune(document, options).content };
}
