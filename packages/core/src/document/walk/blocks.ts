/** Blocks of text: paragraphs, headings, quotations, callouts and details. */
import { firstChild, HEADINGS, type NodeId, nameOf, nextSibling, type Page, TEXT, tagNames } from '@dehusk/html';
import { calloutTitle } from '../callouts.js';
import type { Content, HeadingLevel, Inline } from '../document.js';
import { withoutLabel } from '../footnotes.js';
import { isFigure } from '../image.js';
import type { KeptNodes } from '../kept.js';
import { AROUND } from '../room.js';
import { scanTables, tableOf, tablePart } from '../table.js';
import { isAriaList, openList } from './lists.js';
import type { Handler, WalkState } from './walk-state.js';

const addBlock: Handler = (state, node) => {
  const { page } = state;
  if (isVerseLine(page, node)) {
    state.run.lineBreak();
    return node + 1;
  }
  if (openCallout(state, node) || openToggle(state, node)) return node + 1;
  const item = state.wordItems.get(node);
  if (item !== undefined && state.inlineDepth === 0 && !state.builder.full) {
    state.gatherItem(node, item, (content) => state.builder.addItem(withoutLabel(content, item.label)));
    return node + 1;
  }
  if (isFigure(page, node)) return addFigure(state, node);
  if (state.figure !== null && isCaption(page, node)) return addFigcaption(state, node);
  const role = page.attribute(node, 'role');
  if (role === 'list' && isAriaList(page, node)) {
    openList(state, node);
    return node + 1;
  }
  if (role === 'table' || role === 'grid') return addTable(state, node);
  if (state.table !== null && /^(?:t[hd])$/.test(tablePart(page, node))) return addCell(state, node);
  if (role === 'listitem' && state.builder.inList) {
    state.gather(node, (content) => state.builder.addItem(content));
    return node + 1;
  }
  if (role === 'heading' && isHeading(page, node, state.kept))
    collectHeading(state, node, Number.parseInt(page.attribute(node, 'aria-level') ?? '2', 10));
  else state.separate(node);
  return node + 1;
};

/** Boxes that a script opens, of Ghost and Confluence: a title, and the content. */
const TOGGLE_CLASS = /(?:^|\s)(?:kg-toggle-card|expand-container)(?:\s|$)/;

/** Opens a box whose title shows its content, as details. */
function openToggle(state: WalkState, node: NodeId): boolean {
  const { page, kept } = state;
  if (!TOGGLE_CLASS.test(page.attribute(node, 'class') ?? '')) return false;
  let title = firstChild(page, node);
  while (title >= 0 && page.tag[title] === TEXT) title = nextSibling(page, title);
  if (title < 0 || !kept.hasText(title)) return false;
  state.gatherTitled(node, title, (inline, content) => {
    const summary = inline.filter(({ type }) => type !== 'image');
    if (content.length > 0) state.builder.add([{ type: 'details', summary, content }]);
    else state.addParagraph(summary);
  });
  return true;
}

/** True for a line of a poem after another, as docutils and Pandoc mark it up. */
function isVerseLine(page: Page, node: NodeId): boolean {
  const isLine = page.attribute(node, 'class') === 'line';
  return isLine && /(?:^|\s)line-block(?:\s|$)/.test(page.attribute(page.parent[node], 'class') ?? '');
}

const addHeading: Handler = (state, node) => {
  if (isHeading(state.page, node, state.kept)) collectHeading(state, node, Number(nameOf(state.page, node)[1]));
  else state.separate(node);
  return node + 1;
};

function collectHeading(state: WalkState, node: NodeId, declared: number): void {
  const level = (declared >= 1 && declared <= 6 ? declared : 6) as HeadingLevel;
  state.collect(node, (inline: Inline[]) => {
    if (inline.length > 0) state.builder.add([{ type: 'heading', level, inline }]);
  });
}

const addQuote: Handler = (state, node) => {
  if (!openCallout(state, node))
    state.gather(node, (content) => {
      if (content.length > 0) state.builder.add([{ type: 'quote', content }]);
    });
  return node + 1;
};

const addDetails: Handler = (state, node) => {
  const { page, kept } = state;
  if (openCallout(state, node)) return node + 1;
  const first = nameOf(page, node + 1) === '#text' ? node + 2 : node + 1;
  // rustdoc folds whole pages, and their summary is left out.
  if (first < page.end[node] && nameOf(page, first) === 'summary' && state.code.leftOut[first] === 1)
    state.separate(node);
  else
    state.gatherTitled(node, summaryOf(page, node, kept), (summary, content) => {
      if (content.length > 0) state.builder.add([{ type: 'details', summary, content }]);
      else state.addParagraph(summary);
    });
  return node + 1;
};

/** A figure, or a callout that Notion writes as one. */
const addFigureElement: Handler = (state, node) => (openCallout(state, node) ? node + 1 : addFigure(state, node));

/** Content without the emoji before it, which stands for the kind of a callout. */
function withoutIcon([first, ...rest]: Content[]): Content[] {
  if (first === undefined) return [];
  const isIcon =
    first.type === 'paragraph' &&
    first.inline.length === 1 &&
    first.inline[0].type === 'text' &&
    ICON.test(first.inline[0].text);
  return isIcon && rest.length > 0 ? rest : [first, ...rest];
}

const ICON = /^\s*\p{Extended_Pictographic}\ufe0f?\s*$/u;

