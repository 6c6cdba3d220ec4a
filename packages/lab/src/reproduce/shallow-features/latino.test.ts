import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { datasetsRoot } from '../../datasets/index.js';
import { leafOf, leavesOf, majority } from './c45-tree.js';
import { LATINO_FEATURES, latinoBlocks, latinoParity, parseTree } from './latino-trees.js';

/** One block's features by name. */
const named = ({ features }: { features: readonly number[] }) =>
  Object.fromEntries(LATINO_FEATURES.map((name, at) => [name, features[at]]));

test('features of a block', () => {
  const [title, menu, story] = latinoBlocks(
    `<title>Ein Tag 3</title><a href="/">Home</a> <b>World</b> <a href="/s">Sport</a><p>A big <i>Storm</i>. NATO met.</p>`,
  ).map(named);
  assert.deepEqual([title.Wrds, title.Chars, title.CapWrdRtio, title.RelPos], [2, 7, 0.5, 1 / 3]);
  // Four tags of two links: 12 + 4 + 13 + 4 characters; 7 tokens.
  assert.deepEqual(menu, {
    RelPos: 2 / 3,
    Wrds: 3,
    Chars: 47,
    LnkDns: 2 / 7,
    TxtDns: 7,
    AvgWrdLn: 14 / 3,
    FlstpRtio: 0,
    CapWrdRtio: 0,
    CapStrtWrdRtio: 1,
    WrdsQt: 2 / 3,
    TxtDnsQt: 3 / 7,
    InP: 1,
    InH: 0,
  });
  assert.deepEqual(
    [story.Wrds, story.FlstpRtio, story.CapWrdRtio, story.CapStrtWrdRtio, story.InP],
    [5, 0.4, 0.4, 0.2, 1],
  );
});

test('boundaries of blocks', () => {
  const cases: readonly [what: string, html: string, words: number[]][] = [
    ['inline formatting does not separate', 'a <em>b</em> <font>c</font>', [3]],
    ['a span does', 'a <span>b</span> c', [1, 1, 1]],
    ['numbers alone are no block, but count for the next', '<p>12</p><p>a 3</p>', [1]],
    ['script, style and noscript are skipped', 'a<script>b<p></script><noscript>c</noscript><style>d</style>e', [1, 1]],
    ['a self-closing link and a stray end tag do not count', '<a href="x"/>a</a> b', [2]],
  ];
  for (const [what, html, words] of cases)
    assert.deepEqual(
      latinoBlocks(html).map((one) => named(one).Wrds),
      words,
      what,
    );
  assert.equal(named(latinoBlocks('<p>12</p><p>a 3</p>')[0]).TxtDns, 3);
  assert.equal(named(latinoBlocks('<a href="x"/>a</a> b')[0]).TxtDns, 2);
  assert.equal(named(latinoBlocks('<p>open <div>a</div>')[1]).InP, 1);
  assert.equal(named(latinoBlocks('<p>last')[0]).InP, 0);
  assert.equal(named(latinoBlocks('<h3>a</h3>')[0]).InH, 1);
  assert.equal(named(latinoBlocks('<h4>a</h4>')[0]).InH, 0);
});

test('in annotated pages a span is the class and no boundary', () => {
  const html = '<p><span class="x-nc-sel2">a <span>b</span></span> <span class="x-nc-sel5">c</span></p><p>d</p>';
  assert.deepEqual(
    latinoBlocks(html, true).map((one) => [named(one).Wrds, one.kind]),
    [
      [3, 5],
      [1, 0],
    ],
  );
});

test('a tree file is read', () => {
  const text =
    '# a comment\r\n\r\nc.Wrds <= 4\r\n|   p.InP = 0: 0 (30.0/4.0)\r\n|   p.InP = 1: 3 (7.0)\r\nc.Wrds > 4: 2 (50.0/0.5)\r\n';
  const features = ['c.Wrds', 'p.InP'];
  const tree = parseTree(text, features, 6);
  assert.equal(leavesOf(tree), 3);
  assert.deepEqual([...tree.weights], [26, 0, 49.5, 7, 0, 0]);
  const columns = [Float64Array.of(4, 4, 5), Float64Array.of(0, 1, 1)];
  assert.deepEqual(
    [0, 1, 2].map((row) => majority(leafOf(tree, { columns }, row).weights)),
    [0, 3, 2],
  );
  for (const [broken, message] of [
    ['c.Words <= 4: 0 (1.0)', /has the line "c.Words <= 4: 0 \(1.0\)"/],
    ['c.Wrds <= 4: 0 (1.0)\n', /ends or changes depth at test 2/],
    ['c.Wrds <= 4: 0 (1.0)\nc.Wrds > 5: 0 (1.0)', /expected the complement of c.Wrds <= 4/],
    ['c.Wrds <= 4: 0 (1.0)\nc.Wrds > 4: 0 (1.0)\nc.Wrds > 4: 0 (1.0)', /goes on after the tree, at test 3/],
  ] as const)
    assert.throws(() => parseTree(broken, features, 6), message);
});

const root = datasetsRoot();
const hasReference = existsSync(join(root, '..', 'refs', 'latino-cs')) && existsSync(join(root, 'cleanportaleval'));
test('blocks and features beside the output of the project’s program', {
  skip: hasReference ? false : 'skipped: needs ../shared/refs/latino-cs and ../shared/data/cleanportaleval',
}, async () => {
  const { pages, equalPages, blocks, equalBlocks, equalClasses } = await latinoParity();
  assert.deepEqual([pages, equalPages], [71, 71]);
  assert.deepEqual([blocks, equalClasses], [14_570, 14_570], 'the class of every block');
  assert.ok(equalBlocks >= 0.995 * blocks, `${equalBlocks} of ${blocks} blocks`);
});
