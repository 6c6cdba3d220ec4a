/**
 * The layout of the development datasets: `manifest.jsonl.gz`, one JSON object per page, and `html/<id>.html.gz`, the
 * page's original bytes. A stream of one site also has a `site.json`; a folder of such streams is read as one dataset,
 * site after site, each in time order, with ids `site/id`.
 *
 * A row with `goldText` has Markdown as `gold`: that becomes, with the row's other fields, `structure`;
 * the text metrics read `goldText`.
 *
 * Two corrections remove text that is not on the page: CleanEval's golds lose their `URL:` line, and a gold that is only an
 * HTML comment ("this page contains no article") becomes empty. `goldMarkup` stays as published. Pages whose gold is null
 * were never annotated and are left out.
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN, type StructureGold } from './dataset.js';
import { type JsonFields, namedFields, readBytes, readJsonLines, textIn, textsIn } from './stored-files.js';

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

function caseOf(row: JsonFields, gold: string, folder: string, stream: string | null): Case {
  const id = textIn(row, 'id') ?? '';
  const domain = textIn(row, 'domain');
  const kind = textIn(row, 'kind');
  const goldText = textIn(row, 'goldText');
  const text = (goldText ?? gold).replace(/^\ufeff?\s*URL:[^\n]*\n?/, '').replace(/^\ufeff/, '');
  const encoding = textIn(row, 'encodingHint');
  const annotated = join(folder, 'annotated', `${id}.html.gz`);
  return {
    ...NOTHING_KNOWN,
    id,
    ...namedFields(row),
    domain,
    site: stream ?? textIn(row, 'site') ?? domain,
    kind: kind === 'article' || kind === 'index' ? kind : null,
    duplicate: row.duplicate === true,
    charset: encoding === 'unset' || encoding?.startsWith('unknown') ? null : encoding,
    gold: /^\s*<!--[\s\S]*-->\s*$/.test(text) ? '' : text,
    structure: goldText === null ? null : structureOf(row, gold),
    html: () => readBytes(join(folder, textIn(row, 'html') ?? join('html', `${id}.html.gz`))),
    annotated: () => (existsSync(annotated) ? readBytes(annotated) : null),
  };
}

/** The structure fields of a row with Markdown gold; an item of another shape is left out. */
function structureOf(row: JsonFields, markdown: string): StructureGold {
  const { headings, links, codeLangs } = row;
  return {
    markdown,
    address: textIn(row, 'url') ?? '',
    math: row.math === true,
    titles: textsIn(row, 'titles'),
    headings: pairsOf(headings, 'number'),
    links: pairsOf(links, 'string'),
    images: textsIn(row, 'images'),
    codeLanguages: Array.isArray(codeLangs) ? codeLangs.map((one) => (typeof one === 'string' ? one : null)) : [],
  };
}

/** The pairs of a list whose first part has the given type and whose second is a text. */
function pairsOf<T extends 'number' | 'string'>(list: unknown, first: T) {
  const isPair = (one: unknown): one is readonly [T extends 'number' ? number : string, string] =>
    Array.isArray(one) && one.length === 2 && typeof one[0] === first && typeof one[1] === 'string';
  return Array.isArray(list) ? list.filter(isPair) : [];
}
