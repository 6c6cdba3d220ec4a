/** Texts that `work-growth` reads beside the shapes of the benchmark: each way to grow that was slow once, and the inputs of other parsers. */
import { type PageShape, pageShape, type Repeated, textShape } from './page-shapes.js';

/** Shapes that the growth test reads where each was slow once; no part of the benchmark of pages. */
const ATTACKS: readonly Repeated[] = [
  {
    name: 'marks',
    about: 'marks and links beside each other',
    head: '<p>',
    foot: '</p>',
    part: () =>
      '<b>a</b><b>b</b><i>c</i><a href=x>d</a> e<a href=y><s>f</s></a><code>g</code><code>h</code><img src=i alt=j>',
  },
  {
    name: 'pictures',
    about: 'sources and images of one picture',
    head: `<p>The words of the article, and more.</p><picture>`,
    foot: '</picture>',
    part: () => '<source media=x><source srcset="a.png 2x"><img alt=x>',
  },
  {
    name: 'names',
    about: 'elements, each of another name',
    part: ({ words }, at) => `<x${at}>The ${words(8)}.</x${at}>`,
  },
  {
    name: 'rowspans',
    about: 'rows whose cells span all rows below',
    head: '<table>',
    foot: '</table>',
    part: ({ words }) => `<tr><td rowspan=65534>${words(2)}</td><td rowspan=3 colspan=2>${words(3)}</td></tr>`,
  },
  {
    name: 'all-rowspans',
    about: 'rows whose cells all span 1000 rows and columns',
    head: '<table>',
    foot: '</table>',
    part: ({ words }) => `<tr><th rowspan=1000>${words(2)}</th><td rowspan=1000 colspan=1000>${words(3)}</td></tr>`,
  },
  {
    name: 'nested-tables',
    about: 'tables inside the cells of tables',
    part: ({ words }) =>
      `${Array.from({ length: 200 }, () => `<table><tr><th rowspan=2>${words(1)}</th><td rowspan=3>`).join('')}${'</table>'.repeat(200)}`,
  },
  {
    name: 'json-ld-repair',
    about: 'JSON-LD that must be repaired, in one script',
    head: '<p>The one paragraph of this page.</p><script type="application/ld+json">[',
    foot: ']</script>',
    part: ({ words }) =>
      `{"@type":"Product" , "name":"the "${words(1)}" \\q",/* x */ "a":[1,  ,],},]]}}<!--"x${' '.repeat(99)}"//y\n`,
  },
  {
    name: 'json-ld-brackets',
    about: 'brackets of JSON-LD that nothing closes',
    head: '<p>The one paragraph of this page.</p><script type="application/ld+json">',
    foot: '</script>',
    part: () => '[{"a":[{',
  },
  {
    name: 'microdata',
    about: 'items of microdata inside each other',
    part: ({ words }) =>
      `<div itemscope itemtype="https://schema.org/Article" itemprop=author><b itemprop=name>${words(2)}</b>`,
  },
  {
    name: 'templates',
    about: 'templates inside each other',
    part: () => '<template><svg>x',
  },
  {
    name: 'meta',
    about: 'elements of metadata of every kind',
    head: '<h1>The page that grows</h1>',
    part: ({ words }, at) =>
      `<meta name=citation_author content="admin"><meta name=author content="${'a@'.repeat(20)}"><meta property=og:title content="${words(4)}"><meta property=article:tag content="${words(1)},${words(1)}"><time datetime=2024-05-17>${words(1)}</time><div class=author><a href=/author/x></a><div itemscope itemprop=author><b itemprop=name>${words(2)}</b></div></div><link rel=canonical href=/${at}><script type=application/ld+json>{"@type":"Article","author":[{"name":"${words(2)}",},"x" "y"]</script>`,
  },
];

const RSS = '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title>';
const URLSET = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">';

/** Pages as bytes in Latin-1 that name no charset. */
const BYTES: readonly Repeated[] = [
  {
    name: 'latin-bytes',
    about: 'words with umlauts',
    part: ({ words }) => `<li>${words(3)} \xe4\xf6 ${words(1)}\xfc</li>\n`,
  },
  {
    name: 'any-bytes',
    about: 'bytes that are text of no charset',
    part: ({ number }) => `<p>${Array.from({ length: 40 }, () => String.fromCharCode(128 + number(128))).join('')}`,
  },
  { name: 'escapes', about: 'escape sequences of ISO 2022', part: () => '<p>\x1b$B$"\x1b(B~{<:~}\x1b$)C\x0e!!\x0f' },
  {
    name: 'charsets',
    about: 'declarations of a charset',
    part: ({ words }) => `<meta charset="${words(1)}"><p>\xc3\xa4`,
  },
];

