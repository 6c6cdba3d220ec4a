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
