/** A probability whose odds are multiplied: 0.5 by 3 is 0.75. Stays within 0…1. */
export function scaleOdds(probability: number, factor: number): number {
  const scaled = probability * factor;
  return scaled === 0 ? 0 : scaled / (scaled + 1 - probability);
}