const FEEDS: readonly Repeated[] = [
  {
    name: 'rss',
    about: 'items',
    head: RSS,
    foot: '</channel></rss>',
    part: ({ words }, at) =>
      `<item><title>${words(4)} &amp; &#65;</title><link>https://site.example/${at}</link><category>x</category><description><![CDATA[<p>${words(9)}</p>]]></description></item>`,
  },
  {
    name: 'malformed-rss',
    about: 'items with a bare ampersand',
    head: RSS,
    foot: '<',
    part: ({ words }, at) => `<item><title>${words(4)} & <</title><link>https://site.example/${at}</link></item>`,
  },
  {
    name: 'unclosed-rss',
    about: 'items that nothing closes',
    head: RSS,
    part: () => '<item><title>x<link>https://site.example/1',
  },
  {
    name: 'entities',
    about: 'entities that the feed declares and uses',
    head: '<!DOCTYPE rss [<!ENTITY a "bbbbbbbbbb">]><rss version="2.0"><channel><title>x</title>',
    foot: '</channel></rss>',
    part: (_, at) => `<x${at} y${at}="&a;">&a;&b${at};</x${at}>`,
  },
  {
    name: 'atom',
    about: 'entries with many links',
    head: '<feed xmlns="http://www.w3.org/2005/Atom">',
    foot: '</feed>',
    part: ({ words }, at) =>
      `<entry><title type="html">${words(3)}</title>${`<link rel="x" href="/${at}"/>`.repeat(5)}<content type="xhtml"><div>a<b>c</b></div></content></entry>`,
  },
  {
    name: 'json-feed',
    about: 'items',
    head: '{"version":"https://jsonfeed.org/version/1.1","title":"x","items":[{}',
    foot: ']}',
    part: ({ words }, at) => `,{"id":"${at}","url":"https://site.example/${at}","content_html":"<p>${words(9)}"}`,
  },
];

const SITEMAPS: readonly Repeated[] = [
  {
    name: 'urlset',
    about: 'addresses',
    head: URLSET,
    foot: '</urlset>',
    part: (_, at) => `<url><loc>https://site.example/${at}?a&amp;b</loc><lastmod>2024-05-17</lastmod></url>\n`,
  },
  { name: 'one-address', about: 'letters of one address', head: `${URLSET}<url><loc>`, part: () => 'a&amp;b&' },
  { name: 'attributes', about: 'attributes of one element', head: `${URLSET}<url `, part: (_, at) => `a${at}="x" ` },
  { name: 'closing-tags', about: 'closing tags of nothing', head: `${URLSET}${'<a>'.repeat(90)}`, part: () => '</b>' },
  { name: 'lines', about: 'addresses, one a line', part: (_, at) => `https://site.example/${at}\n` },
];

const ROBOTS: readonly Repeated[] = [
  { name: 'rules', about: 'rules of one agent', head: 'User-agent: *\n', part: (_, at) => `Disallow: /*${at}\n` },
  {
    name: 'wildcards',
    about: 'rules of many wildcards',
    head: 'User-agent: *\n',
    part: () => `Disallow: /${'*a'.repeat(990)}b\n`,
  },
  {
    name: 'groups',
    about: 'groups of one rule',
    part: (_, at) => `User-agent: a${at}\nUser-agent: *\nAllow: /${at}\n`,
  },
];

/** Every shape that was an attack. */
export const ATTACK_SHAPES: readonly PageShape[] = [
  ...ATTACKS.map(pageShape),
  halves('cells', 'scripts of one row, then its cells', '<table><tr>', '<script></script>', '<td>The one text.</td>'),
];

/** Texts that are not pages, for the parsers of sources. */
export const FEED_SHAPES: readonly PageShape[] = FEEDS.map(textShape);
export const SITEMAP_SHAPES: readonly PageShape[] = SITEMAPS.map(textShape);
export const ROBOTS_SHAPES: readonly PageShape[] = [
  ...ROBOTS.map(textShape),
  halves('agents', 'agents and rules of one group', '', 'User-agent: *\n', 'Disallow: /x\n'),
];
/** Pages of one site, separated by form feeds: two templates in turn, elements of random names between. */
export const MANY_PAGES: PageShape = textShape({
  name: 'pages',
  about: 'pages of one site',
  part: ({ words, number }, at) =>
    `<div id=${at % 2 ? 'a' : 'b'}><p>The ${words(20)}.</p></div><div class="c${number(1e6)}"><p>${words(6)}</p></div><ul><li>Home<li>News</ul>\f`,
});
/** Pages whose characters are bytes. */
export const BYTE_SHAPES: readonly PageShape[] = BYTES.map(pageShape);

/** A part repeated, then another as often. */
function halves(name: string, about: string, head: string, first: string, second: string): PageShape {
  const page = (characters: number): string => {
    const times = Math.ceil(characters / (first.length + second.length));
    return head + first.repeat(times) + second.repeat(times);
  };
  return { name, about, page };
}
