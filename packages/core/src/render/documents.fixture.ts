/** Documents every format is tried on: each kind of content once, then the hostile ones. */
import {
  type Content,
  type Document,
  type Inline,
  MAX_NESTING,
  NO_STRUCTURE,
  type Post,
} from '../document/document.js';
import { type Metadata, NO_METADATA } from '../metadata/metadata.js';

export const LINK = 'https://link.example/target';
export const IMAGE = 'https://image.example/picture.jpg';
export const CELL = 'cellword';
export const TITLE = 'A "title" with <signs> & more';

const METADATA: Metadata = {
  ...NO_METADATA,
  title: TITLE,
  author: 'Ann Author, Ben Writer',
  authors: ['Ann Author', 'Ben Writer'],
  date: '2024-05-17T08:30+02:00',
  dateModified: '2024-06',
  description: 'What it says: "all" of it.\nOn two lines.',
  siteName: 'The Site',
  canonicalUrl: 'https://site.example/page?a=1&b=2',
  language: 'en-GB',
  direction: 'ltr',
  image: 'https://site.example/lead.jpg',
  categories: ['News & Views'],
  tags: ['one', '<two>'],
  licence: 'https://creativecommons.org/licenses/by/4.0/',
};

export const text = (words: string): Inline => ({ type: 'text', text: words });
export const paragraph = (...inline: (Inline | string)[]): Content => ({
  type: 'paragraph',
  inline: inline.map((one) => (typeof one === 'string' ? text(one) : one)),
});
const cell = (content: readonly Content[], more: object = {}) =>
  ({ head: false, align: null, columns: 1, rows: 1, content, ...more }) as const;
const link = (url: string, words: string): Inline => ({ type: 'link', url, title: null, inline: [text(words)] });
const image = (url: string): Inline => ({ type: 'image', url, alt: 'a "picture"', title: 'its title' });

/** One of everything. */
export const FULL: readonly Content[] = [
  { type: 'heading', level: 1, inline: [text('Heading one')] },
  paragraph(
    'plain ',
    { type: 'strong', inline: [text('strong '), { type: 'emphasis', inline: [text('both')] }] },
    ' ',
    { type: 'deleted', inline: [text('deleted')] },
    ' H',
    { type: 'subscript', inline: [text('2')] },
    'O E=mc',
    { type: 'superscript', inline: [text('2')] },
    ' ',
    { type: 'mark', inline: [text('marked')] },
    { type: 'break' },
    { type: 'code', text: 'let `x` = 1' },
    ' ',
    { type: 'math', tex: 'x^2 < y', text: 'x2 < y', display: false },
    { type: 'math', tex: null, text: 'a + b', display: true },
    ' ',
    link(LINK, 'linkword'),
    ' ',
    image(IMAGE),
  ),
  { type: 'heading', level: 3, inline: [text('Heading three')] },
  {
    type: 'list',
    ordered: true,
    start: 3,
    numbering: 'decimal',
    items: [
      [
        paragraph('third'),
        { type: 'list', ordered: false, start: 1, numbering: 'decimal', items: [[paragraph('nested')]] },
      ],
      [paragraph('fourth'), paragraph('with more'), { type: 'heading', level: 4, inline: [text('inside')] }],
    ],
  },
  { type: 'heading', level: 2, inline: [text('Heading two')] },
  {
    type: 'definitions',
    entries: [
      { term: [text('term')], description: [paragraph('description')] },
      { term: [], description: [paragraph('only a description')] },
      { term: [text('only a term')], description: [] },
    ],
  },
  { type: 'quote', content: [paragraph('quoted'), { type: 'quote', content: [paragraph('deeper')] }] },
  { type: 'rule' },
  { type: 'code', language: 'python', text: 'def f():\n\n    return "<&>"\n```' },
  {
    type: 'table',
    caption: [text(`caption ${CELL}`)],
    rows: [
      { head: true, cells: [cell([paragraph(CELL)], { head: true, align: 'right' }), cell([paragraph('B | C')])] },
      { head: false, cells: [cell([paragraph(CELL), paragraph('more')]), cell([])] },
    ],
  },
  {
    type: 'table',
    caption: [],
    rows: [
      { head: false, cells: [cell([paragraph(CELL)], { columns: 2 })] },
      {
        head: false,
        cells: [
          cell([{ type: 'list', ordered: false, start: 1, numbering: 'decimal', items: [[paragraph(CELL)]] }]),
          cell([]),
        ],
      },
    ],
  },
  { type: 'figure', content: [paragraph(image(IMAGE))], caption: [text('figure caption')] },
  { type: 'figure', content: [{ type: 'code', language: null, text: 'x' }], caption: [link(LINK, 'code caption')] },
  {
    type: 'list',
    ordered: true,
    start: 2,
    numbering: 'lower-roman',
    items: [
      [paragraph({ type: 'checkbox', checked: true }, 'done')],
      [paragraph({ type: 'checkbox', checked: false }, 'open')],
    ],
  },
  paragraph(
    'note',
    { type: 'footnote', id: 'one', label: '1' },
    ' again',
    { type: 'footnote', id: 'one', label: '1' },
    ' other',
    { type: 'footnote', id: 'two-b', label: '*' },
    ' press ',
    { type: 'keyboard', inline: [text('Ctrl')] },
    ' ',
    { type: 'ruby', inline: [text('漢字')], reading: 'かんじ' },
    ' ',
    { type: 'abbreviation', inline: [text('NASA')], title: 'National Aeronautics & "Space"' },
    { type: 'abbreviation', inline: [text('abbr')], title: '' },
    ' ',
    { type: 'media', kind: 'video', url: LINK, title: 'A <film>' },
    { type: 'media', kind: 'audio', url: LINK, title: '' },
    { type: 'media', kind: 'drawing', url: null, title: 'a drawing' },
  ),
  { type: 'callout', kind: 'warning', title: [text('Take care')], content: [paragraph('warned')] },
  { type: 'callout', kind: 'tip', title: [], content: [{ type: 'rule' }] },
  { type: 'callout', kind: 'note', title: [text('Title only')], content: [] },
  {
    type: 'details',
    summary: [text('summary')],
    content: [paragraph('unfolded'), { type: 'code', language: null, text: 'y' }],
  },
  { type: 'details', summary: [], content: [paragraph('no summary')] },
  {
    type: 'footnotes',
    notes: [
      { id: 'one', content: [paragraph('first note'), { type: 'code', language: null, text: 'z\n\nz' }] },
      { id: 'two-b', content: [paragraph('second note')] },
      { id: 'never', content: [paragraph('note without a reference')] },
    ],
  },
];

