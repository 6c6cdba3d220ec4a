/**
 * The template's names: of all the words an element could be called by, the one that most pages of the site use.
 *
 * `div #post-123 .post .tag-travel` is `div.post` where every page has `div.post` and few have `tag-travel`. An element
 * without a word that a tenth of the pages use is only its tag.
 */
import { computed, type Memo, memoized } from '@dehusk/html';
import { nameHash, nextHash } from '../element-name.js';
import { countsOf, Numbers } from './numbers.js';
import type { ContainerRecord } from './page-record.js';

/** The name of an element in the template. */
export interface ElementName {
  /** `div.post`, `#story`, or only a tag. */
  readonly text: string;
  readonly hash: number;
  /** Whether it says more than a plain tag: a class, an id, or an element such as `article`. */
  readonly isNamed: boolean;
  /** All words of the element, its tag first. */
  readonly words: readonly string[];
}

/** The names of a set of pages. */
export type TemplateNames = ReturnType<typeof templateNames>;

/** Elements whose tag alone says what they hold. */
const TELLING = new Set(['article', 'main', 'aside', 'nav', 'header', 'footer', 'section', 'form']);
/** Never a container of anything in particular. */
const WHOLE_PAGE = new Set(['html', 'body']);
/** Share of the pages that use a word of the template, and the fewest pages. */
const MIN_SHARE = 0.1;
const MIN_PAGES = 2;

/** The distinct hashes of a page's elements; they do not depend on the template. */
export const distinctNames = memoized((record: ContainerRecord): readonly number[] => [...new Set(record.name)]);

interface NumberedWords {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
}

/** The names of elements and their words, numbered; kept from one learning to the next. */
export class NameNumbers {
  readonly names = new Numbers(distinctNames);
  readonly words = new Numbers<string, ContainerRecord>(() => []);
  readonly #wordsOf: (NumberedWords | undefined)[] = [];
  readonly #ofRecord = new WeakMap<ContainerRecord, Uint32Array>();

  /** The words of an element. @param textOf finds them, separated by spaces; asked until it knows them */
  wordsOf(name: number, textOf: () => string): NumberedWords {
    const known = this.#wordsOf[name];
    if (known !== undefined) return known;
    const text = textOf();
    const words = text.split(' ');
    const own = { words, numbers: words.map((word) => this.words.numberOf(word)) };
    if (text !== '') this.#wordsOf[name] = own;
    return own;
  }

  /** The distinct words of a page's elements, by number; the same array each time. */
  wordsIn(record: ContainerRecord, textOf: (hash: number) => string): Uint32Array {
    let own = this.#ofRecord.get(record);
    if (own === undefined) {
      const names = this.names.of(record);
      const numbers = distinctNames(record).flatMap((hash, at) => this.wordsOf(names[at], () => textOf(hash)).numbers);
      own = Uint32Array.from(new Set(numbers));
      this.#ofRecord.set(record, own);
    }
    return own;
  }
}

/** Finds the names that the pages share. @param textOf the words of an element by their hash, separated by spaces */
export function templateNames(
  records: readonly ContainerRecord[],
  textOf: (hash: number) => string,
  numbers = new NameNumbers(),
) {
  const words = records.map((record) => numbers.wordsIn(record, textOf));
  const uses = countsOf(words, numbers.words.size);
  const least = Math.max(MIN_PAGES, MIN_SHARE * records.length);
  const newName = ({ words: own, numbers: ofWords }: NumberedWords): ElementName => {
    let text = own[0];
    let most = 0;
    for (let at = 1; at < own.length; at++) {
      const count = uses[ofWords[at]] ?? 0;
      if (count < least || count < most || (count === most && own[at] > text)) continue;
      text = own[at];
      most = count;
    }
    const isNamed = (most > 0 || TELLING.has(text)) && !WHOLE_PAGE.has(own[0]);
    return { text, hash: nameHash(text), isNamed, words: own };
  };
  const known: (ElementName | undefined)[] = [];
  const nameOf = (hash: number, name = numbers.names.numberOf(hash)): ElementName => {
    known[name] ??= newName(numbers.wordsOf(name, () => textOf(hash)));
    return known[name];
  };
  return {
    /** The name of an element by the hash of its words. */
    nameOf: (hash: number): ElementName => nameOf(hash),
    /** The names of a page's distinct elements, in the order of {@link distinctNames}. */
    namesOf(record: ContainerRecord): readonly ElementName[] {
      const names = numbers.names.of(record);
      return distinctNames(record).map((hash, at) => nameOf(hash, names[at]));
    },
    /** Takes in the words of hashes that may be new. */
    learn(others: ReadonlyMap<number, string>): void {
      for (const [hash, text] of others) numbers.wordsOf(numbers.names.numberOf(hash), () => text);
    },
  };
}

