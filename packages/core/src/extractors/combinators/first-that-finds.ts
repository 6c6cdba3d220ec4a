/**
 * The first of several extractors that finds something.
 *
 * Observation: precise extractors give nothing, or a stub, on pages they were not made for. Instead of trying again with
 * looser switches inside one algorithm, the next algorithm is asked, and the result says which one answered.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import type { Page } from '../../page/page.js';
import type { ExtractionContext, Extractor } from '../extractor.js';

export interface FirstThatFindsOptions {
  readonly [name: string]: number;
  readonly minimumWords: number;
}

/**
 * Asks extractors in turn, each with its defaults, until one keeps at least `minimumWords` words; if none does, the one that
 * kept most answers, of equal ones the first.
 *
 * @param minimumWords default of the option: words that make a find
 * @throws TypeError without extractors
 */
export function firstThatFinds(
  name: string,
  extractors: readonly Extractor[],
  minimumWords: number,
): Extractor<FirstThatFindsOptions> {
  if (extractors.length === 0) throw new TypeError(`${name}: got no extractors, expected at least one`);
  return {
    name,
    summary: `The first that finds ${minimumWords} words: ${extractors.map((one) => one.name).join(', ')}.`,
    source: `Combination of ${extractors.map((one) => one.name).join(', ')}`,
    defaults: { minimumWords },
    optionDocs: { minimumWords: `Words an extractor must keep to have found something, 1… (ours: ${minimumWords}).` },
    label(page: Page, options: FirstThatFindsOptions, knowledge: ExtractionContext): LabelledBlocks {
      let best: LabelledBlocks | null = null;
      let bestWords = -1;
      let bestName = '';
      for (const extractor of extractors) {
        const labelled = extractor.label(page, extractor.defaults, knowledge);
        const words = keptWords(labelled);
        if (words > bestWords) {
          best = labelled;
          bestWords = words;
          bestName = extractor.name;
        }
        if (words >= options.minimumWords) break;
      }
      if (best === null) return { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };
      const why = best.labels.why.map((reason) => `${bestName}: ${reason}`);
      return { ...best, labels: { ...best.labels, why } };
    },
  };
}

function keptWords({ blocks, labels }: LabelledBlocks): number {
  let words = 0;
  for (let at = 0; at < blocks.length; at++) if (labels.keep[at] === 1) words += blocks[at].words;
  return words;
}
