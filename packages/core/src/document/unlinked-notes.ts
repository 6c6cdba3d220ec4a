/**
 * Footnotes without links: superscript numbers or numbers in brackets in the text, and paragraphs that begin with them, the list under
 * a heading that says so, or numbered lists beside the text. Powers are superscript numbers, too, so all of those from 1 on must be found in order.
 */
import { HEADINGS, type NodeId, nameOf, nextSibling, type Page, pastBlank, TEXT, tagNames, textOf } from '@dehusk/html';
import { itemsOf } from './roles.js';

const NUMBER = /^\s*[[(]?(\d{1,3})[\])]?\s*$/;
const MAX_MARK = 8;
const MAX_NODES = 20;
/** White space before the number of a note. */
const MAX_BLANK = 40;
/** Elements that begin with the number of a note. */
const BODIES = tagNames('p div li');
/** Levels above a number searched for them. */
const MAX_CLIMB = 3;
const NOTES_HEADING =
  /^(?:foot ?notes?|end ?notes?|notes?|references|fu(?:ß|ss)noten|anmerkungen|notes de bas de page|notas(?: al pie)?|note|примечания|сноски|脚注|注释|注釋|注):?$/i;

/** What stands before a reference. */
const AFTER_WORD = /[^\d\s(]$|[.!?]\s$/;
const BRACKETED = /\[(\d{1,3})\](?!\()/g;
/** Elements in which brackets are no marks. */
const NO_MARKS = tagNames(HEADINGS, 'a pre code samp tt math svg script style textarea button');

/** A superscript number or, with its place in the page's characters, one in brackets. */
interface Mark {
  readonly node: NodeId;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}
interface Label extends Mark {
  readonly body: NodeId;
}

/** Finds the notes of superscripts, each with its reference and the number it begins with; −1 for the number of a list. Linear in the page. */
export function unlinkedNotes(page: Page) {
  const [sup, strong, bold] = ['sup', 'strong', 'b'].map(page.nameIndex);
  if (sup < 0) return [];
  const marks: Mark[] = [];
  const labels: Label[] = [];
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    const number = tag === sup || tag === strong || tag === bold ? numberOf(page, node) : -1;
    if (number < 0) continue;
    const mark = { node, number, from: page.textFrom[node], to: page.textTo[node] };
    const body = bodyOf(page, mark);
    if (body >= 0) labels.push({ ...mark, body });
    else if (tag === sup) marks.push(mark);
  }
  if (marks.length === 0) return [];
  const run = lastRun(page, labels);
  const references = run.length === 0 ? null : inOrder(page, marks, run.length, run[0].node);
  if (references !== null)
    return run.map(({ body, node: mark }, at) => ({ body, reference: references[at], mark, label: `${at + 1}` }));
  for (const { bodies, end } of [listUnderHeading(page), listsBeside(page)]) {
    const found = inOrder(page, marks, bodies.length, end);
    if (found !== null)
      return found.map((reference, at) => ({ body: bodies[at], reference, mark: -1, label: String(at + 1) }));
  }
  return [];
}

/** Finds the numbers in brackets that refer to notes, in document order. Linear in the page. */
export function bracketedNotes(page: Page) {
  if (!page.chars.includes('[1]')) return [];
  const marks: Mark[] = [];
  const labels: Label[] = [];
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT)
      for (const found of textOf(page, node).matchAll(BRACKETED)) {
        const from = page.textFrom[node] + found.index;
        const mark = { node, number: Number(found[1]), from, to: from + found[0].length };
        const body = bodyOf(page, mark);
        if (body < 0) marks.push(mark);
        else labels.push({ ...mark, body });
      }
    else if (NO_MARKS.has(nameOf(page, node))) node = page.end[node] - 1;
  }
  const run = lastRun(page, labels);
  const { bodies, end } =
    run.length > 0 ? { bodies: run.map(({ body }) => body), end: run[0].node } : listUnderHeading(page);
  const references = marks.filter(({ node }) => node < end);
  const isAll = references.every(({ number }) => number >= 1 && number <= bodies.length);
  const isMost = new Set(references.map(({ number }) => number)).size * 2 > bodies.length;
  return isAll && isMost ? references.map((one): Label => ({ ...one, body: bodies[one.number - 1] })) : [];
}

