/**
 * Thread rules: keep the posts of a discussion and drop the comments below an article.
 *
 * Observation: to the block trees a reply on a board and a comment below an article are the same: a name, a date and a few
 * sentences in an element with a telling class. Whether they are the main content is a property of the page. On a thread the
 * records hold nearly all running text. Below an article they follow running text that is in no record.
 *
 * Steps: (1) find the records around authors and dates, weighted by the probability of their text (`records/`); (2) decide
 * whether they are posts or comments: by what the page declares, by the probability of its type, else by the structure of the
 * records; (3) of posts raise the bodies with their quotations, and lower panels and signatures. Names and dates of posts keep
 * their probability: the gold of WCXB has them on four of ten threads.
 */

import { classesOf, classTest, headingAround, idsOf, type NodeId, nearestWith, type Page } from '@dehusk/html';
import { PAGE_TYPES } from '../blocks/block.js';
import { ANSWER_NAME, COMMENT_NAME, POST_NAME } from '../records/byline-signs-data.js';
import { areTitled, hasTextBelow, linkedShare, type PostRecord, postTemplates } from '../records/post-groups.js';
import { postParts } from '../records/post-parts.js';
import { isArticle, isDiscussion, weightIn, withoutRepeatedLines } from '../records/record-groups.js';
import { threadTemplates } from '../records/thread-templates.js';
import { scaleOdds } from './article-rules.js';
import { titledHeadline } from './features/section.js';
import type { PageRows } from './features.js';
import * as signs from './issue-signs-data.js';

/** The discussion of a page: its main content, or the comments below that. */
export type Discussion = 'thread' | 'comments';

/** A discussion with the records of each template: posts, and answers below single posts. */
export interface FoundDiscussion {
  readonly kind: Discussion;
  readonly templates: readonly (readonly PostRecord[])[];
  /** Whether it is about an issue in a tracker. */
  readonly isTicket: boolean;
}

const FORUM = PAGE_TYPES.indexOf('forum');
/** Types of pages whose records are reviews, offers or persons, and their maximum probability on a thread. */
const OTHERS = [PAGE_TYPES.indexOf('product'), PAGE_TYPES.indexOf('collection'), PAGE_TYPES.indexOf('service')];
const MAX_OTHER = 0.3;
/** Least probability of a forum that makes records posts. */
const LIKELY_FORUM = 0.5;
/** The same on a page that declares an article or has the comment system of a blog. */
const CERTAIN_FORUM = 0.9;
/** Minimum number of posts, and of posts in elements without a telling name. */
const MIN_POSTS = 2;
const MIN_UNNAMED_POSTS = 3;

/** Factors of the odds: of the bodies of posts, of their other parts but titles, names and dates, and of notices and labels above. */
const BODY_ODDS = 20;
const PANEL_ODDS = 0.3;
const ABOVE_ODDS = 0.1;
const FIELD_ODDS = 0.02;

/**
 * Decides what the discussion of a page is. Linear in the page, but for a sort.
 *
 * @param types probabilities of `PAGE_TYPES`, with the article prior
 * @returns null for a page without a discussion
 */
export function findDiscussion(rows: PageRows, types: Float32Array, probability: Float32Array): FoundDiscussion | null {
  const { page } = rows.visible;
  const expected = expectedCharacters(rows, probability);
  const posts = threadTemplates(page, expected);
  const comments = postTemplates(page, 'comments', expected, 1);
  // Zero: the caller knows that the page is no forum.
  const mayBeThread = types[FORUM] > 0;
  const isTicket = mayBeThread && (isIssue(page) || isNumbered(rows.visible, titledHeadline(rows.visible)));
  if (posts.length + comments.length === 0) return isTicket ? { kind: 'thread', templates: [], isTicket } : null;
  const isBlog = comments.length > 0 && COMMENT_NAME.test(namesOf(page, comments[0][0].root)) && isArticle(page);
  const least = isBlog ? CERTAIN_FORUM : LIKELY_FORUM;
  if (mayBeThread && (types[FORUM] >= least || isDiscussion(page) || isTicket)) {
    const arePlenty = posts.length > 0 && posts[0].length >= MIN_POSTS;
    const templates = arePlenty || (isTicket && comments.length === 0) ? posts : comments;
    const roots = templates.flatMap((records) => records.map(({ root }) => root));
    // A list of topics has the title of a topic in each row.
    const isFlat = roots.length > 0 && hasTextBelow(page, templates[0][0]);
    const isList = !isFlat && (linkedShare(page, roots) > MAX_LINKED_ON_BOARD || areTitled(page, roots));
    return (roots.length === 0 && !isTicket) || isList ? null : { kind: 'thread', templates, isTicket };
  }
  if (mayBeThread && !isBlog && OTHERS.every((type) => types[type] < MAX_OTHER)) {
    for (const templates of [posts, comments])
      if (templates.length > 0 && arePosts(rows, probability, templates[0]))
        return { kind: 'thread', templates, isTicket };
  }
  return comments.length > 0 && hasArticle(page, comments.flat(), expected)
    ? { kind: 'comments', templates: comments, isTicket }
    : null;
}

