/** Logarithms of one plus a count: nearly all counts on a page are small whole numbers, and a table is ten times as fast. */

const TABLED = 4096;
const TABLE = Float64Array.from({ length: TABLED }, (_, count) => Math.log1p(count));

/** `Math.log1p`, bit for bit, of a number that is not −0. */
export function log1p(value: number): number {
  const whole = value | 0;
  return whole === value && whole >= 0 && whole < TABLED ? TABLE[whole] : Math.log1p(value);
}
