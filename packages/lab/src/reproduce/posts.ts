/**
 * Who said what and when: posts read from a page's elements, beside what the page itself says in JSON-LD and microdata.
 *
 * The pages' own descriptions (DiscussionForumPosting, Comment, Question, Answer) are the truth here and are hidden from the extractor: scripts
 * of JSON-LD and all `item…` attributes are cut out of the page before it is read. Names are compared by letters and digits, dates by day;
 * both as multisets over a page, so that a post counted twice or lost counts against. Pages that describe only their opening post say
 * whether that one was found first.
 *
 * Run: `dehusk-lab reproduce posts`
 */
import { extract } from '@dehusk/core';
import { decode, hostParts, type JsonLdNode, type Page, parse, readJsonLd } from '@dehusk/core/internal';
import type { Case } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { foldOf } from '../datasets/split.js';

/** What is known of one post. */
interface Said {
  readonly author: string | null;
  /** The day, ISO 8601. */
  readonly day: string | null;
}

/** Right, given and wanted. */
interface Counts {
  right: number;
  given: number;
  wanted: number;
}

/** What came out on one half of the sites. */
export interface PostsHalf {
  /** Pages that describe at least two posts. */
  pages: number;
  /** Of those, pages with as many posts as described. */
  sameNumber: number;
  readonly authors: Counts;
  readonly days: Counts;
  /** Pages that describe their opening post, and how often the first post found is it, by author and by day. */
  readonly openings: { pages: number; authors: number; days: number };
  /** A line a page, for people. */
  readonly lines: string[];
}

export interface PostsReport {
  /** Sites that were looked at while the rules were written. */
  readonly tuning: PostsHalf;
  /** Sites whose pages nobody looked at. */
  readonly unseen: PostsHalf;
}

const POST = /^(?:DiscussionForumPosting|Comment|UserComments|Question|Answer|SocialMediaPosting)$/;
const OPENING = /^(?:DiscussionForumPosting|Question|SocialMediaPosting)$/;
/** Which half a site is in: the rules were written looking at one half only. */
const SALT = 'posts';
/** Deepest nesting of JSON-LD that is searched. */
const MAX_DEPTH = 20;

/** Compares posts with descriptions on the forum pages of a dataset, half of the sites apart. */
export async function postsReport(root?: string, dataset = 'wcxb-dev', onPage?: () => void): Promise<PostsReport> {
  const report = { tuning: noHalf(), unseen: noHalf() };
  for await (const one of openDataset(dataset, root === undefined ? {} : { root }).cases()) {
    if (one.pageType !== 'forum') continue;
    const source = decode(one.html(), { httpCharset: one.charset }).text;
    const parsed = parse(source, { url: one.url });
    if (!parsed.ok) continue;
    const gold = described(parsed.page);
    if (gold.posts.length === 0) continue;
    onPage?.();
    const found = extract(hidden(source), { url: one.url }).document.posts.map(
      (post): Said => ({ author: post.author, day: post.date === null ? null : dayOf(post.date) }),
    );
    // Boards of one owner share a template: they stand in the same half.
    const domain = hostParts(one.domain ?? '')?.domain ?? one.domain;
    addPage(report[foldOf({ ...one, domain }, 2, SALT) === 0 ? 'tuning' : 'unseen'], one, found, gold);
  }
  return report;
}

function addPage(half: PostsHalf, one: Case, found: readonly Said[], gold: Descriptions): void {
  const { openings } = half;
  if (gold.opening !== null) {
    openings.pages++;
    if (found.length > 0 && folded(found[0].author) === folded(gold.opening.author)) openings.authors++;
    if (found.length > 0 && near(found[0].day, gold.opening.day)) openings.days++;
  }
  if (gold.posts.length < 2) return;
  half.pages++;
  if (found.length === gold.posts.length) half.sameNumber++;
  const authors = countsOf(found, gold.posts, (post) => folded(post.author));
  const days = countsOf(found, gold.posts, (post) => post.day);
  add(half.authors, authors);
  add(half.days, days);
  half.lines.push(
    `${one.id}  posts ${found.length}/${gold.posts.length}  authors ${authors.right}/${authors.wanted}  days ${days.right}/${days.wanted}  ${one.url ?? ''}`,
  );
}

