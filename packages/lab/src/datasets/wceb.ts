/**
 * The combined datasets of the SIGIR 2023 benchmark (WCEB): `ground-truth/<dataset>.jsonl`, one line per page with
 * `page_id` and `plaintext`, beside the pages, either `html/<dataset>.jsonl` with `page_id` and `html`, or
 * `html/<dataset>/<page_id>.html`. Ids are `dataset/page_id`. Files of lines may be gzipped.
 *
 * Pages in JSON lines were decoded by the benchmark; they are read as UTF-8 and stay in memory with their case.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import {
  addressFields,
  firstPresent,
  type JsonRecord,
  namesIn,
  readBytes,
  readJsonLines,
  stemOf,
  textIn,
} from './stored-files.js';

const GOLD = 'ground-truth';
const ENDINGS = ['.jsonl', '.jsonl.gz'];

export const wceb: DatasetReader = {
  format: 'wceb',
  summary:
    'ground-truth/<dataset>.jsonl (page_id, plaintext) beside html/<dataset>.jsonl or html/<dataset>/<page_id>.html',
  recognises: (folder) => namesIn(join(folder, GOLD), ENDINGS).length > 0,
  open(folder) {
    const names = namesIn(join(folder, GOLD), ENDINGS);
    return {
      goldFiles: names.map((name) => join(folder, GOLD, name)),
      async *cases() {
        for (const name of names) yield* casesOf(folder, name);
      },
    };
  },
};

async function* casesOf(folder: string, name: string): AsyncGenerator<Case> {
  const dataset = stemOf(name, ['.jsonl']);
  const pages = firstPresent(join(folder, 'html', dataset), ENDINGS);
  const golds = readJsonLines(join(folder, GOLD, name));
  if (pages === null) {
    for await (const row of golds) {
      const id = textIn(row, 'page_id') ?? '';
      const page = firstPresent(join(folder, 'html', dataset, id), ['.html', '.html.gz', '']);
      if (page !== null) yield caseOf(dataset, id, row, () => readBytes(page), null);
    }
    return;
  }
  const known = new Map<string, JsonRecord>();
  for await (const row of golds) known.set(textIn(row, 'page_id') ?? '', row);
  for await (const page of readJsonLines(pages)) {
    const html = textIn(page, 'html') ?? '';
    const id = textIn(page, 'page_id') ?? createHash('sha256').update(html).digest('hex');
    const gold = known.get(id);
    if (gold) yield caseOf(dataset, id, gold, () => Buffer.from(html, 'utf8'), 'utf-8');
  }
}

function caseOf(dataset: string, id: string, gold: JsonRecord, html: () => Uint8Array, charset: string | null): Case {
  return {
    ...NOTHING_KNOWN,
    ...addressFields(textIn(gold, 'url')),
    id: `${dataset}/${id}`,
    pageType: dataset,
    charset,
    gold: textIn(gold, 'plaintext') ?? '',
    html,
  };
}
