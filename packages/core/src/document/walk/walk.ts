/**
 * The walk over a page that builds a document's content from its kept nodes.
 *
 * One loop over the nodes in document order with a stack of actions at the ends of elements, no recursion. Subtrees without anything
 * kept are skipped. Each element has a role (`roles.ts`), and each role a handler.
 */
import { INLINE, type NodeId, nameOf, type Page, STYLED_BLOCK, TEXT, tagNames } from '@dehusk/html';
import type { Content } from '../document.js';
import { type PageNote, withoutLabel } from '../footnotes.js';
import { InlineRun } from '../inline-run.js';
import type { KeptNodes } from '../kept.js';
import type { Formula } from '../math/tex.js';
import type { TextFormula } from '../math/text-formulas.js';
import { type ElementRole, INLINE_ROLES } from '../roles.js';
import { Room } from '../room.js';
import { BLOCK_HANDLERS } from './blocks.js';
import { CODE_HANDLERS } from './code.js';
import { INLINE_HANDLERS } from './inlines.js';
import { LIST_HANDLERS } from './lists.js';
import { type Handler, WalkState } from './walk-state.js';

const HANDLERS: Readonly<Record<ElementRole, Handler>> = {
  ...BLOCK_HANDLERS,
  ...LIST_HANDLERS,
  ...INLINE_HANDLERS,
  ...CODE_HANDLERS,
  break: (_, node) => node + 1,
  script: ({ page }, node) => page.end[node],
  hidden: (state, node) => (state.kept.hasText(node) ? node + 1 : state.page.end[node]),
};

/**
 * Builds the content of the kept nodes, all of which are in [from, to), by default of the page. Elements that begin before `from`
 * are not read; those that end after `to` end there. Linear in the range; never throws.
 *
 * @param room what may be written; the content ends where it is used up
 */
export function contentOf(
  page: Page,
  kept: KeptNodes,
  from: NodeId = 0,
  to: NodeId = page.size,
  room = new Room(page, (to - from) / page.size),
): Content[] {
  const state = new WalkState(page, kept, to, room);
  let node = from;
  while (node < to && !room.isUsedUp) {
    if (page.tag[node] === TEXT) node = addText(state, node);
    else if (kept.has(node)) node = addElement(state, node);
    else {
      addBoundary(state, node);
      node = page.end[node];
    }
    state.leaveBefore(node);
  }
  state.leaveBefore(to);
  state.endParagraph();
  turnUnwrittenIntoText(state);
  return state.builder.finish();
}

/** Enters an element with something kept; returns the next node. */
function addElement(state: WalkState, node: NodeId): NodeId {
  const { page, notes, titles, formulas, code } = state;
  const reference = notes.references.get(node);
  if (reference !== undefined) {
    addReference(state, reference);
    return page.end[node];
  }
  const note = notes.bodies.get(node);
  if (note !== undefined && openNote(state, node, note)) return node + 1;
  const background = state.kept.kept[node] === 1 ? state.backgrounds.get(node) : undefined;
  if (background !== undefined) {
    state.endParagraph();
    state.addInline(background);
    state.endParagraph();
    return page.end[node];
  }
  const card = state.cards.get(node);
  if (card !== undefined && state.run.turnOn(card)) state.onExit(node, () => state.run.turnOff());
  if (state.display[node] === STYLED_BLOCK) state.separate(node);
  if (state.isNext[node] === 1) state.startsApart = true;
  const title = titles.get(node);
  if (title !== undefined) {
    titles.delete(node);
    state.collect(node, title);
    return node + 1;
  }
  const declared = state.roles[page.tag[node]];
  const role = declared === 'block' && state.display[node] === INLINE ? 'inline' : declared;
  const formula = formulas.elements.get(node);
  if (formula !== undefined) return addFormula(state, node, formula, role);
  if (code.containers.has(node)) return HANDLERS.pre(state, node);
  return HANDLERS[role](state, node);
}

/** Skips a subtree without anything kept: only boundaries and white space count. */
function addBoundary(state: WalkState, node: NodeId): void {
  const { page, run } = state;
  const role = state.roles[page.tag[node]];
  if (role === 'break' && state.inlineDepth === 0) run.lineBreak();
  else if (role === 'break') run.space();
  else if (INLINE_ROLES.has(role)) {
    if (page.textTo[node] !== page.textFrom[node] && !state.notes.skipped.has(node)) run.space();
  } else if (role !== 'script' && role !== 'hidden') state.endParagraph();
}

/** Adds the marker of a footnote, in brackets as text when the note is not kept. */
function addReference(state: WalkState, { id, label, body }: PageNote): void {
  if (!state.kept.hasText(body)) {
    state.run.text(`[${label}]`);
    return;
  }
  const reference = { type: 'footnote', id, label } as const;
  state.addInline(reference);
  state.references.push(reference);
}

