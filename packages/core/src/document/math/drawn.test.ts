/**
 * Formulas as MathJax draws them, without TeX or MathML beside: `fixtures/formulas/drawn.jsonl` has what each version wrote for each
 * formula, and the TeX that comes back (`null` for the TeX it was written as).
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from '@dehusk/html';
import { formulasOf } from './formulas.js';

const FILE = fileURLToPath(new URL('../../../fixtures/formulas/drawn.jsonl', import.meta.url));

interface Drawn {
  readonly by: string;
  readonly tex: string;
  readonly becomes: string | null;
  readonly html: string;
}

const rows = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Drawn);

function texIn(html: string): string | null {
  const parsed = parse(`<p>Let ${html} be.`);
  assert.ok(parsed.ok);
  const found = [...formulasOf(parsed.page).elements.values()].filter((one) => one !== null);
  return found.length === 1 ? found[0].tex : null;
}

if (process.env.UPDATE_GOLDENS === '1') {
  const updated = rows.map((row) => {
    const tex = texIn(row.html);
    return JSON.stringify({ by: row.by, tex: row.tex, becomes: tex === row.tex ? null : (tex ?? ''), html: row.html });
  });
  writeFileSync(FILE, `${updated.join('\n')}\n`);
} else
  for (const by of new Set(rows.map((row) => row.by)))
    test(`${by}: every formula becomes TeX`, () => {
      for (const row of rows)
        if (row.by === by) assert.equal(texIn(row.html), row.becomes ?? row.tex, `${row.tex}\n${row.html}`);
    });

test('a formula without glyphs is none', () => {
  for (const html of ['<mjx-container></mjx-container>', '<mjx-container><mjx-math></mjx-math></mjx-container>'])
    assert.equal(texIn(html), null, html);
});

test('deep nesting is text', () => {
  const deep = `${'<mjx-mrow>'.repeat(400)}<mjx-mi><mjx-c class="mjx-c61"></mjx-c></mjx-mi>${'</mjx-mrow>'.repeat(400)}`;
  assert.equal(texIn(`<mjx-container><mjx-math>${deep}</mjx-math></mjx-container>`), null);
});
