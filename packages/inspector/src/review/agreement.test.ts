import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreementOf } from './agreement.js';

/** Decisions by counts: both yes, yes–no, no–yes, both no. */
function reviewers(counts: readonly [number, number, number, number]): [Map<string, string>, Map<string, string>] {
  const one = new Map<string, string>();
  const other = new Map<string, string>();
  [
    ['y', 'y'],
    ['y', 'n'],
    ['n', 'y'],
    ['n', 'n'],
  ].forEach(([first, second], kind) => {
    for (let at = 0; at < counts[kind]; at++) {
      one.set(`${kind}-${at}`, first);
      other.set(`${kind}-${at}`, second);
    }
  });
  return [one, other];
}

const close = (got: number | null, expected: number): void =>
  assert.ok(got !== null && Math.abs(got - expected) < 1e-4, `got ${got}, expected ${expected}`);

for (const { counts, observed, kappa } of [
  // The example of many textbooks: 50 grant applications.
  { counts: [20, 5, 10, 15] as const, observed: 0.7, kappa: 0.4 },
  { counts: [45, 15, 25, 15] as const, observed: 0.6, kappa: 0.1304 },
  { counts: [25, 35, 5, 35] as const, observed: 0.6, kappa: 0.2593 },
  { counts: [0, 10, 10, 0] as const, observed: 0, kappa: -1 },
  { counts: [10, 0, 0, 10] as const, observed: 1, kappa: 1 },
])
  test(`agreement ${counts.join(' ')}`, () => {
    const found = agreementOf(...reviewers(counts));
    close(found.observed, observed);
    close(found.kappa, kappa);
    assert.equal(found.disagreements.length, counts[1] + counts[2]);
  });

test('kappa is undefined when both always decide the same way, and without common decisions', () => {
  assert.equal(agreementOf(...reviewers([7, 0, 0, 0])).kappa, null);
  assert.deepEqual(agreementOf(new Map([['a', 'y']]), new Map([['b', 'y']])), {
    count: 0,
    observed: null,
    kappa: null,
    disagreements: [],
  });
});
