import { BOILERPIPE } from './boilerpipe/index.js';
import { bte } from './bte/bte.js';
import { bteParity } from './bte/parity.js';
import type { Extractor } from './extractor.js';
import { justext, justextGoldminer } from './justext/justext.js';

/** The shelf's table: every extractor under its name. To add one: one file, one row. */
export const EXTRACTORS: readonly Extractor[] = [...BOILERPIPE, justext, justextGoldminer, bte, bteParity];

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
