/** Text nodes, and the formulas in them or in place of an element. */

import type { NodeId } from '@dehusk/html';
import type { Formula } from '../math/tex.js';
import type { TextFormula } from '../math/text-formulas.js';
import { type ElementRole, INLINE_ROLES } from '../roles.js';
import { meetWithinWord } from '../shape.js';
import type { WalkState } from './walk-state.js';

const NO_FORMULAS: readonly TextFormula[] = [];

/** Adds a text node and what follows it up to the end of its last formula; returns the next node. */
export function addText(state: WalkState, first: NodeId): NodeId {
  const { page, kept, formulas, to } = state;
  let node = first;
  let at = page.textFrom[node];
  let here = formulas.starting.get(node) ?? NO_FORMULAS;
  for (let next = 0; next < here.length; next++) {
    const { formula, from: start, to: end, last } = here[next];
    if (start < at || last >= to || !kept.hasTextBetween(node, last + 1)) continue;
    addPart(state, node, page.chars.slice(at, start));
    if (formula !== null) state.addInline(formula);
    at = end;
    if (last === node) continue;
    node = last;
    here = formulas.starting.get(node) ?? NO_FORMULAS;
    next = -1;
  }
  addPart(state, node, page.chars.slice(at, page.textTo[node]));
  return node + 1;
}

function addPart(state: WalkState, node: NodeId, text: string): void {
  const { page, kept, lastText, startsApart } = state;
  if (kept.kept[node] === 0) {
    if (text !== '') state.run.space();
    return;
  }
  if (text.trim() !== '') {
    state.splitAtBreaks();
    const inTwo = lastText >= 0 && kept.block[node] !== kept.block[lastText];
    if ((startsApart || inTwo) && state.run.joins(text) && (startsApart || !meetWithinWord(page, lastText, node)))
      state.run.space();
    state.startsApart = false;
    state.lastText = node;
    state.run.readFrom(page.sourceFrom[node], page.sourceTo[node]);
  }
  state.run.text(text);
}

/** Adds the formula of an element; null for one that repeats another. */
export function addFormula(state: WalkState, node: NodeId, formula: Formula | null, role: ElementRole): NodeId {
  const next = state.page.end[node];
  // A picture of a formula beside its MathML (as in wikis) repeats it.
  if (formula === null || (role === 'image' && state.run.endsInFormula(formula.tex))) return next;
  const isApart = !INLINE_ROLES.has(role) && role !== 'script';
  if (isApart) state.endParagraph();
  state.addInline(formula);
  if (isApart) state.endParagraph();
  return next;
}
