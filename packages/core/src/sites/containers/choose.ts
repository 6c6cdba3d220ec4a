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
import type { PageRecord } from './page-record.js';
import { pathsBelow, type Selector, type Sign, type Template } from './template.js';

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
  /** Mean share of the main text of those pages that it holds, −1…1. */
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
const LEAST_GAIN = 30;
/** What a container's second and later places on a page count: an article has one. */
const LATER_PLACES = 0.5;
/** Named elements above an element that may stand before it in a selector. */
const MOST_ABOVE = 6;
const LEAST_SHARE = 0.1;
const LEAST_PAGES = 2;

/** Chooses a container, or null when the pages have none in common. Deterministic; time: elements × {@link MOST_ABOVE}. */
export function chooseContainer(
  records: readonly PageRecord[],
  template: Template,
  repeated: ReadonlySet<number>,
  options: ChooseOptions,
): ChosenContainer | null {
  const paths = records.map((record) => pathsBelow(record, template));
  const places = placesOf(records, paths, repeated);
  const core = coreOf(places);
  if (core === null) return null;
  const bound = logistic(logit(core.probability) - options.coreMargin);
  const found = new Map<number, Candidate>();
  records.forEach((record, page) => {
    const gain = new Float64Array(record.text.length);
    let most = 0;
    for (let block = 0; block < gain.length; block++) {
      if (repeated.has(record.text[block])) continue;
      const place = places.get(paths[page].get(record.element[block]) ?? 0);
      const own = record.chars[block] * ((place?.probability ?? 0) - bound);
      gain[block] = own < 0 ? own * options.lossWeight : own;
      if (own > 0) most += own;
    }
    if (most >= LEAST_GAIN) takeIn(found, record, page, template, gain, most);
  });
  const least = Math.max(LEAST_PAGES, LEAST_SHARE * records.length);
  const able = [...found.values()].filter(({ pages, gain }) => pages.length >= least && gain > 0);
  if (able.length === 0) return null;
  const most = Math.max(...able.map(({ gain }) => gain));
  const near = able.filter(({ gain }) => gain >= most * (1 - options.nearMost));
  const [{ selector, pages, gain }] = near.sort(
    (a, b) =>
      a.chars - b.chars ||
      b.gain - a.gain ||
      Number(a.selector.outer !== null) - Number(b.selector.outer !== null) ||
      (a.key < b.key ? -1 : 1),
  );
  return { selector, pages, agreement: gain / pages.length };
}

interface Candidate {
  readonly key: string;
  readonly selector: Selector;
  readonly pages: number[];
  /** Sum over pages of the share of the most gain that it holds. */
  gain: number;
  /** Characters held. */
  chars: number;
  /** On the last page: block after the last element taken, and the gain there. */
  end: number;
  pageGain: number;
}

/** Adds a page's elements to the candidates. */
function takeIn(
  found: Map<number, Candidate>,
  record: PageRecord,
  page: number,
  { signOf }: Template,
  gain: Float64Array,
  most: number,
): void {
  const gainTo = runningSum(gain);
  const charsTo = runningSum(record.chars);
  const here = new Set<Candidate>();
  const { name, parent, from, to } = record;
  for (let row = 0; row < name.length; row++) {
    const inner = signOf(name[row]);
    if (!inner.isNamed) continue;
    const outers: (Sign | null)[] = [null];
    for (let above = row; parent[above] !== above && outers.length <= MOST_ABOVE; ) {
      above = parent[above];
      const outer = signOf(name[above]);
      if (outer.isNamed && outer.hash !== inner.hash && !outers.includes(outer)) outers.push(outer);
    }
    for (const outer of outers) {
      const hash = (outer === null ? 0 : (outer.hash >>> 11) * 2 ** 32) + inner.hash;
      let own = found.get(hash);
      if (own === undefined) {
        const selector = { inner: inner.text, outer: outer?.text ?? null };
        own = {
          key: `${selector.outer ?? ''} ${inner.text}`,
          selector,
          pages: [],
          gain: 0,
          chars: 0,
          end: 0,
          pageGain: 0,
        };
        found.set(hash, own);
      }
      const isFirst = own.pages[own.pages.length - 1] !== page;
      if (isFirst) {
        own.pages.push(page);
        own.pageGain = 0;
      } else if (to[row] <= own.end) continue; // inside one that was taken
      own.end = to[row];
      const held = gainTo[to[row]] - gainTo[from[row]];
      own.pageGain += held > 0 && !isFirst ? held * LATER_PLACES : held;
      own.chars += charsTo[to[row]] - charsTo[from[row]];
      here.add(own);
    }
  }
  for (const own of here) own.gain += Math.max(-1, own.pageGain / most);
}

/** What each place of the template holds, over the pages. */
function placesOf(
  records: readonly PageRecord[],
  paths: readonly ReadonlyMap<number, number>[],
  repeated: ReadonlySet<number>,
): Map<number, PlaceSeen> {
  const places = new Map<number, PlaceSeen>();
  records.forEach(({ text, chars, linked, probability, element }, page) => {
    for (let block = 0; block < text.length; block++) {
      const path = paths[page].get(element[block]) ?? 0;
      let place = places.get(path);
      if (place === undefined) {
        place = { weight: PRIOR_WEIGHT, sure: PRIOR_WEIGHT / 2, chars: 0, ownChars: 0, linked: 0, probability: 0 };
        places.set(path, place);
      }
      place.chars += chars[block];
      place.linked += (chars[block] * linked[block]) / 255;
      if (repeated.has(text[block])) continue;
      const weight = Math.sqrt(chars[block]);
      place.ownChars += chars[block];
      place.weight += weight;
      place.sure += (weight * probability[block]) / 255;
    }
  });
  for (const place of places.values()) place.probability = place.sure / place.weight;
  return places;
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

/** The texts that stand on so many pages that they belong to the site, not to a page. */
export function repeatedTexts(records: readonly PageRecord[], share: number): Set<number> {
  const counts = new Map<number, number>();
  for (const { text } of records) for (const hash of new Set(text)) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  const least = Math.max(LEAST_REPEATS, share * records.length) + 1;
  const repeated = new Set<number>([0]);
  for (const [hash, count] of counts) if (count >= least) repeated.add(hash);
  return repeated;
}

/** Other pages a repeated text stands on at least: an article may also stand on a list. */
const LEAST_REPEATS = 2;

function runningSum(values: ArrayLike<number>): Float64Array {
  const sums = new Float64Array(values.length + 1);
  for (let at = 0; at < values.length; at++) sums[at + 1] = sums[at] + values[at];
  return sums;
}

/** Log-odds of a probability; never infinite. */
export function logit(probability: number): number {
  const bounded = Math.min(0.999, Math.max(0.001, probability));
  return Math.log(bounded / (1 - bounded));
}
