/**
 * `site`: combines the evidence about the page with the evidence about its site.
 *
 * Observation (page streams, tuning half): the sources fail on different blocks and at different times. The page level drops
 * odd paragraphs of the article and keeps comments. Containers are right where they know the template, which after some pages
 * they nearly always do. Repeated text helps before that, and where a theme is new. Start and end patterns (GoldMiner) were tried:
 * on the tuning streams they cost half a point and a third of the time.
 *
 * Steps: each content block gets the page level's log-odds of being main content, to which every source that knows the site
 * adds its own evidence:
 * - containers: a fixed weight for being inside, the same against being outside;
 * - repeated-text counts: `repeatWeight` × log(`repeatShare` / share of the documents that have the block): against text on many
 *   pages, for text on this page alone up to `mostForRare`. A post that is also on a list or two is not
 *   boilerplate, as it would be by a bound on the count;
 * - corrections of editors: more than all the others together.
 * Blocks above zero are kept. A page that the containers call a list of articles has no text; the page level's page type is one
 * of their signals; one that an editor corrected has the text they kept. Without any knowledge of the site
 * the page level answers, unchanged.
 */
import { above, logistic, memoized, type Page, real } from '@dehusk/html';
import { type LabelledBlocks, nodeProbabilities, nodeValues, stretchProbability } from '../blocks/block.js';
import { blockList, contentBlocks } from '../blocks/content-blocks.js';
import { dehusk } from '../classify/dehusk.js';
import {
  type Extractor,
  NO_CONTEXT,
  type Options,
  type OptionsOf,
  type OptionTable,
  optionsOf,
} from '../extractors/extractor.js';
import { containersWith } from './containers/containers.js';
import { correctionsWith, OWN_MARK } from './corrections/corrections.js';
import { type AnySiteLearner, type SiteExtractor, siteDecision } from './site-learner.js';
import { urltree } from './url-tree/url-tree-learner.js';

const OPTIONS = {
  containerWeight: [
    6,
    real(-1_000, 1_000),
    'Log-odds for a block in the site’s content containers, and against one outside (tuned: 6).',
  ],
  repeatWeight: [
    1,
    real(-1_000, 1_000),
    'Log-odds for each e-fold by which a block is rarer than repeatShare, and against (tuned: 1).',
  ],
  repeatShare: [
    0.2,
    above(0, 1),
    'Share of a site’s documents, above 0, at most 1, at which repetition says nothing (tuned: 0.2).',
  ],
  correctionWeight: [
    20,
    real(-1_000, 1_000),
    'Log-odds for a block that corrections of editors keep, and against (ours: 20, more than the rest).',
  ],
  mostForRare: [
    0,
    real(0, 1_000),
    'Most log-odds a block can gain by being rare: comments and teasers are rare, too (tuned: 0).',
  ],
} satisfies OptionTable;
type SiteOptions = OptionsOf<typeof OPTIONS>;

/** The learners whose models are weighed; each is used if `ExtractionContext.site` has its model. */
interface SiteSources {
  readonly containers: AnySiteLearner;
  readonly counts: AnySiteLearner;
  readonly corrections: AnySiteLearner;
}

/** Page-level probabilities are bounded to this distance from 0 and 1. */
const SUREST = 0.02;
/** Documents below which repetition has no weight: the URL Tree paper's minimum support. */
const MIN_SUPPORT = 5;
/** Bound of the log-odds of repetition against a block. */
const MAX_EVIDENCE = 4;

/** Combines a page-level extractor with the models of a site. */
export function siteWith(name: string, sources: SiteSources, extractor: Extractor): Extractor<SiteOptions> {
  return {
    name,
    summary: `${extractor.name}, containers and repeated text weighed together; ${extractor.name} alone without a site model.`,
    source: `Dehusk; ${sources.counts.source}`,
    ...optionsOf(OPTIONS),
    ...(extractor.hidden && { hidden: extractor.hidden }),
    label(page, options, context) {
      const labelled = extractor.label(page, extractor.defaults, context);
      const containers = siteDecision(sources.containers, page, sources.containers.defaults, context);
      const corrections = siteDecision(sources.corrections, page, sources.corrections.defaults, context);
      const isCorrected = corrections?.ok === true && corrections.labelled.features?.[OWN_MARK]?.[0] === 1;
      if (containers !== null && !containers.ok && containers.reason === 'no-pattern' && !isCorrected)
        return noArticle(labelled, `${name}: ${containers.detail}`);
      const counts = siteDecision(sources.counts, page, sources.counts.defaults, context);
      if (!containers?.ok && !counts?.ok && !corrections?.ok) return labelled;
      const weighed = weigh(page, labelled, options, {
        containers: containers?.ok ? containers.labelled : null,
        counts: counts?.ok ? counts.labelled : null,
        corrections: corrections?.ok ? corrections.labelled : null,
      });
      // When counts of a few pages drop everything, the page level is right; an editor may have dropped everything.
      return isCorrected || weighed.labels.keep.includes(1) ? weighed : labelled;
    },
  };
}