const nested = (wrap: (inside: Content) => Content, times: number): Content => {
  let one: Content = paragraph('deepest word');
  for (let level = 0; level < times; level++) one = wrap(one);
  return one;
};

const HOSTILE_URLS = [
  'javascript:alert(1)',
  ' JaVa\tScRiPt:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'https://a.example/"onmouseover="alert(1)',
  "https://a.example/'><script>alert(1)</script>",
  'https://a.example/)](javascript:alert(1))',
  '//a.example/<svg onload=alert(1)>',
  '?q=a b\tc',
  '',
];

/** Runs of characters that Markdown and HTML read together; the longest has ten times `length`. */
export const longRuns = (length: number): readonly Content[] => [
  paragraph(' '.repeat(10 * length), 'a', '*'.repeat(5 * length), ' '.repeat(10 * length), '`'.repeat(5 * length)),
  paragraph({ type: 'code', text: '`'.repeat(5 * length) }),
  paragraph('['.repeat(2 * length), '('.repeat(2 * length), '&'.repeat(2 * length), '&a'.repeat(2 * length)),
  paragraph('1'.repeat(5 * length), '.', '_a'.repeat(2 * length), '@'.repeat(2 * length), 'www.'.repeat(length)),
  { type: 'code', language: null, text: `${' \n'.repeat(3 * length)}x${'\n\n'.repeat(3 * length)}` },
];

