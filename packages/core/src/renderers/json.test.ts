/** JSON keeps to `docs/output.schema.json`, in a stable order. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { DOCUMENTS } from './documents.fixture.js';
import { json, jsonl } from './json.js';

type Schema = { readonly [keyword: string]: unknown };
const SCHEMA = JSON.parse(
  readFileSync(new URL('../../../../docs/output.schema.json', import.meta.url), 'utf8'),
) as Schema;
const ANNOTATIONS = new Set(['$schema', '$id', 'title', 'description', '$defs']);

/** Why a value does not fit a schema, or null. Knows the keywords our schema uses, and throws on any other. */
function mismatch(value: unknown, schema: Schema, path: string): string | null {
  for (const [keyword, expected] of Object.entries(schema)) {
    const why = ANNOTATIONS.has(keyword) ? null : failing(keyword, expected, value, schema, path);
    if (why !== null) return why;
  }
  return null;
}

function failing(keyword: string, expected: unknown, value: unknown, schema: Schema, path: string): string | null {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  switch (keyword) {
    case '$ref': {
      const name = (expected as string).replace('#/$defs/', '');
      return mismatch(value, (SCHEMA.$defs as Record<string, Schema>)[name] ?? assert.fail(name), path);
    }
    case 'type':
      return [expected].flat().includes(typeOf(value)) ? null : `${path}: ${typeOf(value)} is not ${expected}`;
    case 'const':
      return value === expected ? null : `${path}: not ${expected}`;
    case 'enum':
      return (expected as unknown[]).includes(value) ? null : `${path}: ${value} is not one of ${expected}`;
    case 'pattern':
      return typeof value !== 'string' || new RegExp(expected as string, 'u').test(value) ? null : `${path}: ${value}`;
    case 'minimum':
      return typeof value !== 'number' || value >= (expected as number) ? null : `${path}: below ${expected}`;
    case 'maximum':
      return typeof value !== 'number' || value <= (expected as number) ? null : `${path}: above ${expected}`;
    case 'required':
      for (const key of expected as string[])
        if (isObject && !Object.hasOwn(value, key)) return `${path}: ${key} is missing`;
      return null;
    case 'properties':
      for (const [key, one] of isObject ? Object.entries(value) : []) {
        const property = (expected as Record<string, Schema>)[key];
        const why = property === undefined ? null : mismatch(one, property, `${path}/${key}`);
        if (why !== null) return why;
      }
      return null;
    case 'additionalProperties':
      for (const key of isObject ? Object.keys(value) : [])
        if (!Object.hasOwn(schema.properties as object, key)) return `${path}: ${key} is not in the schema`;
      return null;
    case 'items':
      for (const [at, one] of Array.isArray(value) ? value.entries() : []) {
        const why = mismatch(one, expected as Schema, `${path}/${at}`);
        if (why !== null) return why;
      }
      return null;
    case 'oneOf': {
      const all = (expected as Schema[]).map((one) => mismatch(value, one, path));
      return all.filter((why) => why === null).length === 1
        ? null
        : (all.find((why) => !why?.includes('/type')) ?? path);
    }
    default:
      return assert.fail(`the schema uses ${keyword}, which this test does not know`);
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

for (const [name, document] of DOCUMENTS.filter(([name]) => name !== 'names that are no names'))
  test(`${name}: fits the schema, and JSONL is the same on one line without the structure`, () => {
    for (const metadata of [true, false]) {
      const whole = JSON.parse(json.render(document, { metadata })) as Record<string, unknown>;
      assert.equal(mismatch(whole, SCHEMA, ''), null);
      const line = jsonl.render(document, { metadata });
      assert.equal(line.indexOf('\n'), line.length - 1);
      const { content: _, ...rest } = whole;
      assert.deepEqual(JSON.parse(line), rest);
    }
  });

test('fields stand in the order of the schema', () => {
  const printed = Object.keys(JSON.parse(json.render(DOCUMENTS[0]?.[1] ?? assert.fail())) as object);
  assert.deepEqual(printed, Object.keys(SCHEMA.properties as object));
});

test('the schema refuses what is wrong', () => {
  for (const wrong of [
    {},
    { url: 1, text: '' },
    { url: null, text: '', extra: 1 },
    { url: null, text: '', content: [{ type: 'heading', level: 7, inline: [] }] },
    { url: null, text: '', content: [{ type: 'paragraph', inline: [{ type: 'text' }] }] },
  ])
    assert.notEqual(mismatch(wrong, SCHEMA, ''), null, JSON.stringify(wrong));
});
