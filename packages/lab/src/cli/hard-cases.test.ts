import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cause } from '../run/causes.js';
import type { Evaluation, PageScore } from '../run/evaluate.js';
import { type HardCaseBounds, hardCases, lossesOf } from './hard-cases.js';

/** An evaluation of pages by precision and recall; the score is their mean. */
const evaluation = (system: string, pages: readonly (readonly [precision: number, recall: number])[]): Evaluation =>
  ({
    system,
    pages: pages.map(
      ([precision, recall], at): PageScore => ({
        id: `p${at}`,
        site: null,
        counts: [],
        score: (precision + recall) / 2,
        precision,
        recall,
        milliseconds: 1,
        reason: null,
      }),
    ),
  }) as unknown as Evaluation;

const PRECISION: HardCaseBounds = { measure: 'precision', below: 0.5, above: 0.9 };
const NONE = Number.NaN;

const CASES: readonly [
  name: string,
  system: readonly (readonly [number, number])[],
  others: readonly Evaluation[],
  found: readonly string[],
  bounds?: HardCaseBounds,
][] = [
  ['another is precise where the system is not', [[0.4, 1]], [evaluation('x', [[0.95, 1]])], ['p0 by x of 1']],
  ['a value at the lower bound is not listed', [[0.5, 1]], [evaluation('x', [[0.95, 1]])], []],
  ['a value at the upper bound lists nothing', [[0.4, 1]], [evaluation('x', [[0.9, 1]])], []],
  ['a page on which no system does well is not listed', [[0.1, 1]], [evaluation('x', [[0.3, 1]])], []],
  ['undefined precision of the system: not listed', [[NONE, 0]], [evaluation('x', [[0.95, 1]])], []],
  ['undefined precision of another: not listed', [[0.4, 1]], [evaluation('x', [[NONE, 0]])], []],
  [
    'the best of several is named, not the most precise',
    [[0.4, 1]],
    [evaluation('little', [[1, 0.2]]), evaluation('good', [[0.95, 0.9]]), evaluation('poor', [[0.5, 1]])],
    ['p0 by good of 2'],
  ],
  [
    'the largest difference of scores comes first',
    [
      [0.4, 1],
      [0.1, 1],
      [0.8, 1],
    ],
    [
      evaluation('x', [
        [0.95, 1],
        [0.95, 1],
        [0.95, 1],
      ]),
    ],
    ['p1 by x of 1', 'p0 by x of 1'],
  ],
  [
    'by recall',
    [[1, 0.2]],
    [evaluation('x', [[0.95, 0.95]])],
    ['p0 by x of 1'],
    { measure: 'recall', below: 0.5, above: 0.9 },
  ],
];
for (const [name, system, others, found, bounds = PRECISION] of CASES)
  test(name, () =>
    assert.deepEqual(
      hardCases(evaluation('system', system), others, bounds).map(
        ({ own, by, systems }) => `${own.id} by ${by} of ${systems}`,
      ),
      found,
    ),
  );

test('the pages of half of the loss, and the share of each cause', () => {
  const causes: readonly (readonly Cause[])[] = [['other-extra'], [], ['other-extra', 'script'], ['other-missing']];
  const { pages } = evaluation('x', [
    [0.9, 0.9],
    [1, 1],
    [0.2, 0.2],
    [0.9, 0.9],
  ]);
  const { losses, hardest, byCause } = lossesOf(pages, (at) => causes[at]);
  assert.deepEqual(
    losses.map(({ own, loss }) => `${own.id} ${loss.toFixed(1)}`),
    ['p2 0.8', 'p0 0.1', 'p3 0.1'],
  );
  assert.equal(hardest, 1);
  assert.deepEqual(
    byCause.map(({ cause, pages: count, share }) => `${cause} ${count} ${share.toFixed(1)}`),
    ['other-extra 2 0.9', 'script 1 0.8', 'other-missing 1 0.1'],
  );
});

test('a system without loss has no hard page', () => {
  const { losses, hardest, byCause } = lossesOf(evaluation('x', [[1, 1]]).pages, () => []);
  assert.deepEqual([losses, hardest, byCause], [[], 0, []]);
});
