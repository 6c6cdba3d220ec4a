/** Rows of the stream keep to the schema of records. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { extract, FIELD_NAMES } from '@dehusk/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { documentOf } from './document-row.js';
import { STREAM_DEFAULTS } from './stream.js';

const schema = JSON.parse(readFileSync(new URL('../../../../docs/output.schema.json', import.meta.url), 'utf8'));
const isRecord = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);

const ORIGIN = { id: 'a'.repeat(32), revision: 2, site: 'a.example', url: 'https://a.example/1', input: 'feed', at: 0 };
const FIRST = ['id', 'revision', 'ok', 'reason', 'site', 'url', 'input', 'at'];
const PAGES = {
  'a document': `<title>Boats</title><p>${'The keeper trims every lamp before the sun is down. '.repeat(9)}`,
  'a document that is withdrawn': '<title>Boats</title><nav>x</nav>',
};

for (const [name, html] of Object.entries(PAGES))
  for (const fields of [STREAM_DEFAULTS.fields, FIELD_NAMES])
    test(`${name} with ${fields.length} fields: the first fields, then those asked for, each by the schema`, () => {
      const result = extract(html, { url: ORIGIN.url });
      const { row } = documentOf(ORIGIN, result, { fields, rendering: {} }, false);
      assert.deepEqual(Object.keys(row), [...new Set([...FIRST, ...fields])]);
      assert.ok(isRecord(row), JSON.stringify(isRecord.errors));
      const { id, revision, site, url, input, at, ok } = row;
      const known = { ...ORIGIN, at: '1970-01-01T00:00:00.000Z' };
      assert.deepEqual({ id, revision, site, url, input, at }, known);
      assert.equal(ok, result.ok);
    });
