/** The contract of reproductions, and what they share: files, pages, learning, signatures, the outputs published with GoldMiner. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Block, type ExtractResult, type LabelledBlocks, urlKey } from '@dehusk/core';
import { type AnySiteLearner, keptText, type SitePage, withDefaults } from '@dehusk/core/extend';
import { decode, nameOf, type Page, parse } from '@dehusk/html';
import { DEFAULT_EXTRACTOR, learnersOf } from '@dehusk/papers';
import type { Case, Dataset } from '../datasets/dataset.js';
import type { DatasetOptions } from '../datasets/index.js';
import { type Score, type SignedMetric, signatureOf } from '../metrics/metric.js';
import { percent } from '../reports/tables.js';
import { LAB_VERSION, labCommit } from '../run/evaluate.js';
import { CACHE_FOLDER, outputCache } from '../run/run.js';
import { systemNamed } from '../run/system.js';

/** Options of the command line; each reproduction uses those it knows. */
export interface ReproductionOptions {
  /** Pages of each page stream, the earliest first; 0 takes all. */
  readonly pages?: number;
  readonly methods?: readonly string[];
  /** Names of the page streams: `hopit`. */
  readonly sites?: readonly string[];
  readonly out?: string;
  readonly onPage?: () => void;
}

/** A published table that one command computes again. */
export interface Reproduction {
  readonly name: string;
  readonly summary: string;
  /**
   * Computes the table: text with published figures beside ours.
   *
   * @param data where the named datasets are, and how many pages of each are read
   * @throws Error when data or a program is missing
   */
  run(data: DatasetOptions, options: ReproductionOptions): Promise<string>;
  /** @throws RangeError for a name that is not one of its methods, listing those */
  checkMethod?(name: string): unknown;
}

/** The path of a file in a folder, which is made. */
export function pathIn(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, file);
}

/** Page-level outputs of a system on a data set, which are stored on disk. @param cacheFolder null stores none */
export function storedTexts(
  dataset: { readonly name: string; readonly sha256: string },
  system: string,
  cacheFolder: string | null = CACHE_FOLDER,
) {
  const cache = cacheFolder === null ? null : outputCache(cacheFolder, dataset, systemNamed(system));
  const stored = cache?.read(0);
  type ExtractedText = {
    readonly text: string;
    readonly reason?: string | null | undefined;
    readonly detail?: string | null | undefined;
  };
  return {
    /** @param extract runs when the page is not stored */
    async textOf(id: string, extract: () => ExtractedText | Promise<ExtractedText>): Promise<string> {
      const before = stored?.get(id);
      if (before !== undefined) return before.text;
      const { text, reason = null, detail = null } = await extract();
      cache?.add({ id, text, reason, detail, milliseconds: 0 }, 0);
      return text;
    },
  };
}

const OURS: readonly string[] = [DEFAULT_EXTRACTOR, 'containers', 'site'];

/** The text of a result. Of a published method it is the kept blocks: our documents also leave out what generators add beside a text. */
export function outputOf({ ok, text, labelled, extractor }: ExtractResult): string {
  return !ok || OURS.includes(extractor) ? text : keptText(labelled);
}

/** The parsed page of a case; null when it is refused. */
export function pageOf(one: Pick<Case, 'html' | 'charset' | 'url'>): Page | null {
  const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url: one.url });
  return parsed.ok ? parsed.page : null;
}

/** The annotated pages among cases of L3S-GN1, parsed with their annotation; refused ones are left out. */
export async function* annotatedPages(cases: AsyncIterable<Case> | Iterable<Case>) {
  for await (const one of cases) {
    const bytes = one.annotated();
    const page = bytes === null ? null : pageOf({ ...one, html: () => bytes });
    if (page !== null) yield { one, page };
  }
}

/** The page of a case with known address as learners observe it; null when it is refused. */
export function sitePageOf(one: Case): SitePage | null {
  const page = one.url === null ? null : pageOf(one);
  if (page === null || one.url === null) return null;
  return { page, url: one.url, key: urlKey(one.url, one.title).key, at: timeOf(one) };
}

