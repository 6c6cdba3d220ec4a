import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { evidenceOf, type KindSignal, SITE_SIGNALS, siteBitOf, usualEvidence } from './list-evidence.js';
import { bitOf, LIST_SIGNALS, type ListSignal } from './list-signals.js';

const signs = (...names: readonly KindSignal[]): number =>
  names.reduce(
    (all, name) =>
      all | (name === SITE_SIGNALS[0] || name === SITE_SIGNALS[1] ? siteBitOf(name) : bitOf(name as ListSignal)),
    0,
  );
const pages = (count: number, ...names: readonly KindSignal[]): number[] =>
  new Array<number>(count).fill(signs(...names));

test('at an unknown site one signal is not enough, two of a list and none of an article are', () => {
  const cases: readonly (readonly [names: readonly KindSignal[], isList: boolean])[] = [
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

test('an address typical of lists is no signal where the site’s articles have it', () => {
  const site = evidenceOf([
    ...pages(30, 'address of a list', 'comment form'),
    ...pages(6, 'address of a list', 'further pages', 'several entries'),
  ]);
  assert.ok(site.odds(signs('address of a list')) < 0);
  assert.ok(usualEvidence.odds(signs('address of a list')) > 0);
  assert.ok(site.odds(signs('address of a list', 'further pages', 'several entries')) > 0);
});

test('pages with certain signals stay lists though most pages have them; with weaker signals they may be articles', () => {
  const certain = ['address of a list', 'further pages', 'page level: list'] as const;
  const met = evidenceOf([...pages(16, ...certain), ...pages(1, 'title in the address')]);
  assert.ok(met.odds(signs(...certain)) > 0);
  assert.ok(met.odds(signs('title in the address')) < 0);
  const doubtful = evidenceOf([...pages(16, 'several entries', 'several numbered entries'), ...pages(1)]);
  assert.ok(doubtful.odds(signs('several entries', 'several numbered entries')) < 0);
});

test('a new theme that lacks the old theme’s signals is no list', () => {
  const old = pages(50, 'title in the address', 'body of an article', 'comment form', 'declared article');
  const site = evidenceOf([...old, ...pages(4, 'own permanent link')]);
  assert.ok(site.odds(0) < 0);
  assert.ok(site.odds(signs('own permanent link')) <= site.odds(0), 'a signal of articles is none of lists');
});

test('the signals for a list are named, the strongest first', () => {
  assert.equal(
    usualEvidence.telling(signs('page level: list', 'body of a list', 'comment form')),
    'body of a list, page level: list',
  );
  assert.equal(usualEvidence.telling(signs('comment form')), '');
});

test('invariant: odds are finite for any signals and do not depend on the order of pages', () => {
  const some = fc.array(fc.integer({ min: 0, max: 2 ** (LIST_SIGNALS.length + SITE_SIGNALS.length) - 1 }), {
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
      assert.ok(site.odds(0) < 0, 'a page without signals is an article');
    }),
    { numRuns: 30 },
  );
});
