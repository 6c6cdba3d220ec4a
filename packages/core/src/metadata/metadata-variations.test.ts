/** Variations of the kinds of faults that were reported of pages, ten or more a kind. Pages and names are made up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import type { Metadata } from './metadata.js';
import { readMetadata } from './read-metadata.js';

const URL = 'https://www.lindow-courier.example/news/willow-fences';
const FENCES = 'Willow fences for Lindow harbour';
const H1 = `<h1>${FENCES}</h1>`;
const TEXT = '<p>The harbour was dredged twice in the last century, and both times the silt came back.</p>'.repeat(3);
const TITLE = '<title>Willow fences for Lindow harbour | Lindow Courier</title>';
const SITE = '<meta property=og:site_name content="Lindow Courier">';
const page = (head: string, body: string, lang = 'en'): string =>
  `<html lang="${lang}"><head>${head}</head><body><header><a href=/>Lindow Courier</a><nav><a href=/sport>Sport</a></nav></header><main>${body}${TEXT}</main><footer><p>© 2024 Lindow Courier</p></footer></body></html>`;
const read = (html: string, url = URL): Metadata => {
  const parsed = parse(html, { url });
  assert.ok(parsed.ok);
  return readMetadata(parsed.page);
};
const jsonLd = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
/** Rows of a page and a field's value. */
function rows<F extends keyof Metadata>(
  kind: string,
  field: F,
  all: readonly (readonly [html: string, value: Metadata[F], url?: string])[],
): void {
  test(`variations of pages: ${kind}`, () => {
    const wrong = all.flatMap(([html, value, url], at) => {
      const got = read(html, url)[field];
      return JSON.stringify(got) === JSON.stringify(value)
        ? []
        : [{ at, got, expected: value, html: html.slice(0, 700) }];
    });
    assert.deepEqual(wrong, []);
  });
}

const BY = '<p class="byline">By <a rel="author" href="/contributors/anna-berg">Anna Berg</a></p>';
const LONG = 'Willow fences: a harbour without silt';
rows(
  'a heading that goes on in the declared title',
  'title',
  [
    ['Willow fences:', LONG],
    ['Willow fences –', 'Willow fences – a harbour without silt'],
    ['Willow fences…', 'Willow fences for a harbour without silt'],
    ['Willow fences for a ...', 'Willow fences for a harbour without silt'],
    ['Willow fences, ', 'Willow fences, and a harbour without silt'],
    ['Willow fences', 'Willow fences for a harbour without silt', 'Willow fences'],
    ['Willow fences: a harbour', 'Willow fences: a harbour', 'Willow fences: a harbour'],
    ['柳栅：', '柳栅：没有淤泥的港口'],
  ].map(([heading, title, expected = title]) => [
    page(
      `<title>${title} | Lindow Courier</title>${SITE}<meta property=og:title content="${title}">`,
      `<h1>${heading}</h1>`,
    ),
    expected,
  ]),
);
const OTHERS = ['Clara Dahl', 'Erik van Kloster'];
rows('the byline of another article', 'authors', [
  [page(TITLE, `${H1}${BY}<a href=/sluice><h3>A sluice</h3><p>By ${OTHERS[0]}, LNN</p></a>`), ['Anna Berg']],
  [
    page(TITLE, `${H1}<a href=/sluice><h3>A sluice</h3><p>It costs twelve million.</p><p>By ${OTHERS[0]}, LNN</p></a>`),
    [],
  ],
  [page(TITLE, `${H1}<a href=/sluice>The sluice costs twelve million <span class=author>${OTHERS[0]}</span></a>`), []],
  [page(TITLE, `${H1}<a href=/sluice>The sluice costs twelve million <b class=byline>by ${OTHERS[0]}</b></a>`), []],
  [page(TITLE, `${H1}<p><a href=/people/clara-dahl>By ${OTHERS[0]}</a></p>`), [OTHERS[0]]],
  [
    page(TITLE, `${H1}<p><a href=/people/clara-dahl><span class=author>${OTHERS[0]}</span>, reporter</a></p>`),
    [OTHERS[0]],
  ],
  [
    page(
      TITLE,
      `${H1}<p>In chips weekly: <a href=https://chips.example.com/author/erik-van-kloster/>${OTHERS[1]}</a></p>`,
    ),
    [],
  ],
  [page(TITLE, `${H1}<p><a href=//chips.example.com/authors/erik-van-kloster/>${OTHERS[1]}</a></p>`), []],
  [page(TITLE, `${H1}<p><a href=/author/erik-van-kloster/>${OTHERS[1]}</a></p>`), [OTHERS[1]]],
  [page(TITLE, `${H1}<p><a href=https://staff.lindow-courier.example/author/erik>${OTHERS[1]}</a></p>`), [OTHERS[1]]],
  [page(TITLE, `${H1}<p><a href=/about>About us</a> <a href=/ads>About ads</a></p>`), []],
]);
rows('one name with a title or an initial, and the full list elsewhere', 'authors', [
  [
    page(`${TITLE}<meta name=author content="Clara Dahl">`, `${H1}<p class=byline>By Dr Clara Dahl and Erik Holm</p>`),
    ['Dr Clara Dahl', 'Erik Holm'],
  ],
  [
    page(`${TITLE}<meta name=author content="Clara Dahl">`, `${H1}<p class=byline>By Clara M. Dahl and Erik Holm</p>`),
    ['Clara M. Dahl', 'Erik Holm'],
  ],
]);
const article = (more: object): string =>
  jsonLd({ '@type': 'NewsArticle', headline: 'Willow fences for Lindow harbour', ...more });
rows('an organisation over a visible byline', 'authors', [
  [page(`${TITLE}${SITE}<meta name=author content="Lindow Courier">`, H1 + BY), ['Anna Berg']],
  [page(`${TITLE}<meta name=author content="Condé Nord">`, H1 + BY), ['Anna Berg']],
  [page(`${TITLE}<meta name=author content="The Lindow Courier">`, H1 + BY), ['Anna Berg']],
  [page(`${TITLE}<meta property=article:author content="Lindow Media Group">`, H1 + BY), ['Anna Berg']],
  [
    page(TITLE + SITE + article({ author: { '@type': 'Organization', name: 'Lindow Courier' } }), H1 + BY),
    ['Anna Berg'],
  ],
  [page(TITLE + article({ author: { '@type': 'NewsMediaOrganization', name: 'Nord Sud' } }), H1 + BY), ['Anna Berg']],
  [page(TITLE + article({ author: 'Associated Press' }), `${H1}<p>By Anna Berg</p>`), ['Anna Berg']],
  [
    page(
      TITLE + article({ author: 'Lindow Courier', publisher: { name: 'Lindow Courier' } }),
      `${H1}<span class=author>Anna Berg</span>`,
    ),
    ['Anna Berg'],
  ],
  [page(`${TITLE}<meta name=author content="Redaktion">`, `${H1}<p>Von Anna Berg</p>`, 'de'), ['Anna Berg']],
  [
    page(
      `${TITLE}<meta name=dc.creator content="Ministry of Works">`,
      `${H1}<div class=article-author>Anna Berg</div>`,
    ),
    ['Anna Berg'],
  ],
  [
    page(
      `${TITLE}<meta name=twitter:label1 content="Written by"><meta name=twitter:data1 content="Lindow Courier Staff">`,
      H1 + BY,
    ),
    ['Anna Berg'],
  ],
  [page(`${TITLE}<meta name=author content="www.lindow-courier.example">`, H1 + BY), ['Anna Berg']],
  [page(`${TITLE}${SITE}<meta name=author content="Lindow Courier">`, H1), ['Lindow Courier']],
  [
    page(TITLE + article({ author: [{ name: 'Anna Berg' }, { '@type': 'Organization', name: 'Reuters' }] }), H1),
    ['Anna Berg'],
  ],
]);

