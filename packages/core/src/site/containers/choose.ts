/**
 * Which container holds the main content of a set of pages, in the words of the template.
 *
 * Observation (page streams, tuning half): the page level errs on single pages, but in much the same way at the same place of
 * the template; and the places differ. Paragraphs of the article have a mean probability of .90 to .98 at every site,
 * comments .3 to .75, by-lines and lists of tags .2 to .8. So places are judged, not blocks, and relative to the surest place
 * of the same site, not to a fixed bound.
 *
 * Steps: 1. blocks whose text is on several pages are ignored; 2. each place (the path of names from the root) gets the mean
 * probability of its blocks, weighted by the root of their length and drawn slightly towards one half; 3. the surest place with
 * much text is the core; 4. a block gains its length × (probability of its place − a bound some log-odds below the core's),
 * losses counting little, since parts can be removed later; 5. of the selectors that hold nearly the most gain over the pages,
 * each page counting alike, the one that holds least text wins.
 */

import { logistic, memoized } from '@dehusk/html';
import { Numbers, type RepeatedTexts } from './numbers.js';
import type { ElementName, NamedRecord } from './template.js';

export type ChooseOptions = Readonly<Record<'coreMargin' | 'lossWeight' | 'nearMost', number>>;
/** Weight of the one half that a place's probability is drawn towards: three paragraphs of a line. */
const PRIOR_WEIGHT = 10;
/** A page whose main text gains less than so many characters of the core is ignored, however sure the page level is of both. */
const MIN_CHARACTERS = 150;
/** Weight of a container's second and later places on a page: an article has one. */
const LATER_PLACES = 0.5;
const MIN_SHARE = 0.1;
const MIN_PAGES = 2;

/**
 * Chooses a container; null when the pages have none in common. Deterministic; linear in the pages' blocks and selectors.
 * @returns its selector, the pages that have it, as indices into those given, and the mean share of those pages' main text that it
 *   holds, 0…1, whatever else it holds
 */
export function chooseContainer(
  pages: readonly NamedRecord[],
  repeated: RepeatedTexts,
  options: ChooseOptions,
  { places, selectors }: ContainerNumbers,
) {
  const ofPage = pages.map((page) => places.of(page));
  const seen = new PlaceSums(places.size);
  pages.forEach((page, at) => {
    seen.add(ofPage[at], page, repeated.flags(page.record));
  });
  const core = seen.core();
  if (core === null) return null;
  const bound = logistic(logit(seen.probability(core)) - options.coreMargin);
  const surplus = new Float64Array(places.size);
  for (const place of seen.order) surplus[place] = seen.probability(place) - bound;
  const all = pages.map((page) => selectors.of(page));
  const sums = selectorSums(selectors.size);
  const longest = Math.max(...pages.map(({ record }) => record.text.length));
  const gainTo = new Float64Array(longest + 1);
  const heldTo = new Float64Array(longest + 1);
  pages.forEach((page, at) => {
    const { text, chars } = page.record;
    const isRepeated = repeated.flags(page.record);
    const own = ofPage[at];
    let most = 0;
    for (let block = 0; block < text.length; block++) {
      const gain = isRepeated[block] === 1 ? 0 : chars[block] * surplus[own[page.placeOf[block]]];
      gainTo[block + 1] = gainTo[block] + (gain < 0 ? gain * options.lossWeight : gain);
      heldTo[block + 1] = heldTo[block] + Math.max(0, gain);
      if (gain > 0) most += gain;
    }
    if (most < MIN_CHARACTERS * (seen.probability(core) - bound)) return;
    sums.pages.push(at);
    addSelectors(sums, all[at], selectorPlaces(page), gainTo, heldTo, most);
  });
  const least = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  const { gain, held, chars, count } = sums;
  const able: number[] = [];
  for (let one = 0; one < selectors.size; one++) if (count[one] >= least && gain[one] > 0) able.push(one);
  if (able.length === 0) return null;
  const most = Math.max(...able.map((one) => gain[one]));
  const near = able
    .filter((one) => gain[one] >= most * (1 - options.nearMost))
    .map((one) => {
      const page = sums.pages.find((at) => all[at].includes(one)) as number;
      const selector = selectorPlaces(pages[page]).selector(all[page].indexOf(one));
      return { one, selector, key: `${selector.outer ?? ''} ${selector.inner}` };
    });
  const [{ one: best, selector }] = near.sort(
    (a, b) =>
      chars[a.one] - chars[b.one] ||
      gain[b.one] - gain[a.one] ||
      Number(a.selector.outer !== null) - Number(b.selector.outer !== null) ||
      (a.key < b.key ? -1 : 1),
  );
  const having = sums.pages.filter((at) => all[at].includes(best));
  return { selector, pages: having, agreement: held[best] / having.length };
}

