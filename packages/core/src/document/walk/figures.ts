/** Figures and their captions. */
import type { Inline } from '../document.js';
import type { Handler } from './walk-state.js';

export const addFigure: Handler = (state, node) => {
  const { builder } = state;
  const outer = state.figure;
  const figure = { end: state.page.end[node], caption: [] as Inline[] };
  state.contain(
    node,
    () => {
      state.figure = figure;
      builder.openContainer();
    },
    (depth) => {
      state.figure = outer;
      const content = builder.closeContainer(depth);
      if (figure.caption.length === 0) builder.add(content);
      else if (content.length === 0) state.addParagraph(figure.caption);
      else builder.add([{ type: 'figure', content, caption: figure.caption }]);
    },
  );
  return node + 1;
};

export const addFigcaption: Handler = (state, node) => {
  state.collect(node, (inline) => {
    const { figure } = state;
    // Every format prints the caption last, so a caption above words of the figure is a paragraph: words must not move.
    const isLast = figure !== null && !state.kept.hasTextBetween(state.page.end[node], figure.end);
    if (figure !== null && isLast && figure.caption.length === 0) figure.caption = inline;
    else state.addParagraph(inline);
  });
  return node + 1;
};
