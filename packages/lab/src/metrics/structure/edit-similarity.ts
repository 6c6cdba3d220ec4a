import { distance } from 'fastest-levenshtein';

/**
 * 1 − Levenshtein's distance / length of the longer text, in code points; 1 when both are empty. Memory is linear, time is
 * the product of the lengths (without common beginning and end) over 32.
 */
export function editSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = /[\ud800-\udfff]/.test(a + b) ? inOneUnit(a, b) : [a, b];
  const longer = Math.max(left.length, right.length);
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end++;
  return 1 - distance(left.slice(start, left.length - end), right.slice(start, right.length - end)) / longer;
}

/** The texts with each code point beyond U+FFFF as one unit that occurs in neither: only equality counts. */
function inOneUnit(a: string, b: string): readonly [string, string] {
  const used = new Set(a + b);
  const units = new Map<string, string>();
  // From the private use area upwards and around: a text holds far fewer than 65,536 different characters.
  let next = 0xe000;
  const unitOf = (pair: string): string => {
    let unit = units.get(pair);
    if (unit === undefined) {
      do unit = String.fromCharCode(next++ & 0xffff);
      while (used.has(unit));
      units.set(pair, unit);
    }
    return unit;
  };
  const replace = (text: string): string => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, unitOf);
  return [replace(a), replace(b)];
}
