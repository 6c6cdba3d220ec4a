import assert from 'node:assert/strict';
import { test } from 'node:test';
import { seededRandom } from 'dehusk/demo';
import {
  addedErrors,
  growTree,
  type Instances,
  laplace,
  leafOf,
  leavesOf,
  majority,
  pruneByConfidence,
  pruneByErrors,
  sortRows,
  type TreeNode,
} from './c45-tree.js';
import { crossValidate, printedFigures, treeLearner } from './cross-validate.js';

/** Instances from rows of values, the last being the class. */
function instancesOf(rows: readonly (readonly number[])[], weights = rows.map(() => 1)): Instances {
  const width = rows[0].length - 1;
  const classes = Uint8Array.from(rows, (row) => row[width]);
  return {
    columns: Array.from({ length: width }, (_, at) => Float64Array.from(rows, (row) => row[at])),
    classes,
    classCount: Math.max(...classes) + 1,
    weights: Uint32Array.from(weights),
  };
}

const allOf = ({ classes }: Instances): Uint8Array => new Uint8Array(classes.length).fill(1);
const rowsOf = ({ classes }: Instances): Uint32Array => Uint32Array.from(classes.keys());

function grow(instances: Instances, options = {}): TreeNode {
  const features = [...instances.columns.keys()];
  return growTree(instances, sortRows(instances), allOf(instances), features, options);
}

/** A tree as text: `x0<=3 ? 0 : 1`. */
function print({ feature, threshold, left, right, weights }: TreeNode): string {
  if (left === null || right === null) return String(majority(weights));
  return `(x${feature}<=${threshold} ? ${print(left)} : ${print(right)})`;
}

/** Quinlan's weather data with its numeric features: temperature, humidity, and whether one plays. */
const WEATHER = [
  [85, 85, 0],
  [80, 90, 0],
  [83, 86, 1],
  [70, 96, 1],
  [68, 80, 1],
  [65, 70, 0],
  [64, 65, 1],
  [72, 95, 0],
  [69, 70, 1],
  [75, 80, 1],
  [75, 70, 1],
  [72, 90, 1],
  [81, 75, 1],
  [71, 91, 0],
];

test('a split has the threshold of the largest gain: the largest value up to the middle', () => {
  const cases: readonly [what: string, rows: number[][], tree: string][] = [
    [
      'one feature separates',
      [
        [1, 0],
        [2, 0],
        [8, 1],
        [9, 1],
      ],
      '(x0<=2 ? 0 : 1)',
    ],
    [
      'one class is a leaf',
      [
        [1, 1],
        [2, 1],
        [8, 1],
        [9, 1],
      ],
      '1',
    ],
    [
      'sides below two rows are not made',
      [
        [1, 0],
        [2, 1],
        [3, 1],
      ],
      '1',
    ],
    [
      'equal values cannot be separated',
      [
        [5, 0],
        [5, 1],
        [5, 1],
        [5, 0],
      ],
      '0',
    ],
    [
      'the second feature separates better',
      [
        [1, 4, 0],
        [9, 3, 0],
        [2, 7, 1],
        [8, 8, 1],
      ],
      '(x1<=4 ? 0 : 1)',
    ],
    [
      'of equal features the first',
      [
        [1, 1, 0],
        [2, 2, 0],
        [8, 8, 1],
        [9, 9, 1],
      ],
      '(x0<=2 ? 0 : 1)',
    ],
  ];
  for (const [what, rows, tree] of cases) assert.equal(print(grow(instancesOf(rows))), tree, what);
});

test('humidity of the weather data splits at 80, as C4.5 has it', () => {
  // The gain at 80 is 0.1518 bits, before log2(7 thresholds) / 14 is subtracted: the split would not pay, so no tree is grown.
  const humidity = instancesOf(WEATHER.map(([, value, kind]) => [value, kind]));
  assert.equal(leavesOf(grow(humidity)), 1);
  // With ten times the weight the subtraction is a tenth.
  const heavy = instancesOf(
    WEATHER.map(([, value, kind]) => [value, kind]),
    WEATHER.map(() => 10),
  );
  const { feature, threshold } = grow(heavy, { maxDepth: 1 });
  assert.deepEqual([feature, threshold], [0, 80]);
});

