import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import fc from 'fast-check';
import { readJsonLd } from './json-ld.js';
import { type Metadata, type MetadataField, NO_METADATA } from './metadata.js';
import { languageTag, readMetadata } from './read-metadata.js';
import { PRIORITY } from './source-priority-data.js';
import { withoutSiteName } from './title.js';

const pageOf = (html: string, url: string | null = null) => {
  const parsed = parse(html, { url });
  assert.ok(parsed.ok);
  return parsed.page;
};
const read = (html: string, url: string | null = null): Metadata => readMetadata(pageOf(html, url));
const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

test('a page without metadata', () => {
  assert.deepEqual(read(''), NO_METADATA);
  assert.deepEqual(read('<p>text'), NO_METADATA);
});

/** Every source, one row each: the field it yields, its value, and the name of the source. */
const SOURCES: readonly (readonly [html: string, field: MetadataField, value: unknown, source: string])[] = [
  [jsonLd({ '@type': 'NewsArticle', headline: 'News' }), 'title', 'News', 'json-ld NewsArticle.headline'],
  ['<meta property=og:title content=News>', 'title', 'News', 'meta og:title'],
  ['<meta name=twitter:title content=News>', 'title', 'News', 'meta twitter:title'],
  ['<meta name=DC.Title content=News>', 'title', 'News', 'meta dc.title'],
  ['<meta name=citation_title content=News>', 'title', 'News', 'meta citation_title'],
  ['<meta name=parsely-title content=News>', 'title', 'News', 'meta parsely-title'],
  ['<title>News</title>', 'title', 'News', '<title>'],
  ['<h1>News</h1>', 'title', 'News', '<h1>'],
  [
    '<title>Of lamps - The Book of Harbours</title><h1>The Book of Harbours</h1><h2>Of lamps</h2>',
    'title',
    'Of lamps',
    '<h1>, as in <title>',
  ],
  [
    '<title>Oil - The Book of Harbours</title><h1 class=menu-title>The Book of Harbours</h1><h2>Oil</h2>',
    'title',
    'Oil',
    '<h1>, as in <title>',
  ],
  ['<svg><title>Icon</title></svg><h1>News</h1>', 'title', 'News', '<h1>'],
  [
    '<div itemscope itemtype=https://schema.org/Article><b itemprop=headline>News</b></div>',
    'title',
    'News',
    'microdata headline',
  ],
  [
    jsonLd({ '@type': 'Article', author: { '@type': 'Person', name: 'Jane Doe' } }),
    'authors',
    ['Jane Doe'],
    'json-ld Article.author',
  ],
  [
    jsonLd({ '@type': 'Article', author: ['Jane Doe', { name: 'John Roe' }] }),
    'authors',
    ['Jane Doe', 'John Roe'],
    'json-ld Article.author',
  ],
  ['<meta name=author content="Jane Doe, John Roe">', 'authors', ['Jane Doe', 'John Roe'], 'meta author'],
  [
    '<meta name=citation_author content="Doe, Jane"><meta name=citation_author content="Roe, John">',
    'authors',
    ['Doe, Jane', 'Roe, John'],
    'meta citation_author',
  ],
  ['<meta name=dc.creator content="Jane Doe">', 'author', 'Jane Doe', 'meta dc.creator'],
  ['<meta name=sailthru.author content="Jane Doe">', 'author', 'Jane Doe', 'meta sailthru.author'],
  [
    '<meta name=twitter:label1 content="Written by"><meta name=twitter:data1 content="Jane Doe">',
    'author',
    'Jane Doe',
    'meta twitter:data1',
  ],
  ['<meta property=article:author content=https://facebook.com/jane>', 'author', null, ''],
  ['<p itemprop=author itemscope><i itemprop=name>Jane Doe</i>, editor</p>', 'author', 'Jane Doe', 'microdata author'],
  ['<h1>News</h1><p class=byline>By <b>Jane Doe</b>', 'author', 'Jane Doe', 'visible author element'],
  ['<h1>News</h1><p>By Jane Doe</p>', 'author', 'Jane Doe', 'visible byline'],
  ['<h1>News</h1><p>Written by</p><p>Jane Doe</p>', 'author', 'Jane Doe', 'visible byline'],
  ['<h1>News</h1><a href=/author/jane>Jane Doe</a>', 'author', 'Jane Doe', 'visible link to an author'],
  ['<h1>News</h1><a rel=author href=/jane>Jane Doe</a>', 'author', 'Jane Doe', 'visible author element'],
  ['<h1>News</h1><p>by no means</p>', 'author', null, ''],
  ['<h1>News</h1><div class=comments><p class=author>Jane Doe</div>', 'author', null, ''],
  [jsonLd({ '@type': 'Article', datePublished: '2024-05-17' }), 'date', '2024-05-17', 'json-ld Article.datePublished'],
  [
    '<meta property=article:published_time content=2024-05-17T08:30:00Z>',
    'date',
    '2024-05-17T08:30:00Z',
    'meta article:published_time',
  ],
  ['<meta name=citation_publication_date content=2024/05/17>', 'date', '2024-05-17', 'meta citation_publication_date'],
  ['<meta name=DCTERMS.issued content=2024-05>', 'date', '2024-05', 'meta dcterms.issued'],
  ['<meta name=parsely-pub-date content=2024-05-17>', 'date', '2024-05-17', 'meta parsely-pub-date'],
  ['<p itemprop=datePublished content=2024-05-17>May', 'date', '2024-05-17', 'microdata datepublished'],
  ['<p property=schema:datePublished content=2024-05-17>May', 'date', '2024-05-17', 'microdata datepublished'],
  ['<h1>News</h1><time datetime=2024-05-17>Friday</time>', 'date', '2024-05-17', '<time datetime>'],
  [
    '<h1>News</h1><time datetime=2024-05-18>Saturday</time><time pubdate datetime=2024-05-17>Friday</time>',
    'date',
    '2024-05-17',
    '<time datetime>',
  ],
  ['<h1>News</h1>Updated: <time datetime=2024-05-17>Friday</time>', 'dateModified', '2024-05-17', '<time datetime>'],
  ['<h1>News</h1><p>May 17, 2024</p>', 'date', '2024-05-17', 'visible date near the heading'],
  [
    '<html lang=de><h1>News</h1><p class=date>Stand: 3.4.2020</p>',
    'date',
    '2020-04-03',
    'visible date near the heading',
  ],
  ['<html lang=en><h1>News</h1><p class=date>3/4/2020</p>', 'date', null, ''],
  [
    '<h1>News</h1><p>It was on May 17, 2024 that the longest of all the meetings of that year began.</p>',
    'date',
    null,
    '',
  ],
  [
    '<meta property=article:modified_time content=2024-05-17>',
    'dateModified',
    '2024-05-17',
    'meta article:modified_time',
  ],
  ['<meta name=description content="What it is.">', 'description', 'What it is.', 'meta description'],
  ['<meta property=og:description content="What it is.">', 'description', 'What it is.', 'meta og:description'],
  ['<meta property=og:site_name content=Gazette>', 'siteName', 'Gazette', 'meta og:site_name'],
  [jsonLd({ '@type': 'WebSite', name: 'Gazette' }), 'siteName', 'Gazette', 'json-ld WebSite.name'],
  [jsonLd({ '@type': 'Article', publisher: { name: 'Gazette' } }), 'siteName', 'Gazette', 'json-ld Article.publisher'],
  ['<link rel=canonical href=https://example.org/a>', 'canonicalUrl', 'https://example.org/a', '<link rel=canonical>'],
  [
    '<base href=https://example.org/dir/><link rel=canonical href=a>',
    'canonicalUrl',
    'https://example.org/dir/a',
    '<link rel=canonical>',
  ],
  [
    '<link rel=canonical href=javascript:x><meta property=og:url content=https://example.org/a>',
    'canonicalUrl',
    'https://example.org/a',
    'meta og:url',
  ],
  ['<html lang=pt-br>', 'language', 'pt-BR', '<html lang>'],
  ['<html xml:lang=de>', 'language', 'de', '<html xml:lang>'],
  ['<meta property=og:locale content=en_GB>', 'language', 'en-GB', 'meta og:locale'],
  ['<meta http-equiv=Content-Language content="fr, en">', 'language', 'fr', 'meta content-language'],
  ['<html lang=English><meta property=og:locale content=en_GB>', 'language', 'en-GB', 'meta og:locale'],
  ['<html dir=RTL>', 'direction', 'rtl', '<html dir>'],
  ['<html lang=he>', 'direction', 'rtl', 'language, from <html lang>'],
  ['<meta property=og:image content=https://example.org/a.png>', 'image', 'https://example.org/a.png', 'meta og:image'],
  [
    jsonLd({ '@type': 'Article', image: { '@type': 'ImageObject', url: 'https://example.org/a.png' } }),
    'image',
    'https://example.org/a.png',
    'json-ld Article.image',
  ],
  ['<meta property=article:section content=Sport>', 'categories', ['Sport'], 'meta article:section'],
  [jsonLd({ '@type': 'Article', keywords: 'one, two,One' }), 'tags', ['one', 'two'], 'json-ld Article.keywords'],
  [
    '<meta property=article:tag content=one><meta property=article:tag content=two>',
    'tags',
    ['one', 'two'],
    'meta article:tag',
  ],
  ['<a rel=tag href=/one>#one</a>', 'tags', ['one'], '<a rel="tag">'],
  ['<a rel="category tag" href=/one>One</a>', 'categories', ['One'], '<a rel="category tag">'],
  [
    '<link rel=license href=https://creativecommons.org/licenses/by/4.0/>',
    'licence',
    'https://creativecommons.org/licenses/by/4.0/',
    '<link rel=license>',
  ],
  [
    '<a href=https://creativecommons.org/licenses/by/4.0/>CC</a>',
    'licence',
    'https://creativecommons.org/licenses/by/4.0/',
    '<a href=creativecommons.org>',
  ],
  ['<meta name=dcterms.license content=CC-BY>', 'licence', 'CC-BY', 'meta dcterms.license'],
];

