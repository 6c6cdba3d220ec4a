/**
 * BTE, Body Text Extraction (A. Finn, N. Kushmerick, B. Smyth: Fact or fiction: content classification for digital
 * libraries, 2001).
 *
 * Observation: write a page as a string of tags and words; the main text is the region with many words and few tags. So split
 * the string in three such that the middle has as many words, and the two ends as many tags, as possible.
 *
 * Steps: tokens → the best span → the paragraphs in it are kept.
 * The objective, tags before i + words from i to j + tags after j, differs by a constant from words minus tags between i and
 * j. So the best span is the maximum-sum stretch with +1 a word and −1 a tag, found in one pass instead of the published
 * cubic (or, with prefix sums, quadratic) search. Ties: smallest start, then smallest end, the order of the search.
 *
 * Departures: tokens come from the HTML standard's tree, so comments are no tags, entities are decoded, and an omitted closing
 * tag counts like a written one. `bte-parity` tokenises the raw source as the reference does.
 * In scripts without spaces every character is a word, so Chinese text weighs about half again as much as its translation.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import {
  countWordsBetween,
  FALLBACKS,
  type NodeId,
  type Page,
  real,
  TEXT,
  tagNames,
  tagTable,
  VOID,
} from '@dehusk/html';
import { maximumSpan, type ScoredSpan, spanBlocks } from '../maximum-subsequence/maximum-span.js';

const OPTIONS = {
  tagWeight: [
    -1,
    real(-1_000, 1_000),
    'Score of a tag where a word scores 1; −1 is the paper’s objective, below −1 gives shorter spans.',
  ],
} satisfies OptionTable;
export type BteOptions = OptionsOf<typeof OPTIONS>;

/** BTE on the page's tree. */
export const bte: Extractor<BteOptions> = {
  name: 'bte',
  summary: 'The one stretch of the page with many words and few tags.',
  source: 'Finn, Kushmerick and Smyth 2001, Fact or Fiction: Content Classification for Digital Libraries',
  ...optionsOf(OPTIONS),
  label(page: Page, { tagWeight }: BteOptions): LabelledBlocks {
    const tokens = pageTokens(page);
    const scores = Float64Array.from(tokens.words, (words) => (words === 0 ? tagWeight : words));
    const span = maximumSpan(scores);
    if (span === null) return spanBlocks(page, 1, 0, '', 'no words on the page');
    let words = 0;
    for (let at = span.from; at <= span.to; at++) words += tokens.words[at];
    const tags = Math.round((words - span.score) / -tagWeight) || 0;
    const inside = `in the span of ${words} words and ${tags} tags`;
    return spanBlocks(page, tokens.node[span.from], tokens.node[span.to], inside, 'outside the span');
  },
};

/** The baseline of maximum subsequence segmentation: the same search with the weight its authors found. */
export const maximumSubsequenceRules: Extractor<BteOptions> = {
  ...bte,
  name: 'maximum-subsequence-rules',
  summary: 'The one stretch where words outweigh tags, a tag counting as much as 3.25 words.',
  source: 'Pasternack and Roth 2009, Extracting Article Text from the Web with Maximum Subsequence Segmentation',
  defaults: { tagWeight: -3.25 },
};

/** The reference's span of a page's source, as positions in its tokens; null when the page has no words. */
export function sourceSpan(tokens: SourceTokens, tagWeight: number): ScoredSpan | null {
  return maximumSpan(tokens.isTag.map((isTag) => (isTag === 1 ? tagWeight : 1)));
}

/** BTE with the reference's tokenisation; the span is mapped to text nodes by their offsets in the source. */
export const bteParity: Extractor<BteOptions> = {
  ...bte,
  name: 'bte-parity',
  summary: 'BTE on the raw source, token by token like the published script.',
  source: 'J. Pomikálek’s BTE script, after Finn, Kushmerick and Smyth 2001',
  label(page: Page, { tagWeight }: BteOptions): LabelledBlocks {
    const tokens = sourceTokens(page.source);
    const span = sourceSpan(tokens, tagWeight);
    if (span === null) return spanBlocks(page, 1, 0, '', 'no words on the page');
    const from = tokens.from[span.from];
    const to = tokens.to[span.to];
    let first = page.size;
    let last = 0;
    for (let node = 1; node < page.size; node++) {
      if (page.tag[node] !== TEXT || page.sourceTo[node] <= from || page.sourceFrom[node] >= to) continue;
      if (node < first) first = node;
      last = node;
    }
    return spanBlocks(page, first, last, `in source span ${from}–${to}`, 'outside the span');
  },
};

const NOT_SHOWN = tagNames(FALLBACKS, 'script style template');

/** Entries of the token string. */
interface PageTokens {
  readonly size: number;
  /** Per entry: the text node or the element. */
  readonly node: Int32Array;
  /** Per entry: number of words of a text node; 0 for a tag. */
  readonly words: Int32Array;
  /** Per entry: 1 where an element closes. */
  readonly closes: Uint8Array;
}

