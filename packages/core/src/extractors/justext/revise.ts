/**
 * jusText's second look (context-sensitive): what a paragraph alone could not tell, its neighbours do, because content
 * and boilerplate come in runs. Four passes, in the order of the paper:
 *
 * 1. a short heading close before a good paragraph becomes near good;
 * 2. short paragraphs take the class of the good or bad paragraphs around them, all at once;
 * 3. near-good paragraphs become good unless both neighbours are bad, one after another, left to right;
 * 4. a heading that became bad but was not bad by itself is good when a good paragraph follows closely.
 *
 * The page's edges count as bad. Neighbours are found by carrying the nearest decided paragraph along instead of scanning
 * from every paragraph, so that all passes are linear.
 *
 * Departure, an option: the Python program copies the context-free classes inside the loop of pass 1, so that the paragraphs
 * it looks at have no class yet and the pass never fires (`skipsHeadingPass`). The first releases and the C++ and Java
 * programs copy them before, as here.
 */
import { BAD, GOOD, NEAR_GOOD, SHORT } from './classify.js';

export interface RevisionOptions {
  /** Longest distance, in characters of the paragraphs between, from a heading to the good paragraph that saves it. */
  readonly maxHeadingDistance: number;
  /** Headings are saved at all (passes 1 and 4). */
  readonly keepsHeadings: boolean;
  /** Pass 1 never fires: the Python program's behaviour. */
  readonly skipsHeadingPass: boolean;
}

/** Classes after revision (only good and bad are left) and which pass decided each: 0 none, else the pass's number. */
export interface Revision {
  readonly classes: Uint8Array;
  readonly pass: Uint8Array;
}

/**
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
  if (options.keepsHeadings && !options.skipsHeadingPass)
    saveHeadings(classes, pass, isHeading, lengths, options.maxHeadingDistance, 1, (at) => classes[at] === SHORT);
  settleShort(classes, pass);
  settleNearGood(classes, pass);
  if (options.keepsHeadings)
    saveHeadings(
      classes,
      pass,
      isHeading,
      lengths,
      options.maxHeadingDistance,
      4,
      (at) => classes[at] === BAD && contextFree[at] !== BAD,
    );
  return { classes, pass };
}

/** Passes 1 and 4. Walks backwards, carrying the distance to the nearest good paragraph behind. */
function saveHeadings(
  classes: Uint8Array,
  pass: Uint8Array,
  isHeading: Uint8Array,
  lengths: ArrayLike<number>,
  maxDistance: number,
  number: 1 | 4,
  isLost: (at: number) => boolean,
): void {
  let distance = Number.POSITIVE_INFINITY;
  for (let at = classes.length - 1; at >= 0; at--) {
    // A good paragraph settles the distance for what stands before it; a saved heading of this pass does not.
    const wasGood = classes[at] === GOOD;
    if (isHeading[at] === 1 && isLost(at) && distance <= maxDistance) {
      classes[at] = number === 1 ? NEAR_GOOD : GOOD;
      pass[at] = number;
    }
    distance = wasGood ? 0 : distance + lengths[at];
  }
}

/** Pass 2. Decides every short paragraph on the old classes, then assigns. */
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
          : // One side is bad: good only if that side, looked at closely, is near good.
            (before[at] === BAD ? beforeNear[at] : afterNear) === NEAR_GOOD;
      classes[at] = isGood ? GOOD : BAD;
      pass[at] = 2;
    } else {
      afterNear = one;
      if (one !== NEAR_GOOD) after = one;
    }
  }
}

/** Pass 3. Left to right, in place: what is decided on the left is seen on the right. */
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
