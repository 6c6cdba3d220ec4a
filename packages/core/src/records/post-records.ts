/**
 * The records of a thread: each member of a group with its author, its date and the record it answers.
 *
 * The author and date of a record are the bylines at the place where most records have them. Where no template names an author, a
 * short text that differs between records and is near their date is taken. Where answers are not inside the posts they answer, an
 * indentation or a number of levels places them.
 */

import { type NodeId, nameOf, type Page, TEXT, textOf } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { oneLine } from '../metadata/finding.js';
import { type Byline, isName, shownCharacters } from './bylines.js';
import { bestSlot, type RecordGroup, slotKey } from './record-groups.js';

/** One record with its own bylines. */
export interface PostRecord {
  readonly root: NodeId;
  /** Its end: behind its element, or of posts without an element behind the text below their line of name and date. */
  readonly end: NodeId;
  /** All bylines that are the record's own, in document order. */
  readonly bylines: readonly Byline[];
  readonly author: Byline | null;
  readonly date: Byline | null;
  /** Position of the record it is nested in or answers, −1 for none. */
  readonly parent: number;
  readonly depth: number;
}

/** Whether the text of a record is below its element: a definition, or what follows a line of name and date. */
export const hasTextBelow = (page: Page, { root, end }: PostRecord): boolean => end > page.end[root];

/** The members with their own bylines, depth and parent. */
export function recordsOf(page: Page, group: RecordGroup, bylines: readonly Byline[]): PostRecord[] {
  const number = new Map(group.members.map((node, at) => [node, at]));
  const own: Byline[][] = group.members.map(() => []);
  const open: NodeId[] = [];
  let next = 0;
  for (const byline of bylines) {
    while (next < group.members.length && group.members[next] <= byline.node) {
      const node = group.members[next++];
      while (open.length > 0 && page.end[open[open.length - 1]] <= node) open.pop();
      open.push(node);
    }
    while (open.length > 0 && page.end[open[open.length - 1]] <= byline.node) open.pop();
    if (open.length > 0) own[number.get(open[open.length - 1]) as number].push(byline);
  }
  const places = { author: bestSlot(group, 'author')?.key ?? -1, date: bestSlot(group, 'date')?.key ?? -1 };
  /** The first byline at the place where most records have it, else the surest one; of several authors the nearest to the date. */
  const pick = (kind: Byline['kind'], from: readonly Byline[], beside: Byline | null): Byline | null => {
    let placed: Byline | null = null;
    let best: Byline | null = null;
    for (const byline of from) {
      if (byline.kind !== kind) continue;
      if (slotKey(page, byline) === places[kind]) {
        const isNearer =
          placed !== null &&
          beside !== null &&
          Math.abs(byline.node - beside.node) < Math.abs(placed.node - beside.node);
        if (placed === null || isNearer) placed = byline;
      }
      if (best === null || byline.rank > best.rank) best = byline;
    }
    return placed ?? best;
  };
  const records: PostRecord[] = [];
  const above: number[] = [];
  for (const [at, node] of group.members.entries()) {
    while (above.length > 0 && page.end[records[above[above.length - 1]].root] <= node) above.pop();
    const nested = above.length;
    const date = pick('date', own[at], null);
    records.push({
      root: node,
      end: endOf(page, node),
      bylines: own[at],
      author: pick('author', own[at], date),
      date,
      parent: nested > 0 ? above[above.length - 1] : -1,
      depth: nested,
    });
    above.push(at);
  }
  return records;
}

/** The end of a record: in a list of terms the definition belongs to it. */
function endOf(page: Page, root: NodeId): NodeId {
  let end = page.end[root];
  if (nameOf(page, root) !== 'dt') return end;
  const value = page.nameIndex('dd');
  while (end < page.end[page.parent[root]] && (page.tag[end] === TEXT || page.tag[end] === value)) end = page.end[end];
  return end;
}

/** Maximum length of a guessed name in characters: shorter than one that a class names. */
const MAX_GUESSED_NAME = 30;
/** Minimum share of the records that have the place, once in each. */
const MIN_GUESSED_RECORDS = 0.8;
/** Minimum share of different names; at least two must differ. */
const MIN_DIFFERENT = 0.2;
/** Number of text nodes of a record examined: names are at its head. */
const NAME_REACH = 25;

interface NamePlace {
  readonly names: Map<number, { node: NodeId; name: string }>;
  repeats: number;
  distance: number;
}

/** Adds guessed authors when no record has one. Linear in the page. */
export function withGuessedAuthors(page: Page, records: readonly PostRecord[]): PostRecord[] {
  if (records.length < 2 || records.some(({ author }) => author !== null)) return [...records];
  const shapes = elementShapes(page);
  const shown = shownCharacters(page);
  const places = new Map<number, NamePlace>();
  for (const [at, { root, date }] of records.entries()) {
    const end = Math.min(page.end[root], records[at + 1]?.root ?? page.size);
    let seen = 0;
    for (let node = root + 1; node < end && seen < NAME_REACH; node++) {
      if (page.tag[node] !== TEXT || shown[node + 1] === shown[node]) continue;
      seen++;
      const parent = page.parent[node];
      if (page.textTo[parent] - page.textFrom[parent] > MAX_GUESSED_NAME * 4) continue;
      const name = oneLine(textOf(page, parent));
      if (name.length > MAX_GUESSED_NAME || !isName(name) || parent === date?.node) continue;
      const key = shapes.nearChain[parent];
      let place = places.get(key);
      if (place === undefined) {
        place = { names: new Map(), repeats: 0, distance: 0 };
        places.set(key, place);
      }
      if (place.names.has(at)) place.repeats++;
      else {
        place.names.set(at, { node: parent, name });
        place.distance += Math.abs(parent - (date?.node ?? root));
      }
    }
  }
  let best: NamePlace | null = null;
  for (const place of places.values()) {
    const different = new Set([...place.names.values()].map(({ name }) => name)).size;
    const isName =
      place.names.size >= records.length * MIN_GUESSED_RECORDS &&
      place.repeats === 0 &&
      different >= Math.max(2, place.names.size * MIN_DIFFERENT);
    if (isName && (best === null || place.distance / place.names.size < best.distance / best.names.size)) best = place;
  }
  return records.map((record, at): PostRecord => {
    const found = best?.names.get(at);
    if (found === undefined) return record;
    const { node, name } = found;
    return { ...record, author: { node, kind: 'author', rank: 1, value: name, written: name } };
  });
}

const ATTRIBUTES = ['data-depth', 'depth', 'data-level', 'aria-level', 'indent', 'data-indent'];
const LEVEL_CLASS = /(?:^|[\s_-])(?:depth|level|indent(?:ed)?|lvl)[_-]?(\d{1,2})(?:$|\s)/i;
const MARGIN = /(?:margin|padding)-left\s*:\s*(\d{1,4}(?:\.\d+)?)/i;
/** Number of elements of a record examined. */
const INDENT_REACH = 12;

/** The place of a post in its thread. */
interface ThreadPosition {
  /** Position of the post it answers, −1 for none. */
  readonly parent: number;
  readonly depth: number;
}

/** The places by indentation; null when the posts show none, or too few do. */
export function placesByIndent(page: Page, roots: readonly NodeId[]): ThreadPosition[] | null {
  const indents = roots.map((root) => indentOf(page, root));
  const known = indents.filter((one): one is number => one !== null);
  if (known.length < roots.length * 0.8 || new Set(known).size < 2) return null;
  const places: ThreadPosition[] = [];
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
  for (let node = root, seen = 0; node < page.end[root] && seen < INDENT_REACH; node++) {
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
