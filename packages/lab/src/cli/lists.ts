import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import type { Command } from 'commander';
import { allCases } from '../datasets/dataset.js';
import { DATASET_READERS, datasetNames, datasetsRoot } from '../datasets/index.js';
import { DATASET_RECORDS } from '../datasets/records.js';
import { METRICS } from '../metrics/index.js';
import { PEERS } from '../peers/index.js';
import { missingPackages, peerVersion } from '../peers/peer.js';
import { textTable } from '../reports/text-table.js';
import { datasetOf } from './scoring-options.js';

/** `datasets`, `extractors`, `metrics`: what there is, read from the shelves' tables. */
export function addLists(program: Command): void {
  program
    .command('datasets')
    .summary('list the datasets')
    .description('Lists the datasets the lab knows, which of them are here, and the formats it reads.')
    .option('--data <folder>', 'folder of the named datasets (default: $DEHUSK_DATA, else ../shared/data)')
    .option('--digest', 'also count the pages and compute the digests')
    .action(async (options: { data?: string; digest?: boolean }) => {
      const open = options.data === undefined ? {} : { root: options.data };
      const present = datasetNames(open);
      const names = [...present, ...Object.keys(DATASET_RECORDS).filter((name) => !present.includes(name))];
      const rows: string[][] = [];
      for (const name of names) {
        const record = DATASET_RECORDS[name] ?? DATASET_RECORDS[name.split('/')[0]];
        const row = [name, present.includes(name) ? 'yes' : 'no', record.licence, record.title];
        if (options.digest) {
          const dataset = present.includes(name) ? datasetOf(name, options) : null;
          row.splice(
            2,
            0,
            ...(dataset ? [String((await allCases(dataset)).length), dataset.sha256().slice(0, 12)] : ['', '']),
          );
        }
        rows.push(row);
      }
      const more = options.digest ? ['pages', 'sha256'] : [];
      process.stdout.write(
        `${textTable({ head: ['dataset', 'here', ...more, 'licence', 'title'], rows, leftColumns: [1, more.length + 2, more.length + 3] })}\n\n` +
          `Looked in ${datasetsRoot(open)}. Any folder in one of these formats works by its path:\n` +
          `${textTable({ head: ['format', 'folder'], rows: DATASET_READERS.map(({ format, summary }) => [format, summary]), leftColumns: [1] })}\n`,
      );
    });

  program
    .command('extractors')
    .summary('list extractors and peers')
    .description('Lists our extractors with their options, and the peers with the packages they need.')
    .option('--options', 'also list the options of each extractor')
    .action((options: { options?: boolean }) => {
      const ours = EXTRACTORS.flatMap(({ name, summary, source, defaults, optionDocs }) => [
        [name, summary, source],
        ...(options.options
          ? Object.entries(defaults).map(([option, value]) => [
              `  ${option}`,
              optionDocs[option],
              `default ${JSON.stringify(value)}`,
            ])
          : []),
      ]);
      const ofSites = SITE_EXTRACTORS.map(({ name, summary, source }) => [name, summary, source]);
      const peers = PEERS.map((peer) => [
        peer.name,
        peer.summary,
        missingPackages(peer).length > 0 ? `needs ${missingPackages(peer).join(', ')}` : peerVersion(peer),
      ]);
      process.stdout.write(
        `${textTable({ head: ['extractor', 'what it does', 'source'], rows: ours, leftColumns: [1, 2] })}\n\n` +
          `${textTable({ head: ['learns sites', 'what it does', 'source'], rows: ofSites, leftColumns: [1, 2] })}\n\n` +
          `${textTable({ head: ['peer', 'what it is', 'packages'], rows: peers, leftColumns: [1, 2] })}\n\n` +
          'Also: --extractor ./mine.js (export default (html, url) => text), --stored name=outputs.json.\n',
      );
    });

  program
    .command('metrics')
    .summary('list the metrics')
    .description('Lists the metrics with their options; an option is set after a colon: cleaneval:unlabelled=true.')
    .action(() => {
      const rows = METRICS.flatMap(({ name, summary, source, defaults, optionDocs }) => [
        [name, summary, source],
        ...Object.entries(defaults).map(([option, value]) => [
          `  ${option}`,
          optionDocs[option],
          `default ${JSON.stringify(value)}`,
        ]),
      ]);
      process.stdout.write(
        `${textTable({ head: ['metric', 'what it measures', 'source'], rows, leftColumns: [1, 2] })}\n`,
      );
    });
}
