import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commonLayout } from './common-layout.js';
import { type Case, type Dataset, type DatasetReader, type DatasetRecord, digestOf } from './dataset.js';
import { ownFolder } from './own-folder.js';

/** Every format that can be read, the more specific first. To add one: one file, one row. */
export const DATASET_READERS: readonly DatasetReader[] = [commonLayout, ownFolder];

/** The datasets known by name. Their files are not part of this repository. */
export const DATASET_RECORDS: Readonly<Record<string, Omit<DatasetRecord, 'name'>>> = {
  'wcxb-dev': {
    title: 'WCXB 2026, development part: seven page types, 1,200 sites',
    licence: 'CC-BY-4.0',
    citation: 'M. Foley: Web Content Extraction Benchmark (WCXB), 2026',
  },
  canola: {
    title: 'KrdWrd Canola: human labels per DOM node',
    licence: 'CC-BY-SA-4.0',
    citation: 'J. M. Steger, E. W. Stemle: KrdWrd – Architecture for Unified Processing of Web Content, WAC5 2009',
  },
  cleaneval: {
    title: 'CleanEval 2007, English final run',
    licence: 'none stated',
    citation: 'M. Baroni, F. Chantree, A. Kilgarriff, S. Sharoff: CleanEval, LREC 2008',
  },
  cleanportaleval: {
    title: 'CleanPortalEval: pages of four news portals',
    licence: 'none stated',
    citation: 'I. Endrédy, A. Novák: More Effective Boilerplate Removal – the GoldMiner Algorithm, Polibits 48, 2013',
  },
  'l3s-gn1': {
    title: 'L3S-GN1: Google News 2008, labels per text run',
    licence: 'research use only',
    citation: 'C. Kohlschütter, P. Fankhauser, W. Nejdl: Boilerplate Detection using Shallow Text Features, WSDM 2010',
    charset: 'utf-8',
  },
  readability: {
    title: 'Test pages of Mozilla Readability',
    licence: 'Apache-2.0',
    citation: 'Mozilla: Readability.js, test/test-pages',
  },
  'daniel-a': {
    title: 'DAnIEL corpus: press in English, Chinese, Polish, Greek and Russian',
    licence: 'GPL-3 repository; the texts belong to their publishers',
    citation: 'G. Lejeune, R. Brixtel, A. Doucet, N. Lucas: Multilingual event extraction for epidemic detection, 2015',
  },
  'licensed/articles': {
    title: 'Documentation and articles of 97 sites under permissive licences, complete gold',
    licence: 'permissive, named by the manifest',
    citation: '',
  },
  'licensed/threads': {
    title: 'Threads of 23 sites and 17 kinds of software, complete gold',
    licence: 'permissive or none, named by the manifest',
    citation: '',
  },
  'licensed/commerce': {
    title: 'Product, service and listing pages of 48 free templates',
    licence: 'permissive, named by the manifest',
    citation: '',
  },
  structure: {
    title: 'Pages of 27 sites with the Markdown their authors wrote',
    licence: 'per site, from MIT to none stated; the manifests name it',
    citation: 'the public repositories named in the manifests',
  },
  recipes: {
    title: 'Recipe pages of 134 sites: gold is the ingredients, then the steps',
    licence: 'MIT repository; the texts belong to their publishers',
    citation: 'H. Husser: recipe-scrapers, its test data',
    isPartial: true,
  },
  streams: {
    title: 'Page streams of single sites in time order',
    licence: 'mostly not stated',
    citation: 'site.json of each stream names its source',
  },
};

/** Pages of this repository, known by name: the goldens of the core by kind of page. */
const KINDS: DatasetRecord & { readonly folder: string } = {
  name: 'kinds',
  title: 'Pages written for this project: thirteen kinds, eighteen languages',
  licence: 'Apache-2.0',
  citation: '',
  folder: fileURLToPath(new URL('../../../core/fixtures/kinds', import.meta.url)),
};

export interface DatasetOptions {
  /** Folder of the named datasets; default: the environment's DEHUSK_DATA, else `../shared/data` beside the repository. */
  readonly root?: string | undefined;
  /** Pages read of each dataset, the first ones; default all. */
  readonly limit?: number | undefined;
}

export function datasetsRoot(options: DatasetOptions = {}): string {
  const beside = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
  return resolve(options.root ?? process.env.DEHUSK_DATA ?? beside);
}

/**
 * Opens a dataset by name (`wcxb-dev`, `streams/lukem`, `streams` for all of them, `kinds`) or by the path of any folder in a
 * format of the table.
 * @throws RangeError when there is no such folder or no reader recognises it, naming the paths and formats tried
 */
export function openDataset(nameOrFolder: string, options: DatasetOptions = {}): Dataset {
  const named = join(datasetsRoot(options), nameOrFolder);
  const own = nameOrFolder === KINDS.name ? KINDS : undefined;
  const folder = own?.folder ?? (existsSync(named) ? named : resolve(nameOrFolder));
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new RangeError(
      `no dataset "${nameOrFolder}": neither ${named} nor ${folder} is a folder (names: ${Object.keys(DATASET_RECORDS).join(', ')})`,
    );
  const reader = DATASET_READERS.find((one) => one.recognises(folder));
  if (!reader)
    throw new RangeError(
      `${folder} is in none of the known formats:\n${DATASET_READERS.map((one) => `  ${one.format}: ${one.summary}`).join('\n')}`,
    );
  const record = own ?? recordOf(nameOrFolder);
  const { goldFiles, cases } = reader.open(folder, record);
  let digest: string | undefined;
  return {
    ...{ ...record, folder, format: reader.format },
    sha256: () => (digest ??= digestOf(folder, goldFiles)),
    cases: () => firstOf(cases(), options.limit),
  };
}

async function* firstOf(cases: AsyncIterable<Case>, limit = Number.POSITIVE_INFINITY): AsyncGenerator<Case> {
  let left = limit;
  for await (const one of cases) {
    if (left-- <= 0) return;
    yield one;
  }
}

function recordOf(name: string): DatasetRecord {
  const known = DATASET_RECORDS[name] ?? DATASET_RECORDS[name.split('/')[0]];
  return known ? { ...known, name } : { name, title: `the folder ${name}`, licence: 'not stated', citation: '' };
}

/** Names of the datasets present under the root; `streams` is followed by each of its sites. */
export function datasetNames(options: DatasetOptions = {}): string[] {
  const root = datasetsRoot(options);
  const names: string[] = [];
  for (const name of Object.keys(DATASET_RECORDS)) {
    if (!existsSync(join(root, name))) continue;
    names.push(name);
    if (name === 'streams')
      for (const site of readdirSync(join(root, name)).sort())
        if (existsSync(join(root, name, site, 'site.json'))) names.push(`${name}/${site}`);
  }
  return names;
}
