import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import robotsParser from 'robots-parser';
import { readRobots } from './robots-file.js';

// The package is CommonJS with `export default` in its types; the import is the function.
const reference = robotsParser as unknown as typeof robotsParser.default;

/** Rules of `*`, a path, and whether it is allowed: the examples of RFC 9309, 2.2.2 and 5, then wildcards in odd places. */
const CASES: readonly (readonly [rules: readonly string[], path: string, isAllowed: boolean])[] = [
  [['Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'], '/example/page/disallowed.gif', false],
  [['Allow: /example/page/', 'Disallow: /example/page/disallowed.gif'], '/example/page/x.gif', true],
  [['Disallow: /*.gif$'], '/a/b.gif', false],
  [['Disallow: /*.gif$'], '/a/b.gif?c', true],
  [['Disallow: /foo/bar?baz=%d0%ad'], '/foo/bar?baz=%D0%AD', false],
  [['Disallow: /э'], '/%D1%8D', false],
  [['Disallow: /a*a$'], '/a', true],
  [['Disallow: /a*a$'], '/aa', false],
  [['Disallow: *b*b'], '/ab', true],
  [['Disallow: *b*b'], '/abb', false],
  [['Disallow: /***x'], '/yx', false],
  [['Disallow: /aab*aabaac'], '/aabaabaabaac', false],
  [['Disallow: /p', 'Allow: /p'], '/p', true],
  [['Disallow:'], '/p', true],
  [['Disallow: /p # all'], '/p', false],
];
for (const [rules, path, isAllowed] of CASES)
  test(`${rules.join(', ')}: ${path} is ${isAllowed ? 'allowed' : 'forbidden'}`, () =>
    assert.equal(readRobots(['User-agent: *', ...rules].join('\n'), 'dehusk').isAllowed(path), isAllowed));

test('law: verdicts are those of robots-parser', () => {
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '/', '%2f', '$'), maxLength: 8 });
  const line = fc.oneof(
    fc.tuple(fc.constantFrom('Disallow', 'ALLOW', 'allow '), pattern).map(([name, one]) => `${name}: /${one}`),
    fc.constantFrom('User-agent: *', 'user-agent: Dehusk/9', 'User-agent: other', 'Sitemap: x', 'Crawl-delay: 2', ''),
  );
  const path = fc.string({ unit: fc.constantFrom('a', 'b', '/', '%2F', '$'), maxLength: 12 });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), path, (lines, one) => {
      const text = lines.join('\n');
      const expected = reference('http://a.example/robots.txt', text);
      const got = readRobots(text, 'dehusk/0.1');
      assert.equal(got.isAllowed(`/${one}`), expected.isAllowed(`http://a.example/${one}`, 'dehusk/0.1'));
      assert.equal(got.delay, expected.getCrawlDelay('dehusk/0.1') ?? null);
      assert.deepEqual(got.sitemaps, expected.getSitemaps());
    }),
    { numRuns: 2_000, seed: 1 },
  );
});

const repeated = (part: string): string => part.repeat(256_000 / part.length);
/**
 * Files of 512 kB for a path of 8,000 characters: with all positions tracked, or each rule stored for each agent of its group, they
 * took seconds to minutes, or all memory. The lab's work-growth.long.test.ts counts the steps.
 */
const HOSTILE: readonly (readonly [what: string, text: string])[] = [
  ['a wildcard after every letter', repeated(`Disallow: /${'*a'.repeat(990)}b\n`)],
  ['a long part after a wildcard', repeated(`Disallow: /*${'a'.repeat(1_900)}b\n`)],
  ['short rules', repeated('Disallow: *b\n')],
  ['a group of many agents', repeated('User-agent: a\n') + repeated('Disallow: /x\n')],
];
for (const [what, text] of HOSTILE)
  test(`a file of ${what} takes less than three seconds of CPU time`, () => {
    const path = `/${'a'.repeat(7_900)}`;
    const before = process.cpuUsage();
    readRobots(`User-agent: *\n${text}`, 'dehusk').isAllowed(path);
    readRobots(text, 'a').isAllowed(path);
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 3_000_000, `${(user + system) / 1000} ms`);
  });

test('an address that would take too many steps is forbidden', () => {
  const rules = Array.from({ length: 10_000 }, (_, at) => `Disallow: /*q${at}`).join('\n');
  const robots = readRobots(`User-agent: *\n${rules}`, 'dehusk');
  assert.equal(robots.isAllowed(`/${'a'.repeat(50)}`), true);
  assert.equal(robots.isAllowed(`/${'a'.repeat(200)}`), false);
});

test('a group applies to all agents it names, also with an empty rule alone', () => {
  const text = 'User-agent: other\nUser-agent: dehusk\nSitemap: x\nDisallow:\n\nUser-agent: *\nDisallow: /';
  assert.equal(readRobots(text, 'dehusk').isAllowed('/a'), true);
  assert.equal(readRobots(text, 'other').isAllowed('/a'), true);
  assert.equal(readRobots(text, 'third').isAllowed('/a'), false);
});
