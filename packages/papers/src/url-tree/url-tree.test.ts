import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  branchOf,
  keptText,
  NO_CONTEXT,
  type SiteLearner,
  type SitePage,
  UrlTree,
  withDefaults,
} from '@dehusk/core/extend';
import { parse } from '@dehusk/html';
import fc from 'fast-check';
import { hashBlocks } from './block-hash.js';
import { HEURISTICS, juryOf, type UrlTreeOptions, urltree, urltreeSimilar } from './url-tree.js';

const DAY = 86_400_000;

function pageOf(url: string, blocks: readonly string[], at = 0): SitePage {
  const parsed = parse(`<body>${blocks.map((text) => `<div>${text}</div>`).join('')}`);
  assert.ok(parsed.ok);
  return { page: parsed.page, url, key: url, at };
}

const optionsOf = (given: Partial<Record<string, unknown>> = {}): UrlTreeOptions =>
  withDefaults(urltree, given as Record<string, unknown>);

function keptOf(tree: UrlTree, page: SitePage, options: UrlTreeOptions, learner = urltree): string[] {
  const decision = learner.label(tree, page, options, NO_CONTEXT);
  assert.ok(decision.ok, 'the site is known');
  return keptText(decision.labelled).split('\n');
}

/** The worked example of the specification: six documents of a news site. */
const TOY: readonly [path: string, blocks: readonly string[]][] = [
  ['politics/eu/a1.html', ['Site name', 'Home', 'Story one text', 'Copyright 2020', '12 Jan']],
  ['politics/eu/a2.html', ['Site name', 'Home', 'Story two text', 'Copyright 2021', '13 Jan']],
  ['sport/a3.html', ['Site name', 'Home', 'Match report', 'Copyright 2021', '9']],
  ['sport/a4.html', ['Site name', 'Home', 'Another match', 'Copyright 2021', '10']],
  ['politics/eu/a5.html', ['Site name', 'Home', 'Story three text', 'Politics menu', 'Copyright 2021']],
  ['politics/eu/a6.html', ['Site name', 'Home', 'Story four text', 'Politics menu', 'Copyright 2021']],
];
const toyPage = (number: number): SitePage => {
  const [path, blocks] = TOY[number];
  return pageOf(`http://www.news.co.uk/${path}`, blocks, number * DAY);
};

test('the worked example, streaming, strict(5, 1): exact', () => {
  const options = optionsOf();
  const tree = urltree.empty(options);
  const got = TOY.map((_, number) => {
    urltree.observe(tree, toyPage(number), options);
    return keptOf(tree, toyPage(number), options);
  });
  assert.deepEqual(got, [
    ['Site name', 'Home', 'Story one text', 'Copyright 2020', '12 Jan'],
    ['Story two text'],
    ['Match report', '9'],
    ['Another match'],
    ['Story three text', 'Politics menu'],
    ['Story four text'],
  ]);
  const decision = urltree.label(tree, toyPage(5), options, NO_CONTEXT);
  assert.ok(decision.ok);
  assert.match(decision.labelled.labels.why[0], /^in 6 of 6 documents at \/uk\/co\/news\/www \(above 1\)$/);
  assert.deepEqual(Array.from(decision.labelled.features?.documents ?? []), [6, 6, 1, 2, 6]);
});

test('the worked example with a minimum support of 3: the menu is judged in its own directory', () => {
  const options = optionsOf({ minSupport: 3 });
  const tree = urltree.empty(options);
  for (let number = 0; number < 5; number++) urltree.observe(tree, toyPage(number), options);
  assert.deepEqual(keptOf(tree, toyPage(4), options), ['Story three text', 'Politics menu']);
  const decision = urltree.label(tree, toyPage(4), options, NO_CONTEXT);
  assert.ok(decision.ok);
  assert.match(decision.labelled.labels.why[3], /^in 1 of 3 documents at \/uk\/co\/news\/www\/politics\/eu /);
});

test('a page gets the same labels before and after it is observed', () => {
  const options = optionsOf();
  const tree = urltree.empty(options);
  for (let number = 0; number < 5; number++) urltree.observe(tree, toyPage(number), options);
  const before = urltree.label(tree, toyPage(5), options, NO_CONTEXT);
  urltree.observe(tree, toyPage(5), options);
  assert.deepEqual(urltree.label(tree, toyPage(5), options, NO_CONTEXT), before);
});

test('batch insertion: labelled after the whole batch, the first page loses its frame too', () => {
  const options = optionsOf();
  const tree = urltree.empty(options);
  for (let number = 0; number < 6; number++) urltree.observe(tree, toyPage(number), options);
  assert.deepEqual(keptOf(tree, toyPage(0), options), ['Story one text']);
});

