/**
 * Finds the records of a discussion: of the groups around authors and dates, the one whose members are posts or comments.
 *
 * The best group has one author and one date in each member, and holds most of a weight: of the text that is main content (posts of
 * a thread), or of all shown text in elements named comments. The author and date of a record are the bylines at the place where most
 * records have them. Where no template names an author, a short text that differs between records and is near their date is taken.
 */
import { computed, HEADINGS, memoized, type NodeId, nameOf, type Page, TEXT, textOf } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { oneLine } from '../metadata/finding.js';
import { type Byline, bylinesBefore, bylinesOf, isName, linkedCharacters, shownCharacters } from './bylines.js';
import { bestGroup, bestSlot, groupsAround, type RecordGroup, slotKey, weightIn } from './record-groups.js';

/** One record with its own bylines. */
export interface PostRecord {
  readonly root: NodeId;
  /** Its end: behind its element, or of posts without an element behind the text below their line of name and date. */
  readonly end: NodeId;
  /** All bylines that are the record's own, in document order. */
  readonly bylines: readonly Byline[];
  readonly author: Byline | null;
  readonly date: Byline | null;
  /** Position of the record it is nested in or answers, −1 for none. */
  readonly parent: number;
  readonly depth: number;
}

/** Whether the text of a record is below its element: a definition, or what follows a line of name and date. */
export const hasTextBelow = (page: Page, { root, end }: PostRecord): boolean => end > page.end[root];

/** The members with their own bylines, depth and parent. */
function recordsOf(page: Page, group: RecordGroup, bylines: readonly Byline[]): PostRecord[] {
  const own: Byline[][] = group.members.map(() => []);
  /** Positions of the members around a byline, with members before it that have ended. */
  const open: number[] = [];
  const leaveBefore = (node: NodeId): void => {
    while (open.length > 0 && page.end[group.members[open[open.length - 1]]] <= node) open.pop();
  };
  let next = 0;
  for (const byline of bylines) {
    for (; next < group.members.length && group.members[next] <= byline.node; next++) {
      leaveBefore(group.members[next]);
      open.push(next);
    }
    leaveBefore(byline.node);
    if (open.length > 0) own[open[open.length - 1]].push(byline);
  }
  const places = { author: bestSlot(group, 'author')?.key ?? -1, date: bestSlot(group, 'date')?.key ?? -1 };
  /** The first byline at the place where most records have it, else the surest one; of several authors the nearest to the date. */
  const pick = (kind: Byline['kind'], from: readonly Byline[], beside: Byline | null): Byline | null => {
    let placed: Byline | null = null;
    let best: Byline | null = null;
    for (const byline of from) {
      if (byline.kind !== kind) continue;
      if (slotKey(page, byline) === places[kind]) {
        const isNearer =
          placed !== null &&
          beside !== null &&
          Math.abs(byline.node - beside.node) < Math.abs(placed.node - beside.node);
        if (placed === null || isNearer) placed = byline;
      }
      if (best === null || byline.rank > best.rank) best = byline;
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
      end: endOf(page, node),
      bylines: own[at],
      author: pick('author', own[at], date),
      date,
      parent: nested > 0 ? above[above.length - 1] : -1,
      depth: nested,
    });
    above.push(at);
  }
  return records;
}

/** The end of a record: in a list of terms the definition belongs to it. */
function endOf(page: Page, root: NodeId): NodeId {
  let end = page.end[root];
  if (nameOf(page, root) !== 'dt') return end;
  const value = page.nameIndex('dd');
  while (end < page.end[page.parent[root]] && (page.tag[end] === TEXT || page.tag[end] === value)) end = page.end[end];
  return end;
}

/** Maximum length of a guessed name in characters: shorter than one that a class names. */
const MAX_GUESSED_NAME = 30;
/** Minimum share of the records that have the place, once in each. */
const MIN_GUESSED_RECORDS = 0.8;
/** Minimum share of different names; at least two must differ. */
const MIN_DIFFERENT = 0.2;
/** Number of text nodes of a record examined: names are at its head. */
const NAME_REACH = 25;

interface NamePlace {
  readonly names: Map<number, { node: NodeId; name: string }>;
  repeats: number;
  distance: number;
}

