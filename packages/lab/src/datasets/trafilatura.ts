/**
 * Trafilatura's evaluation data as distributed: `evaldata.json`, `{url: {file, with, without}}`, and the pages in `cache/`
 * or `eval/`. There is no gold text, only snippets that must and must not appear: score it with the metric `snippets`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { addressFields, readBytes, readJson, recordIn, textIn, textsIn } from './stored-files.js';

const FILE = 'evaldata.json';
const PAGE_FOLDERS = ['cache', 'eval'];

export const trafilatura: DatasetReader = {
  format: 'trafilatura',
  summary: 'evaldata.json, {url: {file, with, without}}, beside cache/<file> and eval/<file>',
  recognises: (folder) => existsSync(join(folder, FILE)),
  open(folder) {
    const path = join(folder, FILE);
    return {
      goldFiles: [path],
      async *cases() {
        for (const [url, value] of Object.entries(recordIn(readJson(path), path))) {
          const row = recordIn(value, `${path}, ${url}`);
          const file = textIn(row, 'file') ?? '';
          const page = PAGE_FOLDERS.map((name) => join(folder, name, file)).find((path) => existsSync(path));
          if (file === '' || page === undefined) continue;
          yield {
            ...NOTHING_KNOWN,
            ...addressFields(url),
            id: file,
            gold: '',
            with: textsIn(row, 'with'),
            without: textsIn(row, 'without'),
            html: () => readBytes(page),
          };
        }
      },
    };
  },
};
