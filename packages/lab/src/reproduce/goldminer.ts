/**
 * GoldMiner on the two sets of its paper: CleanPortalEval, where each portal has enough pages to learn from, and CleanEval,
 * where three or four pages per site leave the decision to the page level.
 *
 * All pages of a site are learnt first and then labelled, as in the paper ("learning pages are re-processed"). The gold of
 * CleanPortalEval keeps the source's entities, so scores are given for our text and for the source's spelling. Pages are
 * learnt in ten seeded orders; the outputs must not depend on the order.
 *
 * Three variants: as in the paper; with plan B, which the authors' program has; and ours, which also drops paragraphs that are on many
 * pages.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Block, LabelledBlocks } from '@dehusk/core';
import { NO_CONTEXT, type SitePage, withDefaults } from '@dehusk/core/extend';
import { nameOf, type Page } from '@dehusk/html';
import { extractorNamed, siteLearnerNamed } from '@dehusk/papers';
import { seededRandom } from 'dehusk/demo';
import { allCases, pageOf } from '../datasets/dataset.js';
import { type DatasetOptions, datasetsRoot, openDataset } from '../datasets/index.js';
import { cleaneval, countCleaneval } from '../metrics/cleaneval.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { percent, textTable } from '../reports/tables.js';
import { sign } from '../run/evaluate.js';
import { learnSites, type Reproduction, signatures } from './reproduction.js';

const ORDERS = 10;
const PAGE_LEVEL = 'justext-goldminer';
/** Our extractors of one page beside the systems of the paper. Its Boilerpipe is version 1.2, as its outputs show. */
const PAGE_LEVELS = [
  ['jusText', PAGE_LEVEL],
  ['Boilerpipe', 'boilerpipe-article-1.2'],
  ['BTE', 'bte'],
] as const;

const learner = siteLearnerNamed('goldminer');
/** Names of the variants with the options that differ from ours. */
const VARIANTS = [
  ['goldminer-paper', { planBBelow: 0, templateShare: 2 }],
  ['goldminer-paper with plan B', { templateShare: 2 }],
  ['goldminer', {}],
] as const;

/** Learns and labels one of the sets, micro-averaged; pages without gold are skipped as in cleaneval.py. */
export async function goldminerOn(name: string, data: DatasetOptions = {}, orders = ORDERS) {
  const dataset = openDataset(name, data);
  const pages = (await allCases(dataset)).flatMap((gold) => {
    const page = pageOf(gold);
    if (page === null || gold.url === null) return [];
    return [{ gold, sitePage: { page, url: gold.url, key: gold.url, at: 0 } }];
  });
  const sitePages = pages.map(({ sitePage }) => sitePage);
  const variants = VARIANTS.map(([variant, differing]) => {
    const options = withDefaults(learner, differing);
    const models = learnSites(learner, sitePages, options);
    return { variant, options, models, outputs: sitePages.map((page) => label(page, models, options)) };
  });
  const { options, models, outputs } = variants[VARIANTS.length - 1];
  let sameOrders = 0;
  for (let seed = 1; seed <= orders; seed++) {
    const again = learnSites(learner, seededRandom(seed).shuffled(sitePages), options);
    if (sitePages.every((page, at) => isSame(label(page, again, options), outputs[at]))) sameOrders++;
  }
  const metric = metricNamed('cleaneval');
  const scored = (
    system: string,
    extractor: string,
    labels: readonly (LabelledBlocks | null)[],
    isSpelling: boolean,
  ) => {
    const counts = pages.flatMap(({ gold, sitePage }, at) => {
      const labelled = labels[at];
      if (gold.goldMarkup === null && gold.gold === '') return [];
      return [metric.count(gold, labelled === null ? '' : keptMarkup(sitePage.page, labelled, isSpelling))];
    });
    const signature = sign(metric, dataset, counts.length, extractor);
    return { system, extractor, isSpelling, score: aggregate(metric, counts), signature };
  };
  const all = [
    ...variants.map((one) => ({ system: 'GoldMiner', extractor: one.variant, labels: one.outputs })),
    ...PAGE_LEVELS.map(([system, extractor]) => ({
      ...{ system, extractor, labels: sitePages.map((page) => pageLevel(page, extractor)) },
    })),
  ];
  const learnt = [...models].map(([site, model]) => ({ site, facts: learner.explain(model) }));
  return {
    dataset: name,
    /** In the source's spelling, as the gold of CleanPortalEval, and decoded. */
    scores: all.flatMap(({ system, extractor, labels }) =>
      [true, false].map((isSpelling) => scored(system, extractor, labels, isSpelling)),
    ),
    sites: models.size,
    /** Pages rejected as no article. */
    rejected: outputs.filter((output) => output === null).length,
    /** Number of random orders whose outputs equal those of the first order. */
    sameOrders,
    /** The learnt facts of the sites with a pattern. */
    learnt: learnt.filter(({ facts }) => facts.some(({ what }) => what === 'start pattern')),
  };
}

function pageLevel({ page }: SitePage, name: string = PAGE_LEVEL): LabelledBlocks {
  const extractor = extractorNamed(name);
  return extractor.label(page, extractor.defaults, NO_CONTEXT);
}