/** A page with the names of its elements, and what follows from them alone. */
export type NamedRecord = ReturnType<typeof newNamedRecord>;

const latest = memoized((_record: ContainerRecord): { hashes: readonly number[]; named: NamedRecord | null } => ({
  hashes: [],
  named: null,
}));

/**
 * The page in the names of a template. Learning runs again with each page of which sixty are in the sample, and the names of
 * the other 59 rarely change, so the latest result is kept with the record and reused while its names are the same.
 */
export function namedRecord(record: ContainerRecord, template: TemplateNames): NamedRecord {
  const known = latest(record);
  const hashes = template.namesOf(record).map(({ hash }) => hash);
  if (known.named === null || hashes.some((hash, at) => hash !== known.hashes[at])) {
    known.hashes = hashes;
    known.named = newNamedRecord(record, template);
  }
  return known.named;
}

function newNamedRecord(record: ContainerRecord, { nameOf }: TemplateNames) {
  const names = Array.from(record.name, (hash) => nameOf(hash));
  const paths = pathsBelow(record, names);
  const rows = new Map<number, number>();
  const placeOf = Uint16Array.from(record.element, (element) => {
    const path = paths.get(element) ?? 0;
    const row = rows.get(path) ?? rows.size;
    rows.set(path, row);
    return row;
  });
  const below = new Map<number, ReadonlyMap<number, number>>();
  const memo: Memo = new Map();
  return {
    ...{ record, memo },
    /** Per element. */
    names,
    /** The distinct places of the page's blocks, as hashes of the names from the root, in order of the first block. */
    places: [...rows.keys()] as readonly number[],
    /** Per block: its place, as a row of `places`. */
    placeOf,
    /** Paths below an element, see {@link pathsBelow}; the same map each time. */
    below: (row: number) => computed(below, row, () => pathsBelow(record, names, row)),
  };
}

/** A container as a style sheet would select it: one name, or one below another. */
export interface ContainerSelector {
  readonly inner: string;
  /** The name of an ancestor; null when the inner one is enough. */
  readonly outer: string | null;
}

/** `div.article div.content`. */
export function printSelector({ inner, outer }: ContainerSelector): string {
  return outer === null ? inner : `${outer} ${inner}`;
}

/** Per page: the elements of each selector. Selectors look at words alone, so the template does not matter. */
const selected = memoized((_record: ContainerRecord) => new Map<string, readonly number[]>());

/** The outermost elements of a page that a selector matches, as rows of its elements, in document order. */
export function elementsOf(
  record: ContainerRecord,
  selector: ContainerSelector,
  template: TemplateNames,
): readonly number[] {
  return computed(selected(record), printSelector(selector), () => findElements(record, selector, template));
}

function findElements(
  { name, parent }: ContainerRecord,
  { inner, outer }: ContainerSelector,
  { nameOf }: TemplateNames,
): number[] {
  // Per element: 1 when an element named `outer` is above or here; 2 in a match.
  const state = new Uint8Array(name.length);
  const found: number[] = [];
  for (let row = 0; row < name.length; row++) {
    const above = parent[row] === row ? 0 : state[parent[row]];
    const { words } = nameOf(name[row]);
    state[row] = above;
    if (above < 2 && words.includes(inner) && (outer === null || above === 1)) {
      found.push(row);
      state[row] = 2;
    } else if (above === 0 && outer !== null && words.includes(outer)) state[row] = 1;
  }
  return found;
}

/** The path of a container, or of the page's root. */
const ROOT = 0x5eed;

/**
 * Per element at or below one: the hash of the names between them, so that elements at one place of the template have the same
 * path. Elements elsewhere are not in the map. Without `row`, paths begin at the root of the page.
 * @param names per element of the page
 */
function pathsBelow(
  { parent, from, to }: ContainerRecord,
  names: readonly ElementName[],
  row: number | null = null,
): Map<number, number> {
  const paths = new Map<number, number>();
  if (row !== null) paths.set(row, ROOT);
  for (let own = row === null ? 0 : row + 1; own < names.length; own++) {
    if (row !== null && (from[own] >= to[row] || !paths.has(parent[own]))) continue;
    const above = parent[own] === own ? ROOT : (paths.get(parent[own]) ?? ROOT);
    paths.set(own, nextHash(above, names[own].hash));
  }
  return paths;
}
