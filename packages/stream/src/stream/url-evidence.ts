/**
 * The URL rules of a site that the stream learns (`learnUrlRules`), with the addresses they are learnt from.
 *
 * Evidence is the latest addresses of the site, each with its title as the digest of its content: known without extraction, and
 * more stable than a text with counters and dates. Rules are learnt again after every {@link LEARN_EVERY} addresses of a site, so
 * they depend on the site's pages and their order alone, and are committed with the pages they are learnt from.
 *
 * A rule that was applied is kept as it is: the ids of documents depend on it.
 */
import { createHash } from 'node:crypto';
import { seal, unseal } from '@dehusk/html';
import { type FetchedUrl, type LearntRule, learnUrlRules } from './url-rule-learning.js';

/** A learnt rule as the state keeps it. */
interface StoredRule extends Omit<LearntRule, 'pattern'> {
  /** The source of the regular expression. */
  readonly pattern: string;
  /** Whether URL keys of the site depend on it, from the page after which it was learnt; false in states of earlier versions. */
  readonly isApplied: boolean;
}

export interface UrlEvidence {
  /** Addresses recorded in all. */
  recorded: number;
  /** The latest addresses, the earliest first. */
  fetched: readonly FetchedUrl[];
  /** In the order of `learnUrlRules`. */
  rules: readonly StoredRule[];
}

/** Addresses kept per site: enough for ten path templates of the fifty that a rule needs. */
const MAX_FETCHED = 500;
/** Longest address kept, in characters: the value of a site stays below about a quarter of a megabyte. */
const MAX_CHARACTERS = 500;
/** Addresses between two times that rules are learnt: as many as a rule needs at least. */
const LEARN_EVERY = 50;
/** Control characters and number signs, plain or escaped: parameter names end up on terminals and in configuration files. */
const UNUSABLE = /[\p{Cc}#]|%(?:[01][\da-f]|7f|c2%[89]|23)/iu;

const MAGIC = 'DhUE';
const VERSION = 1;

/** The evidence of a new site. */
export function emptyEvidence(): UrlEvidence {
  return { recorded: 0, fetched: [], rules: [] };
}

/**
 * Records an address, and learns the rules again when it is time.
 *
 * @param title of the page; without one the address says nothing
 * @returns whether the rules were learnt again
 */
export function recordAddress(
  evidence: UrlEvidence,
  { url, at, canonical }: Omit<FetchedUrl, 'digest'>,
  title: string | null,
): boolean {
  const isLong = Math.max(url.length, canonical?.length ?? 0) > MAX_CHARACTERS;
  if (isLong || UNUSABLE.test(url) || title === null || title.trim() === '') return false;
  const digest = createHash('sha256').update(title.trim()).digest('hex').slice(0, 16);
  evidence.fetched = [...evidence.fetched.slice(1 - MAX_FETCHED), { url, digest, at, canonical: canonical ?? null }];
  evidence.recorded++;
  if (evidence.recorded % LEARN_EVERY !== 0) return false;
  evidence.rules = learnt(evidence);
  return true;
}

/** The rules that were applied before, then those that the addresses show now. */
function learnt({ fetched, rules }: UrlEvidence): StoredRule[] {
  const applied = rules.filter(({ isApplied }) => isApplied);
  const proposed = learnUrlRules(fetched, { vetoed: applied.map(({ pattern }) => pattern) });
  return [
    ...applied,
    ...proposed
      .filter(({ undecided }) => undecided.length === 0)
      .map((rule): StoredRule => ({ ...rule, pattern: rule.pattern.source, isApplied: true })),
  ];
}

/** The rules that hold for the site's next page. */
export function appliedRules({ rules }: UrlEvidence): StoredRule[] {
  return rules.filter(({ isApplied }) => isApplied);
}

/** The evidence as sealed bytes. */
export function encodeEvidence(evidence: UrlEvidence): Uint8Array {
  return seal(MAGIC, VERSION, evidence, new Uint8Array());
}

/** @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged */
export function decodeEvidence(bytes: Uint8Array): UrlEvidence {
  return unseal<UrlEvidence>(bytes, MAGIC, VERSION, 'the addresses of a site').header;
}
