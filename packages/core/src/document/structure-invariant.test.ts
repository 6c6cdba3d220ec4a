/**
 * Laws of posts, comments and items, on random threads, whichever blocks are kept: posts group the kept words, so every format has
 * the words of the text in their order; comments have words that are not kept; a word belongs to one record; answers come after the
 * post they answer; hostile pages take linear time.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Page, parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import fc from 'fast-check';
import { cpuLimit } from '../../../html/dist/cpu-limit.fixture.js';
import type { LabelledBlocks } from '../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { HUGE_PAGES, ODD_PAGES } from '../extractors/hostile-pages.fixture.js';
import { NO_METADATA } from '../metadata/metadata.js';
import { textOfContents } from '../render/content-text.js';
import { printedWords } from '../render/plain-words.fixture.js';
import { assemble } from './assemble.js';
import type { Content, Document } from './document.js';

const TYPES = ['forum', 'article', 'listing', 'collection', 'product'];
/** Maximum CPU time for the records of one page, in milliseconds. */
const CPU_SECONDS = 5;
/** Number of random threads, the same in each run. LAW_RUNS and LAW_SEED search further. */
const RUNS = Number(process.env.LAW_RUNS ?? 120);
const SEED = Number(process.env.LAW_SEED ?? 20_261_121);

const everything = extractorNamed('everything');

function pageOf(html: string, maxDepth = 60_000): Page {
  const parsed = parse(html, { url: 'https://example.org/t', limits: { maxDepth, maxMilliseconds: 60_000 } });
  assert.ok(parsed.ok);
  return parsed.page;
}

function labelled(page: Page, pageType: string, choice: readonly boolean[] = [true]): LabelledBlocks {
  const { blocks, labels } = everything.label(page, withDefaults(everything), NO_CONTEXT);
  const keep = Uint8Array.from(blocks, (_, at) => (choice[at % choice.length] ? 1 : 0));
  return { blocks, labels: { ...labels, keep }, prediction: { pageType, pageTypeProbability: 1, confidence: 1 } };
}

const documentOf = (page: Page, type: string, choice?: readonly boolean[]): Document =>
  assemble(page, labelled(page, type, choice), NO_METADATA);

const bare = (text: string): string => text.replace(/\s+/g, '');

/** Laws of the records of any page. */
function checkLaws(page: Page, document: Document): void {
  const whole = bare(page.chars);
  const said = new Set<string>();
  for (const records of [document.posts, document.comments]) {
    for (const [at, post] of records.entries()) {
      assert.ok(post.content.length > 0, 'a post without words');
      assert.ok(
        post.replyTo === null || (post.replyTo >= 0 && post.replyTo < at),
        `post ${at} answers ${post.replyTo}`,
      );
      assert.equal(post.depth, post.replyTo === null ? 0 : (records[post.replyTo]?.depth ?? -2) + 1);
      const text = textOfContents(post.content);
      for (const line of text.split('\n')) assert.ok(whole.includes(bare(line)), `"${line}" is not in the page`);
      // In random threads each word w123 occurs once in the page.
      for (const one of text.match(/\bw\d+\b/g) ?? []) {
        assert.ok(!said.has(one), `${one} is said twice`);
        said.add(one);
      }
    }
  }
  if (document.posts.length > 0) {
    const words = printedWords(document, 'text');
    for (const format of ['markdown', 'html', 'tei', 'xml'])
      assert.deepEqual(printedWords(document, format), words, format);
    const { before, after } = document.aroundPosts;
    const heads = document.posts.flatMap(({ head, content }): Content[] => [
      { type: 'paragraph', inline: head },
      ...content,
    ]);
    assert.equal(
      bare(textOfContents([...before, ...heads, ...after])).replace(/·/g, ''),
      bare(textOfContents(document.content)),
    );
  }
  const kept = new Set(textOfContents(document.content).match(/\bw\d+\b/g));
  for (const { content } of document.comments)
    for (const one of textOfContents(content).match(/\bw\d+\b/g) ?? []) assert.ok(!kept.has(one), `${one} is kept`);
  for (const item of document.items) assert.ok(item.title.trim() !== '');
}

