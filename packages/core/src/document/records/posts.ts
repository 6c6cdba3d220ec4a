/**
 * Posts of a forum thread, and comments below an article: who said what, and when.
 *
 * Steps: (1) marks of authors and dates (`marks.ts`); (2) groups of like elements around them (`record-groups.ts`), of which the
 * best is the one whose members have one author and one date each and hold the most of what the page is about: the kept
 * blocks in a thread, and in comments whatever is called a comment; (3) in each record the author and date of the places most
 * records have them, and the body: the largest like element that holds neither (`post-body.ts`); (4) what was kept before
 * the first record is the opening post, where a template sets it apart from the replies.
 */

import { linkAddress } from '../../page/addresses.js';
import { type NodeId, nameOf, type Page } from '../../page/page.js';
import type { Post } from '../document.js';
import { withGuessedAuthors } from './guessed-authors.js';
import { type Mark, marksOf, shownCharacters } from './marks.js';
import { bodyReader, type PostRecord } from './post-body.js';
import { withKnownOrder } from './post-dates.js';
import { placesByIndent } from './post-depth.js';
import { bestSlot, groupsAround, type RecordGroup, slotKey, weightIn } from './record-groups.js';

/** What is looked for. */
export interface PostsWanted {
  /** `thread`: the page is a discussion; `comments`: the discussion stands below something else. */
  readonly as: 'thread' | 'comments';
  /** Per node: 1 for kept text. */
  readonly kept: Uint8Array;
  readonly base: string | null;
  readonly language: string | null;
}

/** Least share of the kept text a thread's posts hold. Boards keep little else than posts; a quarter leaves room for mistakes of labels. */
const MIN_SHARE = 0.25;
/** Least value of a group, 0…1: below it names and dates stand together by accident. */
const MIN_EVIDENCE = 0.3;
/** What a name without a date, or a date without a name, counts of both. */
const ONE_OF_TWO = 0.4;
/** Least value of the weaker sign of answers set apart from posts, 0…1. */
const MIN_ANSWER_EVIDENCE = 0.6;
/** Share of the posts from which on what stands once in each is a part of them. */
const NEARLY_ALL = 0.8;
/** A group that is as good as the best one, so that the outer of two nested ones may be taken. */
const AS_GOOD = 0.97;
/** What comments and their lists are called, in several languages. */
const COMMENT =
  /(?:^|[\s_/-])(?:[a-z]{0,6}comments?(?:-?(?:list|thread|item|body|wrap\w*|container|section|area|content))?|commentlist|komment(?:ar|are|arer|aren|aari)?|comentarios?|commentaires?|commenti?|reacties?|reaktion(?:en)?|respon[sd]es?|replies|usercomments|disqus|yorum(?:lar)?)(?:$|[\s_\d-])|отзыв|коммент|评论|評論|コメント/i;
const POST = /post|message|topic|thread|repl(?:y|ies)|answer|comment|beitrag|mensaje|сообщени/i;
/** Comments on other pages. */
const ELSEWHERE = /(?:recent|latest|last|new|top)[_-]?comments?|widget|sidebar/i;
const FAR_CLIMB = 8;
/** Where names of lists are no more looked for: above stands the page. */
const PAGE_PART = /^(?:article|main|body|html)$/;
/** Most of the kept text that comments may hold, 0…1: what holds more is the main content itself. */
const MAX_KEPT = 0.5;
/** Levels above a record where its list may be named. */
const HINT_CLIMB = 3;

/** Posts, and where they stand. */
export interface FoundPosts {
  readonly posts: readonly Post[];
  /** The first node of the first record, and the node behind the last one. */
  readonly from: NodeId;
  readonly to: NodeId;
}

const NONE: FoundPosts = { posts: [], from: 0, to: 0 };

/** The posts of a page in document order; empty when it has none. Linear in the page. */
export function postsOf(page: Page, wanted: PostsWanted): FoundPosts {
  const shown = shownCharacters(page);
  const marks = marksOf(page, shown, wanted.language);
  if (!marks.some((one) => one.kind === 'author') && !marks.some((one) => one.kind === 'date')) return NONE;
  const kept = keptCharacters(page, wanted.kept);
  const groups = groupsAround(page, marks);
  const group =
    wanted.as === 'thread'
      ? bestGroup(page, groups, kept[page.size] > 0 ? kept : shown, POST)
      : bestGroup(page, commentGroups(page, groups, kept), shown, COMMENT);
  if (group === null) return NONE;
  const main = withGuessedAuthors(page, recordsOf(page, group, marks), shown);
  const answers = wanted.as === 'thread' ? answerGroup(page, groups, main, shown) : null;
  const templates = [main, ...(answers === null ? [] : [recordsOf(page, answers, marks)])];
  const roots = templates.flatMap((records) => records.map(({ root }) => root)).sort((one, other) => one - other);
  const posts = templates.flatMap((records, template) => readPosts(page, records, template, roots, shown, wanted));
  return {
    posts: threaded(posts),
    from: roots[0],
    to: roots.reduce((last, root) => Math.max(last, page.end[root]), 0),
  };
}

