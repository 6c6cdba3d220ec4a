/**
 * Trafilatura's evaluation data as distributed: `evaldata.json`, `{url: {file, with, without}}`, and the pages in `cache/`
 * or `eval/`. There is no gold text, only snippets that must and must not appear: score it with the metric `snippets`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { digestOf, firstPresent, hostOf, lazily, readJson, recordIn, textIn, textsIn } from './stored-files.js';

const FILE = 'evaldata.json';
const PAGE_FOLDERS = ['cache', 'eval'];

export const trafilatura: DatasetReader = {
  format: 'trafilatura',
  summary: 'evaldata.json, {url: {file, with, without}}, beside cache/<file> and eval/<file>',
  recognises: (folder) => existsSync(join(folder, FILE)),
  open(folder, record): Dataset {
    const path = join(folder, FILE);
    return {
      ...record,
      folder,
      format: 'trafilatura',
      sha256: () => digestOf(folder, [path]),
      async *cases() {
        for (const [url, value] of Object.entries(recordIn(readJson(path), path))) {
          const row = recordIn(value, `${path}, ${url}`);
          const file = textIn(row, 'file') ?? '';
          const page = firstPresent(PAGE_FOLDERS.map((name) => join(folder, name, file)));
          if (file === '' || page === null) continue;
          yield {
            ...NOTHING_KNOWN,
            id: file,
            url,
            domain: hostOf(url),
            site: hostOf(url),
            gold: '',
            with: textsIn(row, 'with'),
            without: textsIn(row, 'without'),
            html: lazily(page),
          };
        }
      },
    };
  },
};
