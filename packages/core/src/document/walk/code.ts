/** Code as a block and inside running text. */
import { codeIn, inlineCode } from '../code.js';
import { linkInCode } from '../shape.js';
import { setSourceRange } from '../source-ranges.js';
import { openLink } from './inlines.js';
import type { Handler } from './walk-state.js';

export const addCode: Handler = (state, node) => {
  if (state.inlineDepth > 0) return node + 1;
  state.endParagraph();
  const block = codeIn(state.page, node, state.kept.kept);
  if (block !== null) {
    const code = { ...block, text: state.room.fitting(block.text) };
    setSourceRange(code, state.page.sourceFrom[node], state.page.sourceTo[state.page.end[node] - 1]);
    state.builder.add([code]);
  }
  return state.page.end[node];
};

export const addInlineCode: Handler = (state, node) => {
  const { page, kept, run } = state;
  if (!kept.hasText(node)) return node + 1;
  if (state.code.blocks.has(node)) return addCode(state, node);
  const link = linkInCode(page, node);
  if (link >= 0) openLink(state, link);
  const collapsed = inlineCode(page, node, kept.kept);
  const text = collapsed.trim();
  if (collapsed.startsWith(' ')) run.space();
  if (text !== '') {
    state.addInline({ type: 'code', text });
    state.run.readFrom(page.sourceFrom[node], page.sourceTo[page.end[node] - 1]);
  }
  if (collapsed.endsWith(' ')) run.space();
  return page.end[node];
};
