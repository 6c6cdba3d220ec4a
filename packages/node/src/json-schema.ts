/** Pieces of JSON Schema (draft 2020-12) that schemas of options share. */

import { checkOptionNames } from '@dehusk/html';

export type JsonSchema = { readonly [name: string]: unknown };

/** The schema of an integer setting. */
export function wholeNumber(description: string, minimum: number, maximum: number, value: number): JsonSchema {
  return { type: 'integer', description, minimum, maximum, default: value };
}

/** The schema of a number setting. @param bounds `minimum`, `exclusiveMinimum`, `maximum` */
export function number(description: string, bounds: JsonSchema, value: number): JsonSchema {
  return { type: 'number', description, ...bounds, default: value };
}

/** The schema of a setting that is true or false. */
export function flag(description: string, value: boolean): JsonSchema {
  return { type: 'boolean', description, default: value };
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
