/** Synthetic pages that grow in one way each, to measure the cost of a page's size. */
import { seededRandom } from 'dehusk/demo';

/** Limits above every page here; the core's defaults would refuse the large ones. */
export const LIFTED_LIMITS = { maxBytes: 1e9, maxNodes: 1e8, maxMilliseconds: 3_600_000 };

export interface PageShape {
  readonly name: string;
  /** The part that is repeated. */
  readonly about: string;
  /** A page of about this many characters, the same on every call. */
  page(characters: number): string;
}

const SYLLABLES = 'ka lo mi ren tar vel son dor bin gua pel ist ano mer'.split(' ');
/** Depth of the towers of the shape `nested`: below the core's limit of 1000, so that nothing is flattened. */
const TOWER = 900;
/** Number of different class names of the shape `classes`. */
const CLASS_NAMES = 5_000;

const PAGE_HEAD =
  '<!doctype html><html lang="en"><head><title>The page that grows</title></head><body><ul><li><a href="/">Home</a></li><li><a href="/all">All</a></li></ul><h1>The page that grows</h1>';
const PAGE_FOOT = '<div class="foot"><a href="/contact">Contact</a></div></body></html>';

/** A shape with a repeated part between a head and a foot. */
export interface Repeated {
  readonly name: string;
  readonly about: string;
  readonly head?: string;
  readonly foot?: string;
  part(source: ReturnType<typeof seededSource>, at: number): string;
}

/** @param element around all parts; empty for none */
const shape = (element: string, name: string, about: string, part: Repeated['part']): Repeated => ({
  ...{ name, about, part },
  ...(element !== '' && { head: `<${element}>`, foot: `</${element}>` }),
});
const VISIBLE_TEXT = '<p>The one paragraph that can be seen on this page.</p>';

const REPEATED: readonly Repeated[] = [
  shape(
    'article',
    'article',
    'paragraphs of one article',
    ({ words }) => `<p>The ${words(24)} and the ${words(8)}.</p>\n`,
  ),
  shape('', 'nested', `towers of ${TOWER} elements inside each other, a sentence in every one`, ({ words }) => {
    const opened = Array.from({ length: TOWER }, () => `<div>The ${words(5)}.`);
    return `${opened.join('')}${'</div>'.repeat(TOWER)}\n`;
  }),
  shape(
    '',
    'unclosed',
    'elements inside each other without end: all beyond the depth allowed is flattened',
    ({ words }) => `<div><em>The ${words(3)}.</em>\n`,
  ),
  shape('ul', 'list', 'items of one list', ({ words }) => `<li>${words(3)}</li>\n`),
  shape('', 'tiny-blocks', 'blocks of one word', ({ words }) => `<div>${words(1)}</div>\n`),
  shape('p', 'one-text', 'words of one text node', ({ words }) => `${words(60)} `),
  shape('p', 'one-word', 'letters of one word', () => 'abcdefghij'.repeat(10)),
  shape('p', 'inline', 'inline elements of one paragraph', ({ words }) => `${words(2)} <em>${words(2)}</em> <br>`),
  shape(
    '',
    'links',
    'links, each with an address of its own',
    ({ words, number }) => `<p><a href="/news/${number(1e9)}/${number(1e9)}">${words(6)}</a></p>\n`,
  ),
  shape('table', 'table', 'rows of one table', ({ words, number }) => {
    const cells = `<td>${words(1)}</td><td>${number(1e4)}</td>`;
    return `<tr>${cells.repeat(4)}</tr>\n`;
  }),
  shape('', 'classes', 'elements of twelve class names each', ({ words, number }) => {
    const id = number(1e9);
    const names = Array.from({ length: 12 }, () => `c-${number(CLASS_NAMES)}`).join(' ');
    return `<div id="i${id}" class="${names}"><p>The ${words(8)}.</p></div>\n`;
  }),
  shape('', 'thread', 'posts of a thread, each with author and date', ({ words, number }, at) => {
    const day = 10 + (at % 20);
    const author = `<a class="author" href="/u/${number(500)}">${words(1)}</a>`;
    const time = `<time datetime="2024-05-${day}T10:00:00Z">May ${day}, 2024</time>`;
    return `<div class="post" id="p${at}">${author} ${time}<div class="body"><p>The ${words(30)}.</p></div></div>\n`;
  }),
  {
    name: 'json-ld',
    about: 'nodes of one JSON-LD graph beside a short article',
    head: '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebPage"}',
    foot: `]}</script><article>${VISIBLE_TEXT}</article>`,
    part: ({ words, number }) =>
      `,{"@type":"Product","@id":"#${number(1e9)}","name":"${words(4)}","description":"${words(20)}","offers":{"@type":"Offer","price":${number(1e3)}}}`,
  },
  {
    name: 'script',
    about: 'state in one script beside a short article',
    head: `<article>${VISIBLE_TEXT}</article><script>window.__STATE__={"list":[0`,
    foot: ']}</script>',
    part: ({ words, number }) => `,{"id":${number(1e9)},"text":"The ${words(20)}."}`,
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
export function pageShape({ head = '', foot = '', ...shape }: Repeated): PageShape {
  return textShape({ ...shape, head: `${PAGE_HEAD}${head}`, foot: `${foot}${PAGE_FOOT}` });
}

export function textShape({ name, about, head = '', foot = '', part }: Repeated): PageShape {
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

/** Words, and whole numbers below a limit, from one seeded generator. */
function seededSource() {
  const { next: random } = seededRandom(5);
  const number = (limit: number): number => Math.floor(random() * limit);
  const word = (): string => Array.from({ length: 1 + number(3) }, () => SYLLABLES[number(SYLLABLES.length)]).join('');
  return { number, words: (count: number): string => Array.from({ length: count }, word).join(' ') };
}
