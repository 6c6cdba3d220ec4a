/**
 * Posts of a forum thread and comments below an article, with author and date.
 *
 * Steps: (1) the records of posts, each with its author and date (`records/post-groups.ts`); (2) in each the body: the largest common
 * element with neither (`records/post-parts.ts`); (3) the words of the page or of the body as content.
 */
import {
  firstFrom,
  HEADINGS,
  headingAround,
  linkAddress,
  type NodeId,
  nameOf,
  type Page,
  TEXT,
  tagNames,
} from '@dehusk/html';
import { SELECTED } from '../blocks/block.js';
import type { Metadata } from '../metadata/metadata.js';
import { withKnownOrder } from '../records/bylines.js';
import { hasTextBelow, type PostRecord, postTemplates } from '../records/post-groups.js';
import { postParts } from '../records/post-parts.js';
import { keptCharacters, withoutRepeatedLines } from '../records/record-groups.js';
import { authorBefore, threadTemplates } from '../records/thread-templates.js';
import { type Content, type Inline, type Located, NO_STRUCTURE, type Post, type Structure } from './document.js';
import { type KeptNodes, keptLists, keptParts } from './kept.js';
import { formulasOf } from './math/formulas.js';
import { pageRoles } from './roles.js';
import { contentOf } from './walk/walk.js';

/** The posts of a discussion, the content around them, and the contributions without kept words. */
interface Thread extends Pick<Structure, 'aroundPosts'> {
  readonly posts: Located<Post>;
  readonly comments: Located<Post>;
}
interface Words extends Pick<Post, 'head' | 'content'> {
  readonly nodes: readonly NodeId[];
}
const NO_WORDS: Words = { head: [], content: [], nodes: [] };

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
 * the page shows neither, or the words of its parts are not those of its content: a formula may reach across posts, and the parser
 * moves words out of tables. Linear in the page.
 *
 * @param content the content of the page
 * @param metadata author and date of the page are those of an opening post outside the template
 */
export function threadOf(
  page: Page,
  kept: KeptNodes,
  content: readonly Content[],
  metadata: Pick<Metadata, 'author' | 'date'>,
): Thread | null {
  const found = recordsIn(page, 'thread', kept);
  const opening = openingOf(page, kept, found[0], metadata);
  const records = opening === null ? found : [opening, ...found];
  const partOf = keptParts(page, kept);
  const contentIn = (from: NodeId, to: NodeId, textOnly = false): Content[] =>
    contentOf(page, partOf(from, to, textOnly), from, to);
  const end = records.reduce((last, { record }) => Math.max(last, record.end), 0);
  // In document order.
  const formulas = [...formulasOf(page).elements.keys()];
  const words = records.map((found, at): Words => {
    const from = found.record.root + 1;
    const to = records[at + 1]?.record.root ?? end;
    const headTo = headEnd(page, kept, found, from, to);
    // A head has words only: with a formula in it, all is content.
    const cut = (formulas[firstFrom(formulas, from)] ?? page.size) < headTo ? from : headTo;
    const head = headLine(contentIn(from, cut, true));
    return { head, content: contentIn(head.length === 0 ? from : cut, to), nodes: keptTexts(page, kept, from, to) };
  });
  const posts = threaded(records, (at) => words[at]);
  const comments = threaded(records, (at) => (words[at].content.length > 0 ? NO_WORDS : bodyWords(records[at])));
  if (posts.records.length === 0)
    return comments.records.length === 0 ? null : { aroundPosts: NO_STRUCTURE.aroundPosts, posts, comments };
  const before = contentIn(0, records[0].record.root);
  const after = contentIn(end, page.size);
  const parts = [before, posts.records.map(({ head, content }) => [head, content]), after];
  return wordsIn(parts) === wordsIn(content) ? { posts, aroundPosts: { before, after }, comments } : null;
}

const WRITTEN: ReadonlySet<string> = new Set(['text', 'tex', 'label', 'reading']);

/** Letters and digits of any parts of a document, in their order. */
function wordsIn(parts: unknown): string {
  const found: string[] = [];
  JSON.stringify(parts, (key, value) => {
    if (WRITTEN.has(key) && typeof value === 'string') found.push(value);
    return value;
  });
  return found.join('').replace(/[^\p{L}\p{N}]+/gu, '');
}

/** The comments below the main content; empty when there are none. Linear in the page. */
export function commentsOf(page: Page, kept: KeptNodes): Located<Post> {
  const records = recordsIn(page, 'comments', kept);
  return threaded(records, (at) => bodyWords(records[at]));
}

const bodyWords = ({ body }: FoundRecord): Words => ({ head: [], content: body.content(), nodes: body.words });

