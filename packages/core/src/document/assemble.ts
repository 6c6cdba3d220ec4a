import type { LabelledBlocks } from '../blocks/block.js';
import type { Metadata } from '../page/metadata/metadata.js';
import type { Page } from '../page/page.js';
import type { Document } from './document.js';

/** Builds the document from the kept blocks of a page. */
export function assemble(page: Page, labelled: LabelledBlocks, metadata: Metadata): Document {
  const content = labelled.blocks
    .filter((_, at) => labelled.labels.keep[at] === 1)
    .map((block) => ({ type: 'paragraph', inline: [{ type: 'text', text: block.text }] }) as const);
  return { url: page.url, metadata, content };
}
