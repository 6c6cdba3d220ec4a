/**
 * Which pages of a site GoldMiner learns from: at most `sampleSize`, the same whatever order the pages came in.
 *
 * The paper takes about 100 pages, whichever came first; so does the program, which never looks again. Here each page has a
 * rank made of its time and its key, and the pages with the highest ranks are the sample. With equal times that is the
 * usual bottom-k sample by hash. Otherwise a page's chance halves for every `halfLife` it is older than another (priority
 * sampling, Duffield, Lund and Thorup 2007, with weights 2^(age), as in the forward decay of Cormode et al. 2009): the sample
 * follows the site, so that patterns are learnt again after a change of template, and it changes ever more rarely, so
 * that a busy site is not learnt anew with every page. The union of two samples, cut to size, is the sample of the union.
 */
import { HASH_SEED_HIGH, HASH_SEED_LOW, scramble, stepHigh, stepLow } from '../../text/hash.js';
import { joined, type PageFeatures } from './page-features.js';

/** A page of the sample. */
export interface SampledPage {
  /** The URL key. */
  readonly key: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** What decides who stays, higher first; see {@link rankOf}. */
  readonly rank: number;
  /** 53-bit digest of the features: decides between two states of one page at one time. */
  readonly digest: number;
  readonly features: PageFeatures;
}

/** Milliseconds of a day. */
export const DAY = 86_400_000;

/**
 * A page's rank: its time plus a number of half-lives that is k with a chance of one in 2^k, by the hash of its key.
 * Sums and products only, so that it is the same number on every machine.
 */
export function rankOf(key: string, at: number, halfLifeDays: number): number {
  let hash = HASH_SEED_LOW;
  for (let index = 0; index < key.length; index++) hash = stepHigh(hash, key.charCodeAt(index));
  const bits = scramble(hash);
  const zeros = Math.clz32(bits);
  // Minus the binary logarithm of the hash as a fraction, straight lines between the powers of two.
  const logarithm = zeros + 2 - (bits * 2 ** zeros) / 0x80000000;
  return at + halfLifeDays * DAY * logarithm;
}

/** Digest of a page's features. */
export function digestOf({ tokens, keys }: PageFeatures): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (let index = 0; index < tokens.length; index++) {
    high = stepHigh(high, tokens[index]);
    low = stepLow(low, tokens[index]);
  }
  for (let index = 0; index < keys.length; index++) {
    high = stepHigh(high, keys[index] % 0x100000000);
    low = stepLow(low, keys[index] / 0x200000);
  }
  return joined(high, low);
}

/** Whether `a` stands before `b`: by rank, then by key. */
function precedes(a: SampledPage, b: SampledPage): boolean {
  return a.rank !== b.rank ? a.rank > b.rank : a.key < b.key;
}

/** Whether `a` is the later state of the same page; at one time the digest decides. */
function supersedes(a: SampledPage, b: SampledPage): boolean {
  return a.at !== b.at ? a.at > b.at : a.digest > b.digest;
}

/**
 * The sample with one page more, cut to size; the same array when nothing changes.
 *
 * @param pages in order of rank
 */
export function withPage(pages: readonly SampledPage[], page: SampledPage, size: number): readonly SampledPage[] {
  const same = pages.findIndex(({ key }) => key === page.key);
  if (same >= 0 && !supersedes(page, pages[same])) return pages;
  const others = same >= 0 ? pages.filter((_, index) => index !== same) : pages;
  let to = others.length;
  while (to > 0 && precedes(page, others[to - 1])) to--;
  if (to >= size) return pages;
  return [...others.slice(0, to), page, ...others.slice(to, size - 1)];
}
