import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FeedEntry, readFeed } from './read-feed.js';

const AT = 'http://news.example/feeds/all.xml';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, charset: string | null = null) => readFeed(bytes(text), charset, AT);
const entries = (text: string): readonly FeedEntry[] => {
  const reading = read(text);
  assert.ok(reading.kind === 'feed', JSON.stringify(reading));
  return reading.entries;
};
const rss = (items: string, head = ''): string => `<?xml version="1.0"?><rss version="2.0"
  xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel><title>News</title>${head}${items}</channel></rss>`;

const FORMATS: Readonly<Record<string, string>> = {
  rss: rss(`<item><title>One &amp; only</title><link> /one#part </link><description>Short</description>
    <content:encoded><![CDATA[<p>Long text</p>]]></content:encoded><pubDate>Sat, 21 Nov 2026 10:00:00 GMT</pubDate></item>`),
  atom: `<feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>tag:x,2026:1</id>
    <title>One &amp; only</title><link rel="self" href="/api/1"/><link href="/one"/><summary>Short</summary>
    <content type="html">&lt;p&gt;Long text&lt;/p&gt;</content><updated>Sat, 21 Nov 2026 10:00:00 GMT</updated></entry></feed>`,
  rdf: `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
    xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
    <channel rdf:about="x"><title>News</title></channel><item rdf:about="http://news.example/one"><title>One &amp; only</title>
    <link>http://news.example/one</link><description>Short</description><content:encoded>&lt;p&gt;Long text&lt;/p&gt;</content:encoded>
    <dc:date>Sat, 21 Nov 2026 10:00:00 GMT</dc:date></item></rdf:RDF>`,
  json: JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'News',
    items: [
      {
        id: '1',
        url: 'http://news.example/one',
        title: 'One & only',
        summary: 'Short',
        content_html: '<p>Long text</p>',
        date_published: 'Sat, 21 Nov 2026 10:00:00 GMT',
      },
    ],
  }),
};
for (const [format, text] of Object.entries(FORMATS))
  for (const [how, given] of [
    ['as it is', text],
    ['with a mark before it', `\ufeff${text}`],
    ['with junk before it', format === 'json' ? text : `\n<!-- cached -->\n${text}`],
  ])
    test(`${format} ${how}`, () =>
      assert.deepEqual(entries(given as string), [
        {
          title: 'One & only',
          description: 'Short',
          pubDate: 'Sat, 21 Nov 2026 10:00:00 GMT',
          link: 'http://news.example/one',
          content: '<p>Long text</p>',
        },
      ]));

const LINKS: readonly (readonly [what: string, item: string, link: string | null])[] = [
  ['the guid when there is no link', '<guid>http://news.example/g</guid>', 'http://news.example/g'],
  ['no guid that is no permanent link', '<guid isPermaLink="false">http://news.example/g</guid>', null],
  ['no guid that is no address', '<guid>abc</guid>', null],
  ['no other scheme', '<link>javascript:alert(1)</link>', null],
  ['an empty link', '<link/>', null],
];
for (const [what, item, link] of LINKS)
  test(`link: ${what}`, () => assert.equal(entries(rss(`<item><title>x</title>${item}</item>`))[0]?.link, link));

test('malformed feeds are read all the same, and said to be malformed', () => {
  const item = (number: number, title: string): string =>
    `<item><title>${title}</title><link>http://news.example/${number}</link></item>`;
  const hundred = Array.from({ length: 100 }, (_, number) => item(number, `Profit & loss < ${number}`)).join('');
  const raw = read(rss(hundred));
  assert.ok(raw.kind === 'feed' && raw.malformed !== null);
  assert.equal(raw.entries.length, 100);
  assert.equal(raw.entries[99]?.link, 'http://news.example/99');
  assert.match(raw.entries[99]?.title ?? '', /Profit & loss/);

  const whole = rss(Array.from({ length: 100 }, (_, number) => item(number, `Title ${number}`)).join(''));
  const cut = read(whole.slice(0, whole.indexOf('Title 70') + 5));
  assert.ok(cut.kind === 'feed' && cut.malformed !== null);
  assert.equal(cut.entries.length, 70, 'the item that is cut is left for the next poll');
});

test('other documents: a page with links to feeds, nothing, something else', () => {
  for (const head of ['<!DOCTYPE html>', '<title>Home</title>', ''])
    assert.deepEqual(read(`${head}<link rel=alternate type="application/rss+xml" href=all.xml><p>x`), {
      kind: 'page',
      feeds: [AT],
    });
  for (const text of ['', 'Too many connections', '{"error":1}', '<svg/>', '\0\0\0'])
    assert.equal(read(text).kind, 'malformed', JSON.stringify(text));
});

test('encodings: by HTTP, by the declaration, by a label that does not exist', () => {
  const text = '<rss><channel><item><title>Zażółć</title></item></channel></rss>';
  const latin2 = (declaration: string) =>
    Buffer.concat([
      Buffer.from(declaration),
      Buffer.from('<rss><channel><item><title>Za\xbf\xf3\xb3\xe6</title></item></channel></rss>', 'latin1'),
    ]);
  const titleOf = (given: Uint8Array, charset: string | null) => {
    const reading = readFeed(given, charset, AT);
    return reading.kind === 'feed' && reading.entries[0]?.title;
  };
  assert.equal(titleOf(bytes(text), 'utf-8'), 'Zażółć');
  assert.equal(titleOf(latin2(''), 'iso-8859-2'), 'Zażółć');
  assert.equal(titleOf(latin2('<?xml version="1.0" encoding="ISO-8859-2"?>'), null), 'Zażółć');
  assert.equal(titleOf(bytes(text), 'no-such-charset'), 'Zażółć');
});

test('ttl, hours and days to skip, also of a malformed feed', () => {
  const head = `<ttl>30</ttl><skipHours><hour>3</hour><hour>24</hour></skipHours><skipDays><day>Sunday</day><day>x</day></skipDays>`;
  for (const title of ['x', 'a & b'])
    assert.deepEqual((read(rss(`<item><title>${title}</title></item>`, head)) as { hints?: unknown }).hints, {
      ttl: 30,
      skipHours: [3, 0],
      skipDays: [0],
    });
});

test('hostile feeds end soon: deep, wide, with entities that unfold', () => {
  const entity = `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(1_000)}"><!ENTITY b "${'&a;'.repeat(1_000)}"><!ENTITY c "${'&b;'.repeat(1_000)}">]>`;
  for (const text of [
    `<rss><channel>${'<item>'.repeat(50_000)}`,
    `<rss><channel>${'<a>'.repeat(50_000)}</channel></rss>`,
    `<?xml version="1.0"?>${entity}<rss><channel><item><title>&c;</title></item></channel></rss>`,
    `<feed>${'<entry '.repeat(20_000)}`,
    `{"version":"https://jsonfeed.org/version/1","items":${'['.repeat(50_000)}`,
  ]) {
    const reading = read(text);
    if (reading.kind === 'feed') for (const { title } of reading.entries) assert.ok(title.length < 10_000);
  }
});
