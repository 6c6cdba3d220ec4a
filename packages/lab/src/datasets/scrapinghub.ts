/**
 * Scrapinghub's article-extraction-benchmark as distributed: `ground-truth.json`, `{id: {articleBody, url}}`, and
 * `html/<id>.html.gz`. The systems' `output/<name>.json` files have the same shape and are read as stored outputs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { digestOf, hostOf, lazily, readJson, recordIn, textIn } from './stored-files.js';

export const scrapinghub: DatasetReader = {
  format: 'scrapinghub',
  summary: 'ground-truth.json, {id: {articleBody, url}}, beside html/<id>.html.gz',
  recognises: (folder) => existsSync(join(folder, 'ground-truth.json')) && existsSync(join(folder, 'html')),
  open(folder, record): Dataset {
    const path = join(folder, 'ground-truth.json');
    return {
      ...record,
      folder,
      format: 'scrapinghub',
      sha256: () => digestOf(folder, [path]),
      async *cases() {
        for (const [id, value] of Object.entries(recordIn(readJson(path), path))) {
          const row = recordIn(value, `${path}, ${id}`);
          const url = textIn(row, 'url');
          yield {
            ...NOTHING_KNOWN,
            id,
            url,
            domain: hostOf(url),
            site: hostOf(url),
            pageType: 'article',
            gold: textIn(row, 'articleBody') ?? '',
            html: lazily(join(folder, 'html', `${id}.html.gz`)),
          };
        }
      },
    };
  },
};

/**
 * Reads a file of stored outputs in the benchmark's shape, `{id: {articleBody}}`, or plain `{id: text}`.
 *
 * @throws Error when the file is not a JSON object
 */
export function readArticleBodies(path: string): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [id, value] of Object.entries(recordIn(readJson(path), path)))
    texts.set(id, typeof value === 'string' ? value : (textIn(recordIn(value, `${path}, ${id}`), 'articleBody') ?? ''));
  return texts;
}
