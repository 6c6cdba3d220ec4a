/** Differences of two texts by words, and word precision and recall. */
import { diff } from 'fast-myers-diff';

/** A run of words that both texts have, or only one of them. */
interface DiffPart {
  readonly in: 'both' | 'first' | 'second';
  readonly text: string;
}

/** Most words that are compared one by one; longer texts are compared by lines, and lines that differ are shown as they are. */
const MAX_WORDS = 20_000;

/** The parts of two texts in order. Words keep the white space after them. */
export function wordDiff(first: string, second: string): DiffPart[] {
  const words = (text: string): string[] => text.match(/\s*\S+\s*?(?=\s|$)|\s+/g) ?? [];
  const [one, other] = [words(first), words(second)];
  const isLong = one.length + other.length > MAX_WORDS;
  const [a, b] = isLong ? [linesOf(first), linesOf(second)] : [one, other];
  const keys = (pieces: readonly string[]): string[] => pieces.map((piece) => piece.trim());
  const parts: DiffPart[] = [];
  const add = (where: DiffPart['in'], pieces: readonly string[]): void => {
    if (pieces.length > 0) parts.push({ in: where, text: pieces.join('') });
  };
  let at = 0;
  for (const [fromA, toA, fromB, toB] of diff(keys(a), keys(b))) {
    add('both', a.slice(at, fromA));
    add('first', a.slice(fromA, toA));
    add('second', b.slice(fromB, toB));
    at = toA;
  }
  add('both', a.slice(at));
  return parts;
}

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

/** Python's `\w+` of the lower-cased text, as the lab's metric `word-multiset` counts words. */
const WORDS = /[\p{L}\p{N}_]+/gu;

/** Word precision, recall and F1 of a text, 0 to 1, as WCXB counts (lab: `word-multiset`). With an empty gold text: 1 if the output is empty, else 0. */
export function wordScores(output: string, gold: string) {
  const counts = new Map<string, number>();
  const goldWords = gold.toLowerCase().match(WORDS) ?? [];
  for (const word of goldWords) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = output.toLowerCase().match(WORDS) ?? [];
  let shared = 0;
  for (const word of words) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    shared++;
    counts.set(word, left - 1);
  }
  if (goldWords.length === 0) {
    const score = words.length === 0 ? 1 : 0;
    return { precision: score, recall: score, f1: score };
  }
  const precision = words.length === 0 ? 0 : shared / words.length;
  const recall = shared / goldWords.length;
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
