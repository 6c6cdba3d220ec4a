/** Pages of a WARC file. */
import { readWarcPagesAhead } from '../warc/read-ahead.js';
import { archivedPages, warcOptionsOf } from './archived-pages.js';
import { isWarcFile } from './byte-input.js';
import type { PageReader } from './input.js';

export const warcReader: PageReader = {
  accepts: ({ name, stats }) => stats?.isDirectory() === false && isWarcFile(name),
  find: (input, options) => archivedPages(input, readWarcPagesAhead(input.name, warcOptionsOf(options)), options),
};
