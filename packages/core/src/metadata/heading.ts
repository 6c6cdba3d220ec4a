/** The page's main heading, and the names of elements that other readers of headings and bylines also ask for. */
import { attributeReader, computed, hostOf, memoized, type NodeId, nearestWith, type Page, textOf } from '@dehusk/html';
import { oneLine } from './finding.js';
import { declaredTitles } from './meta-tags.js';
import { isHostAlone, piecesOf } from './title.js';
import { SIGNS, SITE_CLASS, STORY_CLASS } from './title-signs-data.js';

/** Maximum number of nodes of a heading searched for a link to the front page. */
const MAX_HEADING_NODES = 200;
/** Minimum letters of a heading that is recognised in the title. */
const MIN_LETTERS = 8;
/** Maximum number of pieces of `<title>` that are compared with headings. */
const MAX_PIECES = 8;
/** Maximum number of headings compared with the title. */
const MAX_HEADINGS = 60;

interface Heading {
  readonly node: NodeId;
  /** 0 for h1. */
  readonly level: number;
  readonly text: string;
  readonly isSite: boolean;
  /** Which piece of `<title>` it is, the site's name apart; −1 for none. */
  readonly piece: number;
}

/** The text of `<title>`: an SVG picture may also have one. */
export const titleOf = memoized((page: Page): string => {
  const title = page.nameIndex('title');
  const svg = page.nameIndex('svg');
  const isInSvg = (node: NodeId): boolean => nearestWith(page, node, 10, (up) => page.tag[up] === svg) > 0;
  const node = page.tag.findIndex((tag, at) => tag === title && !isInSvg(at));
  return node < 0 ? '' : oneLine(textOf(page, node));
});

/** Letters of `<title>`, of its pieces, of those that do not name the host, the last one apart, and of the titles that the page declares. */
export const titlesOf = memoized((page: Page) => {
  const host = hostOf(page.url);
  const all = piecesOf(titleOf(page)).slice(0, MAX_PIECES);
  const pieces = all.map((piece) => (isHostAlone(piece, host) ? '' : lettersOf(piece)));
  const last = pieces.pop() ?? '';
  const declared = declaredTitles(page).map(lettersOf);
  return { title: lettersOf(titleOf(page)), all: all.map(lettersOf), pieces, last, declared };
});

/**
 * The page's main heading: the one of the highest rank, of several the first; null when it has none but those below h1 that are in no
 * title.
 */
export const mainHeading: (page: Page) => NodeId | null = memoized((page: Page) => {
  const titles = titlesOf(page);
  const levels = ['h1', 'h2', 'h3'].map((name) => page.nameIndex(name));
  const headings: Heading[] = [];
  for (let node = 0; node < page.size && headings.length < MAX_HEADINGS; node++) {
    const level = levels.indexOf(page.tag[node]);
    if (level < 0) continue;
    const raw = textOf(page, node).slice(0, 500);
    const text = lettersOf(raw);
    if (text === '') continue;
    const isSite = level < 2 && isSiteName(page, node);
    // No rank is higher.
    if (level === 0 && !isSite && text.length >= MIN_LETTERS && titles.declared.includes(text)) return node;
    headings.push({ node, level, text, isSite, piece: isSite ? -1 : pieceOf(raw, text, titles.pieces) });
  }
  let best: Heading | null = null;
  let highest = 0;
  for (const one of headings) {
    const rank = rankOf(page, one, headings, titles);
    if (rank > highest) [best, highest] = [one, rank];
  }
  return best?.node ?? null;
});

/** The piece of `<title>` that a heading is, perhaps after a label: "Topic: Story", "Section > Story". */
function pieceOf(raw: string, text: string, pieces: readonly string[]): number {
  const parts = /[:>»]/.test(raw)
    ? [text, lettersOf(raw.replace(/^[^:>»]*[:>»]/, '')), lettersOf(raw.replace(/^.*[:>»]/s, ''))]
    : [text];
  return pieces.findIndex((piece) => piece !== '' && parts.includes(piece));
}