const meta = (prep: string, name = 'author'): string =>
  `<div class="entry-meta"><span class="meta-prep meta-prep-author">${prep}</span> <a href="/x" rel="bookmark"><span class="entry-date">March 5, 2024</span></a> <span class="author vcard"><a class="url fn n" href="/${name}/anna/">Anna</a></span></div>`;
rows('labels, dates and others as author', 'authors', [
  ...[
    'Posted on',
    'Veröffentlicht am',
    'Publié le',
    'Publicado el',
    'Pubblicato il',
    'Geplaatst op',
    'Опубликовано',
    '投稿日:',
    'Udgivet den',
    'Etwas anderes',
  ].map((prep) => [page(TITLE, H1 + meta(prep)), ['Anna']] as const),
  [page(TITLE, `${H1}<span class=author>Dec 1st 2016 1:01PM</span>`), []],
  [page(TITLE, `${H1}<span class=author>Follow us on Twitter</span>`), []],
  [
    page(
      TITLE,
      `${H1}<p class=byline>By <span class=author>Anna Berg</span></p><figure itemscope itemtype=http://schema.org/ImageObject><img src=a><b itemprop=author>Zed Zorn</b></figure>`,
    ),
    ['Anna Berg'],
  ],
  [
    page(
      TITLE,
      `<article itemscope itemtype=http://schema.org/NewsArticle>${H1}<p>By <b itemprop=author>Anna Berg</b></p><div itemprop=image itemscope itemtype=http://schema.org/ImageObject><b itemprop=author>Zed Zorn</b></div></article>`,
    ),
    ['Anna Berg'],
  ],
  [
    page(
      TITLE,
      `${H1}<p class=byline>Anna Berg</p><section class=related><span class=author>Zed Zorn</span></section>`,
    ),
    ['Anna Berg'],
  ],
  [page(TITLE, `${H1}${TEXT}<section class=comments><p class=author>Zed Zorn</p></section>`), []],
  [page(TITLE, `${H1}<p>Photo by Zed Zorn</p><p>By Anna Berg</p>`), ['Anna Berg']],
  [
    page(
      TITLE,
      `${H1}<p>Reviewed by <a class=author href=/author/z>Zed Zorn</a></p><p>Written by <a class=author href=/author/a>Anna Berg</a></p>`,
    ),
    ['Anna Berg'],
  ],
  [
    page(
      TITLE,
      `${H1}<div class=byline><span class=author-name>Anna Berg</span><span class=author-role>Chief Gardener</span><time>5 March</time></div>`,
    ),
    ['Anna Berg'],
  ],
]);

const other = {
  '@type': 'NewsArticle',
  headline: 'Another story of the day',
  url: 'https://www.lindow-courier.example/news/other',
  author: { name: 'Zed Zorn' },
  datePublished: '2020-01-01',
};
const own = {
  '@type': 'NewsArticle',
  headline: 'Willow fences for Lindow harbour',
  url: URL,
  author: { name: 'Anna Berg' },
  datePublished: '2024-04-01',
};
const OTHER_ITEM =
  '<div itemscope itemtype=http://schema.org/NewsArticle><a itemprop=url href=/news/other><b itemprop=headline>Another story of the day</b></a><i itemprop=author>Zed Zorn</i></div>';
const OWN_ITEM = `<article itemscope itemtype=http://schema.org/NewsArticle><meta itemprop=mainEntityOfPage content="${URL}"><h1 itemprop=headline>Willow fences for Lindow harbour</h1><i itemprop=author>Anna Berg</i></article>`;
rows('another article first', 'authors', [
  [
    page(
      '<title>村庄怎样保住面包店</title>' +
        jsonLd({ '@type': 'Article', headline: '游泳池推迟开放', url: '/r/1', 'schema:author': { name: '赵丽娟' } }),
      '<h1>村庄怎样保住面包店</h1><p class=byline>作者：陈志远</p>',
      'zh',
    ),
    ['陈志远'],
  ],
  [page(TITLE + jsonLd([other, own]), H1), ['Anna Berg']],
  [page(TITLE + jsonLd(other) + jsonLd(own), H1), ['Anna Berg']],
  [page(TITLE + jsonLd({ '@graph': [other, own] }), H1), ['Anna Berg']],
  [page(TITLE + jsonLd([other, { ...own, url: undefined }]), H1), ['Anna Berg']],
  [
    page(
      TITLE + jsonLd([other, { ...own, headline: 'SEO words', url: undefined, mainEntityOfPage: { '@id': URL } }]),
      H1,
    ),
    ['Anna Berg'],
  ],
  [page(TITLE + jsonLd([{ ...other, url: undefined }, own]), H1), ['Anna Berg']],
  [page(TITLE + jsonLd([other, { ...own, url: `${URL}/?utm=x`, headline: 'SEO' }]), H1), ['Anna Berg']],
  [
    page(TITLE + jsonLd([other, { ...own, '@type': 'BlogPosting', '@id': `${URL}#article`, url: undefined }]), H1),
    ['Anna Berg'],
  ],
  [page(TITLE + jsonLd({ ...own, hasPart: [other], mentions: other }), H1), ['Anna Berg']],
  [page(TITLE + jsonLd(other), H1 + BY), ['Anna Berg']],
  [page(TITLE + jsonLd(other), H1), []],
  [page(TITLE, OTHER_ITEM + OWN_ITEM), ['Anna Berg']],
  [page(TITLE, OWN_ITEM + OTHER_ITEM), ['Anna Berg']],
  [page(TITLE, OWN_ITEM.replace('</article>', `${OTHER_ITEM}</article>`)), ['Anna Berg']],
  [
    page(
      TITLE,
      `${H1}${BY}<div itemprop=hasPart itemscope itemtype=http://schema.org/CreativeWork><b itemprop=author>Zed Zorn</b></div>`,
    ),
    ['Anna Berg'],
  ],
]);

const two = (first: string, second: string): string =>
  `<div><h1>${first}</h1></div><div class=story><h1>${second}</h1></div>`;