/** The token string of a page's body. Linear in the page. */
function pageTokens(page: Page): PageTokens {
  const { tag, end, size, chars, textFrom, textTo, sourceFrom, openTo } = page;
  const notShown = tagTable(page, NOT_SHOWN);
  const isVoid = tagTable(page, VOID);
  const body = page.nameIndex('body');
  let at = 0;
  while (at < size && tag[at] !== body) at++;
  const limit = at < size ? end[at] : size;
  const node = new Int32Array(2 * size);
  const words = new Int32Array(2 * size);
  const closes = new Uint8Array(2 * size);
  let count = 0;
  const close = (element: NodeId): void => {
    closes[count] = 1;
    node[count++] = element;
  };
  const open: NodeId[] = [];
  for (at++; at < limit; at++) {
    while (open.length > 0 && at >= end[open[open.length - 1]]) close(open.pop() as NodeId);
    const name = tag[at];
    if (name === TEXT) {
      const number = countWordsBetween(chars, textFrom[at], textTo[at]);
      if (number === 0) continue;
      node[count] = at;
      words[count++] = number;
    } else if (openTo[at] > sourceFrom[at]) {
      node[count++] = at;
      if (isVoid[name] === 1) continue;
      if (notShown[name] === 1) {
        close(at);
        at = end[at] - 1;
      } else open.push(at);
    } else if (notShown[name] === 1) at = end[at] - 1;
  }
  while (open.length > 0) close(open.pop() as NodeId);
  return {
    size: count,
    node: node.subarray(0, count),
    words: words.subarray(0, count),
    closes: closes.subarray(0, count),
  };
}

// The reference's tokens of a page: those of the raw source, not of a tree (J. Pomikálek's BTE script, as used by GoldMiner's
// paper and the SIGIR 2023 comparison).
//
// - Text before the last `<body …>` and from the first `</body>` on is removed; scripts and styles are emptied.
// - A tag reaches from `<` to the next `>`, comments too; a `<` that never closes is skipped.
// - A word is a run without white space and `<`, so markup always separates words. `&nbsp;` is a space.
// - Of entities only `&quot;`, `&nbsp;` and `&#39;` are decoded.

/** Tokens as offsets into the source. */
export interface SourceTokens {
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Per token: 1 for a tag, 0 for a word. */
  readonly isTag: readonly number[];
}

const BODY_OPENS = /<body/gi;
const BODY_CLOSES = /<\/body>/gi;
/** Elements whose content is removed, and their closing tags. */
const EMPTIED = [
  { opens: /<script/iy, closes: /<\/script>/gi },
  { opens: /<style/iy, closes: /<\/style>/gi },
] as const;
/** White space as Python has it: a byte order mark inside the page is a word. */
const BLANK = /[^\S\ufeff]/;

/** Tokenises a page's source as the reference does. Linear in the source. */
export function sourceTokens(source: string): SourceTokens {
  let start = 0;
  for (const { index } of source.matchAll(BODY_OPENS)) {
    if (index < start) continue;
    const end = source.indexOf('>', index) + 1;
    if (end === 0) break;
    start = end;
  }
  const stop = positionFrom(BODY_CLOSES, source, start) ?? source.length;
  const from: number[] = [];
  const to: number[] = [];
  const isTag: number[] = [];
  const add = (first: number, end: number, tag: 0 | 1): void => {
    from.push(first);
    to.push(end);
    isTag.push(tag);
  };
  // Offset of the next closing tag of each emptied element; searched again only once it is passed.
  const closings = EMPTIED.map(() => -1);
  const lastClose = source.lastIndexOf('>', stop - 1);
  let word = -1;
  let at = start;
  const endWord = (): void => {
    if (word >= 0) add(word, at, 0);
    word = -1;
  };
  while (at < stop) {
    const code = source.charCodeAt(at);
    if (code === LESS) {
      endWord();
      if (at > lastClose) {
        at++;
        continue;
      }
      const tagEnd = source.indexOf('>', at) + 1;
      add(at, tagEnd, 1);
      const which = EMPTIED.findIndex(({ opens }) => matchesAt(opens, source, at));
      at = tagEnd;
      if (which < 0) continue;
      const { closes } = EMPTIED[which];
      if (closings[which] < at) closings[which] = positionFrom(closes, source, at) ?? source.length;
      if (closings[which] < stop) {
        at = source.indexOf('>', closings[which]) + 1;
        add(closings[which], at, 1);
      }
    } else if (code <= 0x20 ? isAsciiSpace(code) : code > 0x7f && BLANK.test(source[at])) {
      endWord();
      at++;
    } else if (code === AMPERSAND && source.startsWith('&nbsp;', at)) {
      endWord();
      at += 6;
    } else {
      if (word < 0) word = at;
      at++;
    }
  }
  endWord();
  return { from, to, isTag };
}

const LESS = 0x3c;
const AMPERSAND = 0x26;

/** White space below U+0021 as Python has it. */
function isAsciiSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || (code >= 0x1c && code <= 0x1f);
}

/** Offset of a global pattern's next match, or null. */
function positionFrom(pattern: RegExp, text: string, from: number): number | null {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? null;
}

/** Whether a sticky pattern matches at an offset. */
function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
