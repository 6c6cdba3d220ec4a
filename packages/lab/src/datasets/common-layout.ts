/**
 * The layout of the development datasets: `manifest.jsonl.gz`, one JSON object per page, and `html/<id>.html.gz`, the
 * page's original bytes. A stream of one site also has a `site.json`; a folder of such streams is read as one dataset,
 * site after site, each in time order, with ids `site/id`.
 *
 * Two corrections remove text that is not on the page: CleanEval's golds lose their `URL:` line, and a gold that is only an
 * HTML comment ("this page contains no article") becomes empty. `goldMarkup` stays as published. Pages whose gold is null
 * were never annotated and are left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import {
  type JsonRecord,
  namedEncoding,
  namedFields,
  readBytes,
  readJsonLines,
  textIn,
  withoutUrlLine,
} from './stored-files.js';

const MANIFEST = 'manifest.jsonl.gz';

export const commonLayout: DatasetReader = {
  format: 'common-layout',
  summary: 'manifest.jsonl.gz (id, url, domain, lang, gold, …) and html/<id>.html.gz; or a folder of such folders',
  recognises: (folder) => existsSync(join(folder, MANIFEST)) || streamsIn(folder).length > 0,
  open(folder, { charset = null }) {
    const streams = streamsIn(folder);
    const folders = streams.length > 0 ? streams.map((name) => join(folder, name)) : [folder];
    return {
      goldFiles: folders.map((one) => join(one, MANIFEST)),
      async *cases() {
        for (const one of folders) {
          const stream = existsSync(join(one, 'site.json')) ? basename(one) : null;
          for await (const row of readJsonLines(join(one, MANIFEST))) {
            const gold = textIn(row, 'gold');
            if (gold === null) continue;
            const read = caseOf(row, gold, one, stream);
            yield {
              ...read,
              id: streams.length > 0 ? `${basename(one)}/${read.id}` : read.id,
              charset: charset ?? read.charset,
            };
          }
        }
      },
    };
  },
};

/** Names of the subfolders in the layout; none when the folder itself is in the layout. */
function streamsIn(folder: string): string[] {
  if (existsSync(join(folder, MANIFEST))) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, MANIFEST)))
    .sort();
}

function caseOf(row: JsonRecord, gold: string, folder: string, stream: string | null): Case {
  const id = textIn(row, 'id') ?? '';
  const domain = textIn(row, 'domain');
  const kind = textIn(row, 'kind');
  const text = withoutUrlLine(gold);
  const annotated = join(folder, 'annotated', `${id}.html.gz`);
  return {
    ...NOTHING_KNOWN,
    id,
    ...namedFields(row),
    domain,
    site: stream ?? domain,
    kind: kind === 'article' || kind === 'index' ? kind : null,
    duplicate: row.duplicate === true,
    charset: namedEncoding(textIn(row, 'encodingHint')),
    gold: /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : text,
    goldHtml: textIn(row, 'goldHtml'),
    goldMarkdown: textIn(row, 'goldMarkdown'),
    html: () => readBytes(join(folder, textIn(row, 'html') ?? join('html', `${id}.html.gz`))),
    annotated: () => (existsSync(annotated) ? readBytes(annotated) : null),
  };
}
