/** Elements that are formatted by their style or class alone. */
import { nameOf } from '@dehusk/html';
import { isStyledCode, styledFormats } from '../roles.js';
import { addInlineCode } from './code.js';
import type { Handler } from './walk-state.js';

/** An element whose name says nothing: its style may. */
export const addStyled: Handler = (state, node) => {
  const { page, run } = state;
  if (nameOf(page, node) !== 'span' || state.notes.wrappers.has(node) || state.formulas.noEmphasis.has(node))
    return node + 1;
  if (isStyledCode(page, node)) return addInlineCode(state, node);
  for (const type of styledFormats(page, node)) if (run.turnOn({ type })) state.onExit(node, () => state.run.turnOff());
  return node + 1;
};
