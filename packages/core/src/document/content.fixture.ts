/** The content of a page of which everything is kept, for tests of how structure is read. */
import assert from 'node:assert/strict';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { extractorNamed } from '../extractors/index.js';
import { NO_METADATA } from '../page/metadata/metadata.js';
import { parse } from '../page/parse.js';
import { assemble } from './assemble.js';
import type { Content } from './document.js';

/** @param drop leaves out the blocks whose text it accepts */
export function contentOfHtml(html: string, drop: (text: string) => boolean = () => false): readonly Content[] {
  const parsed = parse(html, { url: 'https://example.org/page' });
  assert.ok(parsed.ok);
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  const keep = Uint8Array.from(blocks, ({ text }) => (drop(text) ? 0 : 1));
  return assemble(parsed.page, { blocks, labels: { ...labels, keep } }, NO_METADATA).content;
}
