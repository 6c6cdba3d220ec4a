/**
 * The elements of a page that name a person or a moment: every post and comment has both, in any template.
 *
 * Authors: `itemprop=author`, `rel=author`, classes that name an author, links to profiles, attributes such as `data-author`.
 * Dates: `<time>`, `itemprop`, attributes with seconds since 1970, titles, and short texts that are a date. Repetition decides which
 * of them belong to records (`record-groups.ts`).
 */
import {
  classTest,
  LETTERS,
  memoized,
  memoizedColumns,
  type NodeId,
  newColumn,
  type Page,
  TEXT,
  tagNames,
  tagTable,
  textOf,
  UNREAD,
} from '@dehusk/html';
import { parseDate, VISIBLE_YEARS } from '../dates/dates.js';
import { oneLine, spacedText } from '../metadata/finding.js';
import { chosenAuthors, declaredLanguage } from '../metadata/read-metadata.js';
import * as signs from './byline-signs-data.js';

/** An element that names an author or a date. */
export interface Byline {
  readonly node: NodeId;
  readonly kind: 'author' | 'date';
  /** Confidence, 1…5; see the tables below. */
  readonly rank: number;
  /** The name; or the date, ISO 8601 when it can be read, else as written. */
  readonly value: string;
  /** The value as written. */
  readonly written: string;
}

/** Elements whose text is not shown. */
const NOT_SHOWN = tagNames(UNREAD, 'iframe object audio video');
/** Maximum length of a name, and of a date with a few words, in characters. */
const MAX_NAME = 60;
const MAX_DATE = 80;
const MAX_LINE = MAX_NAME * 5;
/** Maximum number of bylines read from a page. A thread of 1,000 posts has about 4,000. */
const MAX_BYLINES = 20_000;
/** Maximum characters read of a class attribute. */
const MAX_CLASS = 300;

const isAgo = (text: string): boolean =>
  signs.UNITS.has(signs.AGO.exec(text)?.[1].toLowerCase() ?? '') || signs.RECENT_DAY.test(text);

function isAgoElsewhere(text: string): boolean {
  const unit = (signs.AGO_BEHIND.exec(text) ?? signs.AGO_BEFORE.exec(text))?.[1];
  if (unit !== undefined) return signs.ALL_LETTERS.test(unit);
  const day = signs.DAY_ELSEWHERE.exec(text);
  return day === null ? signs.AGO_WITHOUT_SPACES.test(text) : !signs.BEGINS_WITH_LETTER.test(day[1]);
}

const ATTRIBUTES = [
  ...['class', 'itemprop', 'content', 'rel', 'href', 'datetime', 'title'],
  ...signs.AUTHOR_ATTRIBUTES,
  ...signs.DATE_ATTRIBUTES,
];
const [, ITEMPROP, CONTENT, REL, HREF, DATETIME, TITLE, FIRST_AUTHOR] = ATTRIBUTES.keys();
const FIRST_DATE = FIRST_AUTHOR + signs.AUTHOR_ATTRIBUTES.length;
/** The attributes of authors and of dates, as bits. */
const AUTHOR_BITS = (1 << ITEMPROP) | (1 << REL) | (1 << HREF) | ((1 << FIRST_DATE) - (1 << FIRST_AUTHOR));
const DATE_BITS = (1 << ITEMPROP) | (1 << DATETIME) | (1 << TITLE) | ((1 << ATTRIBUTES.length) - (1 << FIRST_DATE));

/** Per node, the number of characters of shown text before it; length `size + 1`. White space between elements does not count. */
export const shownCharacters: (page: Page) => Uint32Array = memoizedColumns((page: Page) => {
  const hidden = tagTable(page, NOT_SHOWN);
  const before = newColumn(Uint32Array, page.size + 1);
  let until = 0;
  for (let node = 0; node < page.size; node++) {
    let own = 0;
    if (node >= until) {
      if (hidden[page.tag[node]] === 1) until = page.end[node];
      else if (page.tag[node] === TEXT && !isBlank(page, node)) own = page.textTo[node] - page.textFrom[node];
    }
    before[node + 1] = before[node] + own;
  }
  return before;
});

function isBlank(page: Page, node: NodeId): boolean {
  for (let at = page.textFrom[node]; at < page.textTo[node]; at++) if (page.chars.charCodeAt(at) > 0x20) return false;
  return true;
}

/** Per node, and one past the last: characters of shown text in links before it. */
export const linkedCharacters = memoizedColumns((page: Page): Uint32Array => {
  const shown = shownCharacters(page);
  const anchor = page.nameIndex('a');
  const before = newColumn(Uint32Array, page.size + 1);
  let until = 0;
  for (let node = 0; node < page.size; node++) {
    if (page.tag[node] === anchor) until = Math.max(until, page.end[node]);
    before[node + 1] = before[node] + (node < until ? shown[node + 1] - shown[node] : 0);
  }
  return before;
});

