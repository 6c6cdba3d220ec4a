/**
 * The walk over a page that builds a document's content from its kept nodes.
 *
 * One loop over the nodes in document order with a stack of actions at the ends of elements, no recursion. Subtrees without anything
 * kept are skipped. Each element has a role (`roles.ts`), and each role a handler.
 */
import { INLINE, type NodeId, type Page, STYLED_BLOCK, TEXT } from '@dehusk/html';
import type { Content } from '../document.js';
import type { KeptNodes } from '../kept.js';
import { type ElementRole, INLINE_ROLES } from '../roles.js';
import { Room } from '../room.js';
import { addBlock, addDetails, addFigureElement, addHeading, addQuote, addRule } from './blocks.js';
import { addCode, addInlineCode } from './code.js';
import { addFigcaption } from './figures.js';
import {
  addAbbreviation,
  addFormat,
  addImage,
  addLink,
  addMedia,
  addQuotation,
  addRuby,
  addTaskBox,
} from './inlines.js';
import { addDefinitions, addDescription, addItem, addList, addTerm } from './lists.js';
import { addReference, openNote, turnUnwrittenIntoText } from './notes.js';
import { addStyled } from './styled.js';
import { addCaption, addCell, addTable } from './tables.js';
import { addFormula, addText } from './texts.js';
import { type Handler, WalkState } from './walk-state.js';

const enter: Handler = (_, node) => node + 1;
const skip: Handler = ({ page }, node) => page.end[node];

const HANDLERS: Readonly<Record<ElementRole, Handler>> = {
  inline: addStyled,
  break: enter,
  block: addBlock,
  heading: addHeading,
  list: addList,
  item: addItem,
  definitions: addDefinitions,
  term: addTerm,
  description: addDescription,
  quote: addQuote,
  pre: addCode,
  table: addTable,
  cell: addCell,
  caption: addCaption,
  figure: addFigureElement,
  figcaption: addFigcaption,
  format: addFormat,
  link: addLink,
  code: addInlineCode,
  image: addImage,
  media: addMedia,
  script: skip,
  quotation: addQuotation,
  ruby: addRuby,
  abbreviation: addAbbreviation,
  details: addDetails,
  input: addTaskBox,
  rule: addRule,
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
  if (code.containers.has(node)) return addCode(state, node);
  return HANDLERS[role](state, node);
}

/** Skips a subtree without anything kept: only boundaries and white space count. */
function addBoundary(state: WalkState, node: NodeId): void {
  const { page, run } = state;
  const role = state.roles[page.tag[node]];
  if (role === 'break' && state.inlineDepth === 0) run.lineBreak();
  else if (role === 'break') run.space();
  else if (INLINE_ROLES.has(role)) {
    if (page.textTo[node] !== page.textFrom[node]) run.space();
  } else if (role !== 'script' && role !== 'hidden') state.endParagraph();
}
