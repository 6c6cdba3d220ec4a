import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOption, checkOptionNames, describeValue, nearestName, words } from './options.js';

test('the nearest name is found across case and a few edits, and none when all are far', () => {
  const known = ['extractor', 'language', 'url', 'limits'];
  assert.equal(nearestName('extracter', known), 'extractor');
  assert.equal(nearestName('URL', known), 'url');
  assert.equal(nearestName('limit', known), 'limits');
  assert.equal(nearestName('colour', known), null);
});

test('an unknown option is a TypeError with the nearest known one; undefined counts as left out', () => {
  checkOptionNames('extract', { url: null, anything: undefined }, ['url']);
  assert.throws(() => checkOptionNames('extract', { ulr: '' }, ['url']), {
    name: 'TypeError',
    message: 'extract has no option "ulr" (options: url)',
  });
  assert.throws(() => checkOptionNames('extract', { limit: 1 }, ['limits']), /did you mean "limits"\?/);
  assert.throws(() => checkOptionNames('extract', null, ['url']), /extract got null as options, expected an object/);
  assert.throws(() => checkOptionNames('extract', 'bte', ['url']), /got a string \("bte"\) as options/);
});

test('a choice is one of its words, else a RangeError with the nearest, or a TypeError', () => {
  checkOption('pageType', 'forum', words('article', 'forum'));
  for (const [value, name, message] of [
    ['artcle', 'RangeError', 'pageType: got "artcle", expected article or forum; did you mean "article"?'],
    ['', 'RangeError', 'pageType: got "", expected article or forum'],
    [3, 'TypeError', 'pageType: got 3, expected article or forum'],
  ])
    assert.throws(() => checkOption('pageType', value, words('article', 'forum')), { name, message });
});

test('values are described by kind', () => {
  const described = [null, undefined, 5, 'x', [], {}, new Map(), () => 1, Object.create(null)].map(describeValue);
  assert.deepEqual(described, [
    'null',
    'undefined',
    'a number (5)',
    'a string ("x")',
    'an array',
    'an object',
    'an object of class Map',
    'a function',
    'an object',
  ]);
});