const noHalf = (): PostsHalf => ({
  pages: 0,
  sameNumber: 0,
  authors: noCounts(),
  days: noCounts(),
  openings: { pages: 0, authors: 0, days: 0 },
  lines: [],
});

function add(sum: Counts, own: Counts): void {
  sum.right += own.right;
  sum.given += own.given;
  sum.wanted += own.wanted;
}

const noCounts = (): Counts => ({ right: 0, given: 0, wanted: 0 });

function countsOf(found: readonly Said[], gold: readonly Said[], key: (post: Said) => string | null): Counts {
  const counts = noCounts();
  const left = new Map<string, number>();
  for (const post of gold) {
    const value = key(post);
    if (value === null || value === '') continue;
    counts.wanted++;
    left.set(value, (left.get(value) ?? 0) + 1);
  }
  for (const post of found) {
    const value = key(post);
    if (value === null || value === '') continue;
    counts.given++;
    // Pages show local time and describe themselves in another zone: the day before and after are the same day.
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

const near = (a: string | null, b: string | null): boolean =>
  a !== null && b !== null && (a === b || neighbours(a).includes(b));

const folded = (name: string | null): string => (name ?? '').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const dayOf = (date: string): string | null => /^\d{4}-\d\d-\d\d/.exec(date)?.[0] ?? null;

/** The page without its descriptions of itself. */
function hidden(source: string): string {
  return source
    .replace(/<script[^>]*application\/ld\+json[^>]*>[\s\S]*?<\/script>/gi, '')
    .replace(/\sitem(?:prop|type|scope|id|ref)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]*))?(?=[\s/>])/gi, '');
}

interface Descriptions {
  readonly posts: readonly Said[];
  readonly opening: Said | null;
}

/** Posts as the page describes them: of JSON-LD and microdata, what describes more; the opening post of either. */
function described(page: Page): Descriptions {
  const linked = linkedPosts(readJsonLd(page).nodes);
  const marked = markedPosts(page);
  const posts = marked.length > linked.length ? marked : linked;
  const opening = linked.find((one) => OPENING.test(one.type)) ?? marked.find((one) => OPENING.test(one.type)) ?? null;
  // Boards that mark their answers in the page may describe the opening post in JSON-LD only.
  const isApart =
    opening !== null &&
    !posts.some((one) => OPENING.test(one.type)) &&
    !(folded(posts[0]?.author ?? null) === folded(opening.author) && posts[0]?.day === opening.day);
  return { posts: isApart ? [opening, ...posts] : posts, opening };
}

interface Described extends Said {
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

const textDay = (value: unknown): string | null => (typeof value === 'string' ? dayOf(value) : null);

/** Posts described by `itemtype`, each with the first `author` and date inside it that belong to no inner post. */
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

/** The report as tables; pages are listed for the tuning half only. */
export function printPosts({ tuning, unseen }: PostsReport): string {
  return `${[...tuning.lines, '', 'sites looked at while the rules were written', ...table(tuning), '', 'sites not looked at', ...table(unseen)].join('\n')}\n`;
}

function table({ pages, sameNumber, authors, days, openings }: PostsHalf): string[] {
  const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
  const row = (name: string, { right, given, wanted }: Counts): string =>
    `${name.padEnd(10)} ${share(right, given).padStart(9)} ${share(right, wanted).padStart(7)} ${String(given).padStart(7)} ${String(wanted).padStart(7)}`;
  return [
    `${pages} pages describe two posts or more; ${sameNumber} of them with the same number of posts found`,
    `${''.padEnd(10)} precision  recall   found    gold`,
    row('authors', authors),
    row('days', days),
    `${openings.pages} pages describe their opening post: the first post found has its author on ${openings.authors}, its day on ${openings.days}`,
  ];
}