/** The authors of the metadata; not those of elements with a telling class, which headings have too. */
export function authorsOfPage(page: Page): readonly string[] {
  const chosen = chosenAuthors(page);
  return chosen === null || /element$/.test(chosen.source) ? [] : chosen.value;
}

/** All bylines in document order. The declared language decides dates such as 03/04/2020. */
export const bylinesOf: (page: Page) => readonly Byline[] = memoized((page: Page) => {
  const language = declaredLanguage(page);
  const shown = shownCharacters(page);
  const bylines: Byline[] = [];
  const anchor = page.nameIndex('a');
  const time = page.nameIndex('time');
  const attributes = new AttributeReading(page, ATTRIBUTES);
  const isNameClass = classTest(page, signs.NAME_CLASS, MAX_CLASS);
  const isAvatar = classTest(page, /avatar/i, MAX_CLASS);
  const isAuthorClass = classTest(page, signs.AUTHOR_CLASS, MAX_CLASS);
  const isNoAuthor = classTest(page, signs.NOT_AUTHOR_CLASS, MAX_CLASS);
  const isDateClass = classTest(page, signs.DATE_CLASS, MAX_CLASS);
  const isOtherDate = classTest(page, signs.OTHER_DATE, MAX_CLASS);
  let dated: NodeId = -1;
  for (let node = 1; node < page.size && bylines.length < MAX_BYLINES; node++) {
    if (page.tag[node] === TEXT) {
      if (shown[node + 1] === shown[node]) continue;
      // The text of an element with a date in its attributes repeats that date.
      const date = dated >= 0 && node < page.end[dated] ? null : dateInText(page, node, language);
      if (date !== null) bylines.push(date);
      continue;
    }
    const isTime = page.tag[node] === time;
    const present = attributes.look(node);
    if (present === 0 && !isTime) continue;
    const length = page.textTo[node] - page.textFrom[node];
    const isLine = length > 0 && length <= MAX_LINE;
    const isName = isLine && isNameClass(node) && !isAvatar(node);
    const isAuthor = isLine && isAuthorClass(node) && !isNoAuthor(node);
    const author =
      isName || isAuthor || (present & AUTHOR_BITS) !== 0
        ? authorAt(page, node, attributes, { isName, isAuthor }, page.tag[node] === anchor)
        : null;
    if (author !== null) bylines.push(author);
    const isDate = length <= MAX_DATE * 2 && isDateClass(node);
    if (!(isDate || isTime || (present & DATE_BITS) !== 0) || isOtherDate(node)) continue;
    const date = dateAt(page, node, attributes, isDate, isTime, language);
    if (date !== null) {
      bylines.push(date);
      if (length <= MAX_DATE * 2) dated = node;
    }
  }
  return bylines;
});

/** Per node, and one past the last: bylines before it. The heading of a post may be the name of its author. */
export const bylinesBefore = memoizedColumns((page: Page): Uint32Array => {
  const before = newColumn(Uint32Array, page.size + 1);
  const bylines = bylinesOf(page);
  for (const { node } of bylines) before[node + 1]++;
  if (bylines.length === 0) return before;
  for (let node = 0; node < page.size; node++) before[node + 1] += before[node];
  return before;
});

function authorAt(
  page: Page,
  node: NodeId,
  attributes: AttributeReading,
  named: { readonly isName: boolean; readonly isAuthor: boolean },
  isLink: boolean,
): Byline | null {
  const byline = (rank: number, value: string): Byline | null =>
    value.length > MAX_NAME || !isName(value) ? null : { node, kind: 'author', rank, value, written: value };
  for (let place = FIRST_AUTHOR; place < FIRST_DATE; place++) {
    const value = attributes.value(place);
    if (value !== null && value.trim() !== '') return byline(5, oneLine(value));
  }
  const length = page.textTo[node] - page.textFrom[node];
  const property = attributes.value(ITEMPROP);
  if (property !== null && /^(?:author|creator)$/i.test(property.trim())) {
    const content = attributes.value(CONTENT);
    if (content !== null) return byline(4, nameIn(content));
    if (length < MAX_LINE) return byline(4, nameIn(spacedText(page, node)));
  }
  if (length === 0 || length > MAX_LINE) return null;
  const isProfile = isLink && signs.PROFILE.test((attributes.value(HREF) ?? '').slice(0, 500));
  const isAuthor = isLink && attributes.value(REL)?.toLowerCase() === 'author';
  let rank = isAuthor ? 4 : isProfile ? 2 : 0;
  if (named.isName) rank = isProfile ? 5 : 4;
  else if (named.isAuthor) rank = isProfile ? 5 : Math.max(rank, 3);
  if (rank === 0) return null;
  const linked = isLink ? null : profileLinkIn(page, node);
  return byline(rank, nameIn(linked === null ? firstLine(page, node) : spacedText(page, linked)));
}

