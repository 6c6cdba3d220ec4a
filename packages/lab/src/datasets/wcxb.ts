/**
 * WCXB as distributed, one split: `ground-truth/<id>.json` (url, page type, `ground_truth` with main_content, with,
 * without, title, author, publish_date) and `html/<id>.html.gz`. The page type `category` is the older name of
 * `collection`; a page without one is an article.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import {
  addressFields,
  firstPresent,
  type JsonFields,
  namesIn,
  readBytes,
  readJson,
  recordIn,
  stemOf,
  textIn,
} from './stored-files.js';

const GOLD = 'ground-truth';

export const wcxb: DatasetReader = {
  format: 'wcxb',
  summary: 'ground-truth/<id>.json with ground_truth.main_content beside html/<id>.html.gz',
  recognises: (folder) => namesIn(join(folder, GOLD), ['.json']).length > 0 && existsSync(join(folder, 'html')),
  open(folder) {
    const goldFiles = namesIn(join(folder, GOLD), ['.json']).map((name) => join(folder, GOLD, name));
    return {
      goldFiles,
      async *cases() {
        for (const path of goldFiles) {
          const id = stemOf(path, ['.json']);
          const page = firstPresent(join(folder, 'html', id), ['.html.gz', '.html']);
          if (page !== null) yield caseOf(id, recordIn(readJson(path), path), page, path);
        }
      },
    };
  },
};

function caseOf(id: string, file: JsonFields, page: string, path: string): Case {
  const gold = recordIn(file.ground_truth ?? {}, `${path}, ground_truth`);
  return {
    ...NOTHING_KNOWN,
    ...addressFields(textIn(file, 'url')),
    id,
    pageType: pageTypeOf(file),
    title: textIn(gold, 'title'),
    author: textIn(gold, 'author'),
    publishDate: textIn(gold, 'publish_date'),
    gold: textIn(gold, 'main_content') ?? '',
    goldMarkdown: textIn(gold, 'main_content_markdown'),
    html: () => readBytes(page),
  };
}

function pageTypeOf(file: JsonFields): string {
  const internal = (file._internal ?? {}) as JsonFields;
  const type = internal.page_type;
  const name = typeof type === 'string' ? type : textIn((type ?? {}) as JsonFields, 'primary');
  return name === 'category' ? 'collection' : (name ?? 'article');
}
