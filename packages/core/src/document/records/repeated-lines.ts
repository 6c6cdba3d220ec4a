/** Buttons of records: short lines that half of them have. */
import { oneLine } from '../../page/metadata/finding.js';
import type { NodeId, Page } from '../../page/page.js';

/** Longest line that may be a button, in characters, and the fewest records that must repeat it. */
const MAX_BUTTON = 40;
const MIN_REPEATS = 3;

/** The text nodes of each record without those that at least half of the records (and three) repeat. */
export function withoutRepeatedLines(page: Page, records: readonly (readonly NodeId[])[]): NodeId[][] {
  const counts = new Map<string, { records: number; last: number }>();
  for (const [at, nodes] of records.entries())
    for (const node of nodes) {
      const line = lineOf(page, node);
      if (line === '') continue;
      const count = counts.get(line) ?? { records: 0, last: -1 };
      if (count.last !== at) count.records++;
      count.last = at;
      counts.set(line, count);
    }
  const least = Math.max(MIN_REPEATS, records.length / 2);
  return records.map((nodes) => nodes.filter((node) => (counts.get(lineOf(page, node))?.records ?? 0) < least));
}

/** A short text node as one line; empty for longer ones and for images. */
function lineOf(page: Page, node: NodeId): string {
  if (page.textTo[node] - page.textFrom[node] > MAX_BUTTON * 2) return '';
  const line = oneLine(page.chars.slice(page.textFrom[node], page.textTo[node]));
  return line.length > MAX_BUTTON ? '' : line;
}
