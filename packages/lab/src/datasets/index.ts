import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanevalFolder } from './cleaneval-folder.js';
import { commonLayout } from './common-layout.js';
import type { Dataset, DatasetReader, DatasetRecord } from './dataset.js';
import { l3sGn1 } from './l3s-gn1.js';
import { ownFolder } from './own-folder.js';
import { DATASET_RECORDS } from './records.js';
import { scrapinghub } from './scrapinghub.js';
import { trafilatura } from './trafilatura.js';
import { wceb } from './wceb.js';
import { wcxb } from './wcxb.js';

/** The shelf's table: every format that can be read, the more particular first. To add one: one file, one row. */
export const DATASET_READERS: readonly DatasetReader[] = [
  commonLayout,
  wcxb,
  wceb,
  scrapinghub,
  trafilatura,
  l3sGn1,
  cleanevalFolder,
  ownFolder,
];

export interface OpenOptions {
  /** Folder that holds the named datasets; default: the environment's DEHUSK_DATA, else `../shared/data` beside the repository. */
  readonly root?: string;
}

/** The folder of the named datasets. */
export function datasetsRoot(options: OpenOptions = {}): string {
  const beside = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
  return resolve(options.root ?? process.env.DEHUSK_DATA ?? beside);
}

/**
 * Opens a dataset by name (`wcxb-dev`, `streams/lukem`, `streams` for all of them) or by the path of any folder in a
 * format of the table.
 *
 * @throws RangeError when there is no such folder or no reader recognises it, naming what was looked for
 */
export function openDataset(nameOrFolder: string, options: OpenOptions = {}): Dataset {
  const named = join(datasetsRoot(options), nameOrFolder);
  const folder = existsSync(named) ? named : resolve(nameOrFolder);
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new RangeError(
      `no dataset "${nameOrFolder}": neither ${named} nor ${folder} is a folder (names: ${Object.keys(DATASET_RECORDS).join(', ')})`,
    );
  const reader = DATASET_READERS.find((one) => one.recognises(folder));
  if (!reader)
    throw new RangeError(
      `${folder} is in none of the known formats:\n${DATASET_READERS.map((one) => `  ${one.format}: ${one.summary}`).join('\n')}`,
    );
  return reader.open(folder, recordOf(nameOrFolder));
}

function recordOf(name: string): DatasetRecord {
  const known = DATASET_RECORDS[name] ?? DATASET_RECORDS[name.split('/')[0]];
  return known ? { ...known, name } : { name, title: `the folder ${name}`, licence: 'not stated', citation: '' };
}

/** Names of the datasets present under the root; `streams` is followed by each of its sites. */
export function datasetNames(options: OpenOptions = {}): string[] {
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
