/**
 * The word diff of gold and output: what was kept, what is missing, what is too much. Words are interned to numbers and
 * compared by Myers' algorithm; line breaks are words of their own, so that the text can be shown as it stands.
 */
import { diff } from 'fast-myers-diff';

/** A stretch of words: in both texts, only in the gold (`missing`), or only in the output (`extra`). */
export interface Stretch {
  readonly kind: 'same' | 'missing' | 'extra';
  readonly words: readonly string[];
}

/** Words of a text that are compared; Myers' algorithm takes time in their number times the number of differences. */
export const MAX_WORDS = 5_000;

/** Stretches in reading order. Texts longer than {@link MAX_WORDS} are compared up to there. */
export function wordDiff(gold: string, output: string): readonly Stretch[] {
  const goldWords = wordsAndBreaks(gold);
  const outputWords = wordsAndBreaks(output);
  const numbers = new Map<string, number>();
  const intern = (words: readonly string[]): number[] =>
    words.map((word) => {
      const known = numbers.get(word);
      if (known !== undefined) return known;
      numbers.set(word, numbers.size);
      return numbers.size - 1;
    });
  const stretches: Stretch[] = [];
  const add = (kind: Stretch['kind'], words: readonly string[]): void => {
    if (words.length > 0) stretches.push({ kind, words });
  };
  let at = 0;
  for (const [goldFrom, goldTo, outputFrom, outputTo] of diff(intern(goldWords), intern(outputWords))) {
    add('same', goldWords.slice(at, goldFrom));
    add('missing', goldWords.slice(goldFrom, goldTo));
    add('extra', outputWords.slice(outputFrom, outputTo));
    at = goldTo;
  }
  add('same', goldWords.slice(at));
  return stretches;
}

function wordsAndBreaks(text: string): readonly string[] {
  return (text.match(/\n+|[^\s]+/g) ?? []).map((word) => (word.startsWith('\n') ? '\n' : word)).slice(0, MAX_WORDS);
}
