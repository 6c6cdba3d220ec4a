import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Case, NOTHING_KNOWN } from '../datasets/dataset.js';
import { type Cause, causesOf } from './causes.js';

const words = (name: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `${name}${at.toString(36)}`).join(' ');
const ARTICLE = words('a', 120);
const MORE = words('b', 80);
const LIST = Array.from({ length: 6 }, (_, at) => words(`t${at}x`, 20));
const paragraph = `<article><h1>${words('h', 5)}</h1><p>${ARTICLE}.</p></article>`;
const items = LIST.map((text, at) => `<div class=card><a href=/${at}>${text}</a></div>`).join('');
const posts = LIST.map((text) => `<div class=post><p>${text}</p></div>`).join('');
const CHINESE = '长堤尽头的钟楼沉默了四十年，星期五早上六点，钟声再次传遍全城。'.repeat(5);

interface Row {
  readonly name: string;
  readonly html: string;
  readonly gold: string;
  readonly output: string;
  readonly causes: readonly Cause[];
  readonly of?: Partial<Case>;
}
const CASES: readonly Row[] = [
  { name: 'nothing is kept', html: paragraph, gold: ARTICLE, output: '', causes: ['other-missing'] },
  {
    name: 'teasers are kept',
    html: paragraph + items,
    gold: ARTICLE,
    output: `${ARTICLE} ${LIST.join(' ')}`,
    causes: ['teasers-kept'],
  },
  {
    name: 'comments are kept',
    html: `${paragraph}<div id=comments>${posts}</div>`,
    gold: ARTICLE,
    output: `${ARTICLE} ${LIST.join(' ')}`,
    causes: ['comments-kept'],
  },
  {
    name: 'a second article is kept',
    html: `${paragraph}<article><p>${MORE}</p></article>`,
    gold: ARTICLE,
    output: `${ARTICLE} ${MORE}`,
    causes: ['several-articles'],
  },
  {
    name: 'a footer is kept beside a short article',
    html: `<p>${words('s', 40)}</p><footer>${MORE}</footer>`,
    gold: words('s', 40),
    output: `${words('s', 40)} ${MORE}`,
    causes: ['other-extra', 'short-article'],
  },
  {
    name: 'posts are lost',
    html: `${paragraph}${posts}`,
    gold: `${ARTICLE} ${LIST.join(' ')}`,
    output: ARTICLE,
    of: { pageType: 'forum' },
    causes: ['thread-lost'],
  },
  {
    name: 'topics are lost',
    html: `${paragraph}${items}`,
    gold: `${ARTICLE} ${LIST.join(' ')}`,
    output: ARTICLE,
    of: { pageType: 'forum' },
    causes: ['board-lost'],
  },
  {
    name: 'items are lost',
    html: `${paragraph}${items}`,
    gold: `${ARTICLE} ${LIST.join(' ')}`,
    output: ARTICLE,
    of: { pageType: 'listing' },
    causes: ['listing-items'],
  },
  {
    name: 'code is lost',
    html: `${paragraph}<pre>${MORE}</pre>`,
    gold: `${ARTICLE} ${MORE}`,
    output: ARTICLE,
    of: { pageType: 'documentation' },
    causes: ['structure-lost'],
  },
  {
    name: 'the text is in the state of a script',
    html: `${paragraph}<script>window.state = {"body":${JSON.stringify(MORE)}}</script>`,
    gold: `${ARTICLE} ${MORE}`,
    output: ARTICLE,
    causes: ['hydration'],
  },
  {
    name: 'the text is not in the page',
    html: paragraph,
    gold: `${ARTICLE} ${MORE}`,
    output: ARTICLE,
    causes: ['not-on-page'],
  },
  {
    name: 'an index page',
    html: paragraph + items,
    gold: '',
    output: ARTICLE,
    of: { kind: 'index' },
    causes: ['index-page'],
  },
  {
    name: 'a page without content',
    html: paragraph,
    gold: '',
    output: ARTICLE,
    of: { pageType: 'article' },
    causes: ['empty-gold'],
  },
  { name: 'an error page', html: '<h1>Not found</h1>', gold: '', output: 'Not found', causes: ['error-or-shell'] },
  {
    name: 'Chinese',
    html: `<p>${CHINESE}</p>`,
    gold: CHINESE,
    output: '',
    causes: ['other-missing', 'script'],
  },
];
for (const { name, html, gold, output, causes, of } of CASES)
  test(`causes: ${name}`, () => {
    const one: Case = { ...NOTHING_KNOWN, id: 'p', pageType: 'article', gold, html: () => Buffer.from(html), ...of };
    assert.deepEqual(causesOf(one, output), causes);
  });
