import { checkOptions, type OptionDomain, type OptionDomains, type Page } from '@dehusk/html';
import type { LabelledBlocks, PageType } from '../blocks/block.js';
import type { HiddenMode } from './unseen.js';

/** Values of an extractor's options: flat records of these can be set on a command line and stored in JSON. */
export type OptionValue = number | string | boolean | null | readonly string[] | readonly number[];
export type Options = Readonly<Record<string, OptionValue>>;

/** The input of an extractor besides the page. */
export interface ExtractionContext {
  /** Language of the page as a lower-case BCP 47 primary tag (`en`, `zh`), declared or detected, or null. */
  readonly language: string | null;
  /** The page's type as the caller knows it, or null. */
  readonly pageType: PageType | null;
  /** Knowledge from earlier pages of the same site (see `sites/`), or null. Each extractor documents what it can use. */
  readonly site: unknown;
}

/** The context of a caller that has only the page. */
export const NO_CONTEXT: ExtractionContext = { language: null, pageType: null, site: null };

/**
 * An algorithm that labels the text blocks of one page. One file or folder per variant; the table is `index.ts`.
 *
 * The contract, checked for every row by `contract.test.ts`:
 * - pure: the same page, options and context yield the same labels; nothing else is read or written;
 * - blocks are in document order, do not overlap, and `keep` and `why` have one entry each;
 * - never throws on a page, hostile ones included; takes time linear in the page unless the paper demands more.
 */
export interface Extractor<O extends Options = Options> {
  /** The name on the command line and in the API: `boilerpipe-article`. */
  readonly name: string;
  /** One sentence for `--list` and docs/algorithms.md. */
  readonly summary: string;
  /** The paper, standard or program it follows. */
  readonly source: string;
  /** Every number and switch of the algorithm, by name, with its default. */
  readonly defaults: O;
  /** The values that each option may have; `label` gets no others. */
  readonly domains: OptionDomains<O>;
  /** One sentence per option: meaning, unit, range, source of the default. */
  readonly optionDocs: { readonly [K in keyof O]: string };
  /** What becomes of hidden text unless the caller says so; absent: `keep`, as published algorithms are kept as they are. */
  readonly hidden?: HiddenMode;
  /** Labels the blocks of a page. `options` are complete (defaults filled in by the caller, see `withDefaults`). */
  label(page: Page, options: O, context: ExtractionContext): LabelledBlocks;
}

/** The values of an option that is an extractor. */
export const EXTRACTOR: OptionDomain = {
  type: 'object',
  title: 'an extractor such as dehusk of @dehusk/core or bte of @dehusk/papers',
};

/**
 * Checks the given options of an extractor or a site learner, and fills in the defaults.
 *
 * @throws TypeError for an unknown option, or a value of another type; RangeError for a value out of range; each with got and expected
 */
export function withDefaults<O extends Options>(
  { name, defaults, domains }: Pick<Extractor<O>, 'name' | 'defaults' | 'domains'>,
  given: Readonly<Record<string, unknown>> = {},
): O {
  checkOptions(name, given, domains);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(set) };
}

/** The options of an algorithm: default value, the values it may have, and one sentence of documentation each. */
export type OptionTable = Readonly<Record<string, readonly [value: OptionValue, domain: OptionDomain, doc: string]>>;

type Widened<V> = V extends boolean ? boolean : V extends number ? number : V extends string ? string : V;

/** The record of values that a table describes. */
export type OptionsOf<T extends OptionTable> = { readonly [K in keyof T]: Widened<T[K][0]> };

/** The options of an extractor or a site learner, as a table has them. */
export function optionsOf<T extends OptionTable>(table: T) {
  const column = (at: 0 | 1 | 2) => Object.fromEntries(Object.entries(table).map(([name, row]) => [name, row[at]]));
  return {
    defaults: column(0) as OptionsOf<T>,
    domains: column(1) as OptionDomains<OptionsOf<T>>,
    optionDocs: column(2) as { readonly [K in keyof T]: string },
  };
}

/** A number of words, characters or blocks. */
export const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const satisfies OptionDomain;
