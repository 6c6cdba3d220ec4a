/**
 * CleanEval's text evaluation as S. Evert's cleaneval.py (2008) does it; GoldMiner's Tables II and III are its totals.
 *
 * Files are bytes and never decoded. Each side is normalised in this order: lines that begin with `URL` are removed; runs of
 * control bytes become one blank; segment markers `<p> <h> <l>` get white space around them; white space collapses, without
 * trimming. Tokens are the strings between blanks, including empty strings at the ends; markers are tokens. The two lists
 * are aligned by Python's difflib ({@link matchingBlocks}), output first, gold second. Per page: tp = aligned tokens, fp =
 * the output's rest, fn = the gold's rest. A zero denominator is replaced by 1.
 *
 * The published totals are `micro`. Our macro means divide by the pages scored; the original's divide by the files in the
 * system's folder, including files it skipped because they have no gold.
 *
 * The original's inputs have markers. Plain text gets `<p>` before every line with text (`markers: auto`), as the outputs
 * of the published figures had.
 */
import type { Gold } from '../datasets/dataset.js';
import { harmonicMean, type Metric, type MetricDefinition, oneOf } from './metric.js';
import { tokenIds, tokenPositions } from './tokens.js';

const perOne = (part: number, whole: number): number => part / (whole === 0 ? 1 : whole);

export const cleaneval: MetricDefinition<{ markers: string }> = {
  name: 'cleaneval',
  summary: 'precision, recall and F1 of words aligned by difflib, of the sums over pages (CleanEval, GoldMiner)',
  source: 'S. Evert: cleaneval.py 1.0, 2008; M. Baroni et al.: CleanEval, LREC 2008',
  defaults: { markers: 'auto' },
  optionDocs: {
    markers: '`auto`: text without segment markers gets <p> before every line with text; `as-is`: nothing is added.',
  },
  create(options): Metric {
    oneOf('cleaneval', 'markers', options.markers, ['auto', 'as-is']);
    const auto = options.markers === 'auto';
    return {
      name: 'cleaneval',
      tokeniser: 'ascii-blanks-of-bytes',
      options,
      columns: ['tp', 'fp', 'fn'],
      aggregations: ['micro', 'macro'],
      count: (gold, output) =>
        countCleaneval(bytesOf(auto ? withMarkers(output) : output), bytesOf(goldFile(gold, auto))),
      score: ([tp, fp, fn]) => harmonicMean(perOne(tp, tp + fp), perOne(tp, tp + fn)),
      precision: ([tp, fp]) => perOne(tp, tp + fp),
      recall: ([tp, , fn]) => perOne(tp, tp + fn),
    };
  },
};

/**
 * Counts one page.
 * @param output and gold: file contents, one character per byte (`buffer.toString('latin1')`)
 * @returns tp, fp, fn
 */
export function countCleaneval(output: string, gold: string): [tp: number, fp: number, fn: number] {
  const outputTokens = cleanevalTokens(output);
  const goldTokens = cleanevalTokens(gold);
  const { a, b, distinct } = tokenIds(outputTokens, goldTokens);
  const blocks = matchingBlocks(a, b, distinct);
  let tp = 0;
  for (let at = 2; at < blocks.length; at += 3) tp += blocks[at];
  return [tp, outputTokens.length - tp, goldTokens.length - tp];
}

/** The tokens of a file's contents (one character per byte), including empty strings at the ends. */
export function cleanevalTokens(bytes: string): string[] {
  return withoutUrlLines(bytes)
    .replace(/[\x00-\x1f]+/g, ' ')
    .replace(/<([phl])>/gi, '\n<$1> ')
    .replace(/[ \n]+/g, ' ')
    .split(' ');
}

/**
 * Deletes every line that begins with `URL`, with the blanks and blank lines before it: Python's
 * `re.sub(r'(?m)^\s*URL.*$', '', text)` on bytes, without its backtracking over long runs of blank lines.
 */
function withoutUrlLines(text: string): string {
  let kept = '';
  let from = 0;
  for (let at = text.indexOf('URL'); at >= 0; at = text.indexOf('URL', at)) {
    let start = at;
    let lineStart = -1;
    while (start > from && isAsciiSpace(text.charCodeAt(start - 1))) {
      start--;
      if (text.charCodeAt(start) === 10) lineStart = start + 1;
    }
    if (start === 0) lineStart = 0;
    if (lineStart < 0) {
      at += 3;
      continue;
    }
    kept += text.slice(from, lineStart);
    const end = text.indexOf('\n', at);
    from = end < 0 ? text.length : end;
    at = from;
  }
  return kept + text.slice(from);
}

