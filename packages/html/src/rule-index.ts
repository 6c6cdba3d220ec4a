/**
 * Finds the style rules of every element of a page.
 *
 * As in a browser, a rule is listed under one name that its elements must have: an id, a class, an attribute or a tag. A rule
 * with a name that the page lacks is dropped at once: most are.
 *
 * Linear in the page: bounds on the rules of one name, on the levels climbed for a selector, and on all comparisons.
 */

import { classesOf, classWords, idsOf } from './classes.js';
import { addTo } from './memo.js';
import { attributeReader, type NodeId, nameOf, type Page } from './page.js';
import { COMPARISONS, matchingElements, parseSelector } from './selector.js';
import type { StyleRule } from './style-rules.js';

type Compound = StyleRule['last'];

/** Rules of one name that are tried, the last ones. */
const MAX_PER_NAME = 200;
/** Rules whose selectors are matched on the whole page, the last ones. */
const MAX_WRITTEN = 60;
/** Levels climbed for the compounds above. */
const MAX_CLIMB = 40;
/** Compounds tried on a page, for each of its nodes; more are of hostile pages, whose further rules count as not matching. */
const TRIES_PER_NODE = 60;

/** The rules of one name: their positions, and how many more are tried. */
interface List {
  readonly rules: number[];
  left: number;
}

export class RuleIndex {
  /** By key, see {@link keyOf}; and the same by tag, by attribute name, and by class attribute: the lists of its words. */
  private readonly lists = new Map<string, List>();
  private readonly byTag: readonly (List | undefined)[];
  private readonly byAttribute: readonly (List | undefined)[];
  private readonly byClasses: readonly (readonly (List | undefined)[])[];
  /** Per element: positions of rules whose selectors have more than compounds. */
  private readonly written = new Map<NodeId, number[]>();
  private readonly classIndex;
  private readonly words;
  private readonly idOf;
  private readonly found: number[] = [];
  private tries;

  constructor(
    private readonly page: Page,
    private readonly rules: readonly StyleRule[],
  ) {
    const { names } = page.attributeColumns;
    this.tries = TRIES_PER_NODE * (page.size + 1_000);
    this.classIndex = classesOf(page).of;
    this.words = classWords(page);
    this.idOf = attributeReader(page, 'id');
    const mayMatch = namesTest(page);
    let writtenLeft = MAX_WRITTEN;
    for (let at = rules.length - 1; at >= 0; at--) {
      const rule = rules[at];
      // Escapes may hide a name.
      const isPossible = rule.written?.includes('\\') || mayMatch(rule);
      if (rule.written === null) {
        const key = keyOf(rule.last);
        const list = this.lists.get(key) ?? { rules: [], left: MAX_PER_NAME };
        this.lists.set(key, list);
        if (list.left-- > 0 && isPossible) list.rules.push(at);
      } else if (writtenLeft-- > 0 && isPossible) this.addWritten(rule.written, at);
    }
    this.byTag = page.names.map((name) => this.lists.get(name));
    this.byAttribute = names.map((name) => this.lists.get(`[${name}`));
    this.byClasses = this.words.of.map((words) => [...new Set(words)].map((word) => this.lists.get(`.${word}`)));
  }

  /** The positions of the rules that match an element, in their order; states are taken to hold. Valid until the next call. */
  rulesOf(node: NodeId): readonly number[] {
    const { page, found } = this;
    found.length = 0;
    this.addMatching(this.byTag[page.tag[node]], node);
    const { from, to, name } = page.attributeColumns;
    for (let at = from[node]; at < to[node]; at++) this.addMatching(this.byAttribute[name[at]], node);
    const index = this.classIndex[node];
    if (index > 0) for (const list of this.byClasses[index]) this.addMatching(list, node);
    const id = this.idOf(node);
    if (id !== null) this.addMatching(this.lists.get(`#${id}`), node);
    for (const at of this.written.get(node) ?? []) found.push(at);
    for (let at = 1; at < found.length; at++)
      if (found[at] < found[at - 1]) return found.sort((one, other) => one - other);
    return found;
  }

  private addMatching(list: List | undefined, node: NodeId): void {
    if (list !== undefined) for (const at of list.rules) if (this.holds(node, this.rules[at])) this.found.push(at);
  }

  private holds(node: NodeId, { last, above }: StyleRule): boolean {
    if (--this.tries < 0 || !this.matches(node, last)) return false;
    const { parent } = this.page;
    let up = parent[node];
    let climbed = 0;
    for (const { compound, isParent } of above) {
      while (up > 0 && climbed < MAX_CLIMB && !this.matches(up, compound)) {
        if (isParent) return false;
        up = parent[up];
        climbed++;
        this.tries--;
      }
      if (up <= 0 || climbed >= MAX_CLIMB) return false;
      up = parent[up];
    }
    return true;
  }

  private matches(node: NodeId, { tag, id, classes, attributes }: Compound): boolean {
    const { page } = this;
    if ((tag !== '' && nameOf(page, node) !== tag) || (id !== '' && this.idOf(node) !== id)) return false;
    const own = this.words.of[this.classIndex[node]];
    for (const one of classes) if (!own.includes(one)) return false;
    for (const [name, operator, value] of attributes) {
      const got = page.attribute(node, name);
      if (got === null || !COMPARISONS[operator](got, value)) return false;
    }
    return true;
  }

  private addWritten(selector: string, at: number): void {
    const { page } = this;
    let marks: Uint8Array;
    try {
      marks = matchingElements(page, parseSelector('', selector));
    } catch {
      return;
    }
    for (let node = marks.indexOf(1); node >= 0; node = marks.indexOf(1, node + 1)) addTo(this.written, node, at);
  }
}

/** The key that every element a compound matches has; '' for one that matches any element. */
function keyOf({ id, classes, attributes, tag }: Compound): string {
  if (id !== '') return `#${id}`;
  if (classes.length > 0) return `.${classes[0]}`;
  return attributes.length > 0 ? `[${attributes[0][0]}` : tag;
}

/** A test of rules for names that the page lacks. */
function namesTest(page: Page): (rule: StyleRule) => boolean {
  const [ids, words, names] = [idsOf(page), classWords(page).all, new Set(page.attributeColumns.names)];
  const has = ({ tag, id, classes, attributes }: Compound): boolean =>
    (tag === '' || page.nameIndex(tag) >= 0) &&
    (id === '' || ids.has(id)) &&
    classes.every((one) => words.has(one)) &&
    attributes.every(([name]) => names.has(name));
  return ({ last, above }) => has(last) && above.every(({ compound }) => has(compound));
}