const STORY = 'Jury finds man guilty in harbour case';
rows('a section, site or product in the title', 'title', [
  [
    page(
      `<title>${STORY} : The Mud Way | Lindow Courier</title><meta property=og:title content="${STORY}">`,
      two('The Mud Way', STORY),
    ),
    STORY,
  ],
  [page(`<title>${STORY} : The Mud Way | Lindow Courier</title>`, two('The Mud Way', STORY)), STORY],
  [page(`<title>${STORY} - The Mud Way - Lindow Courier</title>`, two('The Mud Way', STORY)), STORY],
  [
    page(
      `<title>${STORY} : The Mud Way | Lindow Courier</title><meta property=og:title content="${STORY}">`,
      `<h1>The Mud Way</h1><div>${STORY}</div>`,
    ),
    STORY,
  ],
  [
    page(
      '<title>Silt and Silence: Open fences for wet gardens</title>',
      '<h1 class=title><a href="https://www.lindow-courier.example/">Silt and Silence</a></h1><h3 class=post-title>Open fences for wet gardens</h3>',
    ),
    'Open fences for wet gardens',
  ],
  [
    page(
      '<title>Silt and Silence: Open fences for wet gardens</title><meta property=og:title content="Open fences for wet gardens">',
      '<h1>Silt and Silence</h1><h3>Open fences for wet gardens</h3>',
    ),
    'Open fences for wet gardens',
  ],
  [
    page('<title>Tesla Model 3 | Specs</title>', '', 'en'),
    'Tesla Model 3 | Specs',
    'https://www.tesla.com/model3/specs',
  ],
  [page('<title>Python Lists - W3Schools</title>', ''), 'Python Lists', 'https://www.w3schools.com/python/lists'],
  [page('<title>Python Lists - W3Schools</title>', ''), 'Python Lists - W3Schools', 'https://www.python.org/a'],
  [
    page('<title>Harvard scientists - New mud</title>', ''),
    'Harvard scientists - New mud',
    'https://www.harvard.edu/news/mud',
  ],
  [
    page('<title>Harvard scientists find new mud | Harvard University</title>', ''),
    'Harvard scientists find new mud',
    'https://www.harvard.edu/news/mud',
  ],
  [
    page('<title>Specs | Tesla Model 3</title>', '<h1>Tesla Model 3</h1>'),
    'Tesla Model 3',
    'https://www.tesla.com/model3/specs',
  ],
  [page('<title>Big news - Planet Forums</title>', ''), 'Big news', 'https://bbs.planet.example/a'],
  [
    page('<title>Fences at lindow/fences</title>', '<h1>Fences at lindow/fences <button>Copy item path</button></h1>'),
    'Fences at lindow/fences',
  ],
  [
    page('<title>Module fences</title>', '<h1>Module fences<clipboard-copy>Copy item path</clipboard-copy></h1>'),
    'Module fences',
  ],
  [
    page(
      '<title>Willow fence history</title>',
      '<h1>Willow fence history <span class=mw-editsection>[edit]</span></h1>',
    ),
    'Willow fence history',
  ],
  [
    page(
      '<title>Willow fence history</title>',
      '<h1><span>Willow fence history</span><span class=sr-only>Link to this page</span></h1>',
    ),
    'Willow fence history',
  ],
  [
    page(
      '<title>Willow fence history</title>',
      '<h1>Willow fence history <a class="copy-link" role=button>Copy link</a></h1>',
    ),
    'Willow fence history',
  ],
]);

rows('bylines in footers, classes of writers, names in parts', 'authors', [
  [
    page(
      TITLE,
      `${H1}<footer class=story-meta><p class=story-meta__authors>By <span class=vcard><a href=/staff/steven-holm>Steven Holm</a></span></p></footer>`,
    ),
    ['Steven Holm'],
  ],
  [page(TITLE, `${H1}<nav class=byline><a href=/author/a>Anna Berg</a></nav>`), ['Anna Berg']],
  [page(TITLE, `${H1}<aside><span class=author>Anna Berg</span></aside>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p class=writer>Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p class=ArticleAuthorName>Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<span class=Byline_author__x1>Anna Berg</span>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p>Von Anna Berg und Karl Weiß</p>`, 'de'), ['Anna Berg', 'Karl Weiß']],
  [page(TITLE, `${H1}<p>Text: Anna Berg</p>`, 'de'), ['Anna Berg']],
  [page(TITLE, `${H1}<p>Par <b>Zoé Petit</b></p>`, 'fr'), ['Zoé Petit']],
  [
    page(TITLE + article({ author: [{ '@type': 'Person', givenName: 'Anna', familyName: 'Berg' }] }), H1),
    ['Anna Berg'],
  ],
  [
    page(TITLE + article({ author: { '@type': 'Person', name: ['Anna Berg', 'Karl Weiß'] } }), H1),
    ['Anna Berg', 'Karl Weiß'],
  ],
  [page(`${TITLE}<meta name=authors content="Anna Berg">`, H1), ['Anna Berg']],
  [page(TITLE, `${H1}<p class=byline>文／王小明 圖／李四</p>`, 'zh-TW'), ['王小明']],
  [page(`${TITLE}<meta name=author content="Di Webster">`, H1), ['Di Webster']],
  [page(`${TITLE}<meta name=author content="{{author}}">`, H1 + BY), ['Anna Berg']],
]);

const dated = (line: string, head = ''): string => page(TITLE + head, H1 + line);
rows('published against changed, comments and other items', 'date', [
  [dated('<p class=date>5 March 2024, updated 6 March 2024</p>'), '2024-03-05'],
  [dated('<p class=date>Updated 6 March 2024</p><p class=date>5 March 2024</p>'), '2024-03-05'],
  [dated('<p class=meta>Aktualisiert am 6.3.2024</p><p class=meta>5.3.2024</p>'), '2024-03-05'],
  [
    dated('<p>Last modified <time datetime=2024-03-06>6</time></p><p>Published <time datetime=2024-03-05>5</time></p>'),
    '2024-03-05',
  ],
  [dated('<p class=date>更新日：2024年3月6日</p><p class=date>公開日：2024年3月5日</p>'), '2024-03-05'],
  [dated('<p class=date>Mis à jour le 6 mars 2024</p><p class=date>5 mars 2024</p>'), '2024-03-05'],
  [dated('<abbr class=published title="2024-03-05">yesterday</abbr>'), '2024-03-05'],
  [dated('<div class=post-date><b>5</b><i>March</i><u>2024</u></div>'), '2024-03-05'],
  [dated('<relative-time datetime="2024-03-05">long ago</relative-time>'), '2024-03-05'],
  [dated('<p class=date>५ मार्च २०२४</p>').replace('lang="en"', 'lang="hi"'), '2024-03-05'],
  [dated('<p class=date>04/10/2011</p>', '<meta property=og:locale content=en_GB>'), '2011-10-04'],
  [dated('<p class=date>04/10/2011</p>', '<meta property=og:locale content=en_US>'), '2011-04-10'],
  [dated('<p class=date>04/10/2011</p><p class=date>Updated 25/10/2011</p>'), '2011-10-04'],
  [dated('<p class=date>04/10/2011</p>', '<meta property=article:modified_time content=2011-04-10>'), '2011-04-10'],
  [dated('<p class=date>04/10/2011</p>'), '2011-10-04', 'https://www.lindow-courier.co.uk/news/willow'],
  [dated('<section class=comments><time datetime=2024-03-07>7</time></section>'), null],
  [dated('<div class=related><time datetime=2024-03-07>7</time></div><p class=date>5 March 2024</p>'), '2024-03-05'],
]);

