/**
 * CSS selectors over the columns of a page: Selectors Level 4 without namespaces, pseudo-elements, and states of a browser.
 *
 * Every part of a selector is matched on all elements at once: one pass marks the elements a compound matches, and one moves the marks
 * to the elements a combinator leads to. Time: parts of the selector × nodes of the page, on hostile pages too.
 */
import { type AstPseudoClass, type AstRule, type AstSelector, createParser } from 'css-selector-parser';
import { valueTest } from './classes.js';
import { attributeReader, type NodeId, type Page, previousSiblings, TEXT } from './page.js';

/** A parsed selector or list of selectors. */
export type Selector = AstSelector;

const PSEUDO_CLASSES = {
  NoArgument: 'root empty first-child last-child only-child first-of-type last-of-type only-of-type'.split(' '),
  Formula: 'nth-child nth-last-child nth-of-type nth-last-of-type'.split(' '),
  Selector: 'is where not has'.split(' '),
};

const read = createParser({
  syntax: {
    tag: { wildcard: true },
    ids: true,
    classNames: true,
    combinators: ['>', '+', '~'],
    attributes: { operators: ['=', '~=', '|=', '^=', '$=', '*='], caseSensitivityModifiers: ['i', 's'] },
    pseudoClasses: { definitions: PSEUDO_CLASSES },
  },
});

/** Bound on the length of a selector, in characters: its parts cost a pass over the page each. */
const MAX_CHARACTERS = 2_000;

/**
 * Parses a selector or a list of selectors.
 *
 * @param option the option that holds it, for the message
 * @throws TypeError naming the option, the selector, the fault and its position
 */
export function parseSelector(option: string, text: string): Selector {
  if (typeof text !== 'string')
    throw new TypeError(`${option} got a ${typeof text}, expected a CSS selector or a list of them`);
  if (text.length > MAX_CHARACTERS)
    throw new TypeError(
      `${option} got a selector of ${text.length} characters, expected at most ${MAX_CHARACTERS}; pass several selectors`,
    );
  try {
    return read(text);
  } catch (error) {
    const { message, position = 0 } = error as Error & { readonly position?: number };
    const [, fault = message] = /parse error: (.*?)\.?(?: It is defined in| Pos): /.exec(message) ?? [];
    const known = /pseudo-class/.test(fault)
      ? ` (there are: ${Object.values(PSEUDO_CLASSES).flat().sort().join(', ')})`
      : '';
    throw new TypeError(
      `${option} got "${text}", expected a CSS selector: ${fault.charAt(0).toLowerCase()}${fault.slice(1)} at position ${Math.max(0, position) + 1}${known}`,
    );
  }
}

/** Per node: 1 for the elements that a selector matches. */
export function matchingElements(page: Page, { rules }: Selector): Uint8Array {
  return union(
    page,
    rules.map((rule) => matchingRule(page, rule)),
  );
}

function matchingRule(page: Page, rule: AstRule): Uint8Array {
  let marks = keepCompound(page, elements(page), rule);
  for (let part = rule.nestedRule; part !== undefined; part = part.nestedRule)
    marks = keepCompound(page, reached(page, marks, part.combinator), part);
  return marks;
}

/** The elements that a relative selector leads from, as in `:has(> img)`. */
function matchingFrom(page: Page, rule: AstRule): Uint8Array {
  const parts: AstRule[] = [];
  for (let part: AstRule | undefined = rule; part !== undefined; part = part.nestedRule) parts.unshift(part);
  let marks = elements(page);
  for (const part of parts) marks = reachedBack(page, keepCompound(page, marks, part), part.combinator);
  return marks;
}

function elements({ tag, size }: Page): Uint8Array {
  const marks = new Uint8Array(size);
  for (let node = 1; node < size; node++) if (tag[node] !== TEXT) marks[node] = 1;
  return marks;
}

function union(page: Page, [first, ...others]: readonly Uint8Array[]): Uint8Array {
  for (const marks of others) for (let node = 1; node < page.size; node++) first[node] |= marks[node];
  return first;
}

/** The step of a combinator back from an element: to its parent or the sibling before; and whether it is repeated. */
function stepOf(page: Page, combinator: string | undefined): { readonly back: Int32Array; readonly repeats: boolean } {
  const back = combinator === '+' || combinator === '~' ? previousSiblings(page) : page.parent;
  return { back, repeats: combinator === undefined || combinator === '~' };
}

/** The elements that a combinator leads to from marked ones. */
function reached(page: Page, marks: Uint8Array, combinator: string | undefined): Uint8Array {
  const { back, repeats } = stepOf(page, combinator);
  const found = new Uint8Array(page.size);
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] !== TEXT) found[node] = marks[back[node]] | (repeats ? found[back[node]] : 0);
  }
  return found;
}