test('the gain ratio decides among the splits of at least average gain', () => {
  /** Rows of a class of which some have 1 in each of three features: as independent as the counts allow. */
  const rows = (kind: number, count: number, ones: readonly number[]): number[][] =>
    Array.from({ length: count }, (_, at) => [...ones.map((one) => Number((at * 7) % count < one)), kind]);
  // Gains .228, .296 and .04; gain ratios .37, .30 and .04. The first splits off 15 rows of one class, the second halves.
  const instances = instancesOf([...rows(0, 60, [0, 15, 25]), ...rows(1, 40, [15, 35, 25])]);
  assert.equal(print(grow(instances, { maxDepth: 1 })), '(x0<=0 ? 0 : 1)');
  // Without the third, the first has less than the average gain.
  const two = { ...instances, columns: instances.columns.slice(0, 2) };
  assert.equal(print(grow(two, { maxDepth: 1 })), '(x1<=0 ? 0 : 1)');
});

test('weights count like repeated rows', () => {
  const rows = [
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 0],
    [5, 1],
    [6, 1],
  ];
  const weights = [3, 2, 4, 2, 5, 3];
  const repeated = rows.flatMap((row, at) => Array.from({ length: weights[at] }, () => row));
  assert.equal(print(grow(instancesOf(rows, weights))), print(grow(instancesOf(repeated))));
});

test('a tree learns a published tree from its own labels', () => {
  const random = seededRandom('c45');
  const rows = Array.from({ length: 3000 }, () => {
    const [words, links, next] = [random.between(1, 60), random.next(), random.between(1, 60)];
    return [words, links, next, Number(links <= 1 / 3 && (words > 16 || next > 15))];
  });
  const instances = instancesOf(rows);
  const tree = grow(instances);
  pruneByConfidence(tree, instances, rowsOf(instances));
  const wrong = rows.filter((row, at) => majority(leafOf(tree, instances, at).weights) !== row[3]);
  assert.equal(wrong.length, 0);
  assert.equal(leavesOf(tree), 4);
});

test('added errors are Quinlan’s upper limits of confidence', () => {
  // C4.5, p. 42: U.25(0, 6) = .206, U.25(0, 9) = .143, U.25(1, 16) = .157 by the exact binomial.
  for (const [weight, errors, limit, tolerance] of [
    [6, 0, 0.206, 5e-4],
    [9, 0, 0.143, 5e-4],
    [1, 0, 0.75, 1e-9],
    [16, 1, 0.157, 0.01],
  ] as const)
    assert.ok(
      Math.abs((errors + addedErrors(weight, errors, 0.25)) / weight - limit) <= tolerance,
      `${errors} of ${weight}`,
    );
  assert.equal(addedErrors(0, 0, 0.25), 0);
});

/** A tree over two features, and what the rows of its leaves are of class 0 and 1. */
const leaf = (zero: number, one: number): TreeNode => ({
  feature: -1,
  threshold: 0,
  left: null,
  right: null,
  weights: Float64Array.of(zero, one),
});
function split(feature: number, threshold: number, left: TreeNode, right: TreeNode): TreeNode {
  return { feature, threshold, left, right, weights: left.weights.map((one, kind) => one + right.weights[kind]) };
}
/** Rows that a tree sorts into leaves with these weights. */
function rowsAt(values: readonly number[], zero: number, one: number): number[][] {
  return [...Array.from({ length: zero }, () => [...values, 0]), ...Array.from({ length: one }, () => [...values, 1])];
}

