/**
 * The LATINO project's tree files: Weka's print of a J48 tree. Lines that start with `#` are comments; any other line is a test,
 * after one `|` per level, and the class of its leaf: `|   c.InP = 0: 2 (37.0/10.0)`. The two tests of a node are
 * complementary.
 */
import type { TreeNode } from './c45-tree.js';

const LINE = /^((?:\|\s*)*)(\S+) (<=|>|=) (-?[\d.]+)(?:: (\d+) \((\d+(?:\.\d+)?)(?:\/(\d+(?:\.\d+)?))?\))?$/;

interface TestLine {
  readonly depth: number;
  readonly feature: string;
  readonly test: string;
  readonly value: number;
  /** The leaf's weights; null where the test leads to further tests. */
  readonly weights: Float64Array | null;
}

/**
 * Reads a tree.
 *
 * @param features names of the columns: `p.Wrds`, `c.Wrds`, …
 * @param classCount number of classes
 * @throws Error naming the line that is not part of such a tree
 */
export function parseTree(text: string, features: readonly string[], classCount: number): TreeNode {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line): TestLine => {
      const [, bars, feature, test, value, kind, weight, errors] = LINE.exec(line.trimEnd()) ?? [];
      if (feature === undefined || !features.includes(feature))
        throw new Error(`the tree file has the line "${line}", expected a test such as "|   c.Wrds <= 4: 2 (7.0/1.0)"`);
      const weights = kind === undefined ? null : new Float64Array(classCount);
      // The file does not say which classes the errors are of.
      if (weights !== null) weights[Number(kind)] = Number(weight) - Number(errors ?? 0);
      return { depth: bars.split('|').length - 1, feature, test, value: Number(value), weights };
    });
  let at = 0;
  /** The node after the last line read. */
  const nodeAfter = ({ weights }: TestLine, depth: number): TreeNode =>
    weights === null ? read(depth + 1) : { feature: -1, threshold: 0, left: null, right: null, weights };
  const next = (depth: number): TestLine => {
    const line = lines[at++];
    if (line?.depth !== depth)
      throw new Error(`the tree file ends or changes depth at test ${at}, expected depth ${depth}`);
    return line;
  };
  const read = (depth: number): TreeNode => {
    const first = next(depth);
    const left = nodeAfter(first, depth);
    const second = next(depth);
    const isComplement =
      second.feature === first.feature &&
      (first.test === '='
        ? second.test === '=' && first.value === 0 && second.value === 1
        : first.test === '<=' && second.test === '>' && second.value === first.value);
    if (!isComplement)
      throw new Error(
        `the tree file has ${second.feature} ${second.test} ${second.value} at test ${at}, expected the complement of ${first.feature} ${first.test} ${first.value}`,
      );
    const right = nodeAfter(second, depth);
    const weights = left.weights.map((one, kind) => one + right.weights[kind]);
    return { feature: features.indexOf(first.feature), threshold: first.value, left, right, weights };
  };
  const tree = read(0);
  if (at !== lines.length) throw new Error(`the tree file goes on after the tree, at test ${at + 1}`);
  return tree;
}
