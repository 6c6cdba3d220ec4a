/**
 * P(Z > z) of the standard normal distribution, for z ≥ 0, to about 1e-14: the power series of the error function near the
 * middle, its continued fraction (evaluated from the end) in the tail.
 */
export function normalTail(z: number): number {
  if (z < SERIES_BELOW) {
    let term = z;
    let sum = z;
    for (let n = 1; Math.abs(term) > 1e-17 * Math.abs(sum); n++) {
      term *= (z * z) / (2 * n + 1);
      sum += term;
    }
    return 0.5 - sum * density(z);
  }
  let fraction = z;
  for (let n = FRACTION_TERMS; n > 0; n--) fraction = z + n / fraction;
  return density(z) / fraction;
}

/** Where the series starts to lose digits by subtraction and the fraction converges within its terms. */
const SERIES_BELOW = 3;
const FRACTION_TERMS = 80;

const density = (z: number): number => Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
