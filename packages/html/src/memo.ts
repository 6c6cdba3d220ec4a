/** Values computed from a record, by the function that computes them. The record carries them, so they are freed with it. */
export type Memo = Map<unknown, unknown>;

/**
 * A function that runs once per record: several algorithms need the blocks or the element shapes of one page, and none of
 * them should know which asks first. A changed copy of a record needs a new {@link Memo}.
 *
 * @param compute never returns undefined
 */
export function memoized<R extends { readonly memo: Memo }, V>(compute: (record: R) => V): (record: R) => V {
  return (record) => {
    let value = record.memo.get(compute) as V | undefined;
    if (value === undefined) {
      value = compute(record);
      record.memo.set(compute, value);
    }
    return value;
  };
}

/** The functions whose values {@link dropColumns} drops. */
const dropped = new Set<unknown>();

/** As {@link memoized}, for columns of one step, which ends with {@link dropColumns}. Who asks later has them computed again. */
export function memoizedColumns<R extends { readonly memo: Memo }, V>(compute: (record: R) => V): (record: R) => V {
  dropped.add(compute);
  return memoized(compute);
}

export function dropColumns({ memo }: { readonly memo: Memo }): void {
  for (const compute of dropped) memo.delete(compute);
}

/** The value of a key; computed, and kept, when the map has none. */
export function computed<K, V>(known: Map<K, V>, key: K, compute: (key: K) => V): V {
  let value = known.get(key);
  if (value === undefined) {
    value = compute(key);
    known.set(key, value);
  }
  return value;
}

/** Adds a value to the list of a key. */
export function addTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

/** How fields are computed. */
export type LazyFields<L> = { readonly [K in keyof L]: () => L[K] };

/**
 * Adds fields to a record that are computed when they are first read. They are the record's own: copies of it (`{ ...record }`, JSON,
 * `structuredClone`) hold the values. `console.log` in Node shows the JSON of a record that has a form for it, else the values.
 */
export function withLazyFields<R extends object, L extends object>(record: R, compute: LazyFields<L>): R & L {
  for (const name of Object.keys(compute) as (keyof L)[])
    Object.defineProperty(record, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = compute[name]();
        Object.defineProperty(record, name, { value });
        return value;
      },
    });
  Object.defineProperty(record, Symbol.for('nodejs.util.inspect.custom'), { value: shown });
  return record as R & L;
}

function shown(this: { toJSON?(): unknown }): unknown {
  return this.toJSON?.() ?? { ...this };
}
