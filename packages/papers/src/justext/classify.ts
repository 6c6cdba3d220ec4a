/**
 * jusText's two decisions on a paragraph: good, near good, short or bad.
 *
 * Context-free: boilerplate is short, full of links and poor in function words; a long stretch with many function words is
 * running text. Paragraphs that fit neither (`short`, `neargood`) are left to the second step.
 *
 * Context-sensitive: content and boilerplate come in runs, so neighbours decide the rest. Four passes, in the paper's order:
 * 1. a short heading close before a good paragraph becomes near good;
 * 2. short paragraphs take the class of the good or bad paragraphs around them, all at once;
 * 3. near-good paragraphs become good unless both neighbours are bad, one after another, left to right;
 * 4. a heading that became bad but was not bad context-free is good when a good paragraph follows closely.
 *
 * The page's edges count as bad. Each pass carries the nearest decided paragraph along, so all are linear.
 *
 * Departure, an option: the Python program copies the context-free classes inside the loop of pass 1, so the paragraphs it
 * looks at have no class yet and the pass never fires (`skipsHeadingPass`). The first releases and the C++ and Java programs
 * copy them before, as here.
 */
import type { Paragraph } from './paragraphs.js';
import type { WordCount } from './stop-words.js';

/** Names of the classes by code. */
export const CLASSES = ['bad', 'short', 'neargood', 'good'] as const;
export const BAD = 0;
export const SHORT = 1;
export const NEAR_GOOD = 2;
export const GOOD = 3;

/** The thresholds, by the paper's names. */
export interface Thresholds {
  readonly maxLinkDensity: number;
  readonly lengthLow: number;
  readonly lengthHigh: number;
  readonly stopWordsLow: number;
  readonly stopWordsHigh: number;
}

/** A class and the rule that decided it. */
interface ClassWithRule {
  readonly code: number;
  readonly rule: string;
}

const decision = (code: number, rule: string): ClassWithRule => ({ code, rule });
const TOO_MANY_LINKS = decision(BAD, 'link density');
const COPYRIGHT = decision(BAD, 'copyright sign');
const CHOICE = decision(BAD, 'inside select');
const SHORT_LINK = decision(BAD, 'short with a link');
const TOO_SHORT = decision(SHORT, 'short');
const LONG_TEXT = decision(GOOD, 'long, many stop words');
const MEDIUM_TEXT = decision(NEAR_GOOD, 'medium length, many stop words');
const SOME_STOP_WORDS = decision(NEAR_GOOD, 'some stop words');
const FEW_STOP_WORDS = decision(BAD, 'few stop words');

/**
 * The first rule that fires, in the paper's order. All comparisons are the paper's: link density above, length below `lengthLow`
 * and above `lengthHigh`, stop-word density at or above its thresholds.
 * @param length the paragraph's length in the unit of the thresholds
 * @param linkDensity characters in links / characters, 0…
 */
export function contextFree(
  paragraph: Paragraph,
  length: number,
  linkDensity: number,
  count: WordCount,
  { maxLinkDensity, lengthLow, lengthHigh, stopWordsLow, stopWordsHigh }: Thresholds,
): ClassWithRule {
  if (linkDensity > maxLinkDensity) return TOO_MANY_LINKS;
  if (paragraph.text.includes('\u00a9') || paragraph.text.includes('&copy')) return COPYRIGHT;
  if (paragraph.isChoice) return CHOICE;
  if (length < lengthLow) return paragraph.linkChars > 0 ? SHORT_LINK : TOO_SHORT;
  const density = count.words === 0 ? 0 : count.stopWords / count.words;
  if (density >= stopWordsHigh) return length > lengthHigh ? LONG_TEXT : MEDIUM_TEXT;
  return density >= stopWordsLow ? SOME_STOP_WORDS : FEW_STOP_WORDS;
}

