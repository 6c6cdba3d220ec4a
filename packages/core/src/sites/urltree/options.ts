import type { Options } from '../../extractors/extractor.js';
import { LETTERLESS, type Letterless } from './block-hash.js';
import { HEURISTICS, type Heuristic } from './heuristics.js';

const DAY = 86_400_000;

/** Every number and switch of the URL Tree; see {@link URL_TREE_OPTION_DOCS}. */
export interface UrlTreeOptions extends Options {
  readonly heuristic: string;
  readonly minSupport: number;
  readonly maxCount: number;
  readonly support: number;
  readonly relaxAbove: number;
  readonly linkRule: boolean;
  readonly tagRule: boolean;
  readonly letterless: string;
  readonly legacySplit: boolean;
  readonly md5: boolean;
  readonly maxDocuments: number;
  readonly maxDays: number;
  readonly keepAtLeast: number;
}

export const URL_TREE_DEFAULTS: UrlTreeOptions = {
  heuristic: 'strict',
  minSupport: 5,
  maxCount: 1,
  support: 100,
  relaxAbove: 500,
  linkRule: false,
  tagRule: false,
  letterless: 'shared',
  legacySplit: false,
  md5: false,
  maxDocuments: 10_000,
  maxDays: 14,
  keepAtLeast: 100,
};

export const URL_TREE_OPTION_DOCS: { readonly [K in keyof UrlTreeOptions]: string } = {
  heuristic: `Which node judges and by what count: ${HEURISTICS.join(', ')} (paper: strict).`,
  minSupport: 'Documents a node must have to judge under strict and the votes, 1 or more (paper: 5).',
  maxCount: 'Documents of the judging node that may hold a block before it is boilerplate, 1 or more (paper: 1).',
  support: 'Documents a node must exceed to judge under strict-support (paper, tuned: 100).',
  relaxAbove: 'Documents of the domain above which relaxed-at-domain allows one more (paper, tuned: 500).',
  linkRule: 'Blocks that are links through and through are boilerplate (authors’ program: on; paper: off).',
  tagRule:
    'Blocks inside navigation, forms, media, headers and footers are boilerplate (authors’ program: on; paper: off).',
  letterless: `What a block without letters is, fixed when the model begins: ${LETTERLESS.join(', ')} (paper: shared).`,
  legacySplit:
    'Every element parts blocks, links and bold type too, fixed when the model begins (authors’ program: on; paper: off).',
  md5: 'Blocks are hashed as in the authors’ program, three times slower, fixed when the model begins (ours: off).',
  maxDocuments: 'Most documents a model keeps, fixed when it begins (paper: 10,000).',
  maxDays:
    'Age in days, against the newest, above which documents are forgotten, fixed when the model begins (paper: 14).',
  keepAtLeast: 'Documents a model keeps whatever their age, fixed when it begins (authors’ program: 100).',
};

/** The heuristic of the options. @throws RangeError for a name there is not, or numbers out of range, got and expected told */
export function checkedHeuristic({ heuristic, minSupport, maxCount }: UrlTreeOptions): Heuristic {
  const found = HEURISTICS.find((one) => one === heuristic);
  if (!found)
    throw new RangeError(
      `urltree: option "heuristic" got ${JSON.stringify(heuristic)}, expected ${HEURISTICS.join(', ')}`,
    );
  for (const [name, value] of Object.entries({ minSupport, maxCount }))
    if (!(value >= 1)) throw new RangeError(`urltree: option "${name}" got ${value}, expected 1 or more`);
  return found;
}

/** How letterless blocks are counted. @throws RangeError for a name there is not, got and expected told */
export function checkedLetterless({ letterless }: UrlTreeOptions): Letterless {
  const found = LETTERLESS.find((one) => one === letterless);
  if (found) return found;
  throw new RangeError(
    `urltree: option "letterless" got ${JSON.stringify(letterless)}, expected ${LETTERLESS.join(', ')}`,
  );
}

/** Days as milliseconds; no bound stays no bound. */
export function daysToMilliseconds(days: number): number {
  return days * DAY;
}
