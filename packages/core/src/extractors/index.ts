import { ancestorFilter } from './ancestor-filter.js';
import { BOILERPIPE } from './boilerpipe/index.js';
import { bte } from './bte/bte.js';
import { bteParity } from './bte/parity.js';
import type { Extractor } from './extractor.js';
import { justext, justextGoldminer } from './justext/justext.js';
import { ncleaner, ncleanerNonLexical } from './ncleaner/ncleaner.js';

/** Rows that stand by themselves. */
const PLAIN: readonly Extractor[] = [
  ...BOILERPIPE,
  justext,
  justextGoldminer,
  bte,
  bteParity,
  ncleaner,
  ncleanerNonLexical,
];

/** A plain row by name, for the rows that wrap it. */
function plain(name: string): Extractor {
  const found = PLAIN.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no plain extractor is named "${name}"`);
}

/** Rows that wrap other rows. */
const COMBINED: readonly Extractor[] = [
  ancestorFilter('boilerpipe-default-ancestor', plain('boilerpipe-default')),
  ancestorFilter('boilerpipe-article-ancestor', plain('boilerpipe-article')),
  ancestorFilter('justext-ancestor', justextGoldminer),
];

/** The shelf's table: every extractor under its name. To add one: one file, one row. */
export const EXTRACTORS: readonly Extractor[] = [...PLAIN, ...COMBINED];

/** The extractor people get when they name none. */
export const DEFAULT_EXTRACTOR = 'boilerpipe-article';

/**
 * The extractor of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function extractorNamed(name: string): Extractor {
  const found = EXTRACTORS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(`no extractor is named "${name}" (there are: ${EXTRACTORS.map((one) => one.name).join(', ')})`);
}
