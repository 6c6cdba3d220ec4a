import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extract } from '@dehusk/core';
import { GRACE_MILLISECONDS, threadMilliseconds, withinTime } from './within-time.js';

/** Leaves `milliseconds` of CPU time. */
const limits = (milliseconds: number) => ({ maxMilliseconds: milliseconds - GRACE_MILLISECONDS });
const late = (detail: string): string => detail;

const STEPS: Readonly<Record<string, () => string>> = {
  'a loop': () => {
    for (;;);
  },
  'a loop that catches everything': () => {
    for (;;)
      try {
        for (;;);
      } catch {}
  },
  'a regular expression': () => String(/^(a+)+$/.test(`${'a'.repeat(60)}b`)),
};

for (const [name, step] of Object.entries(STEPS))
  test(`${name} is ended after its CPU time`, () => {
    const began = performance.now();
    const before = threadMilliseconds();
    assert.match(withinTime(limits(100), step, late), /ms of CPU time/);
    const spent = threadMilliseconds() - before;
    assert.ok(spent >= 100 || performance.now() - began >= 1_000, `${spent} ms`);
  });

test('results and errors of a step pass through, also of a step inside another', () => {
  assert.equal(
    withinTime({}, () => withinTime({}, () => 'in', late) + withinTime({}, () => 'out', late), late),
    'inout',
  );
  const thrown = new TypeError('wrong');
  assert.throws(
    () =>
      withinTime(
        {},
        () => {
          throw thrown;
        },
        late,
      ),
    (error) => error === thrown,
  );
});

test('pages after one that was ended have the same results, wherever it was ended', () => {
  const paragraph = '<p>The keeper of the light wrote down every ship that passed the island, and nobody read it.</p>';
  const ordinary = `<!doctype html><title>The light</title><article><h1>The light</h1>${paragraph.repeat(10)}</article>`;
  const large = `${ordinary}<table><tr><th>a</th></tr>${'<tr><td>b</td></tr>'.repeat(30_000)}</table>`;
  const expected = JSON.stringify(extract(ordinary));
  for (let milliseconds = 1; milliseconds < 400; milliseconds = Math.ceil(milliseconds * 1.7)) {
    withinTime(limits(milliseconds), () => extract(large).markdown, late);
    assert.equal(JSON.stringify(extract(ordinary)), expected, `after ${milliseconds} ms`);
  }
});