/** False for texts that name nobody: buttons, counts, days of the week, nothing. */
export const isName = (text: string): boolean => !signs.NO_LETTER.test(text) && !signs.NO_NAME.test(text);

/** The text before the first line break: below the name is what a board knows of its member. All text when nothing is before it. */
function firstLine(page: Page, node: NodeId): string {
  const all = spacedText(page, node);
  const end = Math.min(page.end[node], node + MAX_LINE_NODES);
  const breaks = page.nameIndex('br');
  let at = node + 1;
  while (at < end && page.tag[at] !== breaks) at++;
  if (at === end) return all;
  const line = oneLine(page.chars.slice(page.textFrom[node], page.textFrom[at]));
  return line === '' || !all.startsWith(line) ? all : line;
}

/** Maximum number of elements of an author's line searched for the link to the profile. */
const MAX_LINE_NODES = 60;

/** The first link to a profile with text inside an element: the name among ranks, badges and counts. */
function profileLinkIn(page: Page, node: NodeId): NodeId | null {
  const anchor = page.nameIndex('a');
  for (let inner = node + 1; inner < Math.min(page.end[node], node + MAX_LINE_NODES); inner++)
    if (
      page.tag[inner] === anchor &&
      signs.PROFILE.test((page.attribute(inner, 'href') ?? '').slice(0, 500)) &&
      isName(spacedText(page, inner))
    )
      return inner;
  return null;
}

const DATE_BEHIND_NAME = new RegExp(
  String.raw`(?:\s+[|•·]\s|\s*[|•·,(–-]?\s+(?:(?:on|at|am|le|el)\s+)?(?:\d{1,4}[-/.] ?\d|\d{1,2}\.? [${LETTERS}]{3,9}\.?,? \d{4}|[${LETTERS}]{3,9}\.? \d{1,2},? \d{4}|\d+ [${LETTERS}]{3,8} ago\b)).*$`,
  's',
);

/** A name without the words around it: "by Jane", "Jane says:", "@jane". */
function nameIn(text: string): string {
  return oneLine(text)
    .replace(/^(?:(?:posted|written|started|asked|answered|submitted) )?(?:by|von|par|por|di|door):?\s+/i, '')
    .replace(DATE_BEHIND_NAME, '')
    .replace(/\s*(?:says|said|wrote|schreibt|sagt|dit|dice|diz|a dit|replied|commented)?\s*[:,»|•·–♦-]*\s*$/i, '')
    .trim();
}

function dateAt(
  page: Page,
  node: NodeId,
  attributes: AttributeReading,
  isDate: boolean,
  isTime: boolean,
  language: string | null,
): Byline | null {
  const read = (rank: number, written: string | null, raw = false): Byline | null => {
    const value = written === null ? '' : oneLine(written);
    if (value === '' || value.length > MAX_DATE) return null;
    const date = parseDate(value, { language, years: VISIBLE_YEARS });
    if (date !== null && date.length >= 10) return { node, kind: 'date', rank, value: date, written: value };
    return raw ? { node, kind: 'date', rank: Math.min(rank, 2), value, written: value } : null;
  };
  const property = attributes.value(ITEMPROP);
  if (property !== null && /modified/i.test(property)) return null;
  const datetime = attributes.value(DATETIME);
  if (property !== null && signs.DATE_PROPERTY.test(property.trim()))
    return read(5, attributes.value(CONTENT) ?? datetime ?? spacedText(page, node));
  const title = attributes.value(TITLE);
  if (isTime || datetime !== null) {
    if (isOther(page, node)) return null;
    return read(5, datetime) ?? read(4, title) ?? read(4, spacedText(page, node), isTime);
  }
  for (let place = FIRST_DATE; place < ATTRIBUTES.length; place++) {
    const value = attributes.value(place);
    const found = value === null || isOther(page, node) ? null : read(4, value);
    if (found !== null) return found;
  }
  if (
    title !== null &&
    title.length <= MAX_DATE &&
    /\d{4}/.test(title) &&
    !isOther(page, node) &&
    !signs.OTHER_DATE.test(title)
  ) {
    const found = read(4, title);
    if (found !== null) return found;
  }
  if (isDate) {
    const text = spacedText(page, node);
    if (isAgo(text) || isAgoElsewhere(text)) return { node, kind: 'date', rank: 2, value: text, written: text };
  }
  return null;
}