/** The labels of the site's model, or of the page level where the model has none; null for a page that is no article. */
function label(
  page: SitePage,
  models: ReadonlyMap<string, unknown>,
  options: ReturnType<typeof withDefaults>,
): LabelledBlocks | null {
  const decision = learner.label(models.get(learner.unit(page.url)), page, options, NO_CONTEXT);
  if (decision.ok) return decision.labelled;
  return decision.reason === 'no-pattern' ? null : pageLevel(page);
}

function isSame(a: LabelledBlocks | null, b: LabelledBlocks | null): boolean {
  if (a === null || b === null) return a === b;
  return a.labels.keep.join() === b.labels.keep.join() && a.blocks.every(({ text }, at) => text === b.blocks[at].text);
}

export const goldminer: Reproduction = {
  name: 'goldminer',
  summary:
    'GoldMiner, jusText, Boilerpipe 1.2 and BTE on CleanPortalEval and CleanEval beside the paper’s Tables II and III',
  async run(data) {
    const results = [await goldminerOn('cleanportaleval', data), await goldminerOn('cleaneval', data)];
    const rows = results.flatMap(({ dataset, scores }) =>
      scores.map(({ system, extractor, isSpelling, score }) => {
        const printed = printedFigures(system, dataset)?.map((value) => value.toFixed(2)) ?? [];
        const about = [dataset, system, extractor, isSpelling ? 'source' : 'decoded'];
        return [...about, printed.join(' '), percents(score).join(' ')];
      }),
    );
    const head = ['dataset', 'system', 'extractor', 'spelling', 'published', 'ours'];
    const lines = ['cleaneval, micro F P R in percent', textTable({ head, rows, leftColumns: [1, 2, 3] }), ''];
    for (const { dataset, sites, learnt, rejected, sameOrders } of results)
      lines.push(
        `${dataset}: ${learnt.length} of ${sites} sites with a pattern, ${rejected} pages rejected as no article; outputs equal in ${sameOrders} of ${ORDERS} random orders`,
      );
    for (const { site, facts } of results.flatMap(({ learnt }) => learnt)) {
      lines.push('', site);
      for (const { what, value, support, of } of facts) lines.push(`  ${what.padEnd(24)} ${support}/${of}  ${value}`);
    }
    lines.push(signatures(results.flatMap(({ scores }) => scores.map(({ signature }) => signature))));
    return lines.join('\n');
  },
};

// Tables II and III of the GoldMiner paper (Endrédy and Novák 2013) from the outputs published with it: six systems on
// CleanEval and on CleanPortalEval, micro-averaged F, P and R of cleaneval.py -t.
//
// The published way skips pages without an output file, so that systems are scored on different pages and a system without
// output is not penalised. A further column counts a missing output as empty.

/** F, P, R in percent. */
type Printed = readonly [f: number, p: number, r: number];

/** The systems with their folder in the archives, and the paper's figures in Tables II and III, for comparison only. */
const SYSTEMS: readonly (readonly [system: string, folder: string, cleaneval: Printed, cleanportaleval: Printed])[] = [
  ['BTE', 'bte', [91.09, 90.5, 91.68], [81.63, 71.2, 95.64]],
  ['Boilerpipe', 'boilerpipe', [83.49, 95.15, 74.38], [90.68, 92.91, 88.56]],
  ['jusText', 'justext', [93.61, 95.29, 91.99], [87.26, 78.82, 97.72]],
  ['jusText + onion', 'justext+onion', [93.24, 95.51, 91.08], [91.16, 86.48, 96.38]],
  ['GoldMiner', 'goldminer', [93.4, 95.32, 91.55], [98.32, 98.5, 98.15]],
  ['GoldMiner + onion', 'goldminer+onion', [93.08, 95.49, 90.78], [97.77, 98.48, 97.07]],
];
/** The paper's F, P and R of a system on a data set, in percent; null when it has none. */
function printedFigures(system: string, dataset: string): Printed | null {
  const found = SYSTEMS.find(([name]) => name === system);
  return found === undefined ? null : dataset === 'cleaneval' ? found[2] : found[3];
}

const TITLES = ['Table II: CleanEval', 'Table III: CleanPortalEval'] as const;

export function scoreGoldminerTables(root: string, limit?: number) {
  const metric = cleaneval.create(cleaneval.defaults);
  return GOLDMINER_SETS.map(({ dataset, gold: goldFolder }, table) => {
    const folder = publishedOutputs(root, dataset, limit);
    const gold = folder(goldFolder);
    const pages = [...gold.keys()].sort();
    const rows = SYSTEMS.map(([system, name, ...printed]) => {
      const files = folder(`outputs/${name}`);
      const counts = pages.map((page) => countCleaneval(files.get(page) ?? '', gold.get(page) ?? ''));
      const scoreOf = (isScored: (page: string) => boolean): Score =>
        aggregate(
          metric,
          counts.filter((_, index) => isScored(pages[index])),
        );
      return {
        ...{ system, printed: printed[table] },
        /** As in the original script: pages without output are skipped. */
        published: scoreOf((page) => files.has(page)),
        /** Every gold page; a missing output is empty. */
        missingIsEmpty: scoreOf(() => true),
      };
    });
    return { title: TITLES[table], rows };
  });
}

