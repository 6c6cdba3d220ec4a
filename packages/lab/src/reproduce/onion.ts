/**
 * Onion over the published outputs of jusText and GoldMiner: the rows "+ onion" of GoldMiner's Tables II and III, made with our
 * Onion. The paper gives neither its settings nor the order of its pages, so the direction is what can be reproduced:
 * precision up (but for GoldMiner on CleanPortalEval, where there is little left to gain: 98.50 to 98.48 in the paper), recall
 * down, and F down on CleanEval, whose pages share little. Here pages come in the order of their names. Beside the rows: how many paragraphs were kept, and what dropping exactly repeated paragraphs would give.
 *
 * Run: `node packages/lab/dist/reproduce/onion.js [data folder]`
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentDigest, createOnion, ExactSet, judge, type OnionOptions } from '@dehusk/core/internal';
import { datasetsRoot } from '../datasets/index.js';
import { CLEANEVAL_DEFAULTS, cleaneval, countCleaneval } from '../metrics/cleaneval.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { readPublishedOutputs } from './published-outputs.js';

/** One way to filter one system's outputs. */
export interface OnionRow {
  readonly dataset: string;
  readonly system: string;
  readonly filter: string;
  /** Micro-averaged, pages without an output skipped, as the paper's rows are. */
  readonly score: Score;
  readonly paragraphs: number;
  readonly kept: number;
}

const DATASETS = [
  { dataset: 'cleaneval', gold: 'GoldStandard-boilerplateResults' },
  { dataset: 'cleanportaleval', gold: 'GoldStandard-boilerplateResults-LF' },
] as const;
const SYSTEMS = ['justext', 'goldminer'] as const;

/** Decides on the paragraphs of one page after another: 1 drops. */
type Filter = (paragraphs: readonly string[]) => ArrayLike<number>;

const onionFilter = (options: Partial<OnionOptions>) => (): Filter => {
  const onion = createOnion(options);
  return (paragraphs) => judge(onion, paragraphs).duplicate;
};

/** A fresh filter for every row. */
const FILTERS: Readonly<Record<string, () => Filter>> = {
  none: () => (paragraphs) => new Uint8Array(paragraphs.length),
  'onion, defaults (n 5, threshold 0.5)': onionFilter({}),
  'onion, n 10, threshold 0.9': onionFilter({ n: 10, threshold: 0.9 }),
  'onion, defaults, no smoothing': onionFilter({ smoothing: false }),
  'onion, n 10, threshold 0.9, no smoothing': onionFilter({ n: 10, threshold: 0.9, smoothing: false }),
  'paragraphs repeated word for word': () => {
    const seen = new ExactSet();
    return (paragraphs) =>
      paragraphs.map((text) => {
        const { high, low } = contentDigest(text);
        const isRepeated = seen.has(high, low);
        seen.add(high, low);
        return isRepeated ? 1 : 0;
      });
  },
};

/** A piece of a published output: a marker and the text up to the next one; what stands before the first is the header. */
const PIECES = /(?=^<[phl]>)/gim;
const MARKER = /^<[phl]>/i;

/** Filters the outputs of one system, page after page in the order of their names. */
function filtered(files: ReadonlyMap<string, string>, filter: Filter) {
  const outputs = new Map<string, string>();
  let paragraphs = 0;
  let kept = 0;
  for (const name of [...files.keys()].sort()) {
    const pieces = (files.get(name) ?? '').split(PIECES);
    const isParagraph = pieces.map((piece) => MARKER.test(piece));
    // The archive's text is bytes, one a character; words are UTF-8.
    const texts = pieces
      .filter((_, at) => isParagraph[at])
      .map((piece) => Buffer.from(piece.replace(MARKER, ''), 'latin1').toString('utf8'));
    const duplicate = filter(texts);
    let paragraph = 0;
    outputs.set(name, pieces.filter((_, at) => !isParagraph[at] || duplicate[paragraph++] === 0).join(''));
    paragraphs += texts.length;
    kept += texts.length - Array.from(duplicate).reduce((sum, bit) => sum + bit, 0);
  }
  return { outputs, paragraphs, kept };
}

/**
 * All rows.
 *
 * @param root folder that holds `cleaneval/` and `cleanportaleval/`
 * @param datasets which of the two
 * @throws Error when an archive or `xz` is missing
 */
export function onionRows(
  root: string = datasetsRoot(),
  datasets: readonly string[] = DATASETS.map((one) => one.dataset),
): OnionRow[] {
  const metric = cleaneval.create(cleaneval.defaults);
  const rows: OnionRow[] = [];
  for (const { dataset, gold: goldFolder } of DATASETS.filter((one) => datasets.includes(one.dataset))) {
    const folders = readPublishedOutputs(join(root, dataset, 'published-outputs.tar.xz'));
    const files = (name: string): ReadonlyMap<string, string> => {
      const found = folders.get(name);
      if (!found) throw new Error(`the published outputs of ${dataset} have no folder ${name}`);
      return found;
    };
    const gold = files(goldFolder);
    const scoreOf = (outputs: ReadonlyMap<string, string>): Score =>
      aggregate(
        metric,
        [...outputs.keys()]
          .filter((name) => gold.has(name))
          .map((name) => countCleaneval(outputs.get(name) ?? '', gold.get(name) ?? '', CLEANEVAL_DEFAULTS)),
      );
    for (const system of SYSTEMS) {
      for (const [filter, fresh] of Object.entries(FILTERS)) {
        const { outputs, paragraphs, kept } = filtered(files(`outputs/${system}`), fresh());
        rows.push({ dataset, system, filter, score: scoreOf(outputs), paragraphs, kept });
      }
      const published = filtered(files(`outputs/${system}+onion`), FILTERS.none());
      rows.push({
        ...{ dataset, system, filter: 'onion, as published', score: scoreOf(published.outputs) },
        ...{ paragraphs: rows[rows.length - 1].paragraphs, kept: published.paragraphs },
      });
    }
  }
  return rows;
}

/** The rows as aligned text. */
export function printOnionRows(rows: readonly OnionRow[]): string {
  const percent = (value: number): string => (100 * value).toFixed(2).padStart(6);
  const line = ({ dataset, system, filter, score, paragraphs, kept }: OnionRow): string =>
    `${dataset.padEnd(16)} ${system.padEnd(10)} ${filter.padEnd(42)} F ${percent(score.score)}  P ${percent(score.precision)}  ` +
    `R ${percent(score.recall)}  ${String(score.pages).padStart(3)} pages  ${kept} of ${paragraphs} paragraphs`;
  return `${['cleaneval.py, micro-averaged, in percent', ...rows.map(line)].join('\n')}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(printOnionRows(onionRows(process.argv[2])));
