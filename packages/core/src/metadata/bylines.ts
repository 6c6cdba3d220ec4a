/**
 * The visible byline around the main heading, outside navigation, comments and lists of other pages: elements whose class, id or rel
 * names an author (Readability's signs), and lines that begin with "By" and a capital letter.
 */
import {
  attributeReader,
  HEADINGS,
  hostOf,
  memoized,
  type NodeId,
  nearestWith,
  type Page,
  TEXT,
  tagTable,
  textOf,
} from '@dehusk/html';
import {
  authorNames,
  behindDate,
  isDated,
  isNobody,
  isParticleOf,
  isSmall,
  keyOf,
  kindOfName,
} from './author-names.js';
import * as signs from './byline-signs-data.js';
import { type Finding, MAX_TEXT_NODES, oneLine, spacedText, trimmed } from './finding.js';
import { hasName, lettersOf, mainHeading } from './heading.js';
import * as words from './name-words-data.js';

/** Nodes before the main heading that still belong to it: a kicker, a line with the date. */
const NODES_BEFORE = 60;
/** Nodes behind the main heading that are read. */
const NODES_AFTER = 400;
/** Maximum number of nodes read: an unclosed heading contains the rest of the page. */
const MAX_NODES = 5_000;
/** Characters of the entry of another page that its parts may be apart, levels of such an entry, and nodes of its heading. */
const MAX_CARD_STEP = 200;
const MAX_CARD_LEVELS = 8;
const MAX_CARD_HEADING = 20;

/** Entries of other pages: what is around each linked heading that is not the page's, up to the next heading. */
const cardsOf = memoized((page: Page): ReadonlySet<NodeId> => {
  const cards = new Set<NodeId>();
  const main = mainHeading(page);
  const isHeading = tagTable(page, HEADINGS);
  const anchor = page.nameIndex('a');
  const length = (node: NodeId): number => page.textTo[node] - page.textFrom[node];
  const headings: NodeId[] = [];
  for (let node = 0; main !== null && node < page.size; node++)
    if (isHeading[page.tag[node]] === 1) headings.push(node);
  for (const [at, node] of headings.entries()) {
    if (node === main) continue;
    let link = nearestWith(page, page.parent[node], 2, (up) => page.tag[up] === anchor);
    for (let inner = node + 1; link <= 0 && inner < Math.min(page.end[node], node + MAX_CARD_HEADING); inner++)
      if (page.tag[inner] === anchor && 2 * length(inner) > length(node)) link = inner;
    const href = link <= 0 ? '' : (page.attribute(link, 'href') ?? '');
    if (href === '' || href.includes('#') || signs.PERSON_PAGE.test(href)) continue;
    let card = node;
    for (let level = 0; level < MAX_CARD_LEVELS; level++) {
      const outer = page.parent[card];
      const isMore = outer <= (headings[at - 1] ?? 0) || page.end[outer] > (headings[at + 1] ?? page.size);
      if (isMore || length(outer) - length(card) > MAX_CARD_STEP) break;
      card = outer;
    }
    cards.add(card);
  }
  return cards;
});

/**
 * The nodes around the main heading, or around the start of the body when there is none, in the page's order. Without navigation,
 * comments and the like.
 */
export const surroundingsOf = memoized((page: Page): readonly NodeId[] => {
  const heading = mainHeading(page);
  const section = tagTable(page, signs.SECTIONS);
  const cards = cardsOf(page);
  const body = page.nameIndex('body');
  const start = heading ?? Math.max(0, page.tag.indexOf(body));
  const from = Math.max(1, start - (heading === null ? 0 : NODES_BEFORE));
  const to = Math.min(page.size, (heading === null ? start : page.end[start]) + NODES_AFTER);
  const nodes: NodeId[] = [];
  for (let node = from; node < to && nodes.length < MAX_NODES; node++) {
    const holdsHeading = node <= start && page.end[node] > start;
    const isOther = section[page.tag[node]] === 1 || cards.has(node) || hasName(page, node, signs.OTHER_PARTS);
    if (isOther && !holdsHeading && !(heading !== null && isByHeading(page, node, heading))) node = page.end[node] - 1;
    else nodes.push(node);
  }
  return nodes;
});

