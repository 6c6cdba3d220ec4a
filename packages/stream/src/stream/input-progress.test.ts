import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeAhead, encodeAhead, openInputProgress } from './source-readings.js';

test('whatever ends when, and wherever a run is cut off: every position is finished once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.record({ begin: fc.integer({ min: 0, max: 8 }), end: fc.array(fc.nat(7), { maxLength: 8 }) })),
      (size, lives) => {
        // What the store holds.
        let at = 0;
        let ahead: number[] = [];
        const finished: number[] = [];
        // The last life comes to the end.
        for (const { begin, end } of [...lives, { begin: size, end: [] }]) {
          const progress = openInputProgress(decodeAhead(encodeAhead(ahead), 'pages'));
          const open: number[] = [];
          const isLast = begin === size;
          for (let position = at + 1; position <= size && open.length < begin; position++) {
            if (progress.wasFinished(position)) continue;
            progress.begin(position);
            open.push(position);
          }
          const ends = isLast ? [...open].reverse() : end.map((one) => open[one]).filter((one) => one !== undefined);
          for (const position of new Set(ends)) {
            progress.finish(position);
            finished.push(position);
          }
          const state = progress.state();
          at = state.at ?? at;
          ahead = [...state.ahead];
          assert.ok(ahead.every((one) => one > at));
        }
        assert.deepEqual([at, ahead], [size, []]);
        assert.deepEqual(
          [...finished].sort((a, b) => a - b),
          Array.from({ length: size }, (_, index) => index + 1),
        );
      },
    ),
  );
});

test('bytes that are no positions are an error that names the input', () => {
  for (const bytes of [new Uint8Array(), Buffer.from('[1,2]'.padEnd(64)), encodeAhead([1]).with(17, 3)])
    assert.throws(() => decodeAhead(bytes, 'pages'), /not the finished pages of pages: .* got .*expected/);
  assert.deepEqual(decodeAhead(undefined, 'pages'), []);
});
