/**
 * GoldMiner itself on the two sets of its paper: CleanPortalEval, where each portal has pages enough to learn from, and
 * CleanEval, where three or four pages a site leave it to the page level.
 *
 * All pages of a site are learnt first and then labelled, as in the paper ("learning pages are re-processed"). The gold of
 * CleanPortalEval keeps the source's entities, so the figure stands twice: of our text, and in the source's own spelling.
 * To show that order does not matter, the pages are learnt in ten seeded shuffles and every output is compared.
 *
 * Run: `dehusk-lab reproduce goldminer`
 */
import type { LabelledBlocks } from '@dehusk/core';
import {
  decode,
  extractorNamed,
  NO_CONTEXT,
  parse,
  type SiteFact,
  type SitePage,
  siteLearnerNamed,
  withLearnerDefaults,
} from '@dehusk/core/internal';
import { seededRandom } from 'dehusk/demo';
import { allCases, type Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { signatureOf } from '../metrics/signature.js';
import { LAB_VERSION, labCommit } from '../run/evaluate.js';
import { keptMarkup } from './kept-markup.js';

/** Figures of the paper's Tables II and III: F, P, R in percent. */
const PUBLISHED: Readonly<Record<string, readonly [number, number, number]>> = {
  cleanportaleval: [98.32, 98.5, 98.15],
  cleaneval: [93.4, 95.32, 91.55],
};
const SHUFFLES = 10;

/** GoldMiner on one set. */
export interface GoldminerResult {
  readonly dataset: string;
  readonly published: readonly [number, number, number];
  /** By name of what was scored: GoldMiner or jusText alone, our text or the source's spelling. */
  readonly scores: readonly { readonly what: string; readonly score: Score; readonly signature: string }[];
  /** Sites, and those with a learnt pattern. */
  readonly sites: number;
  readonly sitesWithPattern: number;
  /** Pages refused as no article. */
  readonly refused: number;
  /** Shuffled orders tried, and those whose outputs were all the same as those of the first order. */
  readonly orders: number;
  readonly sameOrders: number;
  readonly facts: readonly { readonly site: string; readonly facts: readonly SiteFact[] }[];
}

interface Loaded {
  readonly gold: Case;
  readonly unit: string;
  readonly sitePage: SitePage;
}

const learner = siteLearnerNamed('goldminer');
const options = withLearnerDefaults(learner);

/** Learns and labels one of the sets, micro-averaged; pages without gold are skipped as in cleaneval.py. */
export async function goldminerOn(name: string, root?: string, shuffles = SHUFFLES): Promise<GoldminerResult> {
  const dataset = openDataset(name, root === undefined ? {} : { root });
  const pages: Loaded[] = [];
  for (const gold of await allCases(dataset)) {
    const parsed = parse(decode(gold.html(), { httpCharset: gold.charset }).text);
    if (!parsed.ok || gold.url === null) continue;
    const sitePage = { page: parsed.page, url: gold.url, key: gold.url, at: 0 };
    pages.push({ gold, unit: learner.unit(gold.url), sitePage });
  }
  const models = learnt(pages);
  const outputs = pages.map((page) => answer(page, models));
  let sameOrders = 0;
  for (let seed = 1; seed <= shuffles; seed++) {
    const again = learnt(seededRandom(seed).shuffled(pages));
    if (pages.every((page, at) => isSame(answer(page, again), outputs[at]))) sameOrders++;
  }
  const pageLevel = extractorNamed('justext-goldminer');
  const alone = pages.map(({ sitePage }) => pageLevel.label(sitePage.page, pageLevel.defaults, NO_CONTEXT));
  const sha256 = dataset.sha256();
  const metric = metricNamed('cleaneval');
  const scored = (what: string, extractor: string, labels: readonly (LabelledBlocks | null)[], isSpelling: boolean) => {
    const counts = pages.flatMap(({ gold, sitePage }, at) => {
      const labelled = labels[at];
      if (gold.goldMarkup === null && gold.gold === '') return [];
      return [metric.count(gold, labelled === null ? '' : keptMarkup(sitePage.page, labelled, isSpelling))];
    });
    const signature = signatureOf({
      metric,
      aggregation: 'micro',
      dataset: { name, sha256 },
      pages: counts.length,
      extractor: { name: extractor },
      version: LAB_VERSION,
      commit: labCommit(),
    });
    return { what, score: aggregate(metric, counts, 'micro'), signature };
  };
  const facts = [...models].map(([site, model]) => ({ site, facts: learner.explain(model) }));
  return {
    dataset: name,
    published: PUBLISHED[name] ?? [0, 0, 0],
    scores: [
      scored('GoldMiner, spelt as the source', 'goldminer', outputs, true),
      scored('GoldMiner, our text', 'goldminer', outputs, false),
      scored('jusText alone, spelt as the source', 'justext-goldminer', alone, true),
      scored('jusText alone, our text', 'justext-goldminer', alone, false),
    ],
    sites: models.size,
    sitesWithPattern: facts.filter((site) => site.facts.some(({ what }) => what === 'start pattern')).length,
    refused: outputs.filter((output) => output === null).length,
    orders: shuffles,
    sameOrders,
    facts,
  };
}

/** A model a site, learnt from the pages in the order given. */
function learnt(pages: readonly Loaded[]): Map<string, unknown> {
  const models = new Map<string, unknown>();
  for (const { unit, sitePage } of pages) {
    const model = models.get(unit) ?? learner.empty(options);
    models.set(unit, model);
    learner.observe(model, sitePage, options);
  }
  return models;
}

/** What the site's model says of a page; the page level where it says nothing; null for what is no article. */
function answer({ unit, sitePage }: Loaded, models: ReadonlyMap<string, unknown>): LabelledBlocks | null {
  const verdict = learner.label(models.get(unit), sitePage, options, NO_CONTEXT);
  if (verdict.ok) return verdict.labelled;
  if (verdict.reason === 'no-pattern') return null;
  const pageLevel = extractorNamed('justext-goldminer');
  return pageLevel.label(sitePage.page, pageLevel.defaults, NO_CONTEXT);
}

function isSame(a: LabelledBlocks | null, b: LabelledBlocks | null): boolean {
  if (a === null || b === null) return a === b;
  return a.labels.keep.join() === b.labels.keep.join() && a.blocks.every(({ text }, at) => text === b.blocks[at].text);
}

/** The figures and, for sites with a pattern, what was learnt, as text. */
export function printGoldminer(results: readonly GoldminerResult[]): string {
  const percent = (values: readonly number[]): string => values.map((value) => value.toFixed(2).padStart(6)).join(' ');
  const lines = ['cleaneval, micro F P R in percent: GoldMiner as published | ours'];
  for (const { dataset, published, scores } of results)
    for (const { what, score } of scores)
      lines.push(
        `${dataset.padEnd(16)} ${what.padEnd(34)} ${percent(published)} | ${percent([score.score, score.precision, score.recall].map((value) => 100 * value))}`,
      );
  lines.push('');
  for (const { dataset, sites, sitesWithPattern, refused, orders, sameOrders } of results)
    lines.push(
      `${dataset}: ${sitesWithPattern} of ${sites} sites with a pattern, ${refused} pages refused as no article; outputs the same in ${sameOrders} of ${orders} shuffled orders`,
    );
  for (const { facts } of results)
    for (const one of facts) {
      if (!one.facts.some(({ what }) => what === 'start pattern')) continue;
      lines.push('', one.site);
      for (const { what, value, support, of } of one.facts)
        lines.push(`  ${what.padEnd(24)} ${support}/${of}  ${value}`);
    }
  lines.push('', 'Signatures:', ...results.flatMap(({ scores }) => scores.map(({ signature }) => signature)), '');
  return lines.join('\n');
}