test('every source yields its fields and is named', () => {
  for (const [html, field, value, source] of SOURCES) {
    const got = read(html);
    assert.deepEqual(got[field], value, html);
    assert.equal(got.sources[field] ?? '', source, html);
  }
  const fields = new Set(SOURCES.map(([, field]) => field));
  for (const field of Object.keys(PRIORITY)) assert.ok(fields.has(field as MetadataField), `no row for ${field}`);
});

test('the date in the address is the last resort', () => {
  const url = 'https://example.org/2024/05/17/news';
  assert.deepEqual([read('<p>x', url).date, read('<p>x', url).sources.date], ['2024-05-17', 'URL']);
  assert.equal(read('<meta property=article:published_time content=2024-05-16>', url).date, '2024-05-16');
});

test('the title is the visible one, without the name of the site', () => {
  const title = (html: string, url = 'https://www.daily-gazette.example/a'): string | null => read(html, url).title;
  assert.equal(title('<title>Big news | Daily Gazette</title>'), 'Big news');
  assert.equal(title('<title>Daily Gazette: Big news</title>'), 'Daily Gazette: Big news');
  assert.equal(title('<title>Big news - an answer</title>'), 'Big news - an answer');
  assert.equal(title('<title>Big news - Planet</title><meta property=og:site_name content=Planet>'), 'Big news');
  assert.equal(title('<title>Planet</title><meta property=og:site_name content=Planet>'), 'Planet');
  assert.equal(title('<title>Big news - page two</title><h1>Big news</h1>'), 'Big news');
  assert.equal(title('<title>Big news</title><h1>Contact us today</h1>'), 'Big news');
  assert.equal(title('<title>Big news today</title><h1 class=logo>Gazette</h1><h1>Big news</h1>'), 'Big news');
  assert.equal(
    title('<title>Big news today</title><h1><a href=/>Big news</a></h1><h2>Big news today</h2>'),
    'Big news today',
  );
  assert.equal(
    title(`<title>x</title>${jsonLd({ '@type': 'Article', headline: 'A &amp;amp; B &lt;i&gt;now&lt;/i&gt;' })}`),
    'A & B now',
  );
  for (const [value, site, host, expected] of [
    ['A | B | Site', 'Site', null, 'A | B'],
    ['Site » A', 'Site', null, 'A'],
    ['Site', 'Site', null, 'Site'],
    ['A | Site | Site', 'Site', null, 'A'],
    ['A – example', null, 'www.example.org', 'A'],
    ['A – B', null, 'www.example.org', 'A – B'],
  ] as const)
    assert.equal(withoutSiteName(value, site, host), expected, value);
});