/** Nodes from a label far from the heading, such as "Written by", to the name. */
const NODES_OF_NAME = 20;
/** Least and most characters of such a label, white space around it included. */
const LABEL_LENGTH = { least: 6, most: 60 };

/** Whether a text is a label of an author in several words or with a colon, perhaps with the name. */
function isAuthorLabel(page: Page, node: NodeId): boolean {
  const length = page.textTo[node] - page.textFrom[node];
  if (length < LABEL_LENGTH.least || length > LABEL_LENGTH.most) return false;
  const text = oneLine(textOf(page, node));
  const [label] = words.LEAD.exec(text) ?? [];
  return label !== undefined && (/\S[\s:：]+\S|[:：]/.test(label) || words.AUTHOR_ALONE.test(text));
}

/** Nodes of the rest of the page that are searched, and levels above a part that are looked at. */
const MAX_DISTANT_NODES = 10_000;
const MAX_LEVELS = 60;
const OTHER_SECTIONS = new Set([...signs.SECTIONS].filter((name) => name !== 'aside'));

/** The nodes in elements about authors and dates that are not around the main heading, without those of navigation, comments and the like. */
export const distantNodes = memoized((page: Page): readonly NodeId[] => {
  const other = tagTable(page, OTHER_SECTIONS);
  const cards = cardsOf(page);
  const time = page.nameIndex('time');
  const relOf = attributeReader(page, 'rel');
  const classOf = attributeReader(page, 'class');
  const heading = mainHeading(page);
  const head = heading === null ? page.size : endOfHead(page, heading);
  const near = new Set(surroundingsOf(page).filter((node) => node <= head));
  const nodes: NodeId[] = [];
  const body = Math.max(1, page.tag.indexOf(page.nameIndex('body')));
  const end = Math.min(page.size, body + MAX_DISTANT_NODES);
  // The end of the part that is read.
  let until: NodeId = 0;
  const isOther = (node: NodeId): boolean => hasName(page, node, signs.OTHER_PARTS);
  for (let node = body + 1; node < end; node++) {
    const isText = page.tag[node] === TEXT;
    let outer = isText || (other[page.tag[node]] === 0 && !cards.has(node)) ? -1 : node;
    if (outer < 0 && node >= until) {
      const length = page.textTo[node] - page.textFrom[node];
      const isShort = length > 0 && length <= MAX_TEXT_LENGTH;
      const isLabel = isText && isAuthorLabel(page, node);
      const isSign = (): boolean => signs.DISTANT_SIGN.test(classOf(node) ?? '') || relOf(node) === 'author';
      if (!isLabel && page.tag[node] !== time && (isText || !isShort || !isSign())) continue;
      outer = nearestWith(page, node, MAX_LEVELS, isOther);
      until = isLabel ? node + NODES_OF_NAME : page.end[node];
    } else if (outer < 0 && !isText && isOther(node)) outer = node;
    if (outer > body) node = until = page.end[outer] - 1;
    else if (!near.has(node)) nodes.push(node);
  }
  return nodes;
});

/** Nodes between the heading and a part that still belongs to it; nodes and characters of such a part. */
const NODES_BETWEEN = 40;
const MAX_PART_NODES = 80;
const MAX_PART_LENGTH = 600;
const BYLINE_PARTS = new Set(['footer', 'nav', 'aside']);

/** A short `footer`, `nav` or `aside` directly after the heading is the line of its author and date, not the page's. */
function isByHeading(page: Page, node: NodeId, heading: NodeId): boolean {
  const isNear = node >= page.end[heading] && node <= page.end[heading] + NODES_BETWEEN;
  if (!isNear || page.end[node] - node > MAX_PART_NODES || page.textTo[node] - page.textFrom[node] > MAX_PART_LENGTH)
    return false;
  const isPart = hasName(page, node, signs.FOOTER) || BYLINE_PARTS.has(page.names[page.tag[node]]);
  return isPart || hasName(page, node, signs.ABOUT_AUTHOR);
}

/** Maximum length of a visible byline in characters (Readability's bound). */
const MAX_BYLINE_LENGTH = 100;
/** Maximum text of an element that may be a byline, white space included. */
const MAX_TEXT_LENGTH = 1_000;