const head = (...tags: readonly string[]): string => page(TITLE + tags.join(''), H1);
rows('the name of the site', 'siteName', [
  [head(SITE), 'Lindow Courier'],
  [head(jsonLd({ '@type': 'WebSite', name: 'Lindow Courier' })), 'Lindow Courier'],
  [head(article({ publisher: { name: 'Lindow Courier' } })), 'Lindow Courier'],
  [head('<meta name=application-name content="Lindow Courier">'), 'Lindow Courier'],
  [head('<meta property=og:site_name content="{{site.name}}">'), 'Lindow Courier'],
  [head('<meta property=og:site_name content="https://www.lindow-courier.example/">'), 'Lindow Courier'],
  [head('<meta property=og:site_name content="@LindowCourier">'), 'LindowCourier'],
  [head('<meta property=og:site_name content="Willow fences for Lindow harbour">'), 'Lindow Courier'],
  [head('<meta property=og:site_name content="Lindow Courier | News of the harbour">'), 'Lindow Courier'],
  [head(), 'Lindow Courier'],
]);
rows('the language, as declared', 'language', [
  [page('', H1, 'de-AT'), 'de-AT'],
  [page('<meta property=og:locale content=fr_FR>', H1, ''), 'fr-FR'],
  [page('<meta http-equiv=content-language content=pt-br>', H1, ''), 'pt-BR'],
  [page('<meta name=dc.language content=it>', H1, ''), 'it'],
  [page(jsonLd({ '@type': 'NewsArticle', inLanguage: 'sv-SE' }), H1, ''), 'sv-SE'],
  [page('<meta property=og:locale content=en_US>', H1, 'ja'), 'ja'],
  [page('<meta property=og:locale content=nl_NL>', H1, '{{lang}}'), 'nl-NL'],
  [page('', H1, 'zh_Hant_TW'), 'zh-Hant-TW'],
  [page('', H1, 'und'), null],
  [page('', H1, ''), null],
]);
rows('the canonical address', 'canonicalUrl', [
  [head('<link rel=canonical href="/news/willow">'), 'https://www.lindow-courier.example/news/willow'],
  [head(`<link rel="canonical" href="${URL}?a=b">`), `${URL}?a=b`],
  [head(`<meta property=og:url content="${URL}">`), URL],
  [head('<link rel=canonical href="{{url}}">', `<meta property=og:url content="${URL}">`), URL],
  [head('<link rel=canonical href="">', `<meta property=og:url content="${URL}">`), URL],
  [head('<link rel=canonical href="mailto:a@b.example">', article({ url: URL })), URL],
  [head('<link rel="alternate canonical" href="/a">'), 'https://www.lindow-courier.example/a'],
  [head(article({ url: '/b' })), 'https://www.lindow-courier.example/b'],
  [head(`<meta name=parsely-link content="${URL}">`), URL],
  [head(), null],
]);
const PICTURE = 'https://www.lindow-courier.example/fence.jpg';
rows('the lead image', 'image', [
  [head(`<meta property=og:image content="${PICTURE}">`), PICTURE],
  [head('<meta property=og:image content="/fence.jpg">'), PICTURE],
  [head(`<meta property=og:image:secure_url content="${PICTURE}">`), PICTURE],
  [head(`<meta name=twitter:image content="${PICTURE}">`), PICTURE],
  [head(article({ image: [PICTURE, 'x'] })), PICTURE],
  [head(article({ image: { '@type': 'ImageObject', contentUrl: PICTURE } })), PICTURE],
  [
    head('<link rel=image_src href="fence.jpg">').replace(
      '<head>',
      '<head><base href="https://www.lindow-courier.example/">',
    ),
    PICTURE,
  ],
  [head('<meta property=og:image content="{{image}}">', `<meta name=twitter:image content="${PICTURE}">`), PICTURE],
  [
    head(
      '<meta property=og:image content="data:image/png;base64,x">',
      `<meta name=twitter:image content="${PICTURE}">`,
    ),
    PICTURE,
  ],
  [
    head(
      jsonLd([
        { ...other, image: 'https://www.lindow-courier.example/other.jpg' },
        { ...own, image: PICTURE },
      ]),
    ),
    PICTURE,
  ],
]);
const BY_4 = 'https://creativecommons.org/licenses/by/4.0/';
rows('the licence', 'licence', [
  [head(`<link rel=license href="${BY_4}">`), BY_4],
  [page(TITLE, `${H1}<a rel=license href="${BY_4}">CC BY</a>`), BY_4],
  [page(TITLE, `${H1}<a href="${BY_4}">CC BY</a>`), BY_4],
  [head(article({ license: BY_4 })), BY_4],
  [head(article({ license: { '@id': BY_4 } })), BY_4],
  [page(TITLE, `${H1}<a itemprop=license href="${BY_4}"></a>`), BY_4],
  [head('<meta name=dcterms.license content="CC BY 4.0">'), 'CC BY 4.0'],
  [head('<meta name=dc.rights content="All rights reserved">'), 'All rights reserved'],
  [head('<meta name=dc.rights content="{{rights}}">', `<link rel=license href="${BY_4}">`), BY_4],
  [head(), null],
]);
rows('tags', 'tags', [
  [head('<meta property=article:tag content=mud><meta property=article:tag content=silt>'), ['mud', 'silt']],
  [head(article({ keywords: 'mud, silt' })), ['mud', 'silt']],
  [head(article({ keywords: ['mud', 'silt'] })), ['mud', 'silt']],
  [head('<meta name=keywords content="mud;silt">'), ['mud', 'silt']],
  [head('<meta name=keywords content="泥、砂">'), ['泥', '砂']],
  [head('<meta name=news_keywords content="mud">'), ['mud']],
  [page(TITLE, `${H1}<a rel=tag href=/mud>#mud</a>`), ['mud']],
  [head('<meta name=keywords content="%keywords%">'), []],
  [head('<meta name=parsely-tags content="mud,Mud">'), ['mud']],
  [head(), []],
]);
rows('sections', 'categories', [
  [head('<meta property=article:section content=Harbour>'), ['Harbour']],
  [head(article({ articleSection: 'Harbour' })), ['Harbour']],
  [head(article({ articleSection: ['Harbour', 'News'] })), ['Harbour', 'News']],
  [head('<meta name=parsely-section content=Harbour>'), ['Harbour']],
  [page(TITLE, `${H1}<a rel="category tag" href=/h>Harbour</a>`), ['Harbour']],
  [page(TITLE, `${H1}<b itemprop=articleSection>Harbour</b>`), ['Harbour']],
  [head('<meta property=article:section content="{{section}}">'), []],
  [
    head(
      jsonLd([
        { ...other, articleSection: 'Sport' },
        { ...own, articleSection: 'Harbour' },
      ]),
    ),
    ['Harbour'],
  ],
  [head('<meta name=category content=Harbour>'), ['Harbour']],
  [head(), []],
]);
rows('the direction of reading', 'direction', [
  ...[
    'ar',
    'he',
    'fa-IR',
    'ur',
    'yi',
    'ps',
    'sd',
    'ug',
    'dv',
    'ckb',
    'ar-EG',
    'az-Arab',
    'ku-Arab',
    'pa-Arab',
    'iw',
  ].map((lang) => [page('', H1, lang), 'rtl'] as const),
  [page('', H1, 'en'), null],
  [page('', H1, 'az-Latn'), null],
  [page('', H1, 'en').replace('<html', '<html dir=ltr'), 'ltr'],
  [page('', H1, 'ar').replace('<html', '<html dir=auto'), 'rtl'],
]);

