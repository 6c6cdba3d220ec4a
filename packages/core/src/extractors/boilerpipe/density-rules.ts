/**
 * Text density and link density: the second of the two published decision trees (Kohlschütter et al., WSDM 2010; the
 * library's DensityRulesClassifier).
 *
 * Observed: words a line do nearly as well as words, and hold for fused blocks too, whose word counts add up.
 *
 * As published, a dense block with nothing behind it is boilerplate: the last block of a page has no next block.
 */
import { brief, type Filter } from './merged-block.js';
import { classifyAll, type Shallow, type Verdict } from './num-words-rules.js';

export const DENSITY_DEFAULTS = {
  maxLinkDensity: 0.333333,
  maxPreviousLinkDensity: 0.555556,
  maxSparseDensity: 9,
  maxNextSparseDensity: 10,
  maxPreviousSparseDensity: 4,
  maxNextDensityAfterLinks: 11,
};
export type DensityOptions = typeof DENSITY_DEFAULTS;
export const DENSITY_DOCS: { readonly [K in keyof DensityOptions]: string } = {
  maxLinkDensity: 'A block with a higher link density (0…1) is boilerplate; learnt on L3S-GN1.',
  maxPreviousLinkDensity: 'After a block with a higher link density (0…1) the next block decides; learnt on L3S-GN1.',
  maxSparseDensity: 'Words a line up to which a block is sparse and its neighbours decide; learnt on L3S-GN1.',
  maxNextSparseDensity: 'Words a line up to which the next block does not save a sparse one; learnt on L3S-GN1.',
  maxPreviousSparseDensity:
    'Words a line up to which the previous block does not save a sparse one; learnt on L3S-GN1.',
  maxNextDensityAfterLinks: 'Words a line up to which the next block does not save one after links; learnt on L3S-GN1.',
};

/** Classifies one block by its density, its links and its neighbours. */
export function classifyByDensity(previous: Shallow, block: Shallow, next: Shallow, o: DensityOptions): Verdict {
  if (block.linkDensity > o.maxLinkDensity)
    return { content: false, why: `link density ${brief(block.linkDensity)} > ${brief(o.maxLinkDensity)}` };
  const density = `density ${brief(block.textDensity)}`;
  const nextIs = (limit: number): Verdict => ({
    content: next.textDensity > limit,
    why: `${density}, next has ${brief(next.textDensity)} ${next.textDensity > limit ? '>' : '≤'} ${brief(limit)}`,
  });
  if (previous.linkDensity > o.maxPreviousLinkDensity) {
    const verdict = nextIs(o.maxNextDensityAfterLinks);
    return { content: verdict.content, why: `after a block of links: ${verdict.why}` };
  }
  if (block.textDensity > o.maxSparseDensity)
    return next.textDensity !== 0
      ? { content: true, why: `${density} > ${brief(o.maxSparseDensity)}` }
      : { content: false, why: `${density}, but nothing behind it` };
  const byNext = nextIs(o.maxNextSparseDensity);
  if (byNext.content) return byNext;
  const content = previous.textDensity > o.maxPreviousSparseDensity;
  const sign = content ? '>' : '≤';
  return {
    content,
    why: `${density}, previous has ${brief(previous.textDensity)} ${sign} ${brief(o.maxPreviousSparseDensity)}`,
  };
}

/** The classifier as a step of a recipe. */
export function densityRules(options: DensityOptions): Filter {
  return (list) =>
    classifyAll(list, 'density', (previous, block, next) => classifyByDensity(previous, block, next, options));
}
