/**
 * The visible byline around the main heading, outside navigation, comments and lists of other pages: elements whose class, id or rel
 * names an author (Readability's signs), and lines that begin with "By" and a capital letter.
 */
import { hostOf, memoized, type NodeId, nearestWith, type Page, TEXT, tagTable, textOf } from '@dehusk/html';
import { authorNames, behindDate, isNobody, isParticleOf, keyOf, kindOfName } from './author-names.js';
import * as signs from './byline-signs-data.js';
import { type Finding, MAX_TEXT_NODES, oneLine, spacedText, trimmed } from './finding.js';
import { classAndId, lettersOf, mainHeading, namesRead } from './heading.js';
import * as words from './name-words-data.js';

/** Nodes before the main heading that still belong to it: a kicker, a line with the date. */
const NODES_BEFORE = 60;
/** Nodes behind the main heading that are read. */
const NODES_AFTER = 400;
/** Maximum number of nodes read: an unclosed heading contains the rest of the page. */
const MAX_NODES = 5_000;
/**
 * The nodes around the main heading, or around the start of the body when there is none, in the page's order. Without navigation,
 * comments and the like.
 */
export const surroundingsOf = memoized((page: Page): readonly NodeId[] => {
  const heading = mainHeading(page);
  const section = tagTable(page, signs.SECTIONS);
  const body = page.nameIndex('body');
  const start = heading ?? Math.max(0, page.tag.indexOf(body));
  const from = Math.max(1, start - (heading === null ? 0 : NODES_BEFORE));
  const to = Math.min(page.size, (heading === null ? start : page.end[start]) + NODES_AFTER);
  const nodes: NodeId[] = [];
  for (let node = from; node < to && nodes.length < MAX_NODES; node++) {
    const holdsHeading = node <= start && page.end[node] > start;
    const isOther = section[page.tag[node]] === 1 || signs.OTHER_PARTS.test(classAndId(page, node));
    if (isOther && !holdsHeading && !(heading !== null && isByHeading(page, node, heading))) node = page.end[node] - 1;
    else nodes.push(node);
  }
  return nodes;
});

/** Nodes from a label far from the heading, such as "Written by", to the name. */
const NODES_OF_NAME = 8;
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

/** Nodes of the rest of the page that are searched. */
const MAX_DISTANT_NODES = 10_000;
/** Levels above an element that are looked at. */
const MAX_LEVELS = 60;
const OTHER_SECTIONS = new Set([...signs.SECTIONS].filter((name) => name !== 'aside'));

/** The nodes in elements about authors and dates that are not around the main heading, without those of navigation, comments and the like. */
export const distantNodes = memoized((page: Page): readonly NodeId[] => {
  const other = tagTable(page, OTHER_SECTIONS);
  const time = page.nameIndex('time');
  const { classOf, relOf } = namesRead(page);
  const { from, to } = page.attributeColumns;
  const isOther = (node: NodeId): boolean =>
    other[page.tag[node]] === 1 || signs.OTHER_PARTS.test(classAndId(page, node));
  const near = surroundingsOf(page);
  const nodes: NodeId[] = [];
  const body = Math.max(1, page.tag.indexOf(page.nameIndex('body')));
  const end = Math.min(page.size, body + MAX_DISTANT_NODES);
  for (let node = body + 1; node < end; node++) {
    if (node === near[0]) node = near[near.length - 1] + 1;
    const isLabel = page.tag[node] === TEXT && isAuthorLabel(page, node);
    if (page.tag[node] === TEXT && !isLabel) continue;
    if (other[page.tag[node]] === 1) {
      node = page.end[node] - 1;
      continue;
    }
    if (page.tag[node] !== time && !isLabel) {
      if (from[node] === to[node] || page.textTo[node] - page.textFrom[node] > MAX_TEXT_LENGTH) continue;
      if (!signs.DISTANT_SIGN.test(classOf(node) ?? '') && relOf(node) !== 'author') continue;
    }
    let outer = node;
    for (let level = 0; level < MAX_LEVELS && outer > body && !isOther(outer); level++) outer = page.parent[outer];
    const last = isLabel ? Math.min(end, node + NODES_OF_NAME) : page.end[node];
    if (outer > body) node = page.end[outer] - 1;
    else for (; node < last; node++) nodes.push(node);
    if (outer <= body) node--;
  }
  return nodes;
});

/** Nodes between the heading and a part that still belongs to it; nodes and characters of such a part. */
const NODES_BETWEEN = 40;
const MAX_PART_NODES = 80;
const MAX_PART_LENGTH = 600;
const BYLINE_PARTS = new Set(['footer', 'nav', 'aside']);