const MAX_TEXTS = 40;
/** Nodes between two author elements of one byline. */
const NODES_APART = 16;

/** Nodes between the heading and the first paragraphs of the text, and characters before its first section: more than a subtitle has. */
const NODES_BEFORE_TEXT = 150;
const MAX_LEAD = 300;
/** Characters of a paragraph around a byline that make it a part of the text. */
const MAX_MORE_TEXT = 80;

/** Characters of a link around a byline that do not make it the link of another article. */
const MAX_CARD_LABEL = 30;

/** Where lines no longer belong to the heading: after the first heading of a section, or after as many nodes as are before a text. */
function endOfHead(page: Page, heading: NodeId): NodeId {
  const isHeading = tagTable(page, HEADINGS);
  const end = page.end[heading] + NODES_BEFORE_TEXT;
  let isSubtitle = true;
  for (let node = page.end[heading]; node < Math.min(end, page.size); node++) {
    if (isHeading[page.tag[node]] === 0) continue;
    isSubtitle &&= page.textFrom[node] - page.textTo[heading] <= MAX_LEAD;
    if (!isSubtitle) return page.end[node];
    isSubtitle = false;
  }
  return end;
}

/** Whether a text is a short part of a paragraph: "… a fold by Jane Doe, which …". */
function isInText(page: Page, text: NodeId): boolean {
  const inline = tagTable(page, signs.INLINE);
  const block = nearestWith(page, page.parent[text], 4, (up) => inline[page.tag[up]] === 0);
  const more = page.textTo[block] - page.textFrom[block] - (page.textTo[text] - page.textFrom[text]);
  return page.names[page.tag[block]] === 'p' && more > MAX_MORE_TEXT;
}

/**
 * The one byline far from the heading, behind the text or in a column beside it; of several different ones nothing tells which is the
 * page's.
 */
export function fromDistantBylines(page: Page, language: string | null): Finding[] {
  const found = new Map<string, Finding>();
  for (const one of fromBylines(page, language, distantNodes(page), 'distant')) {
    // A label or a department is more often so far away than an author without a surname.
    const key = personsIn(one.value, language).map(keyOf).join();
    if (key !== '' && !found.has(key)) found.set(key, one);
  }
  return found.size === 1 ? [...found.values()] : [];
}

/** The bylines, in the page's order; those of author elements before lines that begin with "By". */
export function fromBylines(
  page: Page,
  language: string | null,
  nodes: readonly NodeId[] = surroundingsOf(page),
  place = 'visible',
): Finding[] {
  const named: Finding[] = [];
  const lines: Finding[] = [];
  const add = (list: Finding[], value: string, source: string): void => {
    list.push({ field: 'authors', kind: 'byline', value, source });
  };
  const anchor = page.nameIndex('a');
  const primary = language?.split('-', 1)[0] ?? null;
  const heading = mainHeading(page);
  const headline = heading === null ? '' : lettersOf(textOf(page, heading));
  const { from: attributeFrom, to: attributeTo } = page.attributeColumns;
  const endOfLines = heading === null || place !== 'visible' ? page.size : endOfHead(page, heading);
  let until: NodeId = 0;
  let label = '';
  let isOther = false;
  let last: { readonly end: NodeId; readonly name: string } | null = null;
  for (const node of nodes) {
    const length = page.textTo[node] - page.textFrom[node];
    if (node < until || length === 0 || length > MAX_TEXT_LENGTH || page.end[node] - node > MAX_TEXT_NODES) continue;
    if (page.tag[node] === TEXT) {
      if (length > 4 * MAX_BYLINE_LENGTH || (label === '' && !mayAnnounce(textOf(page, node)))) continue;
      const line = spacedText(page, node);
      // Far away, lists of other articles have lines with a date and a name.
      const text = place === 'visible' ? behindDate(line, primary) : line;
      if (text === '' || text.length > MAX_BYLINE_LENGTH) continue;
      const isName = isExpected(label, text, primary) || isAnnounced(text, primary);
      const isLine = isName && !isOther && lettersOf(text) !== headline;
      if (isLine && node <= endOfLines && !isInText(page, node) && !isInCard(page, node))
        add(lines, text, `${place} byline`);
      label = isLabel(text) || isParticle(text, primary) ? text : '';
      isOther = signs.OTHER_ROLE.test(text);
      continue;
    }
    if (attributeFrom[node] === attributeTo[node]) continue;
    if (!isAuthorElement(page, node)) {
      const name = nameBesideDate(page, node, primary);
      if (name !== '' && !isOther) add(lines, name, `${place} byline`);
      if (isOther || page.tag[node] !== anchor || !isAuthorLink(page, node)) continue;
      const text = spacedText(page, node);
      // A word alone may be a button or a given name: "Articles by Jane".
      const isName = authorNames(text, primary).some((name) => name.includes(' ') || kindOfName(name) === 'person');
      if (isName && text.length <= MAX_BYLINE_LENGTH / 2) add(lines, text, `${place} link to an author`);
      continue;
    }
    const text = bylineOf(page, node);
    if (text === '' || isOther || words.OTHER_LABEL.exec(text)?.index === 0 || isInCard(page, node)) continue;
    const name = page.attribute(node, 'class') ?? '';
    // Two elements of one class beside each other are two authors.
    if (last !== null && last.name === name && node - last.end <= NODES_APART && named.length > 0) {
      const { value } = named[named.length - 1];
      named[named.length - 1] = { ...named[named.length - 1], value: `${value}; ${text}` };
    } else add(named, text, `${place} author element`);
    until = page.end[node];
    label = '';
    last = { end: until, name };
  }
  return [...named, ...lines];
}

