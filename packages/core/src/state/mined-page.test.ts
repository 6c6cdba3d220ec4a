import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_LIMITS, nameOf, type Page, parse, textOf } from '@dehusk/html';
import { withMinedArticle } from './mined-page.js';

const SENTENCES = Array.from(
  { length: 12 },
  (_, at) => `Sentence number ${at} of the harbour report says what the wind did at hour ${at * 2} on day ${at + 3}.`,
);
const HTML = SENTENCES.map((one) => `<p>${one}</p>`).join('');
const POST = { title: 'The harbour report', body: HTML };
const NOTICE =
  'We use cookies so that the pages of this site work as you expect, and to count how often each of them is read.';

const json = (value: unknown, attributes: string): string =>
  `<script type="application/json" ${attributes}>${JSON.stringify(value).replace(/</g, '\\u003c')}</script>`;
const script = (code: string): string => `<script>${code.replace(/<\//g, '<\\/')}</script>`;
const shell = (state: string, body = '<div id="root"></div>'): string =>
  `<title>The harbour report - Harbour Notes</title><nav><a href="/">Home</a></nav>${body}${state}`;

function mined(html: string): Page | null {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return withMinedArticle(parsed.page, DEFAULT_LIMITS, () => false)?.page ?? null;
}
/** The names and texts of the elements inside the mined article. */
function drawn(html: string): string[] {
  const page = mined(html);
  if (page === null) return [];
  const lines: string[] = [];
  const article =
    Array.from({ length: page.size }, (_, node) => node).find((node) => nameOf(page, node) === 'article') ?? 0;
  for (let node = article; node < page.end[article]; node++)
    if (/^(?:h[1-6]|p|li)$/.test(nameOf(page, node))) lines.push(`${nameOf(page, node)} ${textOf(page, node)}`);
  return lines;
}

const ARTICLE = ['h1 The harbour report', ...SENTENCES.map((one) => `p ${one}`)];
const tagged = JSON.stringify(POST);

