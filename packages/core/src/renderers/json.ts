import { documentRecord } from './document-record.js';
import { prune } from './prune.js';
import type { Renderer } from './renderer.js';

export const json: Renderer = {
  name: 'json',
  summary: 'JSON: metadata, text, and the content as structure; the schema is docs/output.schema.json.',
  mediaType: 'application/json',
  extension: 'json',
  render(document, options = {}) {
    const record = { ...documentRecord(document, options), content: prune(document, options).content };
    return `${JSON.stringify(record, null, 2)}\n`;
  },
};
