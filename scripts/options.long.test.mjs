// As wrong-options.long.test.mjs, on the command line: of every table some wrong values and a misspelt name. The library has them all.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { asText, commandFor, each, MISSPELT, PAGE, run, SETTABLE, STACK, WRONG } from './wrong-options.fixture.mjs';

/** Share of the wrong values that are tried, one in so many, and misspelt names of each table. A run takes half a second. */
const EVERY = process.env.NIGHTLY_TESTS === '1' ? 12 : 80;
const NAMES = 1;

const folder = mkdtempSync(join(tmpdir(), 'dehusk-options-'));
after(() => rmSync(folder, { recursive: true, force: true }));

for (const { kind, name, domains } of SETTABLE)
  test(`command line: wrong options of the ${kind} ${name} end with 2, without output`, async () => {
    const own = (one) => one.kind === kind && one.name === name;
    const cases = [
      ...WRONG.filter(own)
        .filter((_, at) => at % EVERY === 0)
        .flatMap(({ option, value, expected }) => {
          const text = asText(value, domains[option]);
          return text === null ? [] : [{ option, text, expected: `expected ${expected}` }];
        }),
      ...MISSPELT.filter(own)
        .slice(0, NAMES)
        .map(({ misspelt }) => ({ option: misspelt, text: '1', expected: 'did you mean "' })),
    ];
    await each(cases, async ({ option, text, expected }) => {
      const given = commandFor({ kind, name }, option, text);
      const { code, stdout, stderr } = await run(given, PAGE, folder);
      const place = `dehusk ${given.join(' ')}: ${stderr}`;
      assert.equal(code, 2, place);
      assert.equal(stdout, '', place);
      assert.ok(stderr.includes(expected), place);
      assert.doesNotMatch(stderr, STACK);
    });
  });
