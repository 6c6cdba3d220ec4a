import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { BadSitemap, readSitemap, type SitemapEntry } from './read-sitemap.js';

/** Entries in a few words, and at the end the reason why there are no more. */
async function read(content: string | Uint8Array, maxBytes?: number): Promise<string[]> {
  const words: string[] = [];
  try {
    for await (const entry of readSitemap(typeof content === 'string' ? Buffer.from(content) : content, maxBytes))
      words.push(briefly(entry));
  } catch (error) {
    assert.ok(error instanceof BadSitemap, String(error));
    words.push(error.reason);
  }
  return words;
}
const briefly = ({ kind, url, date, title }: SitemapEntry): string =>
  [kind, url, date, title].filter((one) => one !== null).join(' ');
const urlset = (urls: string): string =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
   xmlns:news="http://www.google.com/schemas/sitemap-news/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${urls}</urlset>`;

describe('sitemaps', () => {
  const CASES: readonly (readonly [what: string, content: string | Uint8Array, words: readonly string[]])[] = [
    [
      'pages, entities and white space',
      urlset(
        '<url><loc>\n http://x/a?b=1&amp;c=2 </loc><lastmod>2026-01-02</lastmod></url><url><loc><![CDATA[http://x/b]]></loc></url>',
      ),
      ['page http://x/a?b=1&c=2 2026-01-02', 'page http://x/b'],
    ],
    [
      'news: the publication date counts before lastmod, in either order; images have addresses of their own',
      urlset(
        `<url><loc>http://x/a</loc><lastmod>2026-03-03</lastmod><image:image><image:loc>http://x/i.jpg</image:loc><image:title>I</image:title></image:image>
         <news:news><news:publication><news:name>N</news:name></news:publication><news:publication_date>2026-01-01</news:publication_date><news:title>T &amp; U</news:title></news:news></url>
         <url><loc>http://x/b</loc><news:news><news:publication_date>2026-01-01</news:publication_date></news:news><lastmod>2026-03-03</lastmod></url>`,
      ),
      ['page http://x/a 2026-01-01 T & U', 'page http://x/b 2026-01-01'],
    ],
    [
      'an index',
      '<sitemapindex><sitemap><loc>http://x/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap></sitemapindex>',
      ['sitemap http://x/1.xml.gz 2026-01-01'],
    ],
    ['gzip', gzipSync(urlset('<url><loc>http://x/a</loc></url>')), ['page http://x/a']],
    ['text', '\ufeffhttp://x/a\r\nnothing\nhttps://x/b', ['page http://x/a', 'page https://x/b']],
    [
      'a feed',
      '<rss><channel><link>http://x/</link><item><title>T</title><link>http://x/a</link><pubDate>Thu, 01 Jan 2026 00:00:00 GMT</pubDate></item></channel></rss>',
      ['page http://x/a Thu, 01 Jan 2026 00:00:00 GMT T'],
    ],
    [
      'an Atom feed',
      '<feed><link href="http://x/"/><entry><link rel="self" href="http://x/s"/><link href="http://x/a"/><updated>2026-01-01</updated></entry></feed>',
      ['page http://x/a 2026-01-01'],
    ],
    ['an empty one', urlset(''), []],
    ['raw ampersands', urlset('<url><loc>http://x/a?b=1&c=2</loc></url>'), ['page http://x/a?b=1&c=2']],
    [
      'cut inside an address: complete entries',
      urlset('<url><loc>http://x/a</loc></url><url><loc>http://x/b').replace('</urlset>', ''),
      ['page http://x/a'],
    ],
    [
      'cut gzip: complete entries',
      gzipSync(urlset('<url><loc>http://x/a</loc></url>')).subarray(0, -4),
      ['page http://x/a'],
    ],
    ['a web page', '<!doctype html><p>x', ['malformed-sitemap']],
    ['nothing', '', ['malformed-sitemap']],
    ['no text', Buffer.from([0, 1, 2, 3]), ['malformed-sitemap']],
    ['gzip that is none', Buffer.from([0x1f, 0x8b, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]), ['malformed-sitemap']],
    ['too deep', `<urlset>${'<a>'.repeat(100_000)}`, ['malformed-sitemap']],
  ];
  for (const [what, content, words] of CASES) test(what, async () => assert.deepEqual(await read(content), words));

  test('a bomb ends at the bound', async () => {
    const bomb = gzipSync(urlset('<url><loc>http://x/a</loc></url>'.repeat(200_000)));
    const words = await read(bomb, 1_000_000);
    assert.equal(words.at(-1), 'too-large');
    assert.ok(words.length > 10_000 && words.length < 50_000);
  });
});
