import type { Extractor } from '../extractors/extractor.js';
import type { AnySiteLearner } from './site-learner.js';

/** The shelf's table: every site learner under its name. To add one: one file or folder, one row. */
export const SITE_LEARNERS: readonly AnySiteLearner[] = [];

/** Extractors that use a site's model when `Knowledge.site` holds one, and answer at page level when it does not. */
export const SITE_EXTRACTORS: readonly Extractor[] = [];

/**
 * The site learner of a name.
 *
 * @throws RangeError naming what was got and every name there is
 */
export function siteLearnerNamed(name: string): AnySiteLearner {
  const found = SITE_LEARNERS.find((one) => one.name === name);
  if (found) return found;
  throw new RangeError(
    `no site learner is named "${name}" (there are: ${SITE_LEARNERS.map((one) => one.name).join(', ')})`,
  );
}
