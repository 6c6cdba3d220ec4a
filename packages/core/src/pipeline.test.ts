import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { extractorNamed, siteExtractorNamed } from '@dehusk/papers';
import { dehusk } from './classify/dehusk.js';
import { type ExtractOptions, extract } from './extract.js';
import { NO_METADATA } from './metadata/metadata.js';
import { openPage } from './pipeline.js';
import { RENDERERS, rendererNamed } from './render/index.js';
import { siteReader } from './site-reader.js';

const SENTENCE =
  'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const HTML = `<html lang="en"><head><title>Boats</title></head><body><nav><a href="/">Home</a></nav><p>${SENTENCE.repeat(3)}</p></body></html>`;
const BYTES = new TextEncoder().encode(HTML);
const URL_OF_PAGE = 'https://example.org/boats';

for (const [got, input] of [
  ['null', null],
  ['undefined', undefined],
  ['a number (5)', 5],
  ['an object', {}],
  ['an array', ['<p>']],
  ['an object of class URL', new URL(URL_OF_PAGE)],
] as const)
  test(`${got} is no page: a TypeError with got and expected`, () => {
    const wrong = input as unknown as string;
    for (const call of [() => extract(wrong), () => siteReader().read(wrong)])
      assert.throws(
        call,
        (error: Error) =>
          error instanceof TypeError && error.message.includes(`a page got ${got}, expected HTML text, bytes`),
      );
  });

test('bytes may be an ArrayBuffer, of another realm too, or any view of one', () => {
  const { text } = extract(HTML);
  assert.match(text, /harbour master/);
  const padded = new Uint8Array(BYTES.length + 8);
  padded.set(BYTES, 4);
  const foreign = runInNewContext('Uint8Array.from(bytes).buffer', { bytes: [...BYTES] }) as ArrayBuffer;
  for (const input of [
    BYTES.buffer,
    foreign,
    Buffer.from(BYTES),
    new DataView(padded.buffer, 4, BYTES.length),
    new Int8Array(padded.buffer, 4, BYTES.length),
  ])
    assert.equal(extract(input).text, text);
});

const wrongOptions: readonly (readonly [what: string, call: () => unknown, message: RegExp])[] = [
  [
    'extract',
    () => extract(HTML, { extracter: 'bte' } as ExtractOptions),
    /extract has no option "extracter".*did you mean "extractor"\?/,
  ],
  [
    'extract by a name',
    () => extract(HTML, { extractor: 'bte' } as object),
    /^extractor: got "bte", expected an extractor such as dehusk/,
  ],
  [
    'extract without a record',
    () => extract(HTML, 'bte' as ExtractOptions),
    /extract got a string \("bte"\) as options, expected an object/,
  ],
  [
    'limits',
    () => extract(HTML, { limits: { maxNode: 5 } as object }),
    /limits has no option "maxNode".*did you mean "maxNodes"\?/,
  ],
  [
    'an extractor',
    () => extract(HTML, { extractor: extractorNamed('justext'), options: { maxLinkDensty: 1 } }),
    /justext has no option "maxLinkDensty".*did you mean "maxLinkDensity"\?/,
  ],
  ['siteReader', () => siteReader({ rule: [] } as object), /siteReader has no option "rule".*did you mean "rules"\?/],
  ['read', () => siteReader().read(HTML, { urls: '' } as object), /read has no option "urls".*did you mean "url"\?/],
  ...RENDERERS.map(
    (one) =>
      [
        `the renderer ${one.name}`,
        () => one.render(extract(HTML).document, { link: false } as object),
        new RegExp(`${one.name} has no option "link".*did you mean "links"`),
      ] as const,
  ),
];
for (const [what, call, message] of wrongOptions)
  test(`an unknown option of ${what} is a TypeError with the nearest known one`, () =>
    assert.throws(call, { name: 'TypeError', message }));

test('an unknown name of an extractor or format is a RangeError with the nearest known one', () => {
  assert.throws(() => extract(HTML, { extractor: extractorNamed('justxet') }), {
    name: 'RangeError',
    message: /did you mean "justext"\?/,
  });
  assert.throws(() => siteReader({ extractor: siteExtractorNamed('urltre') }), {
    name: 'RangeError',
    message: /did you mean "urltree"\?/,
  });
  assert.throws(() => rendererNamed('markdwon'), { name: 'RangeError', message: /did you mean "markdown"\?/ });
});

