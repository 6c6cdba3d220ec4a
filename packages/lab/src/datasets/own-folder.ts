/**
 * A user's folder, without code: pages `a.html` with their gold text `a.txt` beside them (either may be gzipped), also in
 * folders named by page type, and files of JSON lines with `html` and `gold` in every line. A line may also have any field of a case: `id`, `url`, `language`
 * (or `lang`), `pageType`, `timestamp`, `title`, `with`, `without`, …
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { type JsonFields, namedFields, readBytes, readJsonLines, readText, textIn } from './stored-files.js';

const PAGE = /\.html?(?:\.gz)?$/;
const LINES = /\.(?:jsonl(?:\.gz)?|ndjson)$/;

export const ownFolder: DatasetReader = {
  format: 'own-folder',
  summary:
    'a.html with a.txt beside it, also in folders named by page type, or *.jsonl with html and gold in every line',
  recognises: (folder) => pairsIn(folder).length > 0 || namesIn(folder, LINES).length > 0,
  open(folder) {
    const pairs = pairsIn(folder);
    const lines = namesIn(folder, LINES).map((name) => join(folder, name));
    return {
      goldFiles: [...pairs.map(({ gold }) => gold), ...lines],
      async *cases() {
        for (const { id, pageType, page, gold } of pairs)
          yield { ...NOTHING_KNOWN, id, pageType, gold: readText(gold), html: () => readBytes(page) };
        for (const path of lines) {
          let line = 0;
          for await (const row of readJsonLines(path)) yield caseOf(row, path, ++line);
        }
      },
    };
  },
};

function pairsIn(folder: string) {
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return ['', ...inside.map(({ name }) => name).sort()].flatMap((type) =>
    namesIn(join(folder, type), PAGE).flatMap((name) => {
      const id = join(type, name.replace(PAGE, ''));
      const gold = ['.txt', '.txt.gz'].map((ending) => join(folder, id) + ending).find((path) => existsSync(path));
      return gold === undefined ? [] : [{ id, pageType: type || null, page: join(folder, type, name), gold }];
    }),
  );
}

/** Names in a folder with one of the endings, in code unit order. */
const namesIn = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder)
    .filter((name) => ending.test(name))
    .sort();

function caseOf(row: JsonFields, path: string, line: number): Case {
  const html = textIn(row, 'html');
  const gold = textIn(row, 'gold');
  if (html === null || gold === null)
    throw new Error(`${path}, line ${line}: expected the fields "html" and "gold", got ${Object.keys(row).join(', ')}`);
  const url = textIn(row, 'url') ?? '';
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : '';
  const domain = textIn(row, 'domain') ?? (host || null);
  return {
    ...NOTHING_KNOWN,
    id: textIn(row, 'id') ?? `${basename(path).replace(LINES, '')}:${line}`,
    ...namedFields(row),
    domain,
    site: textIn(row, 'site') ?? domain,
    language: textIn(row, 'language') ?? textIn(row, 'lang'),
    charset: 'utf-8',
    gold,
    html: () => Buffer.from(html, 'utf8'),
  };
}