/** The elements from which a combinator leads to marked ones. */
function reachedBack(page: Page, marks: Uint8Array, combinator: string | undefined): Uint8Array {
  const { back, repeats } = stepOf(page, combinator);
  const found = new Uint8Array(page.size);
  for (let node = page.size - 1; node > 0; node--) {
    if (page.tag[node] !== TEXT) found[back[node]] |= marks[node] | (repeats ? found[node] : 0);
  }
  return found;
}

/** Unmarks the elements that a compound does not match. */
function keepCompound(page: Page, marks: Uint8Array, { items }: AstRule): Uint8Array {
  marks[0] = 0;
  for (const item of items) {
    // Most compounds of a style sheet match nothing, which their first names tell.
    const first = marks.indexOf(1);
    if (first < 0) break;
    const matches = testOf(page, item);
    for (let node = first; node < page.size; node++) if (marks[node] === 1 && !matches(node)) marks[node] = 0;
  }
  return marks;
}

function testOf(page: Page, item: AstRule['items'][number]): (node: NodeId) => boolean {
  switch (item.type) {
    case 'TagName': {
      const name = page.nameIndex(item.name.toLowerCase());
      return (node) => page.tag[node] === name;
    }
    case 'Id': {
      const id = attributeReader(page, 'id');
      return (node) => id(node) === item.name;
    }
    case 'ClassName': {
      return valueTest(page, (classes) => hasWord(classes, item.name));
    }
    case 'Attribute': {
      const { operator = '', value, caseSensitivityModifier } = item;
      const ignoresCase = caseSensitivityModifier === 'i';
      const wanted = value?.type === 'String' ? value.value : '';
      const cased = (text: string): string => (ignoresCase ? text.toLowerCase() : text);
      const attribute = attributeReader(page, item.name.toLowerCase());
      return (node) => {
        const got = attribute(node);
        return got !== null && COMPARISONS[operator](cased(got), cased(wanted));
      };
    }
    case 'PseudoClass':
      return pseudoClassTest(page, item);
    default:
      return () => true;
  }
}

/** How an attribute is compared, by the operator of its selector. */
export const COMPARISONS: Readonly<Record<string, (got: string, wanted: string) => boolean>> = {
  '': () => true,
  '=': (got, wanted) => got === wanted,
  '~=': hasWord,
  '|=': (got, wanted) => got === wanted || got.startsWith(`${wanted}-`),
  '^=': (got, wanted) => wanted !== '' && got.startsWith(wanted),
  '$=': (got, wanted) => wanted !== '' && got.endsWith(wanted),
  '*=': (got, wanted) => wanted !== '' && got.includes(wanted),
};

/** Whether a value has a word between white space. */
function hasWord(value: string | null, word: string): boolean {
  return value?.includes(word) === true && value.split(/[ \t\n\f\r]+/).includes(word) && word !== '';
}

function pseudoClassTest(page: Page, { name, argument }: AstPseudoClass): (node: NodeId) => boolean {
  if (name === 'root') return (node) => page.parent[node] === 0;
  if (name === 'empty') return (node) => page.end[node] === node + 1;
  if (argument?.type === 'Selector') {
    const marks = union(
      page,
      argument.rules.map((rule) => (name === 'has' ? matchingFrom : matchingRule)(page, rule)),
    );
    const wanted = name === 'not' ? 0 : 1;
    return (node) => marks[node] === wanted;
  }
  const { a, b } = argument?.type === 'Formula' ? argument : { a: 0, b: 1 };
  const ends = name.startsWith('only-') ? [false, true] : [name.includes('last-')];
  const counts = ends.map((fromEnd) => positions(page, fromEnd, name.endsWith('-of-type')));
  return (node) =>
    counts.every((at) => (a === 0 ? at[node] === b : (at[node] - b) / a >= 0 && (at[node] - b) % a === 0));
}

/** Per element: its position among its siblings, from 1. */
function positions({ size, tag, parent, names }: Page, fromEnd: boolean, sameName: boolean): Int32Array {
  const at = new Int32Array(size);
  /** Siblings so far, by parent and name. */
  const counts = new Map<number, number>();
  for (let step = 1; step < size; step++) {
    const node = fromEnd ? size - step : step;
    if (tag[node] === TEXT) continue;
    const key = parent[node] * names.length + (sameName ? tag[node] : 0);
    at[node] = (counts.get(key) ?? 0) + 1;
    counts.set(key, at[node]);
  }
  return at;
}
