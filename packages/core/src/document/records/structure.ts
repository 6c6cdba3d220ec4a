/**
 * What a page is made of besides running text: the posts of a discussion, the comments below an article, the entries of a list.
 * What is looked for is the page's type, told by the extractor or, where it tells none, by the page's own signs.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { baseAddress } from '../../page/addresses.js';
import type { Metadata } from '../../page/metadata/metadata.js';
import type { Page } from '../../page/page.js';
import { NO_STRUCTURE, type Structure } from '../document.js';
import { type KeptNodes, keptWithin } from '../kept.js';
import { contentOf } from '../walk.js';
import { itemsOf } from './items.js';
import { postsOf } from './posts.js';
import { productOf } from './product.js';

/** A page that says of itself that it is a discussion. */
const DISCUSSION =
  /"@type"\s*:\s*\[?\s*"(?:DiscussionForumPosting|QAPage)"|schema\.org\/(?:DiscussionForumPosting|QAPage)/;
const BOARD = /<meta[^>]{0,100}generator[^>]{0,100}(?:discourse|xenforo|vbulletin|phpbb|flarum|mybb|invision|nodebb)/i;
/** Where a page's generator is looked for, in characters. */
const HEAD_REACH = 20_000;
const LIST = /"@type"\s*:\s*\[?\s*"(?:ItemList|CollectionPage|SearchResultsPage)"/;
const PRODUCT = /"@type"\s*:\s*\[?\s*"Product(?:Group)?"|property=["']?og:type["']? content=["']?(?:og:)?product/i;
/** A page that has comments says so somewhere. */
const COMMENTS =
  /comment|komment|coment|reactie|reaktion|respond|repl(?:y|ies)|disqus|отзыв|коммент|yorum|评论|評論|コメント/i;
/** Types of pages whose comments are looked for: on the others what is called so are reviews, forms and counts. */
const COMMENTED: ReadonlySet<string> = new Set(['article', 'documentation', 'forum', 'listing']);

/** Finds the structured parts. Linear in the page; never throws on a page. */
export function structureOf(page: Page, labelled: LabelledBlocks, kept: KeptNodes, metadata: Metadata): Structure {
  const type = labelled.prediction?.pageType ?? ownType(page);
  const wanted = { kept: kept.kept, base: baseAddress(page), language: metadata.language };
  if (type === 'forum' || isDiscussion(page)) {
    const { posts, from, to } = postsOf(page, { ...wanted, as: 'thread' });
    if (posts.length > 0) {
      const before = contentOf(page, keptWithin(page, kept, 0, from));
      const after = contentOf(page, keptWithin(page, kept, to, page.size));
      return { ...NO_STRUCTURE, posts, aroundPosts: { before, after } };
    }
  }
  if (type === 'product') {
    const product = productOf(page, metadata);
    return product === null ? NO_STRUCTURE : { ...NO_STRUCTURE, items: [product] };
  }
  if (type === 'listing' || type === 'collection') {
    const items = itemsOf(page, { ...wanted, sells: type === 'collection' });
    if (items.length > 0 || type === 'collection') return { ...NO_STRUCTURE, items };
  }
  if (!COMMENTED.has(type) || !COMMENTS.test(page.source)) return NO_STRUCTURE;
  return { ...NO_STRUCTURE, comments: postsOf(page, { ...wanted, as: 'comments' }).posts };
}

const isDiscussion = (page: Page): boolean =>
  DISCUSSION.test(page.source) || BOARD.test(page.source.slice(0, HEAD_REACH));

/** The type by the page's own signs, for extractors that tell none. */
function ownType(page: Page): string {
  if (PRODUCT.test(page.source)) return 'product';
  return LIST.test(page.source) ? 'listing' : 'article';
}
