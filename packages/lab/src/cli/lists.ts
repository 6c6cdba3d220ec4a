import { EXTRACTORS, SITE_EXTRACTORS } from '@dehusk/papers';
import type { Command } from 'commander';
import { DATASET_READERS, DATASET_RECORDS, datasetNames, datasetsRoot } from '../datasets/index.js';
import { METRICS } from '../metrics/index.js';
import { missingPackages, PEERS, peerVersion } from '../peers/peers.js';
import { textTable } from '../reports/tables.js';
import { addCommand, type Session, withData } from './session.js';

type DatasetsOptions = { readonly data?: string };

export function addLists(program: Command): void {
  addCommand<DatasetsOptions>(program, {
    name: 'datasets',
    summary: 'list the datasets',
    description: 'Lists the datasets known by name, whether they are present, and the formats the lab reads.',
    examples: ['datasets'],
    options: withData,
    run: listDatasets,
  });
  addCommand<{ readonly options?: boolean }>(program, {
    name: 'extractors',
    summary: 'list extractors and peers',
    description: 'Lists our extractors with their options, and the peers with the packages they need.',
    examples: ['extractors --options'],
    options: (command) => command.option('--options', 'also list the options of each extractor'),
    async run({ options, print }) {
      const pages = EXTRACTORS.flatMap((one) => withOptions(one, options.options === true));
      const sites = SITE_EXTRACTORS.map(({ name, summary, source }) => [name, summary, source]);
      const peers = PEERS.map((peer) => {
        const missing = missingPackages(peer);
        return [peer.name, peer.summary, missing.length > 0 ? `needs ${missing.join(', ')}` : peerVersion(peer)];
      });
      print(`${sentences(['extractor', 'summary', 'source'], pages)}\n`);
      print(`${sentences(['site extractor', 'summary', 'source'], sites)}\n`);
      print(`${sentences(['peer', 'summary', 'packages'], peers)}\n`);
      print('Also: --extractor ./mine.js (export default (html, url) => text), --stored name=outputs.json.');
    },
  });
  addCommand(program, {
    name: 'metrics',
    summary: 'list the metrics',
    description: 'Lists the metrics with their options; an option is set after a colon: lcs-words:figure=recall.',
    examples: ['metrics'],
    async run({ print }) {
      const rows = METRICS.flatMap((one) => withOptions(one, true));
      print(sentences(['metric', 'summary', 'source'], rows));
    },
  });
}

async function listDatasets({ options, print }: Session<DatasetsOptions>): Promise<void> {
  const open = { root: options.data };
  const present = datasetNames(open);
  const names = [...present, ...Object.keys(DATASET_RECORDS).filter((name) => !present.includes(name))];
  const rows = names.map((name) => {
    const { licence, title } = DATASET_RECORDS[name] ?? DATASET_RECORDS[name.split('/')[0]];
    return [name, present.includes(name) ? 'yes' : 'no', licence, title];
  });
  const head = ['dataset', 'present', 'licence', 'title'];
  print(`${textTable({ head, rows, leftColumns: [1, 2, 3] })}\n`);
  print(`Looked in ${datasetsRoot(open)}. Any folder in one of these formats works by its path:`);
  const formats = DATASET_READERS.map((one) => [one.format, one.summary]);
  print(sentences(['format', 'folder'], formats));
}

/** A table whose columns are all aligned left. */
function sentences(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return textTable({ head, rows, leftColumns: [1, 2] });
}

type Documented = Readonly<Record<'name' | 'summary' | 'source', string>> & {
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly optionDocs: Readonly<Record<string, string>>;
};

function withOptions({ name, summary, source, defaults, optionDocs }: Documented, isDetailed: boolean): string[][] {
  const options = isDetailed ? Object.entries(defaults) : [];
  return [
    [name, summary, source],
    ...options.map(([option, value]) => [`  ${option}`, optionDocs[option], `default ${JSON.stringify(value)}`]),
  ];
}
