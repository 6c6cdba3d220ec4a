/**
 * Which container holds the main content of a set of pages, in the words of the template.
 *
 * Observation (page streams, tuning half): the page level errs on any one page, but much the same way at the same place of
 * the template; and the places differ. Paragraphs of the article have a mean probability of .90 to .98 at every site,
 * comments .3 to .75, by-lines and lists of tags .2 to .8, whatever the site. So places are judged, not blocks, and
 * against the surest place of the same site, not against a fixed bound.
 *
 * Steps: 1. blocks whose text stands on several pages have no say; 2. each place (the path of signs from the root) gets the
 * mean probability of its blocks, weighed by the root of their length and drawn to one half by a little; 3. the surest
 * place with much text is the core; 4. a block gains its length × (probability of its place − a bound some log-odds below
 * the core's), losses counting little, as parts can be taken out later; 5. of the selectors that hold nearly the most gain
 * over the pages, each page counting alike, the one that holds least text is it.
 */
import { logistic } from '../../text/logistic.js';
import type { NamedRecord } from './named-record.js';
import type { RepeatedTexts } from './repeated-texts.js';
import { type SelectorIndex, selectorIndex } from './selector-index.js';
import type { Selector } from './template.js';

export interface ChooseOptions {
  /** Share of the pages, 0…1, on which a text must stand to be boilerplate; three pages at least. */
  readonly repeatedShare: number;
  /** Log-odds by which a place may be less sure than the core and still count as main content. */
  readonly coreMargin: number;
  /** What a loss counts, against a gain. */
  readonly lossWeight: number;
  /** Share of the most gain, 0…1, that a container may lack if it holds less text. */
  readonly nearMost: number;
}

/** A chosen container. */
export interface ChosenContainer {
  readonly selector: Selector;
  /** Pages it stands on, as places among those given. */
  readonly pages: readonly number[];
  /** Mean share of the main text of those pages that it holds, 0…1, whatever else it holds. */
  readonly agreement: number;
}

/** What a place of the template was seen to hold. */
interface PlaceSeen {
  weight: number;
  sure: number;
  chars: number;
  ownChars: number;
  linked: number;
  probability: number;
}

/** Root-of-length weight of the one half that a place's probability is drawn to: three paragraphs of a line. */
const PRIOR_WEIGHT = 10;
/** A page whose main text gains less than this many characters has no say. */
const MIN_GAIN = 30;
/** What a container's second and later places on a page count: an article has one. */
const LATER_PLACES = 0.5;
const MIN_SHARE = 0.1;
const MIN_PAGES = 2;

/**
 * Chooses a container, or null when the pages have none in common. Deterministic; time: blocks and selectors of the pages.
 *
 * @param index of the pages' selectors; of more pages than these, it may be
 */
export function chooseContainer(
  pages: readonly NamedRecord[],
  repeated: RepeatedTexts,
  options: ChooseOptions,
  index: SelectorIndex = selectorIndex(pages),
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
    if (most >= MIN_GAIN) takeIn(found, page, at, index, gainTo, heldTo, most);
  });
  const least = Math.max(MIN_PAGES, MIN_SHARE * pages.length);
  const able: Candidate[] = [];
  for (const one of found) if (one !== undefined && one.pages.length >= least && one.gain > 0) able.push(one);
  if (able.length === 0) return null;
  const most = Math.max(...able.map(({ gain }) => gain));
  const near = able.filter(({ gain }) => gain >= most * (1 - options.nearMost));
  const [{ selector, pages: standing, held }] = near.sort(
    (a, b) =>
      a.chars - b.chars ||
      b.gain - a.gain ||
      Number(a.selector.outer !== null) - Number(b.selector.outer !== null) ||
      (a.key < b.key ? -1 : 1),
  );
  return { selector, pages: standing, agreement: held / standing.length };
}

interface Candidate {
  readonly key: string;
  readonly selector: Selector;
  readonly pages: number[];
  /** Sum over pages of the share of the most gain that it holds. */
  gain: number;
  /** The same of what is gained alone, losses left out. */
  held: number;
  /** Characters held. */
  chars: number;
}

/** Adds what a page's selectors hold to the candidates. */
function takeIn(
  found: (Candidate | undefined)[],
  { record }: NamedRecord,
  page: number,
  index: SelectorIndex,
  gainTo: Float64Array,
  heldTo: Float64Array,
  most: number,
): void {
  const { rows, places } = index.of(record);
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

/** What each place of the template holds, over the pages; and the places of each page, in the order of its own. */
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

/** The surest place with much text of its own: probability² × characters that are neither repeated nor linked. */
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
