/** Tables: those of data with their cells; the others only separate. */
import { AROUND } from '../room.js';
import { scanTables, tableOf } from '../table.js';
import type { Handler } from './walk-state.js';

export const addTable: Handler = (state, node) => {
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

export const addCell: Handler = (state, node) => {
  const { table } = state;
  state.room.charge(AROUND.cell);
  if (table === null) state.separate(node);
  else state.gather(node, (content) => table.cells.set(node, content));
  return node + 1;
};

export const addCaption: Handler = (state, node) => {
  state.collect(node, (inline) => {
    const { table } = state;
    if (table === null) state.addParagraph(inline);
    else if (state.kept.hasTextBetween(table.node, node)) table.captionAfter = inline;
    else table.caption = inline;
  });
  return node + 1;
};
