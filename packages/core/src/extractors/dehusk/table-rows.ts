/**
 * A label and its value are wanted together.
 *
 * Observation: in a table of data and in a list of terms each cell is a block of its own, and the trees judge them alone: of a
 * specification `28 cm` was kept without `Height`. So the short blocks of one row (`tr`, or a `dt` with the `dd`s that
 * follow it) are given their mean probability by words. Rows with much text are left alone: they are layout, or a
 * glossary of which each part can stand by itself.
 *
 * On WCXB out of fold: products +.002, listings +.003, the others unmoved; what it is for is text that can be read.
 */
import type { PageRows } from '../../blocks/features.js';
import { tagTable } from '../../page/page.js';

/** Elements that begin a row; `dd` goes on with one. */
const ROWS: ReadonlySet<string> = new Set(['tr', 'dt']);
/** A row has at most this many words and blocks. */
const ROW_WORDS = 60;
const ROW_BLOCKS = 8;
/** How many elements above a block its cell is looked for. */
const REACH = 6;

/** Gives the visible blocks of each row of a table or of terms one probability, in place. Linear in the page. */
export function joinTableRows({ visible }: PageRows, probability: Float32Array): void {
  const { page, words } = visible;
  const beginsRow = tagTable(page, ROWS);
  if (!beginsRow.includes(1)) return;
  const joined = new Map<number, { blocks: number; words: number; sum: number }>();
  const row = rowsOf(visible, beginsRow);
  for (let b = 0; b < row.length; b++) {
    if (row[b] < 0) continue;
    let own = joined.get(row[b]);
    if (own === undefined) {
      own = { blocks: 0, words: 0, sum: 0 };
      joined.set(row[b], own);
    }
    own.blocks++;
    own.words += words[b];
    own.sum += words[b] * probability[b];
  }
  for (let b = 0; b < row.length; b++) {
    const own = joined.get(row[b]);
    if (own !== undefined && own.blocks <= ROW_BLOCKS && own.words <= ROW_WORDS && own.words > 0)
      probability[b] = own.sum / own.words;
  }
}

/** Per visible block: the node of its row (`tr` or `dt`), −1 when it stands in none. */
function rowsOf({ page, blocks, size }: PageRows['visible'], beginsRow: Uint8Array): Int32Array {
  const { tag, parent } = page;
  const [value, termName] = [page.nameIndex('dd'), page.nameIndex('dt')];
  const row = new Int32Array(size).fill(-1);
  let term = -1;
  for (let b = 0; b < size; b++) {
    let element = blocks.element[b];
    for (let step = 0; step < REACH && element > 0; step++, element = parent[element]) {
      const name = tag[element];
      if (beginsRow[name] === 1) {
        row[b] = element;
        if (name === termName) term = element;
        break;
      }
      if (name === value) {
        if (term >= 0 && parent[term] === parent[element]) row[b] = term;
        break;
      }
    }
  }
  return row;
}
