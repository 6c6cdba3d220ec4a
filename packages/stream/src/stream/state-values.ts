/** The kinds of values in a state, by key: how each is checked. */
import { gunzipSync } from 'node:zlib';
import { SITE_LEARNERS } from '@dehusk/papers';
import { DuplicateFilter } from './duplicate-filter.js';
import { decodeAhead } from './input-progress.js';
import { unsealCheckpoint } from './sink-checkpoints.js';
import { decodeRecord } from './site-record.js';
import { decodeTotals } from './stream-counts.js';
import { decodeEvidence } from './url-evidence.js';

interface StateKind {
  /** Prefix of the keys. */
  readonly prefix: string;
  /** Description for lists. */
  readonly what: string;
  /** Whether it was learnt from sites; else it belongs to one run's inputs and outputs. */
  readonly isLearnt: boolean;
  /** @throws RangeError or Error for bytes that cannot be used */
  check(bytes: Uint8Array): void;
}

export const STATE_KINDS: readonly StateKind[] = [
  ...SITE_LEARNERS.map(
    (learner): StateKind => ({
      prefix: `${learner.name}/`,
      what: `${learner.name} models`,
      isLearnt: true,
      check: (bytes) => void learner.decode(bytes),
    }),
  ),
  {
    prefix: 'duplicates/',
    what: 'duplicate filters',
    isLearnt: true,
    check: (bytes) => void DuplicateFilter.decode(bytes),
  },
  {
    prefix: 'site/',
    what: 'records of sites',
    isLearnt: true,
    check: (bytes) => void decodeRecord(bytes),
  },
  {
    prefix: 'addresses/',
    what: 'addresses of sites',
    isLearnt: true,
    check: (bytes) => void decodeEvidence(bytes),
  },
  {
    prefix: 'learning/',
    what: 'pages waiting for a pattern',
    isLearnt: true,
    check: (bytes) => void gunzipSync(bytes),
  },
  { prefix: 'ahead/', what: 'pages finished ahead', isLearnt: false, check: (bytes) => void decodeAhead(bytes, 'it') },
  {
    prefix: 'stream/',
    what: 'totals',
    isLearnt: false,
    check: (bytes) => void decodeTotals(bytes),
  },
  { prefix: 'sink/', what: 'checkpoints of outputs', isLearnt: false, check: (bytes) => void unsealCheckpoint(bytes) },
];

/** The kind of a key; null for the sources' own keys. */
export function stateKindOf(key: string): StateKind | null {
  return STATE_KINDS.find(({ prefix }) => key.startsWith(prefix)) ?? null;
}