test('a page type that is given replaces the predicted one, in a site reader too; another name is a RangeError', () => {
  const options = { url: URL_OF_PAGE, pageType: 'documentation' } as const;
  const predicted = extract(HTML, { url: URL_OF_PAGE });
  for (const given of [extract(HTML, options), siteReader().read(HTML, options)]) {
    assert.deepEqual([given.pageType, given.pageTypeProbability], ['documentation', 1]);
    const { typeProbabilities } = given.labelled.prediction ?? {};
    assert.deepEqual(typeProbabilities, predicted.labelled.prediction?.typeProbabilities);
    assert.equal(typeProbabilities?.[predicted.pageType ?? ''], predicted.pageTypeProbability);
  }
  assert.equal(extract(HTML, { url: URL_OF_PAGE, pageType: null }).pageType, predicted.pageType);
  const wrong = { pageType: 'artcle' } as unknown as ExtractOptions;
  for (const call of [() => extract(HTML, wrong), () => extract('', wrong), () => siteReader().read(HTML, wrong)])
    assert.throws(call, { name: 'RangeError', message: /pageType: got "artcle".*did you mean "article"\?/ });
});

test('a result is a union on ok', () => {
  const read = extract(HTML, { url: URL_OF_PAGE });
  assert.ok(read.ok);
  // These lines compile only if nothing here may be null or a reason.
  const known: [string, number, null] = [read.excerpt, read.page.size, read.reason];
  assert.ok(known[0].startsWith('The harbour master') && known[1] > 5);
  assert.equal(read.detail, null);
  const empty = extract('<nav></nav>');
  assert.ok(!empty.ok);
  const why: [string, string] = [empty.reason, empty.detail];
  assert.deepEqual(why, ['no-text', 'the page has no visible text']);
});

test('time is limited by the clock the caller passes, and by nothing else', () => {
  const long = `<p>${SENTENCE}</p>`.repeat(20_000);
  let now = 0;
  const fast = extract(HTML, { limits: { maxMilliseconds: 10 }, clock: () => now++ });
  assert.ok(fast.ok, `${fast.detail}`);
  now = 0;
  const slow = extract(long, { limits: { maxMilliseconds: 10 }, clock: () => now++ });
  assert.deepEqual([slow.reason, slow.page], ['timeout', null]);
  assert.match(slow.detail ?? '', /more than 10 ms/);
  assert.ok(
    extract(long, { limits: { maxMilliseconds: 0 }, extractor: extractorNamed('bte') }).ok,
    'no clock, no limit',
  );
});

test('a page that is out of time after a stage keeps what was read until then', () => {
  let isLate = false;
  const late = {
    ...dehusk,
    label: (...given: Parameters<typeof dehusk.label>) => {
      isLate = true;
      return dehusk.label(...given);
    },
  };
  const result = extract(HTML, { extractor: late, clock: () => (isLate ? 1e9 : 0) });
  assert.deepEqual([result.reason, result.title, result.text], ['timeout', 'Boats', '']);
});

test('openPage reports encoding and flattened nesting once for whatever is extracted from the page', () => {
  const deep = new TextEncoder().encode(`${'<div>'.repeat(30)}<p>${SENTENCE}`);
  const opened = openPage(deep, { limits: { maxDepth: 10 } });
  assert.ok(opened.ok);
  assert.deepEqual([opened.encoding, opened.warnings], ['utf-8', ['flattened']]);
  const result = extract(deep, { limits: { maxDepth: 10 }, extractor: extractorNamed('everything') });
  assert.deepEqual([result.encoding, result.warnings], ['utf-8', ['flattened']]);
});

test('text, Markdown and confidence leave the metadata unread', () => {
  const { document, text, markdown, confidence } = extract(HTML);
  assert.ok(text !== '' && markdown !== '' && confidence !== null);
  const unread = Object.entries(Object.getOwnPropertyDescriptors(document.metadata)).filter(([, { get }]) => get);
  assert.deepEqual(
    unread.map(([field]) => field),
    Object.keys(NO_METADATA).filter((field) => field !== 'title'),
    'Markdown has the title only',
  );
});