const FOUND: readonly (readonly [where: string, html: string])[] = [
  ['an assignment', shell(script(`window.__INITIAL_STATE__ = ${tagged};`))],
  ['JSON in a string', shell(script(`window.__STATE__ = JSON.parse(${JSON.stringify(tagged)});`))],
  ['JSON, percent-encoded', shell(script(`window.__STATE__ = "${encodeURIComponent(tagged)}"`))],
  [
    'the function of Nuxt 2',
    shell(
      script(
        `window.__NUXT__=(function(a,b){return {data:[{post:{title:a,body:b}}]}}("The harbour report",${JSON.stringify(HTML)}));`,
      ),
    ),
  ],
  [
    'the context of Remix',
    shell(script(`window.__remixContext = {"state":{"loaderData":{"routes/post":{"post":${tagged}}}}};`)),
  ],
  ['the transfer state of Angular', shell(json({ 123: { b: POST, h: {}, s: 200 } }, 'id="ng-state"'))],
  [
    'its older escapes',
    shell(
      `<script id="app-state" type="application/json">${tagged.replace(/"/g, '&q;').replace(/</g, '&l;').replace(/>/g, '&g;')}</script>`,
    ),
  ],
  ['a fetched body of SvelteKit', shell(json({ status: 200, body: tagged }, 'data-sveltekit-fetched'))],
  [
    'the data of Gatsby in a script',
    shell(
      script(
        `window.pageData={"result":{"data":{"markdownRemark":{"html":${JSON.stringify(HTML)},"frontmatter":{"title":"The harbour report"}}}}};`,
      ),
    ),
  ],
  [
    'an attribute',
    shell('', `<div id="app" data-page="${JSON.stringify({ props: { post: POST } }).replace(/"/g, '&quot;')}"></div>`),
  ],
  [
    'JSON inside an attribute',
    shell(
      '',
      `<div data-preloaded="${JSON.stringify({ topic_1: JSON.stringify({ title: POST.title, post_stream: { posts: [{ cooked: HTML }] } }) }).replace(/"/g, '&quot;')}"></div>`,
    ),
  ],
  ['escaped HTML', shell(json({ title: POST.title, body: HTML.replace(/</g, '&lt;').replace(/>/g, '&gt;') }, ''))],
  ['plain text', shell(json({ title: POST.title, text: SENTENCES.join('\n\n') }, ''))],
  [
    'JSON-LD',
    shell(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: POST.title, articleBody: SENTENCES.join('\n') })}</script>`,
    ),
  ],
];

for (const [where, html] of FOUND)
  test(`the article in ${where} is found`, () => assert.deepEqual(drawn(html), ARTICLE));

const NOT_CHANGED: readonly (readonly [name: string, html: string])[] = [
  ['a page that shows its text', shell(json(POST, ''), `<main>${HTML}</main>`)],
  [
    'a page that shows another text of the length',
    shell(
      json({ title: 'Other', body: HTML }, ''),
      `<main><p>${NOTICE} ${'more of other words and '.repeat(60)}</p></main>`,
    ),
  ],
  [
    'translations',
    shell(json(Object.fromEntries(SENTENCES.map((one, at) => [`key${at}`, one])), 'id="app-translations"')),
  ],
  [
    'a large dictionary',
    shell(
      json(
        Object.fromEntries(
          Array.from({ length: 120 }, (_, at) => [`key${at}`, SENTENCES[at % 12].replace('day', `day ${at}`)]),
        ),
        '',
      ),
    ),
  ],
  [
    'parts that are no content',
    shell(json({ related: [POST], comments: [{ body: HTML }], footer: { text: HTML } }, '')),
  ],
  ['something for sale', shell(json({ title: POST.title, price: 5, description: HTML }, ''))],
  ['an untitled shell with little text in its state', shell(json({ notice: NOTICE }, ''))],
  ['no state', shell('')],
];

for (const [name, html] of NOT_CHANGED) test(`${name}: the page stays as it is`, () => assert.equal(mined(html), null));

test('of several records the one with the title of the page is taken', () => {
  const other = {
    title: 'Another',
    body: HTML.replace(/wind/g, 'tide').replace(/harbour report/g, 'long list of everything else'),
  };
  assert.deepEqual(drawn(shell(json({ posts: [other, POST, { ...other, title: 'Third' }] }, ''))), ARTICLE);
});

test('an open comment in one text does not hide the next', () => {
  const sections = SENTENCES.map((one) => ({ heading: 'Part', html: `<p>${one}</p><!-- ` }));
  const lines = drawn(shell(json({ title: POST.title, sections }, '')));
  assert.equal(lines.filter((line) => line.startsWith('p ')).length, SENTENCES.length);
});

test('hostile states end, without recursion and with every object read once', () => {
  const deep = (open: string, close: string, n: number): string =>
    open.repeat(n) + JSON.stringify(HTML) + close.repeat(n);
  const node = '{"type":"paragraph","content":[';
  const doubling = Array.from({ length: 60 }, (_, at) => `{"x":${at + 1},"y":${at + 1}}`).join(',');
  for (const state of [
    json(0, '').replace('0', deep('[', ']', 50_000)),
    json(0, '').replace('0', deep('{"a":', '}', 50_000)),
    json(0, '').replace('0', deep(node, ']}', 50_000)),
    json(0, '').replace('0', `[${doubling},"${'word '.repeat(100)}"]`),
    json(0, '').replace('0', `[{"a":1},[1,1,0],${'[1,1],'.repeat(50_000)}0]`),
    script(
      `window.__APOLLO_STATE__={"ROOT_QUERY":{"a":{"__ref":"A"}},"A":{"__ref":"B","body":"x"},"B":{"__ref":"A"}};${' '.repeat(200)}`,
    ),
    script(
      `self.__next_f.push([1,${JSON.stringify(`0:["$L1","$1"]\n1:["$","div",null,{"children":["$L1","$0","$1:props:children"]}]\n2:Tfffffff,${'word '.repeat(100)}`)}])`,
    ),
    json(
      Array.from({ length: 20_000 }, (_, at) => ({ title: `t${at}`, body: SENTENCES[at % 12] })),
      '',
    ),
    script(`x={a:"${'<p>word. '.repeat(100_000)}"}`),
    script(`x=[${'"a b c d e f g h i j.",'.repeat(100_000)}]`),
  ])
    mined(shell(state));
});
