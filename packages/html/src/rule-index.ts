/**
 * Finds the style rules of every element of a page.
 *
 * As in a browser, a rule is listed under one name that its elements must have: an id, a class, an attribute or a tag. Names are compared
 * as the numbers that the page has for them, and a rule with a name that the page lacks is dropped at once: most are.
 *
 * Linear in the page: bounds on the rules of one name, on the levels climbed for a selector, and on all comparisons.
 */
import { classesOf, classWords, idsOf } from './classes.js';
import { attributeReader, type NodeId, type Page } from './page.js';
import { COMPARISONS, matchingElements, parseSelector } from './selector.js';
import type { Compound, StyleRule } from './style-rules.js';

/** Rules of one name that are tried, the last ones. */
const MAX_PER_NAME = 200;
/** Rules whose selectors are matched on the whole page, the last ones. */
const MAX_WRITTEN = 60;
/** Levels climbed for the compounds above. */
const MAX_CLIMB = 40;
/** Compounds tried on a page, for each of its nodes; more are of hostile pages, whose further rules count as not matching. */
const TRIES_PER_NODE = 60;

/** A compound by the numbers of the page. */
interface Numbered {
  /** −1 for any. */
  readonly tag: number;
  readonly id: string;
  readonly words: readonly number[];
  readonly attributes: Compound['attributes'];
}

interface Entry {
  /** Position of the rule. */
  readonly at: number;
  readonly last: Numbered;
  readonly above: readonly { readonly compound: Numbered; readonly isParent: boolean }[];
}

/** The rules of one name. */
interface List {
  readonly entries: Entry[];
  /** How many more rules are tried. */
  left: number;
}

export class RuleIndex {
  private readonly byWord: Map<number, List> = new Map();
  private readonly byId: Map<string, List> = new Map();
  private readonly byAttribute: Map<number, List> = new Map();
  private readonly byTag: Map<number, List> = new Map();
  /** Per class attribute: the lists of its words. */
  private readonly byClasses: (readonly List[] | undefined)[] = [];
  /** Per element: positions of rules whose selectors have more than compounds. */
  private readonly written = new Map<NodeId, number[]>();
  private readonly classIndex;
  private readonly words;
  private readonly idOf;
  private readonly ids;
  private readonly attributes: ReadonlyMap<string, number>;
  private readonly found: number[] = [];
  private tries;

  constructor(
    private readonly page: Page,
    rules: readonly StyleRule[],
  ) {
    this.tries = TRIES_PER_NODE * (page.size + 1_000);
    this.classIndex = classesOf(page).of;
    this.words = classWords(page);
    this.idOf = attributeReader(page, 'id');
    this.ids = idsOf(page);
    this.attributes = new Map(page.attributeColumns.names.map((name, at) => [name, at]));
    let writtenLeft = MAX_WRITTEN;
    for (let at = rules.length - 1; at >= 0; at--) {
      const rule = rules[at];
      if (rule.written === null) this.add(rule, at);
      else if (writtenLeft-- > 0) this.addWritten(rule, rule.written, at);
    }
  }

  /** The positions of the rules that match an element, in their order; states are taken to hold. Valid until the next call. */
  rulesOf(node: NodeId): readonly number[] {
    const { page, found } = this;
    found.length = 0;
    this.addMatching(this.byTag.get(page.tag[node]), node);
    const { from, to, name } = page.attributeColumns;
    if (from[node] < to[node]) {
      const index = this.classIndex[node];
      if (index > 0) for (const list of this.listsOfClasses(index)) this.addMatching(list, node);
      if (this.byId.size > 0) this.addMatching(this.byId.get(this.idOf(node) ?? ''), node);
      if (this.byAttribute.size > 0)
        for (let at = from[node]; at < to[node]; at++) this.addMatching(this.byAttribute.get(name[at]), node);
    }
    for (const at of this.written.get(node) ?? []) found.push(at);
    for (let at = 1; at < found.length; at++)
      if (found[at] < found[at - 1]) return found.sort((one, other) => one - other);
    return found;
  }

