/**
 * Posts of a forum thread and comments below an article, with author and date.
 *
 * Steps: (1) marks of authors and dates (`marks.ts`); (2) groups of similar elements around them (`record-groups.ts`), of which the
 * best one has one author and one date in each member and holds most of the kept text (in a thread) or most of the text in
 * elements named comments; (3) in each record the author and date at the places where most records have them
 * (`post-records.ts`), and the body: the largest common element with neither (`post-body.ts`).
 */

import { linkAddress } from '../page/addresses.js';
import { type NodeId, nameOf, type Page, TEXT } from '../page/page.js';
import { type Content, type Inline, NO_STRUCTURE, type Post, type Structure } from './document.js';
import { type KeptNodes, keptParts } from './kept.js';
import { type Mark, marksOf, shownCharacters, withKnownOrder } from './marks.js';
import { bodyReader, type PostBody } from './post-body.js';
import { type PostRecord, placesByIndent, recordsOf, withGuessedAuthors } from './post-records.js';
import { bestGroup, bestSlot, groupsAround, keptCharacters, type RecordGroup, weightIn } from './record-groups.js';
import { readingOf } from './roles.js';
import { contentOf } from './walk.js';

/** The posts of a discussion, the content around them, and the contributions without kept words. */
type Thread = Pick<Structure, 'posts' | 'aroundPosts' | 'comments'>;
type Words = Pick<Post, 'head' | 'content'>;
const NO_WORDS: Words = { head: [], content: [] };

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

/** A record, its place in its template, and the parts of it that are read. */
interface FoundRecord {
  readonly record: PostRecord;
  readonly body: PostBody;
  readonly known: Pick<Post, 'author' | 'date' | 'title' | 'url'>;
  /** Root of the record it answers, as far as its template shows. */
  readonly answers: NodeId | null;
  /** True for records of a separate template below single posts. */
  readonly isAnswer: boolean;
}

/**
 * The posts of a discussion: the kept words from one record to the next. Contributions without kept words are comments. Null when
 * the page shows neither. Linear in the page.
 */
export function threadOf(page: Page, kept: KeptNodes, language: string | null): Thread | null {
  const records = recordsIn(page, { as: 'thread', kept: kept.kept, language });
  const partOf = keptParts(page, kept);
  const contentIn = (from: NodeId, to: NodeId, textOnly = false): Content[] =>
    contentOf(page, partOf(from, to, textOnly), from, to);
  const end = records.reduce((last, { record }) => Math.max(last, page.end[record.root]), 0);
  const words = records.map((found, at): Words => {
    const from = found.record.root + 1;
    const to = records[at + 1]?.record.root ?? end;
    const cut = headEnd(page, kept, found, from, to);
    const head = headLine(contentIn(from, cut, true));
    return { head, content: contentIn(head.length === 0 ? from : cut, to) };
  });
  const posts = threaded(records, (at) => words[at]);
  const comments = threaded(records, (at) => (words[at].content.length > 0 ? NO_WORDS : bodyWords(records[at])));
  if (posts.length === 0) return comments.length === 0 ? null : { ...NO_STRUCTURE, comments };
  const before = contentIn(0, records[0].record.root);
  return { posts, aroundPosts: { before, after: contentIn(end, page.size) }, comments };
}

/** The comments below the main content; empty when there are none. Linear in the page. */
export function commentsOf(page: Page, { kept }: KeptNodes, language: string | null): Post[] {
  const records = recordsIn(page, { as: 'comments', kept, language });
  return threaded(records, (at) => bodyWords(records[at]));
}

const bodyWords = ({ body }: FoundRecord): Words => ({ head: [], content: body.content() });

/** The records of posts or comments in document order. */
function recordsIn(page: Page, wanted: PostsWanted): FoundRecord[] {
  const shown = shownCharacters(page);
  const marks = marksOf(page, wanted.language);
  if (marks.length === 0) return [];
  const kept = keptCharacters(page, wanted.kept);
  const groups = groupsAround(page, marks);
  const group =
    wanted.as === 'thread'
      ? bestPosts(page, groups, kept[page.size] > 0 ? kept : shown, POST)
      : bestPosts(page, commentGroups(page, groups, kept), shown, COMMENT);
  if (group === null) return [];
  const main = withGuessedAuthors(page, recordsOf(page, group, marks));
  const answers = wanted.as === 'thread' ? answerGroup(page, groups, main) : null;
  const templates = [main, ...(answers === null ? [] : [recordsOf(page, answers, marks)])];
  const roots = templates.flatMap((records) => records.map(({ root }) => root)).sort((one, other) => one - other);
  return templates
    .flatMap((records, template) => foundRecords(page, records, template === 1, roots, wanted.kept))
    .sort((one, other) => one.record.root - other.record.root);
}