function keptTexts(page: Page, { kept }: KeptNodes, from: NodeId, to: NodeId): NodeId[] {
  const nodes: NodeId[] = [];
  for (let node = from; node < to; node++) if (page.tag[node] === TEXT && kept[node] === 1) nodes.push(node);
  return nodes;
}

/** The records of posts or comments in document order. */
function recordsIn(page: Page, as: 'thread' | 'comments', { kept, selected }: KeptNodes): FoundRecord[] {
  const unread =
    selected === undefined ? kept : kept.map((one, node) => (selected[node] === SELECTED.excluded ? 1 : one));
  const before = keptCharacters(page, kept);
  const templates = as === 'thread' ? threadTemplates(page, before) : postTemplates(page, as, before);
  const roots = templates.flatMap((records) => records.map(({ root }) => root)).sort((one, other) => one - other);
  return templates
    .flatMap((records, template) => foundRecords(page, records, template === 1, roots, unread))
    .sort((one, other) => one.record.root - other.record.root);
}

/** Least characters of an opening post, and levels above a text searched for a heading. */
const OPENING = 40;
const HEADING_CLIMB = 4;

/** The post above the records of a template, or the only one: a question, the description of an issue, a message; null without one. */
function openingOf(
  page: Page,
  { kept }: KeptNodes,
  next: FoundRecord | undefined,
  metadata: Pick<Metadata, 'author' | 'date'>,
): FoundRecord | null {
  const end = next?.record.root ?? page.size;
  let from = -1;
  let characters = 0;
  const anchor = page.nameIndex('a');
  for (let node = 0; node < end; node++) {
    const up = page.parent[node];
    if (page.tag[node] !== TEXT || kept[node] === 0 || headingAround(page, up, HEADING_CLIMB) >= 0) continue;
    if (from < 0) from = node;
    if (page.tag[up] !== anchor) characters += page.textTo[node] - page.textFrom[node];
  }
  // The date of the page may be that of the first answer.
  const date = metadata.date === next?.known.date ? null : metadata.date;
  const isNext = metadata.author === next?.known.author && date?.slice(0, 10) === next?.known.date?.slice(0, 10);
  const author = authorBefore(page, end, date) ?? (date === null ? null : metadata.author);
  if (characters < OPENING || isNext || (author === null && date === null)) return null;
  return {
    record: { root: from - 1, end, parent: -1, depth: 0, bylines: [], author: null, date: null },
    body: { title: null, first: from, content: () => [], words: [] },
    known: { author, date, title: null, url: null },
    answers: null,
    isAnswer: false,
  };
}

function foundRecords(
  page: Page,
  records: readonly PostRecord[],
  isAnswer: boolean,
  roots: readonly NodeId[],
  unread: Uint8Array,
): FoundRecord[] {
  const bodyAt = bodyReader(page, records, roots, unread);
  const dates = withKnownOrder(records.map(({ date }) => date));
  const indented = records.every(({ parent }) => parent < 0) ? parentsByIndent(page, records) : null;
  return records.map((record, at): FoundRecord => {
    const parent = indented?.[at] ?? record.parent;
    const body = bodyAt(at);
    const author = record.author?.value ?? null;
    const known = { author, date: dates[at], title: body.title?.text ?? null, url: addressOf(page, record) };
    return { record, body, known, answers: parent < 0 ? null : records[parent].root, isAnswer };
  });
}

/** Maximum length of the head of a post in characters; longer ones are panels. */
const MAX_HEAD = 120;

/**
 * The end of a post's head in [from, to): after the kept blocks above its body, if they are short and one of them names author,
 * date or subject, else after the last of the first blocks that does. Equals `from` without a head, or without words after it.
 */
