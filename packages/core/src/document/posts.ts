/**
 * Posts of a forum thread and comments below an article, with author and date.
 *
 * Steps: (1) marks of authors and dates (`marks.ts`); (2) groups of similar elements around them (`record-groups.ts`), of which the
 * best one has one author and one date in each member and holds most of the kept text (in a thread) or most of the text in
 * elements named comments; (3) in each record the author and date at the places where most records have them
 * (`post-records.ts`), and the body: the largest common element with neither (`post-body.ts`).
 */

import { linkAddress } from '../page/addresses.js';
import { type NodeId, nameOf, type Page } from '../page/page.js';
import type { Post } from './document.js';
import { type Mark, marksOf, shownCharacters, withKnownOrder } from './marks.js';
import { bodyReader } from './post-body.js';
import { type PostRecord, placesByIndent, recordsOf, withGuessedAuthors } from './post-records.js';
import { bestGroup, bestSlot, groupsAround, keptCharacters, type RecordGroup, weightIn } from './record-groups.js';
import { readingOf } from './roles.js';

interface PostsWanted {
  /** `thread`: the page is a discussion; `comments`: the discussion is below the main content. */
  readonly as: 'thread' | 'comments';
  /** Per node: 1 for kept text. */
  readonly kept: Uint8Array;
  readonly language: string | null;
}

/** Minimum share of the kept text in posts of a thread. Posts are most of it; a quarter leaves room for wrong labels. */
const MIN_SHARE = 0.25;
/** Minimum evidence for a group, 0…1: below it names and dates are together by accident. */
const MIN_EVIDENCE = 0.3;
/** Weight of a name without a date, or a date without a name, relative to both. */
const ONE_OF_TWO = 0.4;
/** Minimum evidence of the weaker mark for answers set apart from posts, 0…1. */
const MIN_ANSWER_EVIDENCE = 0.6;
/** An element in this share of the posts is a part of a post. */
const NEARLY_ALL = 0.8;
/** Names of comments and their lists, in several languages. */
const COMMENT =
  /(?:^|[\s_/-])(?:[a-z]{0,6}comments?(?:-?(?:list|thread|item|body|wrap\w*|container|section|area|content))?|commentlist|komment(?:ar|are|arer|aren|aari)?|comentarios?|commentaires?|commenti?|reacties?|reaktion(?:en)?|respon[sd]es?|replies|usercomments|disqus|yorum(?:lar)?)(?:$|[\s_\d-])|отзыв|коммент|评论|評論|コメント/i;
const POST = /post|message|topic|thread|repl(?:y|ies)|answer|comment|beitrag|mensaje|сообщени/i;
/** Comments on other pages. */
const ELSEWHERE = /(?:recent|latest|last|new|top)[_-]?comments?|widget|sidebar/i;
const FAR_CLIMB = 8;
/** Elements at which the search for names of lists ends. */
const PAGE_PART = /^(?:article|main|body|html)$/;
/** Maximum share of the kept text in comments, 0…1: a group with more is the main content. */
const MAX_KEPT = 0.5;
/** Levels above a record searched for the name of its list. */
const HINT_CLIMB = 3;

/** Posts and their range of nodes. */
interface FoundPosts {
  readonly posts: readonly Post[];
  /** The first node of the first record, and the node after the last one. */
  readonly from: NodeId;
  readonly to: NodeId;
}

const NONE: FoundPosts = { posts: [], from: 0, to: 0 };

/** The posts of a page in document order; empty when it has none. Linear in the page. */
export function postsOf(page: Page, wanted: PostsWanted): FoundPosts {
  const shown = shownCharacters(page);
  const marks = marksOf(page, wanted.language);
  if (!marks.some((one) => one.kind === 'author') && !marks.some((one) => one.kind === 'date')) return NONE;
  const kept = keptCharacters(page, wanted.kept);
  const groups = groupsAround(page, marks);
  const group =
    wanted.as === 'thread'
      ? bestPosts(page, groups, kept[page.size] > 0 ? kept : shown, POST)
      : bestPosts(page, commentGroups(page, groups, kept), shown, COMMENT);
  if (group === null) return NONE;
  const main = withGuessedAuthors(page, recordsOf(page, group, marks));
  const answers = wanted.as === 'thread' ? answerGroup(page, groups, main) : null;
  const templates = [main, ...(answers === null ? [] : [recordsOf(page, answers, marks)])];
  const roots = templates.flatMap((records) => records.map(({ root }) => root)).sort((one, other) => one - other);
  const posts = templates.flatMap((records, template) => readPosts(page, records, template, roots, wanted));
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
  /** Root of the record it answers, as far as its template shows. */
  readonly answers: NodeId | null;
  /** 0 for posts, 1 for answers below one. */
  readonly template: number;
}

