// The pictures in docs/ show the current output, and every other one names the command that drew it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PICTURES, placeOf } from './pictures.mjs';

for (const [name, draw] of Object.entries(PICTURES))
  test(`docs/${name} is what the program shows (npm run pictures draws it)`, async () => {
    assert.equal(readFileSync(placeOf(name), 'utf8'), await draw());
  });

test('every other picture in docs/ is followed by the command that drew it', () => {
  const documents = ['README.md', 'packages/lab/README.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
    .filter((name) => name.endsWith('.md'))
    .map((name) => readFileSync(name, 'utf8'))
    .join('\n');
  const others = readdirSync('docs').filter((name) => name.endsWith('.svg') && !(name in PICTURES));
  assert.ok(others.length > 0);
  for (const name of others) {
    const after = documents.split(`${name})\n\n`)[1] ?? '';
    assert.match(after, /^Drawn by `(?:dehusk-lab|node packages\/lab\/dist\/benchmarks)[^`]+`/, name);
  }
});