function headEnd(
  page: Page,
  { kept, block }: KeptNodes,
  { record: { root, author, date, bylines }, body }: FoundRecord,
  from: NodeId,
  to: NodeId,
): NodeId {
  const values = [author?.value, date?.value];
  const names = [author, body.title, ...bylines.filter((byline) => values.includes(byline.value))].flatMap((one) =>
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
  return contents.flatMap((content, at) => [
    ...(at === 0 ? [] : [BETWEEN]),
    ...('inline' in content ? content.inline : []),
  ]);
}
const BETWEEN: Inline = { type: 'text', text: ' · ' };

/** Words of links to a single record. */
const PERMALINK = /permalink|permanent|bookmark/i;

/** The address of a record: the link around its date, a permalink, or the page with the id of the record. */
function addressOf(page: Page, record: PostRecord): string | null {
  const { base } = pageRoles(page);
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
function threaded(records: readonly FoundRecord[], wordsOf: (at: number) => Words): Located<Post> {
  /** Position of the post of each record, or of the post it answered when it is none. */
  const place = new Map<NodeId, number | null>();
  const posts: Post[] = [];
  const nodesOf: (readonly NodeId[])[] = [];
  let lastMain: NodeId | null = null;
  for (const [at, found] of records.entries()) {
    const { root } = found.record;
    const to = found.answers ?? (found.isAnswer ? lastMain : null);
    const replyTo = to === null ? null : (place.get(to) ?? null);
    if (!found.isAnswer) lastMain = root;
    const { head, content, nodes } = wordsOf(at);
    place.set(root, content.length === 0 ? replyTo : posts.length);
    if (content.length === 0) continue;
    posts.push({ ...found.known, replyTo, depth: replyTo === null ? 0 : posts[replyTo].depth + 1, head, content });
    const named = [found.record.author, found.body.title].flatMap((name) => (name === null ? [] : [name.node]));
    nodesOf.push([...named, ...nodes]);
  }
  return { records: posts, nodes: nodesOf };
}

interface PostBody {
  readonly title: ReturnType<typeof postParts>[number]['title'];
  /** The first node of the body; the end of the record when no element is the body. */
  readonly first: NodeId;
  /** The words of the body that were not kept. */
  readonly content: () => Content[];
  /** Their nodes. */
  readonly words: readonly NodeId[];
}

/** Bodies that are blocks themselves; of others only the content is read. */
const BLOCKS = tagNames(HEADINGS, 'p pre blockquote table ul ol dl figure');

/**
 * Finds the bodies of all records of one template, without lines that half of the records repeat: they are buttons. Linear in the page,
 * but for a logarithm.
 *
 * @param roots the elements of the records of all templates, in document order
 * @param unread per node: 1 for words that are no part of a body: those of the page's content, and those a selector excludes
 * @returns a function from the position of a record to its body
 */
function bodyReader(
  page: Page,
  records: readonly PostRecord[],
  roots: readonly NodeId[],
  unread: Uint8Array,
): (at: number) => PostBody {
  const parts = postParts(page, records, roots);
  const keptOnly = keptLists(page);
  const written = withoutRepeatedLines(
    page,
    parts.map(({ words }) => words.filter((node) => unread[node] === 0)),
  );
  const contentAt = (at: number): Content[] => {
    const answer = keptOnly(written[at]);
    const { root: line, end } = records[at];
    if (hasTextBelow(page, records[at])) return contentOf(page, answer, page.end[line], end);
    return parts[at].bodies.flatMap((root) =>
      contentOf(page, answer, BLOCKS.has(nameOf(page, root)) ? root : root + 1, page.end[root]),
    );
  };
  return (at) => {
    const { title, bodies } = parts[at];
    const [first] = bodies;
    const { root } = records[at];
    return { title, first: first === root ? page.end[root] : first, content: () => contentAt(at), words: written[at] };
  };
}

const ATTRIBUTES = ['data-depth', 'depth', 'data-level', 'aria-level', 'indent', 'data-indent'];

const LEVEL_CLASS = /(?:^|[\s_-])(?:depth|level|indent(?:ed)?|lvl)[_-]?(\d{1,2})(?:$|\s)/i;

const MARGIN = /(?:margin|padding)-left\s*:\s*(\d{1,4}(?:\.\d+)?)/i;

/** Number of elements of a record examined. */
const INDENT_REACH = 12;

/** The position of the post that each answers by its indentation, −1 for none; null when the posts show none, or too few do. */
function parentsByIndent(page: Page, records: readonly PostRecord[]): number[] | null {
  const indents = records.map(({ root }) => indentOf(page, root));
  const known = indents.filter((one): one is number => one !== null);
  if (known.length < records.length * 0.8 || new Set(known).size < 2) return null;
  const above: number[] = [];
  return indents.map((indent, at) => {
    if (indent === null) return -1;
    while (above.length > 0 && (indents[above[above.length - 1]] as number) >= indent) above.pop();
    const parent = above.at(-1) ?? -1;
    above.push(at);
    return parent;
  });
}

function indentOf(page: Page, root: NodeId): number | null {
  for (let node = root, seen = 0; node < page.end[root] && seen < INDENT_REACH; node++) {
    if (page.tag[node] === 0) continue;
    seen++;
    for (const name of ATTRIBUTES) {
      const value = page.attribute(node, name);
      if (value !== null && /^\d{1,3}$/.test(value.trim())) return Number(value);
    }
    const level = LEVEL_CLASS.exec((page.attribute(node, 'class') ?? '').slice(0, 300));
    if (level !== null) return Number(level[1]);
    const margin = MARGIN.exec((page.attribute(node, 'style') ?? '').slice(0, 300));
    if (margin !== null) return Number(margin[1]);
  }
  return null;
}
