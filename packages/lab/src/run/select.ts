/**
 * Selects pages of a dataset and describes the selection for the signature.
 *
 * A sample is the pages with the smallest hashes of their ids: the same on every machine, and a smaller sample is part of a
 * larger one, so that stored outputs serve both.
 */
import { createHash } from 'node:crypto';
import type { Case } from '../datasets/dataset.js';
import { foldOf } from '../datasets/split.js';

export interface Selection {
  /** At most this many pages, sampled by hash of the id; null takes all. */
  readonly limit: number | null;
  /** In page streams: only articles, only index pages, or (null) both. */
  readonly kind: 'article' | 'index' | null;
  /** Only the sites of one fold, by a hash of the domain; null takes all. */
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

/** The selection for signatures; empty when every page of the dataset was scored. */
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
