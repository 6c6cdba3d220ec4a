import { documentRecord } from './document-record.js';
import type { Renderer } from './renderer.js';

export const jsonl: Renderer = {
  name: 'jsonl',
  summary: 'JSON Lines: metadata and text of a document on one line.',
  mediaType: 'application/jsonl',
  extension: 'jsonl',
  render: (document, options = {}) => `${JSON.stringify(documentRecord(document, options))}\n`,
};
