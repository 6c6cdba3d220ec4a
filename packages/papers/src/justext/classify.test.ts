import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BAD, GOOD, NEAR_GOOD, revise, SHORT } from './justext.js';

type RevisionOptions = Parameters<typeof revise>[3];

const OPTIONS: RevisionOptions = { maxHeadingDistance: 200, keepsHeadings: true, skipsHeadingPass: false };

/** `b` bad, `s` short, `n` near good, `g` good; capitals are headings. Every paragraph is 100 characters long. */
const revised = (drawn: string, options: Partial<RevisionOptions> = {}): string => {
  const codes = Uint8Array.from(drawn.toLowerCase(), (letter) => 'bsng'.indexOf(letter));
  const isHeading = Uint8Array.from(drawn, (letter) => (letter === letter.toUpperCase() ? 1 : 0));
  const lengths = new Uint32Array(drawn.length).fill(100);
  return Array.from(revise(codes, isHeading, lengths, { ...OPTIONS, ...options }).classes, (code) => 'bsng'[code]).join(
    '',
  );
};

const cases: readonly [name: string, contextFree: string, expected: string][] = [
  ['nothing', '', ''],
  ['short between good ones is good', 'gsg', 'ggg'],
  ['short between bad ones is bad', 'bsb', 'bbb'],
  ['short at the edge leans on the edge, which is bad', 'sgs', 'bgb'],
  ['short between good and bad is bad', 'gsb', 'gbb'],
  ['short between good and near good before bad is good', 'gsnb', 'gggb'],
  ['shorts are decided together: a saved one saves none', 'gssb', 'gbbb'],
  ['near good between bad ones is bad', 'bnb', 'bbb'],
  ['near good beside a good one is good', 'bng', 'bgg'],
  ['near goods lean on what was decided to their left', 'gnnnb', 'ggggb'],
  ['near goods with nothing good around are bad', 'nnn', 'bbb'],
  ['heading before good text becomes near good, then good', 'bSg', 'bgg'],
  ['heading 200 characters before good text is saved', 'bSbbg', 'bgbbg'],
  ['heading 300 characters before good text is lost', 'bSbbbg', 'bbbbbg'],
  ['heading that was bad by itself is lost', 'bBg', 'bbg'],
];
for (const [name, contextFree, expected] of cases)
  test(name, () => {
    assert.equal(revised(contextFree), expected);
  });

test('headings are left to their neighbours when they are not kept', () => {
  assert.equal(revised('bSg', { keepsHeadings: false }), 'bbg');
});

test('the Python trap: a heading is saved at the end only, so the short one before it misses its near-good neighbour', () => {
  assert.equal(revised('gsSg'), 'gggg');
  assert.equal(revised('gsSbg'), 'gggbg');
  assert.equal(revised('gsSbg', { skipsHeadingPass: true }), 'gbgbg');
});

/** The definition, scanning from every paragraph. */
const byDefinition = (
  contextFree: readonly number[],
  isHeading: readonly number[],
  lengths: readonly number[],
  { maxHeadingDistance, keepsHeadings, skipsHeadingPass }: RevisionOptions,
): number[] => {
  const classes = [...contextFree];
  const size = classes.length;
  const seesGood = (at: number): boolean => {
    let distance = 0;
    for (let next = at + 1; next < size && distance <= maxHeadingDistance; next++) {
      if (classes[next] === GOOD) return true;
      distance += lengths[next];
    }
    return false;
  };
  const neighbour = (at: number, step: number, ignoresNear: boolean): number => {
    for (let next = at + step; next >= 0 && next < size; next += step)
      if (classes[next] === GOOD || classes[next] === BAD || (!ignoresNear && classes[next] === NEAR_GOOD))
        return classes[next];
    return BAD;
  };
  if (keepsHeadings && !skipsHeadingPass)
    for (let at = 0; at < size; at++)
      if (isHeading[at] === 1 && classes[at] === SHORT && seesGood(at)) classes[at] = NEAR_GOOD;
  const decided = new Map<number, number>();
  for (let at = 0; at < size; at++) {
    if (classes[at] !== SHORT) continue;
    const before = neighbour(at, -1, true);
    const after = neighbour(at, 1, true);
    if (before === after) decided.set(at, before);
    else {
      const close = before === BAD ? neighbour(at, -1, false) : neighbour(at, 1, false);
      decided.set(at, close === NEAR_GOOD ? GOOD : BAD);
    }
  }
  for (const [at, one] of decided) classes[at] = one;
  for (let at = 0; at < size; at++)
    if (classes[at] === NEAR_GOOD)
      classes[at] = neighbour(at, -1, true) === BAD && neighbour(at, 1, true) === BAD ? BAD : GOOD;
  if (keepsHeadings)
    for (let at = 0; at < size; at++)
      if (isHeading[at] === 1 && classes[at] === BAD && contextFree[at] !== BAD && seesGood(at)) classes[at] = GOOD;
  return classes;
};

test('invariant: the linear passes equal a scan from every paragraph', () => {
  const paragraph = fc.record({
    code: fc.constantFrom(BAD, SHORT, NEAR_GOOD, GOOD),
    heading: fc.integer({ min: 0, max: 1 }),
    length: fc.integer({ min: 1, max: 150 }),
  });
  fc.assert(
    fc.property(fc.array(paragraph, { maxLength: 30 }), fc.boolean(), fc.boolean(), (rows, keepsHeadings, skips) => {
      const codes = rows.map((row) => row.code);
      const headings = rows.map((row) => row.heading);
      const lengths = rows.map((row) => row.length);
      const options = { maxHeadingDistance: 200, keepsHeadings, skipsHeadingPass: skips };
      const { classes } = revise(Uint8Array.from(codes), Uint8Array.from(headings), lengths, options);
      assert.deepEqual(Array.from(classes), byDefinition(codes, headings, lengths, options));
    }),
    { numRuns: 400 },
  );
});
