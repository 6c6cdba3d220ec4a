/** Visible dates around the main heading, outside navigation, comments and lists of other pages: `<time>` elements and short lines with a date. */
import { attributeReader, type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import { parseDate, VISIBLE_YEARS } from '../dates/dates.js';
import { DATE_ELEMENT, DATED, MODIFIED, PUBLISHED } from './byline-signs-data.js';
import { distantNodes, isInCard, surroundingsOf } from './bylines.js';
import { type Finding, oneLine, spacedText } from './finding.js';
import { hasName } from './heading.js';

const MAX_LINE_LENGTH = 120;
/** Classes of the date of publication among others. */
const OF_PUBLICATION = /publish/i;
/** Maximum length of a date in pieces. */
const MAX_PIECES_LENGTH = 40;

/**
 * The one date that a page shows far from its heading, behind its text or in a column beside it; of several dates nothing tells which
 * one is the page's.
 */
export function fromDistantDates(page: Page, language: string | null): Finding[] {
  const nodes = distantNodes(page);
  const found = [...fromTimeElements(page, nodes), ...fromVisibleDates(page, language, nodes, true)];
  const days = found.map(({ value }) =>
    parseDate(value, { language, years: VISIBLE_YEARS, settle: () => true })?.slice(0, 10),
  );
  return new Set(days).size === 1
    ? found.slice(0, 1).map((one) => ({ ...one, kind: 'distant', source: 'the only visible date' }))
    : [];
}

/** The dates of `<time>` and other elements with `datetime`; those of class `published` or with `pubdate` first. */
export function fromTimeElements(page: Page, nodes: readonly NodeId[] = surroundingsOf(page)): Finding[] {
  const time = page.nameIndex('time');
  const findings: Finding[] = [];
  const first: Finding[] = [];
  const datetimeOf = attributeReader(page, 'datetime');
  const { from, to } = page.attributeColumns;
  for (const node of nodes) {
    const datetime = from[node] === to[node] ? null : datetimeOf(node);
    if (page.tag[node] !== time && datetime === null) continue;
    const value = oneLine(datetime?.trim() || textOf(page, node));
    if (value === '' || value.length > MAX_LINE_LENGTH || isInCard(page, node)) continue;
    const parent = page.parent[node];
    const isNear = (pattern: RegExp): boolean => hasName(page, node, pattern) || hasName(page, parent, pattern);
    const field = isNear(MODIFIED) || MODIFIED.test(textBefore(page, node)) ? 'dateModified' : 'date';
    const finding: Finding = { field, kind: 'time', value, source: '<time datetime>' };
    if (page.attribute(node, 'pubdate') !== null || isNear(OF_PUBLICATION)) first.push(finding);
    else findings.push(finding);
  }
  return [...first, ...findings];
}

/**
 * Dates in short lines of text; those in elements with a class that names dates first.
 *
 * @param isNamedOnly leave out the others
 */
export function fromVisibleDates(
  page: Page,
  language: string | null,
  nodes: readonly NodeId[] = surroundingsOf(page),
  isNamedOnly = false,
): Finding[] {
  const named: Finding[] = [];
  const plain: Finding[] = [];
  const { from, to } = page.attributeColumns;
  // An order of day and month that is not known yet does not make it no date.
  const dateOf = (value: string): string | null =>
    parseDate(value, { language, years: VISIBLE_YEARS, settle: () => true });
  const source = 'visible date near the heading';
  const add = (list: Finding[], value: string, isModified: boolean): void => {
    list.push({ field: isModified ? 'dateModified' : 'date', kind: 'text', value, source });
  };
  for (const node of nodes) {
    const length = page.textTo[node] - page.textFrom[node];
    if (length < 6 || length > MAX_LINE_LENGTH * 2) continue;
    if (page.tag[node] !== TEXT) {
      if (
        from[node] === to[node] ||
        length > 2 * MAX_PIECES_LENGTH ||
        page.end[node] - node > MAX_PIECES_LENGTH ||
        !hasName(page, node, DATE_ELEMENT)
      )
        continue;
      // `<abbr class=published title=2024-03-05>`, and a date in pieces: `<b>5</b> <i>March 2024</i>`.
      const title = page.attribute(node, 'title');
      const value = title !== null && dateOf(title) !== null ? title : spacedText(page, node);
      const isDate =
        page.end[node] > node + 2 && value.length <= MAX_PIECES_LENGTH && (dateOf(value)?.length ?? 0) >= 10;
      if (isDate || value === title)
        add(
          named,
          value,
          hasName(page, node, MODIFIED) || MODIFIED.test(value) || MODIFIED.test(textBefore(page, node)),
        );
      continue;
    }
    const text = textOf(page, node);
    if (!mayBeDate(text)) continue;
    const value = oneLine(text);
    if (value.length < 6 || value.length > MAX_LINE_LENGTH) continue;
    const date = dateOf(value);
    // A month or a year in running text is seldom the day of publication.
    if (date === null || date.length < 10 || isInCard(page, node)) continue;
    const parent = page.parent[node];
    const isNamed = hasName(page, parent, DATED) || hasName(page, page.parent[parent], DATED);
    const modified = value.search(MODIFIED);
    // Elsewhere the line must be the date, perhaps with a few words or that of a change.
    if (!isNamed && value.length > (modified < 0 ? 60 : 100)) continue;
    const list = isNamed ? named : plain;
    // "5 March 2024, updated 6 March", "Updated 6 March, published 5 March": two dates in one line.
    const cut = modified > 0 ? modified : value.search(PUBLISHED);
    const [before, after] = cut > 0 ? [value.slice(0, cut), value.slice(cut)] : ['', ''];
    const isDay = (part: string): boolean => (dateOf(part)?.length ?? 0) >= 10;
    if (isDay(before) && (modified > 0 || isDay(after))) {
      // Of two days without a word between, the later one is a change.
      if (modified >= 0 || `${dateOf(before)}` > `${dateOf(after)}`) add(list, before, modified <= 0);
      if (isDay(after)) add(list, after, modified > 0);
    } else add(list, value, modified >= 0 || MODIFIED.test(textBefore(page, node)));
  }
  return isNamedOnly ? named : [...named, ...plain];
}

/** Whether a text has digits enough for a date, in any script. */
const mayBeDate = (text: string): boolean =>
  /\d{4}|&|[\d元]\s?年|['’‘]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d\d|[〇一二三四五六七八九]{4}年|[\u0660-\u0669\u06f0-\u06f9\u0966-\u1819]{2}/.test(
    text,
  ) || /\d [\u0e00-\u0e7f. ]{3,12} ?\d\d/.test(text);

/** The last characters before a node, after any other date: "Updated: ". */
const textBefore = (page: Page, node: NodeId): string =>
  page.chars.slice(Math.max(0, page.textFrom[node] - 24), page.textFrom[node]).replace(/^.*\d/s, '');
