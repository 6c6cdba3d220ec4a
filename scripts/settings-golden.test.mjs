import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { configurationSchema } from '../packages/stream/dist/configuration/check-configuration.js';
import { describeSettings } from './describe-settings.mjs';

const FILES = [
  ['configuration.md', () => describeSettings(configurationSchema())],
  ['configuration.schema.json', () => `${JSON.stringify(configurationSchema(), null, 2)}\n`],
];

for (const [name, text] of FILES)
  test(`docs/${name} is what the code says (npm run goldens writes it)`, () => {
    const file = new URL(`../docs/${name}`, import.meta.url);
    if (process.env.UPDATE_GOLDENS) writeFileSync(file, text());
    assert.equal(readFileSync(file, 'utf8'), text());
  });
