import type { OptionDomain, OptionDomains } from '@dehusk/html';
import type { OptionValue } from './extractor.js';

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
