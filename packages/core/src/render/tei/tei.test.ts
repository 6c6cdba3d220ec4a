/** TEI is well formed, and keeps to the content models of the elements it uses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DOCUMENTS } from '../documents.fixture.js';
import { checkContentModel, readXml } from './content-model.fixture.js';
import { tei } from './tei.js';

for (const [name, document] of DOCUMENTS)
  test(`${name}: well-formed TEI P5`, () => {
    for (const metadata of [true, false]) checkContentModel(readXml(tei.render(document, { metadata })));
  });

test('the checker refuses what is not well formed or not in the models', () => {
  const xml = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
  for (const wrong of [
    '<p>',
    '<p></q>',
    '<p>&nbsp;</p>',
    '<p>a & b</p>',
    '<p>\x00</p>',
    '<p/><p/>',
    '<p a="1" a="2"></p>',
  ])
    assert.throws(() => readXml(xml(wrong)), wrong);
  for (const wrong of [
    '<list></list>',
    '<div><p>x</p></div>',
    '<row>text</row>',
    '<hi rend="bold"><p>x</p></hi>',
    '<script>x</script>',
  ])
    assert.throws(() => checkContentModel(readXml(xml(wrong))), wrong);
});

test('headings open divisions by level', () => {
  const heading = (level: 1 | 2 | 3) =>
    ({ type: 'heading', level, inline: [{ type: 'text', text: `h${level}` }] }) as const;
  const printed = tei.render({
    ...(DOCUMENTS[1]?.[1] as (typeof DOCUMENTS)[0][1]),
    content: [heading(1), heading(3), heading(2), heading(1)],
  });
  const drawn = printed.slice(printed.indexOf('<body>')).replace(/\s+/g, '');
  assert.equal(
    drawn,
    '<body><div><head>h1</head><div><head>h3</head></div><div><head>h2</head></div></div><div><head>h1</head></div></body></text></TEI>',
  );
});
