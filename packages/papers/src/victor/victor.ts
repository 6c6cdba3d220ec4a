/**
 * Victor (M. Marek, P. Pecina, M. Spousta: Web Page Cleaning with Conditional Random Fields, WAC 2007; M. Spousta, M. Marek,
 * P. Pecina: Victor: the Web-Page Cleaning Tool, WAC 2008).
 *
 * Observation: content and noise come in runs. Cleaning a page is labelling a sequence: the label of a block depends on its own
 * features and on the label of the block before.
 *
 * Steps: blocks of the page → features of text, tag path, containers, place and repetition (`block-features.ts`) → scores of blocks
 * and edges by the weights → the most probable sequence of labels, by Viterbi's algorithm (`chain.ts`). Linear in the
 * page.
 *
 * Departures: two labels, content and noise, as in the paper of 2008 (that of 2007 also marks headings and lists, whose gold WCXB does
 * not have). Our blocks and measures, since the papers' program cannot be reached: the groups of features are the papers', the
 * measures in them are ours. Edges know how far two blocks are apart in the tree. No language models. A conditional random field and
 * not a structured perceptron: the papers use one, and its probabilities show how sure it is of a block (`--explain`). The lab trains
 * the weights on WCXB's development pages (`dehusk-lab train victor`).
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import { blockList, type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import { blockFacts } from '@dehusk/core/train';
import type { Page } from '@dehusk/html';
import { fromBase64, logistic, real } from '@dehusk/html';
import { chainFeatures, stateScores } from './block-features.js';
import { type ChainModel, posteriorLogOdds, unpackModel, viterbi } from './chain.js';
import { MODEL } from './weights.js';

export { type ChainFeatures, chainFeatures, EDGE_KINDS, MEASURES, stateScores, WEIGHTS } from './block-features.js';
export { type Chain, type ChainModel, gradient, packModel, posteriorLogOdds, unpackModel, viterbi } from './chain.js';

const OPTIONS = {
  bias: [
    0,
    real(-1_000, 1_000),
    'Added to the log-odds of content of every block: above 0 for recall, below for precision (paper: 0).',
  ],
} satisfies OptionTable;
export type VictorOptions = OptionsOf<typeof OPTIONS>;

let shipped: ChainModel | null = null;

export const victor: Extractor<VictorOptions> = {
  name: 'victor',
  summary:
    'Victor: a conditional random field labels the sequence of blocks, each by its features and the label before.',
  source: 'Marek, Pecina and Spousta 2007, Web Page Cleaning with Conditional Random Fields; Spousta et al. 2008',
  ...optionsOf(OPTIONS),
  label(page: Page, { bias }: VictorOptions): LabelledBlocks {
    shipped ??= unpackModel(fromBase64(MODEL));
    return labelWith(shipped, page, bias);
  },
};

/** Labels a page with a given model. */
export function labelWith({ weights, transitions }: ChainModel, page: Page, bias: number): LabelledBlocks {
  const facts = blockFacts(page);
  const features = chainFeatures(facts);
  const state = stateScores(features, weights);
  if (bias !== 0) for (let b = 0; b < state.length; b++) state[b] += bias;
  const chain = { state, edge: features.edge, transitions };
  const keep = viterbi(chain);
  const all = posteriorLogOdds(chain);
  const why = Array.from(keep, (kept, b) => {
    const own = state[b] > 0 === (kept === 1);
    return `${kept === 1 ? 'content' : 'noise'} in the best sequence${own ? '' : ', against its own features'} (${state[b].toFixed(1)})`;
  });
  const probability = Float32Array.from(all, logistic);
  return { blocks: blockList(facts.blocks), labels: { keep, why, probability }, features: { ownFeatures: state } };
}