for (const [what, html, expected, url] of [
  ['the site is the domain', '<title>Big news | Planet Forums</title>', 'Big news', 'https://bbs.planet.example/a'],
  ['the heading names the domain', '<title>Of Planet keys / Planet Forums</title><h1>Planet</h1>', 'Of Planet keys'],
  ['all but the heading name the site', '<title>Planet</title><h1>Socks for winter</h1>', 'Socks for winter'],
  [
    'the site has a trade mark',
    '<meta property=og:site_name content="Mars Worn Wear®"><title>Jackets | Mars® Worn Wear</title>',
    'Jackets',
  ],
  ['styles in the heading', '<h1><style>.a{color:red}</style>Big news</h1>', 'Big news'],
  ['the label of a forum', '<h1><a><span class="label label--red">News</span></a> Big lens</h1>', 'Big lens'],
  ['a label is all', '<h1><span class=label>Big news</span></h1>', 'Big news'],
  ['the name of a tag', '<h1>&lt;table&gt;: the table element</h1>', '<table>: the table element'],
  ['an escaped line break', '<h1>Big&lt;br&gt;news</h1>', 'Big news'],
  ['a tag that only opens', '<h1>&lt;span class="a"&gt;Big news</h1>', 'Big news'],
  ['a sign escaped twice', '<title>Healthy plates &amp;bull; Planet</title>', 'Healthy plates'],
  [
    'questions at the end are no title',
    `<title>Big news</title>${jsonLd([
      { '@type': 'Question', name: 'Is it big?' },
      { '@type': 'Question', name: 'Is it news?' },
    ])}`,
    'Big news',
  ],
  [
    'one question is the title',
    `<title>Q&A</title>${jsonLd({ '@type': 'Question', name: 'Is it big?' })}`,
    'Is it big?',
  ],
] as readonly (readonly [string, string, string, string?])[])
  test(`the title: ${what}`, () => assert.equal(read(html, url ?? 'https://www.planet.example/a').title, expected));