let number = 0;
const word = fc.constant(null).map(() => `w${number++}`);
const wrap = fc.constantFrom('p', 'div', 'span', 'blockquote', 'ul><li', 'b', 'section', 'td');
const body = fc
  .array(fc.tuple(wrap, word, word), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.map(([tag, one, two]) => `<${tag}>${one} ${two}</${tag.split('>')[0]}>`).join(''));
const head = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 1, max: 28 }), fc.integer({ min: 0, max: 3 }))
  .map(
    ([name, day, form]) =>
      [
        `<a href="/user/${name}" class="author">${name}name</a> <time datetime="2024-05-${day}">d${day}</time>`,
        `<span class="username">${name}name</span> 2024-05-${String(day).padStart(2, '0')} 10:00`,
        `<time>${day} May 2024</time>`,
        `<p class="comment-author">by <cite class="fn">${name}name</cite></p>`,
      ][form] as string,
  );
interface Tree {
  readonly head: string;
  readonly body: string;
  readonly answers: readonly Tree[];
  /** Words behind the answers. */
  readonly tail: string;
}
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record({
    head,
    body,
    tail: fc.oneof({ weight: 3, arbitrary: fc.constant('') }, { weight: 1, arbitrary: body }),
    answers: fc.oneof({ maxDepth: 3 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 3 })),
  }),
}));
const print = ({ head: top, body: text, answers, tail }: Tree): string =>
  `<div class="comment" id="comment-${number++}"><div class="meta">${top}</div><div class="comment-body">${text}</div>${
    answers.length > 0 ? `<div class="children">${answers.map(print).join('')}</div>` : ''
  }${tail}</div>`;

const threads = fc.array(tree, { minLength: 1, maxLength: 5 });
const kept = fc.oneof(fc.constant([true]), fc.array(fc.boolean(), { minLength: 1, maxLength: 16 }));

test('records of random threads keep the laws', () => {
  fc.assert(
    fc.property(threads, fc.constantFrom('forum', 'article'), kept, (trees, type, choice) => {
      const page = pageOf(
        `<main><h1>title</h1><p>opening words of the page</p></main><div id=comments>${trees.map(print).join('')}</div>`,
      );
      checkLaws(page, documentOf(page, type, choice));
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

for (const { name, html, maxDepth } of ODD_PAGES)
  test(`${name}: the laws hold for every page type`, () => {
    const page = pageOf(html, maxDepth ?? 1_000);
    for (const type of TYPES) checkLaws(page, documentOf(page, type));
  });

const NAME = '<a class=author href=/user/a>ann</a> <time datetime=2024-05-17>then</time>';
const SLOW: readonly (readonly [name: string, html: string])[] = [
  ['3,000 posts', `<div class=post>${NAME}<p>words here</div>`.repeat(3_000)],
  ['3,000 posts each inside the one before', `<div class=comment>${NAME}<p>words</p>`.repeat(3_000)],
  ['one post of 20,000 paragraphs', `<div class=post>${NAME}${'<p>words'.repeat(20_000)}</div>`],
  ['20,000 names', '<a class=author href=/user/a>ann</a> '.repeat(20_000)],
  ['20,000 dates', '<p>17 May 2024'.repeat(20_000)],
  ['10,000 cards', '<li class=card><a href=/x>a title of words</a><b class=price>€ 1,00</b>'.repeat(10_000)],
  ['20,000 prices in each other', `<a href=x>card</a>${'<div class=price>1 € '.repeat(20_000)}`],
  ['a link around 10,000 words', `<a href=x>${'<p>word'.repeat(10_000)}</a>`.repeat(3)],
];

/** The other huge pages have tests of the extractors. */
const HUGE = HUGE_PAGES.filter(({ name }) => /one-word blocks|headings|nested tables/.test(name));

for (const [name, html] of [...SLOW, ...HUGE.map((one) => [one.name, one.html] as const)])
  test(`${name}: takes linear time`, () => {
    const page = pageOf(html);
    for (const type of ['forum', 'collection']) {
      const blocks = labelled(page, type);
      const withinLimit = cpuLimit(CPU_SECONDS, type);
      assert.ok(assemble(page, blocks, NO_METADATA).posts);
      withinLimit();
    }
  });
