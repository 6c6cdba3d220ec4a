/**
 * The kept blocks of a page → the document: `kept.ts` marks the nodes, `walk/` reads their structure, and the type of the page
 * selects the records: posts of a discussion, comments below an article, entries of a list.
 *
 * The invariant: the words of the document are exactly the words of the kept blocks; no word is lost, moved or duplicated. Exceptions: a
 * formula appears once even where the page repeats it, and what generators and highlighters added is left out (`kept.ts`).
 * The label that a footnote begins with is written once, with its reference, and a note inside a sentence is written after the paragraph.
 */
import { linkAddress, type NodeId, nameOf, type Page } from '@dehusk/html';
import type { LabelledBlocks } from '../blocks/block.js';
import { oneLine } from '../metadata/finding.js';
import type { Metadata } from '../metadata/metadata.js';
import { bylinesOf } from '../records/bylines.js';
import { isDiscussion } from '../records/record-groups.js';
import { type Content, type Document, type Item, type Located, NO_STRUCTURE, type Structure } from './document.js';
import { itemsOf, productNodes, productOf } from './items.js';
import { type KeptNodes, keptLists, keptNodes } from './kept.js';
import { commentsOf, threadOf } from './posts.js';
import { pageRoles } from './roles.js';
import { Room } from './room.js';
import { contentOf } from './walk/walk.js';

