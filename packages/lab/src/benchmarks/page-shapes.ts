/** Synthetic pages that grow in one way each, to measure the cost of a page's size. */
import { rowNamed } from '@dehusk/core/internal';
import { seededRandom } from 'dehusk/demo';

/** Limits above every page here; the core's defaults would refuse the large ones. */
export const LIFTED_LIMITS = { maxBytes: 1e9, maxNodes: 1e8, maxMilliseconds: 3_600_000 };

/** One way to grow. */
export interface PageShape {
  readonly name: string;
  /** The part that is repeated. */
  readonly about: string;
  /** A page of about this many characters, the same on every call. */
  page(characters: number): string;
}

/** Words and numbers from one seeded generator. */
interface Source {
  /** Words separated by spaces. */
  words(count: number): string;
  /** A whole number below `limit`. */
  number(limit: number): number;
}

const SYLLABLES = 'ka lo mi ren tar vel son dor bin gua pel ist ano mer'.split(' ');
/** Depth of the towers of the shape `nested`: below the core's limit of 1000, so that nothing is flattened. */
const TOWER = 900;
/** Number of different class names of the shape `classes`. */
const CLASS_NAMES = 5_000;

const PAGE_HEAD =
  '<!doctype html><html lang="en"><head><title>The page that grows</title></head><body><ul><li><a href="/">Home</a></li><li><a href="/all">All</a></li></ul><h1>The page that grows</h1>';
const PAGE_FOOT = '<div class="foot"><a href="/contact">Contact</a></div></body></html>';

const paragraph = ({ words }: Source): string => `<p>The ${words(24)} and the ${words(8)}.</p>\n`;

/** A shape with a repeated part between a head and a foot. */
interface Repeated {
  readonly name: string;
  readonly about: string;
  readonly head?: string;
  readonly foot?: string;
  part(source: Source, at: number): string;
}

const REPEATED: readonly Repeated[] = [
  { name: 'article', about: 'paragraphs of one article', head: '<article>', foot: '</article>', part: paragraph },
  {
    name: 'nested',
    about: `towers of ${TOWER} elements inside each other, a sentence in every one`,
    part: (source) =>
      `${Array.from({ length: TOWER }, () => `<div>The ${source.words(5)}.`).join('')}${'</div>'.repeat(TOWER)}\n`,
  },
  {
    name: 'unclosed',
    about: 'elements inside each other without end: all beyond the depth allowed is flattened',
    part: ({ words }) => `<div><em>The ${words(12)}.</em>\n`,
  },
  {
    name: 'list',
    about: 'items of one list',
    head: '<ul>',
    foot: '</ul>',
    part: ({ words }) => `<li>${words(3)}</li>\n`,
  },
  { name: 'tiny-blocks', about: 'blocks of one word', part: ({ words }) => `<div>${words(1)}</div>\n` },
  {
    name: 'one-text',
    about: 'words of one text node',
    head: '<p>',
    foot: '</p>',
    part: ({ words }) => `${words(60)} `,
  },
  { name: 'one-word', about: 'letters of one word', head: '<p>', foot: '</p>', part: () => 'abcdefghij'.repeat(10) },
  {
    name: 'inline',
    about: 'inline elements of one paragraph',
    head: '<p>',
    foot: '</p>',
    part: ({ words }) => `${words(2)} <em>${words(2)}</em> <br>`,
  },
  {
    name: 'links',
    about: 'links, each with an address of its own',
    part: ({ words, number }) => `<p><a href="/news/${number(1e9)}/${number(1e9)}">${words(6)}</a></p>\n`,
  },
  {
    name: 'table',
    about: 'rows of one table',
    head: '<table>',
    foot: '</table>',
    part: ({ words, number }) => `<tr>${`<td>${words(1)}</td><td>${number(1e4)}</td>`.repeat(4)}</tr>\n`,
  },
  {
    name: 'classes',
    about: 'elements of twelve class names each',
    part: ({ words, number }) =>
      `<div id="i${number(1e9)}" class="${Array.from({ length: 12 }, () => `c-${number(CLASS_NAMES)}`).join(' ')}"><p>The ${words(8)}.</p></div>\n`,
  },
  {
    name: 'thread',
    about: 'posts of a thread, each with author and date',
    part: ({ words, number }, at) =>
      `<div class="post" id="p${at}"><a class="author" href="/u/${number(500)}">${words(1)}</a> <time datetime="2024-05-${10 + (at % 20)}T10:00:00Z">May ${10 + (at % 20)}, 2024</time><div class="body"><p>The ${words(30)}.</p></div></div>\n`,
  },
  {
    name: 'json-ld',
    about: 'nodes of one JSON-LD graph beside a short article',
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage"}',
    foot: ']}</script><article><p>The one paragraph that can be seen on this page.</p></article>',
    part: ({ words, number }) =>
      `,{"@type":"Product","@id":"#${number(1e9)}","name":"${words(4)}","description":"${words(20)}","offers":{"@type":"Offer","price":${number(1e3)}}}`,
  },
  {
    name: 'script',
    about: 'state in one script beside a short article',
    head: '<article><p>The one paragraph that can be seen on this page.</p></article><script>window.__STATE__={"list":[0',
    foot: ']}</script>',
    part: ({ words, number }) => `,{"id":${number(1e9)},"text":"The ${words(20)}."}`,
  },
];

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

/** Visible shapes with closed elements, for `mixed`. */
const VISIBLE = ['article', 'list', 'tiny-blocks', 'inline', 'links', 'table', 'classes', 'thread'].map(
  (name) => REPEATED.find((one) => one.name === name) as Repeated,
);
const MIXED: Repeated = {
  name: 'mixed',
  about: 'twenty of one visible thing, then of the next',
  part(source, at) {
    const { head = '<div>', foot = '</div>', part } = VISIBLE[at % VISIBLE.length];
    const parts = Array.from({ length: 20 }, (_, of) => part(source, of));
    return `${head}${parts.join('')}${foot}`;
  },
};

/** Every shape of the benchmark; names are unique. */
export const PAGE_SHAPES: readonly PageShape[] = [...REPEATED, MIXED].map(pageShape);
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

function pageShape({ head = '', foot = '', ...shape }: Repeated): PageShape {
  return textShape({ ...shape, head: `${PAGE_HEAD}${head}`, foot: `${foot}${PAGE_FOOT}` });
}

function textShape({ name, about, head = '', foot = '', part }: Repeated): PageShape {
  return {
    name,
    about,
    page(characters) {
      const source = seededSource();
      const parts = [head];
      let length = 0;
      for (let at = 0; length < characters; at++) {
        const next = part(source, at);
        parts.push(next);
        length += next.length;
      }
      parts.push(foot);
      return parts.join('');
    },
  };
}

/** A part repeated, then another as often. */
function halves(name: string, about: string, head: string, first: string, second: string): PageShape {
  const page = (characters: number): string => {
    const times = Math.ceil(characters / (first.length + second.length));
    return head + first.repeat(times) + second.repeat(times);
  };
  return { name, about, page };
}

/** @throws RangeError with the name and all names there are */
export function shapeNamed(name: string): PageShape {
  return rowNamed('shape', [...PAGE_SHAPES, ...ATTACK_SHAPES], name);
}

function seededSource(): Source {
  const { next: random } = seededRandom(5);
  const number = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => Array.from({ length: 1 + number(3) }, () => SYLLABLES[number(SYLLABLES.length)]).join('');
  return { number, words: (count) => Array.from({ length: count }, word).join(' ') };
}
