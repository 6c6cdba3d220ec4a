/**
 * State as one flat list of values in which numbers refer to other entries: devalue (`__NUXT_DATA__`, SvelteKit) and the turbo-stream
 * of Remix and React Router. Entries are shared, not copied, and may refer to each other in circles: readers must visit each once.
 */

const MAX_ALIASES = 10;
/** Longest name of a property: names are references, too, and readers match each against patterns. */
const MAX_NAME = 200;
/** Types of entries that stand for the entry they refer to. */
const ALIAS = /Reactive$|Ref$|^Island$|^P$/;

/**
 * The value that a flat list encodes.
 *
 * @param promises entries that promises of the list were resolved to, by their number
 * @returns undefined for a list that is none
 */
export function unflattened(list: readonly unknown[], promises: ReadonlyMap<number, number> = new Map()): unknown {
  const first = list[0];
  if (list.length < 2 || typeof first !== 'object' || first === null) return undefined;
  const isReference = (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= -7 && (value as number) < list.length;
  const numbers = Array.isArray(first) && typeof first[0] === 'string' ? first.slice(1) : Object.values(first);
  if (numbers.length === 0 || !numbers.every(isReference)) return undefined;
  const values: unknown[] = list.map((one) => {
    if (!Array.isArray(one)) return typeof one === 'object' && one !== null ? {} : one;
    // The value of a date or an address is no reference.
    return typeof one[0] === 'string' && (typeof one[1] === 'string' || one[0] === 'D') ? one[1] : [];
  });
  const valueAt = (reference: unknown): unknown => {
    let at = reference;
    for (let step = 0; step < MAX_ALIASES; step++) {
      if (!isReference(at) || at < 0) return undefined;
      const entry = list[at];
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || !ALIAS.test(entry[0])) return values[at];
      at = entry[0] === 'P' ? promises.get(entry[1] as number) : entry[1];
    }
    return undefined;
  };
  list.forEach((one, at) => {
    if (Array.isArray(one)) {
      const into = values[at];
      const isTyped = typeof one[0] === 'string';
      if (Array.isArray(into))
        for (const inner of isTyped ? one.slice(1) : one) into.push(typeof inner === 'number' ? valueAt(inner) : inner);
    } else if (typeof one === 'object' && one !== null)
      for (const [key, inner] of Object.entries(one)) {
        const coded = /^_(\d+)$/.exec(key);
        const name = coded === null ? key : String(list[Number(coded[1])]);
        if (name !== '__proto__' && name.length <= MAX_NAME)
          (values[at] as Record<string, unknown>)[name] = valueAt(inner);
      }
  });
  return valueAt(0);
}

/**
 * The value of a turbo-stream: its first line is the list; a line `P7:[…]` extends it by what promise 7 resolved to.
 *
 * @returns undefined for a text that is none
 */
export function readTurboStream(text: string): unknown {
  const list: unknown[] = [];
  const promises = new Map<number, number>();
  for (const line of text.split('\n')) {
    const promise = /^P(\d+):/.exec(line);
    let part: unknown;
    try {
      part = JSON.parse(promise === null ? line : line.slice(promise[0].length));
    } catch {
      continue;
    }
    if (promise !== null) promises.set(Number(promise[1]), typeof part === 'number' ? part : list.length);
    if (Array.isArray(part)) for (const one of part) list.push(one);
  }
  return unflattened(list, promises);
}

/** Reads the properties of an Astro island, where every value is a pair of its type and itself. */
export function readIslandProperties(json: string): unknown {
  // A list of two numbers, the first a type, loses the first: it has no text.
  return JSON.parse(json, (_, value: unknown) =>
    Array.isArray(value) && value.length === 2 && Number.isInteger(value[0]) && value[0] >= 0 && value[0] <= 11
      ? value[1]
      : value,
  );
}
