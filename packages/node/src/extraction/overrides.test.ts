import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extractWithLanguage } from './extract-with-language.js';
import { checkOverrides, type Overrides, withOverrides } from './overrides.js';

const OVERRIDES: Overrides = {
  'example.org': { contentSelector: 'main' },
  '*.example.org': { extractor: 'bte', options: { tagWeight: 2 } },
  'b.net': { extractor: 'justext' },
  '*': { pageType: 'article' },
};
const GIVEN = { extractor: 'boilerpipe-num-words', options: { k: 3 }, pageType: 'forum' } as const;

for (const [url, expected] of [
  ['https://example.org/a', { ...GIVEN, contentSelector: 'main' }],
  ['https://EXAMPLE.org:8080/a', { ...GIVEN, contentSelector: 'main' }],
  ['https://a.b.example.org/', { ...GIVEN, extractor: 'bte', options: { tagWeight: 2 } }],
  ['https://b.net/', { ...GIVEN, extractor: 'justext', options: {} }],
  ['https://c.net/', { ...GIVEN, pageType: 'article' }],
  ['no address', { ...GIVEN, pageType: 'article' }],
  [null, { ...GIVEN, pageType: 'article' }],
] as const)
  test(`the nearest entry of a host replaces settings: ${url}`, () => {
    assert.deepEqual(withOverrides({ ...GIVEN, url, overrides: OVERRIDES }), { ...expected, url });
  });

test('without a table, or an entry, the options stay', async () => {
  assert.deepEqual(withOverrides(GIVEN), GIVEN);
  assert.deepEqual(withOverrides({ ...GIVEN, overrides: {} }), GIVEN);
  const page = '<main>The words of the main part.</main><p>Other words of the page.</p>';
  const options = { url: 'https://example.org/', language: 'en', overrides: OVERRIDES };
  assert.equal((await extractWithLanguage(page, options)).text.trim(), 'The words of the main part.');
});

for (const [override, message] of [
  [
    { contentSelecter: 'a' },
    /override of "x\.org": an override has no option "contentSelecter".*did you mean "contentSelector"/,
  ],
  [{ excludeSelector: ['a', '..'] }, /excludeSelector got "\.\."/],
  [{ extractor: 'site' }, /no extractor is named "site"/],
  [{ extractor: 'bte', options: { k: 1 } }, /bte has no option "k"/],
  [{ options: { k: 1 } }, /has "options" but lacks "extractor"/],
  [{ pageType: 'artcle' }, /pageType: got "artcle".*did you mean "article"/],
] as const)
  test(`a wrong setting is a TypeError that names the host: ${JSON.stringify(override)}`, () =>
    assert.throws(() => checkOverrides({ 'a.org': {}, 'x.org': override as object }), { name: 'TypeError', message }));
