/** The counts of a corpus by site, which the report shows. */

/** Counts of a site. Pages = fetched or read; each is unread, without text, a duplicate, short, or a document. */
export interface SiteCounts {
  readonly site: string;
  /** Pages that were read from the archive or the inputs. */
  pages: number;
  /** Pages that could not be fetched or read, by reason; not part of `pages`. */
  readonly unread: Record<string, number>;
  /** Pages the template was learnt from before the first extraction. */
  learnt: number;
  /** Pages without text, by reason; those that a filter refused included. */
  readonly withoutText: Record<string, number>;
  /** Pages whose paragraphs were all in the corpus already. */
  duplicates: number;
  /** Pages that Onion's smoothing dropped as a whole: too few new words to keep. */
  short: number;
  documents: number;
  /** Documents that lost paragraphs. */
  trimmed: number;
  readonly paragraphs: Kept;
  /** Runs of letters or digits. */
  readonly words: Kept;
  sentences: number;
  /** Tokens of the corpus, punctuation included. */
  tokens: number;
  /** Documents by language; `und` when none is declared or detected. */
  readonly languages: Record<string, number>;
}

/** What was extracted, by what became of it. */
interface Kept {
  kept: number;
  dropped: number;
}

export function newSiteCounts(site: string): SiteCounts {
  return {
    site,
    ...{ pages: 0, unread: {}, learnt: 0, withoutText: {}, duplicates: 0, short: 0, documents: 0, trimmed: 0 },
    ...{ paragraphs: { kept: 0, dropped: 0 }, words: { kept: 0, dropped: 0 }, sentences: 0, tokens: 0, languages: {} },
  };
}

/** Adds one to a count by name. */
export function countOne(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** The sum of counts by name. */
export function sumOf(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

/** The counts of all sites together, under the name given. */
export function totalCounts(site: string, all: readonly SiteCounts[]): SiteCounts {
  const total = newSiteCounts(site);
  for (const one of all) addCounts(total as unknown as Counts, one as unknown as Counts);
  return total;
}

type Counts = { [name: string]: number | string | Counts };

function addCounts(to: Counts, from: Counts): void {
  for (const [name, value] of Object.entries(from))
    if (typeof value === 'number') to[name] = Number(to[name] ?? 0) + value;
    else if (typeof value === 'object') addCounts(to[name] as Counts, value);
}
