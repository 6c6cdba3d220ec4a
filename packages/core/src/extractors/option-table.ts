import type { OptionValue } from './extractor.js';

/** The options of an algorithm: default value and one sentence of documentation each. */
export type OptionTable = Readonly<Record<string, readonly [value: OptionValue, doc: string]>>;

type Widened<V> = V extends boolean ? boolean : V extends number ? number : V extends string ? string : V;

/** The record of values that a table describes. */
export type OptionsOf<T extends OptionTable> = { readonly [K in keyof T]: Widened<T[K][0]> };

/** The default of every option. */
export function defaultsOf<T extends OptionTable>(table: T): OptionsOf<T> {
  return Object.fromEntries(Object.entries(table).map(([name, [value]]) => [name, value])) as OptionsOf<T>;
}

/** The documentation of every option. */
export function docsOf<T extends OptionTable>(table: T): { readonly [K in keyof T]: string } {
  return Object.fromEntries(Object.entries(table).map(([name, [, doc]]) => [name, doc])) as { [K in keyof T]: string };
}