test('the judges of every heuristic', () => {
  const numbers = { minSupport: 5, maxCount: 1, support: 100, relaxAbove: 500 };
  // Root, uk, co, news (the domain), www, politics, eu.
  const cases: readonly [
    supports: number[],
    expected: Record<string, [places: number[], counts: number[], needed: number]>,
  ][] = [
    [
      [600, 600, 600, 600, 300, 120, 4],
      {
        strict: [[5], [1], 1],
        'strict-support': [[5], [1], 1],
        'strict-at-domain': [[0], [1], 1],
        'relaxed-at-domain': [[0], [2], 1],
        'vote-slow': [[5, 4, 3], [2, 4, 7], 2],
        'vote-fast': [[5, 4, 3], [3, 7, 13], 2],
      },
    ],
    [
      [500, 500, 500, 500, 100, 5, 5],
      {
        strict: [[6], [1], 1],
        'strict-support': [[3], [1], 1],
        'relaxed-at-domain': [[0], [1], 1],
        'vote-slow': [[6, 5, 4, 3], [1, 1, 2, 6], 2],
        'vote-fast': [[6, 5, 4, 3], [1, 1, 3, 11], 3],
      },
    ],
    [
      [4, 4, 4, 4, 4, 4, 4],
      {
        strict: [[0], [1], 1],
        'strict-support': [[0], [1], 1],
        'vote-slow': [[3], [1], 1],
        'vote-fast': [[3], [1], 1],
      },
    ],
  ];
  for (const [supports, expected] of cases)
    for (const heuristic of HEURISTICS) {
      const want = expected[heuristic];
      if (!want) continue;
      const { judges, votesNeeded } = juryOf(heuristic, supports, 3, numbers);
      assert.deepEqual(
        [judges.map(({ place }) => place), judges.map(({ maxCount }) => maxCount), votesNeeded],
        want,
        `${heuristic} on ${supports}`,
      );
    }
});

test('the rules of the authors’ program', () => {
  const page = pageOf('http://e.com/a/b', [
    '<a href=x>All linked</a>',
    '<a href=x>Half</a> linked',
    '<nav>In navigation</nav>',
    'Plain text',
  ]);
  const labelled = (given: Record<string, unknown>): string[] => {
    const options = optionsOf(given);
    const tree = urltree.empty(options);
    urltree.observe(tree, page, options);
    return keptOf(tree, page, options);
  };
  assert.deepEqual(labelled({}), ['All linked', 'Half linked', 'In navigation', 'Plain text']);
  assert.deepEqual(labelled({ linkRule: true }), ['Half linked', 'In navigation', 'Plain text']);
  assert.deepEqual(labelled({ tagRule: true }), ['All linked', 'Half linked', 'Plain text']);
});

test('letterless blocks: counted as one, by their digits, or like the block before', () => {
  const pages = ['1', '2'].map((digit) =>
    pageOf(`http://e.com/${digit}`, ['menu', '7', `story ${'x'.repeat(Number(digit))}`, digit]),
  );
  const labelled = (letterless: string): string[] => {
    const options = optionsOf({ letterless });
    const tree = urltree.empty(options);
    for (const page of pages) urltree.observe(tree, page, options);
    return keptOf(tree, pages[1], options);
  };
  assert.deepEqual(labelled('shared'), ['story xx']);
  assert.deepEqual(labelled('digits'), ['story xx', '2']);
  assert.deepEqual(labelled('previous'), ['story xx', '2']);
  assert.throws(() => urltree.empty(optionsOf({ letterless: 'no' })), {
    name: 'RangeError',
    message: /got "no", expected shared/,
  });
});

test('similar blocks count as one under urltree-similar, not under urltree', () => {
  const words =
    'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty';
  const long = Array.from({ length: 12 }, (_, at) => `${words.replaceAll('e', `e${'abcdefghijkl'[at]}`)}`).join(' ');
  const pages = [long, `${long} extra`].map((text, at) =>
    pageOf(`http://e.com/${at}`, [text, `only ${at === 0 ? 'a' : 'b'}`], at),
  );
  const kept = (learner: SiteLearner<UrlTree, UrlTreeOptions>): number => {
    const options = optionsOf();
    const tree = learner.empty(options);
    for (const page of pages) learner.observe(tree, page, options);
    return keptOf(tree, pages[1], options, learner).length;
  };
  assert.equal(kept(urltree), 2);
  assert.equal(kept(urltreeSimilar), 1);
});

