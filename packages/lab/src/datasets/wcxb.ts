/**
 * WCXB as distributed, one split: `ground-truth/<id>.json` (url, page type, `ground_truth` with main_content, with,
 * without, title, author, publish_date) and `html/<id>.html.gz`. The page type `category` is the older name of
 * `collection`; a page without one is an article.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Case, type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import {
  digestOf,
  firstPresent,
  hostOf,
  type JsonRecord,
  lazily,
  namesIn,
  readJson,
  recordIn,
  stemOf,
  textIn,
  textsIn,
} from './stored-files.js';

const GOLD = 'ground-truth';

export const wcxb: DatasetReader = {
  format: 'wcxb',
  summary: 'ground-truth/<id>.json with ground_truth.main_content beside html/<id>.html.gz',
  recognises: (folder) => namesIn(join(folder, GOLD), ['.json']).length > 0 && existsSync(join(folder, 'html')),
  open(folder, record): Dataset {
    const names = namesIn(join(folder, GOLD), ['.json']);
    return {
      ...record,
      folder,
      format: 'wcxb',
      sha256: () =>
        digestOf(
          folder,
          names.map((name) => join(folder, GOLD, name)),
        ),
      async *cases() {
        for (const name of names) {
          const path = join(folder, GOLD, name);
          const id = stemOf(name, ['.json']);
          const page = firstPresent(['.html.gz', '.html'].map((ending) => join(folder, 'html', `${id}${ending}`)));
          if (page !== null) yield caseOf(id, recordIn(readJson(path), path), page, path);
        }
      },
    };
  },
};

function caseOf(id: string, file: JsonRecord, page: string, path: string): Case {
  const gold = recordIn(file.ground_truth ?? {}, `${path}, ground_truth`);
  const url = textIn(file, 'url');
  return {
    ...NOTHING_KNOWN,
    id,
    url,
    domain: hostOf(url),
    site: hostOf(url),
    pageType: pageTypeOf(file),
    title: textIn(gold, 'title'),
    author: textIn(gold, 'author'),
    publishDate: textIn(gold, 'publish_date'),
    gold: textIn(gold, 'main_content') ?? '',
    goldMarkdown: textIn(gold, 'main_content_markdown'),
    with: textsIn(gold, 'with'),
    without: textsIn(gold, 'without'),
    html: lazily(page),
  };
}

function pageTypeOf(file: JsonRecord): string {
  const internal = (file._internal ?? {}) as JsonRecord;
  const type = internal.page_type;
  const name = typeof type === 'string' ? type : textIn((type ?? {}) as JsonRecord, 'primary');
  return name === 'category' ? 'collection' : (name ?? 'article');
}