/** Whether a page is about an issue in a tracker, by the classes and ids of its elements. */
function isIssue(page: Page): boolean {
  return [...classesOf(page).values, ...idsOf(page)].some((name) => signs.TRACKER_NAME.test(name));
}

/** Least labels of fields on the page of an issue whose headline has a number: "COVID-19" has none. */
const MIN_FIELDS = 3;

function isNumbered({ blocks: { text } }: PageRows['visible'], headline: number): boolean {
  if (headline < 0 || !signs.ISSUE_HEADLINE.test(text[headline])) return false;
  return text.filter((one) => signs.FIELD_LABEL.test(one)).length >= MIN_FIELDS;
}

/** Per node, and one past the last: characters of the text before it, each times its probability of main content. */
function expectedCharacters({ visible: { page, size, blocks } }: PageRows, probability: Float32Array): Uint32Array {
  const { nodes, nodesFrom } = blocks;
  const own = new Float32Array(page.size);
  for (let b = 0; b < size; b++)
    for (let at = nodesFrom[b]; at < nodesFrom[b + 1]; at++)
      own[nodes[at]] = (page.textTo[nodes[at]] - page.textFrom[nodes[at]]) * probability[b];
  const before = new Uint32Array(page.size + 1);
  let sum = 0;
  for (let node = 0; node < page.size; node++) {
    sum += own[node];
    before[node + 1] = sum;
  }
  return before;
}

/** Least expected text outside the comments, in characters: less is no article, unless the comments have even less. */
const MIN_ARTICLE = 100;

function hasArticle(page: Page, records: readonly PostRecord[], expected: Uint32Array): boolean {
  const roots = records.map(({ root }) => root);
  const inside = weightIn(page, roots, expected);
  return expected[page.size] - inside >= Math.min(MIN_ARTICLE, inside);
}

/** Minimum share of the records with an author and a date of their own. */
const MIN_SIGNED = 0.8;
/** Maximum share of the words of posts in links; teasers have more. */
const MAX_LINKED = 0.3;
/** The same on a board: short posts have as much text in the links of their panels. */
const MAX_LINKED_ON_BOARD = 0.6;
/** Maximum running text outside the posts as a share of that inside, and minimum share of the page's words in them. */
const MAX_OUTSIDE = 0.25;
const MIN_INSIDE = 0.5;
/** Maximum share of the words in one post: an article with its comments has more. For elements named posts, and for others. */
const MAX_LARGEST = 0.85;
const MAX_LARGEST_UNNAMED = 0.5;
/** Whether records are posts by their structure: signed, without linked titles, of similar size, and most of the running text. */
function arePosts({ visible }: PageRows, probability: Float32Array, records: readonly PostRecord[]): boolean {
  const { page, size, words, linkDensity, prose, blocksBefore, total } = visible;
  const roots = records.map(({ root }) => root);
  const name = namesOf(page, roots[0]);
  const around = namesOf(page, page.parent[roots[0]]);
  const isAnswer = ANSWER_NAME.test(name);
  // A line of name and date that texts follow is as telling as a name.
  const isNamed = isAnswer || POST_NAME.test(name) || hasTextBelow(page, records[0]);
  if (!isNamed && COMMENT_NAME.test(`${name} ${around}`)) return false;
  if (records.length < (isNamed ? MIN_POSTS : MIN_UNNAMED_POSTS)) return false;
  const signed = records.filter(({ author, date }) => author !== null && date !== null).length;
  if (signed < MIN_SIGNED * records.length || areTitled(page, roots)) return false;
  /** Per block: number of the innermost record around it, from 1. */
  const record = new Uint32Array(size);
  for (const [at, { root, end }] of records.entries()) record.fill(at + 1, blocksBefore[root], blocksBefore[end]);
  const own = new Float64Array(records.length + 1);
  let linked = 0;
  let inside = 0;
  let outside = 0;
  for (let b = 0; b < size; b++) {
    own[record[b]] += words[b];
    if (record[b] > 0) linked += words[b] * linkDensity[b];
    if (prose[b] === 1 && record[b] > 0) inside += words[b];
    else if (prose[b] === 1) outside += words[b] * probability[b];
  }
  const all = Math.max(1, own.reduce((sum, one) => sum + one, 0) - own[0]);
  const largest = own.subarray(1).reduce((most, one) => Math.max(most, one), 0);
  return (
    linked <= MAX_LINKED * all &&
    all >= MIN_INSIDE * total &&
    outside <= (isAnswer ? 1 : MAX_OUTSIDE) * inside &&
    largest <= (isNamed ? MAX_LARGEST : MAX_LARGEST_UNNAMED) * all
  );
}

const namesOf = (page: Page, node: NodeId): string =>
  `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'id') ?? ''}`.slice(0, 300);