/**
 * Per selector, sums over the pages that have it: the share of the most gain that it holds, the same without losses, characters held,
 * and how many pages they are; and all pages added.
 */
const selectorSums = (size: number) => ({
  ...{ gain: new Float64Array(size), held: new Float64Array(size), chars: new Float64Array(size) },
  ...{ count: new Uint32Array(size), pages: [] as number[] },
});

/** Adds what a page's selectors hold. */
function addSelectors(
  sums: ReturnType<typeof selectorSums>,
  selectors: Uint32Array,
  { first, from, to, chars }: ReturnType<typeof selectorPlaces>,
  gainTo: Float64Array,
  heldTo: Float64Array,
  most: number,
): void {
  for (let at = 0; at < selectors.length; at++) {
    let gain = 0;
    let heldAll = 0;
    for (let place = first[at]; place < first[at + 1]; place++) {
      const held = gainTo[to[place]] - gainTo[from[place]];
      heldAll += heldTo[to[place]] - heldTo[from[place]];
      gain += held > 0 && place > first[at] ? held * LATER_PLACES : held;
    }
    const own = selectors[at];
    sums.count[own]++;
    sums.held[own] += heldAll / most;
    sums.chars[own] += chars[at];
    sums.gain[own] += Math.max(-1, gain / most);
  }
}

/** Sums over the blocks at each place of the template. */
class PlaceSums {
  private readonly weight: Float64Array;
  private readonly sure: Float64Array;
  private readonly chars: Float64Array;
  private readonly ownChars: Float64Array;
  private readonly linked: Float64Array;
  /** The places of the pages added, in the order of their first block. */
  readonly order: number[] = [];

  constructor(size: number) {
    const zeros = (): Float64Array => new Float64Array(size);
    [this.weight, this.sure, this.chars, this.ownChars, this.linked] = [zeros(), zeros(), zeros(), zeros(), zeros()];
  }

  /** Adds the blocks of a page. @param places of the page, by number */
  add(places: Uint32Array, { record, placeOf }: NamedRecord, isRepeated: Uint8Array): void {
    for (const place of places) {
      if (this.weight[place] > 0) continue;
      this.weight[place] = PRIOR_WEIGHT;
      this.sure[place] = PRIOR_WEIGHT / 2;
      this.order.push(place);
    }
    const { text, chars, linked, probability } = record;
    for (let block = 0; block < text.length; block++) {
      const place = places[placeOf[block]];
      this.chars[place] += chars[block];
      this.linked[place] += (chars[block] * linked[block]) / 255;
      if (isRepeated[block] === 1) continue;
      const weight = Math.sqrt(chars[block]);
      this.ownChars[place] += chars[block];
      this.weight[place] += weight;
      this.sure[place] += (weight * probability[block]) / 255;
    }
  }

  probability(place: number): number {
    return this.sure[place] / this.weight[place];
  }

  /** The surest place with much text: highest probability² × characters that are neither repeated nor linked. */
  core(): number | null {
    let core: number | null = null;
    let most = 0;
    for (const place of this.order) {
      const unlinked = 1 - this.linked[place] / Math.max(1, this.chars[place]);
      const mass = this.probability(place) ** 2 * this.ownChars[place] * unlinked;
      if (mass <= most) continue;
      core = place;
      most = mass;
    }
    return core;
  }
}