/** Adds guessed authors when no record has one. Linear in the page. */
function withGuessedAuthors(page: Page, records: readonly PostRecord[]): PostRecord[] {
  if (records.length < 2 || records.some(({ author }) => author !== null)) return [...records];
  const shapes = elementShapes(page);
  const shown = shownCharacters(page);
  const anchor = page.nameIndex('a');
  const places = new Map<number, NamePlace>();
  const newPlace = (): NamePlace => ({ names: new Map(), repeats: 0, distance: 0 });
  for (const [at, { root, date }] of records.entries()) {
    const end = Math.min(page.end[root], records[at + 1]?.root ?? page.size);
    let seen = 0;
    for (let node = root + 1; node < end && seen < NAME_REACH; node++) {
      if (page.tag[node] !== TEXT || shown[node + 1] === shown[node]) continue;
      seen++;
      const parent = page.parent[node];
      if (page.textTo[parent] - page.textFrom[parent] > MAX_GUESSED_NAME * 4) continue;
      const name = oneLine(textOf(page, parent));
      if (name.length > MAX_GUESSED_NAME || !isName(name) || parent === date?.node) continue;
      // The names of members are links, those of guests are not.
      const key = shapes.nearChain[page.tag[parent] === anchor ? page.parent[parent] : parent];
      const place = computed(places, key, newPlace);
      if (place.names.has(at)) place.repeats++;
      else {
        place.names.set(at, { node: parent, name });
        place.distance += Math.abs(parent - (date?.node ?? root));
      }
    }
  }
  let best: NamePlace | null = null;
  for (const place of places.values()) {
    const different = new Set([...place.names.values()].map(({ name }) => name)).size;
    const isName =
      place.names.size >= records.length * MIN_GUESSED_RECORDS &&
      place.repeats === 0 &&
      different >= Math.max(2, place.names.size * MIN_DIFFERENT);
    if (isName && (best === null || place.distance / place.names.size < best.distance / best.names.size)) best = place;
  }
  return records.map((record, at): PostRecord => {
    const found = best?.names.get(at);
    if (found === undefined) return record;
    const { node, name } = found;
    return { ...record, author: { node, kind: 'author', rank: 1, value: name, written: name } };
  });
}

/** Minimum share of the kept text in posts of a thread. Posts are most of it; a quarter leaves room for wrong labels. */
const MIN_SHARE = 0.25;
/** Minimum evidence for a group, 0…1: below it names and dates are together by accident. */
const MIN_EVIDENCE = 0.3;
/** The share of it that is enough for elements with a telling name. */
const MIN_HINTED = 0.8;
/** Weight of a name without a date, or a date without a name, relative to both. */
const ONE_OF_TWO = 0.4;
/** Minimum evidence of the weaker byline for answers set apart from posts, 0…1. */
const MIN_ANSWER_EVIDENCE = 0.6;
/** An element in this share of the posts is a part of a post. */
const NEARLY_ALL = 0.8;
/** Names of comments and their lists, in several languages. */
export const COMMENT_NAME =
  /(?:^|[\s_/-])(?:[a-z]{0,6}comments?(?:-?(?:list|thread|item|body|wrap\w*|container|section|area|content))?|commentlist|komment(?:ar|are|arer|aren|aari)?|comentarios?|commentaires?|commenti?|reacties?|reaktion(?:en)?|respon[sd]es?|replies|usercomments|disqus|yorum(?:lar)?)(?:$|[\s_\d-])|отзыв|коммент|评论|評論|コメント/i;
const POST = /post|message|topic|thread|repl(?:y|ies)|answer|comment|beitrag|mensaje|сообщени/i;
/** Comments on other pages. */
export const COMMENTS_ELSEWHERE = /(?:recent|latest|last|new|top)[_-]?comments?|widget|sidebar/i;
const FAR_CLIMB = 8;
/** Elements at which the search for names of lists ends. */
const PAGE_PART = /^(?:article|main|body|html)$/;
/** Minimum number of comments without such a name, and minimum evidence of the weaker byline. */
const MIN_UNNAMED = 3;
const MIN_UNNAMED_EVIDENCE = 0.8;
/** Maximum main content after comments without such a name, as a share of that before them. */
const MAX_BEHIND = 0.25;
/** Maximum share of text in links in comments without such a name; teasers have more. */
const MAX_LINKED = 0.3;
/** Levels above a record searched for the name of its list. */
const HINT_CLIMB = 3;

/** Maximum share of the kept text in comments, 0…1: a group with more is the main content. */
const MAX_KEPT = 0.5;

