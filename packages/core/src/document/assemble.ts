/**
 * The kept blocks of a page → the document: see `kept.ts` for what is kept, `walk.ts` for how structure is read.
 *
 * The law: the words of the document are exactly the words of the kept blocks; nothing lost, moved or doubled. Two things are
 * printed once though pages write them more than once: formulas, and the line numbers highlighters put beside code (never).
 */
import type { LabelledBlocks } from '../blocks/block.js';
import type { Metadata } from '../page/metadata/metadata.js';
import type { Page } from '../page/page.js';
import type { Content, Document, Structure } from './document.js';
import { keptNodes } from './kept.js';
import { structureOf } from './records/structure.js';
import { contentOf } from './walk.js';

/** Builds the document from the kept blocks of a page. Linear in the page; never throws on a page. */
export function assemble(page: Page, labelled: LabelledBlocks, metadata: Metadata): Document {
  const kept = keptNodes(page, labelled);
  const visible = contentOf(page, kept);
  // Where hidden text would stand is unknown: it comes last, a paragraph each.
  const hidden = (labelled.hidden ?? []).map(
    ({ text }): Content => ({ type: 'paragraph', inline: [{ type: 'text', text }] }),
  );
  // Most callers want the text: what else the page is made of is found when first asked for.
  let structure: Structure | undefined;
  const found = (): Structure => (structure ??= structureOf(page, labelled, kept, metadata));
  return {
    url: page.url,
    metadata,
    content: hidden.length > 0 ? [...visible, ...hidden] : visible,
    get posts() {
      return found().posts;
    },
    get aroundPosts() {
      return found().aroundPosts;
    },
    get comments() {
      return found().comments;
    },
    get items() {
      return found().items;
    },
  };
}
