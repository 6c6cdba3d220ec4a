/**
 * jusText (Pomikálek, "Removing Boilerplate and Duplicate Content from Web Corpora", 2011).
 *
 * Observation: full sentences are rich in a language's function words, whatever their topic; lists of links, captions and
 * notices are not; and both come in runs. So a page is split into paragraphs, each is classified alone (link density, length,
 * stop-word density), and its neighbours decide the cases that stay open.
 *
 * Steps: paragraphs (`paragraphs.ts`) → stop words (`stop-words.ts`) → context-free class, then context-sensitive
 * revision → good paragraphs are kept.
 *
 * Departures from the Python program; each is an option, `justext-parity` restores the reference:
 * - the heading pass works (`skipsHeadingPass` false), as in the paper; blank text nodes separate words (`gluesBlankText`);
 * - HTML5's grouping elements end paragraphs (`html5`);
 * - words are looked up without the punctuation around them (`attachedPunctuation` false): our lists, unlike the program's,
 *   contain no `years,` or `life.`;
 * - scripts without spaces: a character is a word when counting stop words, and counts `wideCharacterLength` (3) towards
 *   the length thresholds, since one character of Chinese or Japanese says as much as three to four of English;
 * - the English list covers .56 to .63 of the running text of English development pages, other lists less (Polish .30,
 *   Russian .31, Chinese .30): their stop-word thresholds are scaled by what the list covers of the page's running text,
 *   relative to `englishCoverage`. This alone raised word F1 of 25 Chinese pages from .38 to .80, of Polish ones from .55
 *   to .99;
 * - the language: option `language`, else the page's, else the list that fits best. If the list of a declared language covers
 *   less than `minimumCoverage` of the page's words, the declaration is taken for a template's mistake and the words decide.
 *   If no list fits, both stop-word thresholds are 0 (language-independent mode). The program asks the user instead.
 */