const LIST = /"@type"\s*:\s*(?:\[\s*)?"(?:ItemList|CollectionPage|SearchResultsPage)"/;
const PRODUCT = /"@type"\s*:\s*(?:\[\s*)?"Product(?:Group)?"|property=["']?og:type["']? content=["']?(?:og:)?product/i;
/** Words that any page with comments has in its source. */
const COMMENTS =
  /comment|komment|coment|reactie|reaktion|respond|repl(?:y|ies)|disqus|отзыв|коммент|yorum|评论|評論|コメント/i;
/** Types of pages with comments. On the others, elements with such names are reviews, forms and counts. */
const COMMENTED: ReadonlySet<string> = new Set(['article', 'documentation', 'forum', 'listing']);

/** Per post, comment and item: the nodes of its words, its title and its author. */
type RecordNodes = Readonly<Record<'posts' | 'comments' | 'items', Located<unknown>['nodes']>>;

const NO_RECORDS: RecordNodes = { posts: [], comments: [], items: [] };

/** The records of a document, and where they are in its page. */
interface FoundStructure {
  readonly structure: Structure;
  readonly nodes: RecordNodes;
}

const structures = new WeakMap<Document, () => FoundStructure>();

/** The nodes of the records of a document that {@link assemble} built; none of another. */
export function recordNodesOf(document: Document): RecordNodes {
  return structures.get(document)?.().nodes ?? NO_RECORDS;
}

/**
 * Builds the document from the kept blocks of a page. Linear in the page; never throws on a page.
 *
 * @param allArticles makes items of the articles below the page's own
 * @param room what the content may take
 */
export function assemble(
  page: Page,
  labelled: LabelledBlocks,
  metadata: Metadata,
  allArticles = false,
  room = new Room(page),
): Document {
  const kept = keptNodes(page, labelled);
  const visible = contentOf(page, kept, 0, page.size, room);
  // Hidden text has no place in the page: it comes last, one paragraph each.
  const hidden = (labelled.hidden ?? []).map(
    ({ text }): Content => ({ type: 'paragraph', inline: [{ type: 'text', text }] }),
  );
  // Computed lazily: most callers only want the text.
  let found: FoundStructure | undefined;
  const structure = (): FoundStructure => {
    if (found !== undefined) return found;
    found = structureOf(page, labelled, kept, { visible, hidden }, metadata);
    if (allArticles && labelled.otherArticles?.length) found = withItems(otherArticleItems(page, labelled), found);
    return found;
  };
  const document: Document = {
    url: page.url,
    metadata,
    content: hidden.length > 0 ? [...visible, ...hidden] : visible,
    get posts() {
      return structure().structure.posts;
    },
    get aroundPosts() {
      return structure().structure.aroundPosts;
    },
    get comments() {
      return structure().structure.comments;
    },
    get items() {
      return structure().structure.items;
    },
  };
  structures.set(document, structure);
  return document;
}

/** Finds the structured parts. Linear in the page; never throws on a page. */
function structureOf(
  page: Page,
  labelled: LabelledBlocks,
  kept: KeptNodes,
  { visible, hidden }: Readonly<Record<'visible' | 'hidden', readonly Content[]>>,
  metadata: Metadata,
): FoundStructure {
  const type = labelled.prediction?.pageType ?? ownType(page);
  if (type === 'forum') {
    const thread = threadOf(page, kept, visible, metadata);
    if (thread !== null) {
      const { posts, comments } = thread;
      const { before, after } = thread.aroundPosts;
      const rest = posts.records.length === 0 ? [] : [...after, ...hidden];
      return {
        structure: {
          ...NO_STRUCTURE,
          ...{ posts: posts.records, comments: comments.records },
          aroundPosts: { before, after: rest },
        },
        nodes: { ...NO_RECORDS, posts: posts.nodes, comments: comments.nodes },
      };
    }
  }
  if (type === 'product') {
    const product = productOf(page, metadata);
    return product === null ? NOTHING_FOUND : withItems({ records: [product], nodes: [productNodes(page)] });
  }
  if (type === 'listing' || type === 'collection') {
    const items = itemsOf(page, { ...kept, sells: type === 'collection' });
    if (items.records.length > 0 || type === 'collection') return withItems(items);
  }
  if (!COMMENTED.has(type) || !COMMENTS.test(page.source)) return NOTHING_FOUND;
  const { records, nodes } = commentsOf(page, kept);
  return { structure: { ...NO_STRUCTURE, comments: records }, nodes: { ...NO_RECORDS, comments: nodes } };
}

const NOTHING_FOUND: FoundStructure = { structure: NO_STRUCTURE, nodes: NO_RECORDS };

function withItems({ records, nodes }: Located<Item>, found = NOTHING_FOUND): FoundStructure {
  return { structure: { ...found.structure, items: records }, nodes: { ...found.nodes, items: nodes } };
}

/** The page type by the page's own markup, for extractors that predict none. */
function ownType(page: Page): string {
  if (isDiscussion(page)) return 'forum';
  if (PRODUCT.test(page.source)) return 'product';
  return LIST.test(page.source) ? 'listing' : 'article';
}

/** Levels above a headline that may name the article's address. */
const LEVELS = 8;
const ADDRESS = 'data-url data-href data-permalink data-link data-canonical itemid'.split(' ');

/** The other articles of a page in document order. Linear in the page for each. */
function otherArticleItems(page: Page, { blocks, otherArticles = [] }: LabelledBlocks): Located<Item> {
  const keptOnly = keptLists(page);
  const bylines = bylinesOf(page).filter(({ kind }) => kind === 'date');
  const nodesOf: (readonly NodeId[])[] = [];
  const records = otherArticles.map(({ heading, kept }): Item => {
    const headline = blocks[heading];
    const body = kept.filter((at) => at > heading).map((at) => blocks[at]);
    const nodes = body.flatMap((block) => Array.from(block.nodes));
    nodesOf.push([...Array.from(headline.nodes), ...nodes]);
    // The date of the line above the headline or below it, before the text ends.
    const before = heading > 0 ? blocks[heading - 1].first : 0;
    const until = body.length === 0 ? headline.last + 1 : (nodes[nodes.length - 1] ?? 0) + 1;
    const near = bylines.filter(({ node }) => node > before && node < until);
    return {
      title: oneLine(headline.text),
      url: addressOf(page, headline.parent),
      content: nodes.length === 0 ? [] : contentOf(page, keptOnly(nodes), body[0].parent, until),
      price: null,
      image: null,
      date: near[0]?.value ?? null,
    };
  });
  return { records, nodes: nodesOf };
}

/** The address a headline links to, or that an element around it declares; null without one. */
function addressOf(page: Page, headline: NodeId): string | null {
  const { base } = pageRoles(page);
  const inside = page.nameIndex('a');
  for (let node = headline; inside >= 0 && node < page.end[headline]; node++)
    if (page.tag[node] === inside) return linkAddress(page.attribute(node, 'href') ?? '', base);
  let up = headline;
  for (let level = 0; up > 0 && level < LEVELS; level++, up = page.parent[up]) {
    const given = nameOf(page, up) === 'a' ? page.attribute(up, 'href') : null;
    const address = given ?? ADDRESS.map((name) => page.attribute(up, name)).find((one) => one) ?? null;
    if (address !== null) return linkAddress(address, base);
  }
  return null;
}
