/** Code as a block and inside running text. */
import { type NodeId, nameOf } from '@dehusk/html';
import { codeIn, inlineCode } from '../code.js';
import { linkInCode } from '../shape.js';
import { setSourceRange } from '../source-ranges.js';
import { openLink } from './inlines.js';
import type { Handler, WalkState } from './walk-state.js';

export const addCode: Handler = (state, node) => {
  if (state.inlineDepth > 0) return node + 1;
  state.endParagraph();
  if (isVerse(state, node)) return addVerse(state, node);
  const block = codeIn(state.page, node, state.kept.kept);
  if (block !== null) {
    const code = { ...block, text: state.room.fitting(block.text) };
    setSourceRange(code, state.page.sourceFrom[node], state.page.sourceTo[state.page.end[node] - 1]);
    state.builder.add([code]);
  }
  return state.page.end[node];
};

/** Names of poems that are set like code, of the element or the one around it. */
const VERSE_CLASS = /(?:^|[\s_-])(?:verse|verseblock|poem|poetry|lyrics|preformatted-block)(?:\s|$)/;

function isVerse({ page }: WalkState, node: NodeId): boolean {
  const isNamed = (one: NodeId): boolean => VERSE_CLASS.test(page.attribute(one, 'class') ?? '');
  return nameOf(page, node) === 'pre' && (isNamed(node) || isNamed(page.parent[node]));
}

/** Adds the lines of a poem, an empty one between stanzas. */
function addVerse(state: WalkState, verse: NodeId): NodeId {
  const { page, kept } = state;
  for (const stanza of (codeIn(page, verse, kept.kept)?.text ?? '').split(/\n\s*\n/)) {
    for (const [at, line] of stanza.split('\n').entries()) {
      if (at > 0) state.run.lineBreak();
      state.run.text(line.trim());
    }
    state.run.readFrom(page.sourceFrom[verse], page.sourceTo[page.end[verse] - 1]);
    state.endParagraph();
  }
  return page.end[verse];
}

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