function readPosts(
  page: Page,
  records: readonly PostRecord[],
  template: number,
  roots: readonly NodeId[],
  wanted: PostsWanted,
): ReadPost[] {
  const read = bodyReader(page, records, roots, wanted.kept);
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
      url: addressOf(page, record),
      replyTo: null,
      depth: 0,
    };
    return { post, root: record.root, answers: parent < 0 ? null : records[parent].root, template };
  });
}

/**
 * Answers below single posts in a separate template (comments under answers): named comments, with one author and one date each,
 * neither part of the head of a post nor a wrapper of posts.
 */
function answerGroup(page: Page, groups: readonly RecordGroup[], main: readonly PostRecord[]): RecordGroup | null {
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
    // An element in nearly every post is a part of the post.
    return inside.size < main.length * NEARLY_ALL || inside.size < group.members.length;
  });
  return bestPosts(page, candidates, shownCharacters(page), COMMENT);
}

/** Groups that may be comments: named so, with authors, and not the main content. */
function commentGroups(page: Page, groups: readonly RecordGroup[], kept: Uint32Array): RecordGroup[] {
  const most = kept[page.size] * MAX_KEPT;
  return groups.filter((group) => {
    const [first] = group.members;
    if (bestSlot(group, 'author') === null || !isCalled(page, first, COMMENT)) return false;
    if (isCalled(page, first, ELSEWHERE, FAR_CLIMB)) return false;
    // A single comment must have the name on its own element, and a date.
    if (group.members.length === 1 && (!isCalled(page, first, COMMENT, 0) || bestSlot(group, 'date') === null))
      return false;
    return weightIn(page, group.members, kept) <= most;
  });
}

/** The group that holds the most of a weight with the best evidence; of nested ones as good, the outer. */
function bestPosts(page: Page, groups: readonly RecordGroup[], weight: Uint32Array, names: RegExp): RecordGroup | null {
  const total = Math.max(1, weight[page.size]);
  return bestGroup(groups, (group) => {
    const count = group.members.length;
    const hinted = isCalled(page, group.members[0], names);
    if (!hinted && count < 2) return 0;
    const share = weightIn(page, group.members, weight) / total;
    if (names === POST && share < MIN_SHARE) return 0;
    const authors = purity(group, 'author');
    const dates = purity(group, 'date');
    const evidence = (Math.min(authors, dates) + ONE_OF_TWO * Math.abs(authors - dates)) * Math.sqrt(group.density);
    if (evidence < MIN_EVIDENCE * (hinted ? 0.8 : 1)) return 0;
    return share * evidence * (hinted ? 1 : 0.9) * (count === 1 ? 0.5 : 1);
  });
}

/** How nearly each member has one mark of a kind at one place, 0…1. */
function purity(group: RecordGroup, kind: Mark['kind']): number {
  const best = bestSlot(group, kind);
  return best === null ? 0 : best.slot.members ** 2 / best.slot.total / group.members.length;
}

/** True when the class, id or item type of an element or a near ancestor matches. */
function isCalled(page: Page, node: NodeId, names: RegExp, climb = HINT_CLIMB): boolean {
  for (let at = node, climbed = 0; at > 0 && climbed <= climb; climbed++, at = page.parent[at]) {
    if (climbed > 0 && PAGE_PART.test(nameOf(page, at))) return false;
    const words = `${page.attribute(at, 'class') ?? ''} ${page.attribute(at, 'id') ?? ''} ${page.attribute(at, 'itemtype') ?? ''}`;
    if (names.test(words.slice(0, 400))) return true;
  }
  return false;
}

/** Words of links to a single record. */
const PERMALINK = /permalink|permanent|bookmark/i;

/** The address of a record: the link around its date, a permalink, or the page with the id of the record. */
function addressOf(page: Page, record: PostRecord): string | null {
  const { base } = readingOf(page);
  const anchor = page.nameIndex('a');
  const linkAt = (node: NodeId): string | null => {
    const href = page.tag[node] === anchor ? page.attribute(node, 'href') : null;
    return href === null ? null : linkAddress(href, base);
  };
  let up = record.date?.node ?? -1;
  for (let climbed = 0; up > record.root && climbed < 4; climbed++, up = page.parent[up]) {
    const address = linkAt(up);
    if (address !== null) return address;
  }
  for (let node = record.root; node < Math.min(page.end[record.root], record.root + 200); node++) {
    if (page.tag[node] !== anchor) continue;
    const words = `${page.attribute(node, 'class') ?? ''} ${page.attribute(node, 'rel') ?? ''} ${page.attribute(node, 'title') ?? ''}`;
    const address = PERMALINK.test(words) ? linkAt(node) : null;
    if (address !== null) return address;
  }
  const id = page.attribute(record.root, 'id');
  return id === null || id === '' ? null : linkAddress(`#${encodeURIComponent(id)}`, base);
}

/** In document order, with the post each answers. Posts without words are dropped; answers to them go to the post above. */
function threaded(read: readonly ReadPost[]): Post[] {
  const sorted = [...read].sort((one, other) => one.root - other.root);
  /** Position of the post of each record, or of the post it answered when it has no words. */
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