/** How probably a heading is the page's own; 0: it is not. */
function rankOf(page: Page, one: Heading, all: readonly Heading[], titles: ReturnType<typeof titlesOf>): number {
  const { title, last, declared } = titles;
  const { level, text, isSite, piece } = one;
  const isLong = text.length >= MIN_LETTERS;
  if (!isSite && isLong && declared.includes(text)) return 100 - level;
  // "Blog - Story": the blog's name is above the story. "Opinion | Story": the shorter is the section.
  const isAbove = all.some((other) => other.level === 0 && other.text === last && other.node > one.node);
  const isSection =
    level > 0 && all.some((other) => other.level === 0 && other.piece >= 0 && other.text.length > text.length);
  if (piece >= 0 && !isAbove && !isSection) return 80 - piece;
  const isCut = declared.some((long) => long.startsWith(text) && title !== '' && !title.startsWith(long));
  if (level === 0 && !isSite && isLong && isCut) return 70;
  // "Blog: Story", "Story: Blog".
  const mayFollow = level === 0 || hasName(page, one.node, STORY_CLASS);
  const isBesideSite = all.some(
    (other) =>
      other !== one &&
      ((other.level < 2 && (other.isSite || mayFollow) && title === other.text + text) ||
        (other.level === 0 && other.node < one.node && title === text + other.text)),
  );
  if (isBesideSite) return 65;
  if (isLong && level < 2 && title.includes(text) && !isSite) {
    if (title.startsWith(text)) return level === 0 ? 60 : 47;
    if (level === 1) return 40;
    return title.endsWith(text) ? 45 : 50;
  }
  if (level > 0) return 0;
  return isSite ? 10 : 20;
}

/** Letters and digits of a text, lower case; reads at most 1,000 characters. */
export const lettersOf = (text: string): string => text.slice(0, 1_000).toLowerCase().replace(SIGNS, '');

/** A heading in the header that is one link to the front page or a logo names the site, not the page. */
function isSiteName(page: Page, heading: NodeId): boolean {
  if (hasName(page, heading, SITE_CLASS)) return true;
  const anchor = page.nameIndex('a');
  const end = Math.min(page.end[heading], heading + MAX_HEADING_NODES);
  for (let node = heading + 1; node < end; node++) {
    if (page.tag[node] !== anchor) continue;
    const href = page.attribute(node, 'href')?.trim().slice(0, 500) ?? '';
    const isWhole = page.textTo[node] - page.textFrom[node] >= textOf(page, heading).trim().length;
    // A folder above the page, or another page's index.
    if (isWhole && /^(?:\.\.\/)+(?:index\.\w+)?$|(?:^|\/)index\.\w+$/i.test(href)) return true;
    return /^(?:\/|#|(?:https?:)?\/\/[^/]+\/?)$/i.test(href);
  }
  return false;
}

/** Characters of class and id that are read. */
const MAX_NAME_LENGTH = 300;
/** Names of elements, each once, and per pattern which of them match. */
const namesRead = memoized((page: Page) => ({
  of: new Int32Array(page.size),
  names: [''],
  indices: new Map<string, number>(),
  matches: new Map<RegExp, boolean[]>(),
  readers: page.attributeColumns.names
    .filter((name) => /^(?:class|id|data-(?:test(?:id)?|qa|hook|component))$/.test(name))
    .map((name) => attributeReader(page, name)),
}));

/** Whether the class, id or name for tests of an element matches; of the node −1 none does. */
export function hasName(page: Page, node: NodeId, pattern: RegExp): boolean {
  if (node < 0 || page.attributeColumns.from[node] === page.attributeColumns.to[node]) return false;
  const { of, names, indices, matches, readers } = namesRead(page);
  if (of[node] === 0) {
    const name = readers
      .map((read) => read(node) ?? '')
      .join(' ')
      .slice(0, MAX_NAME_LENGTH);
    of[node] = computed(indices, name, () => names.push(name) - 1);
  }
  const known = computed(matches, pattern, () => []);
  return (known[of[node]] ??= pattern.test(names[of[node]]));
}