/** The groups around the authors and dates of a page that may be records, whatever their names. */
const postGroups = memoized((page: Page): readonly RecordGroup[] =>
  groupsAround(page, bylinesOf(page)).filter((group) => evidenceOf(group) >= MIN_EVIDENCE * MIN_HINTED),
);

/**
 * The records of the posts of a discussion, and those of a separate template below single posts; or of the comments below the main
 * content. Empty without any. Linear in the page.
 *
 * @param as `thread`: the page is a discussion; `comments`: the discussion is below the main content
 * @param kept per node, and one past the last: characters of main content before it
 * @param maxKept maximum share of the main content in three or more comments, 0…1
 */
export function postTemplates(
  page: Page,
  as: 'thread' | 'comments',
  kept: Uint32Array,
  maxKept = MAX_KEPT,
): PostRecord[][] {
  const groups = postGroups(page);
  if (groups.length === 0) return [];
  const shown = shownCharacters(page);
  const group =
    as === 'thread'
      ? bestPosts(page, groups, kept[page.size] > 0 ? kept : shown, POST)
      : bestPosts(page, commentGroups(page, groups, kept, maxKept), shown, COMMENT_NAME);
  if (group === null) return [];
  const main = withGuessedAuthors(page, recordsOf(page, group, bylinesOf(page)));
  const answers = as === 'thread' ? answerGroup(page, groups, main) : null;
  return answers === null ? [main] : [main, recordsOf(page, answers, bylinesOf(page))];
}

/**
 * Answers below single posts in a separate template (comments under answers): named comments, with one author and one date each,
 * neither part of the head of a post nor a wrapper of posts.
 */
function answerGroup(page: Page, groups: readonly RecordGroup[], main: readonly PostRecord[]): RecordGroup | null {
  const candidates = groups.filter((group) => {
    const evidence = Math.min(purity(group, 'author'), purity(group, 'date'));
    if (evidence < MIN_ANSWER_EVIDENCE || !isCalled(page, group.members[0], COMMENT_NAME)) return false;
    if (isCalled(page, group.members[0], COMMENTS_ELSEWHERE, FAR_CLIMB)) return false;
    let at = 0;
    const inside = new Set<number>();
    for (const node of group.members) {
      while (at < main.length && main[at].root < node) at++;
      const next = main[at];
      const before = main[at - 1];
      if (before === undefined || (next !== undefined && next.root < page.end[node])) return false;
      for (const byline of [before.author, before.date])
        if (byline !== null && node <= byline.node && byline.node < page.end[node]) return false;
      if (node < page.end[before.root]) inside.add(at);
    }
    // An element in nearly every post is a part of the post.
    return inside.size < main.length * NEARLY_ALL || inside.size < group.members.length;
  });
  return bestPosts(page, candidates, shownCharacters(page), COMMENT_NAME);
}

/** Groups that may be comments: with authors, not the main content, and named so or signed and dated after the main content. */
function commentGroups(page: Page, groups: readonly RecordGroup[], kept: Uint32Array, maxKept: number): RecordGroup[] {
  return groups.filter((group) => {
    const [first] = group.members;
    if (bestSlot(group, 'author') === null) return false;
    if (!isCalled(page, first, COMMENT_NAME) && !isBehind(page, group, kept)) return false;
    if (isCalled(page, first, COMMENTS_ELSEWHERE, FAR_CLIMB)) return false;
    // A single comment must have the name on its own element, and a date.
    if (group.members.length === 1 && (!isCalled(page, first, COMMENT_NAME, 0) || bestSlot(group, 'date') === null))
      return false;
    const most = group.members.length < MIN_UNNAMED ? MAX_KEPT : maxKept;
    return weightIn(page, group.members, kept) <= most * kept[page.size];
  });
}

/** True for signed and dated records with unlinked text after the main content. */
function isBehind(page: Page, group: RecordGroup, kept: Uint32Array): boolean {
  const { members } = group;
  if (members.length < MIN_UNNAMED) return false;
  if (Math.min(purity(group, 'author'), purity(group, 'date')) < MIN_UNNAMED_EVIDENCE) return false;
  const before = kept[members[0]];
  if (before === 0 || kept[page.size] - before - weightIn(page, members, kept) > MAX_BEHIND * before) return false;
  return linkedShare(page, members) <= MAX_LINKED && !areTitled(page, members);
}

