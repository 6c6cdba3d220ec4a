/**
 * Groups of similar elements around markers: posts of a thread, comments under an article, cards of a grid.
 *
 * In any template each record has the same marker (a name, a date, a linked title) at the same place. Each ancestor of a
 * marker may be a record of up to four groups: elements of the same tag and class anywhere on the page (threads nest), similar
 * siblings, sibling list items or articles, and elements whose id differs only in its number (`post-12`). A group is good when every member has the marker once: a
 * wrapper of several records has it several times, a part of a record lacks it.
 */
import { computed, FNV_BASIS, fnv1aStep, memoized, type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import { elementShapes } from '../blocks/shapes.js';
import { oneLine } from '../metadata/finding.js';

/** The kind of a marker: the name of a person, a moment, a linked title. */
type MarkerKind = 'author' | 'date' | 'title';
const KINDS: readonly MarkerKind[] = ['author', 'date', 'title'];

/** An element that a record has exactly once. */
interface RecordMarker {
  readonly node: NodeId;
  readonly kind: MarkerKind;
  /** Confidence, 1…5. */
  readonly rank: number;
}

/** The markers of a group at one place: of one kind, under the same chain of shapes. */
interface MarkerSlot {
  readonly kind: MarkerKind;
  readonly rank: number;
  /** Number of markers, and of members that have at least one. */
  total: number;
  members: number;
}

export interface RecordGroup {
  /** The elements that have a marker, in document order. */
  readonly members: readonly NodeId[];
  /** By key of the place; see {@link slotKey}. */
  readonly slots: ReadonlyMap<number, MarkerSlot>;
  /** Share of the elements of this kind that have a marker, 0…1. */
  readonly density: number;
}

/** Levels between a marker and its record. Boards nest names at most about 15 deep in a post. */
const MAX_CLIMB = 32;
const SIBLINGS = 2 ** 33;
const NUMBERED = 2 ** 34;
const TAGGED = 2 ** 35;
/** Elements that are never one record. */
const NO_RECORD = /^(?:html|body|head|main|a|span|b|i|em|strong|time|h[1-6]|p|font|small|label|img|svg)$/;

/** Elements of which a parent holds one kind: posts may differ in their classes. */
const ITEM = /^(?:li|article)$/;

interface GrowingGroup {
  members: Set<NodeId>;
  slots: Map<number, MarkerSlot & { readonly seen: Set<NodeId> }>;
  stamp: number;
  population: number;
}

/** The place of a marker: the shapes of its element and the two above, and its kind. */
export function slotKey(page: Page, marker: RecordMarker): number {
  return elementShapes(page).nearChain[marker.node] * KINDS.length + KINDS.indexOf(marker.kind);
}

/** All groups around some markers. Linear: each marker looks at no more than {@link MAX_CLIMB} elements. */
export function groupsAround(page: Page, markers: readonly RecordMarker[]): RecordGroup[] {
  const shapes = elementShapes(page);
  const mayBeAlone = page.names.map((name) => ITEM.test(name));
  const notRecord = page.names.map((name) => NO_RECORD.test(name));
  const groups = new Map<number, GrowingGroup>();
  /** Number of siblings that may be items of one list. Each parent is counted once. */
  const likeIn = (node: NodeId): number => {
    const parent = page.parent[node];
    let count = 0;
    for (let child = parent + 1; child < page.end[parent]; child = page.end[child])
      if (mayBeAlone[page.tag[child]]) count++;
    return count;
  };
  /** Per element: the groups it may be a record of; filled on demand. */
  const known = new Map<NodeId, readonly GrowingGroup[]>();
  const groupsOf = (node: NodeId): readonly GrowingGroup[] => {
    const keys: number[] = [];
    if (!notRecord[page.tag[node]]) {
      if ((page.attribute(node, 'class') ?? '').trim() !== '') keys.push(shapes.shape[node]);
      if (shapes.leader[node] >= 0) keys.push(SIBLINGS + shapes.leader[node]);
      const stem = numberedStem(page.attribute(node, 'id'));
      if (stem !== 0) keys.push(NUMBERED + stem);
      if (mayBeAlone[page.tag[node]]) keys.push(TAGGED + page.parent[node]);
    }
    return keys.map((key) => computed(groups, key, () => newGroup(key, node)));
  };
  const newGroup = (key: number, node: NodeId): GrowingGroup => {
    let population = 0;
    if (key >= TAGGED) population = likeIn(node);
    else if (key < NUMBERED) population = key >= SIBLINGS ? shapes.alike[node] : shapes.onPage(node);
    return { members: new Set(), slots: new Map(), stamp: -1, population };
  };
  for (let at = 0; at < markers.length; at++) {
    const marker = markers[at];
    const slot = slotKey(page, marker);
    const newSlot = () => ({ kind: marker.kind, rank: marker.rank, total: 0, members: 0, seen: new Set<NodeId>() });
    let node = marker.node;
    for (let climbed = 0; node > 0 && climbed < MAX_CLIMB; climbed++, node = page.parent[node]) {
      for (const group of computed(known, node, groupsOf)) {
        // In a thread a marker belongs to the nearest record, not to the records around that one.
        if (group.stamp === at) continue;
        group.stamp = at;
        group.members.add(node);
        const place = computed(group.slots, slot, newSlot);
        place.total++;
        place.seen.add(node);
        place.members = place.seen.size;
      }
    }
  }
  return [...groups.values()].map(({ members, slots, population }) => ({
    members: [...members].sort((a, b) => a - b),
    slots,
    density: population === 0 ? 1 : Math.min(1, members.size / population),
  }));
}

/** The best place of a kind: in most members, once in each, with high confidence. Null when the group has none. */
export function bestSlot(
  group: RecordGroup,
  kind: MarkerKind,
): { key: number; slot: MarkerSlot; value: number } | null {
  let best: { key: number; slot: MarkerSlot; value: number } | null = null;
  for (const [key, slot] of group.slots) {
    if (slot.kind !== kind) continue;
    const value = slot.members * (0.5 + 0.1 * slot.rank) * (slot.members / slot.total);
    if (best === null || value > best.value) best = { key, slot, value };
  }
  return best;
}

/** Per node, the number of characters of kept text before it; length `size + 1`. */
export function keptCharacters(page: Page, kept: Uint8Array): Uint32Array {
  const before = new Uint32Array(page.size + 1);
  for (let node = 0; node < page.size; node++) {
    const isKept = kept[node] === 1 && page.tag[node] === TEXT;
    before[node + 1] = before[node] + (isKept ? page.textTo[node] - page.textFrom[node] : 0);
  }
  return before;
}

/** A group that scores this share of the best one is as good: of nested groups the outer one is taken. */
const AS_GOOD = 0.97;

/** The group with the best score above 0; of those as good, the one that begins first. Null without any. */
export function bestGroup(groups: readonly RecordGroup[], score: (group: RecordGroup) => number): RecordGroup | null {
  const scores = groups.map(score);
  const best = scores.reduce((one, other) => Math.max(one, other), 0);
  let chosen: RecordGroup | null = null;
  for (const [at, group] of groups.entries())
    if (scores[at] > 0 && scores[at] >= best * AS_GOOD && (chosen === null || group.members[0] < chosen.members[0]))
      chosen = group;
  return chosen;
}

/** The sum of a weight (characters before each node) over the members of a group, nested ones counted once. */
export function weightIn(page: Page, members: readonly NodeId[], before: Uint32Array): number {
  let sum = 0;
  let until = 0;
  for (const node of members) {
    if (node < until) continue;
    until = page.end[node];
    sum += before[until] - before[node];
  }
  return sum;
}

/** A hash of an id without its digits; 0 when it has no digits or only digits. */
function numberedStem(id: string | null): number {
  if (id === null || id.length > 60 || !/\d/.test(id)) return 0;
  let hash = FNV_BASIS;
  let letters = 0;
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at);
    if (code >= 48 && code <= 57) continue;
    letters++;
    hash = fnv1aStep(hash, code);
  }
  return letters === 0 ? 0 : (hash >>> 0) + 1;
}

