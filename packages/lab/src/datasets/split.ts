/**
 * Splits by site: a case's fold is a stable hash of its registrable domain, so that pages of one site never stand in two
 * folds, and a page added later moves no other.
 */
import { createHash } from 'node:crypto';
import type { Case } from './dataset.js';

/**
 * The fold of a case, 0 … folds − 1. A case of unknown domain is split by its id.
 *
 * @param folds an integer ≥ 1
 * @param salt another salt gives another, independent split
 * @throws RangeError when folds is not such an integer
 */
export function foldOf(one: Pick<Case, 'domain' | 'site' | 'id'>, folds: number, salt = ''): number {
  if (!Number.isInteger(folds) || folds < 1) throw new RangeError(`folds got ${folds}, expected an integer ≥ 1`);
  const key = one.domain ?? one.site ?? one.id;
  return createHash('sha256').update(`${salt}\0${key}`).digest().readUInt32BE(0) % folds;
}

/** Salt of the split that the default extractor was tuned by. */
export const TUNING_SALT = 'default';

/**
 * Whether a case of a set that trains no weights may choose numbers of the default extractor (training copies, decoding):
 * one half of the sites. Figures are reported on the other half: `--split 1/2:default`.
 */
export function mayTuneDefault(one: Pick<Case, 'domain' | 'site' | 'id'>): boolean {
  return foldOf(one, 2, TUNING_SALT) === 0;
}

/**
 * Page streams of the unseen half (fold 1 of 2) that were opened later, to be looked at page by page: every other site of
 * that half in alphabetical order of the streams' names, beginning with the first. The rule was set down before any page of
 * them was looked at and depends on no result. They may choose parameters since; the other seven stay unread.
 *
 * Names, not the rule, stand here: a stream added later must not move one from the unread to the read.
 */
export const OPENED_STREAMS: ReadonlySet<string> = new Set([
  'eightbar',
  'globaloffensive',
  'k330',
  'libreumbria',
  'lukem',
  'partnews',
  'pripri',
  'ubalab',
]);

/** Whether a page stream stood in the unseen half from the beginning, opened since or not. */
export function wasUnseenStream(one: Pick<Case, 'domain' | 'site' | 'id'>): boolean {
  return foldOf(one, 2) === 1;
}

/** The part a page stream belongs to: parameters may be chosen on `tuning`, `unseen` is read by nobody and only measured. */
export function streamPart(one: Pick<Case, 'domain' | 'site' | 'id'>): 'tuning' | 'unseen' {
  return wasUnseenStream(one) && !OPENED_STREAMS.has(one.site ?? '') ? 'unseen' : 'tuning';
}
