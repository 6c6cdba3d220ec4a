/**
 * Makes Tables II and III of the GoldMiner paper (Endrédy and Novák 2013) again from the outputs published with it:
 * six systems on CleanEval and on CleanPortalEval, micro-averaged F, P and R of cleaneval.py -t.
 *
 * The published way skips pages without an output file, so that systems are scored on different pages and a system that
 * gives nothing is not charged for it. Two honest readings stand beside it: the pages for which all six have an output,
 * and all gold pages with a missing output counted as empty.
 *
 * Run: `node packages/lab/dist/reproduce/goldminer-tables.js [data folder]`
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { datasetsRoot } from '../datasets/index.js';
import { CLEANEVAL_DEFAULTS, cleaneval, countCleaneval } from '../metrics/cleaneval.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { type Folders, readPublishedOutputs } from './published-outputs.js';

/** One system on one dataset. */
export interface GoldminerRow {
  /** The system's name in the paper. */
  readonly system: string;
  /** As the paper printed it: F, P, R in percent. */
  readonly printed: readonly [f: number, p: number, r: number];
  /** As the original script scores: pages without output are skipped. */
  readonly published: Score;
  /** Only the pages for which every system has an output. */
  readonly commonPages: Score;
  /** Every gold page; a missing output is an empty one. */
  readonly missingIsEmpty: Score;
}

export interface GoldminerTable {
  readonly title: string;
  readonly rows: readonly GoldminerRow[];
}

interface TableRecord {
  readonly title: string;
  readonly dataset: string;
  /** Folder of the archive with the gold the paper scored on. */
  readonly gold: string;
  readonly printed: Readonly<Record<string, readonly [number, number, number]>>;
}

/** Folder of each system in the archives. */
const SYSTEMS: Readonly<Record<string, string>> = {
  BTE: 'bte',
  Boilerpipe: 'boilerpipe',
  jusText: 'justext',
  'jusText + onion': 'justext+onion',
  GoldMiner: 'goldminer',
  'GoldMiner + onion': 'goldminer+onion',
};

/** What the paper printed. For comparison beside our figures only: nothing is computed from it. */
const TABLES: readonly TableRecord[] = [
  {
    title: 'Table II: CleanEval',
    dataset: 'cleaneval',
    gold: 'GoldStandard-boilerplateResults',
    printed: {
      BTE: [91.09, 90.5, 91.68],
      Boilerpipe: [83.49, 95.15, 74.38],
      jusText: [93.61, 95.29, 91.99],
      'jusText + onion': [93.24, 95.51, 91.08],
      GoldMiner: [93.4, 95.32, 91.55],
      'GoldMiner + onion': [93.08, 95.49, 90.78],
    },
  },
  {
    title: 'Table III: CleanPortalEval',
    dataset: 'cleanportaleval',
    gold: 'GoldStandard-boilerplateResults-LF',
    printed: {
      BTE: [81.63, 71.2, 95.64],
      Boilerpipe: [90.68, 92.91, 88.56],
      jusText: [87.26, 78.82, 97.72],
      'jusText + onion': [91.16, 86.48, 96.38],
      GoldMiner: [98.32, 98.5, 98.15],
      'GoldMiner + onion': [97.77, 98.48, 97.07],
    },
  },
];

/**
 * Scores the published outputs.
 *
 * @param root folder that holds `cleaneval/` and `cleanportaleval/`
 * @throws Error when an archive or `xz` is missing
 */
export function goldminerTables(root: string = datasetsRoot()): GoldminerTable[] {
  return TABLES.map((record) => {
    const folders = readPublishedOutputs(join(root, record.dataset, 'published-outputs.tar.xz'));
    return { title: record.title, rows: rowsOf(record, folders) };
  });
}

function rowsOf(record: TableRecord, folders: Folders): GoldminerRow[] {
  const folder = (name: string): ReadonlyMap<string, string> => {
    const files = folders.get(name);
    if (!files) throw new Error(`the published outputs of ${record.dataset} have no folder ${name}`);
    return files;
  };
  const metric = cleaneval.create(cleaneval.defaults);
  const gold = folder(record.gold);
  const outputs = Object.entries(SYSTEMS).map(([system, name]) => ({ system, files: folder(`outputs/${name}`) }));
  const pages = [...gold.keys()].sort();
  const isCommon = pages.map((page) => outputs.every(({ files }) => files.has(page)));
  return outputs.map(({ system, files }) => {
    const counts = pages.map((page) => countCleaneval(files.get(page) ?? '', gold.get(page) ?? '', CLEANEVAL_DEFAULTS));
    return {
      system,
      printed: record.printed[system],
      published: aggregate(
        metric,
        counts.filter((_, at) => files.has(pages[at])),
      ),
      commonPages: aggregate(
        metric,
        counts.filter((_, at) => isCommon[at]),
      ),
      missingIsEmpty: aggregate(metric, counts),
    };
  });
}

/** The tables as aligned text: the paper's figures, ours by the paper's rules, and the two honest readings. */
export function printGoldminerTables(tables: readonly GoldminerTable[]): string {
  const lines: string[] = [];
  const percent = (value: number): string => (100 * value).toFixed(2).padStart(6);
  const figures = (score: Score): string =>
    `${percent(score.score)} ${percent(score.precision)} ${percent(score.recall)} ${String(score.pages).padStart(4)}`;
  for (const { title, rows } of tables) {
    lines.push(
      `${title}, micro-averaged F P R in percent`,
      `${''.padEnd(18)} | ${'printed'.padEnd(20)} | ${'as published, pages'.padEnd(25)} | ${'common pages only'.padEnd(25)} | missing output is empty`,
    );
    for (const row of rows) {
      const printed = row.printed.map((value) => value.toFixed(2).padStart(6)).join(' ');
      lines.push(
        `${row.system.padEnd(18)} | ${printed} | ${figures(row.published)} | ${figures(row.commonPages)} | ${figures(row.missingIsEmpty)}`,
      );
    }
    lines.push('');
  }
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(printGoldminerTables(goldminerTables(process.argv[2])));
