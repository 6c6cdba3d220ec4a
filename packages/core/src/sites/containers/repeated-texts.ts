/** The texts that are on so many pages that they belong to the site, not to a page. */
import { memoized } from '../../page/memo.js';
import type { PageRecord } from './page-record.js';

/** Texts that the site repeats. */
export interface RepeatedTexts {
  has(text: number): boolean;
  /** Per block of a page: 1 when its text is repeated; the same array each time. */
  flags(record: PageRecord): Uint8Array;
}

/** Other pages that must have a repeated text: an article may also be on a list. */
const MIN_REPEATS = 2;

const textsOf = memoized((record: PageRecord): readonly number[] => [...new Set(record.text)]);

/** Number of pages that have each text. */
export function textCounts(records: readonly PageRecord[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const record of records) for (const text of textsOf(record)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/**
 * The texts that are on more than a share of the pages, 0…1; at least three pages. Blocks without letters always count.
 *
 * @param counts of those pages, see {@link textCounts}
 * @param pages how many they are
 */
export function repeatedTexts(counts: ReadonlyMap<number, number>, pages: number, share: number): RepeatedTexts {
  const least = Math.max(MIN_REPEATS, share * pages) + 1;
  const has = (text: number): boolean => text === 0 || (counts.get(text) ?? 0) >= least;
  // Kept here, not with the record, which outlives many sets of repeated texts.
  const known = new Map<PageRecord, Uint8Array>();
  return {
    has,
    flags(record) {
      const flags = known.get(record) ?? Uint8Array.from(record.text, (text) => (has(text) ? 1 : 0));
      known.set(record, flags);
      return flags;
    },
  };
}

/** Mean probability from which a text on many pages is a phrase of the site: boilerplate never scores so high (tuned). */
const SURE_PHRASE = 0.7;

/**
 * Whether a text among the paragraphs is boilerplate. Repetition is not enough, since a manual has the same words on page after
 * page: the page level must doubt the text, too, over all pages that have it.
 *
 * @param everywhere texts on very many pages
 * @param repeated texts on some pages, a superset of `everywhere`
 */
export function boilerplateTexts(
  everywhere: RepeatedTexts,
  repeated: RepeatedTexts,
  records: readonly PageRecord[],
): (text: number) => boolean {
  let sureness: ReadonlyMap<number, number> | null = null;
  return (text) => {
    if (text === 0 || !everywhere.has(text)) return text === 0;
    sureness ??= meanProbabilities(repeated, records);
    return (sureness.get(text) ?? 0) < SURE_PHRASE;
  };
}

/** Per repeated text: the mean of the page level's probability over its blocks, 0…1. */
function meanProbabilities(repeated: RepeatedTexts, records: readonly PageRecord[]): ReadonlyMap<number, number> {
  const seen = new Map<number, { sum: number; blocks: number }>();
  for (const record of records) {
    const { text, probability } = record;
    const isRepeated = repeated.flags(record);
    for (let block = 0; block < text.length; block++) {
      if (isRepeated[block] === 0) continue;
      const own = seen.get(text[block]) ?? { sum: 0, blocks: 0 };
      own.sum += probability[block];
      own.blocks++;
      seen.set(text[block], own);
    }
  }
  return new Map([...seen].map(([text, { sum, blocks }]) => [text, sum / blocks / 255]));
}
