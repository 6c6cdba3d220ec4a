/** JSON Schema (draft 2020-12) of a setting that is a whole number. */
export function wholeNumber(
  description: string,
  minimum: number,
  maximum: number,
  value: number,
): Readonly<Record<string, unknown>> {
  return { type: 'integer', description, minimum, maximum, default: value };
}