  private addMatching(list: List | undefined, node: NodeId): void {
    if (list !== undefined) for (const entry of list.entries) if (this.holds(node, entry)) this.found.push(entry.at);
  }

  private listsOfClasses(index: number): readonly List[] {
    let lists = this.byClasses[index];
    if (lists === undefined) {
      const own = [...new Set(this.words.of[index])].map((word) => this.byWord.get(word));
      this.byClasses[index] = lists = own.filter((list) => list !== undefined);
    }
    return lists;
  }

  private holds(node: NodeId, { last, above }: Entry): boolean {
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

  private matches(node: NodeId, { tag, id, words, attributes }: Numbered): boolean {
    if (tag >= 0 && this.page.tag[node] !== tag) return false;
    if (id !== '' && this.idOf(node) !== id) return false;
    if (words.length > 0) {
      const own = this.words.of[this.classIndex[node]];
      for (const word of words) if (!own.includes(word)) return false;
    }
    for (const [name, operator, value] of attributes) {
      const got = this.page.attribute(node, name);
      if (got === null || !COMPARISONS[operator](got, value)) return false;
    }
    return true;
  }

  private add({ last, above }: StyleRule, at: number): void {
    const list = this.listOf(last);
    if (list === null || list.left-- <= 0) return;
    const own = this.numbered(last);
    if (own === null) return;
    const compounds: { compound: Numbered; isParent: boolean }[] = [];
    for (const { compound, isParent } of above) {
      const numbered = this.numbered(compound);
      if (numbered === null) return;
      compounds.push({ compound: numbered, isParent });
    }
    list.entries.push({ at, last: own, above: compounds });
  }

  /** The list of a name that the elements of a compound have; null when the page lacks it. */
  private listOf({ tag, id, classes, attributes }: Compound): List | null {
    if (id !== '') return this.ids.has(id) ? listIn(this.byId, id) : null;
    if (classes.length > 0) return listIn(this.byWord, this.words.numbers.get(classes[0]));
    if (attributes.length > 0) return listIn(this.byAttribute, this.attributes.get(attributes[0][0]));
    const number = this.page.nameIndex(tag);
    return number < 0 ? null : listIn(this.byTag, number);
  }

  /** A compound in numbers; null when the page lacks a name of it. */
  private numbered({ tag, id, classes, attributes }: Compound): Numbered | null {
    const number = tag === '' ? -1 : this.page.nameIndex(tag);
    if ((tag !== '' && number < 0) || (id !== '' && !this.ids.has(id))) return null;
    const words: number[] = [];
    for (const one of classes) {
      const word = this.words.numbers.get(one);
      if (word === undefined) return null;
      words.push(word);
    }
    if (attributes.some(([name]) => !this.attributes.has(name))) return null;
    return { tag: number, id, words, attributes };
  }

  private addWritten({ last, above }: StyleRule, selector: string, at: number): void {
    const { page } = this;
    // Escapes may hide a name.
    if (
      !selector.includes('\\') &&
      [last, ...above.map(({ compound }) => compound)].some((one) => this.numbered(one) === null)
    )
      return;
    let marks: Uint8Array;
    try {
      marks = matchingElements(page, parseSelector('', selector));
    } catch {
      return;
    }
    for (let node = marks.indexOf(1); node >= 0; node = marks.indexOf(1, node + 1)) {
      const list = this.written.get(node);
      if (list === undefined) this.written.set(node, [at]);
      else list.push(at);
    }
  }
}

function listIn<K>(lists: Map<K, List>, key: K | undefined): List | null {
  if (key === undefined) return null;
  let list = lists.get(key);
  if (list === undefined) lists.set(key, (list = { entries: [], left: MAX_PER_NAME }));
  return list;
}
