/**
 * A remembered page in the template's signs, and what follows from them alone.
 *
 * A lesson is learnt anew with each page, from sixty pages of which one is new; the signs of the others change only when the
 * template gains or loses a name, which is seldom. So what they lead to is worked out once, and kept as long as the record
 * is and its signs are the same: lessons are the same as without it, to the bit.
 */
import { type Memo, memoized } from '../../page/memo.js';
import type { PageRecord } from './page-record.js';
import { type ElementName, pathsBelow, type Template } from './template.js';

/** A page with the signs of its elements. */
export interface NamedRecord {
  /** Values computed from it once, see `memoized`. */
  readonly memo: Memo;
  readonly record: PageRecord;
  /** Per element. */
  readonly signs: readonly ElementName[];
  /** The different places of the page's blocks, as hashes of the signs from the root, in order of the first block. */
  readonly places: readonly number[];
  /** Per block: its place, as a row of `places`. */
  readonly placeOf: Uint16Array;
  /** Paths below an element, see {@link pathsBelow}; the same map each time. */
  below(row: number): ReadonlyMap<number, number>;
}

/** The different names of a page's elements. */
const namesOf = memoized((record: PageRecord): readonly number[] => [...new Set(record.name)]);

interface Kept {
  /** Hashes of the signs of the page's different names. */
  readonly hashes: readonly number[];
  readonly signed: NamedRecord;
}

const kept = new WeakMap<PageRecord, Kept>();

/** The page in the signs of a template; the one made before when its signs are the same. */
export function signedRecord(record: PageRecord, template: Template): NamedRecord {
  const names = namesOf(record);
  const known = kept.get(record);
  if (known !== undefined && names.every((name, at) => template.signOf(name).hash === known.hashes[at]))
    return known.signed;
  const signed = signedWith(record, template);
  kept.set(record, { hashes: names.map((name) => template.signOf(name).hash), signed });
  return signed;
}

function signedWith(record: PageRecord, { signOf }: Template): NamedRecord {
  const signs = Array.from(record.name, signOf);
  const paths = pathsBelow(record, signs);
  const rows = new Map<number, number>();
  const placeOf = Uint16Array.from(record.element, (element) => {
    const path = paths.get(element) ?? 0;
    const row = rows.get(path) ?? rows.size;
    rows.set(path, row);
    return row;
  });
  const below = new Map<number, ReadonlyMap<number, number>>();
  return {
    memo: new Map(),
    record,
    signs,
    places: [...rows.keys()],
    placeOf,
    below(row) {
      const own = below.get(row) ?? pathsBelow(record, signs, row);
      below.set(row, own);
      return own;
    },
  };
}
