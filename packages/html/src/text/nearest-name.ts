import { distance } from 'fastest-levenshtein';

/** Maximum share of letters that may differ between a misspelt name and the intended one. */
const MAX_EDITS = 0.4;

/** The known name nearest to a wrong one by Levenshtein distance, ignoring case; null when none is near. */
export function nearestName(wrong: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Math.max(2, wrong.length * MAX_EDITS);
  for (const name of known) {
    // As many edits at least as the lengths differ by: a name of megabytes is compared with none.
    if (Math.abs(wrong.length - name.length) >= least) continue;
    const edits = distance(wrong.toLowerCase(), name.toLowerCase());
    if (edits < least) {
      least = edits;
      nearest = name;
    }
  }
  return nearest;
}

/** The end of an error message about an unknown name: `; did you mean "bte"?`, or nothing when no known name is near. */
export function suggestion(wrong: string, known: readonly string[]): string {
  const nearest = nearestName(wrong, known);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
}

/**
 * The row of a registry with a name.
 *
 * @param kind what the table holds, for the message: `extractor`
 * @throws RangeError with the name, all names there are and the nearest of them
 */
export function rowNamed<T extends { readonly name: string }>(kind: string, rows: readonly T[], name: string): T {
  const found = rows.find((one) => one.name === name);
  if (found !== undefined) return found;
  const known = rows.map((one) => one.name);
  throw new RangeError(
    `no ${kind} is named "${name}" (there are: ${known.join(', ')})${suggestion(String(name), known)}`,
  );
}

/**
 * Checks a value that must be one of several names.
 *
 * @param what the option, for the message: `pageType`
 * @throws RangeError with the value, all names and the nearest of them
 */
export function checkChoice<T extends string>(what: string, names: readonly T[], value: unknown): asserts value is T {
  if (names.some((name) => name === value)) return;
  const got = typeof value === 'string' ? JSON.stringify(value) : describeValue(value);
  throw new RangeError(
    `${what} got ${got}, expected one of ${names.join(', ')}${typeof value === 'string' ? suggestion(value, names) : ''}`,
  );
}

/**
 * Checks the names in a record of options. Names whose value is undefined count as left out.
 *
 * @param owner whose options they are, for the message
 * @throws TypeError naming the unknown option, the nearest known one and all known ones; or when `given` is not a record
 */
export function checkOptionNames(owner: string, given: unknown, known: readonly string[]): void {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new TypeError(`${owner} got ${describeValue(given)} as options, expected an object`);
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && !known.includes(name))
      throw new TypeError(
        `${owner} has no option "${name}" (options: ${known.join(', ') || 'none'})${suggestion(name, known)}`,
      );
}

/** Describes a value in messages: `null`, `a number (5)`, `an object of class Map`. */
export function describeValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value !== 'object' && typeof value !== 'function') {
    const printed = typeof value === 'string' ? JSON.stringify(value.slice(0, 40)) : String(value);
    return `a ${typeof value} (${printed})`;
  }
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return 'a function';
  const name = value.constructor?.name;
  return name === undefined || name === 'Object' ? 'an object' : `an object of class ${name}`;
}
