/**
 * What a page-level extractor keeps, minus what the site's model calls boilerplate: `urltree(justext)`.
 *
 * Observation (the papers' own figures): page-level methods drop navigation by its looks and keep teasers that read like
 * text; site-level methods drop whatever repeats and keep comments. They fail on different blocks.
 *
 * Steps: the learner labels the page with the site's model; a text node is kept when the extractor keeps it and the learner
 * does not drop it. Text the learner has no block for (it may segment less) is the extractor's alone. A site the learner
 * does not know falls back to the extractor; a page that is no article of a known site keeps nothing.
 */
import type { LabelledBlocks } from '../blocks/block.js';
import type { ExtractionContext, Extractor, Options } from '../extractors/extractor.js';
import { keepTextNodes } from '../extractors/keep-text-nodes.js';
import { type Page, TEXT } from '../page/page.js';
import { type SiteLearner, siteKnowledge } from './site-learner.js';

/**
 * Wraps an extractor with a site learner. The wrapped row has the learner's options; the extractor runs with its defaults.
 *
 * @param name of the new row
 */
export function withSite<M, O extends Options>(
  name: string,
  learner: SiteLearner<M, O>,
  extractor: Extractor,
): Extractor<O> {
  return {
    name,
    summary: `What ${extractor.name} keeps and ${learner.name} does not drop; ${extractor.name} alone without a site model.`,
    source: `${learner.source}; ${extractor.source}`,
    defaults: learner.defaults,
    optionDocs: learner.optionDocs,
    label(page: Page, options: O, knowledge: ExtractionContext): LabelledBlocks {
      const labelled = extractor.label(page, extractor.defaults, knowledge);
      const site = siteKnowledge(knowledge);
      const model = site?.models[learner.name];
      if (site === null || model === undefined) return labelled;
      const { url, key, at } = site;
      const verdict = learner.label(model as M, { page, url, key, at }, options, knowledge);
      if (!verdict.ok)
        return verdict.reason === 'unseen-site' ? labelled : nothing(labelled, learner.name, verdict.detail);
      const dropped = droppedNodes(page, verdict.labelled);
      return keepTextNodes(
        page,
        labelled,
        labelled.labels.keep,
        (node) => dropped[node] === 0,
        (isKept, before) => (isKept ? before : `${learner.name}: boilerplate of the site (${before})`),
      );
    },
  };
}

/** A learner alone as an extractor: keeps every block that is not boilerplate of the site. `fallback` answers unseen sites. */
export function siteOnly<M, O extends Options>(learner: SiteLearner<M, O>, fallback: Extractor): Extractor<O> {
  return {
    name: learner.name,
    summary: `${learner.summary.replace(/\.$/, '')}; ${fallback.name} without a site model.`,
    source: learner.source,
    defaults: learner.defaults,
    optionDocs: learner.optionDocs,
    label(page: Page, options: O, knowledge: ExtractionContext): LabelledBlocks {
      const site = siteKnowledge(knowledge);
      const model = site?.models[learner.name];
      const pageLevel = (): LabelledBlocks => fallback.label(page, fallback.defaults, knowledge);
      if (site === null || model === undefined) return pageLevel();
      const { url, key, at } = site;
      const verdict = learner.label(model as M, { page, url, key, at }, options, knowledge);
      if (verdict.ok) return verdict.labelled;
      return verdict.reason === 'unseen-site' ? pageLevel() : nothing(pageLevel(), learner.name, verdict.detail);
    },
  };
}

/** The same blocks, none kept: the page is no article of its site. */
function nothing({ blocks, labels, features }: LabelledBlocks, learner: string, detail: string): LabelledBlocks {
  return {
    blocks,
    labels: { keep: new Uint8Array(blocks.length), why: labels.why.map(() => `${learner}: no-pattern`) },
    ...(features && { features }),
    refused: { reason: 'no-pattern', detail: `${learner}: ${detail}` },
  };
}

/** Per node: 1 for the text nodes of blocks that are not kept. */
function droppedNodes(page: Page, { blocks, labels }: LabelledBlocks): Uint8Array {
  const dropped = new Uint8Array(page.size);
  for (let at = 0; at < blocks.length; at++)
    if (labels.keep[at] === 0)
      for (let node = blocks[at].first; node <= blocks[at].last; node++) if (page.tag[node] === TEXT) dropped[node] = 1;
  return dropped;
}
