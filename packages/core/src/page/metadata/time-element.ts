/** `<time>` elements and visible dates around the main heading. */
import { type NodeId, type Page, TEXT, textOf } from '../page.js';
import { parseDate, VISIBLE_YEARS } from './dates.js';
import { type Finding, oneLine } from './finding.js';
import type { Surroundings } from './surroundings.js';

const MODIFIED =
  /updated|modified|lastmod|aktualisiert|actualizado|atualizado|mis à jour|aggiornato|bijgewerkt|обновлен|更新/i;
const DATED = /date|time|publish|posted|pub-|meta|byline|info|dateline/i;
/** Longest text that is a line with a date, in characters. */
const MAX_LINE_LENGTH = 120;

/** The dates of `<time>`; those of class `published` or with `pubdate` first. */
export function fromTimeElements(page: Page, around: Surroundings): Finding[] {
  const time = page.nameIndex('time');
  if (time < 0) return [];
  const findings: Finding[] = [];
  const first: Finding[] = [];
  for (const node of around.nodes) {
    if (page.tag[node] !== time) continue;
    const value = oneLine(page.attribute(node, 'datetime') ?? textOf(page, node));
    if (value === '' || value.length > MAX_LINE_LENGTH) continue;
    const parent = page.parent[node];
    const name = `${nameOfNode(page, node)} ${nameOfNode(page, parent)}`;
    const field = MODIFIED.test(name) || MODIFIED.test(textBefore(page, node)) ? 'dateModified' : 'datePublished';
    const finding: Finding = { field, kind: 'time', value, source: '<time datetime>' };
    if (page.attribute(node, 'pubdate') !== null || /publish/i.test(name)) first.push(finding);
    else findings.push(finding);
  }
  return [...first, ...findings];
}

/** Dates in short lines of text near the heading: those of dated class names first. */
export function fromVisibleDates(page: Page, around: Surroundings, language: string | null): Finding[] {
  const named: Finding[] = [];
  const plain: Finding[] = [];
  for (const node of around.nodes) {
    if (page.tag[node] !== TEXT) continue;
    const length = page.textTo[node] - page.textFrom[node];
    if (length < 6 || length > MAX_LINE_LENGTH * 2) continue;
    const value = oneLine(textOf(page, node));
    if (value.length < 6 || value.length > MAX_LINE_LENGTH || !/\d/.test(value)) continue;
    const date = parseDate(value, { language, years: VISIBLE_YEARS });
    // A month or a year in a text is seldom the day of publication.
    if (date === null || date.length < 10) continue;
    const parent = page.parent[node];
    const isNamed = DATED.test(nameOfNode(page, parent)) || DATED.test(nameOfNode(page, page.parent[parent]));
    // Without a telling class name the line must be the date, perhaps with a few words.
    if (!isNamed && value.length > 60) continue;
    const isModified = MODIFIED.test(value) || MODIFIED.test(textBefore(page, node));
    const field = isModified ? 'dateModified' : 'datePublished';
    (isNamed ? named : plain).push({ field, kind: 'text', value, source: 'visible date near the heading' });
  }
  return [...named, ...plain];
}

const nameOfNode = (page: Page, node: NodeId): string =>
  node < 0 ? '' : `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, 300);

/** The last characters before a node: "Updated: ". */
const textBefore = (page: Page, node: NodeId): string =>
  page.chars.slice(Math.max(0, page.textFrom[node] - 24), page.textFrom[node]);
