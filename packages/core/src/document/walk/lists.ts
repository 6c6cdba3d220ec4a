/** Lists, their items, and definitions. */
import { nameOf } from '@dehusk/html';
import type { Content } from '../document.js';
import { isCaption, isFigure, isImageList } from '../image.js';
import { countdownOf, firstNumber, isLayoutList, numberingOf, ownNumber, taskIcon } from '../shape.js';
import { isFlatList, type WordItem } from '../word-lists.js';
import { addFigcaption, addFigure } from './figures.js';
import type { Handler } from './walk-state.js';

export const addList: Handler = (state, node) => {
  const { page, kept, builder } = state;
  if (isFlatList(page, node) && state.inlineDepth === 0) return node + 1;
  if (isLayoutList(page, node, kept) || isImageList(page, node, kept.hasText(node))) {
    state.layoutLists.add(node);
    state.separate(node);
    return node + 1;
  }
  const ordered = nameOf(page, node) === 'ol';
  if (ordered) for (const [item, number] of countdownOf(page, node)) state.countdown.set(item, number);
  state.contain(
    node,
    () =>
      ordered
        ? builder.openList(true, firstNumber(page, node, kept), numberingOf(page, node))
        : builder.openList(false, 1, 'decimal'),
    (depth) => builder.closeTo(depth),
  );
  return node + 1;
};

export const addItem: Handler = (state, node) => {
  const { page, countdown } = state;
  if (state.layoutLists.has(page.parent[node])) state.separate(node);
  else if (state.wordItems.has(node) && state.inlineDepth === 0 && !state.builder.full)
    state.gatherItem(node, state.wordItems.get(node) as WordItem, (content) => state.builder.addItem(content));
  else
    state.gather(node, (content) => {
      const checked = taskIcon(page, node);
      const [first, ...rest] = content;
      const marked: Content[] =
        checked !== null && first?.type === 'paragraph'
          ? [{ ...first, inline: [{ type: 'checkbox', checked }, ...first.inline] }, ...rest]
          : content;
      state.builder.addItem(marked, { number: countdown.get(node) ?? ownNumber(page, node) });
    });
  return node + 1;
};

export const addDefinitions: Handler = (state, node) => {
  const { builder } = state;
  if (isFigure(state.page, node)) return addFigure(state, node);
  if (state.notes.layouts.has(node)) state.separate(node);
  else
    state.contain(
      node,
      () => builder.openDefinitions(),
      (depth) => builder.closeTo(depth),
    );
  return node + 1;
};

export const addTerm: Handler = (state, node) => {
  state.collect(node, (inline) => {
    if (inline.length > 0 && !state.builder.addTerm(inline)) state.addParagraph(inline);
  });
  return node + 1;
};

export const addDescription: Handler = (state, node) => {
  if (state.figure !== null && isCaption(state.page, node)) return addFigcaption(state, node);
  state.gather(node, (content) => state.builder.add(content));
  return node + 1;
};