function openCallout(state: WalkState, node: NodeId): boolean {
  const { page, kept } = state;
  const kind = state.calloutKind(node);
  if (kind === null || !kept.hasText(node)) return false;
  state.gatherTitled(node, calloutTitle(page, node, kept), (title, content) => {
    if (title.length > 0 || content.length > 0)
      state.builder.add([{ type: 'callout', kind, title, content: withoutIcon(content) }]);
  });
  return true;
}

const addRule: Handler = (state, node) => {
  state.endParagraph();
  if (state.inlineDepth === 0) state.builder.rule();
  return node + 1;
};

const addDefinitions: Handler = (state, node) => {
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

const addTerm: Handler = (state, node) => {
  state.collect(node, (inline) => {
    if (inline.length > 0 && !state.builder.addTerm(inline)) state.addParagraph(inline);
  });
  return node + 1;
};

const addDescription: Handler = (state, node) => {
  if (state.figure !== null && isCaption(state.page, node)) return addFigcaption(state, node);
  state.gather(node, (content) => state.builder.add(content));
  return node + 1;
};

const addFigure: Handler = (state, node) => {
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

const addFigcaption: Handler = (state, node) => {
  state.collect(node, (inline) => {
    const { figure } = state;
    // Every format prints the caption last, so a caption above words of the figure is a paragraph: words must not move.
    const isLast = figure !== null && !state.kept.hasTextBetween(state.page.end[node], figure.end);
    if (figure !== null && isLast && figure.caption.length === 0) figure.caption = inline;
    else state.addParagraph(inline);
  });
  return node + 1;
};

const addTable: Handler = (state, node) => {
  const { page, builder } = state;
  const isRead = state.inlineDepth === 0 && !builder.full;
  if (isRead && node >= state.scannedTo) {
    state.tables = scanTables(page, node, state.kept);
    state.scannedTo = page.end[node];
  }
  const outer = state.table;
  const rows = isRead && !state.notes.layouts.has(node) ? state.tables.get(node) : undefined;
  state.endParagraph();
  if (rows === undefined) {
    state.table = null;
    state.onExit(node, () => {
      state.endParagraph();
      state.table = outer;
    });
    return node + 1;
  }
  builder.endImpliedList();
  const table: NonNullable<typeof outer> = { node, cells: new Map(), caption: [], captionAfter: [] };
  state.table = table;
  const depth = builder.depth;
  state.onExit(node, () => {
    state.endParagraph();
    builder.closeTo(depth);
    state.table = outer;
    builder.add([tableOf(table.caption, rows, table.cells)]);
    state.addParagraph(table.captionAfter);
  });
  return node + 1;
};

const addCell: Handler = (state, node) => {
  const { table } = state;
  state.room.charge(AROUND.cell);
  if (table === null) state.separate(node);
  else state.gather(node, (content) => table.cells.set(node, content));
  return node + 1;
};

const addCaption: Handler = (state, node) => {
  state.collect(node, (inline) => {
    const { table } = state;
    if (table === null) state.addParagraph(inline);
    else if (state.kept.hasTextBetween(table.node, node)) table.captionAfter = inline;
    else table.caption = inline;
  });
  return node + 1;
};

/** Elements that no heading contains: a heading element with one of them (an unclosed tag) is no heading. */
const NOT_IN_HEADINGS = tagNames(HEADINGS, 'ul ol dl table pre blockquote figure article section');

/** Paragraphs from which on a heading element is no heading. */
const PARAGRAPHS_IN_NO_HEADING = 2;

/** Nodes from which on a heading element is no heading; also bounds the search when they nest. */
const NODES_IN_NO_HEADING = 200;

/** True when a heading element holds a heading's worth of content. */
function isHeading(page: Page, heading: NodeId, kept: KeptNodes): boolean {
  const end = page.end[heading];
  if (end - heading > NODES_IN_NO_HEADING) return false;
  let paragraphs = 0;
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] === TEXT || !kept.hasText(node)) continue;
    const name = nameOf(page, node);
    if (NOT_IN_HEADINGS.has(name)) return false;
    if (name === 'p' && ++paragraphs >= PARAGRAPHS_IN_NO_HEADING) return false;
  }
  return true;
}

/** The `<summary>` of a `<details>`, when it has the first kept text of it; else −1. Linear in the children before it. */
function summaryOf(page: Page, details: NodeId, kept: KeptNodes): NodeId {
  for (let child = firstChild(page, details); child >= 0; child = nextSibling(page, child))
    if (kept.hasText(child)) return nameOf(page, child) === 'summary' ? child : -1;
  return -1;
}

export const BLOCK_HANDLERS = {
  ...{ block: addBlock, heading: addHeading, quote: addQuote, details: addDetails, rule: addRule },
  ...{ figure: addFigureElement, figcaption: addFigcaption },
  ...{ definitions: addDefinitions, term: addTerm, description: addDescription },
  ...{ table: addTable, cell: addCell, caption: addCaption },
};

const CAPTION_CLASS =
  /(?:^|\s)(?:wp-caption-(?:text|dd)|gallery-caption|thumbcaption|(?:image-|figure-)?caption(?:-text)?)(?:\s|$)/i;

/** True for the caption in a figure. */
function isCaption(page: Page, node: NodeId): boolean {
  return CAPTION_CLASS.test(page.attribute(node, 'class') ?? '');
}
