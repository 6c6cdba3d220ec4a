/**
 * Splits by site: a case's fold is a stable hash of its registrable domain. Pages of one site are always in one fold, and
 * adding a page moves no other.
 *
 * The default extractor's numbers (training copies, decoding) were chosen on fold 0 of `--split 0/2:default` of the sets
 * that train no weights; its figures are reported on fold 1.
 *
 * Of `structure`, the sites of `--split 1/3:structure` are held aside: book-ja, flink, jameywoo-zh, mblog-ja, mdbook-guide,
 * vega-lite and whk-zh. Nothing is tuned on them; ctf-wiki and ctf-wiki-en share a domain and are both for tuning.
 */
import { createHash } from 'node:crypto';
import type { Case } from './dataset.js';

type SiteKey = Pick<Case, 'domain' | 'site' | 'id'>;

/**
 * The fold of a case, 0 … folds − 1. A case of unknown domain is split by its id.
 * @param folds an integer ≥ 1
 * @param salt a different salt gives an independent split
 * @throws RangeError when folds is not such an integer
 */
export function foldOf(one: SiteKey, folds: number, salt = ''): number {
  if (!Number.isInteger(folds) || folds < 1) throw new RangeError(`folds got ${folds}, expected an integer ≥ 1`);
  const key = one.domain ?? one.site ?? one.id;
  return createHash('sha256').update(`${salt}\0${key}`).digest().readUInt32BE(0) % folds;
}

/** Whether a page of `structure` belongs to the sites held aside, on which nothing is tuned. */
export function isHeldAside(one: SiteKey): boolean {
  return foldOf(one, 3, 'structure') === 1;
}

/**
 * Page streams of the unseen half (fold 1 of 2) that were opened later for inspection: every other site of that half in
 * alphabetical order of stream names, beginning with the first. The rule was fixed before any of their pages was read and
 * depends on no result. Parameters may be chosen on them since; the other seven stay unread.
 *
 * The list holds names because the rule alone would move sites when a stream is added.
 */
export const OPENED_STREAMS: ReadonlySet<string> = new Set(
  'eightbar globaloffensive k330 libreumbria lukem partnews pripri ubalab'.split(' '),
);

/** Whether a page stream was in the unseen half from the beginning, opened since or not. */
export function wasUnseenStream(one: SiteKey): boolean {
  return foldOf(one, 2) === 1;
}

/** The part of a page stream: parameters may be chosen on `tuning`; `unseen` is only measured. */
export function streamPart(one: SiteKey): 'tuning' | 'unseen' {
  return wasUnseenStream(one) && !OPENED_STREAMS.has(one.site ?? '') ? 'unseen' : 'tuning';
}
