/**
 * The layout all development datasets share: `manifest.jsonl.gz`, one JSON object a page, and `html/<id>.html.gz`, the
 * page's original bytes. A stream of one site has a `site.json` beside it; a folder of such streams is read as one dataset,
 * site after site, each in time order, with ids `site/id`.
 *
 * Two corrections to what is stored, both about text that is not on the page: CleanEval's golds lose their `URL:` line, and
 * a gold that is only an HTML comment ("this page contains no article") is empty. `goldMarkup` stays as published.
 * Pages whose gold is null were never annotated and are left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Case, type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { withoutUrlLine } from './segments.js';
import { digestOf, type JsonRecord, lazily, readJsonLines, textIn, textsIn } from './stored-files.js';

const MANIFEST = 'manifest.jsonl.gz';

export const commonLayout: DatasetReader = {
  format: 'common-layout',
  summary: 'manifest.jsonl.gz (id, url, domain, lang, gold, …) and html/<id>.html.gz; or a folder of such folders',
  recognises: (folder) => existsSync(join(folder, MANIFEST)) || streamsIn(folder).length > 0,
  open(folder, record): Dataset {
    const streams = streamsIn(folder);
    const folders = streams.length > 0 ? streams.map((name) => join(folder, name)) : [folder];
    return {
      ...record,
      folder,
      format: 'common-layout',
      sha256: () =>
        digestOf(
          folder,
          folders.map((one) => join(one, MANIFEST)),
        ),
      async *cases() {
        for (const one of folders) {
          const stream = existsSync(join(one, 'site.json')) ? basename(one) : null;
          for await (const row of readJsonLines(join(one, MANIFEST))) {
            const gold = textIn(row, 'gold');
            if (gold !== null) yield caseOf(row, gold, one, stream, streams.length > 0, record.charset ?? null);
          }
        }
      },
    };
  },
};

/** Names of the folders inside that are in the layout; none when the folder itself is. */
function streamsIn(folder: string): string[] {
  if (existsSync(join(folder, MANIFEST))) return [];
  return readdirSync(folder)
    .filter((name) => existsSync(join(folder, name, MANIFEST)))
    .sort();
}

function caseOf(
  row: JsonRecord,
  gold: string,
  folder: string,
  stream: string | null,
  isOneOfMany: boolean,
  charset: string | null,
): Case {
  const id = textIn(row, 'id') ?? '';
  const domain = textIn(row, 'domain');
  const kind = textIn(row, 'kind');
  const annotated = join(folder, 'annotated', `${id}.html.gz`);
  return {
    ...NOTHING_KNOWN,
    id: isOneOfMany ? `${basename(folder)}/${id}` : id,
    url: textIn(row, 'url'),
    domain,
    site: stream ?? domain,
    language: textIn(row, 'lang'),
    pageType: textIn(row, 'pageType'),
    timestamp: textIn(row, 'timestamp'),
    kind: kind === 'article' || kind === 'index' ? kind : null,
    duplicate: row.duplicate === true,
    title: textIn(row, 'title'),
    author: textIn(row, 'author'),
    publishDate: textIn(row, 'publishDate'),
    charset: charset ?? encodingHint(row),
    gold: goldText(gold),
    goldMarkup: textIn(row, 'goldMarkup'),
    goldHtml: textIn(row, 'goldHtml'),
    goldMarkdown: textIn(row, 'goldMarkdown'),
    with: textsIn(row, 'with'),
    without: textsIn(row, 'without'),
    html: lazily(join(folder, textIn(row, 'html') ?? join('html', `${id}.html.gz`))),
    annotated: () => (existsSync(annotated) ? lazily(annotated)() : null),
  };
}

function goldText(gold: string): string {
  const text = withoutUrlLine(gold);
  return /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : text;
}

/** CleanEval's note on a page's encoding, where it is one. */
function encodingHint(row: JsonRecord): string | null {
  const hint = textIn(row, 'encodingHint');
  return hint === null || hint === 'unset' || hint.startsWith('unknown') ? null : hint;
}