type SiteEvidence = { readonly [S in keyof SiteSources]: LabelledBlocks | null };

function weigh(page: Page, labelled: LabelledBlocks, options: SiteOptions, evidence: SiteEvidence): LabelledBlocks {
  const rows = contentBlocks(page);
  const { containerWeight, correctionWeight } = options;
  const pageLevel = nodeProbabilities(page, labelled);
  const inContainers = evidence.containers === null ? null : insideNodes(page, evidence.containers);
  const marks = evidence.corrections === null ? null : insideNodes(page, evidence.corrections);
  const repetition = evidence.counts === null ? null : repetitionOfNodes(page, evidence.counts, options);
  const keep = new Uint8Array(rows.size);
  const probability = new Float32Array(rows.size);
  const why: string[] = [];
  for (let at = 0; at < rows.size; at++) {
    const mean = (nodes: Float32Array): number => stretchProbability(page, nodes, rows.first[at], rows.last[at]);
    const sure = Math.min(1 - SUREST, Math.max(SUREST, mean(pageLevel)));
    const own = Math.log(sure / (1 - sure));
    const container = inContainers === null ? 0 : containerWeight * (2 * mean(inContainers) - 1);
    const repeated = repetition === null ? 0 : mean(repetition);
    const marked = marks === null ? 0 : correctionWeight * (2 * mean(marks) - 1);
    const sum = own + container + repeated + marked;
    keep[at] = sum > 0 ? 1 : 0;
    probability[at] = logistic(sum);
    const parts = `page ${signed(own)}, container ${signed(container)}, repetition ${signed(repeated)}`;
    why.push(marked === 0 ? `${parts}: ${signed(sum)}` : `${parts}, corrections ${signed(marked)}: ${signed(sum)}`);
  }
  return { blocks: blockList(rows), labels: { keep, why, probability } };
}

/** Per text node: the source's probability of being inside, 0…1; its decision where it has no probabilities. */
function insideNodes(page: Page, { blocks, labels }: LabelledBlocks): Float32Array {
  return nodeValues(page, blocks, (at) => (labels.probability?.[at] ?? labels.keep[at]) || null);
}

/** Per text node: the log-odds that repetition adds. */
function repetitionOfNodes(page: Page, { blocks, features }: LabelledBlocks, options: SiteOptions): Float32Array {
  const documents = features?.documents;
  const support = features?.support;
  if (documents === undefined || support === undefined) return new Float32Array(page.size);
  return nodeValues(page, blocks, (at) => {
    const of = Number(support[at]);
    const others = Number(documents[at]) - 1;
    if (of < MIN_SUPPORT || others < 0) return null;
    // Half a document is added, so that a block on no other page is rare, not impossible.
    const share = (others + 0.5) / of;
    const odds = options.repeatWeight * Math.log(options.repeatShare / share);
    return Math.max(-MAX_EVIDENCE, Math.min(options.mostForRare, odds));
  });
}

function noArticle({ blocks, labels }: LabelledBlocks, detail: string): LabelledBlocks {
  return {
    blocks,
    labels: { keep: new Uint8Array(blocks.length), why: labels.why.map(() => 'no article of the site') },
    refused: { reason: 'no-pattern', detail },
  };
}

function signed(value: number): string {
  return `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;
}

// The site extractor that is used when none is chosen, with its learners.

/** The default extractor; learners and the extractor around them share its answer for a page. */
export const pageLevel = memoizedExtractor(dehusk);
export const containers: AnySiteLearner = containersWith('containers', pageLevel);
export const corrections: AnySiteLearner = correctionsWith('corrections', pageLevel);

/** Weighs the evidence of the page, the containers, the repeated text and the corrections of its site. */
export const site: SiteExtractor = {
  ...siteWith('site', { containers, counts: urltree, corrections }, pageLevel),
  learners: [urltree, containers, corrections],
};

/**
 * An extractor that labels a page with its default options once: a learner that observes a page, labels it, and the extractor
 * around both ask the same page level, which costs the most. Only for extractors that use no more of the context than the page's
 * type; with a given type nothing is shared.
 */
export function memoizedExtractor<O extends Options>(extractor: Extractor<O>): Extractor<O> {
  const byDefault = memoized((page: Page): LabelledBlocks => extractor.label(page, extractor.defaults, NO_CONTEXT));
  return {
    ...extractor,
    label: (page, options, { pageType }) =>
      options === extractor.defaults && pageType === null
        ? byDefault(page)
        : extractor.label(page, options, { ...NO_CONTEXT, pageType }),
  };
}
