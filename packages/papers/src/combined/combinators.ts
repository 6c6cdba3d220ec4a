/** Extractors made of other extractors, each run with its defaults: the first one that finds text, and majority votes. */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import type { ExtractionContext } from '@dehusk/core/extend';
import { COUNT, keepTextNodes, optionsOf } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { whole } from '@dehusk/html';

const namesOf = (extractors: readonly Extractor[]): string => extractors.map(({ name }) => name).join(', ');

/** @throws TypeError without extractors */
function assertSome(name: string, extractors: readonly Extractor[]): void {
  if (extractors.length === 0) throw new TypeError(`${name}: got no extractors, expected at least one`);
}

/**
 * Text that at least k of n extractors keep.
 *
 * Observation: extractors built on different evidence (link density, stop words, tag density) err on different blocks, so text that
 * most of them keep is right more often than text that one keeps. One vote is the union, n votes the intersection.
 *
 * Steps: every text node in a kept block has that extractor's vote. The blocks are those of the first extractor, split where the
 * decision changes. Text that the first extractor skips (some skip `noscript`) cannot be kept.
 * @param votes default of the option: how many must keep a text, 1…extractors
 * @throws TypeError without extractors
 */
export function agreement(
  name: string,
  extractors: readonly Extractor[],
  votes: number,
): Extractor<{ readonly votes: number }> {
  assertSome(name, extractors);
  const size = extractors.length;
  return {
    name,
    summary: `Text that ${votes} of ${size} keep: ${namesOf(extractors)}.`,
    source: `Combination of ${namesOf(extractors)}`,
    ...optionsOf({
      votes: [
        votes,
        whole(1, size),
        `How many of the ${size} extractors must keep a text, 1…${size} (ours: ${votes}).`,
      ],
    }),
    label(page: Page, options, context: ExtractionContext): LabelledBlocks {
      const counts = new Uint8Array(page.size);
      const answers = extractors.map((extractor) => extractor.label(page, extractor.defaults, context));
      for (const { blocks, labels } of answers)
        for (const { nodes } of blocks.filter((_, at) => labels.keep[at] === 1))
          for (let at = 0; at < nodes.length; at++) counts[nodes[at]]++;
      const all = new Uint8Array(answers[0].blocks.length).fill(1);
      return keepTextNodes(
        page,
        answers[0],
        all,
        (node) => counts[node] >= options.votes,
        (isKept) => `${isKept ? 'at least' : 'fewer than'} ${options.votes} of ${size} keep it`,
      );
    },
  };
}

/**
 * The first of several extractors that keeps at least `minimumWords` words; if none does, the one that kept most, of equal ones the
 * first. The reasons name the extractor that answered.
 *
 * Observation: precise extractors find nothing, or a stub, on pages they were not made for. Instead of retrying with looser
 * settings, try the next algorithm.
 * @param minimumWords default of the option
 * @throws TypeError without extractors
 */
export function firstThatFinds(
  name: string,
  extractors: readonly Extractor[],
  minimumWords: number,
): Extractor<{ readonly minimumWords: number }> {
  assertSome(name, extractors);
  return {
    name,
    summary: `The first that finds ${minimumWords} words: ${namesOf(extractors)}.`,
    source: `Combination of ${namesOf(extractors)}`,
    ...optionsOf({
      minimumWords: [
        minimumWords,
        { ...COUNT, minimum: 1 },
        `Words an extractor must keep to have found something, 1… (ours: ${minimumWords}).`,
      ],
    }),
    label(page: Page, options, context: ExtractionContext): LabelledBlocks {
      let best: LabelledBlocks = { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };
      let most = -1;
      let answering = '';
      for (const extractor of extractors) {
        const labelled = extractor.label(page, extractor.defaults, context);
        const words = keptWords(labelled);
        if (words > most) {
          best = labelled;
          most = words;
          answering = extractor.name;
        }
        if (words >= options.minimumWords) break;
      }
      return { ...best, labels: { ...best.labels, why: best.labels.why.map((reason) => `${answering}: ${reason}`) } };
    },
  };
}

function keptWords({ blocks, labels }: LabelledBlocks): number {
  let words = 0;
  for (let at = 0; at < blocks.length; at++) if (labels.keep[at] === 1) words += blocks[at].words;
  return words;
}