test('block hashes: vectors, and differences that do not count', () => {
  const hash = (text: string, kind: 'fast' | 'md5' | 'similar'): string => {
    const { high, low } = hashBlocks([text], kind, 'shared');
    return high[0].toString(16).padStart(8, '0') + low[0].toString(16).padStart(8, '0');
  };
  assert.equal(hash('home', 'md5'), 'f4351160151b743e');
  assert.equal(hash(' HOME 12!', 'md5'), 'f4351160151b743e');
  assert.equal(hash('', 'md5'), '7af0f86341859d3d');
  for (const kind of ['fast', 'md5', 'similar'] as const) {
    assert.equal(hash('Copyright 2020', kind), hash('copyright: 2021', kind));
    assert.equal(hash('12.3', kind), hash('', kind));
    assert.notEqual(hash('ab', kind), hash('ba', kind));
    assert.notEqual(hash('ä', kind), hash('a', kind));
  }
  assert.notEqual(hash('𝔸', 'fast'), hash('', 'fast'));
  assert.equal(hash('💩', 'fast'), hash('', 'fast'));
});

test('branches and units', () => {
  const cases: readonly [url: string, key: string, branch: string, unit: string][] = [
    ['http://www.news.co.uk/a/b/c.html', 'x', 'uk/co/news/www/a/b', 'news.co.uk'],
    ['http://www.news.co.uk/a/b/?id=1', 'x?id=1', 'uk/co/news/www/a/b', 'news.co.uk'],
    ['http://www.news.co.uk/a/b/?id=1', 'x', 'uk/co/news/www/a', 'news.co.uk'],
    ['http://127.0.0.1/a/b', 'x', '127.0.0.1/a', '127.0.0.1'],
    ['http://localhost/', 'x', 'localhost', 'localhost'],
    ['nonsense', 'x', '', ''],
  ];
  for (const [url, key, branch, unit] of cases) {
    assert.equal(branchOf(url, key).segments.join('/'), branch, url);
    assert.equal(urltree.unit(url), unit, url);
  }
  assert.equal(branchOf('http://www.news.co.uk/a', 'x').domainDepth, 3);
});

test('documents out of bounds are removed, never below the minimum', () => {
  const options = optionsOf({ maxDocuments: 6, maxDays: 10, keepAtLeast: 3 });
  const tree = urltree.empty(options);
  const sizes: number[] = [];
  for (const day of [0, 1, 2, 3, 4, 5, 6, 11.5, 40]) {
    urltree.observe(tree, pageOf(`http://e.com/${day}`, ['menu', `day ${'i'.repeat(day)}`], day * DAY), options);
    sizes.push(tree.size);
  }
  assert.deepEqual(sizes, [1, 2, 3, 4, 5, 6, 6, 6, 3]);
  urltree.forget(tree, 40 * DAY, options);
  assert.equal(tree.size, 1);
  urltree.forget(tree, 41 * DAY, options);
  assert.equal(tree.size, 0);
  assert.equal(urltree.label(tree, toyPage(0), options, NO_CONTEXT).ok, false);
  urltree.observe(tree, toyPage(0), options);
  assert.equal(keptOf(tree, toyPage(0), options).length, 5);
});

test('the oldest documents go when all together have too many blocks', () => {
  const sizes = [4, 3, 5, 1, 2, 9, 3, 1, 12, 2];
  const bounds = { maxDocuments: 100, maxAge: 1e9, keepAtLeast: 100 };
  for (const order of [sizes.map((_, at) => at), sizes.map((_, at) => sizes.length - 1 - at)]) {
    const tree = new UrlTree({ kind: 'md5', letterless: 'shared', legacySplit: true }, bounds, undefined, 16);
    for (const at of order) {
      const low = Array.from({ length: sizes[at] }, (_, block) => 100 * at + block);
      tree.insert({ keyHigh: 0, keyLow: at, at, branch: ['e.com'], high: low.map(() => 0), low });
    }
    const kept = sizes.flatMap((size, at) => (tree.find(0, at) >= 0 ? [size] : []));
    assert.deepEqual(kept.slice(-3), [1, 12, 2]);
    assert.ok(kept.reduce((sum, size) => sum + size, 0) <= 16, `${kept}`);
  }
});

test('options out of range are programming errors', () => {
  const tree = urltree.empty(optionsOf());
  const page = toyPage(0);
  for (const given of [{ heuristic: 'none' }, { minSupport: 0 }, { maxCount: 0.5 }])
    assert.throws(() => urltree.label(tree, page, optionsOf(given), NO_CONTEXT), {
      name: 'RangeError',
      message: /got .*, expected/,
    });
});

