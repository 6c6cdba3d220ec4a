/** The document of a page of which everything is kept, for tests of how structure is read. */
import assert from 'node:assert/strict';
import { parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { rendererNamed } from '../render/index.js';
import { assemble } from './assemble.js';
import type { Content, Document } from './document.js';

interface Wanted {
  /** Default: `https://example.org/page`. */
  readonly url?: string;
  /** Leaves out the blocks whose text it accepts. */
  readonly drop?: (text: string) => boolean;
}

export function documentOfHtml(html: string, { url = 'https://example.org/page', drop }: Wanted = {}): Document {
  const parsed = parse(html, { url });
  assert.ok(parsed.ok);
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(parsed.page, withDefaults(everything), NO_CONTEXT);
  const keep = Uint8Array.from(blocks, ({ text }) => (drop?.(text) ? 0 : 1));
  return assemble(parsed.page, { blocks, labels: { ...labels, keep } }, NO_METADATA);
}

export function contentOfHtml(html: string, drop?: (text: string) => boolean): readonly Content[] {
  return documentOfHtml(html, drop === undefined ? {} : { drop }).content;
}

export function markdownOfHtml(html: string, wanted: Wanted = {}): string {
  return rendererNamed('markdown').render(documentOfHtml(html, wanted)).trim();
}
