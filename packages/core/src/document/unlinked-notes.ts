/**
 * Footnotes without links: superscript numbers in the text, and after it either paragraphs that begin with them, or the list under a
 * heading that says so. Powers are superscript numbers, too, so all numbers from 1 on must be found in order.
 */
import {
  firstChild,
  HEADINGS,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  pastBlank,
  tagNames,
  textOf,
} from '@dehusk/html';

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

/** A superscript number. */
interface Mark {
  readonly node: NodeId;
  readonly number: number;
}

/** Finds the notes, each with its reference and the number it begins with; −1 for the number of a list. Linear in the page. */
export function unlinkedNotes(page: Page) {
  const sup = page.nameIndex('sup');
  if (sup < 0) return [];
  const marks: Mark[] = [];
  const labels: (Mark & { readonly body: NodeId })[] = [];
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== sup) continue;
    const number = numberOf(page, node);
    if (number < 0) continue;
    const body = bodyOf(page, node);
    if (body < 0) marks.push({ node, number });
    else labels.push({ node, number, body });
  }
  return marks.length === 0 ? [] : (labelled(page, marks, labels) ?? listed(page, marks));
}

/** The number in a superscript without links; −1 for none. */
function numberOf(page: Page, sup: NodeId): number {
  if (page.textTo[sup] - page.textFrom[sup] > MAX_MARK || page.end[sup] - sup > MAX_NODES) return -1;
  for (let node = sup + 1; node < page.end[sup]; node++) if (nameOf(page, node) === 'a') return -1;
  return Number(NUMBER.exec(textOf(page, sup))?.[1] ?? -1);
}

/** The element whose text begins with a mark and goes on; −1 for none. */
function bodyOf(page: Page, mark: NodeId): NodeId {
  let up = page.parent[mark];
  for (let climbed = 0; climbed < MAX_CLIMB && up > 0; climbed++, up = page.parent[up]) {
    const before = page.textFrom[mark] - page.textFrom[up];
    if (before > MAX_BLANK || page.chars.slice(page.textFrom[up], page.textFrom[mark]).trim() !== '') return -1;
    if (BODIES.has(nameOf(page, up))) return page.textTo[up] - page.textTo[mark] > MAX_MARK ? up : -1;
  }
  return -1;
}

/** Notes that begin with their number: the last run from 1 on. */
function labelled(page: Page, marks: readonly Mark[], labels: readonly (Mark & { readonly body: NodeId })[]) {
  const start = labels.map(({ number }) => number).lastIndexOf(1);
  if (start < 0) return null;
  let end = start;
  while (end < labels.length && labels[end].number === end - start + 1) end++;
  const run = labels.slice(start, end);
  const references = inOrder(page, marks, run.length, run[0].node);
  if (references === null || (run.length === 1 && !isAfterRule(page, run[0].body))) return null;
  return run.map(({ body, node, number }, at) => ({
    body,
    reference: references[at],
    mark: node,
    label: String(number),
  }));
}

/** Notes in the list under their heading. */
function listed(page: Page, marks: readonly Mark[]) {
  for (let node = page.size - 1; node > 0; node--) {
    if (!HEADINGS.has(nameOf(page, node)) || !NOTES_HEADING.test(textOf(page, node).slice(0, MAX_BLANK).trim()))
      continue;
    const list = pastBlank(page, nextSibling(page, node));
    if (list < 0 || nameOf(page, list) !== 'ol') continue;
    const bodies: NodeId[] = [];
    for (let item = firstChild(page, list); item >= 0; item = nextSibling(page, item))
      if (nameOf(page, item) === 'li') bodies.push(item);
    const references = inOrder(page, marks, bodies.length, node);
    return (references ?? []).map((reference, at) => ({
      body: bodies[at],
      reference,
      mark: -1,
      label: String(at + 1),
    }));
  }
  return [];
}

/** The references from 1 to `count`, each after the one before and before the notes; null when one is missing. */
function inOrder(page: Page, marks: readonly Mark[], count: number, notes: NodeId): NodeId[] | null {
  const found: NodeId[] = [];
  // A power stands after a letter, as references do, or after a digit or a bracket, as they do not.
  for (const { node, number } of marks)
    if (node < notes && number === found.length + 1 && !/[\d\s(]/.test(page.chars[page.textFrom[node] - 1] ?? ' '))
      found.push(node);
  return count > 0 && found.length === count ? found : null;
}

function isAfterRule(page: Page, body: NodeId): boolean {
  for (let node = body - 1, seen = 0; node > 0 && seen < MAX_MARK; node--, seen++)
    if (nameOf(page, node) === 'hr') return true;
  return false;
}
