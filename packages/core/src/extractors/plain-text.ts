/** Keeps all text of a page that was made from plain text (`page/plain-text.ts`). Not in the table: it is right for no other page. */

import { type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import type { Block, LabelledBlocks } from '../blocks/block.js';
import type { Extractor } from './extractor.js';

export const plainTextExtractor: Extractor<Record<never, never>> = {
  name: 'plain-text',
  summary: 'All text of a plain text file.',
  source: 'RFC 2046, section 4.1.3',
  defaults: {},
  domains: {},
  optionDocs: {},
  label(page: Page): LabelledBlocks {
    const paragraphs = new Map<NodeId, NodeId[]>();
    for (let node = 1; node < page.size; node++)
      if (page.tag[node] === TEXT && textOf(page, node).trim() !== '') {
        const parent = page.parent[node] as NodeId;
        const nodes = paragraphs.get(parent);
        if (nodes === undefined) paragraphs.set(parent, [node]);
        else nodes.push(node);
      }
    const blocks = [...paragraphs].map(([parent, nodes]): Block => {
      const text = nodes.map((node) => textOf(page, node).trim()).join('\n');
      const [first, last] = [nodes[0] as NodeId, nodes[nodes.length - 1] as NodeId];
      return { first, last, nodes, parent, text, words: text.split(/\s+/).length, linkWords: 0, linkChars: 0 };
    });
    return { blocks, labels: { keep: new Uint8Array(blocks.length).fill(1), why: blocks.map(() => 'plain text') } };
  },
};
