/**
 * How fast a cost grows with a size: the slope of a straight line through their logarithms, by least squares. 1 is linear, 2
 * quadratic; n log n comes out a little above 1.
 *
 * @param points size and cost, both above 0; at least two different sizes
 */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [middle, height] = [mean(0), mean(1)];
  let together = 0;
  let spread = 0;
  for (const [size, cost] of logs) {
    together += (size - middle) * (cost - height);
    spread += (size - middle) ** 2;
  }
  return together / spread;
}
