import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/core';
import type { Command } from 'commander';
import { allCases } from '../datasets/dataset.js';
import { DATASET_READERS, DATASET_RECORDS, datasetNames, datasetsRoot } from '../datasets/index.js';
import { METRICS } from '../metrics/index.js';
import { missingPackages, PEERS, peerVersion } from '../peers/peers.js';
import { textTable } from '../reports/tables.js';
import { addCommand, datasetOf, print, withData } from './options.js';

/** `datasets`, `extractors`, `metrics`: lists of what is available. */
export function addLists(program: Command): void {
  const datasets = addCommand(program, {
    name: 'datasets',
    summary: 'list the datasets',
    description: 'Lists the datasets known by name, whether they are present, and the formats the lab reads.',
    examples: ['datasets --digest'],
  });
  withData(datasets)
    .option('--digest', 'also count the pages and compute the digests')
    .action(async (options: { data?: string; digest?: boolean }) => {
      const open = { root: options.data };
      const present = datasetNames(open);
      const names = [...present, ...Object.keys(DATASET_RECORDS).filter((name) => !present.includes(name))];
      const rows: string[][] = [];
      for (const name of names) {
        const { licence, title } = DATASET_RECORDS[name] ?? DATASET_RECORDS[name.split('/')[0]];
        const isPresent = present.includes(name);
        const digest: string[] = options.digest ? ['', ''] : [];
        if (options.digest && isPresent) {
          const dataset = datasetOf(name, options);
          digest.splice(0, 2, String((await allCases(dataset)).length), dataset.sha256().slice(0, 12));
        }
        rows.push([name, isPresent ? 'yes' : 'no', ...digest, licence, title]);
      }
      const more = options.digest ? ['pages', 'sha256'] : [];
      const head = ['dataset', 'present', ...more, 'licence', 'title'];
      print(datasets, `${textTable({ head, rows, leftColumns: [1, head.length - 2, head.length - 1] })}\n`);
      print(datasets, `Looked in ${datasetsRoot(open)}. Any folder in one of these formats works by its path:`);
      print(datasets, sentences(['format', 'folder'], [...DATASET_READERS.map((one) => [one.format, one.summary])]));
    });

  const extractors = addCommand(program, {
    name: 'extractors',
    summary: 'list extractors and peers',
    description: 'Lists our extractors with their options, and the peers with the packages they need.',
    examples: ['extractors --options'],
  })
    .option('--options', 'also list the options of each extractor')
    .action((options: { options?: boolean }) => {
      const pages = EXTRACTORS.flatMap((one) => withOptions(one, options.options === true));
      const sites = SITE_EXTRACTORS.map(({ name, summary, source }) => [name, summary, source]);
      const peers = PEERS.map((peer) => {
        const missing = missingPackages(peer);
        return [peer.name, peer.summary, missing.length > 0 ? `needs ${missing.join(', ')}` : peerVersion(peer)];
      });
      print(extractors, `${sentences(['extractor', 'summary', 'source'], pages)}\n`);
      print(extractors, `${sentences(['site extractor', 'summary', 'source'], sites)}\n`);
      print(extractors, `${sentences(['peer', 'summary', 'packages'], peers)}\n`);
      print(
        extractors,
        'Also: --extractor ./mine.js (export default (html, url) => text), --stored name=outputs.json.',
      );
    });

  const metrics = addCommand(program, {
    name: 'metrics',
    summary: 'list the metrics',
    description: 'Lists the metrics with their options; an option is set after a colon: cleaneval:unlabelled=true.',
    examples: ['metrics'],
  }).action(() => {
    const rows = METRICS.flatMap((one) => withOptions(one, true));
    print(metrics, sentences(['metric', 'summary', 'source'], rows));
  });
}

/** A table whose columns are all aligned left. */
function sentences(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return textTable({ head, rows, leftColumns: [1, 2] });
}

interface Documented {
  readonly name: string;
  readonly summary: string;
  readonly source: string;
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly optionDocs: Readonly<Record<string, string>>;
}

function withOptions({ name, summary, source, defaults, optionDocs }: Documented, isDetailed: boolean): string[][] {
  const options = isDetailed ? Object.entries(defaults) : [];
  return [
    [name, summary, source],
    ...options.map(([option, value]) => [`  ${option}`, optionDocs[option], `default ${JSON.stringify(value)}`]),
  ];
}
