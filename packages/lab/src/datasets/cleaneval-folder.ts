/**
 * CleanEval and CleanPortalEval as distributed: a folder of pages and a folder of annotations with the same names,
 * `1.html` and `1.txt` (or `1-cleaned.txt`). CleanEval wraps its pages in `<text id=… encoding=…>` … `</text>`; the
 * wrapper is removed and the encoding it names becomes the charset.
 *
 * An annotation is a line `URL: …`, then segments that begin with `<p>`, `<h>` or `<l>`. A page without an article holds an
 * HTML comment that says so.
 */
import { join } from 'node:path';
import { type Case, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import {
  addressFields,
  firstPresent,
  isFolder,
  namedEncoding,
  namesIn,
  readBytes,
  readText,
  stemOf,
  withoutUrlLine,
} from './stored-files.js';

/** Names of the two folders in the known distributions. */
const GOLD_FOLDERS = ['GoldStandard', 'en_cleaned', 'clean', 'cleaned'];
const PAGE_FOLDERS = ['input', 'en_original', 'orig', 'original'];
const PAGE_ENDINGS = ['.html', '.htm', '.html.gz', '.htm.gz', '.txt', ''];

export const cleanevalFolder: DatasetReader = {
  format: 'cleaneval',
  summary: 'GoldStandard/<id>.txt with <p> <h> <l> segments beside input/<id>.html (or clean/ beside orig/)',
  recognises: (folder) => {
    const golds = folderNamed(folder, GOLD_FOLDERS);
    return golds !== null && folderNamed(folder, PAGE_FOLDERS) !== null && namesIn(golds, ['.txt']).length > 0;
  },
  open(folder) {
    const golds = folderNamed(folder, GOLD_FOLDERS) ?? folder;
    const pages = folderNamed(folder, PAGE_FOLDERS) ?? folder;
    const names = namesIn(golds, ['.txt']);
    return {
      goldFiles: names.map((name) => join(golds, name)),
      async *cases() {
        for (const name of names) {
          const id = stemOf(name, ['-cleaned.txt', '.txt']);
          const page = firstPresent(join(pages, id), PAGE_ENDINGS);
          if (page !== null) yield caseOf(id, readText(join(golds, name)), page);
        }
      },
    };
  },
};

function folderNamed(folder: string, names: readonly string[]): string | null {
  return names.map((name) => join(folder, name)).find(isFolder) ?? null;
}

function caseOf(id: string, goldMarkup: string, page: string): Case {
  const { from, to, encoding } = wrapperOf(readBytes(page));
  return {
    ...NOTHING_KNOWN,
    ...addressFields(/^\ufeff?\s*URL:\s*(\S+)/.exec(goldMarkup)?.[1] ?? null),
    id,
    charset: encoding,
    gold: textOfSegments(goldMarkup),
    goldMarkup,
    html: () => readBytes(page).subarray(from, to),
  };
}

/** The gold text: one segment per line, without byte order mark, URL line, comments and segment markers. */
export function textOfSegments(file: string): string {
  const body = withoutUrlLine(file).replace(/<!--[\s\S]*?-->/g, '');
  const lines = body.split(/<[phl]>/i).map((segment) => segment.replace(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n');
}

/** Bytes at both ends of a file that are searched for CleanEval's wrapper. */
const WRAPPER_BYTES = 4096;

/** The range of the page within CleanEval's wrapper, and the encoding the wrapper names. */
function wrapperOf(bytes: Uint8Array): { from: number; to: number; encoding: string | null } {
  const head = Buffer.from(bytes.subarray(0, WRAPPER_BYTES)).toString('latin1');
  const open = /^\s*<text\s[^>]*>\r?\n?/.exec(head);
  if (!open) return { from: 0, to: bytes.length, encoding: null };
  const tail = Buffer.from(bytes.subarray(-WRAPPER_BYTES)).toString('latin1');
  const close = /<\/text>\s*$/.exec(tail);
  return {
    from: open[0].length,
    to: close ? bytes.length - (tail.length - close.index) : bytes.length,
    encoding: namedEncoding(/\sencoding="([^"]*)"/.exec(open[0])?.[1] ?? null),
  };
}
