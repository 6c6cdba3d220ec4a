import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOverdue } from './overdue.js';

test('a silent worker is given up after its limit of work, on a busy machine later, never after five times the limit', () => {
  const cases: readonly (readonly [what: string, silence: number, worked: number, is: boolean])[] = [
    ['not yet', 11_999, 30_000, false],
    ['a loop on a machine of its own', 12_050, 12_020, true],
    ['a page that had a tenth of a processor', 12_050, 1_200, false],
    ['a loop on a busy machine, once it had its time', 40_000, 12_000, true],
    ['waiting for something that never comes', 60_000, 0, true],
  ];
  for (const [what, silence, worked, is] of cases) assert.equal(isOverdue(silence, worked, 12_000), is, what);
});
