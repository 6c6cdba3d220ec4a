import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from '@dehusk/html';
import { siteLearnerNamed } from '@dehusk/papers';
import { NO_CONTEXT, withDefaults } from '../../extractors/extractor.js';
import type { SitePage } from '../site-learner.js';

const learner = siteLearnerNamed('containers');
const options = withDefaults(learner);

const NOUNS = 'river stone winter market letter garden window bridge morning harbour village teacher'.split(' ');
const sentence = (seed: number): string =>
  Array.from(
    { length: 9 },
    (_, at) => `the ${NOUNS[(seed * 5 + at * 7) % 12]} of ${seed} saw a ${NOUNS[(seed + at) % 12]}`,
  ).join(' and ');
const story = (seed: number): string =>
  Array.from({ length: 2 + (seed % 3) }, (_, at) => `<p>${sentence(seed * 10 + at)}.</p>`).join('');
const name = (seed: number): string => `${NOUNS[seed % 12]} ${seed}`;
const slug = (seed: number): string => `/stories/${name(seed).replace(' ', '')}`;

interface ListedPage {
  readonly path: string;
  readonly isList: boolean;
  readonly html: string;
}

/** A weblog whose addresses, classes and metadata do not distinguish lists from articles. */
const blogPage = (title: string, content: string): string =>
  `<title>${title} – The Village Paper</title><body><ul class=menu><li><a href=/>Home</a><li><a href=/about>About us</a></ul>
  <div class=content>${content}</div><div class=side><h3>Newest</h3><ul><li><a href=${slug(900)}>Bells</a><li><a href=${slug(901)}>Snow</a></ul></div>
  <p class=foot>All rights are reserved here.</p></body>`;
const blogEntry = (seed: number, title: string): string =>
  `<div class=box><h2>${title}</h2><p class=meta>Day ${seed} of the year</p>${story(seed)}</div>`;
const listed = (seed: number): string => blogEntry(seed, `<a href="${slug(seed)}">Story of the ${name(seed)}</a>`);
const blogArticle = (seed: number): ListedPage => ({
  path: slug(seed),
  isList: false,
  html: blogPage(`Story of the ${name(seed)}`, blogEntry(seed, `Story of the ${name(seed)}`)),
});
const blogList = (path: string, seeds: readonly number[]): ListedPage => ({
  path,
  isList: true,
  html: blogPage(path, seeds.map(listed).join('')),
});

/** A site of questions and answers. */
const questionPage = (title: string, content: string): string =>
  `<title>${title}</title><body><ul class=menu><li><a href=/questions>Questions</a><li><a href=/help>Help</a></ul><main>${content}</main></body>`;
const question = (seed: number): ListedPage => ({
  path: `/questions/${seed}/${name(seed).replace(' ', '-')}`,
  isList: false,
  html: questionPage(
    `How deep is the ${name(seed)}?`,
    `<div class=question id=question-${seed}><h1>How deep is the ${name(seed)}?</h1>${story(seed)}</div>
    ${[1, 2].map((at) => `<div class=answer id=answer-${seed}${at}><p>${sentence(seed * 10 + 5 + at)}.</p><p class=by>answered by <a href=/people/${at}>Ann</a></p></div>`).join('')}
    <form><textarea></textarea></form>`,
  ),
});
const questionList = (path: string, seeds: readonly number[]): ListedPage => ({
  path,
  isList: true,
  html: questionPage(
    'Questions',
    `<h1>Questions</h1>${seeds.map((seed) => `<div class=summary id=question-summary-${seed}><h3><a href="${question(seed).path}">How deep is the ${name(seed)}?</a></h3><p>${sentence(seed * 10)} …</p><p>2 answers</p></div>`).join('')}`,
  ),
});

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);

/** Sites in the order of a crawl. */
const SITES: Readonly<Record<string, readonly ListedPage[]>> = {
  'archives of one article each': range(0, 60).flatMap((at) => [
    blogArticle(at),
    ...(at % 3 === 2 ? [blogList(`/about/${name(at).replace(' ', '')}`, [at])] : []),
  ]),
  'archives of a few articles': range(0, 60).flatMap((at) => [
    blogArticle(at),
    ...(at % 6 === 5 ? [blogList(`/about/${name(at).replace(' ', '')}`, [at, at - 2, at - 4].slice(at % 3))] : []),
  ]),
  'questions and answers': range(0, 60).flatMap((at) => [
    question(at),
    ...(at % 6 === 5 ? [questionList(`/questions/about-${NOUNS[at % 12]}`, range(at - 5, at + 1))] : []),
  ]),
};

/** The first pages of a site, which its lists are not counted of. */
const FIRST_PAGES = 12;

for (const [title, pages] of Object.entries(SITES))
  test(`lists are rejected and no article is: ${title}`, () => {
    const model = learner.empty(options);
    const wrong: string[] = [];
    pages.forEach(({ path, isList, html }, at) => {
      const parsed = parse(html);
      assert.ok(parsed.ok);
      const page: SitePage = { page: parsed.page, url: `https://e.com${path}`, key: path, at: at * 86_400_000 };
      learner.observe(model, page, options);
      const decision = learner.label(model, page, options, NO_CONTEXT);
      const isRejected = !decision.ok && decision.reason === 'no-pattern';
      if (isRejected !== isList && !(isList && at < FIRST_PAGES))
        wrong.push(`${path}: ${decision.ok ? 'kept' : decision.detail}`);
    });
    assert.deepEqual(wrong, []);
  });