/** Opens a note one of whose references is kept; false for another. */
function openNote(state: WalkState, node: NodeId, note: PageNote): boolean {
  const { page, kept, roles, builder } = state;
  const { id, label, references } = note;
  if (references.length > 0 && !references.some((reference) => kept.hasText(reference))) return false;
  const role = roles[page.tag[node]];
  if (INLINE_ROLES.has(role)) {
    if (references.length === 0) addReference(state, note);
    collectNote(state, node, note);
    return true;
  }
  const isItem = role === 'item' && !state.layoutLists.has(page.parent[node]);
  state.gather(node, (content) => {
    const words = withoutLabel(content, isItem ? '' : label);
    if (words.length === 0) return;
    state.notesWritten.add(id);
    if (isItem) builder.addItem(words, { note: id });
    else builder.addNote({ id, content: words });
  });
  return true;
}

/** Collects a note inside a sentence, to write it after the paragraph. */
function collectNote(state: WalkState, node: NodeId, { id, label }: PageNote): void {
  const sentence = state.run;
  state.run = new InlineRun(state.room);
  state.inlineDepth++;
  state.onExit(node, () => {
    state.inlineDepth--;
    const inline = state.run.take();
    state.run = sentence;
    state.lastText = -1;
    const content = withoutLabel([{ type: 'paragraph', inline }], label);
    if (inline.length > 0 && content.length > 0) state.waitingNotes.push({ id, content });
  });
}

/** Replaces the references to notes without words by their markers in brackets. In place, because the content around them is complete. */
function turnUnwrittenIntoText({ references, notesWritten }: WalkState): void {
  for (const reference of references) {
    if (notesWritten.has(reference.id)) continue;
    const text = `[${reference.label}]`;
    for (const key of ['id', 'label']) Reflect.deleteProperty(reference, key);
    Object.assign(reference, { type: 'text', text });
  }
}

const NO_FORMULAS: readonly TextFormula[] = [];

/** Adds a text node and what follows it up to the end of its last formula; returns the next node. */
function addText(state: WalkState, first: NodeId): NodeId {
  const { page, kept, formulas, to } = state;
  let node = first;
  let at = page.textFrom[node];
  let here = formulas.starting.get(node) ?? NO_FORMULAS;
  for (let next = 0; next < here.length; next++) {
    const { formula, from: start, to: end, last } = here[next];
    if (start < at || last >= to || !kept.hasTextBetween(node, last + 1)) continue;
    addPart(state, node, at, start);
    if (formula !== null) state.addInline(formula);
    at = end;
    if (last === node) continue;
    node = last;
    here = formulas.starting.get(node) ?? NO_FORMULAS;
    next = -1;
  }
  addPart(state, node, at, page.textTo[node]);
  return node + 1;
}

/** Adds a part of a text with the marks of notes in it. */
function addPart(state: WalkState, node: NodeId, from: number, to: number): void {
  const { page, kept, notes } = state;
  let at = from;
  for (const mark of kept.kept[node] === 1 ? (notes.inText.get(node) ?? []) : []) {
    if (mark.from < at || mark.to > to) continue;
    addWords(state, node, page.chars.slice(at, mark.from));
    if (mark.note !== null) addReference(state, mark.note);
    at = mark.to;
  }
  addWords(state, node, page.chars.slice(at, to));
}

function addWords(state: WalkState, node: NodeId, text: string): void {
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
function addFormula(state: WalkState, node: NodeId, formula: Formula | null, role: ElementRole): NodeId {
  const next = state.page.end[node];
  // A picture of a formula beside its MathML (as in wikis) repeats it.
  if (formula === null || (role === 'image' && state.run.endsInFormula(formula.tex))) return next;
  const isApart = !INLINE_ROLES.has(role) && role !== 'script';
  if (isApart) state.endParagraph();
  state.addInline(formula);
  if (isApart) state.endParagraph();
  return next;
}

/** Inline elements that format parts of words: two text blocks that meet at one are not separated by a space. */
const WITHIN_WORDS = tagNames(
  'a b i u s em strong span sub sup mark del ins strike small big font code kbd samp tt var wbr ruby rt rb',
);

/** True when only elements that format parts of words begin or end between two text nodes. */
function meetWithinWord(page: Page, before: NodeId, after: NodeId): boolean {
  for (let node = before + 1; node < after; node++)
    if (page.tag[node] !== TEXT && !WITHIN_WORDS.has(nameOf(page, node))) return false;
  for (let up = page.parent[before]; page.end[up] <= after; up = page.parent[up])
    if (!WITHIN_WORDS.has(nameOf(page, up))) return false;
  return true;
}
