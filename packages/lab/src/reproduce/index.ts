import { datasetsRoot, openDataset } from '../datasets/index.js';
import { ancestorFilterTable, printAncestorFilter } from './ancestor-filter.js';
import { decisionTrees, printDecisionTrees } from './decision-trees.js';
import { duplicates, printDuplicates, writeDuplicates } from './duplicates.js';
import { goldminerOn, printGoldminer } from './goldminer.js';
import { goldminerTables, printGoldminerTables } from './goldminer-tables.js';
import { onionRows, printOnionRows } from './onion.js';
import { pageLevelTables } from './page-level.js';
import { postsReport, printPosts } from './posts.js';
import { printRepeatedText, repeatedText } from './repeated-text.js';
import { printStreams, STREAM_PAGES, streams, writeStreams } from './streams.js';

/** How much is run and where more than the table goes. */
export interface ReproductionOptions {
  /** Pages taken of each page stream, the earliest first; 0 takes all. */
  readonly pages?: number;
  /** Names of the methods run, where a reproduction compares several; default: all. */
  readonly methods?: readonly string[];
  /** Folder for figures and JSON, where a reproduction has them. */
  readonly out?: string;
  readonly onPage?: () => void;
}

/** A published table that one command makes again. */
export interface Reproduction {
  /** The name on the command line. */
  readonly name: string;
  /** What is made again, and from what. */
  readonly summary: string;
  /**
   * Makes it again.
   *
   * @param root folder of the named datasets
   * @param options what the command line says; each reproduction takes what it knows
   * @returns the table as text, published and our figures side by side
   * @throws Error when data or a program it needs is missing
   */
  run(root?: string, options?: ReproductionOptions): Promise<string>;
}

/** The shelf's table. To add one: one file, one row. */
export const REPRODUCTIONS: readonly Reproduction[] = [
  {
    name: 'goldminer-tables',
    summary: 'Tables II and III of the GoldMiner paper from the outputs published with it, and the honest variants',
    run: async (root = datasetsRoot()) => printGoldminerTables(goldminerTables(root)),
  },
  {
    name: 'goldminer',
    summary: 'GoldMiner learnt on CleanPortalEval and CleanEval beside the paper’s figures, in ten orders of the pages',
    run: async (root = datasetsRoot()) =>
      printGoldminer([await goldminerOn('cleanportaleval', root), await goldminerOn('cleaneval', root)]),
  },
  {
    name: 'onion',
    summary: 'the rows "+ onion" of the same tables by our Onion over the published outputs of jusText and GoldMiner',
    run: async (root = datasetsRoot()) => printOnionRows(onionRows(root)),
  },
  {
    name: 'decision-trees',
    summary: 'the two decision trees of WSDM 2010 on the annotated blocks of L3S-GN1, weighted by words',
    run: async (root = datasetsRoot()) =>
      printDecisionTrees(await decisionTrees(openDataset('l3s-gn1', { root }).cases())),
  },
  {
    name: 'ancestor-filter',
    summary:
      'the claim of the CIC-IPN ancestor filter on CleanPortalEval: depths 1 to 5, words, characters, tests at 99 %',
    run: async (root = datasetsRoot()) => printAncestorFilter(await ancestorFilterTable(root)),
  },
  {
    name: 'repeated-text',
    summary: 'the counts of GoldMiner’s Table IV (unique sentences and characters) on three page streams',
    run: async (root = datasetsRoot()) => printRepeatedText(await repeatedText(root)),
  },
  {
    name: 'posts',
    summary: 'authors and dates of forum posts beside what the pages describe in JSON-LD and microdata, hidden from us',
    run: async (root = datasetsRoot(), { onPage } = {}) => printPosts(await postsReport(root, 'wcxb-dev', onPage)),
  },
  {
    name: 'page-level',
    summary: 'jusText and BTE beside the reference programs: classes, spans, and the figures published with GoldMiner',
    run: (root = datasetsRoot()) => pageLevelTables(root),
  },
  {
    name: 'duplicates',
    summary: 'the second figure of the URL Tree paper on 24 page streams: what each step of the URL key tells apart',
    run: async (root = datasetsRoot(), { pages = 0, out, onPage } = {}) => {
      const counts = await duplicates(root, { ...(pages > 0 && { pages }), ...(onPage && { onPage }) });
      if (out !== undefined) await writeDuplicates(counts, out);
      return printDuplicates(counts);
    },
  },
  {
    name: 'streams',
    summary:
      'Figures 4 and 5 of the URL Tree paper on 24 page streams: F1 as learners learn, beside page-level methods',
    run: async (root = datasetsRoot(), { pages = STREAM_PAGES, methods, out, onPage } = {}) => {
      const report = await streams(root, {
        pages: pages === 0 ? Number.POSITIVE_INFINITY : pages,
        ...(methods && { methods }),
        ...(onPage && { onPage }),
      });
      if (out !== undefined) await writeStreams(report, out);
      return printStreams(report);
    },
  },
];

/**
 * The reproduction of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function reproductionNamed(name: string): Reproduction {
  const found = REPRODUCTIONS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(
    `no reproduction is named "${name}" (there are: ${REPRODUCTIONS.map((one) => one.name).join(', ')})`,
  );
}
