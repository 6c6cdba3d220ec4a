/**
 * The adoption agency (WHATWG HTML § 13.2.6.4.7) where a block is inside a formatting element that ends: `<b>one<p>two</b>three`. The
 * block leaves the element, and gets a copy of it around its content.
 *
 * The text of a page keeps its order, so no row moves against another: rows of copies are opened before the block and after it.
 */
import type { ElementStack } from './element-stack.js';
import type { FormattingList } from './formatting-list.js';
import { CLASSES, SPECIAL, table, UNLISTED } from './html-tags.js';
import type { NodeId } from './page.js';
import type { PageWriter } from './page-writer.js';

/** Elements between the formatting element and the block that are copied at most. */
const MAX_COPIES = 3;
/** Elements that may not hold a block: it would go before their table. */
const TABLE_STRUCTURE = table('table tbody tfoot thead tr');

/**
 * Moves the block out of the formatting element.
 *
 * @param entry place of the formatting element in the list
 * @param place its place on the stack
 * @returns the block's number before, and that of the copies before it; null where nodes go before a table
 */
export function moveBlockOut(
  open: ElementStack,
  formatting: FormattingList,
  writer: PageWriter,
  entry: number,
  place: number,
): { readonly block: NodeId; readonly copies: number } | null {
  const outside = open.keys[place - 1];
  if (outside < TABLE_STRUCTURE.length && TABLE_STRUCTURE[outside] === 1) return null;
  const element = formatting.nodes[entry];
  const key = formatting.keys[entry];
  let top = place + 1;
  while (open.keys[top] >= UNLISTED || (CLASSES[open.keys[top]] & SPECIAL) === 0) top++;
  if (writer.lastFostered > open.nodes[top]) return null;
  for (let at = top - 1, step = 0; at > place; at--, step++) {
    const own = formatting.placeOf(open.nodes[at]);
    if (own >= 0 && step < MAX_COPIES) continue;
    if (own >= 0) formatting.removeAt(own);
    open.removeAt(at);
    top--;
  }
  const block = open.nodes[top];
  const copies = top - place - 1;
  writer.openRows(block + 1, 1);
  writer.openRows(block, copies);
  open.shift(block, copies);
  formatting.shift(block, copies);
  // Copies hold each other and the block, which holds a copy of the formatting element, which holds its content.
  let parent = open.nodes[place - 1];
  for (let copy = 0; copy < copies; copy++) {
    const old = open.nodes[place + 1 + copy];
    writer.copyRow(old, block + copy, parent);
    parent = block + copy;
    formatting.nodes[formatting.placeOf(old)] = parent;
    open.nodes[place + 1 + copy] = parent;
  }
  const moved = block + copies;
  writer.rows.parent[moved] = parent;
  writer.copyRow(element, moved + 1, moved);
  writer.wrapContent(block, moved);
  const bookmark = copies > 0 ? formatting.placeOf(moved - 1) : formatting.placeOf(element);
  formatting.insertCopy(bookmark + 1, moved + 1, formatting.placeOf(element));
  formatting.removeAt(formatting.placeOf(element));
  open.removeAt(place);
  open.insertAt(top, moved + 1, key);
  return { block, copies };
}
