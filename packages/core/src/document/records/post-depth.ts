/**
 * Which post answers which, where answers do not stand inside what they answer: a number of levels in an attribute or class, or an
 * indentation.
 */
import type { NodeId, Page } from '../../page/page.js';

const ATTRIBUTES = ['data-depth', 'depth', 'data-level', 'aria-level', 'indent', 'data-indent'];
const LEVEL_CLASS = /(?:^|[\s_-])(?:depth|level|indent(?:ed)?|lvl)[_-]?(\d{1,2})(?:$|\s)/i;
const MARGIN = /(?:margin|padding)-left\s*:\s*(\d{1,4}(?:\.\d+)?)/i;
/** Elements of a record looked at, from its first. */
const REACH = 12;

/** Where a post stands in its thread. */
export interface Place {
  /** Position of what it answers, −1 for none. */
  readonly parent: number;
  readonly depth: number;
}

/** The places by indentation; null when the posts show none, or too few do. */
export function placesByIndent(page: Page, roots: readonly NodeId[]): Place[] | null {
  const indents = roots.map((root) => indentOf(page, root));
  const known = indents.filter((one): one is number => one !== null);
  if (known.length < roots.length * 0.8 || new Set(known).size < 2) return null;
  const places: Place[] = [];
  const above: number[] = [];
  for (const [at, indent] of indents.entries()) {
    if (indent === null) {
      places.push({ parent: -1, depth: 0 });
      continue;
    }
    while (above.length > 0 && (indents[above[above.length - 1]] as number) >= indent) above.pop();
    places.push({ parent: above.length > 0 ? above[above.length - 1] : -1, depth: above.length });
    above.push(at);
  }
  return places;
}

function indentOf(page: Page, root: NodeId): number | null {
  for (let node = root, seen = 0; node < page.end[root] && seen < REACH; node++) {
    if (page.tag[node] === 0) continue;
    seen++;
    for (const name of ATTRIBUTES) {
      const value = page.attribute(node, name);
      if (value !== null && /^\d{1,3}$/.test(value.trim())) return Number(value);
    }
    const level = LEVEL_CLASS.exec((page.attribute(node, 'class') ?? '').slice(0, 300));
    if (level !== null) return Number(level[1]);
    const margin = MARGIN.exec((page.attribute(node, 'style') ?? '').slice(0, 300));
    if (margin !== null) return Number(margin[1]);
  }
  return null;
}
