/** Pages made to break extractors; every row of the registry must survive all of them. Written for this project. */

export interface OddPage {
  readonly name: string;
  readonly html: string;
  /** Overrides of the parser's limits that let the page through to the extractor. */
  readonly maxNodes?: number;
  readonly maxDepth?: number;
}

const paragraph = (words: number, word = 'word'): string => `<p>${`${word} `.repeat(words)}end.</p>`;
const times = (count: number, text: string): string => text.repeat(count);

/** Small pages: cheap enough to run several times per extractor. */
export const ODD_PAGES: readonly OddPage[] = [
  { name: 'empty input', html: '' },
  { name: 'white space only', html: ' \n\t\u3000 ' },
  { name: 'empty body', html: '<html><head><title>t</title></head><body></body></html>' },
  { name: 'no body', html: 'just some words without any tag at all' },
  { name: 'title only', html: '<title>Nothing else</title>' },
  { name: 'frameset', html: '<html><frameset cols="*,*"><frame src=a><noframes>no frames here</noframes></frameset>' },
  { name: 'NULs', html: 'a\0b<p\0>c\0</p>\0<div>\0\0\0</div><script>\0</script>' },
  { name: 'lone surrogates', html: `<p>\ud800 high \udc00 low ${times(30, '\udfff ')}</p><title>\ud800</title>` },
  { name: 'one word', html: '<p>word' },
  { name: 'one character a block', html: times(300, '<p>x') },
  { name: 'symbols only', html: times(50, '<p>|</p><p>***</p><p>\u2063</p>') },
  { name: 'control characters', html: '<p>\u0001\u0002</p><p>\u200b\u200e\u00ad</p><p>\u0085</p>' },
  { name: 'all links', html: times(40, '<p><a href=x>linked words in a row of many more</a></p>') },
  {
    name: 'links in links',
    html: `<a><table><td><a>inner ${times(20, 'words ')}</a> outer</table></a>${paragraph(40)}`,
  },
  {
    name: 'Chinese',
    html: `<html lang=zh><title>标题 - 网站</title><h1>标题</h1>${times(6, `<p>${times(30, '这是一个没有空格的句子，')}结束。</p>`)}`,
  },
  {
    name: 'Arabic, right to left',
    html: `<html lang=ar dir=rtl><h1>عنوان المقال</h1>${times(5, `<p>${times(25, 'هذه جملة عربية ')}.</p>`)}`,
  },
  { name: 'combining marks', html: `<p>${times(200, 'e\u0301\u0301\u0301')} ${times(50, '\u0301')}</p>` },
  { name: 'emoji', html: `<p>${times(100, '👩‍👩‍👧‍👦 ')}family</p>` },
  {
    name: 'script, style, template and svg',
    html: `<script>var a = "<p>no</p>"</script><style>p{}</style><template><p>inert ${times(30, 'text ')}</p></template><svg><title>t</title><text>drawn</text></svg><math><mi>x</mi></math>`,
  },
  { name: 'head with body elements', html: '<head><div>moved</div><title>late</title></head><p>text' },
  {
    name: 'two bodies and two titles',
    html: '<title>a</title><body><title>b</title><body class=x><p>text</p></body>after',
  },
  { name: 'broken table', html: '<table>foster<tr><td>cell<table><tr><td>in</table>more<div>out</table>rest' },
  {
    name: 'an article',
    html: `<html lang=en><head><title>Storm hits coast | Daily</title></head><body><nav><a>Home</a> <a>World</a></nav><h1>Storm hits coast</h1>${times(8, paragraph(60, 'storm'))}<ul><li>one<li>two</ul><div>12 comments</div>${times(3, paragraph(40, 'comment'))}<footer><a>About us</a></footer></body></html>`,
  },
];

/** Large pages: each is run once per extractor, under a limit of processor time. */
export const HUGE_PAGES: readonly OddPage[] = [
  {
    name: '20,000 nested elements',
    html: `${times(20_000, '<div>')}deep text${times(20_000, '</div>')}`,
    maxDepth: 30_000,
  },
  { name: '20,000 nested inline elements', html: `<p>${times(20_000, '<span>')}deep text here`, maxDepth: 30_000 },
  { name: 'one text node of 1 MB', html: `<p>${times(200_000, 'word ')}</p>` },
  { name: 'one word of 1 MB', html: `<p>${times(1_000_000, 'w')}</p>` },
  { name: '1 MB of spaces', html: `<title>${times(200_000, ' ')}a - b</title><p>a${times(1_000_000, ' ')}b</p>` },
  {
    name: 'one text node of 300 kB of punctuation',
    html: `<p>${times(100_000, 'a,.')}</p><p>${times(100_000, '-')}</p>`,
  },
  { name: '100,000 <', html: times(100_000, '<') },
  { name: 'unclosed comment of 1 MB', html: `<p>before</p><!-- ${times(200_000, 'gone ')}` },
  {
    name: '200,000 attributes',
    html: `<div ${Array.from({ length: 200_000 }, (_, at) => `a${at}`).join(' ')}>text</div>`,
  },
  { name: '8,000 one-word blocks', html: times(8_000, '<p>word') },
  { name: '25,000 links', html: times(25_000, '<a href=x>l</a> ') },
  { name: '5,000 headings and lists', html: times(5_000, '<h2>head</h2><ul><li>item one two three</ul>') },
  { name: '2,000 nested tables', html: `${times(2_000, '<table><tr><td>')}cell`, maxDepth: 20_000 },
];
