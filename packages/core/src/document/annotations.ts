/** Text that HTML expresses by elements: the quotation marks of `<q>` and the readings of `<ruby>`. */
import { firstChild, type NodeId, nameOf, nextSibling, type Page, singleSpaced, TEXT, textOf } from '@dehusk/html';
import type { Inline } from './document.js';
import type { KeptNodes } from './kept.js';
import { INLINE_ROLES, pageRoles } from './roles.js';

/** Quotation marks by language: outer pair, inner pair. */
const QUOTATION_MARKS: readonly (readonly [languages: string, marks: string])[] = [
  ['de cs sk sl hr sr bs bg is lt et ka', '„“‚‘'],
  ['pl ro hu', '„”«»'],
  ['ru uk be kk hy', '«»„“'],
  ['fr es it ca gl eu el pt sq fa', '«»“”'],
  ['no nb nn', '«»‘’'],
  ['sv fi', '””’’'],
  ['ja', '「」『』'],
];
const ENGLISH_MARKS = '“”‘’';
const MARKS_OF = new Map(
  QUOTATION_MARKS.flatMap(([languages, marks]) => languages.split(' ').map((word) => [word, marks] as const)),
);
const QUOTATION_MARK = /["“”„‟«»‹›‘’‚「」『』]/;
/** Levels above a quotation searched for its language. */
const MAX_CLIMB = 64;
/** Nodes of a quotation or a ruby; those with more are read without marks. */
const MAX_NODES = 300;

/**
 * The marks around a `<q>` in the language of the text.
 *
 * @param depth number of quotations around it
 * @returns null when the page writes them itself, and for a `<q>` around blocks
 */
export function quotationMarks(page: Page, quotation: NodeId, depth: number): readonly [string, string] | null {
  const from = page.textFrom[quotation];
  if (QUOTATION_MARK.test(page.chars.charAt(from - 1)) || QUOTATION_MARK.test(page.chars.charAt(from))) return null;
  const end = page.end[quotation];
  if (end - quotation > MAX_NODES) return null;
  const { roles } = pageRoles(page);
  for (let node = quotation; node < end; node++)
    if (page.tag[node] !== TEXT && !INLINE_ROLES.has(roles[page.tag[node]])) return null;
  const marks = MARKS_OF.get(languageAt(page, quotation)) ?? ENGLISH_MARKS;
  const at = depth % 2 === 0 ? 0 : 2;
  return [marks.charAt(at), marks.charAt(at + 1)];
}

/** The primary language subtag of an element, lower case; empty when none is declared. */
function languageAt(page: Page, node: NodeId): string {
  for (let climbed = 0, up = node; up > 0 && climbed < MAX_CLIMB; climbed++, up = page.parent[up]) {
    const language = page.attribute(up, 'lang');
    if (language !== null) return /^[a-z]*/i.exec(language.trim())?.[0].toLowerCase() ?? '';
  }
  return '';
}

/** The bases of a `<ruby>` with their readings, and text without one; null when no reading is kept. */
export function rubyOf(page: Page, ruby: NodeId, { kept }: KeptNodes): Inline[] | null {
  if (page.end[ruby] - ruby > MAX_NODES) return null;
  const textIn = (node: NodeId): string => {
    const texts: string[] = [];
    for (let at = node; at < page.end[node]; at++)
      if (page.tag[at] === TEXT && kept[at] === 1) texts.push(textOf(page, at));
    return singleSpaced(texts.join('')).trim();
  };
  const pieces: Inline[] = [];
  let bases: string[] = [];
  let readings: string[] = [];
  const add = (base: string, reading: string): void => {
    if (base === '' || reading === '') {
      if (base + reading !== '') pieces.push({ type: 'text', text: base + reading });
    } else pieces.push({ type: 'ruby', inline: [{ type: 'text', text: base }], reading });
  };
  const flush = (): void => {
    if (bases.length === readings.length) for (const [at, base] of bases.entries()) add(base, readings[at]);
    else add(bases.join(''), readings.join(' '));
    bases = [];
    readings = [];
  };
  for (let child = firstChild(page, ruby); child >= 0; child = nextSibling(page, child)) {
    const name = nameOf(page, child);
    if (name === 'rp') continue;
    const text = textIn(child);
    if (text === '') continue;
    if (name === 'rt' || name === 'rtc') readings.push(text);
    else {
      if (readings.length > 0) flush();
      bases.push(text);
    }
  }
  flush();
  return pieces.some((piece) => piece.type === 'ruby') ? pieces : null;
}