/** The one person, outside of links, in a line of a date and other facts: "5 May 2024 · 4 min read · Jane Doe"; else empty. */
function nameBesideDate(page: Page, node: NodeId, language: string | null): string {
  if (page.textTo[node] - page.textFrom[node] > MAX_BYLINE_LENGTH || !hasName(page, node, signs.DATED)) return '';
  if (!/[|·•]/.test(textOf(page, node))) return '';
  const anchor = page.nameIndex('a');
  const line = spacedText(page, node, node, (inner) => page.tag[inner] === anchor);
  const parts = line.split(/[|·•]/).map((part) => part.trim());
  const [name = '', another] = parts.filter((part) => part !== '' && !/\d/.test(part));
  const isName = another === undefined && /[A-ZÀ-ÞА-Я]/.test(name) && personsIn(name, language).length > 0;
  return isName && parts.some((part) => isDated(part, language)) ? name : '';
}

/** Whether a link leads to an author's page of the same site. */
function isAuthorLink(page: Page, node: NodeId): boolean {
  const href = (page.attribute(node, 'href') ?? '').slice(0, 500);
  if (!signs.AUTHOR_PAGE.test(href)) return false;
  const [own, other] = [page.url, href.replace(/^\/\//, 'https://')].map((address) =>
    hostOf(address)?.split('.').slice(-2).join('.'),
  );
  return own === undefined || other === undefined || own === other;
}

/** Whether a byline or date is in a link with more text: that of another article in a list. */
export function isInCard(page: Page, node: NodeId): boolean {
  const anchor = page.nameIndex('a');
  const length = page.textTo[node] - page.textFrom[node];
  const link = nearestWith(page, page.parent[node], 7, (up) => page.tag[up] === anchor);
  return link > 0 && page.textTo[link] - page.textFrom[link] > length + MAX_CARD_LABEL;
}

function isAuthorElement(page: Page, node: NodeId): boolean {
  const is = (pattern: RegExp): boolean => hasName(page, node, pattern);
  const isInBox = (up: NodeId): boolean => hasName(page, up, signs.AUTHOR_BOX);
  return (
    ((is(signs.AUTHOR_NAME) || is(signs.CAMEL_AUTHOR)) && !is(signs.NOT_AUTHOR)) ||
    (is(signs.NAME) && nearestWith(page, page.parent[node], 3, isInBox) > 0) ||
    page.attribute(node, 'rel')?.toLowerCase() === 'author'
  );
}

/** A quick look, before a text is put into one line: words that announce somebody are at its start. */
const mayAnnounce = (raw: string): boolean => {
  const start = raw.trim();
  const isShort = start.length > 1 && start.length <= 2 * MAX_BYLINE_LENGTH;
  return isShort && (ANNOUNCERS.some((sign) => sign.test(start)) || words.PARTICLE_LEAD.test(`${start} x`));
};
const ANNOUNCERS = [words.LEAD, words.CJK_REPORTER, /\d|[|•·]/, words.TEXT_LABEL, signs.OTHER_ROLE];

/** Whether a line begins with words that announce an author, and then a name. */
function isAnnounced(text: string, language: string | null): boolean {
  const rest = text.replace(words.LEAD, '');
  if (rest !== text) return rest !== '' && !isSmall(rest);
  if (words.CJK_REPORTER.test(text) || (words.TEXT_LABEL.test(text) && words.OTHER_LABEL.exec(text)?.index === 0))
    return true;
  const found = words.PARTICLE_LEAD.exec(text);
  return (
    found !== null && language !== null && isParticleOf(found[1], language) && personsIn(text, language).length > 0
  );
}

/** Whether a text is the name after a label. A noun alone may also be the head of a column or an entry of a menu: only a person follows it. */
const isExpected = (label: string, text: string, language: string | null): boolean =>
  label !== '' &&
  !/[:：]$/.test(text) &&
  (/[\s:：]|^by$/i.test(label) || isParticle(label, language) || personsIn(text, language).length > 0);

/** The names in a text that names persons only. */
function personsIn(text: string, language: string | null): string[] {
  const names = authorNames(text, language);
  return names.every((name) => kindOfName(name) === 'person') ? names : [];
}

/** Whether a text only announces an author. */
const isLabel = (text: string): boolean => text.replace(words.LEAD, '') === '';

const isParticle = (text: string, language: string | null): boolean =>
  text.length < 10 &&
  words.PARTICLE_LEAD.test(`${text} x`) &&
  !/\s/.test(text) &&
  isParticleOf(text.replace(/:$/, ''), language);

/** The names in an author's element: of its links to persons, else of the author elements in it, else its text without roles and dates. */
function bylineOf(page: Page, byline: NodeId): string {
  const anchor = page.nameIndex('a');
  const item = page.nameIndex('li');
  const beside = tagTable(page, signs.BESIDE_TAGS);
  const linked = new Set<string>();
  const texts: string[] = [];
  let until = byline;
  const to = Math.min(page.end[byline], byline + MAX_TEXT_NODES);
  for (let node = byline + 1; node < to; node++) {
    if (page.tag[node] === TEXT) {
      const text = oneLine(textOf(page, node));
      if (text !== '') texts.push(text);
      if (signs.OTHER_ROLE.test(text)) break;
      continue;
    }
    const isBeside = hasName(page, node, signs.BESIDE_NAME) && !hasName(page, node, signs.AUTHOR_NAME);
    if (beside[page.tag[node]] === 1 || isBeside) {
      texts.push('|');
      node = page.end[node] - 1;
      continue;
    }
    if (node < until) continue;
    if (page.tag[node] === anchor && signs.PERSON_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) {
      // A link names one person.
      const [link] = bylineOf(page, node).split(';');
      if (link !== '' && link.length <= MAX_BYLINE_LENGTH && !isNobody(link)) linked.add(link);
      until = page.end[node];
    } else if (page.tag[node] === item || isAuthorElement(page, node)) texts.push(';');
  }
  if (linked.size > 0) return [...linked].join('; ');
  return lineOf(texts);
}

/** The texts up to the first names, and those that are joined to them; what follows is about the author. */
function lineOf(texts: readonly string[]): string {
  const isPerson = (text: string): boolean => authorNames(text).some((name) => kindOfName(name) === 'person');
  let line = '';
  let before = '';
  let hasPerson = false;
  for (const text of texts.slice(0, MAX_TEXTS)) {
    const isJoined = !hasPerson || (signs.JOINED.test(`${before}\n${text}`) && (text.length < 4 || isPerson(text)));
    before = text;
    // "Author" may be in a separate element.
    if (isLabel(text) || !isJoined || line.length + text.length > 2 * MAX_BYLINE_LENGTH) continue;
    line = line === '' ? text : `${line} ${text}`;
    hasPerson ||= isPerson(line);
  }
  return trimmed(line, ';,|');
}