/** A short `footer`, `nav` or `aside` directly before or after the heading is the line of its author and date, not the page's. */
function isByHeading(page: Page, node: NodeId, heading: NodeId): boolean {
  const isNear =
    (node >= page.end[heading] && node <= page.end[heading] + NODES_BETWEEN) ||
    (page.end[node] <= heading && page.names[page.tag[page.parent[node]]] === 'article');
  if (!isNear || page.end[node] - node > MAX_PART_NODES || page.textTo[node] - page.textFrom[node] > MAX_PART_LENGTH)
    return false;
  const name = classAndId(page, node);
  return (
    signs.ABOUT_AUTHOR.test(name) || (BYLINE_PARTS.has(page.names[page.tag[node]]) && !signs.OTHER_PARTS.test(name))
  );
}

/** Maximum length of a visible byline in characters (Readability's bound). */
const MAX_BYLINE_LENGTH = 100;
/** Maximum text of an element that may be a byline, white space included. */
const MAX_TEXT_LENGTH = 1_000;

const MAX_TEXTS = 40;
/** Nodes between two author elements of one byline. */
const NODES_APART = 16;

/** Nodes between the heading and the first paragraphs of the text. */
const NODES_BEFORE_TEXT = 150;
/** Characters of a paragraph around a byline that make it a part of the text. */
const MAX_MORE_TEXT = 80;

/** Characters of a link around a byline that do not make it the link of another article. */
const MAX_CARD_LABEL = 30;

/** Whether a text is a short part of a paragraph: "… a fold by Jane Doe, which …". */
function isInText(page: Page, text: NodeId): boolean {
  const inline = tagTable(page, signs.INLINE);
  let block = page.parent[text];
  for (let level = 0; level < 3 && block > 0 && inline[page.tag[block]] === 1; level++) block = page.parent[block];
  return (
    page.names[page.tag[block]] === 'p' &&
    page.textTo[block] - page.textFrom[block] > page.textTo[text] - page.textFrom[text] + MAX_MORE_TEXT
  );
}

/**
 * The one byline far from the heading, behind the text or in a column beside it; of several different ones nothing tells which is the
 * page's.
 */