/** Share of the shown text of records in links, 0…1. */
export function linkedShare(page: Page, roots: readonly NodeId[]): number {
  return weightIn(page, roots, linkedCharacters(page)) / Math.max(1, weightIn(page, roots, shownCharacters(page)));
}

/** Number of elements of a record searched for its title, and minimum share of records with a linked one. */
const TITLE_REACH = 60;
const MIN_TITLED = 0.3;

/** Minimum share of records whose longest text leads to another page, or in a list so named the first: rows of topics. */
const MIN_TOPICS = 0.7;
const TOPIC_LIST =
  /(?:^|[\s_-])(?:(?:topic|thread|forum|discussion|node)_?-?(?:list|bit|item)s?|topics|forums|threads)(?:$|[\s_-])/i;

/** True when records begin with headings or other texts that lead to other pages, or consist of them, as teasers and topics do. */
export function areTitled(page: Page, roots: readonly NodeId[]): boolean {
  const anchor = page.nameIndex('a');
  const bylines = bylinesBefore(page);
  const leads = (node: NodeId): boolean =>
    page.tag[node] === anchor && !(page.attribute(node, 'href') ?? '#').includes('#');
  if (areTopics(page, roots, leads)) return true;
  let count = 0;
  for (const root of roots) {
    const end = Math.min(page.end[root], root + TITLE_REACH);
    let heading = root + 1;
    while (heading < end && !HEADINGS.has(nameOf(page, heading))) heading++;
    if (heading >= end || bylines[heading] !== bylines[page.end[heading]]) continue;
    let isTitled = leads(page.parent[heading]);
    for (let node = heading + 1; node < page.end[heading] && !isTitled; node++) isTitled = leads(node);
    if (isTitled) count++;
  }
  return count > MIN_TITLED * roots.length;
}

/** Levels from a text to its link. */
const LINK_REACH = 4;

function areTopics(page: Page, roots: readonly NodeId[], leads: (node: NodeId) => boolean): boolean {
  const bylines = bylinesBefore(page);
  const shown = shownCharacters(page);
  const isLinked = (text: NodeId, root: NodeId): boolean => {
    let node = page.parent[text];
    for (let level = 0; node > root && level < LINK_REACH; level++, node = page.parent[node])
      if (leads(node)) return bylines[node] === bylines[page.end[node]];
    return false;
  };
  let first = 0;
  let longest = 0;
  for (const root of roots) {
    let most = -1;
    let isFirst = true;
    for (let node = root + 1; node < page.end[root]; node++) {
      const characters = shown[node + 1] - shown[node];
      if (page.tag[node] !== TEXT || characters === 0) continue;
      if (isFirst && isLinked(node, root)) first++;
      isFirst = false;
      if (most < 0 || characters > shown[most + 1] - shown[most]) most = node;
    }
    if (most >= 0 && isLinked(most, root)) longest++;
  }
  const found = isCalled(page, roots[0], TOPIC_LIST) ? Math.max(first, longest) : longest;
  return found > MIN_TOPICS * roots.length;
}

/** The group that holds the most of a weight with the best evidence; of nested ones as good, the outer. */
function bestPosts(page: Page, groups: readonly RecordGroup[], weight: Uint32Array, names: RegExp): RecordGroup | null {
  const total = Math.max(1, weight[page.size]);
  return bestGroup(groups, (group) => {
    const count = group.members.length;
    const share = weightIn(page, group.members, weight) / total;
    if (share === 0 || (names === POST && share < MIN_SHARE)) return 0;
    const hinted = isCalled(page, group.members[0], names);
    if (!hinted && count < 2) return 0;
    const evidence = evidenceOf(group);
    if (evidence < MIN_EVIDENCE * (hinted ? MIN_HINTED : 1)) return 0;
    return share * evidence * (hinted ? 1 : 0.9) * (count === 1 ? 0.5 : 1);
  });
}

/** How nearly each member has one author and one date, 0…1. */
function evidenceOf(group: RecordGroup): number {
  const authors = purity(group, 'author');
  const dates = purity(group, 'date');
  return (Math.min(authors, dates) + ONE_OF_TWO * Math.abs(authors - dates)) * Math.sqrt(group.density);
}

/** How nearly each member has one byline of a kind at one place, 0…1. */
function purity(group: RecordGroup, kind: Byline['kind']): number {
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