import type { Block, Extractor, LabelledBlocks } from '@dehusk/core';
import { COUNT, type ExtractionContext, type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import { FLAG, isUnspaced, listOf, orNull, type Page, real, SHARE, STRING, words } from '@dehusk/html';
import { type Paragraph, paragraphsOf } from './paragraphs.js';
import {
  countWords,
  fitLanguage,
  PROGRAM_ENGLISH,
  type StopList,
  stopListFrom,
  stopListOf,
  type WordCount,
} from './stop-words.js';

const OPTIONS = {
  maxLinkDensity: [0.2, SHARE, 'Link density, 0…1, above which a paragraph is bad (Python program: 0.2).'],
  lengthLow: [70, COUNT, 'Length below which a paragraph is too short to be judged alone (Python program: 70).'],
  lengthHigh: [200, COUNT, 'Length above which a paragraph rich in stop words is good (Python program: 200).'],
  stopWordsLow: [
    0.3,
    SHARE,
    'Stop-word density, 0…1, from which a paragraph is at least near good (Python program: 0.30).',
  ],
  stopWordsHigh: [0.32, SHARE, 'Stop-word density, 0…1, from which a long paragraph is good (Python program: 0.32).'],
  maxHeadingDistance: [
    200,
    COUNT,
    'Characters between a heading and the good paragraph that saves it, at most (Python program: 200).',
  ],
  keepsHeadings: [true, FLAG, 'Whether headings close before good paragraphs are saved (Python program: true).'],
  skipsHeadingPass: [
    false,
    FLAG,
    'Whether the first heading pass never fires, as in the Python program by an oversight (ours: false).',
  ],
  html5: [
    true,
    FLAG,
    'Whether HTML5 grouping elements end paragraphs and text that browsers do not show is skipped (ours: true).',
  ],
  gluesBlankText: [
    false,
    FLAG,
    'Whether text nodes of white space only vanish and glue their neighbours, as in the Python program.',
  ],
  keepsForms: [false, FLAG, 'Whether forms end paragraphs and the text of controls is kept, as in the C++ program.'],
  lengthUnit: [
    'characters',
    words('characters', 'bytes'),
    'Unit of the length thresholds: "characters" (Python program) or "bytes" of UTF-8 (C++ program).',
  ],
  wideCharacterLength: [
    3,
    real(0, 1_000),
    'What a character of a script without spaces counts towards lengths in characters (ours: 3).',
  ],
  attachedPunctuation: [
    false,
    FLAG,
    'Whether words are looked up with the punctuation around them, as the Python program does.',
  ],
  language: [
    null as string | null,
    orNull({ type: 'string', pattern: '^[a-z]{2,3}$', title: 'an ISO 639-1 code such as en' }),
    'ISO 639-1 code of the stop-word list; null: the page’s, else the best fitting, else none.',
  ],
  stopWords: [
    [] as readonly string[],
    listOf(STRING),
    'Stop words to use instead of a list; empty: the list of the language.',
  ],
  programList: [false, FLAG, 'Whether the English list is that of the Python program (ours: false).'],
  minimumCoverage: [0.1, SHARE, 'Share of a page’s words, 0…1, that a list must cover to fit it (ours: 0.1).'],
  englishCoverage: [
    0.55,
    SHARE,
    'Share of running text that the English list covers, 0…1: other lists’ thresholds are scaled to it; 0: never (ours: 0.55).',
  ],
} satisfies OptionTable;
export type JustextOptions = OptionsOf<typeof OPTIONS>;
const DESCRIBED = optionsOf(OPTIONS);

/** jusText with the Python program's thresholds. */
export const justext: Extractor<JustextOptions> = {
  name: 'justext',
  summary: 'Paragraphs by link density, length and stop-word density, then by their neighbours.',
  source: 'Pomikálek 2011, Removing Boilerplate and Duplicate Content from Web Corpora; jusText 3.0.2',
  ...DESCRIBED,
  label,
};

/** The Python program 3.0.2, with its English list. For other languages it uses our lists, or pass `stopWords`. */
export const justextParity: Extractor<JustextOptions> = {
  ...justext,
  name: 'justext-parity',
  summary: 'jusText like the Python program 3.0.2, with its English stop words.',
  defaults: {
    ...DESCRIBED.defaults,
    skipsHeadingPass: true,
    html5: false,
    gluesBlankText: true,
    attachedPunctuation: true,
    wideCharacterLength: 1,
    minimumCoverage: 0,
    englishCoverage: 0,
    programList: true,
  },
};

/** jusText as GoldMiner's authors ran it: shorter paragraphs are text, fewer stop words and more links are allowed. */
export const justextGoldminer: Extractor<JustextOptions> = {
  ...justext,
  name: 'justext-goldminer',
  summary: 'jusText with the parameters of GoldMiner’s program: more recall on news.',
  source: 'Endrédy and Novák 2013, More Effective Boilerplate Removal: the GoldMiner Algorithm',
  defaults: { ...DESCRIBED.defaults, lengthHigh: 110, stopWordsLow: 0.14, maxLinkDensity: 0.35, lengthUnit: 'bytes' },
};

let english: StopList | null = null;
function programEnglish(): StopList {
  english ??= stopListFrom(PROGRAM_ENGLISH, 'en');
  return english;
}

/** The list a page is classified with. */
interface ChosenList {
  readonly list: StopList | null;
  /** Share of the page's running text that the list covers, 0…1. */
  readonly coverage: number;
}

function chooseList(paragraphs: readonly Paragraph[], options: JustextOptions, context: ExtractionContext): ChosenList {
  if (options.stopWords.length > 0) return { list: stopListFrom(options.stopWords), coverage: 1 };
  const sample = sampleOf(paragraphs, options.maxLinkDensity);
  const listOf = (language: string): StopList | null =>
    options.programList && language === 'en' ? programEnglish() : stopListOf(language);
  const asked = options.language ?? context.language;
  const list = asked === null ? null : listOf(asked);
  if (list !== null) {
    const { words, stopWords } = countWords(sample, list, true);
    const coverage = words === 0 ? 0 : stopWords / words;
    if (options.language !== null || coverage >= options.minimumCoverage) return { list, coverage };
  } else if (options.language !== null) return { list, coverage: 0 };
  const fit = fitLanguage(sample);
  return fit !== null && fit.coverage >= options.minimumCoverage
    ? { list: listOf(fit.language), coverage: fit.coverage }
    : { list: null, coverage: 0 };
}

/** The thresholds a page is classified with: the paper's, scaled for lists other than the English one. */
function thresholdsFor({ list, coverage }: ChosenList, options: JustextOptions): Thresholds {
  let scale = list === null ? 0 : 1;
  if (list !== null && list.language !== null && list.language !== 'en' && options.englishCoverage > 0)
    scale = Math.min(1, Math.max(coverage, options.minimumCoverage) / options.englishCoverage);
  const { maxLinkDensity, lengthLow, lengthHigh, stopWordsLow, stopWordsHigh } = options;
  return {
    maxLinkDensity,
    lengthLow,
    lengthHigh,
    stopWordsLow: stopWordsLow * scale,
    stopWordsHigh: stopWordsHigh * scale,
  };
}

/** Characters of running text that decide the language. */
const SAMPLE_LENGTH = 10_000;

/** The text of the first paragraphs that are not links, or of all paragraphs when every one is. */
function sampleOf(paragraphs: readonly Paragraph[], maxLinkDensity: number): string {
  let sample = '';
  for (const { text, linkChars } of paragraphs) {
    if (linkChars > maxLinkDensity * text.length) continue;
    sample += `${text}\n`;
    if (sample.length >= SAMPLE_LENGTH) break;
  }
  if (sample === '') for (const { text } of paragraphs.slice(0, 100)) sample += `${text}\n`;
  return sample.slice(0, SAMPLE_LENGTH);
}

/** Length of a text in the unit of the thresholds. */
function lengthOf(text: string, isBytes: boolean, wide: number): number {
  let length = text.length;
  if (!isBytes && wide === 1) return length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (!isBytes) length += isUnspaced(code) ? wide - 1 : 0;
    else if (code < 0x800)
      length += 1; // a surrogate pair is 4 bytes: 2 for each half
    else length += code >= 0xd800 && code <= 0xdfff ? 1 : 2;
  }
  return length;
}

