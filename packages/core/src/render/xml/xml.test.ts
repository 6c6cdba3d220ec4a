/** XML is well formed and has trafilatura's elements only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DISCUSSION, DOCUMENTS, documentOf, FULL, paragraph } from '../documents.fixture.js';
import { readXml, type XmlElement } from '../tei/content-model.fixture.js';
import { xml } from './xml.js';

/** Elements and attributes that programs written for trafilatura's output know. */
const VOCABULARY: Readonly<Record<string, readonly string[]>> = {
  doc: [
    ...['sitename', 'title', 'author', 'date', 'url', 'hostname', 'description', 'categories', 'tags', 'license'],
    ...['language'],
  ],
  main: [],
  comments: [],
  head: ['rend'],
  p: [],
  list: ['rend'],
  item: ['rend'],
  quote: [],
  code: ['xml:space'],
  table: [],
  row: ['span'],
  cell: ['role'],
  hi: ['rend'],
  del: ['rend'],
  ref: ['target'],
  graphic: ['src', 'alt', 'title'],
  lb: [],
};

for (const [name, document] of DOCUMENTS)
  test(`${name}: well-formed XML in the vocabulary`, () => {
    const root = readXml(xml.render(document, { comments: true }));
    assert.deepEqual([root.name, ...elementsIn(root).map((one) => one.name)], ['doc', 'main', 'comments']);
    const open: XmlElement[] = [root];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const known = VOCABULARY[one.name] ?? assert.fail(`<${one.name}>`);
      for (const attribute of Object.keys(one.attributes))
        assert.ok(known.includes(attribute), `${one.name}/@${attribute}`);
      open.push(...elementsIn(one));
    }
  });

test('metadata are attributes, lists joined by semicolons, the unknown ones left out', () => {
  const { attributes } = readXml(xml.render(documentOf(FULL)));
  assert.equal(attributes.author, 'Ann Author;Ben Writer');
  assert.equal(attributes.tags, 'one;<two>');
  assert.equal(attributes.hostname, 'site.example');
  assert.deepEqual(readXml(xml.render(documentOf(FULL), { metadata: false })).attributes, {});
});

test('comments are apart from the text, and begin without a rule', () => {
  const [main, comments] = elementsIn(readXml(xml.render(DISCUSSION, { comments: true })));
  assert.ok(!JSON.stringify(main).includes('a comment'));
  assert.deepEqual(
    comments?.children.filter((one) => typeof one !== 'string').map((one) => one.name),
    ['head', 'p'],
  );
});

test('text is kept as written', () =>
  assert.match(xml.render(documentOf([paragraph('a < b & "c"')])), /<p>a &lt; b &amp; &quot;c&quot;<\/p>/));

function elementsIn({ children }: XmlElement): XmlElement[] {
  return children.filter((one): one is XmlElement => typeof one !== 'string');
}