/** The number in a superscript without links; −1 for none. */
function numberOf(page: Page, sup: NodeId): number {
  if (page.textTo[sup] - page.textFrom[sup] > MAX_MARK || page.end[sup] - sup > MAX_NODES) return -1;
  for (let node = sup + 1; node < page.end[sup]; node++) if (nameOf(page, node) === 'a') return -1;
  return Number(NUMBER.exec(textOf(page, sup))?.[1] ?? -1);
}

/** The element whose text begins with a mark and goes on; −1 for none. */
function bodyOf(page: Page, { node, from, to }: Mark): NodeId {
  let up = page.parent[node];
  for (let climbed = 0; climbed < MAX_CLIMB && up > 0; climbed++, up = page.parent[up]) {
    if (from - page.textFrom[up] > MAX_BLANK || page.chars.slice(page.textFrom[up], from).trim() !== '') return -1;
    if (BODIES.has(nameOf(page, up))) return page.textTo[up] - to > MAX_MARK ? up : -1;
  }
  return -1;
}

/** The last labels that count from 1 on; a single one only after a rule. */
function lastRun(page: Page, labels: readonly Label[]): readonly Label[] {
  const start = labels.map(({ number }) => number).lastIndexOf(1);
  if (start < 0) return [];
  let end = start;
  while (end < labels.length && labels[end].number === end - start + 1) end++;
  return end - start === 1 && !isAfterRule(page, labels[start].body) ? [] : labels.slice(start, end);
}

/** The items of the list under a heading of notes, and where the text with the references ends. */
function listUnderHeading(page: Page): { readonly bodies: readonly NodeId[]; readonly end: NodeId } {
  for (let node = page.size - 1; node > 0; node--) {
    if (!HEADINGS.has(nameOf(page, node)) || !NOTES_HEADING.test(textOf(page, node).slice(0, MAX_BLANK).trim()))
      continue;
    const list = pastBlank(page, nextSibling(page, node));
    if (list >= 0 && nameOf(page, list) === 'ol') return { bodies: itemsOf(page, list), end: node };
  }
  return { bodies: [], end: 0 };
}

/** The items of lists in boxes beside the text that count on from each other. */
function listsBeside(page: Page): ReturnType<typeof listUnderHeading> {
  const bodies: NodeId[] = [];
  const list = page.nameIndex('aside') < 0 ? -1 : page.nameIndex('ol');
  for (let node = 1; node < page.size && list >= 0; node++)
    if (page.tag[node] === list && nameOf(page, page.parent[node]) === 'aside')
      if (Number(page.attribute(node, 'start') ?? 1) === bodies.length + 1) bodies.push(...itemsOf(page, node));
  return { bodies, end: page.size };
}

/** The references from 1 to `count`, each after the one before and before the notes; null when one is missing. */
function inOrder(page: Page, marks: readonly Mark[], count: number, notes: NodeId): NodeId[] | null {
  const found: NodeId[] = [];
  // A power stands after a letter, as references do, or after a digit or a bracket, as they do not.
  for (const { node, number, from } of marks)
    if (node < notes && number === found.length + 1 && AFTER_WORD.test(page.chars.slice(Math.max(0, from - 2), from)))
      found.push(node);
  return count > 0 && found.length === count ? found : null;
}

function isAfterRule(page: Page, body: NodeId): boolean {
  for (let node = body - 1, seen = 0; node > 0 && seen < MAX_MARK; node--, seen++)
    if (nameOf(page, node) === 'hr') return true;
  return false;
}
