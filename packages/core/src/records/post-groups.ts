/**
 * Finds the records of a discussion: of the groups around authors and dates, the one whose members are posts or comments.
 *
 * The best group has one author and one date in each member, and holds most of a weight: of the text that is main content (posts of
 * a thread), or of all shown text in elements named comments.
 */
import { memoized } from '../page/memo.js';
import { type NodeId, nameOf, type Page } from '../page/page.js';
import { type Mark, marksOf, shownCharacters } from './marks.js';
import { type PostRecord, recordsOf, withGuessedAuthors } from './post-records.js';
import { bestGroup, bestSlot, groupsAround, type RecordGroup, weightIn } from './record-groups.js';

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

/** The groups around the authors and dates of a page. */
const postGroups = memoized((page: Page): readonly RecordGroup[] => groupsAround(page, marksOf(page)));

/**
 * The records of the posts of a discussion, and those of a separate template below single posts; or of the comments below the main
 * content. Empty without any. Linear in the page.
 *
 * @param as `thread`: the page is a discussion; `comments`: the discussion is below the main content
 * @param kept per node, and one past the last: characters of main content before it
 */
export function postTemplates(page: Page, as: 'thread' | 'comments', kept: Uint32Array): PostRecord[][] {
  const groups = postGroups(page);
  if (groups.length === 0) return [];
  const shown = shownCharacters(page);
  const group =
    as === 'thread'
      ? bestPosts(page, groups, kept[page.size] > 0 ? kept : shown, POST)
      : bestPosts(page, commentGroups(page, groups, kept), shown, COMMENT);
  if (group === null) return [];
  const main = withGuessedAuthors(page, recordsOf(page, group, marksOf(page)));
  const answers = as === 'thread' ? answerGroup(page, groups, main) : null;
  return answers === null ? [main] : [main, recordsOf(page, answers, marksOf(page))];
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
