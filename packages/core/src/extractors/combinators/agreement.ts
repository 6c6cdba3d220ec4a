/**
 * Agreement: text that at least k of n extractors keep.
 *
 * Observation: extractors built on different evidence (link density, stop words, tag density) err on different blocks, so
 * what most of them keep is right more often than what any keeps. One vote is the union, all votes the intersection.
 *
 * Steps: each extractor labels the page with its defaults; every text node in a kept block has that extractor's vote; the
 * blocks are those of the first extractor, cut where the verdict changes inside one.
 * Text that the first extractor does not see (it may skip `noscript`, say) cannot be kept.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { eachTextNode, textNodesOf } from '../../blocks/divide-blocks.js';
import type { Page } from '../../page/page.js';
import type { ExtractionContext, Extractor } from '../extractor.js';
import { keepTextNodes } from '../keep-text-nodes.js';

export interface AgreementOptions {
  readonly [name: string]: number;
  readonly votes: number;
}

/**
 * Makes an extractor of what several agree on.
 *
 * @param extractors at least one; the first gives the blocks
 * @param votes default of the option: how many must keep a text, 1…extractors
 * @throws TypeError without extractors
 */
export function agreement(name: string, extractors: readonly Extractor[], votes: number): Extractor<AgreementOptions> {
  if (extractors.length === 0) throw new TypeError(`${name}: got no extractors, expected at least one`);
  const size = extractors.length;
  return {
    name,
    summary: `What ${votes} of ${size} keep: ${extractors.map((one) => one.name).join(', ')}.`,
    source: `Combination of ${extractors.map((one) => one.name).join(', ')}`,
    defaults: { votes },
    optionDocs: { votes: `How many of the ${size} extractors must keep a text, 1…${size} (ours: ${votes}).` },
    label(page: Page, options: AgreementOptions, knowledge: ExtractionContext): LabelledBlocks {
      if (!Number.isInteger(options.votes) || options.votes < 1 || options.votes > size)
        throw new RangeError(`${name}: option "votes" got ${options.votes}, expected a whole number from 1 to ${size}`);
      const counts = new Uint8Array(page.size);
      const texts = textNodesOf(page);
      let frame: LabelledBlocks | null = null;
      for (const extractor of extractors) {
        const labelled = extractor.label(page, extractor.defaults, knowledge);
        frame ??= labelled;
        for (let at = 0; at < labelled.blocks.length; at++)
          if (labelled.labels.keep[at] === 1)
            eachTextNode(texts, labelled.blocks[at], (node) => {
              counts[node]++;
            });
      }
      if (frame === null) return { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };
      const all = new Uint8Array(frame.blocks.length).fill(1);
      const passes = (node: number): boolean => counts[node] >= options.votes;
      return keepTextNodes(page, frame, all, passes, (isKept) =>
        isKept ? `at least ${options.votes} of ${size} keep it` : `fewer than ${options.votes} of ${size} keep it`,
      );
    },
  };
}
