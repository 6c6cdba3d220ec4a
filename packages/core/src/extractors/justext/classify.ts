/**
 * jusText's verdict on one paragraph by itself (context-free): good, near good, short or bad.
 *
 * Observation: boilerplate is short, full of links and poor in function words; a long stretch with many function words is
 * running text. What can be told from neither stays open (`short`, `neargood`) for the neighbours to settle.
 */
import type { Paragraph } from '../../blocks/paragraphs.js';
import type { WordCount } from './stop-words.js';

/** The classes, in the order of the codes. */
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

/** A class with the rule that gave it. */
export interface Verdict {
  readonly code: number;
  readonly rule: string;
}

const verdict = (code: number, rule: string): Verdict => ({ code, rule });
const TOO_MANY_LINKS = verdict(BAD, 'link density');
const COPYRIGHT = verdict(BAD, 'copyright sign');
const CHOICE = verdict(BAD, 'inside select');
const SHORT_LINK = verdict(BAD, 'short with a link');
const TOO_SHORT = verdict(SHORT, 'short');
const LONG_TEXT = verdict(GOOD, 'long, many stop words');
const MEDIUM_TEXT = verdict(NEAR_GOOD, 'medium length, many stop words');
const SOME_STOP_WORDS = verdict(NEAR_GOOD, 'some stop words');
const FEW_STOP_WORDS = verdict(BAD, 'few stop words');

/**
 * The first rule that fires, in the paper's order. All comparisons are the paper's: link density above, length below
 * `lengthLow` and above `lengthHigh`, stop-word density at or above its thresholds.
 *
 * @param length the paragraph's length in the unit of the thresholds
 * @param linkDensity characters in links / characters, 0…
 */
export function contextFree(
  paragraph: Paragraph,
  length: number,
  linkDensity: number,
  count: WordCount,
  { maxLinkDensity, lengthLow, lengthHigh, stopWordsLow, stopWordsHigh }: Thresholds,
): Verdict {
  if (linkDensity > maxLinkDensity) return TOO_MANY_LINKS;
  if (paragraph.text.includes('\u00a9') || paragraph.text.includes('&copy')) return COPYRIGHT;
  if (paragraph.isChoice) return CHOICE;
  if (length < lengthLow) return paragraph.linkChars > 0 ? SHORT_LINK : TOO_SHORT;
  const density = count.words === 0 ? 0 : count.stopWords / count.words;
  if (density >= stopWordsHigh) return length > lengthHigh ? LONG_TEXT : MEDIUM_TEXT;
  return density >= stopWordsLow ? SOME_STOP_WORDS : FEW_STOP_WORDS;
}
