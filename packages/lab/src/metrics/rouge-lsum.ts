/**
 * ROUGE-LSum, the main metric of the SIGIR 2023 benchmark (Bevendorff et al.), after Google's rouge_score.
 *
 * Reference and candidate are split into sentences, sentences into tokens at white space. For each reference sentence the
 * union of its longest common subsequences with every candidate sentence is taken; each token of the union is a hit as long
 * as both texts have an unused occurrence of it. Recall = hits / reference tokens, precision = hits / candidate tokens. An
 * empty reference has recall 1, and precision and F1 1 when the candidate is empty too. Mean over pages.
 *
 * The choice among several longest common subsequences matters for the union: the backtrace moves along the candidate when
 * that keeps a strictly longer prefix, else along the reference. Reference tokens that a candidate sentence lacks are never
 * on the backtrace, so the table omits their rows.
 *
 * Departure: the benchmark finds sentences with NLTK's Punkt, a trained English model; we use `Intl.Segmenter` (Unicode
 * rules, the same for every language) or lines (`sentences: lines`). The figures differ slightly.
 */
import { type Metric, type MetricDefinition, oneOf, overlapFigures } from './metric.js';
import { numberTokens, tokeniserNamed } from './tokens.js';

export const rougeLsum: MetricDefinition<{ sentences: string; tokeniser: string }> = {
  name: 'rouge-lsum',
  summary: 'ROUGE-LSum: union of longest common subsequences per sentence, mean over pages (SIGIR 2023 benchmark)',
  source:
    'J. Bevendorff, S. Gupta, J. Kiesel, B. Stein: An Empirical Comparison of Web Content Extraction Algorithms, SIGIR 2023; C.-Y. Lin: ROUGE, 2004',
  defaults: { sentences: 'segmenter', tokeniser: 'spaces' },
  optionDocs: {
    sentences: '`segmenter`: Unicode sentence rules; `lines`: every line is a sentence.',
    tokeniser: 'Tokeniser; the benchmark’s is `spaces`.',
  },
  create(options): Metric {
    oneOf('rouge-lsum', 'sentences', options.sentences, ['segmenter', 'lines']);
    const tokeniser = tokeniserNamed(options.tokeniser);
    const split = options.sentences === 'lines' ? linesOf : sentencesOf;
    return {
      name: 'rouge-lsum',
      tokeniser: tokeniser.name,
      options: { sentences: options.sentences },
      ...overlapFigures,
      aggregations: ['macro', 'micro'],
      count({ gold }, output) {
        const ids = new Map<string, number>();
        const [reference, candidate] = [gold, output].map((text) =>
          split(text).map((sentence) => numberTokens(tokeniser.tokens(sentence), ids)),
        );
        const hits = unionHits(reference, candidate, ids.size);
        return [hits, total(candidate), total(reference)];
      },
      recall: ([hits, , gold]) => (gold === 0 ? 1 : hits / gold),
    };
  },
};

const linesOf = (text: string): string[] => text.split('\n');

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Sentences of each line: a sentence never continues on the next line. */
function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const line of text.split('\n')) for (const { segment } of segmenter.segment(line)) sentences.push(segment);
  return sentences;
}

const total = (sentences: readonly Int32Array[]): number => sentences.reduce((sum, one) => sum + one.length, 0);

function unionHits(reference: readonly Int32Array[], candidate: readonly Int32Array[], distinct: number): number {
  const leftInReference = countsOf(reference, distinct);
  const leftInCandidate = countsOf(candidate, distinct);
  /** The last candidate sentence with the token, so that the set needs no clearing. */
  const seenIn = new Int32Array(distinct).fill(-1);
  let table = new Int32Array(1024);
  let stamp = 0;
  let hits = 0;
  for (const sentence of reference) {
    const union = new Uint8Array(sentence.length);
    for (const other of candidate) {
      stamp++;
      for (const id of other) seenIn[id] = stamp;
      const rows: number[] = [];
      for (let at = 0; at < sentence.length; at++) if (seenIn[sentence[at]] === stamp) rows.push(at);
      if (rows.length === 0) continue;
      const size = (rows.length + 1) * (other.length + 1);
      if (table.length < size) table = new Int32Array(size * 2);
      markCommon(sentence, rows, other, table, union);
    }
    for (let at = 0; at < sentence.length; at++) {
      const id = sentence[at];
      if (union[at] === 0 || leftInReference[id] === 0 || leftInCandidate[id] === 0) continue;
      hits++;
      leftInReference[id]--;
      leftInCandidate[id]--;
    }
  }
  return hits;
}

function countsOf(sentences: readonly Int32Array[], distinct: number): Int32Array {
  const counts = new Int32Array(distinct);
  for (const sentence of sentences) for (const id of sentence) counts[id]++;
  return counts;
}

/** Marks the positions of one longest common subsequence of `sentence` (its `rows` only) and `other` in `union`. */
function markCommon(
  sentence: Int32Array,
  rows: readonly number[],
  other: Int32Array,
  table: Int32Array,
  union: Uint8Array,
): void {
  const width = other.length + 1;
  table.fill(0, 0, width);
  for (let i = 1; i <= rows.length; i++) {
    const id = sentence[rows[i - 1]];
    const above = (i - 1) * width;
    const here = i * width;
    table[here] = 0;
    for (let j = 1; j < width; j++)
      table[here + j] =
        id === other[j - 1] ? table[above + j - 1] + 1 : Math.max(table[above + j], table[here + j - 1]);
  }
  let i = rows.length;
  let j = other.length;
  while (i > 0 && j > 0) {
    if (sentence[rows[i - 1]] === other[j - 1]) {
      union[rows[i - 1]] = 1;
      i--;
      j--;
    } else if (table[i * width + j - 1] > table[(i - 1) * width + j]) j--;
    else i--;
  }
}
