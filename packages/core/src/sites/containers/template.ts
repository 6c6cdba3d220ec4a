/**
 * The template's own names: of all the words an element could be called by, the one most pages of the site use.
 *
 * `div #post-123 .post .tag-travel` is `div.post` where every page has `div.post` and few have `tag-travel`; an element
 * without a word that a tenth of the pages use is only its tag.
 */
import { memoized } from '../../page/memo.js';
import type { PageRecord } from './page-record.js';
import { nameHash, nextHash } from './record-hash.js';

/** The names of a set of pages. */
export interface Template {
  /** The sign of an element by the hash of its name. */
  signOf(name: number): ElementName;
  /** The same template for a page with names of its own: their signs are not kept. */
  with(names: ReadonlyMap<number, string>): Template;
}

/** What an element is called in the template. */
export interface ElementName {
  /** `div.post`, `#story`, or only a tag. */
  readonly text: string;
  readonly hash: number;
  /** Whether it says more than a tag of text does: a class, an id, or an element such as `article`. */
  readonly isNamed: boolean;
  /** All words of the element, its tag first. */
  readonly words: readonly string[];
}

/** Elements whose tags alone say what they hold. */
const TELLING = new Set(['article', 'main', 'aside', 'nav', 'header', 'footer', 'section', 'form']);
/** Never a container of anything in particular. */
const WHOLE = new Set(['html', 'body']);
/** Share of the pages that use a word of the template, and the fewest of them. */
const MIN_SHARE = 0.1;
const MIN_PAGES = 2;

/** Reads off the names that the pages share. */
export function templateOf(records: readonly PageRecord[], nameOf: (hash: number) => string): Template {
  const words = new Map<number, readonly string[]>();
  const wordsOf = (name: number): readonly string[] => {
    const known = words.get(name) ?? nameOf(name).split(' ');
    words.set(name, known);
    return known;
  };
  const uses = new Map<string, number>();
  for (const record of records)
    for (const word of differentWords(record, wordsOf)) uses.set(word, (uses.get(word) ?? 0) + 1);
  const least = Math.max(MIN_PAGES, MIN_SHARE * records.length);
  const signs = new Map<number, ElementName>();
  const newSign = (own: readonly string[]): ElementName => {
    let text = own[0];
    let most = 0;
    for (const word of own.slice(1)) {
      const count = uses.get(word) ?? 0;
      if (count < least || count < most || (count === most && word > text)) continue;
      text = word;
      most = count;
    }
    const isNamed = (most > 0 || TELLING.has(text)) && !WHOLE.has(own[0]);
    return { text, hash: nameHash(text), isNamed, words: own };
  };
  const signOf = (name: number): ElementName => {
    const known = signs.get(name);
    if (known) return known;
    const sign = newSign(wordsOf(name));
    signs.set(name, sign);
    return sign;
  };
  const template: Template = {
    signOf,
    with(names) {
      const own = new Map<number, ElementName>();
      for (const [hash, name] of names) own.set(hash, words.has(hash) ? signOf(hash) : newSign(name.split(' ')));
      return { ...template, signOf: (name) => own.get(name) ?? signOf(name) };
    },
  };
  return template;
}

const wordsOfRecord = new WeakMap<PageRecord, readonly string[]>();

/** The different words of a page's elements: those of its names, whatever the template. */
function differentWords(record: PageRecord, wordsOf: (name: number) => readonly string[]): readonly string[] {
  let words = wordsOfRecord.get(record);
  if (words === undefined) {
    words = [...new Set([...new Set(record.name)].flatMap(wordsOf))];
    wordsOfRecord.set(record, words);
  }
  return words;
}

/** A container as a style sheet would name it: one sign, or one below another. */
export interface Selector {
  readonly inner: string;
  /** A sign somewhere above; null when the inner one is enough. */
  readonly outer: string | null;
}

/** `div.article div.content`. */
export function printSelector({ inner, outer }: Selector): string {
  return outer === null ? inner : `${outer} ${inner}`;
}

/** Per page: what its selectors named. They look at words alone, which no template changes. */
const named = memoized((_record: PageRecord) => new Map<string, readonly number[]>());

/** The outermost elements of a page that a selector names, as rows of its elements, in document order. */
export function elementsOf(record: PageRecord, selector: Selector, template: Template): readonly number[] {
  const known = named(record);
  const key = printSelector(selector);
  const rows = known.get(key) ?? findElements(record, selector, template);
  known.set(key, rows);
  return rows;
}

function findElements(record: PageRecord, selector: Selector, { signOf }: Template): number[] {
  const { name, parent } = record;
  const below = new Uint8Array(name.length);
  const found: number[] = [];
  for (let row = 0; row < name.length; row++) {
    const above = parent[row] === row ? -1 : parent[row];
    const isBelow = above >= 0 && below[above] > 0;
    const { words } = signOf(name[row]);
    // 1: an element named `outer` is above; 2: inside one that was found.
    below[row] = isBelow ? below[above] : 0;
    if (below[row] < 2 && words.includes(selector.inner) && (selector.outer === null || isBelow)) {
      found.push(row);
      below[row] = 2;
    } else if (below[row] === 0 && selector.outer !== null && words.includes(selector.outer)) below[row] = 1;
  }
  return found;
}

/** Where the path of a container, or of the whole page, begins. */
const ROOT = 0x5eed;

/**
 * Per element at or below one: the hash of the signs between them, so that elements of one place in the template have one
 * path. Elements elsewhere are not in it. Without `row`, paths begin at the root of the page.
 *
 * @param signs per element of the page
 */
export function pathsBelow(
  { parent, from, to }: PageRecord,
  signs: readonly ElementName[],
  row: number | null = null,
): Map<number, number> {
  const paths = new Map<number, number>();
  if (row !== null) paths.set(row, ROOT);
  for (let own = row === null ? 0 : row + 1; own < signs.length; own++) {
    if (row !== null && (from[own] >= to[row] || !paths.has(parent[own]))) continue;
    const above = parent[own] === own ? ROOT : (paths.get(parent[own]) ?? ROOT);
    paths.set(own, nextHash(above, signs[own].hash));
  }
  return paths;
}
