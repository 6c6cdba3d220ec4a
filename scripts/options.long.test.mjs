// As options.test.mjs, on the command line for every wrong value and every misspelt name of every option.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { asText, commandFor, each, MISSPELT, run, STACK, TABLES, WRONG } from './wrong-options.fixture.mjs';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-options-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const { kind, name, domains } of TABLES)
  test(`command line: wrong options of the ${kind} ${name} end with 2, without output`, async () => {
    const own = (one) => one.kind === kind && one.name === name;
    const cases = [
      ...WRONG.filter(own).flatMap(({ option, value, expected }) => {
        const text = asText(value, domains[option]);
        return text === null ? [] : [{ option, text, expected: `expected ${expected}` }];
      }),
      ...MISSPELT.filter(own).map(({ misspelt }) => ({ option: misspelt, text: '1', expected: 'did you mean "' })),
    ];
    await each(cases, async ({ option, text, expected }) => {
      const { arguments: given, input } = commandFor({ kind, name }, option, text);
      const { code, stdout, stderr } = await run(given, input, folder);
      const place = `dehusk ${given.join(' ')}: ${stderr}`;
      assert.equal(code, 2, place);
      assert.equal(stdout, '', place);
      assert.ok(stderr.includes(expected), place);
      assert.doesNotMatch(stderr, STACK);
    });
  });