const SEPARATORS = [' | ', ' - ', ' – ', ' — ', ' · ', ' :: ', ' » ', ' / '];
const OWN = 'Willow fences for Lindow harbour';
const BY_WORDS =
  'en By,de Von,fr Par,es Por,it Di,pt Por,nl Door,sv Av,no Av,da Af,fi Kirjoittanut,pl Autor:,cs Autor:,hu Szerző:,ro De,hr Piše,tr Yazan:,ru Автор:,uk Автор:,el Της,id Oleh,vi Bởi,et Autor:,lt Autorius,lv Autors:,ca Per,sk Autor:,sl Piše:,bg Автор:,sr Autor:';
rows('the outlet over a byline in 30 languages', 'authors', [
  ...BY_WORDS.split(',').flatMap((row): [string, string[]][] => {
    const [language, word] = row.split(' ');
    const outlet = SITE + article({ author: { '@type': 'Organization', name: 'Lindow Courier' } });
    return ['p', 'div class=byline', 'span class=author'].map((tag) => [
      page(TITLE + outlet, `${H1}<${tag}>${word} Anna Berg</${tag.split(' ')[0]}>`, language),
      ['Anna Berg'],
    ]);
  }),
]);

rows('makers and their products', 'title', [
  [
    page('<title>Microsoft - Surface Laptop</title>', '<h1>Microsoft - Surface Laptop</h1>'),
    'Microsoft - Surface Laptop',
    'https://www.microsoft.com/surface',
  ],
  [page('<title>Nike Air Max 90 | Shoes</title>', ''), 'Nike Air Max 90 | Shoes', 'https://www.nike.com/t/air-max'],
  [
    page('<title>Stanford University - Wikipedia</title>', '<h1>Stanford University</h1>'),
    'Stanford University',
    'https://en.wikipedia.org/wiki/Stanford_University',
  ],
  [page('<title>NASA Rover Lands - NASA</title>', ''), 'NASA Rover Lands', 'https://www.nasa.gov/rover'],
  [page('<title>BBC News - Mud helps</title>', ''), 'Mud helps', 'https://www.bbc.co.uk/news/1'],
  [
    page('<title>The Guardian view on mud | Editorial | The Guardian</title>', ''),
    'The Guardian view on mud | Editorial',
    'https://www.theguardian.com/mud',
  ],
]);

rows('titles in pieces', 'title', [
  ...SEPARATORS.flatMap((sign): [string, string][] => [
    [page(`<title>${OWN}${sign}Lindow Courier</title>`, H1), OWN],
    [page(`<title>${OWN}${sign}Lindow Courier</title>`, ''), OWN],
    [page(`<title>Lindow Courier${sign}${OWN}</title>`, ''), OWN],
    [page(`<title>${OWN}${sign}News${sign}Lindow Courier</title>`, `<h1>News</h1><h2>${OWN}</h2>`), OWN],
    [page(`<title>Opinion${sign}${OWN}${sign}Lindow Courier</title>`, `<h2>Opinion</h2>${H1}`), OWN],
    [page(`<title>${OWN}${sign}boat archive</title>`, `<h1>boat archive</h1><h2>Harbour &gt; ${OWN}</h2>`), OWN],
  ]),
  [page('<title>hello · mud · Chat Archive</title>', '<h2>Stream: mud</h2><h3>Topic: hello</h3>'), 'hello'],
  [page('<title>Acme docs | Acme</title>', '<h1>How to dredge a harbour</h1>'), 'How to dredge a harbour'],
  [page('<title>Quarry tools</title>', '<h1>1. Overview</h1>'), 'Quarry tools'],
  [page('<title>Lindow | Mud</title>', '<h1>Mud</h1>'), 'Mud', 'https://mud.lindow.example/tour'],
  [
    page('<title>Apache Lindow - Mud</title><meta property=og:title content="Apache Lindow">', '<h1>Mud</h1>'),
    'Mud',
    'https://lindow.apache.org/mud',
  ],
  [page('<title>港口的柳树篱笆故事_林道新闻网</title>', '', 'zh'), '港口的柳树篱笆故事'],
  [
    page(`<title>Lindow Mud: ${OWN}</title>`, `<h1>Lindow Mud</h1><h3 class="post-title entry-title">${OWN}</h3>`),
    OWN,
    'https://mud.example/2024/05/willow.html',
  ],
  [page('<title>Mud: Planet boats</title>', '<h1>Planet boats</h1><h3>Mud</h3>'), 'Mud'],
  [page('<title>Mud diving: A history</title>', '<h1>Mud diving</h1><h2>A history</h2>'), 'Mud diving'],
]);

rows('labels before a heading', 'title', [
  ...['Thread: ', 'Thema: ', 'موضوع: ', '1. ', 'Dec 18 2025 ', '# '].map((label): [string, string] => [
    page(`<title>${OWN} - Page 2</title><meta property=og:title content="${OWN}">`, `<h1>${label}${OWN}</h1>`),
    OWN,
  ]),
  ...['PEP 9 – Willow fences', 'Analysis: fences', 'Web sprint - Lindow, October 12'].map((title): [string, string] => [
    page(`<title>${title} | Lindow Courier</title><meta property=og:title content="${title}">`, `<h1>${title}</h1>`),
    title,
  ]),
]);

const FAR = `${H1}${TEXT.repeat(160)}`;
rows('bylines far from the heading', 'authors', [
  [page(TITLE, `${FAR}<div class=post-end><span class=author-name>Anna Berg</span></div>`), ['Anna Berg']],
  [page(TITLE, `${FAR}<div class=post-meta><p>Written by Anna Berg</p></div>`), ['Anna Berg']],
  [page(TITLE, `${FAR}<aside><a rel=author href=/staff/anna>Anna Berg</a></aside>`), ['Anna Berg']],
  [page(TITLE, `${FAR}<span class=author>Anna Berg</span>${TEXT.repeat(8)}<p class=author>Mia Roe</p>`), []],
  [page(TITLE, `${FAR}<div class=related><span class=author>Anna Berg</span></div>`), []],
  [page(TITLE, `${FAR}<div class=comments><span class=author>Anna Berg</span></div>`), []],
  [page(TITLE, `${FAR}<p>By Board of Trustees</p>`), []],
  [page(TITLE, `${H1}<p class=byline>By Anna Berg</p>${TEXT.repeat(160)}<p class=author>Karl Weiß</p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<ul class=authors><li>Anna Berg</li><li>Karl Weiß</li></ul>`), ['Anna Berg', 'Karl Weiß']],
]);

