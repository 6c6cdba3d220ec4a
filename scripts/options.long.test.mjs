// As wrong-options.long.test.mjs, on the command line: of every table wrong values and misspelt names. They run in this process: a start
// takes half a second. That the packed program refuses options alike is in wrong-options.long.test.mjs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHere } from '../packages/dehusk/dist/cli/stream-process.fixture.js';
import { asText, commandFor, MISSPELT, PAGE, SETTABLE, STACK, WRONG } from './wrong-options.fixture.mjs';

for (const { kind, name, domains } of SETTABLE)
  test(`command line: wrong options of the ${kind} ${name} end with 2, without output`, async () => {
    const own = (one) => one.kind === kind && one.name === name;
    const cases = [
      ...WRONG.filter(own).flatMap(({ option, value, expected }) => {
        const text = asText(value, domains[option]);
        return text === null ? [] : [{ option, text, expected: [`${option}: got `, `expected ${expected}`] }];
      }),
      ...MISSPELT.filter(own).map(({ misspelt }) => ({ option: misspelt, text: '1', expected: ['did you mean "'] })),
    ];
    for (const { option, text, expected } of cases) {
      const given = commandFor({ kind, name }, option, text);
      const { code, out, err } = await runHere(given, [PAGE]);
      const place = `dehusk ${given.join(' ')}: ${err}`;
      assert.equal(code, 2, place);
      assert.equal(out, '', place);
      for (const part of expected) assert.ok(err.includes(part), place);
      assert.doesNotMatch(err, STACK);
    }
  });
