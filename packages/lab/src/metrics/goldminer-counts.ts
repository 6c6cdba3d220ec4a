/**
 * The counts of GoldMiner's Table IV: how much of what an algorithm takes from a portal is repeated. No gold is needed.
 *
 * Over all pages: sentences, distinct sentences, characters, and characters with each distinct sentence counted once; the
 * more of an output is unique, the less boilerplate is in it. The paper does not define a sentence; ours are
 * `Intl.Segmenter`'s within a line, white space collapsed, characters counted as code points. The other reading of
 * "unique", sentences that occur exactly once, stands beside it. The paper truncates its percentages.
 */
export interface SentenceCounts {
  readonly sentences: number;
  /** Number of distinct sentences. */
  readonly unique: number;
  readonly characters: number;
  /** Characters with each distinct sentence counted once. */
  readonly uniqueCharacters: number;
  /** Sentences that occur exactly once, and their characters. */
  readonly once: number;
  readonly onceCharacters: number;
}

/**
 * Counts the sentences of an algorithm's outputs.
 *
 * @param texts the output for each page of the portal
 * @param language BCP 47 tag for the sentence rules; default: the rules all languages share
 */
export function countSentences(texts: Iterable<string>, language = 'und'): SentenceCounts {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  const seen = new Map<string, number>();
  for (const text of texts)
    for (const line of text.split('\n'))
      for (const { segment } of segmenter.segment(line)) {
        const sentence = segment.replace(/\s+/g, ' ').trim();
        if (sentence !== '') seen.set(sentence, (seen.get(sentence) ?? 0) + 1);
      }
  const counts = { sentences: 0, unique: seen.size, characters: 0, uniqueCharacters: 0, once: 0, onceCharacters: 0 };
  for (const [sentence, times] of seen) {
    const length = lengthOf(sentence);
    counts.sentences += times;
    counts.characters += times * length;
    counts.uniqueCharacters += length;
    if (times === 1) {
      counts.once++;
      counts.onceCharacters += length;
    }
  }
  return counts;
}

/** Number of code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}

/** A share in whole percent, cut off, not rounded, as the paper prints it; 0 of nothing. */
export function truncatedPercent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.floor((100 * part) / whole);
}
