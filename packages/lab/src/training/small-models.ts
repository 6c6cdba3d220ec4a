/** Shared by the trainings of the papers' models: their corpus, and the modules that hold what was learnt. */
import { fileURLToPath } from 'node:url';
import type { Dataset } from '../datasets/dataset.js';
import { tokeniserNamed } from '../metrics/tokens.js';

/** The only corpus whose licence lets weights ship. */
export const SMALL_CORPUS = 'wcxb-dev';

/**
 * Trains on all pages and reports figures line by line.
 * @param seed where something is random: a trial with another one
 * @returns the modules of the shipped weights as they should be, and where there is one the out-of-fold text of every page, by id
 */
export type TrainSmall = (
  dataset: Dataset,
  report: (line: string) => void,
  seed?: number,
) => Promise<{
  readonly modules: readonly ReturnType<typeof smallModelModule>[];
  readonly texts?: Readonly<Record<string, string>>;
}>;

/** A module of weights in the package of papers. @param path below its sources @param what begins its comment */
export function smallModelModule(
  path: string,
  what: string,
  constant: string,
  pages: number,
  digest: string,
  bytes: Uint8Array,
) {
  const source = `/**
 * ${what}, sealed, in base64. Trained on ${pages} pages of ${SMALL_CORPUS} (WCXB, M. Foley, CC-BY-4.0; gold SHA-256
 * ${digest})
 * by \`dehusk-lab train\`.
 */
// biome-ignore format: data
export const ${constant} =
  '${Buffer.from(bytes).toString('base64')}';
`;
  return { path: fileURLToPath(new URL(`../../../papers/src/${path}`, import.meta.url)), source };
}

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
