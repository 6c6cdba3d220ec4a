/**
 * Within: what one extractor keeps, inside the element where another found the main text.
 *
 * Observation: some extractors are good at finding the place (largest block, heaviest branch) and cut too much there; others
 * keep the right blocks but also a few far away. The first names the element, the second says what to keep in it.
 *
 * Steps: the smallest element that holds at least `share` of the characters the first extractor kept (the deepest one on the
 * way down from the root along the heaviest child) → what the second keeps under it.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { eachTextNode, textNodesOf } from '../../blocks/divide-blocks.js';
import { type NodeId, nameOf, type Page } from '../../page/page.js';
import type { ExtractionContext, Extractor } from '../extractor.js';
import { keepTextNodes } from '../keep-text-nodes.js';

export interface WithinOptions {
  readonly [name: string]: number;
  readonly share: number;
}

/**
 * Makes an extractor of what `inner` keeps under the element that `place` finds. Both run with their defaults.
 *
 * @param share default of the option: part of the placed text the element must hold, above 0.5, at most 1
 */
export function within(name: string, place: Extractor, inner: Extractor, share: number): Extractor<WithinOptions> {
  return {
    name,
    summary: `What ${inner.name} keeps inside the element where ${place.name} finds the text.`,
    source: `Combination of ${place.name} and ${inner.name}`,
    defaults: { share },
    optionDocs: {
      share: `Part of the text of ${place.name} that the element must hold, above 0.5, at most 1 (ours: ${share}).`,
    },
    label(page: Page, options: WithinOptions, knowledge: ExtractionContext): LabelledBlocks {
      if (!(options.share > 0.5 && options.share <= 1))
        throw new RangeError(`${name}: option "share" got ${options.share}, expected above 0.5 and at most 1`);
      const labelled = inner.label(page, inner.defaults, knowledge);
      const element = smallestHolder(page, place.label(page, place.defaults, knowledge), options.share);
      if (element === 0) return labelled;
      const end = page.end[element];
      const where = `<${nameOf(page, element)}> of ${place.name}`;
      return keepTextNodes(
        page,
        labelled,
        labelled.labels.keep,
        (node) => node > element && node < end,
        (isKept, before) => (isKept ? `${before}; inside ${where}` : `outside ${where}`),
      );
    },
  };
}

/** The deepest element that holds a share (more than half, so there is one way down) of the kept characters; else 0. */
function smallestHolder(page: Page, { blocks, labels }: LabelledBlocks, share: number): NodeId {
  const held = new Float64Array(page.size);
  const texts = textNodesOf(page);
  for (let at = 0; at < blocks.length; at++)
    if (labels.keep[at] === 1)
      eachTextNode(texts, blocks[at], (node) => {
        held[node] += page.textTo[node] - page.textFrom[node];
      });
  for (let node = page.size - 1; node > 0; node--) held[page.parent[node]] += held[node];
  const needed = share * held[0];
  if (needed === 0) return 0;
  let element: NodeId = 0;
  for (let child = 1; child < page.end[element]; ) {
    // A text node holds its own text; the element around it is what is looked for.
    if (held[child] >= needed && page.end[child] > child + 1) {
      element = child;
      child = element + 1;
    } else child = page.end[child];
  }
  return element;
}