/** A post and the record it was read from. */
interface ReadPost {
  readonly post: Post;
  readonly root: NodeId;
  /** Root of the record it answers, as far as its own template tells. */
  readonly answers: NodeId | null;
  /** 0 for posts, 1 for what is said below one. */
  readonly template: number;
}

function readPosts(
  page: Page,
  records: readonly PostRecord[],
  template: number,
  roots: readonly NodeId[],
  shown: Uint32Array,
  wanted: PostsWanted,
): ReadPost[] {
  const read = bodyReader(page, records, roots, shown, wanted.kept);
  const dates = withKnownOrder(records.map(({ date }) => date));
  const indented = records.every(({ parent }) => parent < 0)
    ? placesByIndent(
        page,
        records.map(({ root }) => root),
      )
    : null;
  return records.map((record, at) => {
    const { parent } = indented?.[at] ?? record;
    const post: Post = {
      author: record.author?.value ?? null,
      date: dates[at],
      ...read(at),
      url: addressOf(page, record, wanted.base),
      replyTo: null,
      depth: 0,
    };
    return { post, root: record.root, answers: parent < 0 ? null : records[parent].root, template };
  });
}

/**
 * What is said below single posts, where a template sets it apart from them (comments under answers): called comments, one author
 * and one date each, none of them a part of a post's own head or a wrapper of posts.
 */
function answerGroup(
  page: Page,
  groups: readonly RecordGroup[],
  main: readonly PostRecord[],
  shown: Uint32Array,
): RecordGroup | null {
  const candidates = groups.filter((group) => {
    const evidence = Math.min(purity(group, 'author'), purity(group, 'date'));
    if (evidence < MIN_ANSWER_EVIDENCE || !isCalled(page, group.members[0], COMMENT)) return false;
    if (isCalled(page, group.members[0], ELSEWHERE, FAR_CLIMB)) return false;
    let at = 0;
    const inside = new Set<number>();
    for (const node of group.members) {
      while (at < main.length && main[at].root < node) at++;
      const next = main[at];
      const before = main[at - 1];
      if (before === undefined || (next !== undefined && next.root < page.end[node])) return false;
      for (const mark of [before.author, before.date])
        if (mark !== null && node <= mark.node && mark.node < page.end[node]) return false;
      if (node < page.end[before.root]) inside.add(at);
    }
    // One in nearly every post is a part of the post.
    return inside.size < main.length * NEARLY_ALL || inside.size < group.members.length;
  });
  return bestGroup(page, candidates, shown, COMMENT);
}

/** Characters of kept text before each node. */
function keptCharacters(page: Page, kept: Uint8Array): Uint32Array {
  const before = new Uint32Array(page.size + 1);
  for (let node = 0; node < page.size; node++)
    before[node + 1] =
      before[node] + (kept[node] === 1 && page.tag[node] === 0 ? page.textTo[node] - page.textFrom[node] : 0);
  return before;
}

/** Groups that may be comments: called so, with authors, and not the main content. */
function commentGroups(page: Page, groups: readonly RecordGroup[], kept: Uint32Array): RecordGroup[] {
  const most = kept[page.size] * MAX_KEPT;
  return groups.filter((group) => {
    const [first] = group.members;
    if (bestSlot(group, 'author') === null || !isCalled(page, first, COMMENT)) return false;
    if (isCalled(page, first, ELSEWHERE, FAR_CLIMB)) return false;
    // One comment alone must be called a comment itself and have a date.
    if (group.members.length === 1 && (!isCalled(page, first, COMMENT, 0) || bestSlot(group, 'date') === null))
      return false;
    return weightIn(page, group.members, kept) <= most;
  });
}

/** The group that holds the most of a weight with the best evidence; of nested ones as good, the outer. */
function bestGroup(page: Page, groups: readonly RecordGroup[], weight: Uint32Array, names: RegExp): RecordGroup | null {
  const total = Math.max(1, weight[page.size]);
  const scored: { group: RecordGroup; score: number }[] = [];
  for (const group of groups) {
    const count = group.members.length;
    const hinted = isCalled(page, group.members[0], names);
    if (!hinted && count < 2) continue;
    const share = weightIn(page, group.members, weight) / total;
    if (names === POST && share < MIN_SHARE) continue;
    const authors = purity(group, 'author');
    const dates = purity(group, 'date');
    const evidence = (Math.min(authors, dates) + ONE_OF_TWO * Math.abs(authors - dates)) * Math.sqrt(group.density);
    if (evidence < MIN_EVIDENCE * (hinted ? 0.8 : 1)) continue;
    scored.push({ group, score: share * evidence * (hinted ? 1 : 0.9) * (count === 1 ? 0.5 : 1) });
  }
  const best = Math.max(...scored.map((one) => one.score), 0);
  let chosen: RecordGroup | null = null;
  for (const { group, score } of scored)
    if (score >= best * AS_GOOD && (chosen === null || group.members[0] < chosen.members[0])) chosen = group;
  return chosen;
}

