import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evidenceOf, type KindSign, SITE_SIGNS, siteBitOf, usualEvidence } from './list-evidence.js';
import { bitOf, LIST_SIGNALS, type ListSignal } from './list-signals.js';

const signs = (...names: readonly KindSign[]): number =>
  names.reduce(
    (all, name) =>
      all | (name === SITE_SIGNS[0] || name === SITE_SIGNS[1] ? siteBitOf(name) : bitOf(name as ListSignal)),
    0,
  );
const pages = (count: number, ...names: readonly KindSign[]): number[] =>
  new Array<number>(count).fill(signs(...names));

test('at a site that is not known: one sign is little, two of a list and none of an article are enough', () => {
  const cases: readonly (readonly [names: readonly KindSign[], isList: boolean])[] = [
    [[], false],
    [['page level: list'], false],
    [['several entries'], true],
    [['several entries', 'title in the address'], false],
    [['address of a list', 'further pages', 'page level: article'], true],
    [['address of a list', 'body of an article', 'comment form'], false],
    [['page level: list', 'several containers'], true],
  ];
  for (const [names, isList] of cases) assert.equal(usualEvidence.odds(signs(...names)) > 0, isList, names.join(', '));
});

test('an address as lists have it says nothing where the site’s articles have it', () => {
  const site = evidenceOf([
    ...pages(30, 'address of a list', 'comment form'),
    ...pages(6, 'address of a list', 'further pages', 'several entries'),
  ]);
  assert.ok(site.odds(signs('address of a list')) < 0);
  assert.ok(usualEvidence.odds(signs('address of a list')) > 0);
  assert.ok(site.odds(signs('address of a list', 'further pages', 'several entries')) > 0);
});

test('a site met by its lists: most pages bear the signs, and are lists still; with few signs, they may be its articles', () => {
  const certain = ['address of a list', 'further pages', 'page level: list'] as const;
  const met = evidenceOf([...pages(16, ...certain), ...pages(1, 'title in the address')]);
  assert.ok(met.odds(signs(...certain)) > 0);
  assert.ok(met.odds(signs('title in the address')) < 0);
  const doubtful = evidenceOf([...pages(16, 'several entries', 'several numbered entries'), ...pages(1)]);
  assert.ok(doubtful.odds(signs('several entries', 'several numbered entries')) < 0);
});

test('a new theme lacks what the old one’s articles had: no list for that', () => {
  const old = pages(50, 'title in the address', 'body of an article', 'comment form', 'declared article');
  const site = evidenceOf([...old, ...pages(4, 'permanent link of its own')]);
  assert.ok(site.odds(0) < 0);
  assert.ok(site.odds(signs('permanent link of its own')) <= site.odds(0), 'a sign of articles is none of lists');
});

test('what speaks for a list is named, the most telling first', () => {
  assert.equal(
    usualEvidence.telling(signs('page level: list', 'body of a list', 'comment form')),
    'body of a list, page level: list',
  );
  assert.equal(usualEvidence.telling(signs('comment form')), '');
});

test('law: whatever a site’s pages bear, odds are finite, the order of the pages has no say in the verdicts’ size, and no sign changes sides', () => {
  const some = fc.array(fc.integer({ min: 0, max: 2 ** (LIST_SIGNALS.length + SITE_SIGNS.length) - 1 }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(some, (own) => {
      const site = evidenceOf(own);
      const reversed = evidenceOf([...own].reverse());
      for (const page of [...own, 0]) {
        assert.ok(Number.isFinite(site.odds(page)));
        assert.ok(Math.abs(site.odds(page) - reversed.odds(page)) < 1e-6);
      }
      assert.ok(site.odds(0) < 0, 'a page without signs is an article');
    }),
    { numRuns: 60 },
  );
});