export const goldminerTables: Reproduction = {
  name: 'goldminer-tables',
  summary: 'Tables II and III of the GoldMiner paper from the outputs published with it, and stricter variants',
  async run(data) {
    const figures = (score: Score): string => [...percents(score), String(score.pages)].join(' ');
    const tables = scoreGoldminerTables(datasetsRoot(data), data.limit).map(({ title, rows }) => {
      const cells = rows.map(({ system, printed, published, missingIsEmpty }) => [
        system,
        printed.map((value) => value.toFixed(2)).join(' '),
        ...[published, missingIsEmpty].map(figures),
      ]);
      const head = ['system', 'printed', 'as published, pages', 'missing output is empty'];
      return `${title}, micro-averaged F P R in percent\n${textTable({ head, rows: cells })}`;
    });
    return tables.join('\n\n');
  },
};

/**
 * Kept blocks in the form of CleanEval's gold, one per line after `<h>` (inside a heading), `<l>` (inside a list item) or `<p>`.
 * @param isSpelling in the source's spelling with its entities, as in CleanPortalEval's gold; else decoded
 */
function keptMarkup(page: Page, { blocks, labels }: LabelledBlocks, isSpelling: boolean): string {
  return blocks
    .filter((_, at) => labels.keep[at] === 1)
    .map((block) => `${marker(page, block)} ${isSpelling ? spelling(page, block) : block.text}`)
    .join('\n');
}
/** The marker before a block. */
function marker(page: Page, block: Block): string {
  for (let node = page.parent[block.first]; node > 0; node = page.parent[node]) {
    const name = nameOf(page, node);
    if (/^h[1-6]$/.test(name)) return '<h>';
    if (name === 'li') return '<l>';
  }
  return '<p>';
}

/** The block in the source's spelling; only no-break spaces and quotation marks are decoded, as in that gold. */
function spelling(page: Page, block: Block): string {
  let text = '';
  for (let node = block.first; node <= block.last; node++) {
    const name = nameOf(page, node);
    if (name === 'script' || name === 'style') node = page.end[node] - 1;
    else if (name === '#text') text += page.source.slice(page.sourceFrom[node], page.sourceTo[node]);
    else if (name === 'br') text += ' ';
  }
  return text
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&quot;', '"')
    .replace(/[ \t\r\n\f]+/g, ' ')
    .trim();
}

/**
 * Unpacks the outputs of six systems published with the GoldMiner paper, and the gold they were scored on.
 * @param limit maximum number of pages, the first by their names
 * @returns the files of a folder of the archive (`outputs/bte`), contents by name. The bytes are kept, one character per byte,
 *   because the paper's metric never decodes
 * @throws Error when the archive, `tar` or `xz` is missing, or a folder is not in the archive
 */
export function publishedOutputs(
  root: string,
  dataset: string,
  limit = Number.POSITIVE_INFINITY,
): (folder: string) => ReadonlyMap<string, string> {
  const archive = join(root, dataset, 'published-outputs.tar.xz');
  if (!existsSync(archive)) throw new Error(`${archive} is missing: it holds the outputs published with GoldMiner`);
  const unpacked = mkdtempSync(join(tmpdir(), 'dehusk-published-'));
  try {
    const tar = spawnSync('tar', ['-xJf', archive, '-C', unpacked], { encoding: 'utf8' });
    if (tar.status !== 0)
      throw new Error(`tar with xz could not read ${archive}: ${tar.error?.message ?? tar.stderr.trim()}`);
    const folders = new Map<string, Map<string, string>>();
    const paths = (readdirSync(unpacked, { recursive: true }) as string[]).filter(
      (path) => !statSync(join(unpacked, path)).isDirectory(),
    );
    const names = new Set([...new Set(paths.map((path) => basename(path)))].sort().slice(0, limit));
    for (const path of paths) {
      if (!names.has(basename(path))) continue;
      const folder = dirname(path).replaceAll('\\', '/');
      const files = folders.get(folder) ?? new Map<string, string>();
      folders.set(folder, files.set(basename(path), readFileSync(join(unpacked, path), 'latin1')));
    }
    return (folder) => {
      const files = folders.get(folder);
      if (!files) throw new Error(`the published outputs of ${dataset} have no folder ${folder}`);
      return files;
    };
  } finally {
    rmSync(unpacked, { recursive: true });
  }
}

/** The two sets of the GoldMiner paper, with the folder of the gold it scored on. */
export const GOLDMINER_SETS = [
  { dataset: 'cleaneval', gold: 'GoldStandard-boilerplateResults' },
  { dataset: 'cleanportaleval', gold: 'GoldStandard-boilerplateResults-LF' },
] as const;

/** F, precision and recall in percent. */
export function percents({ score, precision, recall }: Pick<Score, 'score' | 'precision' | 'recall'>): string[] {
  return [score, precision, recall].map((value) => percent(value, 2));
}