/** A short text that is a date with a few words; the byline is the element around it. */
function dateInText(page: Page, node: NodeId, language: string | null): Byline | null {
  const length = page.textTo[node] - page.textFrom[node];
  if (length < 4 || length > MAX_DATE * 2) return null;
  const text = textOf(page, node);
  if (!/\d/.test(text)) return null;
  const value = oneLine(text);
  if (value.length > MAX_DATE) return null;
  const date = dateWritten(value, language);
  if (date === null || namesOther(value) || isOther(page, node)) return null;
  if (signs.OTHER_DATE_ELSEWHERE.test(value.slice(0, value.search(/\d/)))) return null;
  const parent = page.parent[node];
  const exact = date.rank === 1 ? momentInAddress(page.attribute(parent, 'href')) : null;
  return { node: parent, kind: 'date', rank: date.rank, value: exact ?? date.value, written: value };
}

/** The moment in the address of a relative time, as in a timeline: `?from=2010-02-02T13%3A37`. */
function momentInAddress(href: string | null): string | null {
  const found = href === null ? null : signs.MOMENT_IN_ADDRESS.exec(href.slice(0, 500));
  return found === null ? null : parseDate(found[1].replace(/%3A/gi, ':'), { language: null, years: VISIBLE_YEARS });
}

function dateWritten(value: string, language: string | null): { readonly rank: number; readonly value: string } | null {
  const isElsewhere = isAgoElsewhere(value);
  if (value.length < 6 && !isElsewhere) return null;
  const date = parseDate(value, { language, years: VISIBLE_YEARS });
  if (date !== null && date.length >= 10) return { rank: 3, value: date };
  // Numbers that may be day and month or month and day are a date nonetheless.
  const isDate =
    /^\D{0,12}\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?:,? \d{1,2}:\d{2}.{0,6})?,?$/.test(value) ||
    isElsewhere ||
    (value.length < 40 && isAgo(value));
  return isDate ? { rank: 1, value } : null;
}

/** True when the words before a date name another event: "Joined: ", "Last edited ". */
const isOther = (page: Page, node: NodeId): boolean =>
  namesOther(page.chars.slice(Math.max(0, page.textFrom[node] - 24), page.textFrom[node]).trimEnd());

const namesOther = (text: string): boolean => signs.OTHER_DATE.test(text) || signs.OTHER_DATE_ELSEWHERE.test(text);

/**
 * Reads several attributes of many elements. Their names are looked up once, and the attributes of an element are passed once, so
 * that most elements, which have none of them, cost next to nothing.
 */
class AttributeReading {
  /** Per attribute name of the page: its place in the list of names, or −1. */
  private readonly places: Int8Array;
  /** Per place: the attribute of the element looked at, when it has it. */
  private readonly found: Int32Array;
  /** Bit p is 1 when the element looked at has the attribute at place p. */
  private present = 0;

  /** @param names at most 32, in lower case */
  constructor(
    private readonly page: Page,
    names: readonly string[],
  ) {
    this.places = Int8Array.from(page.attributeColumns.names, (name) => names.indexOf(name));
    this.found = new Int32Array(names.length);
  }

  /** Looks at an element. Returns the places of its attributes as bits. */
  look(node: NodeId): number {
    const { from, to, name } = this.page.attributeColumns;
    this.present = 0;
    for (let at = from[node]; at < to[node]; at++) {
      const place = this.places[name[at]];
      if (place < 0) continue;
      this.found[place] = at;
      this.present |= 1 << place;
    }
    return this.present;
  }

  /** The value of the attribute at a place in the list of names, or null. */
  value(place: number): string | null {
    return (this.present & (1 << place)) === 0 ? null : this.page.attributeColumns.value(this.found[place]);
  }
}

const NUMBERS = /^\D{0,12}(\d{1,2})([-/.])(\d{1,2})\2\d{4}/;

/**
 * The dates of posts. Those left as written because day and month may be swapped are read in the order that the other dates show.
 *
 * @param dates value and text as written, null for posts without
 */
export function withKnownOrder(
  dates: readonly ({ readonly value: string; readonly written: string } | null)[],
): (string | null)[] {
  let dayFirst = false;
  let monthFirst = false;
  for (const date of dates) {
    const found = date === null ? null : NUMBERS.exec(date.written);
    if (found === null) continue;
    if (Number(found[1]) > 12) dayFirst = true;
    if (Number(found[3]) > 12) monthFirst = true;
  }
  // Neither order is shown, or both by mistakes: the order is unknown.
  const language = dayFirst === monthFirst ? null : dayFirst ? 'en-GB' : 'en-US';
  return dates.map((date) => {
    if (date === null || language === null || date.value !== date.written || !NUMBERS.test(date.written))
      return date?.value ?? null;
    return parseDate(date.written, { language, years: VISIBLE_YEARS }) ?? date.value;
  });
}