rows('dates far from the heading', 'date', [
  [page(TITLE, `${FAR}<div class=post-end><span class=post-date>5 March 2024</span></div>`), '2024-03-05'],
  [page(TITLE, `${FAR}<aside><h4>Published</h4><time datetime=2024-03-05>5 March</time></aside>`), '2024-03-05'],
  [page(TITLE, `${FAR}<time datetime=2024-03-05>x</time><time datetime=2024-03-09>y</time>`), null],
  [page(TITLE, `${FAR}<div class=related><time datetime=2024-03-05>x</time></div>`), null],
  [page(TITLE, `${FAR}<div class=comments><time datetime=2024-03-05>x</time></div>`), null],
  [page(TITLE, `<article><aside><time datetime=2024-03-05>x</time></aside>${H1}</article>`), '2024-03-05'],
  [dated('<p>Updated March 5, 2024</p>', article({ dateModified: '2024-03-05T10:00:00Z' })), '2024-03-05T10:00:00Z'],
  [dated('', article({ dateModified: '2024-03-05T10:00:00Z' })), null],
  [dated('<p>Updated March 7, 2024</p>', article({ datePublished: '2024-03-05' })), '2024-03-05'],
]);

const OUTLET = jsonLd({
  '@type': 'Article',
  headline: 'Willow fences',
  author: { '@type': 'Organization', name: 'Lindow Courier' },
});
/** Far below the headline: more nodes than those of a byline beside it. */
const LONG_TEXT =
  '<p>The <b>harbour</b> was dredged <i>twice</i> in the last century, and <a href="/silt">the silt</a> came back.</p>'.repeat(
    60,
  );
