import { addressReader } from './addresses.js';
import { fileReader } from './files.js';
import { folderReader, isPageName } from './folders.js';
import type { PageReader } from './input.js';
import { jsonLinesReader, manifestReader, streamReader } from './json-lines.js';
import { parquetReader } from './parquet.js';
import { warcReader } from './warc.js';

/** Every format of inputs; the first that accepts an input reads it, and the last reads what none accepts. */
export const PAGE_READERS: readonly PageReader[] = [
  addressReader,
  jsonLinesReader,
  warcReader,
  parquetReader,
  manifestReader,
  folderReader,
  fileReader,
];

/** The formats of `dehusk extract`: every file but a WARC archive is a page, whatever its name. */
export const SINGLE_PAGE_READERS: readonly PageReader[] = [addressReader, warcReader, folderReader, fileReader];

/** The formats of `dehusk batch`: a file is a page by its name, and rows otherwise. */
export const ROW_READERS: readonly PageReader[] = [
  folderReader,
  { ...fileReader, accepts: ({ name, stats }) => stats !== null && isPageName(name) },
  warcReader,
  parquetReader,
  streamReader,
];
