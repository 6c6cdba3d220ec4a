/**
 * Authors and dates of posts read from a page's elements, beside the page's own JSON-LD and microdata.
 *
 * The pages' descriptions (DiscussionForumPosting, Comment, Question, Answer) are the truth and are hidden from the extractor:
 * JSON-LD scripts and all `item…` attributes are removed before the page is read. Names are compared by letters and digits,
 * dates by day; both as multisets over a page, so that a duplicated or lost post counts against.
 */
import { extract } from '@dehusk/core';
import { hostParts } from '@dehusk/core/extend';
import { type JsonLdNode, readJsonLd } from '@dehusk/core/train';
import { type Page, parse } from '@dehusk/html';
import { sourceOf } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';
import { textTable } from '../reports/tables.js';
import type { Reproduction } from './reproduction.js';

interface DescribedPost {
  readonly author: string | null;
  /** The day, ISO 8601. */
  readonly day: string | null;
}

/** Numbers of right, found and described values. */
const noCounts = () => ({ right: 0, given: 0, wanted: 0 });
type ValueCounts = ReturnType<typeof noCounts>;

/** `pages`: those that describe at least two posts; `sameNumber`: those of them with the described number of posts found. */
const emptyHalf = () => ({ pages: 0, sameNumber: 0, authors: noCounts(), days: noCounts() });
type PostsHalf = ReturnType<typeof emptyHalf>;

const POST = /^(?:DiscussionForumPosting|Comment|UserComments|Question|Answer|SocialMediaPosting)$/;
const OPENING = /^(?:DiscussionForumPosting|Question|SocialMediaPosting)$/;
/** Salt of the split: the rules were written with one half of the sites in view. */
const SALT = 'posts';
/** Largest depth of JSON-LD that is searched. */
const MAX_DEPTH = 20;

export const posts: Reproduction = {
  name: 'posts',
  summary: 'authors and dates of forum posts beside the pages’ JSON-LD and microdata, which are hidden from us',
  async run(data, { onPage }) {
    // Sites whose pages were read while the rules were written, and the others.
    const [tuning, unseen] = [emptyHalf(), emptyHalf()];
    for await (const one of openDataset('wcxb-dev', data).cases()) {
      if (one.pageType !== 'forum') continue;
      const source = sourceOf(one);
      const parsed = parse(source, { url: one.url });
      if (!parsed.ok) continue;
      const gold = described(parsed.page);
      if (gold.length === 0) continue;
      onPage?.();
      const { document } = extract(hidden(source), { url: one.url });
      // Contributions that the extractor dropped from the text are among the comments.
      const found = [...document.posts, ...document.comments].map(
        (post): DescribedPost => ({ author: post.author, day: textDay(post.date) }),
      );
      // Boards of one owner share a template and belong to the same half.
      const domain = hostParts(one.domain ?? '')?.domain ?? one.domain;
      addPage(foldOf({ ...one, domain }, 2, SALT) === 0 ? tuning : unseen, found, gold);
    }
    return [
      ...['sites read while the rules were written', describeHalf(tuning)],
      ...['', 'unseen sites', describeHalf(unseen)],
    ].join('\n');
  },
};

function addPage(half: PostsHalf, found: readonly DescribedPost[], gold: readonly DescribedPost[]): void {
  if (gold.length < 2) return;
  half.pages++;
  if (found.length === gold.length) half.sameNumber++;
  const authors = countsOf(found, gold, (post) => folded(post.author));
  const days = countsOf(found, gold, (post) => post.day);
  for (const key of ['right', 'given', 'wanted'] as const) {
    half.authors[key] += authors[key];
    half.days[key] += days[key];
  }
}

function countsOf(
  found: readonly DescribedPost[],
  gold: readonly DescribedPost[],
  key: (post: DescribedPost) => string | null,
): ValueCounts {
  const counts = noCounts();
  const left = new Map<string, number>();
  const valuesOf = (posts: readonly DescribedPost[]): string[] => posts.flatMap((post) => key(post) || []);
  for (const value of valuesOf(gold)) {
    counts.wanted++;
    left.set(value, (left.get(value) ?? 0) + 1);
  }
  for (const value of valuesOf(found)) {
    counts.given++;
    // Pages show local time and describe it in another zone, so adjacent days are equal.
    const match = [value, ...neighbours(value)].find((one) => (left.get(one) ?? 0) > 0);
    if (match === undefined) continue;
    left.set(match, (left.get(match) as number) - 1);
    counts.right++;
  }
  return counts;
}

function neighbours(day: string): string[] {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return [];
  const time = Date.parse(`${day}T00:00:00Z`);
  return [-1, 1].map((step) => new Date(time + step * 86_400_000).toISOString().slice(0, 10));
}

