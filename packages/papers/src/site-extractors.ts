/**
 * Extractors that use the model of one learner: combined with a page-level extractor, `urltree(justext)`, or alone.
 *
 * Observation (the papers' own figures): page-level methods drop navigation by its looks and keep teasers that read like text;
 * site-level methods drop repeated text and keep comments. They fail on different blocks.
 *
 * Steps: the learner labels the page with the site's model; a text node is kept when the extractor keeps it and the learner
 * does not drop it. Text in no block of the learner (it may segment less) is decided by the extractor alone. For a site
 * unknown to the learner the extractor answers; a page that is no article of a known site keeps nothing.
 */
import type { Extractor, LabelledBlocks } from '@dehusk/core';
import {
  type AnySiteLearner,
  containers,
  corrections,
  type ExtractionContext,
  keepTextNodes,
  nodeValues,
  type Options,
  pageLevel,
  type SiteExtractor,
  type SiteLearner,
  siteDecision,
  siteWith,
} from '@dehusk/core/extend';
import { type Page, rowNamed } from '@dehusk/html';
import { boilerpipeArticle } from './boilerpipe/index.js';
import { EXTRACTORS } from './extractors.js';
import { goldminerWith } from './goldminer/goldminer.js';
import { justext, justextGoldminer } from './justext/justext.js';
import { urltree, urltreeSimilar } from './url-tree/url-tree.js';

/** A row for a learner; `combine` is applied when it has a decision, else `extractor` answers or nothing is kept. */
function row<O extends Options>(
  learner: SiteLearner<unknown, O>,
  extractor: Extractor,
  texts: Pick<Extractor, 'name' | 'summary' | 'source'>,
  combine: (page: Page, decision: LabelledBlocks, pageLevel: () => LabelledBlocks) => LabelledBlocks,
): Extractor<O> {
  return {
    ...texts,
    defaults: learner.defaults,
    domains: learner.domains,
    optionDocs: learner.optionDocs,
    label(page: Page, options: O, context: ExtractionContext): LabelledBlocks {
      const pageLevel = (): LabelledBlocks => extractor.label(page, extractor.defaults, context);
      const decision = siteDecision(learner, page, options, context);
      if (decision?.ok) return combine(page, decision.labelled, pageLevel);
      if (decision?.reason === 'no-pattern') return nothing(pageLevel(), learner.name, decision.detail);
      return pageLevel();
    },
  };
}

/**
 * Text that an extractor keeps and a site learner does not drop. The row has the learner's options; the extractor runs with
 * its defaults.
 */
function withSite<M, O extends Options>(name: string, learner: SiteLearner<M, O>, extractor: Extractor): Extractor<O> {
  const texts = {
    name,
    summary: `Text that ${extractor.name} keeps and ${learner.name} does not drop; ${extractor.name} alone without a site model.`,
    source: `${learner.source}; ${extractor.source}`,
  };
  return row(learner as SiteLearner<unknown, O>, extractor, texts, (page, decision, pageLevel) => {
    const labelled = pageLevel();
    const dropped = nodeValues(page, decision.blocks, (at) => (decision.labels.keep[at] === 0 ? 1 : null));
    return keepTextNodes(
      page,
      labelled,
      labelled.labels.keep,
      (node) => dropped[node] === 0,
      (isKept, before) => (isKept ? before : `${learner.name}: boilerplate of the site (${before})`),
    );
  });
}

/** A learner alone: keeps every block that is not boilerplate of the site. `fallback` answers for unknown sites. */
function siteOnly<M, O extends Options>(learner: SiteLearner<M, O>, fallback: Extractor): Extractor<O> {
  const texts = {
    name: learner.name,
    summary: `${learner.summary.replace(/\.$/, '')}; ${fallback.name} without a site model.`,
    source: learner.source,
  };
  return row(learner as SiteLearner<unknown, O>, fallback, texts, (_, decision) => decision);
}

/** The same blocks, none of them kept: the page is no article of its site. */
function nothing({ blocks, labels, features }: LabelledBlocks, learner: string, detail: string): LabelledBlocks {
  return {
    blocks,
    labels: { keep: new Uint8Array(blocks.length), why: labels.why.map(() => `${learner}: no-pattern`) },
    ...(features && { features }),
    refused: { reason: 'no-pattern', detail: `${learner}: ${detail}` },
  };
}

export const goldminer = goldminerWith('goldminer', justextGoldminer);
/** Neither plan B nor paragraphs dropped for being on many pages. */
const goldminerPaper = goldminerWith('goldminer-paper', justextGoldminer, { planBBelow: 0, templateShare: 2 });
export const goldminerBoilerpipe = goldminerWith('goldminer-boilerpipe-article', boilerpipeArticle);

/** Every site learner under its name. To add one: one file or folder, one row. */
export const SITE_LEARNERS: readonly AnySiteLearner[] = [
  ...[urltree, urltreeSimilar, goldminer, goldminerPaper, goldminerBoilerpipe, containers, corrections],
];

const learning = (extractor: Extractor, ...learners: readonly AnySiteLearner[]): SiteExtractor => ({
  ...extractor,
  learners,
});

/** Extractors that use a site's models if `ExtractionContext.site` holds them, and answer at page level otherwise. */
export const SITE_EXTRACTORS: readonly SiteExtractor[] = [
  // The core's `site`, which reads models with any options of the URL Tree.
  learning(siteWith('site', { containers, counts: urltree, corrections }, pageLevel), urltree, containers, corrections),
  learning(siteOnly(containers, pageLevel), containers),
  learning(siteOnly(urltree, justext), urltree),
  learning(siteOnly(urltreeSimilar, justext), urltreeSimilar),
  learning(withSite('urltree-justext', urltree, justext), urltree),
  learning(withSite('urltree-boilerpipe-article', urltree, boilerpipeArticle), urltree),
  learning(siteOnly(goldminer, justextGoldminer), goldminer),
  learning(siteOnly(goldminerPaper, justextGoldminer), goldminerPaper),
  learning(siteOnly(goldminerBoilerpipe, boilerpipeArticle), goldminerBoilerpipe),
];

/** The learners whose models an extractor uses: none for an extractor of pages. */
export function learnersOf(extractor: string): readonly AnySiteLearner[] {
  return SITE_EXTRACTORS.find(({ name }) => name === extractor)?.learners ?? [];
}

/** The site extractor of a name. @throws RangeError that lists the existing names */
export function siteExtractorNamed(name: string): SiteExtractor {
  return rowNamed('site extractor', SITE_EXTRACTORS, name);
}

/** The site learner of a name. @throws RangeError that lists the existing names */
export function siteLearnerNamed(name: string): AnySiteLearner {
  return rowNamed('site learner', SITE_LEARNERS, name);
}

/** The extractor of a name, of a page or of a site. @throws RangeError that lists the existing names */
export function anyExtractorNamed(name: string): Extractor {
  return rowNamed('extractor', [...EXTRACTORS, ...SITE_EXTRACTORS], name);
}
