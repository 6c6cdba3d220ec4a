/** Checks of names and options: which values an option may have, and messages with the nearest name. */
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

/** The values an option may have: JSON Schema (draft 2020-12), and `function` for options that no JSON holds. */
export type OptionDomain =
  | { readonly type: 'boolean' | 'null' | 'function' }
  | { readonly type: 'object'; readonly title?: string }
  | { readonly enum: readonly (string | boolean)[] }
  | NumberDomain
  | { readonly type: 'string'; readonly pattern?: string; readonly title?: string }
  | { readonly type: 'array'; readonly items?: OptionDomain }
  | { readonly anyOf: readonly OptionDomain[] };

interface NumberDomain {
  readonly type: 'integer' | 'number';
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

/** The domains of a record of options, by name. */
export type OptionDomains<O = Readonly<Record<string, unknown>>> = { readonly [K in keyof O]-?: OptionDomain };

export const FLAG: OptionDomain = { type: 'boolean' };
export const STRING: OptionDomain = { type: 'string' };
export const RECORD: OptionDomain = { type: 'object' };
export const CALLBACK: OptionDomain = { type: 'function' };
/** A share or probability. */
export const SHARE: OptionDomain = real(0, 1);

/** Several of these words. */
export function words<const N extends readonly (string | boolean)[]>(...names: N): { readonly enum: N } {
  return { enum: names };
}

/** An integer from `minimum` to `maximum`. */
export function whole(minimum: number, maximum = Number.MAX_SAFE_INTEGER) {
  return { type: 'integer', minimum, maximum } as const satisfies OptionDomain;
}

/** A finite number from `minimum` to `maximum`. */
export function real(minimum = -Number.MAX_VALUE, maximum = Number.MAX_VALUE) {
  return { type: 'number', minimum, maximum } as const satisfies OptionDomain;
}

/** A finite number above `minimum`, up to `maximum`. */
export function above(minimum: number, maximum = Number.MAX_VALUE) {
  return { type: 'number', exclusiveMinimum: minimum, maximum } as const satisfies OptionDomain;
}

export function listOf(items: OptionDomain): OptionDomain {
  return { type: 'array', items };
}

export function orNull(domain: OptionDomain): OptionDomain {
  return { anyOf: [domain, { type: 'null' }] };
}

/**
 * Checks a record of options. Those whose value is undefined count as left out.
 *
 * @param owner whose options they are, for the message
 * @throws TypeError for an unknown name, with the nearest one and all there are, or a value of another type; RangeError for one out of
 *   range or an unknown word; with option, got and expected
 */
export function checkOptions(owner: string, given: unknown, domains: OptionDomains): void {
  checkOptionNames(owner, given, Object.keys(domains));
  for (const [name, value] of Object.entries(given as object))
    if (value !== undefined) checkOption(name, value, domains[name]);
}

/** Checks the value of an option. @throws as {@link checkOptions} */
export function checkOption(name: string, value: unknown, domain: OptionDomain): void {
  if (isIn(domain, value)) return;
  const near = typeof value === 'string' ? suggestion(value, wordsOf(domain)) : '';
  const message = `${name}: got ${shown(value)}, expected ${expectedOf(domain)}${near}`;
  throw hasType(domain, value) ? new RangeError(message) : new TypeError(message);
}

/** The words among the values of a domain. */
function wordsOf(domain: OptionDomain): string[] {
  if ('anyOf' in domain) return domain.anyOf.flatMap(wordsOf);
  return 'enum' in domain ? domain.enum.filter((one) => typeof one === 'string') : [];
}
function isIn(domain: OptionDomain, value: unknown): boolean {
  if ('anyOf' in domain) return domain.anyOf.some((one) => isIn(one, value));
  if ('enum' in domain) return domain.enum.some((one) => one === value);
  if (!hasType(domain, value)) return false;
  switch (domain.type) {
    case 'integer':
    case 'number':
      return isWithin(domain, value as number);
    case 'string':
      return domain.pattern === undefined || new RegExp(domain.pattern, 'u').test(value as string);
    case 'array': {
      const { items } = domain;
      return items === undefined || (value as readonly unknown[]).every((one) => isIn(items, one));
    }
    default:
      return true;
  }
}

function isWithin(
  { type, minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberDomain,
  value: number,
): boolean {
  return (
    (type === 'integer' ? Number.isInteger(value) : Number.isFinite(value)) &&
    value >= (minimum ?? value) &&
    value <= (maximum ?? value) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum) &&
    (exclusiveMaximum === undefined || value < exclusiveMaximum)
  );
}

/** Whether a value has the type of a domain's values. */
function hasType(domain: OptionDomain, value: unknown): boolean {
  if ('anyOf' in domain) return domain.anyOf.some((one) => hasType(one, value));
  if ('enum' in domain) return domain.enum.some((one) => typeof one === typeof value);
  switch (domain.type) {
    case 'integer':
      return typeof value === 'number';
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === domain.type;
  }
}

/** Longest text that a message repeats. */
const MAX_SHOWN = 60;

/** A value as it is in a program: `"wrong"`, `5`, `null`, `an array`. */
function shown(value: unknown): string {
  if (typeof value === 'string')
    return JSON.stringify(value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value);
  if (Array.isArray(value)) {
    const text = JSON.stringify(value) ?? '';
    return text.length > MAX_SHOWN ? 'an array' : text;
  }
  const isPlain = typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol';
  return isPlain || value === null ? String(value) : describeValue(value);
}

/** The values of a domain in words: `balanced, precision or recall`, `a number from 0 to 1`. */
export function expectedOf(domain: OptionDomain): string {
  if ('anyOf' in domain)
    return either(domain.anyOf.flatMap((one) => ('enum' in one ? one.enum.map(String) : expectedOf(one))));
  if ('enum' in domain) return either(domain.enum.map(String));
  switch (domain.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
    case 'number':
      return `${domain.type === 'integer' ? 'an integer' : 'a number'}${boundsOf(domain)}`;
    case 'string':
      return domain.title ?? 'a string';
    case 'array':
      return domain.items === undefined ? 'a list' : `a list whose entries are ${expectedOf(domain.items)}`;
    case 'object':
      return domain.title ?? 'an object';
    case 'function':
      return 'a function';
    case 'null':
      return 'null';
  }
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: NumberDomain): string {
  const isBounded = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  const [hasLeast, hasMost] = [isBounded(minimum), isBounded(maximum)];
  const bounds = [
    hasLeast && hasMost ? `from ${minimum} to ${maximum}` : hasLeast ? `of at least ${minimum}` : '',
    isBounded(exclusiveMinimum) ? `above ${exclusiveMinimum}` : '',
    isBounded(exclusiveMaximum) ? `below ${exclusiveMaximum}` : '',
    hasMost && !hasLeast ? `of at most ${maximum}` : '',
  ];
  const text = bounds.filter((bound) => bound !== '').join(' and ');
  return text === '' ? '' : ` ${text}`;
}

/** `a, b or c`. */
function either(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
