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

import { memoized } from '../../page/memo.js';
import { logistic } from '../../text/logistic.js';
import type { RepeatedTexts } from './repeated-texts.js';
import type { ElementName, NamedRecord, Selector } from './template.js';

export type ChooseOptions = Readonly<Record<'coreMargin' | 'lossWeight' | 'nearMost', number>>;

/** A chosen container. */
export interface ChosenContainer {
  readonly selector: Selector;
  /** Pages that have it, as indices into those given. */
  readonly pages: readonly number[];
  /** Mean share of those pages' main text that it holds, 0…1, whatever else it holds. */
  readonly agreement: number;
}

/** Sums over the blocks at one place of the template. */
interface PlaceSeen {
  weight: number;
  sure: number;
  chars: number;
  ownChars: number;
  linked: number;
  probability: number;
}

/** Weight of the one half that a place's probability is drawn towards: three paragraphs of a line. */
const PRIOR_WEIGHT = 10;
/** A page whose main text gains less than this is ignored. */
const MIN_GAIN = 30;
/** Weight of a container's second and later places on a page: an article has one. */
const LATER_PLACES = 0.5;
const MIN_SHARE = 0.1;
const MIN_PAGES = 2;

/** Chooses a container; null when the pages have none in common. Deterministic; linear in the pages' blocks and selectors. */
export function chooseContainer(
  pages: readonly NamedRecord[],
  repeated: RepeatedTexts,
  options: ChooseOptions,
  index: SelectorIndex,
): ChosenContainer | null {
  const { places, ofPage } = placesOf(pages, repeated);
  const core = coreOf(places);
  if (core === null) return null;
  const bound = logistic(logit(core.probability) - options.coreMargin);
  const found = new Array<Candidate | undefined>(index.size);
  pages.forEach((page, at) => {
    const { text, chars } = page.record;
    const isRepeated = repeated.flags(page.record);
    const own = ofPage[at].map(({ probability }) => probability - bound);
    const gainTo = new Float64Array(text.length + 1);
    const heldTo = new Float64Array(text.length + 1);
    let most = 0;
    for (let block = 0; block < text.length; block++) {
      const gain = isRepeated[block] === 1 ? 0 : chars[block] * own[page.placeOf[block]];
      gainTo[block + 1] = gainTo[block] + (gain < 0 ? gain * options.lossWeight : gain);
      heldTo[block + 1] = heldTo[block] + Math.max(0, gain);
      if (gain > 0) most += gain;
    }
    if (most >= MIN_GAIN) addCandidates(found, index.of(page), at, gainTo, heldTo, most);
  });
  const least = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  const able: Candidate[] = [];
  for (const one of found) if (one !== undefined && one.pages.length >= least && one.gain > 0) able.push(one);
  if (able.length === 0) return null;
  const most = Math.max(...able.map(({ gain }) => gain));
  const near = able.filter(({ gain }) => gain >= most * (1 - options.nearMost));
  const [{ selector, pages: having, held }] = near.sort(
    (a, b) =>
      a.chars - b.chars ||
      b.gain - a.gain ||
      Number(a.selector.outer !== null) - Number(b.selector.outer !== null) ||
      (a.key < b.key ? -1 : 1),
  );
  return { selector, pages: having, agreement: held / having.length };
}

interface Candidate {
  readonly key: string;
  readonly selector: Selector;
  readonly pages: number[];
  /** Sum over pages of the share of the most gain that it holds. */
  gain: number;
  /** The same without losses. */
  held: number;
  /** Characters held. */
  chars: number;
}

/** Adds what a page's selectors hold to the candidates. */
function addCandidates(
  found: (Candidate | undefined)[],
  { rows, places }: NumberedSelectors,
  page: number,
  gainTo: Float64Array,
  heldTo: Float64Array,
  most: number,
): void {
  const { first, from, to, chars } = places;
  for (let at = 0; at < rows.length; at++) {
    let own = found[rows[at]];
    if (own === undefined) {
      const selector = places.selector(at);
      own = { key: `${selector.outer ?? ''} ${selector.inner}`, selector, pages: [], gain: 0, held: 0, chars: 0 };
      found[rows[at]] = own;
    }
    let gain = 0;
    let heldAll = 0;
    for (let place = first[at]; place < first[at + 1]; place++) {
      const held = gainTo[to[place]] - gainTo[from[place]];
      heldAll += heldTo[to[place]] - heldTo[from[place]];
      gain += held > 0 && place > first[at] ? held * LATER_PLACES : held;
    }
    own.pages.push(page);
    own.held += heldAll / most;
    own.chars += chars[at];
    own.gain += Math.max(-1, gain / most);
  }
}

