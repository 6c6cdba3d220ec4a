/** Pieces of JSON Schema (draft 2020-12) that schemas of options share. */

import { checkOptionNames } from '@dehusk/html';

export type JsonSchema = { readonly [name: string]: unknown };

declare const VALUE: unique symbol;
/** The schema of a setting whose values have the type `T`. */
export type Setting<T> = JsonSchema & { readonly [VALUE]?: T };
/** The values of a table of settings, by name. */
export type SettingsOf<P> = { readonly [K in keyof P]: P[K] extends Setting<infer T> ? T : never };

/** A setting with a schema that no function below makes. */
export const setting = <T>(schema: JsonSchema): Setting<T> => schema;

const withDefault = (value: unknown): JsonSchema => (value === undefined ? {} : { default: value });

/** The schema of an integer setting. */
export function wholeNumber(description: string, minimum: number, maximum: number, value: number): Setting<number> {
  return { type: 'integer', description, minimum, maximum, default: value };
}

/** The schema of a number setting. @param bounds `minimum`, `exclusiveMinimum`, `maximum` */
export function number(description: string, bounds: JsonSchema, value: number): Setting<number> {
  return { type: 'number', description, ...bounds, default: value };
}

/** The schema of a setting that is true or false. */
export function flag(description: string, value: boolean): Setting<boolean> {
  return { type: 'boolean', description, default: value };
}

/** The schema of a text. @param value the default; undefined: it must be given @param bounds `minLength`, `pattern` */
export function text(description: string, value?: string, bounds: JsonSchema = {}): Setting<string> {
  return { type: 'string', ...bounds, description, ...withDefault(value) };
}

/** The schema of a list of texts. @param value the default; undefined: at least one must be given */
export function texts(description: string, value?: readonly string[]): Setting<readonly string[]> {
  const least = value === undefined ? { minItems: 1 } : {};
  return { type: 'array', ...least, items: { type: 'string', minLength: 1 }, description, ...withDefault(value) };
}

/** The schema of one of several words. */
export function choice<V extends string>(values: readonly V[], description: string, value: V): Setting<V> {
  return { enum: [...values], description, default: value };
}

/** The schema of an object with these properties and no others. */
export function section(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema {
  return { type: 'object', additionalProperties: false, ...(required.length > 0 && { required }), properties };
}

/** The default of each property that has one. */
export function defaultsOf<T>(properties: Readonly<Record<string, JsonSchema>>): T {
  const withDefault = Object.entries(properties).filter(([, schema]) => 'default' in schema);
  return Object.fromEntries(withDefault.map(([name, schema]) => [name, schema.default])) as T;
}

/** A record without the fields that are undefined. */
export function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

/** What a sink and a source have in common: a schema of the options that they are opened with. */
interface KindWithOptions {
  readonly name: string;
  readonly schema: JsonSchema;
  // biome-ignore lint/suspicious/noExplicitAny: kinds of one table have options of different types.
  open(options: any, context: any): Promise<unknown>;
}

/** A kind that refuses options that it does not have, and is opened with the defaults of those that are not given. */
export function withCheckedOptions<K extends KindWithOptions>(kind: K): K {
  const properties = kind.schema.properties as Readonly<Record<string, JsonSchema>>;
  return {
    ...kind,
    async open(options, context) {
      checkOptionNames(kind.name, options, Object.keys(properties));
      return kind.open({ ...defaultsOf<object>(properties), ...options }, context);
    },
  };
}