const endsWith = (end: string, lang = 'en'): string => page(TITLE + SITE + OUTLET, H1 + LONG_TEXT + end, lang);
rows('a label of the author below the text, in no element that is named so', 'author', [
  [endsWith('<div>Written by</div><div>Anna Berg</div><div>Hi! I keep the harbour.</div>'), 'Anna Berg'],
  [endsWith('<h2>Article written by:</h2><div><img alt=""><h3>Anna Berg</h3></div>'), 'Anna Berg'],
  [endsWith('<p>Written by <a href="https://pt.example/anna">Anna Berg</a></p>'), 'Anna Berg'],
  [endsWith('<h3>About the author</h3><p><strong>Anna Berg</strong></p><p>She keeps the harbour.</p>'), 'Anna Berg'],
  [endsWith('<div>Geschrieben von</div><div>Anna Berg</div>', 'de'), 'Anna Berg'],
  [endsWith('<p>Écrit par</p><p>Anna Berg</p>', 'fr'), 'Anna Berg'],
  [endsWith('<span>Escrito por:</span> <span>Anna Berg</span>', 'es'), 'Anna Berg'],
  [endsWith('<div>Autor:</div><div>Anna Berg</div>', 'pl'), 'Anna Berg'],
  [endsWith('<div><h3>Author</h3><p>Anna Berg</p></div>'), 'Anna Berg'],
  [endsWith('<div class="elementor-element elementor-widget"><h3>Written by Anna Berg</h3></div>'), 'Anna Berg'],
  [endsWith('<div class="widget"><h3>Written by Anna Berg</h3></div>'), 'Lindow Courier'],
  // Of two, nothing tells which; a menu announces nobody.
  [endsWith('<p>Written by</p><p>Anna Berg</p><hr><p>Written by</p><p>Clara Dahl</p>'), 'Lindow Courier'],
  [endsWith('<nav><p>Written by</p><p>Anna Berg</p></nav>'), 'Lindow Courier'],
  [endsWith('<p>About</p><p>Anna Berg</p>'), 'Lindow Courier'],
]);
rows('bylines with a date, without an author element, or of several elements', 'authors', [
  [page(TITLE, `${H1}<p>5 March 2024 by Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p>17. Mai 2015 von Anna Berg in Allgemein | 3 Kommentare</p>`, 'de'), ['Anna Berg']],
  [page(TITLE, `${H1}<ul><li>김철수 기자</li><li>승인 2024.03.05</li></ul>`, 'ko'), ['김철수']],
  [page(TITLE, `${H1}<p>撮影：李四　文：山田太郎</p>`, 'ja'), ['山田太郎']],
  [page(TITLE, `${H1}<p class=byline>Por <b>José Gómez</b> y <b>Ana Gil</b></p>`, 'es'), ['José Gómez', 'Ana Gil']],
  [page(TITLE, `${H1}<p class=byline>Photograph by Zed Zorn</p><p class=byline>Words by Anna Berg</p>`), ['Anna Berg']],
  [
    page(
      TITLE,
      `${H1}${BY}<div itemscope itemtype=http://schema.org/Article><h3 itemprop=headline>Another sluice</h3><b itemprop=author>Zed Zorn</b></div>`,
    ),
    ['Anna Berg'],
  ],
]);
const CARDS = OTHERS.map(
  (name, at) =>
    `<li class=c${at}><a href=/r/${at}><h3>A sluice</h3></a><p class=by>By ${name} <time datetime=2020-01-0${at + 1}>x</time></p>`,
).join('');
const HEAD_CARDS = `<ul class=x7>${CARDS}</ul>`;
rows('entries of other pages, by their linked headings', 'authors', [
  [page(TITLE, `${HEAD_CARDS}${H1}${BY}`), ['Anna Berg']],
  [page(TITLE, `${H1}${HEAD_CARDS}`), []],
  [page(TITLE, `${H1}${TEXT}${HEAD_CARDS}`), []],
  [page(TITLE, `${FAR}<div class=post-list>${HEAD_CARDS}</div>`), []],
  [page(TITLE, `${H1}<h2><a href=#mud>Mud</a></h2><p>By Anna Berg</p>`), ['Anna Berg']],
  [
    page(
      '<title>Willow fences</title>',
      '<h1>Mud</h1><div><h2><a href=/w>Willow fences</a></h2><p>By Anna Berg</p></div>',
    ),
    ['Anna Berg'],
  ],
  [
    page(TITLE, `${H1}<div class=author-card><a href=/author/anna><h3 class=author>Anna Berg</h3></a></div>`),
    ['Anna Berg'],
  ],
]);
rows('dates of entries of other pages', 'date', [
  [page(TITLE, `${H1}<a href=/r><b>A sluice for the silt of the harbour</b> <i>1 May 2020</i></a>`), null],
  [page(TITLE, `${H1}<a href=/r>A sluice for the silt of the harbour <time>1 May 2020</time></a>`), null],
  [page(TITLE, `${H1}<a href=/here><time>1 May 2020</time></a>`), '2020-05-01'],
  [page(TITLE, `${HEAD_CARDS}${H1}<p>5 March 2024</p>`), '2024-03-05'],
  [page(TITLE, `${H1}<p>5 March 2024</p>${HEAD_CARDS}`), '2024-03-05'],
  [page(TITLE, `${H1}${TEXT}${HEAD_CARDS}`), null],
]);
rows('names for tests, labels and names in elements of their own', 'authors', [
  [page(TITLE, `${H1}<div class=x7 data-testid=authorName>Anna Berg</div>`), ['Anna Berg']],
  [page(TITLE, `${H1}<div class=x7 data-qa=byline>Anna Berg</div>`), ['Anna Berg']],
  [page(TITLE, `${H1}<a class=author><span>Auteur</span> Anna Berg</a>`, 'nl'), ['Anna Berg']],
  [page(TITLE, `${H1}<a class=author><span>作者</span> 陈志远</a>`, 'zh'), ['陈志远']],
  [page(TITLE, `${H1}<a class=author><span>작성자</span> 김서연</a>`, 'ko'), ['김서연']],
  [page(TITLE, `${H1}<a class=x7 href=/authors/sasaki>佐々木健太</a>`, 'ja'), ['佐々木健太']],
  [page(TITLE, `${H1}<p class=byline>글 박지훈, 이하늘·최민석</p>`, 'ko'), ['박지훈', '이하늘', '최민석']],
  [page(TITLE, `${H1}<div class=footer><time>5 March 2024</time> <span>By Anna Berg</span></div>`), ['Anna Berg']],
  [page(TITLE, `${H1}<span class=user-name>Anna Berg</span>`), ['Anna Berg']],
  [page(TITLE, `${H1}<table><tr><td>Forfatter:</td><td></td></tr><tr><td>Publiceret:</td></tr></table>`, 'da'), []],
  [page(TITLE, `${FAR}<div class=post-author-bio><div class=name>Anna Berg</div><p>Hi!</p></div>`), ['Anna Berg']],
]);
rows('a name beside a date and a reading time', 'authors', [
  [page(TITLE, `${H1}<div class=post-meta><b>5 March 2024</b> · 4 min read · Anna Berg</div>`), ['Anna Berg']],
  [
    page(TITLE, `${H1}<div class=post-meta>5. mars 2024 | Anna Berg og Karl Weiß</div>`, 'nb'),
    ['Anna Berg', 'Karl Weiß'],
  ],
  [page(TITLE, `${H1}<div class=post-meta>5 March 2024 · <a href=/t/mud>Tidal Mud</a></div>`), []],
  [page(TITLE, `${H1}<div class=post-meta>5 March 2024 · harbours · Anna Berg</div>`), []],
]);
rows('labels and joints of more languages', 'authors', [
  [page(TITLE, `${H1}<p>ავტორი: ნინო ბერიძე</p>`, 'ka'), ['ნინო ბერიძე']],
  [page(TITLE, `${H1}<p>Avtor: Maja Zupan in Rok Hribar</p>`, 'sl'), ['Maja Zupan', 'Rok Hribar']],
  [page(TITLE, `${H1}<p>எழுதியவர்: கவிதா ராமன் மற்றும் முருகன் செல்வம்</p>`, 'ta'), ['கவிதா ராமன்', 'முருகன் செல்வம்']],
  [page(TITLE, `${H1}<p>Szöveg: Szabó Gergely<br>Fotó: Zed Zorn</p>`, 'hu'), ['Szabó Gergely']],
  [page(TITLE, `${H1}<p>כותב: איתי גולדשטיין</p>`, 'he'), ['איתי גולדשטיין']],
  [page(TITLE, `${H1}<p class=byline>Av Redaksjonen</p>`, 'nb'), []],
]);
const KICKER = '<span class=x7>Opinion</span> <span>Willow fences for Lindow harbour</span>';
rows('a heading of several elements', 'title', [
  [page(`${TITLE}<meta property=og:title content="Willow fences for Lindow harbour">`, `<h1>${KICKER}</h1>`), FENCES],
  [page(TITLE, `<h1>${KICKER}</h1>`), FENCES],
  [page(TITLE, `<h2>${KICKER}</h2>`), FENCES],
  [
    page(
      `${TITLE}<meta property=og:title content="${FENCES}">`,
      `<h1>${FENCES}<small>It holds the silt for years</small></h1>`,
    ),
    FENCES,
  ],
  [page('<title>Opinion: Willow fences for Lindow harbour</title>', `<h1>${KICKER}</h1>`), `Opinion: ${FENCES}`],
  [page('<title>Mud Checker | Test your mud</title>', '<h1>Free <b>Mud Checker</b></h1>'), 'Free Mud Checker'],
  [
    page(
      '',
      `<article itemscope itemtype=http://schema.org/Article><h2 itemprop=headline>${FENCES}<button>Save</button></h2></article>`,
    ),
    FENCES,
  ],
  [page('<title>آب‌راه قدیمی</title>', '<h1>آب‌راه قدیمی</h1>', 'fa'), 'آب‌راه قدیمی'],
  [page('', '<h1>Wil&shy;low fen\u200bces</h1>'), 'Willow fences'],
]);
rows('bylines behind a day', 'authors', [
  [page(TITLE, `${H1}<p>12.5.2021 | Teksti: Sanna Oja | Kuva: Zed Zorn</p>`, 'fi'), ['Sanna Oja']],
  [page(TITLE, `${H1}<p>12 maja 2021, autor: Filip Dąb</p>`, 'pl'), ['Filip Dąb']],
  [page(TITLE, `${H1}<p>2021.05.12　文／山田太郎</p>`, 'ja'), ['山田太郎']],
  [page(TITLE, `${H1}<p>2021.05.12 09:00 | 김철수 기자</p>`, 'ko'), ['김철수']],
  [page(TITLE, `${H1}<p>12 mai 2021 de Radu Lupu</p>`, 'ro'), ['Radu Lupu']],
  [page(TITLE, `${H1}<p>12 mai 2021 de la minister</p>`, 'ro'), []],
]);
rows('changes before the day of publication', 'date', [
  [page(TITLE, `${H1}<ul><li>انتشار: ۵ مارس ۲۰۲۴</li><li>به‌روزرسانی: ۶ مارس ۲۰۲۴</li></ul>`, 'fa'), '2024-03-05'],
  [
    page(TITLE, `${H1}<p>Atnaujinta: 2024 m. kovo 6 d., trečiadienį | Paskelbta: 2024 m. kovo 5 d.</p>`, 'lt'),
    '2024-03-05',
  ],
  [page(TITLE, `${H1}<p class=date>更新日：2024年3月6日／公開日：2024年3月5日</p>`, 'ja'), '2024-03-05'],
  [page(TITLE, `${H1}<p class=date>Stand: 6.3.2024 · Veröffentlicht am 5.3.2024</p>`, 'de'), '2024-03-05'],
  [page(TITLE, `${H1}${TEXT}<ul class=upcoming-events><li>5 March 2031</li></ul>`), null],
]);
rows('names of sites with accents, and before a colon', 'siteName', [
  [
    page('<title>Most je otevřen - Údolí.cz</title>', '<h1>Most je otevřen</h1>', 'cs'),
    'Údolí.cz',
    'https://www.udoli.cz/a',
  ],
  [
    page('<title>Es ist aus – Münchner Moor</title>', '<p>Es ist aus</p>', 'de'),
    'Münchner Moor',
    'https://muenchner-moor.de/a',
  ],
  [
    page(
      '<title>Bird Notes: The first swallows</title>',
      '<h1>Bird Notes</h1><h3 class=post-title>The first swallows</h3>',
    ),
    'Bird Notes',
    'https://birdnotes.blogspot.com/2012/04/first-swallows.html',
  ],
]);
rows('titles of one text in two spellings', 'title', [
  [
    page(`<meta property=og:title content="Haushalt: Streit">`, '<h1><b>Haushalt</b> <b>Streit</b></h1>'),
    'Haushalt: Streit',
  ],
  [
    page(`<meta property=og:title content="石垣の修理に三年（新聞）- ポータル">`, '<h1>石垣の修理に三年</h1>', 'ja'),
    '石垣の修理に三年',
  ],
]);
rows('tags between Arabic commas', 'tags', [[page('<meta name=keywords content="عبارة، جزر">', H1), ['عبارة', 'جزر']]]);