interface RevisionOptions {
  /** Longest distance, in characters of the paragraphs between, from a heading to the good paragraph that saves it. */
  readonly maxHeadingDistance: number;
  /** Whether headings are saved (passes 1 and 4). */
  readonly keepsHeadings: boolean;
  /** Whether pass 1 is skipped: the Python program's behaviour. */
  readonly skipsHeadingPass: boolean;
}

/** Classes after revision, good or bad only, and the pass that decided each (0: none). */
interface Revision {
  readonly classes: Uint8Array;
  readonly pass: Uint8Array;
}

/**
 * The context-sensitive step.
 * @param contextFree per paragraph: its context-free class
 * @param isHeading per paragraph: 1 for headings
 * @param lengths per paragraph: its length
 */
export function revise(
  contextFree: Uint8Array,
  isHeading: Uint8Array,
  lengths: ArrayLike<number>,
  options: RevisionOptions,
): Revision {
  const classes = contextFree.slice();
  const pass = new Uint8Array(classes.length);
  /** Passes 1 and 4. Walks backwards, carrying the distance to the next good paragraph. */
  const saveHeadings = (number: 1 | 4, isLost: (at: number) => boolean): void => {
    let distance = Number.POSITIVE_INFINITY;
    for (let at = classes.length - 1; at >= 0; at--) {
      // A good paragraph resets the distance; a heading saved in this pass does not.
      const wasGood = classes[at] === GOOD;
      if (isHeading[at] === 1 && isLost(at) && distance <= options.maxHeadingDistance) {
        classes[at] = number === 1 ? NEAR_GOOD : GOOD;
        pass[at] = number;
      }
      distance = wasGood ? 0 : distance + lengths[at];
    }
  };
  if (options.keepsHeadings && !options.skipsHeadingPass) saveHeadings(1, (at) => classes[at] === SHORT);
  settleShort(classes, pass);
  settleNearGood(classes, pass);
  if (options.keepsHeadings) saveHeadings(4, (at) => classes[at] === BAD && contextFree[at] !== BAD);
  return { classes, pass };
}

/** Pass 2. Decides every short paragraph by the classes before the pass. */
function settleShort(classes: Uint8Array, pass: Uint8Array): void {
  const size = classes.length;
  // Per paragraph: the nearest good or bad one before it, and the nearest that is not short.
  const before = new Uint8Array(size);
  const beforeNear = new Uint8Array(size);
  let decided: number = BAD;
  let notShort: number = BAD;
  for (let at = 0; at < size; at++) {
    before[at] = decided;
    beforeNear[at] = notShort;
    const one = classes[at];
    if (one !== SHORT) notShort = one;
    if (one === GOOD || one === BAD) decided = one;
  }
  let after: number = BAD;
  let afterNear: number = BAD;
  for (let at = size - 1; at >= 0; at--) {
    const one = classes[at];
    if (one === SHORT) {
      const isGood =
        before[at] === after
          ? after === GOOD
          : // One side is bad: good only if the nearest paragraph on that side is near good.
            (before[at] === BAD ? beforeNear[at] : afterNear) === NEAR_GOOD;
      classes[at] = isGood ? GOOD : BAD;
      pass[at] = 2;
    } else {
      afterNear = one;
      if (one !== NEAR_GOOD) after = one;
    }
  }
}

/** Pass 3. Left to right, in place: decisions on the left affect those on the right. */
function settleNearGood(classes: Uint8Array, pass: Uint8Array): void {
  const size = classes.length;
  const after = new Uint8Array(size);
  let next: number = BAD;
  for (let at = size - 1; at >= 0; at--) {
    after[at] = next;
    if (classes[at] === GOOD || classes[at] === BAD) next = classes[at];
  }
  let previous: number = BAD;
  for (let at = 0; at < size; at++) {
    if (classes[at] === NEAR_GOOD) {
      classes[at] = previous === BAD && after[at] === BAD ? BAD : GOOD;
      pass[at] = 3;
    }
    previous = classes[at];
  }
}