/** Maximum length of a button's line in characters, and minimum number of records that repeat it. */
const MAX_BUTTON = 40;
const MIN_REPEATS = 3;

/** The text nodes of each record without those that at least half of the records (and three) repeat. */
export function withoutRepeatedLines(page: Page, records: readonly (readonly NodeId[])[]): NodeId[][] {
  const counts = new Map<string, number>();
  for (const nodes of records)
    for (const line of new Set(nodes.map((node) => lineOf(page, node))))
      if (line !== '') counts.set(line, (counts.get(line) ?? 0) + 1);
  const least = Math.max(MIN_REPEATS, records.length / 2);
  return records.map((nodes) => nodes.filter((node) => (counts.get(lineOf(page, node)) ?? 0) < least));
}

/** A short text node as one line; empty for longer ones and for images. */
function lineOf(page: Page, node: NodeId): string {
  if (page.textTo[node] - page.textFrom[node] > MAX_BUTTON * 2) return '';
  const line = oneLine(textOf(page, node));
  return line.length > MAX_BUTTON ? '' : line;
}

/** Linked data and microdata of a thread or a question with answers. Lists of frequent questions have accepted answers only. */
const DISCUSSION =
  /"@type"\s*:\s*(?:\[\s*)?"(?:DiscussionForumPosting|QAPage)"|schema\.org\/(?:DiscussionForumPosting|QAPage)|itemprop=["']?suggestedAnswer/;
/** One of them is in each of these names. Found in a third of the time: most pages have none. */
const MAYBE_DISCUSSION = ['ForumP', 'QAPage', 'Answer'];
const BOARD =
  /<meta[^>]{0,100}(?:generator|application-name)[^>]{0,100}(?:discourse|xenforo|vbulletin|phpbb|flarum|mybb|invision|nodebb|discuz|phpwind|simple machines|smf|punbb|fluxbb|woltlab|burning board|vanilla|lemmy|mbin|question2answer|askbot|apache answer)/i;
/** Names that board software gives to its pages. */
const BOARD_NAME =
  /<(?:html|body)[^>]{0,300}["'\s](?:bbpress|phpbb|ipsApp|XF|nv_forum|pg_viewthread|qa-template-question|question-page|comments-page|is_thread|single-dwqa-question)["'\s]/;
/** Linked data of an article, and comment systems below articles. */
const ARTICLE =
  /"@type"\s*:\s*(?:\[\s*)?"(?:BlogPosting|NewsArticle|Article)"|schema\.org\/(?:BlogPosting|NewsArticle)|wp-comments-post\.php|disqus_thread|\bwpdiscuz|\bwpdcom\b|\b(?:waline|valine|twikoo|giscus|utterances|remark42|commento|isso-thread)\b/;
/** Search range of names in the head, in characters. */
const HEAD_REACH = 20_000;

/** True when a page declares that it is a discussion or a part of a board. */
export const isDiscussion: (page: Page) => boolean = memoized((page: Page) => {
  const head = page.source.slice(0, HEAD_REACH);
  const mayDeclare = MAYBE_DISCUSSION.some((word) => page.source.includes(word));
  return BOARD.test(head) || BOARD_NAME.test(head) || (mayDeclare && DISCUSSION.test(page.source));
});

/** True when a page declares that it is an article, or has the comment system of a blog. */
export const isArticle: (page: Page) => boolean = memoized((page: Page) => ARTICLE.test(page.source));
