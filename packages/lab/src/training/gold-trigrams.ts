import { tokeniserNamed } from '../metrics/tokens.js';

const words = tokeniserNamed('python-words-lower');

/** The share of a text's word trigrams that are in the gold; of fewer words: 1 when they are a line of it, else 0. */
export function goldTrigrams(gold: string): (text: string) => number {
  const runsOf = (tokens: readonly string[]): string[] =>
    tokens.slice(2).map((word, at) => `${tokens[at]} ${tokens[at + 1]} ${word}`);
  const trigrams = new Set(runsOf(words.tokens(gold)));
  const lines = new Set(gold.split('\n').map((line) => words.tokens(line).join(' ')));
  return (text) => {
    const own = words.tokens(text);
    if (own.length < 3) return lines.has(own.join(' ')) ? 1 : 0;
    const runs = runsOf(own);
    return runs.filter((run) => trigrams.has(run)).length / runs.length;
  };
}