const folded = (name: string | null): string => (name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** The page without JSON-LD and microdata. */
function hidden(source: string): string {
  return source
    .replace(/<script[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(/\sitem(?:prop|type|scope|id|ref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?(?=[\s/>])/gi, '');
}

/** The described posts: those of JSON-LD or microdata, whichever has more, with the opening post of either. */
function described(page: Page): readonly DescribedPost[] {
  const linked = linkedPosts(readJsonLd(page).nodes);
  const marked = markedPosts(page);
  const posts = marked.length > linked.length ? marked : linked;
  const opening = linked.find((one) => OPENING.test(one.type)) ?? marked.find((one) => OPENING.test(one.type)) ?? null;
  // Boards with microdata of the answers may describe the opening post only in JSON-LD.
  const isApart =
    opening !== null &&
    !posts.some((one) => OPENING.test(one.type)) &&
    !(folded(posts[0]?.author ?? null) === folded(opening.author) && posts[0]?.day === opening.day);
  return isApart ? [opening, ...posts] : posts;
}

interface Described extends DescribedPost {
  readonly type: string;
}

function linkedPosts(nodes: readonly JsonLdNode[]): Described[] {
  const found: Described[] = [];
  const seen = new Set<unknown>();
  const walk = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (Array.isArray(value)) {
      for (const one of value) walk(one, depth + 1);
      return;
    }
    const record = value as Record<string, unknown>;
    const type = [record['@type']].flat().find((one): one is string => typeof one === 'string' && POST.test(one));
    if (type !== undefined && (record.author !== undefined || record.datePublished !== undefined))
      found.push({ type, author: nameOf(record.author), day: textDay(record.datePublished ?? record.dateCreated) });
    for (const key of ['comment', 'suggestedAnswer', 'acceptedAnswer', 'mainEntity', 'mainEntityOfPage', '@graph'])
      walk(record[key], depth + 1);
  };
  for (const node of nodes) walk(node.properties, 0);
  return found;
}

function nameOf(author: unknown): string | null {
  const one = Array.isArray(author) ? author[0] : author;
  if (typeof one === 'string') return one;
  const name = typeof one === 'object' && one !== null ? (one as Record<string, unknown>).name : null;
  return typeof name === 'string' ? name : null;
}

const textDay = (value: unknown): string | null =>
  typeof value === 'string' ? (/^\d{4}-\d\d-\d\d/.exec(value)?.[0] ?? null) : null;

/** Posts by `itemtype`, each with its first `author` and date outside inner posts. */
function markedPosts(page: Page): Described[] {
  const found: Described[] = [];
  for (let node = 1; node < page.size; node++) {
    const type = typeAt(page, node);
    if (type === null) continue;
    let author: string | null = null;
    let day: string | null = null;
    for (let inner = node + 1; inner < page.end[node]; inner++) {
      if (typeAt(page, inner) !== null) {
        inner = page.end[inner] - 1;
        continue;
      }
      const property = page.attribute(inner, 'itemprop')?.toLowerCase() ?? '';
      if (author === null && /(?:^|\s)(?:author|creator)(?:\s|$)/.test(property))
        author = propertyText(page, inner, true);
      if (day === null && /^(?:datepublished|datecreated|commenttime)$/.test(property))
        day = textDay(
          page.attribute(inner, 'datetime') ?? page.attribute(inner, 'content') ?? propertyText(page, inner, false),
        );
    }
    if (author !== null || day !== null) found.push({ type, author, day });
  }
  return found;
}

function typeAt(page: Page, node: number): string | null {
  const type = page.attribute(node, 'itemtype')?.trim().split('/').pop() ?? '';
  return POST.test(type) ? type : null;
}

function propertyText(page: Page, node: number, isPerson: boolean): string | null {
  if (isPerson)
    for (let inner = node + 1; inner < page.end[node]; inner++)
      if (page.attribute(inner, 'itemprop') === 'name') return propertyText(page, inner, false);
  const text = page.attribute(node, 'content') ?? page.chars.slice(page.textFrom[node], page.textTo[node]);
  return text.replace(/\s+/g, ' ').trim() || null;
}

function describeHalf({ pages, sameNumber, authors, days }: PostsHalf): string {
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
  const rows = Object.entries({ authors, days }).map(([name, { right, given, wanted }]) => [
    ...[name, share(right, given), share(right, wanted), String(given), String(wanted)],
  ]);
  return [
    `${pages} pages describe at least two posts; on ${sameNumber} of them the same number was found`,
    textTable({ head: ['', 'precision', 'recall', 'found', 'gold'], rows }),
  ].join('\n');
}