/** Most words of a line with the name and the date of a comment or a change. */
const SIGNED_WORDS = 14;
const isSigned = ({ prose, date, words }: PageRows['visible'], b: number): boolean =>
  prose[b] === 0 && date[b] === 1 && words[b] <= SIGNED_WORDS;

/** Lowers the fields of an issue, their changes, and the lines of names and dates, in place, and raises the comments below such lines. */
export function lowerFields({ visible }: PageRows, probability: Float32Array): void {
  const { page, blocks, size, heading, prose } = visible;
  const inFields = new Uint8Array(page.size);
  const text = prose.indexOf(1);
  const isNamed = classTest(page, signs.FIELDS_CLASS);
  for (let node = 1; node < page.size; node++)
    if (inFields[page.parent[node]] === 1 || isNamed(node)) inFields[node] = 1;
  let comment = 0;
  for (let b = 0; b < size; b++) {
    const isLine = isSigned(visible, b);
    if (isLine) comment = page.end[page.parent[blocks.element[b]]];
    const isField = inFields[blocks.element[b]] === 1 || signs.COUNTED.test(blocks.text[b]) || isChange(visible, b);
    if (isLine || isField || (b < text && heading[b] === 0)) probability[b] = scaleOdds(probability[b], FIELD_ODDS);
    else if (blocks.first[b] < comment) probability[b] = scaleOdds(probability[b], BODY_ODDS);
  }
}

/** Whether a block is a change of a field, or the label before one. */
function isChange({ blocks: { text }, size, words }: PageRows['visible'], block: number): boolean {
  const isChanged = (b: number): boolean => b < size && words[b] <= CHANGE_WORDS && signs.CHANGE.test(text[b]);
  return isChanged(block) || (signs.LABEL.test(text[block]) && isChanged(block + 1));
}

/** Raises the bodies of posts, in place, and lowers their panels, and notices and labels above the first. */
export function raisePosts(rows: PageRows, templates: FoundDiscussion['templates'], probability: Float32Array): void {
  const { page, blocks, blocksBefore, size, heading, prose } = rows.visible;
  const roots = templates.flatMap((records) => records.map(({ root }) => root)).sort((one, other) => one - other);
  const odds = new Float32Array(page.size).fill(1);
  const keepOdds = (node: NodeId): Float32Array => odds.fill(1, node, page.end[node]);
  for (const root of roots) odds.fill(PANEL_ODDS, root, page.end[root]);
  for (const records of templates) {
    const parts = postParts(page, records, roots);
    const words = withoutRepeatedLines(
      page,
      parts.map((one) => one.words),
    );
    for (const [at, { root, author, bylines }] of records.entries()) {
      for (const node of words[at]) odds[node] = BODY_ODDS;
      const { title } = parts[at];
      if (title !== null) keepOdds(title.node);
      const heading = headingAround(page, page.parent[words[at][0] ?? root], HEADING_CLIMB);
      if (heading > root) keepOdds(heading);
      for (const one of author === null ? bylines : [...bylines, author]) if (one.node > root) keepOdds(one.node);
    }
  }
  // Running text between the headline and the first post may be an opening post of another template, with code and lists beside it.
  const headline = titledHeadline(rows.visible);
  const opening = new Set<NodeId>();
  for (let b = headline + 1; b < size && blocks.first[b] < roots[0]; b++)
    if (prose[b] === 1) opening.add(page.parent[blocks.element[b]]);
  const isPost = new Uint8Array(page.size);
  for (const { root, end } of templates.flat()) isPost.fill(1, root, end);
  const isEvent = (b: number): boolean =>
    blocks.first[b] > roots[0] && isPost[blocks.first[b]] === 0 && isSigned(rows.visible, b);
  const isOpening = (b: number): boolean =>
    b > headline &&
    (prose[b] === 1 || nearestWith(page, page.parent[blocks.element[b]], 2, (up) => opening.has(up)) > 0);
  for (let b = 0; b < size; b++) {
    const isAbove = blocks.first[b] < roots[0] && heading[b] === 0 && !isOpening(b);
    const isChanged = blocks.first[b] > roots[0] && isChange(rows.visible, b);
    const own = isAbove || isChanged || isEvent(b) ? ABOVE_ODDS : odds[blocks.nodes[blocks.nodesFrom[b]]];
    probability[b] = scaleOdds(probability[b], own);
  }
  // The names of a thread are wanted in all posts or in none, and so are the dates.
  for (const records of templates)
    for (const kind of ['author', 'date'] as const) {
      const lines = records.flatMap(({ root, [kind]: byline }) => {
        const b = byline === null || byline.node <= root ? size : blocksBefore[byline.node];
        return b < size && blocks.first[b] < page.end[byline?.node ?? 0] && heading[b] === 0 ? [b] : [];
      });
      const median = lines.map((b) => probability[b]).sort()[(lines.length - 1) >> 1];
      for (const b of lines) if (prose[b] === 0) probability[b] = median;
    }
}

/** Most words of a change of a field. */
const CHANGE_WORDS = 12;

/** Levels above a text searched for a heading. */
const HEADING_CLIMB = 4;
