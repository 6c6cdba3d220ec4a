/**
 * The posts of a thread in any template: the groups around authors and dates, posts that have no element but follow a line with the name
 * and the date (`<h4>Ann (May 3, 2020 10:12)</h4><p>…`), posts that have only a number (`#3`), and authors whose name is in the line of
 * the date (`#63 – Ann – May 3, 2020`).
 *
 * The features of the block trees see the groups only.
 */

import { addTo, headingAround, memoized, type NodeId, type Page, TEXT, tagNames, tagTable, textOf } from '@dehusk/html';
import { oneLine, spacedText } from '../metadata/finding.js';
import * as signs from './byline-signs-data.js';
import { type Byline, bylinesOf, isName, shownCharacters } from './bylines.js';
import { type PostRecord, postTemplates } from './post-groups.js';
import { postNumber } from './post-parts.js';

/** Most characters of the line above a post, and of a name. */
const MAX_LINE = 120;
const MAX_NAME = 40;
/** Most words of a name, and of any other part of its line. */
const [NAME_WORDS, OTHER_WORDS] = [4, 2];
/** Least share of the lines with a name, a time of day, and a text below. */
const MOST = 0.8;
/** Elements that end the last post. */
const ENDS = tagNames('hr footer nav form aside');
/** Parts that are no name: numbers of posts and dates. */
const NUMBERED = /(?:^|[\s#:])\d/;
const TIME_OF_DAY = /\d[:.]\d\d/;

/** The name in a line of name and date; null without one, and when more is in the line. */
function nameInLine(line: string): string | null {
  let name: string | null = null;
  for (const part of line.split(signs.BETWEEN)) {
    const text = part.trim().replace(signs.BEFORE_NAME, '');
    if (text === '' || NUMBERED.test(text)) continue;
    if (text.split(' ').length > (name === null ? NAME_WORDS : OTHER_WORDS)) return null;
    if (text.length <= MAX_NAME && isName(text)) name ??= text;
  }
  return name ?? signs.SIGNED.exec(line)?.[1] ?? null;
}

const authorOf = (node: NodeId, value: string): Byline => ({ node, kind: 'author', rank: 1, value, written: value });

/** The outermost element around a date that is still one line. */
function lineAround(page: Page, date: NodeId): NodeId {
  let line = date;
  for (let up = page.parent[line]; up > 0; up = page.parent[up]) {
    if (page.textTo[up] - page.textFrom[up] > MAX_LINE) break;
    line = up;
  }
  return line;
}

/** Posts below lines of name and date that are children of one element; of several such lists the longest text. Linear in the page. */
const flatPosts = memoized((page: Page): readonly PostRecord[] => {
  const shown = shownCharacters(page);
  const lists = new Map<number, { readonly line: NodeId; readonly date: Byline }[]>();
  let until = 0;
  for (const date of bylinesOf(page)) {
    if (date.kind !== 'date' || date.node < until) continue;
    const line = lineAround(page, date.node);
    until = page.end[line];
    addTo(lists, page.parent[line] * page.names.length + page.tag[line], { line, date });
  }
  const ends = tagTable(page, ENDS);
  let best: readonly PostRecord[] = [];
  let most = 0;
  for (const list of lists.values()) {
    if (list.length < 2) continue;
    const parent = page.parent[list[0].line];
    let last = page.end[list[list.length - 1].line];
    while (last < page.end[parent] && ends[page.tag[last]] === 0) last = page.end[last];
    const records = list.map(({ line, date }, at): PostRecord => {
      const text = spacedText(page, line);
      const name = nameInLine(text);
      const author = name === null ? null : authorOf(line, name);
      const end = list[at + 1]?.line ?? last;
      const isTimed = TIME_OF_DAY.test(text) || TIME_OF_DAY.test(date.written);
      const bylines = isTimed && shown[end] > shown[page.end[line]] ? [date] : [];
      return { root: line, end, bylines, author, date, parent: -1, depth: 0 };
    });
    const isPosts =
      records.filter(({ author }) => author !== null).length >= MOST * list.length &&
      records.filter(({ bylines }) => bylines.length > 0).length >= MOST * list.length;
    const weight = shown[last] - shown[list[0].line];
    if (!isPosts || weight <= most) continue;
    best = records;
    most = weight;
  }
  return best;
});

/** Levels from a number to its post, and least number of posts. */
const [NUMBER_CLIMB, MIN_NUMBERED] = [6, 3];

/** Posts that have neither name nor date: children of one element that count themselves in their first text. Linear in the page. */
const numberedPosts = memoized((page: Page): readonly PostRecord[] => {
  const shown = shownCharacters(page);
  const lists = new Map<number, { readonly root: NodeId; readonly number: number }[]>();
  for (let node = 0; node < page.size; node++) {
    const number = page.tag[node] === TEXT ? postNumber(page, node) : null;
    if (number === null) continue;
    let root = page.parent[node];
    for (let climbed = 0; climbed < NUMBER_CLIMB && root > 0 && shown[root] === shown[node]; climbed++) {
      addTo(lists, page.parent[root] * page.names.length + page.tag[root], { root, number });
      root = page.parent[root];
    }
  }
  let best: readonly PostRecord[] = [];
  for (const list of lists.values()) {
    const isCounted = list.every(({ number }, at) => at === 0 || number === list[at - 1].number + 1);
    if (!isCounted || list.length < MIN_NUMBERED || list.length <= best.length) continue;
    const nobody = { bylines: [], author: null, date: null, parent: -1, depth: 0 };
    best = list.map(({ root }) => ({ root, end: page.end[root], ...nobody }));
  }
  return best;
});

/** The records with the names in the lines of their dates where the template names nobody. */
function withNames(page: Page, records: readonly PostRecord[]): readonly PostRecord[] {
  if (records.some(({ author }) => author !== null)) return records;
  const named = records.map((one): PostRecord => {
    const { date } = one;
    const name = date && (nameInLine(date.written) ?? nameInLine(spacedText(page, lineAround(page, date.node))));
    return date === null || name === null ? one : { ...one, author: authorOf(date.node, name) };
  });
  return named.filter(({ author }) => author !== null).length >= MOST * named.length ? named : records;
}

/** The records of a thread and of answers in a separate template; empty without any. Linear in the page. */
export function threadTemplates(page: Page, weight: Uint32Array): readonly (readonly PostRecord[])[] {
  const found = postTemplates(page, 'thread', weight);
  const [flat, numbered] = [flatPosts(page), numberedPosts(page)];
  const others = flat.length >= numbered.length ? flat : numbered;
  return (others.length > Math.max(1, found[0]?.length ?? 0) ? [others] : found).map((records) =>
    withNames(page, records),
  );
}

/** Texts before a date that are searched for a name, and most characters of one. */
const NAME_REACH = 4;

/** The author of the text that ends at a node: behind a label, nearest to its date, or in the line of the date or before it. */
export function authorBefore(page: Page, end: NodeId, date: string | null): string | null {
  const shown = shownCharacters(page);
  let isLabelled = false;
  for (let node = 0; node < end; node++) {
    if (page.tag[node] !== TEXT || shown[node + 1] === shown[node]) continue;
    const text = page.textTo[node] - page.textFrom[node] > MAX_LINE ? '' : oneLine(textOf(page, node));
    if (isLabelled && text !== '' && text.length <= MAX_NAME && isName(text)) return text;
    isLabelled = signs.WRITER.test(text);
  }
  const bylines = bylinesOf(page).filter(({ node }) => node < end);
  const named = bylines.filter(({ kind, value }) => kind === 'author' && !NUMBERED.test(value));
  const dated = bylines.find(({ kind, value }) => kind === 'date' && value.slice(0, 10) === date?.slice(0, 10));
  if (dated === undefined) return named[0]?.value ?? null;
  const inLine = nameInLine(spacedText(page, lineAround(page, dated.node)));
  if (inLine !== null) return inLine;
  const distance = ({ node }: Byline): number => Math.abs(node - dated.node);
  const [nearest] = named.sort((one, other) => distance(one) - distance(other));
  if (nearest !== undefined) return nearest.value;
  const names: string[] = [];
  for (let node = dated.node - 1, seen = 0; node > page.parent[dated.node] && seen < NAME_REACH; node--) {
    if (page.tag[node] !== TEXT || shown[node + 1] === shown[node]) continue;
    if (headingAround(page, node, NAME_REACH) >= 0) break;
    seen++;
    const name = nameInLine(oneLine(textOf(page, node).slice(0, MAX_LINE)));
    if (name !== null) names.push(name);
  }
  return names[names.length - 1] ?? null;
}
