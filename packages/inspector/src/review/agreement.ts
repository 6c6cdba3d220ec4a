/**
 * Agreement of two reviewers: per cent, and Cohen's kappa (J. Cohen, "A coefficient of agreement for nominal scales", 1960):
 * κ = (p_o − p_e) / (1 − p_e), where p_o is the share of equal decisions and p_e the share expected by chance from the totals of each
 * reviewer.
 */

export interface Agreement {
  /** Things both decided on. */
  readonly count: number;
  /** Share of equal decisions, 0 to 1; null without any. */
  readonly observed: number | null;
  /** Null without decisions, and where both always decide the same way: chance alone would agree completely. */
  readonly kappa: number | null;
  /** Names of the things they disagree on, in order. */
  readonly disagreements: readonly string[];
}

/** Compares decisions by the names of what was decided. What only one reviewer decided is left out. */
export function agreementOf<D extends string>(one: ReadonlyMap<string, D>, other: ReadonlyMap<string, D>): Agreement {
  const disagreements: string[] = [];
  const totals = new Map<D, [number, number]>();
  let count = 0;
  const add = (decision: D, reviewer: 0 | 1): void => {
    const row = totals.get(decision) ?? [0, 0];
    row[reviewer]++;
    totals.set(decision, row);
  };
  for (const [name, decision] of one) {
    const second = other.get(name);
    if (second === undefined) continue;
    count++;
    add(decision, 0);
    add(second, 1);
    if (decision !== second) disagreements.push(name);
  }
  if (count === 0) return { count, observed: null, kappa: null, disagreements };
  const observed = (count - disagreements.length) / count;
  let chance = 0;
  for (const [first, second] of totals.values()) chance += (first / count) * (second / count);
  return { count, observed, kappa: chance === 1 ? null : (observed - chance) / (1 - chance), disagreements };
}
