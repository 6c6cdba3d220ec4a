/**
 * Tables II and III of the GoldMiner paper (Endrédy and Novák 2013) from the outputs published with it: six systems on
 * CleanEval and on CleanPortalEval, micro-averaged F, P and R of cleaneval.py -t.
 *
 * The published way skips pages without an output file, so that systems are scored on different pages and a system without
 * output is not penalised. A further column counts a missing output as empty.
 */
import { datasetsRoot } from '../datasets/index.js';
import { cleaneval, countCleaneval } from '../metrics/cleaneval.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { textTable } from '../reports/tables.js';
import { GOLDMINER_SETS, percents, publishedOutputs, type Reproduction } from './reproduction.js';

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
export function printedFigures(system: string, dataset: string): Printed | null {
  const found = SYSTEMS.find(([name]) => name === system);
  return found === undefined ? null : dataset === 'cleaneval' ? found[2] : found[3];
}

const TITLES = ['Table II: CleanEval', 'Table III: CleanPortalEval'] as const;

export function scoreGoldminerTables(root: string) {
  const metric = cleaneval.create(cleaneval.defaults);
  return GOLDMINER_SETS.map(({ dataset, gold: goldFolder }, table) => {
    const folder = publishedOutputs(root, dataset);
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
    const tables = scoreGoldminerTables(datasetsRoot(data)).map(({ title, rows }) => {
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
