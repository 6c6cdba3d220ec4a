/** Pieces of JSON Schema (draft 2020-12) that the shelves' option schemas share. */

export type JsonSchema = { readonly [name: string]: unknown };

/** The schema of an integer setting. */
export function wholeNumber(description: string, minimum: number, maximum: number, value: number): JsonSchema {
  return { type: 'integer', description, minimum, maximum, default: value };
}