/** The places of the template over the pages, and those of each page in the order of its `places`. */
function placesOf(
  pages: readonly NamedRecord[],
  repeated: RepeatedTexts,
): { readonly places: ReadonlyMap<number, PlaceSeen>; readonly ofPage: readonly (readonly PlaceSeen[])[] } {
  const places = new Map<number, PlaceSeen>();
  const ofPage = pages.map((page) => {
    const own = page.places.map((path) => {
      let place = places.get(path);
      if (place === undefined) {
        place = { weight: PRIOR_WEIGHT, sure: PRIOR_WEIGHT / 2, chars: 0, ownChars: 0, linked: 0, probability: 0 };
        places.set(path, place);
      }
      return place;
    });
    const { text, chars, linked, probability } = page.record;
    const isRepeated = repeated.flags(page.record);
    for (let block = 0; block < text.length; block++) {
      const place = own[page.placeOf[block]];
      place.chars += chars[block];
      place.linked += (chars[block] * linked[block]) / 255;
      if (isRepeated[block] === 1) continue;
      const weight = Math.sqrt(chars[block]);
      place.ownChars += chars[block];
      place.weight += weight;
      place.sure += (weight * probability[block]) / 255;
    }
    return own;
  });
  for (const place of places.values()) place.probability = place.sure / place.weight;
  return { places, ofPage };
}

/** The surest place with much text: highest probability² × characters that are neither repeated nor linked. */
function coreOf(places: ReadonlyMap<number, PlaceSeen>): PlaceSeen | null {
  let core: PlaceSeen | null = null;
  let most = 0;
  for (const place of places.values()) {
    const mass = place.probability ** 2 * place.ownChars * (1 - place.linked / Math.max(1, place.chars));
    if (mass <= most) continue;
    core = place;
    most = mass;
  }
  return core;
}

/** Log-odds of a probability; never infinite. */
export function logit(probability: number): number {
  const bounded = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(bounded / (1 - bounded));
}

/** Named ancestors of an element that may come before it in a selector. */
const MAX_ABOVE = 6;

/** The selectors of a page, one row each, with the outermost elements each matches: its places. */
interface SelectorPlaces {
  /** Hash of each selector. */
  readonly hashes: Float64Array;
  selector(row: number): Selector;
  /** Places of selector `row`: `first[row]` … `first[row + 1]` − 1. */
  readonly first: Uint32Array;
  /** Per place: the blocks [from, to) it holds. */
  readonly from: Uint16Array;
  readonly to: Uint16Array;
  /** Per selector: UTF-16 code units its places hold. */
  readonly chars: Float64Array;
}

/** A page's selectors and the number of each. */
interface NumberedSelectors {
  readonly rows: Int32Array;
  readonly places: SelectorPlaces;
}

/** Numbers of the selectors of some pages, 0 … size − 1. */
export interface SelectorIndex {
  readonly size: number;
  of(page: NamedRecord): NumberedSelectors;
}

/** Numbers the selectors of the pages. */
export function selectorIndex(pages: readonly NamedRecord[]): SelectorIndex {
  const numbers = new Map<number, number>();
  const ofPage = new Map<NamedRecord, NumberedSelectors>();
  for (const page of pages) {
    const places = selectorPlaces(page);
    const rows = Int32Array.from(places.hashes, (hash) => {
      const number = numbers.get(hash) ?? numbers.size;
      numbers.set(hash, number);
      return number;
    });
    ofPage.set(page, { rows, places });
  }
  return { size: numbers.size, of: (page) => ofPage.get(page) as NumberedSelectors };
}

/** Every selector that could name a page's container: one name, or one below another. */
const selectorPlaces = memoized(({ record, names }: NamedRecord): SelectorPlaces => {
  const charsTo = new Float64Array(record.chars.length + 1);
  for (let at = 0; at < record.chars.length; at++) charsTo[at + 1] = charsTo[at] + record.chars[at];
  const { parent, from, to } = record;
  const found = new Map<
    number,
    { inner: ElementName; outer: ElementName | null; from: number[]; to: number[]; chars: number }
  >();
  for (let row = 0; row < names.length; row++) {
    const inner = names[row];
    if (!inner.isNamed) continue;
    const outers: (ElementName | null)[] = [null];
    for (let above = row; parent[above] !== above && outers.length <= MAX_ABOVE; ) {
      above = parent[above];
      const outer = names[above];
      if (outer.isNamed && outer.hash !== inner.hash && !outers.includes(outer)) outers.push(outer);
    }
    for (const outer of outers) {
      const hash = (outer === null ? 0 : (outer.hash >>> 11) * 2 ** 32) + inner.hash;
      let own = found.get(hash);
      if (own === undefined) {
        own = { inner, outer, from: [], to: [], chars: 0 };
        found.set(hash, own);
      } else if (to[row] <= own.to[own.to.length - 1]) continue; // inside an element that was added
      own.from.push(from[row]);
      own.to.push(to[row]);
      own.chars += charsTo[to[row]] - charsTo[from[row]];
    }
  }
  const all = [...found.values()];
  const first = new Uint32Array(all.length + 1);
  for (let at = 0; at < all.length; at++) first[at + 1] = first[at] + all[at].to.length;
  return {
    hashes: Float64Array.from(found.keys()),
    selector: (row) => ({ inner: all[row].inner.text, outer: all[row].outer?.text ?? null }),
    first,
    from: Uint16Array.from(all.flatMap((one) => one.from)),
    to: Uint16Array.from(all.flatMap((one) => one.to)),
    chars: Float64Array.from(all, ({ chars }) => chars),
  };
});