function label(page: Page, options: JustextOptions, context: ExtractionContext): LabelledBlocks {
  const paragraphs = paragraphsOf(page, options);
  const chosen = chooseList(paragraphs, options, context);
  const { list } = chosen;
  const thresholds = thresholdsFor(chosen, options);
  const size = paragraphs.length;
  const classes = new Uint8Array(size);
  const isHeading = new Uint8Array(size);
  const lengths = new Uint32Array(size);
  const linkDensity = new Float32Array(size);
  const stopWordDensity = new Float32Array(size);
  const rules: string[] = [];
  const blocks: Block[] = [];
  for (let at = 0; at < size; at++) {
    const paragraph = paragraphs[at];
    const { text, linkChars, linkWords } = paragraph;
    const count = countWords(text, list, !options.attachedPunctuation);
    const density = linkChars / text.length;
    lengths[at] = lengthOf(text, options.lengthUnit === 'bytes', options.wideCharacterLength);
    isHeading[at] = paragraph.isHeading ? 1 : 0;
    linkDensity[at] = density;
    stopWordDensity[at] = count.words === 0 ? 0 : count.stopWords / count.words;
    const decision = contextFree(paragraph, lengths[at], density, count, thresholds);
    classes[at] = decision.code;
    rules.push(decision.rule);
    blocks.push({
      first: paragraph.first,
      last: paragraph.last,
      nodes: paragraph.nodes,
      parent: paragraph.parent,
      text,
      words: count.words,
      linkWords: Math.min(linkWords, count.words),
      linkChars: Math.min(linkChars, text.length),
    });
  }
  const revision = revise(classes, isHeading, lengths, options);
  const keep = new Uint8Array(size);
  const why: string[] = [];
  for (let at = 0; at < size; at++) {
    keep[at] = revision.classes[at] === GOOD ? 1 : 0;
    why.push(reason(rules[at], CLASSES[classes[at]], revision.pass[at], keep[at] === 1));
  }
  const contextFreeClass = Array.from(classes, (code) => CLASSES[code]);
  return { blocks, labels: { keep, why }, features: { contextFreeClass, lengths, linkDensity, stopWordDensity } };
}

const PASSES = ['', 'heading before text', 'neighbours', 'neighbours', 'heading before text'] as const;

function reason(rule: string, cls: string, pass: number, isKept: boolean): string {
  if (pass === 0) return `${cls}: ${rule}`;
  return `${cls} (${rule}), ${isKept ? 'good' : 'bad'} by ${PASSES[pass]}`;
}

// jusText's two decisions on a paragraph: good, near good, short or bad.
//
// Context-free: boilerplate is short, full of links and poor in function words; a long stretch with many function words is
// running text. Paragraphs that fit neither (`short`, `neargood`) are left to the second step.
//
// Context-sensitive: content and boilerplate come in runs, so neighbours decide the rest. Four passes, in the paper's order:
// 1. a short heading close before a good paragraph becomes near good;
// 2. short paragraphs take the class of the good or bad paragraphs around them, all at once;
// 3. near-good paragraphs become good unless both neighbours are bad, one after another, left to right;
// 4. a heading that became bad but was not bad context-free is good when a good paragraph follows closely.
//
// The page's edges count as bad. Each pass carries the nearest decided paragraph along, so all are linear.
//
// Departure, an option: the Python program copies the context-free classes inside the loop of pass 1, so the paragraphs it
// looks at have no class yet and the pass never fires (`skipsHeadingPass`). The first releases and the C++ and Java programs
// copy them before, as here.

/** Names of the classes by code. */
const CLASSES = ['bad', 'short', 'neargood', 'good'] as const;
export const BAD = 0;
export const SHORT = 1;
export const NEAR_GOOD = 2;
export const GOOD = 3;

/** The thresholds, by the paper's names. */
interface Thresholds {
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
function contextFree(
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
