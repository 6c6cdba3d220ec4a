/**
 * A function that computes once for each key and remembers the answer as long as the key lives: parts of the feature matrix
 * ask for the same columns of one page, and none of them should know who asked first.
 */
export function memoizeByObject<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute(key);
      known.set(key, value);
    }
    return value;
  };
}