/** Milliseconds since 1970 of a case; 0 when unknown. */
export function timeOf({ timestamp }: Case): number {
  return timestamp === null ? 0 : Date.parse(timestamp);
}

/** The options of a learner that forgets nothing: our streams are thinned and years long, a window of 14 days is empty. */
export function neverForgetting(learner: AnySiteLearner, eviction: Readonly<Record<string, number>> = {}) {
  return withDefaults(learner, { ...('maxDays' in learner.defaults && { maxDays: 1e6 }), ...eviction });
}

/**
 * What site extractors have learnt from all of these pages, for the option `site` of `extract`.
 *
 * @param unitOf default: each learner's own unit of learning
 */
export function learntSites(extractor: string, pages: readonly SitePage[], unitOf?: (url: string) => string) {
  const learners = learnersOf(extractor).map((learner) => {
    const options = neverForgetting(learner);
    const models = new Map<string, unknown>();
    const unit = unitOf ?? learner.unit;
    for (const page of pages) {
      const model = models.get(unit(page.url)) ?? learner.empty(options);
      models.set(unit(page.url), model);
      learner.observe(model, page, options);
    }
    return { name: learner.name, unit, models };
  });
  return ({ url, key, at }: SitePage) => ({
    ...{ url, key, at },
    models: Object.fromEntries(learners.map(({ name, unit, models }) => [name, models.get(unit(url))])),
  });
}

export function sign(
  metric: SignedMetric,
  dataset: Dataset,
  pages: number,
  name: string,
  options: Readonly<Record<string, unknown>> = {},
): string {
  return signatureOf({
    metric,
    dataset: { name: dataset.name, sha256: dataset.sha256() },
    pages,
    extractor: { name, options },
    version: LAB_VERSION,
    commit: labCommit(),
  });
}

/** F, precision and recall in percent. */
export function percents({ score, precision, recall }: Pick<Score, 'score' | 'precision' | 'recall'>): string[] {
  return [score, precision, recall].map((value) => percent(value, 2));
}

export function signatures(lines: readonly string[]): string {
  return `\nSignatures:\n${lines.join('\n')}\n`;
}

/**
 * Kept blocks in the form of CleanEval's gold, one per line after `<h>` (inside a heading), `<l>` (inside a list item) or
 * `<p>`.
 *
 * @param isSpelling in the source's spelling with its entities, as in CleanPortalEval's gold; else decoded
 */
export function keptMarkup(page: Page, { blocks, labels }: LabelledBlocks, isSpelling: boolean): string {
  return blocks
    .filter((_, at) => labels.keep[at] === 1)
    .map((block) => `${marker(page, block)} ${isSpelling ? spelling(page, block) : block.text}`)
    .join('\n');
}

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

/** Contents of files by name. The bytes are kept, one character per byte, because the paper's metric never decodes. */
export type Files = ReadonlyMap<string, string>;

/**
 * Unpacks the outputs of six systems published with the GoldMiner paper, and the gold they were scored on.
 *
 * @returns the files of a folder of the archive: `outputs/bte`
 * @throws Error when the archive, `tar` or `xz` is missing, or a folder is not in the archive
 */
export function publishedOutputs(root: string, dataset: string): (folder: string) => Files {
  const archive = join(root, dataset, 'published-outputs.tar.xz');
  if (!existsSync(archive)) throw new Error(`${archive} is missing: it holds the outputs published with GoldMiner`);
  const unpacked = mkdtempSync(join(tmpdir(), 'dehusk-published-'));
  try {
    const tar = spawnSync('tar', ['-xJf', archive, '-C', unpacked], { encoding: 'utf8' });
    if (tar.status !== 0)
      throw new Error(`tar with xz could not read ${archive}: ${tar.error?.message ?? tar.stderr.trim()}`);
    const folders = new Map<string, Map<string, string>>();
    for (const path of readdirSync(unpacked, { recursive: true }) as string[]) {
      if (statSync(join(unpacked, path)).isDirectory()) continue;
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