test('explain prints the tree with documents and blocks', () => {
  const options = optionsOf();
  const tree = urltree.empty(options);
  for (let number = 0; number < 6; number++) urltree.observe(tree, toyPage(number), options);
  assert.deepEqual(
    urltree.explain(tree).map(({ value, support, example }) => `${value} ${support} ${example?.split(',')[0]}`),
    [
      '# 6 30 blocks',
      '  uk 6 30 blocks',
      '    co 6 30 blocks',
      '      news 6 30 blocks',
      '        www 6 30 blocks',
      '          politics 4 20 blocks',
      '            eu 4 20 blocks',
      '          sport 2 10 blocks',
    ],
  );
});

/** Random crawls over few paths, keys, words and times, so that everything meets everything. */
const segment = fc.constantFrom('a', 'b', 'c');
const visit = fc.record({
  path: fc.array(segment, { maxLength: 3 }),
  name: fc.nat(12),
  blocks: fc.array(fc.constantFrom('x', 'y', 'z', 'u', 'v', 'w', 'menu', 'foot'), { maxLength: 5 }),
  at: fc.nat(30),
});
type Visit = typeof visit extends fc.Arbitrary<infer V> ? V : never;
const visitPage = ({ path, name, blocks, at }: Visit): SitePage => ({
  ...pageOf(`http://e.com/${[...path, `p${name}`].join('/')}`, blocks, at * DAY),
  key: `p${name}`,
});
const crawl = fc.array(visit, { minLength: 1, maxLength: 40 });
const BOUNDS = [{}, { maxDocuments: 8, maxDays: 9, keepAtLeast: 3 }];

test('invariant: counts at every node are those of a plain table of the documents, also after removals', () => {
  fc.assert(
    fc.property(crawl, fc.constantFrom(...BOUNDS), (visits, bounds) => {
      const options = optionsOf(bounds);
      const tree = urltree.empty(options);
      for (const one of visits) urltree.observe(tree, visitPage(one), options);
      const plain: { branch: string[]; blocks: Set<number> }[] = [];
      tree.eachDocument((row, node) =>
        plain.push({ branch: tree.branchOf(node), blocks: new Set(tree.blockList(row)) }),
      );
      const branches = new Set(plain.flatMap(({ branch }) => branch.map((_, at) => branch.slice(0, at + 1).join('/'))));
      for (const path of ['', ...branches]) {
        const branch = path === '' ? [] : path.split('/');
        const below = plain.filter((one) => branch.every((name, at) => one.branch[at] === name));
        const node = tree.nodesOf(branch)[branch.length];
        assert.equal(tree.supportOf(node), below.length, path);
        const count = tree.counter(node);
        for (const block of new Set(plain.flatMap(({ blocks }) => [...blocks])))
          assert.equal(
            count(block),
            below.filter(({ blocks }) => blocks.has(block)).length,
            `block ${block} at /${path}`,
          );
      }
    }),
    { numRuns: 60 },
  );
});

for (const learner of [urltree, urltreeSimilar])
  test(`invariant: ${learner.name}: order makes no difference, equal models have equal bytes`, () => {
    fc.assert(
      fc.property(crawl, fc.nat(), fc.constantFrom(...BOUNDS), (visits, turn, bounds) => {
        const options = optionsOf(bounds);
        const learnt = (list: readonly Visit[]): UrlTree => {
          const tree = learner.empty(options);
          for (const one of list) learner.observe(tree, visitPage(one), options);
          return tree;
        };
        const bytes = (tree: UrlTree): string => Buffer.from(learner.encode(tree)).toString('hex');
        const whole = bytes(learnt(visits));
        const at = turn % visits.length;
        assert.equal(bytes(learnt([...visits.slice(at), ...visits.slice(0, at)].reverse())), whole, 'order');
        const back = learner.decode(learner.encode(learnt(visits)));
        assert.equal(bytes(back), whole, 'read back');
        for (const one of visits.slice(0, 3))
          assert.deepEqual(
            learner.label(back, visitPage(one), options, NO_CONTEXT),
            learner.label(learnt(visits), visitPage(one), options, NO_CONTEXT),
          );
      }),
      { numRuns: 25 },
    );
  });

test('bytes of another learner are refused', () => {
  const similar = urltreeSimilar.encode(urltreeSimilar.empty(optionsOf()));
  assert.throws(() => urltree.decode(similar), { name: 'RangeError', message: /not a model of urltree/ });
});