export function fromDistantBylines(page: Page, language: string | null): Finding[] {
  const found = new Map<string, Finding>();
  for (const one of fromBylines(page, language, distantNodes(page), 'distant')) {
    const names = authorNames(one.value, language);
    const key = names.map(keyOf).join();
    // A label or a department is more often so far away than an author without a surname.
    const arePersons = names.length > 0 && names.every((name) => kindOfName(name) === 'person');
    if (arePersons && !found.has(key)) found.set(key, one);
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
  let until: NodeId = 0;
  let isNameExpected = false;
  let isOther = false;
  let last: { readonly end: NodeId; readonly name: string } | null = null;
  for (const node of nodes) {
    const length = page.textTo[node] - page.textFrom[node];
    if (node < until || length === 0 || length > MAX_TEXT_LENGTH || page.end[node] - node > MAX_TEXT_NODES) continue;
    if (page.tag[node] === TEXT) {
      if (length > 4 * MAX_BYLINE_LENGTH || (!isNameExpected && !mayAnnounce(textOf(page, node)))) continue;
      const line = spacedText(page, node);
      // Far away, lists of other articles have lines with a date and a name.
      const text = place === 'visible' ? behindDate(line, primary) : line;
      if (text === '' || text.length > MAX_BYLINE_LENGTH) continue;
      const isLine = !isOther && (isNameExpected || isAnnounced(text, primary)) && lettersOf(text) !== headline;
      const isFar = place === 'visible' && heading !== null && node > page.end[heading] + NODES_BEFORE_TEXT;
      if (isLine && !isFar && !isInText(page, node) && !isInCard(page, node)) add(lines, text, `${place} byline`);
      isNameExpected = text.replace(words.LEAD, '') === '' || isParticle(text, primary);
      isOther = signs.OTHER_ROLE.test(text);
      continue;
    }
    if (attributeFrom[node] === attributeTo[node]) continue;
    if (!isAuthorElement(page, node)) {
      const text = page.tag[node] === anchor && isAuthorLink(page, node) ? spacedText(page, node) : '';
      if (!isOther && text.includes(' ') && text.length <= MAX_BYLINE_LENGTH / 2)
        add(lines, text, `${place} link to an author`);
      continue;
    }
    const text = bylineOf(page, node);
    if (text === '' || isOther || words.OTHER_LABEL.exec(text)?.index === 0 || isInCard(page, node)) continue;
    const name = classAndId(page, node);
    // Two elements of one class beside each other are two authors.
    if (last !== null && last.name === name && node - last.end <= NODES_APART && named.length > 0) {
      const { value } = named[named.length - 1];
      named[named.length - 1] = { ...named[named.length - 1], value: `${value}; ${text}` };
    } else add(named, text, `${place} author element`);
    until = page.end[node];
    last = { end: until, name };
  }
  return [...named, ...lines];
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

/** Whether a byline is in a link with more text: that of another article in a list. */
function isInCard(page: Page, node: NodeId): boolean {
  const anchor = page.nameIndex('a');
  const length = page.textTo[node] - page.textFrom[node];
  const link = nearestWith(page, page.parent[node], 7, (up) => page.tag[up] === anchor);
  return link > 0 && page.textTo[link] - page.textFrom[link] > length + MAX_CARD_LABEL;
}

function isAuthorElement(page: Page, node: NodeId): boolean {
  const { from, to } = page.attributeColumns;
  if (from[node] === to[node]) return false;
  const own = classAndId(page, node);
  const isNamed =
    signs.MAY_NAME_AUTHOR.test(own) &&
    (signs.AUTHOR_NAME.test(own) || signs.CAMEL_AUTHOR.test(own)) &&
    !signs.NOT_AUTHOR.test(own);
  return isNamed || namesRead(page).relOf(node)?.toLowerCase() === 'author';
}

/** A quick look, before a text is put into one line: words that announce somebody are at its start. */
const mayAnnounce = (raw: string): boolean => {
  const start = raw.trimStart();
  return (
    start.length > 1 &&
    start.length <= 2 * MAX_BYLINE_LENGTH &&
    (words.LEAD.test(start) ||
      words.CJK_REPORTER.test(start.trimEnd()) ||
      /\d|[|•·]/.test(start) ||
      words.TEXT_LABEL.test(start) ||
      words.PARTICLE_LEAD.test(`${start} x`) ||
      signs.OTHER_ROLE.test(start.trimEnd()))
  );
};

/** Whether a line begins with words that announce an author, and then a name. */
function isAnnounced(text: string, language: string | null): boolean {
  const rest = text.replace(words.LEAD, '');
  if (rest !== text) {
    const initial = rest.charAt(0);
    return rest !== '' && (initial !== initial.toLowerCase() || initial === initial.toUpperCase());
  }
  if (words.CJK_REPORTER.test(text) || (words.TEXT_LABEL.test(text) && words.OTHER_LABEL.exec(text)?.index === 0))
    return true;
  const found = words.PARTICLE_LEAD.exec(text);
  if (found === null || language === null || !isParticleOf(found[1], language)) return false;
  const names = authorNames(text, language);
  return names.length > 0 && names.every((name) => kindOfName(name) === 'person');
}

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
    const name = classAndId(page, node);
    if (
      beside[page.tag[node]] === 1 ||
      (name !== '' && signs.BESIDE_NAME.test(name) && !signs.AUTHOR_NAME.test(name))
    ) {
      texts.push('|');
      node = page.end[node] - 1;
      continue;
    }
    if (node < until) continue;
    if (page.tag[node] === anchor && signs.PERSON_PAGE.test((page.attribute(node, 'href') ?? '').slice(0, 500))) {
      const link = lineOf(textsOf(page, node));
      if (link !== '' && link.length <= MAX_BYLINE_LENGTH && !isNobody(link)) linked.add(link);
      until = page.end[node];
    } else if (page.tag[node] === item || isAuthorElement(page, node)) texts.push(';');
  }
  if (linked.size > 0) return [...linked].join('; ');
  return lineOf(texts);
}

/** The texts in an element, at most {@link MAX_TEXTS}. */
function textsOf(page: Page, element: NodeId): string[] {
  const texts: string[] = [];
  for (let node = element + 1; node < page.end[element] && texts.length < MAX_TEXTS; node++) {
    const text = page.tag[node] === TEXT ? oneLine(textOf(page, node)) : '';
    if (text !== '') texts.push(text);
  }
  return texts;
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
    if (!isJoined || line.length + text.length > 2 * MAX_BYLINE_LENGTH) continue;
    line = line === '' ? text : `${line} ${text}`;
    hasPerson ||= isPerson(line);
  }
  return trimmed(line, ';,|');
}