/** Blank, tab, line feed, vertical tab, form feed, carriage return. */
function isAsciiSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

/** A string as its UTF-8 bytes, one character per byte. */
function bytesOf(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Text with segment markers unchanged; other text with `<p>` before every line with text. */
export function withMarkers(text: string): string {
  return /^\s*<[phl]>/im.test(text) ? text : text.replace(/^(?=.*\S)/gm, '<p>');
}

/** The gold in the original's form: the published file when it has markers or a URL line, else the text's lines. */
function goldFile(gold: Gold, auto: boolean): string {
  const markup = gold.goldMarkup;
  if (markup !== null && /^\s*(?:\ufeff)?(?:URL|<[phl]>)/im.test(markup) && !/<\/[phl]>/i.test(markup)) return markup;
  return auto ? withMarkers(gold.gold) : gold.gold;
}

/** Length of b from which the popularity rule applies (Python's constant). */
const AUTOJUNK_FROM = 200;

/**
 * The alignment of Python's `difflib.SequenceMatcher(None, a, b)`, block by block, over ids instead of strings.
 *
 * The algorithm is Ratcliff and Obershelp's: find the longest common run (ties: the earliest in a, then the earliest in b), then
 * repeat left and right of it. The result is not a longest common subsequence: on random pairs it has about two thirds of the
 * length.
 *
 * "Autojunk": when b has at least 200 elements, those that occur more than ⌊n/100⌋ + 1 times are popular and cannot seed a run; a
 * run found without them is extended on both sides over any equal elements. Where nothing seeds, Python's extension still runs
 * forward from the corner of the range, so equal popular elements exactly there match. CleanEval's published figures depend on
 * both.
 *
 * A stack replaces recursion. Work per element of a: the number of its unpopular occurrences in b's range.
 * @param distinct ids run from 0 to distinct − 1
 * @returns triples (start in a, start in b, length), each length ≥ 1, in no particular order
 */
export function matchingBlocks(a: Int32Array, b: Int32Array, distinct: number): number[] {
  const { from, positions } = tokenPositions(b, distinct);
  const popularAbove = Math.floor(b.length / 100) + 1;
  const hasPopular = b.length >= AUTOJUNK_FROM;
  /** Length of the common run that ends at b[j − 1], valid where `stamps[j]` is the previous row. */
  const lengths = new Int32Array(b.length + 1);
  const stamps = new Float64Array(b.length + 1).fill(-1);
  let row = 0;

  const blocks: number[] = [];
  const ranges = [0, a.length, 0, b.length];
  while (ranges.length > 0) {
    const bTo = ranges.pop() ?? 0;
    const bFrom = ranges.pop() ?? 0;
    const aTo = ranges.pop() ?? 0;
    const aFrom = ranges.pop() ?? 0;

    let bestA = aFrom;
    let bestB = bFrom;
    let best = 0;
    let bestRow = -1;
    row++; // a gap, so that no run continues from the previous range
    for (let i = aFrom; i < aTo; i++) {
      row++;
      const first = from[a[i]];
      let at = from[a[i] + 1];
      if (hasPopular && at - first > popularAbove) continue;
      // Descending, so that the entry of j is still the previous row's when j + 1 reads it.
      while (--at >= first) {
        const j = positions[at];
        if (j >= bTo) continue;
        if (j < bFrom) break;
        const length = stamps[j] === row - 1 ? lengths[j] + 1 : 1;
        lengths[j + 1] = length;
        stamps[j + 1] = row;
        if (length > best || (length === best && bestRow === row)) {
          best = length;
          bestRow = row;
          bestA = i - length + 1;
          bestB = j - length + 1;
        }
      }
    }
    while (bestA > aFrom && bestB > bFrom && a[bestA - 1] === b[bestB - 1]) {
      bestA--;
      bestB--;
      best++;
    }
    while (bestA + best < aTo && bestB + best < bTo && a[bestA + best] === b[bestB + best]) best++;
    if (best === 0) continue;
    blocks.push(bestA, bestB, best);
    if (aFrom < bestA && bFrom < bestB) ranges.push(aFrom, bestA, bFrom, bestB);
    if (bestA + best < aTo && bestB + best < bTo) ranges.push(bestA + best, aTo, bestB + best, bTo);
  }
  return blocks;
}