/** Log-odds of a probability; never infinite. */
export function logit(probability: number): number {
  const bounded = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(bounded / (1 - bounded));
}

/** Named ancestors of an element that may come before it in a selector. */
const MAX_ABOVE = 6;

/** The places and the selectors of pages, numbered; kept from one learning to the next. */
export class ContainerNumbers {
  readonly places = new Numbers(({ places }: NamedRecord) => places);
  readonly selectors = new Numbers((page: NamedRecord) => selectorPlaces(page).hashes);
}

/**
 * Every selector that could name a page's container: one name, or one below another. One row each, with the hash, the UTF-16 code
 * units that it holds, and the outermost elements that it matches, its places: `first[row]` … `first[row + 1]` − 1, each with the
 * blocks [from, to) it holds.
 */
const selectorPlaces = memoized(({ record, names }: NamedRecord) => {
  const charsTo = new Float64Array(record.chars.length + 1);
  for (let at = 0; at < record.chars.length; at++) charsTo[at + 1] = charsTo[at] + record.chars[at];
  const { parent, from, to } = record;
  // Names by number: small integers are the fastest keys.
  const numbers = new Map<number, number>();
  const numberOf = names.map(({ hash }) => {
    const number = numbers.get(hash) ?? numbers.size;
    numbers.set(hash, number);
    return number;
  });
  // Columns with one row per selector: its names as rows of elements, the end of its last place, its characters and places.
  const rows = new Map<number, number>();
  const inners: number[] = [];
  const outerOf: number[] = [];
  const lastTo: number[] = [];
  const held: number[] = [];
  const size: number[] = [];
  // Columns with one row per place: its selector and its element.
  const selectorOf: number[] = [];
  const elementOf: number[] = [];
  const add = (element: number, outer: number): void => {
    const key = (outer < 0 ? numbers.size : numberOf[outer]) * names.length + numberOf[element];
    const own = rows.get(key) ?? inners.length;
    if (own === inners.length) {
      rows.set(key, own);
      inners.push(element);
      outerOf.push(outer);
    } else if (to[element] <= lastTo[own]) return; // inside an element that was added
    lastTo[own] = to[element];
    held[own] = (held[own] ?? 0) + charsTo[to[element]] - charsTo[from[element]];
    size[own] = (size[own] ?? 0) + 1;
    selectorOf.push(own);
    elementOf.push(element);
  };
  const outers: ElementName[] = [];
  for (let row = 0; row < names.length; row++) {
    if (!names[row].isNamed) continue;
    add(row, -1);
    outers.length = 0;
    for (let above = row; parent[above] !== above && outers.length < MAX_ABOVE; ) {
      above = parent[above];
      const outer = names[above];
      if (!outer.isNamed || numberOf[above] === numberOf[row] || outers.includes(outer)) continue;
      outers.push(outer);
      add(row, above);
    }
  }
  const first = new Uint32Array(inners.length + 1);
  for (let at = 0; at < inners.length; at++) first[at + 1] = first[at] + size[at];
  const next = first.slice();
  const fromOf = new Uint16Array(elementOf.length);
  const toOf = new Uint16Array(elementOf.length);
  elementOf.forEach((element, place) => {
    const at = next[selectorOf[place]]++;
    fromOf[at] = from[element];
    toOf[at] = to[element];
  });
  return {
    hashes: inners.map((inner, at) => {
      const outer = outerOf[at];
      return (outer < 0 ? 0 : (names[outer].hash >>> 11) * 2 ** 32) + names[inner].hash;
    }),
    selector: (row: number) => ({ inner: names[inners[row]].text, outer: names[outerOf[row]]?.text ?? null }),
    ...{ first, from: fromOf, to: toOf, chars: Float64Array.from(held) },
  };
});
