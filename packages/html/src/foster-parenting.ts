/**
 * Foster parenting (WHATWG HTML § 13.2.6.1): what a table may not hold goes before it. `PageWriter` writes it where the source has it,
 * with the table's parent; here the rows get the order of the tree.
 */
import { type NodeId, TEXT } from './page.js';

/**
 * The rows of a page in the order of the tree; ~row for a text that is part of the text before it.
 *
 * @param fostered rows by the table that they go before
 */
export function orderOfRows(
  tag: Uint16Array,
  parent: Int32Array,
  size: number,
  fostered: ReadonlyMap<NodeId, readonly NodeId[]>,
): NodeId[] {
  const first = new Int32Array(size);
  const next = new Int32Array(size);
  const isFostered = new Uint8Array(size);
  for (const rows of fostered.values()) for (const row of rows) isFostered[row] = 1;
  const prepend = (row: NodeId): void => {
    next[row] = first[parent[row]];
    first[parent[row]] = row;
  };
  for (let row = size - 1; row > 0; row--) {
    if (isFostered[row] === 1) continue;
    prepend(row);
    const before = fostered.get(row) ?? [];
    for (let at = before.length - 1; at >= 0; at--) prepend(before[at]);
  }
  const order: NodeId[] = [];
  for (let row = 0, last = 0; ; ) {
    if (tag[row] === TEXT && tag[last] === TEXT && parent[last] === parent[row]) order.push(~row);
    else order.push((last = row));
    if (first[row] !== 0) row = first[row];
    else {
      while (row !== 0 && next[row] === 0) row = parent[row];
      if (row === 0) return order;
      row = next[row];
    }
  }
}
