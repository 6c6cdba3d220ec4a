/** Probability of log-odds: 1 / (1 + e^−x). */
export const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/** A number with its noun: `1 page`, `2 pages`. */
export const counted = (number: number, noun: string): string => `${number} ${number === 1 ? noun : `${noun}s`}`;
