/**
 * Scrapinghub's article-extraction-benchmark as distributed: `ground-truth.json`, `{id: {articleBody, url}}`, and
 * `html/<id>.html.gz`. The systems' `output/<name>.json` files have the same shape and are read as stored outputs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { addressFields, readBytes, readJson, recordIn, textIn } from './stored-files.js';

const FILE = 'ground-truth.json';

export const scrapinghub: DatasetReader = {
  format: 'scrapinghub',
  summary: 'ground-truth.json, {id: {articleBody, url}}, beside html/<id>.html.gz',
  recognises: (folder) => existsSync(join(folder, FILE)) && existsSync(join(folder, 'html')),
  open(folder) {
    const path = join(folder, FILE);
    return {
      goldFiles: [path],
      async *cases() {
        for (const [id, value] of Object.entries(recordIn(readJson(path), path))) {
          const row = recordIn(value, `${path}, ${id}`);
          yield {
            ...NOTHING_KNOWN,
            ...addressFields(textIn(row, 'url')),
            id,
            pageType: 'article',
            gold: textIn(row, 'articleBody') ?? '',
            html: () => readBytes(join(folder, 'html', `${id}.html.gz`)),
          };
        }
      },
    };
  },
};
