/**
 * Onion over the published outputs of jusText and GoldMiner: the rows "+ onion" of GoldMiner's Tables II and III with our
 * Onion. The paper states neither its settings nor the order of its pages, so only the direction can be reproduced:
 * precision up (except for GoldMiner on CleanPortalEval, 98.50 to 98.48 in the paper), recall down, and F down on CleanEval,
 * whose pages share little. Pages come in the order of their names. The table also has the number of kept paragraphs, and
 * the effect of dropping exactly repeated paragraphs.
 */
import { createOnion, ExactSet, fingerprints, judge, type OnionOptions } from '@dehusk/papers';
import { sum } from 'simple-statistics';
import { datasetsRoot } from '../datasets/index.js';
import { cleaneval, countCleaneval } from '../metrics/cleaneval.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { textTable } from '../reports/tables.js';
import { GOLDMINER_SETS, percents, publishedOutputs } from './goldminer.js';
import type { Reproduction } from './reproduction.js';

const SYSTEMS = ['justext', 'goldminer'] as const;

type Files = ReturnType<ReturnType<typeof publishedOutputs>>;

/** Decides on the paragraphs of one page after another: 1 drops. */
type OnionFilter = (paragraphs: readonly string[]) => ArrayLike<number>;

const onionFilter = (options: Partial<OnionOptions>) => (): OnionFilter => {
  const onion = createOnion(options);
  return (paragraphs) => judge(onion, paragraphs).duplicate;
};

/** Makes a new filter for every row. */
const FILTERS: Readonly<Record<string, () => OnionFilter>> = {
  none: () => (paragraphs) => new Uint8Array(paragraphs.length),
  'onion, defaults (n 5, threshold 0.5)': onionFilter({}),
  'onion, n 10, threshold 0.9': onionFilter({ n: 10, threshold: 0.9 }),
  'onion, defaults, no smoothing': onionFilter({ smoothing: false }),
  'onion, n 10, threshold 0.9, no smoothing': onionFilter({ n: 10, threshold: 0.9, smoothing: false }),
  'exactly repeated paragraphs': () => {
    const seen = new ExactSet();
    return (paragraphs) =>
      paragraphs.map((text) => {
        const { high, low } = fingerprints.contentDigest(text);
        const isRepeated = seen.has(high, low);
        seen.add(high, low);
        return isRepeated ? 1 : 0;
      });
  },
};

/** A piece of a published output: a marker and the text up to the next one; text before the first is the header. */
const PIECES = /(?=^<[phl]>)/gim;
const MARKER = /^<[phl]>/i;

/** Filters the outputs of one system, page after page in the order of their names. */
function filtered(files: Files, filter: OnionFilter) {
  const outputs = new Map<string, string>();
  let paragraphs = 0;
  let kept = 0;
  for (const name of [...files.keys()].sort()) {
    const pieces = (files.get(name) ?? '').split(PIECES);
    const isParagraph = pieces.map((piece) => MARKER.test(piece));
    // Files have one character per byte; words are UTF-8.
    const texts = pieces
      .filter((_, at) => isParagraph[at])
      .map((piece) => Buffer.from(piece.replace(MARKER, ''), 'latin1').toString('utf8'));
    const duplicate = filter(texts);
    let paragraph = 0;
    outputs.set(name, pieces.filter((_, at) => !isParagraph[at] || duplicate[paragraph++] === 0).join(''));
    paragraphs += texts.length;
    kept += texts.length - sum(Array.from(duplicate));
  }
  return { outputs, paragraphs, kept };
}

/** A row for each filter of each system's outputs on some of the datasets; pages without an output are skipped, as in the paper. */
export function onionRows(root: string, datasets: readonly string[], limit?: number) {
  const metric = cleaneval.create(cleaneval.defaults);
  const rows = [];
  for (const { dataset, gold: goldFolder } of GOLDMINER_SETS.filter((one) => datasets.includes(one.dataset))) {
    const files = publishedOutputs(root, dataset, limit);
    const gold = files(goldFolder);
    const scoreOf = (outputs: Files): Score => {
      const scored = [...outputs].filter(([name]) => gold.has(name));
      const counts = scored.map(([name, output]) => countCleaneval(output, gold.get(name) ?? ''));
      return aggregate(metric, counts);
    };
    for (const system of SYSTEMS) {
      let all = 0;
      for (const [filter, open] of Object.entries(FILTERS)) {
        const { outputs, paragraphs, kept } = filtered(files(`outputs/${system}`), open());
        rows.push({ dataset, system, filter, score: scoreOf(outputs), paragraphs, kept });
        all = paragraphs;
      }
      const published = filtered(files(`outputs/${system}+onion`), FILTERS.none());
      const score = scoreOf(published.outputs);
      rows.push({ dataset, system, filter: 'onion, as published', score, paragraphs: all, kept: published.paragraphs });
    }
  }
  return rows;
}

export const onion: Reproduction = {
  name: 'onion',
  summary: 'the rows "+ onion" of the same tables by our Onion over the published outputs of jusText and GoldMiner',
  async run(data) {
    const all = GOLDMINER_SETS.map(({ dataset }) => dataset);
    const rows = onionRows(datasetsRoot(data), all, data.limit).map(
      ({ dataset, system, filter, score, paragraphs, kept }) => [
        ...[dataset, system, filter, ...percents(score), String(score.pages)],
        `${kept} of ${paragraphs}`,
      ],
    );
    const head = ['dataset', 'system', 'filter', 'F', 'P', 'R', 'pages', 'kept paragraphs'];
    return `cleaneval.py, micro-averaged, in percent\n${textTable({ head, rows, leftColumns: [1, 2] })}`;
  },
};
