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