const declares = (name: string): string =>
  jsonLd({ '@type': 'Article', headline: FENCES, author: { '@type': 'Person', name } }) +
  `<meta name=author content="${name}"><meta name=twitter:label1 content="Written by"><meta name=twitter:data1 content="${name}">`;
rows('a declared author whom the page does not show', 'authors', [
  [page(TITLE + declares('Karl Okafor'), `${H1}<p>By Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE + declares('Karl Okafor'), `${H1}<div class=x7><p>Written by Anna Berg</p></div>`), ['Anna Berg']],
  [page(TITLE + declares('kokafor'), `${H1}<p>5 May 2024 | by Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE + declares('Karl Okafor'), `${H1}<p>Von Anna Berg</p>`, 'de'), ['Anna Berg']],
  [page(TITLE + declares('Karl Okafor'), `${H1}<p>Par Anna Berg</p>`, 'fr'), ['Anna Berg']],
  [
    page(TITLE + declares('Karl Okafor'), `${H1}<span class=byline-name>Anna van der Berg</span>`),
    ['Anna van der Berg'],
  ],
  [
    page(TITLE + declares('Karl Okafor'), `${H1}<script>var who = "Karl Okafor"</script><p>By Anna Berg</p>`),
    ['Anna Berg'],
  ],
  // Behind the text.
  [page(TITLE + declares('Karl Okafor'), `${FAR}<div class=author-meta><b>Anna Berg</b></div>`), ['Anna Berg']],
  [page(TITLE + declares('Karl Okafor'), `${FAR}<p>Written by Anna Berg</p>`), ['Anna Berg']],
  // It is shown, or nothing else is.
  [page(TITLE + declares('Karl Okafor'), `${H1}<p>Karl Okafor</p>`), ['Karl Okafor']],
  [
    page(TITLE + declares('Karl Okafor'), `${FAR}<p>Karl Okafor</p><div class=author-meta>Anna Berg</div>`),
    ['Karl Okafor'],
  ],
  [page(TITLE + declares('Karl Okafor'), H1), ['Karl Okafor']],
  // An organisation beside it is the publisher.
  [page(TITLE + declares('Karl Okafor'), `${H1}<p class=author>Willow Foundation</p>`), ['Karl Okafor']],
  // The site's own name, which the page does not have either.
  [page(`${TITLE + SITE}<meta name=author content="Lindow Courier Team">`, H1), []],
]);

const SITE_UK = '<meta property=og:site_name content="Lindow Tide UK">';
const reviewed = (label: string): string =>
  `${H1}<div class=byline><a href=/author/a>Anna Berg</a> <i>${label}</i> <a href=/author/k>Karl Okafor</a></div>`;
rows('what is beside a name', 'authors', [
  // The outlet's name with other words, and professions, are no second author.
  [page(`${TITLE}${SITE_UK}<meta name=author content="Anna Berg, Lindow Tide US">`, H1), ['Anna Berg']],
  [page(TITLE, `${H1}<p class=author>Anna Berg</p><p class=author>Harbour Writer</p>`), ['Anna Berg']],
  // Halves of an office and of a magazine's name.
  [page('<meta name=author content="Office for Harbours and Fences">', H1), ['Office for Harbours and Fences']],
  [page('<meta name=author content="Mud & i">', H1), ['Mud & i']],
  // Others than the authors.
  ...['Edited by', 'Reviewed by:', 'Translated by', 'Photos by', 'Fotos:'].map(
    (label) => [page(TITLE, reviewed(label)), ['Anna Berg']] as const,
  ),
  [page(TITLE, reviewed('and')), ['Anna Berg', 'Karl Okafor']],
]);

const SECTIONS = '<h2>The first fence</h2><p>It was set in the year of the flood.</p>';
rows('lines that announce nobody, and some that do', 'authors', [
  ...[
    'About the harbour',
    'About Lindow Bay',
    'ABOUT THIS HOUSE',
    '<a href=/about>About</a> <a href=/jobs>Careers</a>',
  ].map((line) => [page(TITLE, `<ul><li>${line}</ul>${H1}`), []] as const),
  [page(TITLE, `${H1}<p>About the author: Anna Berg</p>`), ['Anna Berg']],
  // Heads of columns and menus.
  ...[
    'Author|Message',
    'Author|Replies|Views',
    'Text|Lists|Tables',
    'Story|Site',
    'Words|More...',
    'by Email',
    'by Thread',
  ].map((line) => [page(TITLE, `${H1}<table><tr><td>${line.replaceAll('|', '<td>')}</table>`), []] as const),
  [page(TITLE, `${H1}<p><b>Author</b> <i>Anna Berg</i></p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p><b>by</b> <i>anna77</i></p>`), ['anna77']],
  [page(TITLE, `${H1}<p><b>Posted by:</b> <i>anna77</i></p>`), ['anna77']],
  // In a section of the text.
  [page(TITLE, `${H1}${SECTIONS}${SECTIONS}<div><i>The Fence Book</i><br>by Karl Okafor, 1921.</div>`), []],
  [page(TITLE, `${H1}${TEXT.repeat(2)}<h2>Sources</h2><div>By Karl Okafor</div>`), []],
  [page(TITLE, `${H1}<h2>Both harbours get a fence of willow this year</h2><p>By Anna Berg</p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<h4>Harbours</h4><h5>By Anna Berg</h5>`), ['Anna Berg']],
  // Beside the links for sharing.
  ...['share-bar', 'by-share', 'social', 'article_sharing'].map(
    (name) =>
      [page(TITLE, `${H1}<div class="${name}"><p>By: Anna Berg</p><ul><li>Share</ul></div>`), ['Anna Berg']] as const,
  ),
  // Further from the heading than bylines are.
  [page(TITLE, `${H1}${TEXT.repeat(35)}<p>Written by Anna Berg</p>`), ['Anna Berg']],
  // A given name in a link to an author's texts.
  [page(TITLE, `${H1}<p><a href=/authors/anna>Articles by Anna</a></p>`), []],
  [page(TITLE, `${H1}<p><a href=/authors/anna>Articles by Anna Berg</a></p>`), ['Anna Berg']],
  [page(TITLE, `${H1}<p class=testimonial-author>Karl Okafor</p>`), []],
  // The name after the label is in an element that names an author, and another text after it.
  [page(TITLE, `${H1}<p>by <b class=author>anna77</b> <i>Fence Builders</i></p>`), ['anna77']],
  [page(TITLE, `${H1}<div><i>Posted by:</i> <a rel=author href=/u/5>anna77</a> <b>Lindow Bay</b></div>`), ['anna77']],
]);