/** How nearly each member has one mark of a kind at one place, 0…1. */
function purity(group: RecordGroup, kind: Mark['kind']): number {
  const best = bestSlot(group, kind);
  return best === null ? 0 : best.slot.members ** 2 / best.slot.total / group.members.length;
}

/** True when an element or a near ancestor is named so by class, id or item type. */
function isCalled(page: Page, node: NodeId, names: RegExp, climb = HINT_CLIMB): boolean {
  for (let at = node, climbed = 0; at > 0 && climbed <= climb; climbed++, at = page.parent[at]) {
    if (climbed > 0 && PAGE_PART.test(nameOf(page, at))) return false;
    const words = `${page.attribute(at, 'class') ?? ''} ${page.attribute(at, 'id') ?? ''} ${page.attribute(at, 'itemtype') ?? ''}`;
    if (names.test(words.slice(0, 400))) return true;
  }
  return false;
}

/** The members with their own marks, depth and parent. */
function recordsOf(page: Page, group: RecordGroup, marks: readonly Mark[]): PostRecord[] {
  const number = new Map(group.members.map((node, at) => [node, at]));
  const own: Mark[][] = group.members.map(() => []);
  const open: NodeId[] = [];
  let next = 0;
  for (const mark of marks) {
    while (next < group.members.length && group.members[next] <= mark.node) {
      const node = group.members[next++];
      while (open.length > 0 && page.end[open[open.length - 1]] <= node) open.pop();
      open.push(node);
    }
    while (open.length > 0 && page.end[open[open.length - 1]] <= mark.node) open.pop();
    if (open.length > 0) own[number.get(open[open.length - 1]) as number].push(mark);
  }
  const places = {
    author: bestSlot(group, 'author')?.key ?? -1,
    date: bestSlot(group, 'date')?.key ?? -1,
  };
  /** The first mark at the place most records have it, else the most telling one; of several authors the one beside the date. */
  const pick = (kind: Mark['kind'], from: readonly Mark[], beside: Mark | null): Mark | null => {
    let placed: Mark | null = null;
    let best: Mark | null = null;
    for (const mark of from) {
      if (mark.kind !== kind) continue;
      if (slotKey(page, mark) === places[kind]) {
        const isNearer =
          placed !== null && beside !== null && Math.abs(mark.node - beside.node) < Math.abs(placed.node - beside.node);
        if (placed === null || isNearer) placed = mark;
      }
      if (best === null || mark.rank > best.rank) best = mark;
    }
    return placed ?? best;
  };
  const records: PostRecord[] = [];
  const above: number[] = [];
  for (const [at, node] of group.members.entries()) {
    while (above.length > 0 && page.end[records[above[above.length - 1]].root] <= node) above.pop();
    const nested = above.length;
    const date = pick('date', own[at], null);
    records.push({
      root: node,
      marks: own[at],
      author: pick('author', own[at], date),
      date,
      parent: nested > 0 ? above[above.length - 1] : -1,
      depth: nested,
    });
    above.push(at);
  }
  return records;
}

/** Links that stand for one record only. */
const PERMALINK = /permalink|permanent|bookmark/i;

/** The record's own address: what its date links to, a permalink, or the page with the record's id. */
function addressOf(page: Page, record: PostRecord, base: string | null): string | null {
  const anchor = page.nameIndex('a');
  if (record.date !== null && anchor >= 0) {
    let node = record.date.node;
    for (let climbed = 0; node > record.root && climbed < 4; climbed++, node = page.parent[node]) {
      const href = page.tag[node] === anchor ? page.attribute(node, 'href') : null;
      const address = href === null ? null : linkAddress(href, base);
      if (address !== null) return address;
    }
  }
  if (anchor >= 0)
    for (let node = record.root; node < Math.min(page.end[record.root], record.root + 200); node++) {
      if (page.tag[node] !== anchor) continue;
      const words = `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'rel') ?? ''} ${page.attribute(node, 'title') ?? ''}`;
      const href = PERMALINK.test(words) ? page.attribute(node, 'href') : null;
      const address = href === null ? null : linkAddress(href, base);
      if (address !== null) return address;
    }
  const id = page.attribute(record.root, 'id');
  return id === null || id === '' ? null : linkAddress(`#${encodeURIComponent(id)}`, base);
}

/** In document order, with what each answers; posts without words go, and answers to them hang on what they answered. */
function threaded(read: readonly ReadPost[]): Post[] {
  const sorted = [...read].sort((one, other) => one.root - other.root);
  /** Position of each record's post, or of what it answered where it said nothing. */
  const place = new Map<NodeId, number | null>();
  const posts: Post[] = [];
  let lastMain: NodeId | null = null;
  for (const { post, root, answers, template } of sorted) {
    const to = answers ?? (template === 1 ? lastMain : null);
    const replyTo = to === null ? null : (place.get(to) ?? null);
    if (template === 0) lastMain = root;
    if (post.content.length === 0) {
      place.set(root, replyTo);
      continue;
    }
    place.set(root, posts.length);
    posts.push({ ...post, replyTo, depth: replyTo === null ? 0 : posts[replyTo].depth + 1 });
  }
  return posts;
}
