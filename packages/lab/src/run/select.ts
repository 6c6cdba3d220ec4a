/**
 * Which pages of a dataset a run takes, and how that is said in the signature.
 *
 * A sample is the pages with the smallest hashes of their ids: the same pages on every machine, the smaller sample inside
 * the larger one, so that kept outputs serve both.
 */
import { createHash } from 'node:crypto';
import type { Case } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';

export interface Selection {
  /** At most this many pages, sampled by hash of the id; null takes all. */
  readonly limit: number | null;
  /** In page streams: take only articles, only index pages, or (null) both. */
  readonly kind: 'article' | 'index' | null;
  /** Take only the sites of one fold of several, told apart by a hash of the domain; null takes all. */
  readonly split: { readonly fold: number; readonly folds: number; readonly salt?: string } | null;
}

export const EVERYTHING: Selection = { limit: null, kind: null, split: null };

/** The chosen pages, in the dataset's order. */
export function select(cases: readonly Case[], selection: Selection): readonly Case[] {
  const { kind, limit, split } = selection;
  const ofKind = cases.filter(
    (one) =>
      (kind === null || one.kind === null || one.kind === kind) &&
      (split === null || foldOf(one, split.folds, split.salt ?? '') === split.fold),
  );
  if (limit === null || limit >= ofKind.length) return ofKind;
  const chosen = new Set(
    ofKind
      .map(({ id }) => ({ id, rank: createHash('sha256').update(id).digest('hex') }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, limit)
      .map(({ id }) => id),
  );
  return ofKind.filter(({ id }) => chosen.has(id));
}

/** What a signature must add when not every page of the dataset was scored; empty for a whole dataset. */
export function describeSelection(selection: Selection, cases: readonly Case[], all: number): string {
  const chosen = cases.length;
  if (chosen === all) return '';
  const kind = selection.kind === null || cases.every((one) => one.kind === null) ? '' : `|kind:${selection.kind}`;
  const split =
    selection.split === null
      ? ''
      : `|split:${selection.split.fold}/${selection.split.folds}${selection.split.salt ? `:${selection.split.salt}` : ''} by domain hash`;
  const sampled = selection.limit !== null && chosen === selection.limit ? `|sample:${chosen}/${all} by id hash` : '';
  return `${kind}${split}${sampled}`;
}