test('a site that names itself as author yields to a person', () => {
  const site = '<meta property=og:site_name content=Gazette><meta name=author content=Gazette>';
  assert.equal(read(`${site}<h1>News</h1><p class=author>Jane Doe`).author, 'Jane Doe');
  assert.equal(read(`${site}<header>Gazette</header><h1>News</h1>`).author, 'Gazette');
});

test('of many JSON-LD nodes the one that describes the page is read', () => {
  const main = (...values: unknown[]): string | undefined => {
    const { main } = readJsonLd(pageOf(values.map(jsonLd).join('')));
    return main === null ? undefined : String(main.properties.name);
  };
  const node = (type: unknown, name: string, more = {}) => ({ '@type': type, name, ...more });
  assert.equal(main(node('WebPage', 'page'), node('Article', 'article')), 'article');
  assert.equal(main([node('BreadcrumbList', 'crumbs'), node('Product', 'product')]), 'product');
  assert.equal(main({ '@context': 'x', '@graph': [node('WebPage', 'page'), node('BlogPosting', 'post')] }), 'post');
  assert.equal(main(node('WebPage', 'page', { mainEntity: node('Recipe', 'recipe') })), 'recipe');
  assert.equal(main(node('QAPage', 'qa', { mainEntity: node('Question', 'question') })), 'qa');
  assert.equal(main(node('FAQPage', 'faq', { mainEntity: [node('Question', 'question')] })), 'faq');
  assert.equal(main(node(['WebPage', 'NewsArticle'], 'both')), 'both');
  assert.equal(main(node('http://schema.org/NewsArticle', 'prefixed')), 'prefixed');
  assert.equal(main(node('ItemList', 'list', { itemListElement: [node('Article', 'teaser')] })), undefined);
  assert.equal(main(node('Organization', 'firm')), undefined);
  const graph = {
    '@graph': [
      { '@type': 'Article', headline: 'News', author: { '@id': '#jane' }, publisher: { '@id': '#gone' } },
      { '@type': 'Person', '@id': '#jane', name: 'Jane Doe' },
    ],
  };
  assert.deepEqual(read(jsonLd(graph)).authors, ['Jane Doe']);
});

test('language tags are put into their usual spelling', () => {
  const cases: Record<string, string | null> = {
    en: 'en',
    'EN-us': 'en-US',
    'en_US.UTF-8': 'en-US',
    'zh-hant-tw': 'zh-Hant-TW',
    'fr, en': 'fr',
    'zh-cmn-Hans': 'zh-Hans',
    'zh-cmn': 'zh',
    en_abc_de_fg: null,
    'es-419': 'es-419',
    English: null,
    und: null,
    '': null,
    '{{lang}}': null,
  };
  for (const [value, tag] of Object.entries(cases)) assert.equal(languageTag(value), tag, value);
});

test('hostile pages never make it throw', () => {
  const pages = [
    '<script type=application/ld+json>{"@id":"a","author":{"@id":"a"},"@type":["Article"],"name":{"@id":"a"}}</script>',
    '<script type=application/ld+json>{"__proto__":{"@type":"Article"},"@type":[null,1,{}],"author":[[[]]],"image":{"url":{}}}</script>',
    `<html lang="${'-a'.repeat(10_000)}">`,
    `<title>${'&'.repeat(10_000)}</title><h1>${'<'.repeat(10_000)}</h1>`,
    `<link rel=canonical href="${'/'.repeat(20_000)}"><a rel=license href="http://[">x</a><base href="http://[">`,
  ];
  for (const html of pages) assert.ok(read(html, 'http://[not an address'));
});