/** Documents that try to break a format, by what they try. */
export const HOSTILE: Readonly<Record<string, readonly Content[]>> = {
  empty: [],
  'only a rule': [{ type: 'rule' }],
  'markup as text': [
    paragraph('</p></article><script>alert(1)</script><img src=x onerror=alert(1)>'),
    { type: 'heading', level: 2, inline: [text('<svg/onload=alert(1)>')] },
    { type: 'code', language: '"><script>', text: '</code></pre><script>alert(1)</script>' },
    paragraph({ type: 'code', text: '</code><script>alert(1)</script>' }),
    paragraph({ type: 'math', tex: '</script><script>alert(1)</script>', text: '', display: true }),
    paragraph({ type: 'math', tex: 'x`', text: '', display: false }, ' ', { type: 'code', text: '<script>x</script>' }),
    paragraph({ type: 'math', tex: '[x](javascript:alert(1)) [y][z]', text: '', display: false }),
    paragraph({
      type: 'link',
      url: LINK,
      title: '"><img src=x onerror=alert(1)>',
      inline: [text('ends in <br>')],
    }),
    paragraph(']]> --> &lt;script&gt; \\<script> `<script>` $<script>$'),
  ],
  'unsafe addresses': HOSTILE_URLS.flatMap((url) => [paragraph(link(url, 'words')), paragraph(image(url))]),
  'characters no format has': [
    paragraph('nul \0 bell \x07 lone \ud800 surrogate \udc00 \ufffe \u2028 \u0085 \r\n end'),
    { type: 'code', language: 'a b\0', text: 'nul \0\r\nlone \ud800' },
    paragraph({ type: 'image', url: 'https://a.example/\u0000\ud800', alt: '\0"\n\n<', title: '\x1b"\n' }),
  ],
  'names that are no names': [
    paragraph({ type: 'footnote', id: '1]: x"><b>', label: '<b>](x)' }, { type: 'footnote', id: '', label: '' }),
    { type: 'callout', kind: '"><script>] x', title: [text('[!NOTE] </aside>')], content: [paragraph('[!TIP]')] },
    { type: 'callout', kind: '', title: [], content: [] },
    { type: 'details', summary: [text('</summary></details><script>')], content: [paragraph('</details>')] },
    {
      type: 'footnotes',
      notes: [
        { id: '1]: x"><b>', content: [paragraph('[^1]: x')] },
        { id: '', content: [] },
      ],
    },
    paragraph({ type: 'media', kind: 'frame', url: 'javascript:alert(1)', title: '</a><script>' }),
    paragraph({ type: 'ruby', inline: [text('<rt>')], reading: '</rt><script>' }),
    paragraph({ type: 'abbreviation', inline: [text('</abbr>')], title: '"><script>' }),
  ],
  'front matter and rules as text': [paragraph('---'), paragraph('title: x'), paragraph('---'), paragraph('===')],
  'empty parts': [
    paragraph(''),
    paragraph(' '),
    { type: 'heading', level: 1, inline: [] },
    { type: 'list', ordered: true, start: -5, numbering: 'decimal', items: [] },
    { type: 'list', ordered: false, start: 1, numbering: 'decimal', items: [[], [paragraph('')]] },
    { type: 'definitions', entries: [] },
    { type: 'quote', content: [] },
    { type: 'code', language: '', text: '' },
    { type: 'table', caption: [], rows: [] },
    { type: 'table', caption: [text('no rows')], rows: [{ head: true, cells: [] }] },
    { type: 'figure', content: [], caption: [] },
    paragraph(link(LINK, '')),
    paragraph({ type: 'strong', inline: [] }),
  ],
  'deep lists': [
    nested(
      (one) => ({ type: 'list', ordered: true, start: 1, numbering: 'decimal', items: [[paragraph('item'), one]] }),
      MAX_NESTING / 2,
    ),
  ],
  'deep quotes': [nested((one) => ({ type: 'quote', content: [one] }), MAX_NESTING)],
  'a wide table': [
    {
      type: 'table',
      caption: [],
      rows: [
        { head: true, cells: Array.from({ length: 400 }, () => cell([paragraph('a')])) },
        ...Array.from({ length: 400 }, () => ({ head: false, cells: [cell([paragraph('b')])] })),
      ],
    },
  ],
  'a paragraph of many pieces': [
    paragraph(
      ...Array.from({ length: 3_000 }, (_, at): (Inline | string)[] => [
        'word ',
        { type: 'strong', inline: [text(`w${at}`)] },
        link(LINK, 'linked'),
        { type: 'break' },
      ]).flat(),
    ),
  ],
  'neighbours of one kind': [
    paragraph(...Array.from({ length: 20_000 }, (): Inline => ({ type: 'strong', inline: [text('a')] }))),
    paragraph(...Array.from({ length: 20_000 }, () => link(LINK, 'a  '))),
  ],
  'long runs': longRuns(10_000),
};

export const documentOf = (content: readonly Content[], metadata: Metadata = METADATA): Document => ({
  url: 'https://site.example/page',
  metadata,
  content,
  ...NO_STRUCTURE,
});

const post = (text: string, known: Partial<Post> = {}): Post => ({
  author: null,
  date: null,
  title: null,
  url: null,
  replyTo: null,
  depth: 0,
  head: [],
  content: [paragraph(text)],
  ...known,
});

const WHICH: Content = { type: 'heading', level: 1, inline: [{ type: 'text', text: 'Which lamp?' }] };
const PAGES = paragraph('Page 1 of 1');

/** A thread with comments and entries, which no page has all at once. */
export const DISCUSSION: Document = {
  ...documentOf([
    ...[WHICH, paragraph(link(LINK, 'jane_doe')), paragraph('17 May'), paragraph('opening words')],
    ...[paragraph('an answer'), paragraph('nobody, at no time'), PAGES],
  ]),
  posts: [
    post('opening words', {
      ...{ author: 'jane_doe', date: '2024-05-17T08:30:00Z', url: LINK, title: 'Lamps & <oil>' },
      head: [link(LINK, 'jane_doe'), text(' · 17 May')],
    }),
    post('an answer', { author: 'O’Neil', date: '3 hours ago', replyTo: 0, depth: 1 }),
    post('nobody, at no time'),
  ],
  aroundPosts: { before: [WHICH], after: [PAGES] },
  comments: [post('a comment', { author: 'reader' })],
  items: [
    { title: 'Lamp', url: LINK, content: [paragraph('Brass')], price: '€ 19,99', image: IMAGE, date: null },
    { title: 'Wick', url: null, content: [], price: null, image: null, date: '2024-05' },
  ],
};

/** Every document by name. */
export const DOCUMENTS: readonly (readonly [name: string, document: Document])[] = [
  ['one of everything', documentOf(FULL)],

  ['nothing known', { url: null, metadata: NO_METADATA, content: FULL, ...NO_STRUCTURE }],
  ['a discussion', DISCUSSION],
  ...Object.entries(HOSTILE).map(([name, content]) => [name, documentOf(content)] as const),
];