function foundRecords(
  page: Page,
  records: readonly PostRecord[],
  isAnswer: boolean,
  roots: readonly NodeId[],
  kept: Uint8Array,
): FoundRecord[] {
  const bodyAt = bodyReader(page, records, roots, kept);
  const dates = withKnownOrder(records.map(({ date }) => date));
  const indented = records.every(({ parent }) => parent < 0)
    ? placesByIndent(
        page,
        records.map(({ root }) => root),
      )
    : null;
  return records.map((record, at) => {
    const { parent } = indented?.[at] ?? record;
    const body = bodyAt(at);
    const author = record.author?.value ?? null;
    const known = { author, date: dates[at], title: body.title?.text ?? null, url: addressOf(page, record) };
    return { record, body, known, answers: parent < 0 ? null : records[parent].root, isAnswer };
  });
}

/** Maximum length of the head of a post in characters; longer ones are panels. */
const MAX_HEAD = 120;

/**
 * The end of a post's head in [from, to): behind the kept blocks above its body, if they are short and one of them names author,
 * date or subject, else behind the last of the first blocks that does. Equals `from` without a head, or without words behind it.
 */
function headEnd(
  page: Page,
  { kept, block }: KeptNodes,
  { record: { root, author, date, marks }, body }: FoundRecord,
  from: NodeId,
  to: NodeId,
): NodeId {
  const values = [author?.value, date?.value];
  const names = [author, body.title, ...marks.filter((mark) => values.includes(mark.value))].flatMap((one) =>
    one === null || one.node === root || (one.node <= body.first && body.first < page.end[one.node]) ? [] : [one.node],
  );
  let cut = from;
  let last = from;
  let current = 0;
  let characters = 0;
  let named = false;
  for (let node = from; node < to; node++) {
    if (page.tag[node] !== TEXT || kept[node] === 0) continue;
    // Text without words is in no block.
    const own = block[node] === 0 ? current : block[node];
    const isNext = own !== current;
    if (isNext && named) cut = last + 1;
    current = own;
    if (node >= body.first && isNext) return cut > from ? last + 1 : from;
    characters += page.textTo[node] - page.textFrom[node];
    if (characters > MAX_HEAD) return cut;
    const isName = names.some((name) => name <= node && node < page.end[name]);
    named = isName || (named && !isNext);
    last = node;
  }
  return from;
}

/** The words of a head on one line; empty when it is more than paragraphs and headings. */
function headLine(contents: readonly Content[]): Inline[] {
  if (contents.some(({ type }) => type !== 'paragraph' && type !== 'heading')) return [];
  return contents.flatMap((one, at) => [...(at === 0 ? [] : [BETWEEN]), ...('inline' in one ? one.inline : [])]);
}
const BETWEEN: Inline = { type: 'text', text: ' · ' };

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

/**
 * The posts of some records in document order, with the post each answers. Records without content are no posts; answers to them
 * go to the post above.
 */
function threaded(records: readonly FoundRecord[], wordsOf: (at: number) => Words): Post[] {
  /** Position of the post of each record, or of the post it answered when it is none. */
  const place = new Map<NodeId, number | null>();
  const posts: Post[] = [];
  let lastMain: NodeId | null = null;
  for (const [at, found] of records.entries()) {
    const { root } = found.record;
    const to = found.answers ?? (found.isAnswer ? lastMain : null);
    const replyTo = to === null ? null : (place.get(to) ?? null);
    if (!found.isAnswer) lastMain = root;
    const { head, content } = wordsOf(at);
    place.set(root, content.length === 0 ? replyTo : posts.length);
    if (content.length === 0) continue;
    posts.push({ ...found.known, replyTo, depth: replyTo === null ? 0 : posts[replyTo].depth + 1, head, content });
  }
  return posts;
}