test('long lists are cut', () => {
  const names = Array.from({ length: 3_000 }, (_, number) => `<meta name=citation_author content="Jane Doe${number}">`);
  assert.equal(read(names.join('')).authors.length, 1_000);
  assert.equal(read(`<meta name=keywords content="${Array.from({ length: 300 }, (_, n) => n)}">`).tags.length, 100);
});

test('any tag soup yields fields of the right type, each with its source', () => {
  const piece = fc.constantFrom(
    '<h1>',
    '</h1>',
    '<time datetime="2024-05-17">',
    '<meta name="author" content="',
    '">',
    '<p class="byline">',
    'By Jane Doe',
    ' 17 May 2024 ',
    '<script type="application/ld+json">',
    '{"@type":"Article","headline":',
    '"a"',
    '}',
    '</script>',
    '<title>',
    '</title>',
    ' | ',
    '<div itemprop="author" itemscope>',
    '<a rel="author tag license" href="/x">',
    '</a>',
    '<html lang="ar">',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (parts) => {
      const got = read(parts.join(''), 'https://example.org/2024/05/');
      for (const field of Object.keys(NO_METADATA) as (keyof Metadata)[]) {
        if (field === 'sources') continue;
        const value = got[field];
        const isList = Array.isArray(NO_METADATA[field]);
        assert.ok(isList ? Array.isArray(value) : value === null || typeof value === 'string', field);
        const isSet = isList ? (value as readonly string[]).length > 0 : value !== null;
        assert.equal(got.sources[field] !== undefined, isSet, `${field} of ${parts.join('')}`);
        assert.notEqual(value, '', field);
      }
    }),
    { numRuns: 200 },
  );
});

test('a date of a month is made exact by a day of that month on the page, and by no other', () => {
  const url = 'https://example.org/2024/05/news';
  for (const [visible, expected] of [
    ['May 17, 2024', '2024-05-17'],
    ['June 1, 2024', '2024-05'],
    ['', '2024-05'],
  ])
    assert.equal(read(`<h1>Big news today</h1><p class=date>${visible}</p>`, url).date, expected);
});

test('a date more than a day after the page was fetched is not its date', () => {
  const at = Date.UTC(2025, 2, 10, 12);
  const html =
    '<meta property=article:published_time content=2025-03-14><h1>The spring fair</h1><time datetime=2025-03-08>8 March</time>';
  assert.equal(readMetadata(pageOf(html), at).date, '2025-03-08');
  assert.equal(readMetadata(pageOf(html)).date, '2025-03-14', 'the core has no clock');
  const page = pageOf(html);
  const readings = [readMetadata(page, at), readMetadata(page), readMetadata(page, at)];
  assert.deepEqual(
    readings.map(({ date }) => date),
    ['2025-03-08', '2025-03-14', '2025-03-08'],
    'one page fetched at different times',
  );
  const ahead = pageOf('<meta property=article:published_time content=2025-03-11T09:00:00+13:00>');
  assert.equal(readMetadata(ahead, at).date, '2025-03-11T09:00:00+13:00', 'the day of a time zone ahead');
});

for (const [what, html, expected] of [
  ['the motto is cut', '<meta property=og:site_name content="Planet - News of the earth">', 'Planet'],
  ['another part of the name is kept', '<meta property=og:site_name content="Mars - Venus">', 'Mars - Venus'],
  [
    'a page title is no name',
    '<title>Big news | Planet</title><meta property=og:site_name content="Big news | Planet">',
    'Planet',
  ],
  ['behind the title, as in the host', '<title>Big news – The Planet</title>', 'The Planet'],
  ['before the title, as in the host', '<title>Planet | Big news of today</title>', 'Planet'],
  ['behind the heading', '<title>Big news today | Mars Daily</title><h1>Big news today</h1>', 'Mars Daily'],
  ['a title in two parts names none', '<title>Big news - an answer</title><h1>Contact us</h1>', null],
] as const)
  test(`the name of the site: ${what}`, () =>
    assert.equal(read(html, 'https://www.planet.example/a').siteName, expected));

test('a quotation mark that closes the title is part of it', () => {
  assert.equal(
    read('<title>Lucía: «nobody asked us» | Planet</title>', 'https://planet.example/').title,
    'Lucía: «nobody asked us»',
  );
  assert.equal(read('<title>Planet » Big news</title>', 'https://planet.example/').title, 'Big news');
});

test('a person is the author, and not the paper beside the name', () => {
  const html =
    '<meta property=og:site_name content="Modern Farmer"><h1>Hay and straw</h1><p class=byline>Emily Baron, Modern Farmer</p>';
  assert.deepEqual(read(html).authors, ['Emily Baron']);
});
