import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PAGE_TYPES } from '../blocks/block.js';
import { extract } from '../extract.js';
import { applyArticlePrior } from './dehusk.js';
import { PAGE_NAMES } from './features/page-facts.js';

const facts = (named: number): Float32Array =>
  Float32Array.from(PAGE_NAMES, (name) => (name === 'page.named' ? named : 0));
const types = (article: number, listing: number): Float32Array =>
  Float32Array.from(PAGE_TYPES, (type) => (type === 'article' ? article : type === 'listing' ? listing : 0));

/** Odds of the article against the listing after leaning, from even odds before. */
const CASES: readonly [name: string, named: number, odds: number][] = [
  ['no element has a name: the whole lean', 0, 8],
  ['three in ten: still whole', 0.3, 8],
  ['between, part of it', 0.375, 8 ** 0.5],
  ['many have: none', 0.45, 1],
  ['all have: none', 1, 1],
];
for (const [name, named, odds] of CASES)
  test(name, () => {
    const leaned = applyArticlePrior(types(0.5, 0.5), facts(named));
    const [article, listing] = [PAGE_TYPES.indexOf('article'), PAGE_TYPES.indexOf('listing')];
    assert.ok(Math.abs(leaned[article] / leaned[listing] - odds) < 1e-3, String(leaned[article] / leaned[listing]));
    assert.ok(Math.abs(leaned.reduce((sum, one) => sum + one, 0) - 1) < 1e-6);
  });

test('a page that is surely no article stays so', () => {
  const leaned = applyArticlePrior(types(0, 1), facts(0));
  assert.deepEqual([...leaned], [...types(0, 1)]);
});

/** A short piece of news above forty teasers, on a page without a single name that declares itself an article. */
const THINGS = ['council', 'harbour', 'bridge', 'school', 'market', 'forest', 'station', 'museum'];
const teaser = (at: number): string =>
  `<h3><a href="/n${at}">The ${THINGS[at % 8]} of ward ${at} opens late</a></h3><a href="/n${at}">Why the ${THINGS[(at * 3 + 1) % 8]} stayed shut for ${at + 2} weeks, what the ${THINGS[(at * 5 + 2) % 8]} has to do with it, and who pays for it in the end.</a><br>`;
const NEWS = `<html><head><title>Ferry runs again - News</title><meta property="og:type" content="article"></head><body><div><h1>Ferry runs again</h1>
<p>The ferry between the two banks of the river has taken up its service again, the county said on Tuesday, a week after the storm tore off the landing stage.</p>
<p>Until the end of the month it runs every hour only, and bicycles stay ashore. Half of the cost is paid by the insurance.</p>
</div><div>${Array.from({ length: 40 }, (_, at) => teaser(at)).join('\n')}</div></body></html>`;

test('a short article above teasers, on a page that names nothing, comes without them', () => {
  const { text } = extract(NEWS);
  assert.match(text, /The ferry between the two banks[\s\S]*paid by the insurance/);
  assert.doesNotMatch(text, /opens late/);
});
