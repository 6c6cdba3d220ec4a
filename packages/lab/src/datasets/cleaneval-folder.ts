/**
 * CleanEval and CleanPortalEval as distributed: a folder of pages and a folder of annotations with the same names,
 * `1.html` and `1.txt` (or `1-cleaned.txt`). CleanEval wraps its pages in `<text id=… encoding=…>` … `</text>`, which is
 * taken off; its encoding note becomes the charset where it is one.
 */
import { join } from 'node:path';
import { type Case, type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { textOfSegments, urlOfSegments } from './segments.js';
import { digestOf, firstPresent, hostOf, isFolder, namesIn, readBytes, readText, stemOf } from './stored-files.js';

/** Names of the two folders in the distributions seen. */
const GOLD_FOLDERS = ['GoldStandard', 'en_cleaned', 'clean', 'cleaned'];
const PAGE_FOLDERS = ['input', 'en_original', 'orig', 'original'];
const PAGE_ENDINGS = ['.html', '.htm', '.html.gz', '.htm.gz', '.txt', ''];

export const cleanevalFolder: DatasetReader = {
  format: 'cleaneval',
  summary: 'GoldStandard/<id>.txt with <p> <h> <l> segments beside input/<id>.html (or clean/ beside orig/)',
  recognises: (folder) => {
    const golds = goldFolderOf(folder);
    return golds !== null && pageFolderOf(folder) !== null && namesIn(golds, ['.txt']).length > 0;
  },
  open(folder, record): Dataset {
    const golds = goldFolderOf(folder) ?? folder;
    const pages = pageFolderOf(folder) ?? folder;
    const names = namesIn(golds, ['.txt']);
    return {
      ...record,
      folder,
      format: 'cleaneval',
      sha256: () =>
        digestOf(
          folder,
          names.map((name) => join(golds, name)),
        ),
      async *cases() {
        for (const name of names) {
          const id = stemOf(name, ['-cleaned.txt', '.txt']);
          const page = firstPresent(PAGE_ENDINGS.map((ending) => join(pages, `${id}${ending}`)));
          if (page !== null) yield caseOf(id, readText(join(golds, name)), page);
        }
      },
    };
  },
};

const goldFolderOf = (folder: string): string | null =>
  GOLD_FOLDERS.map((name) => join(folder, name)).find(isFolder) ?? null;
const pageFolderOf = (folder: string): string | null =>
  PAGE_FOLDERS.map((name) => join(folder, name)).find(isFolder) ?? null;

function caseOf(id: string, goldMarkup: string, page: string): Case {
  const url = urlOfSegments(goldMarkup);
  const bytes = readBytes(page);
  const wrapper = wrapperOf(bytes);
  return {
    ...NOTHING_KNOWN,
    id,
    url,
    domain: hostOf(url),
    site: hostOf(url),
    charset: wrapper.encoding,
    gold: textOfSegments(goldMarkup),
    goldMarkup,
    html: () => readBytes(page).subarray(wrapper.from, wrapper.to),
  };
}

/** How far into a file CleanEval's wrapper and its closing tag are looked for. */
const WRAPPER_BYTES = 4096;

/** Where the page lies within CleanEval's wrapper, and the encoding the wrapper names. */
function wrapperOf(bytes: Uint8Array): { from: number; to: number; encoding: string | null } {
  const head = Buffer.from(bytes.subarray(0, WRAPPER_BYTES)).toString('latin1');
  const open = /^\s*<text\s[^>]*>\r?\n?/.exec(head);
  if (!open) return { from: 0, to: bytes.length, encoding: null };
  const tail = Buffer.from(bytes.subarray(-WRAPPER_BYTES)).toString('latin1');
  const close = /<\/text>\s*$/.exec(tail);
  const encoding = /\sencoding="([^"]*)"/.exec(open[0])?.[1] ?? null;
  const isNamed = encoding !== null && encoding !== 'unset' && !encoding.startsWith('unknown');
  return {
    from: open[0].length,
    to: close ? bytes.length - (tail.length - close.index) : bytes.length,
    encoding: isNamed ? encoding : null,
  };
}