test('pruning by confidence', () => {
  const cases: readonly [what: string, tree: TreeNode, rows: number[][], pruned: string][] = [
    [
      'Quinlan’s example: leaves of 6, 9 and 1 pure rows are worse than one leaf with an error in 16',
      split(0, 1, leaf(6, 0), split(1, 1, leaf(9, 0), leaf(0, 1))),
      [...rowsAt([1, 2], 6, 0), ...rowsAt([2, 1], 9, 0), ...rowsAt([2, 2], 0, 1)],
      '0',
    ],
    [
      'two classes of thirty rows each stay apart',
      split(0, 1, leaf(30, 0), leaf(0, 30)),
      [...rowsAt([1, 0], 30, 0), ...rowsAt([2, 0], 0, 30)],
      '(x0<=1 ? 0 : 1)',
    ],
    [
      'a split that does not reduce the training errors becomes a leaf',
      split(0, 1, leaf(30, 10), leaf(40, 20)),
      [...rowsAt([1, 0], 30, 10), ...rowsAt([2, 0], 40, 20)],
      '0',
    ],
    [
      'the heavier branch replaces a node that does no better',
      split(0, 1, leaf(1, 0), split(1, 1, leaf(50, 0), leaf(0, 50))),
      [...rowsAt([1, 1], 1, 0), ...rowsAt([2, 1], 50, 0), ...rowsAt([2, 2], 0, 50)],
      '(x1<=1 ? 0 : 1)',
    ],
  ];
  for (const [what, tree, rows, pruned] of cases) {
    const instances = instancesOf(rows);
    pruneByConfidence(tree, instances, rowsOf(instances));
    assert.equal(print(tree), pruned, what);
    assert.equal(
      tree.weights.reduce((a, b) => a + b, 0),
      rows.length,
      `${what}: weights`,
    );
  }
});

test('pruning by errors keeps a split only where it helps rows that were held back', () => {
  const tree = () => split(0, 1, leaf(10, 0), split(1, 1, leaf(9, 1), leaf(1, 9)));
  const helps = instancesOf([...rowsAt([2, 1], 5, 0), ...rowsAt([2, 2], 0, 5)]);
  const [kept, cut] = [tree(), tree()];
  assert.equal(pruneByErrors(kept, helps, rowsOf(helps)), 0);
  assert.equal(print(kept), '(x0<=1 ? 0 : (x1<=1 ? 0 : 1))');
  const contradicts = instancesOf([...rowsAt([2, 1], 5, 1), ...rowsAt([2, 2], 5, 0)]);
  assert.equal(pruneByErrors(cut, contradicts, rowsOf(contradicts)), 1);
  assert.equal(print(cut), '0');
});

test('probabilities of a leaf are Laplace’s', () => {
  assert.deepEqual([...laplace(Float64Array.of(3, 0, 5))], [4 / 11, 1 / 11, 6 / 11]);
});

test('cross-validation weighs rows and never predicts a fold by itself', () => {
  // The feature says the class, in the opposite way in each fold: a tree of the other fold is always wrong.
  const rows = Array.from({ length: 40 }, (_, at) => [at % 2, (at + (at < 20 ? 0 : 1)) % 2]);
  const folds = Uint8Array.from(rows, (_, at) => Number(at >= 20));
  const learner = treeLearner({ features: [0], pruning: 'confidence' });
  const opposite = crossValidate(instancesOf(rows), folds, learner);
  assert.equal(opposite.accuracy, 0);
  assert.equal(opposite.auc, 0);
  const same = crossValidate(instancesOf(rows.map(([value]) => [value, value])), folds, learner);
  assert.deepEqual([same.accuracy, same.f1, same.auc, same.leaves], [1, 1, 1, 2]);
});

test('figures are means over classes by weight; the area is one class against the others', () => {
  const figures = printedFigures(
    { columns: [], classes: Uint8Array.of(0, 0, 1, 2), classCount: 3, weights: Uint32Array.of(4, 2, 3, 1) },
    Uint8Array.of(0, 1, 1, 0),
    [Float64Array.of(0.9, 0.4, 0.4, 0.1), Float64Array.of(0.1, 0.5, 0.5, 0.2), Float64Array.of(0, 0.1, 0.1, 0.7)],
  );
  // Precision 4/5, 3/5, 0; recall 4/6, 1, 0; areas 21/24, 18/21, 1.
  const expected = {
    accuracy: 0.7,
    recall: 0.7,
    precision: 0.66,
    f1: 0.6 * (8 / 11) + 0.3 * 0.75,
    auc: 0.525 + 0.9 * (2 / 7) + 0.1,
  };
  for (const [name, value] of Object.entries(expected))
    assert.ok(Math.abs(figures[name as keyof typeof expected] - value) < 1e-12, name);
  assert.deepEqual(
    figures.classF1.map((one) => one.toFixed(4)),
    ['0.7273', '0.7500', '0.0000'],
  );
});
