/**
 * What a page says of its own kind, article or list of articles, in signs that hold on any site: kept with the page's record
 * as one bit each; what each is worth is `page-kind.ts`'s business.
 *
 * Observation (page streams, tuning half): no sign is there on every site, but nearly every page has some. Templates call
 * their bodies `archive` and `single` (WordPress), `page-taxonomy` and `node-type-…` (Drupal), `ns-special` (MediaWiki); the
 * address of a list is that of what it lists, or what it lists stands below it; a list has further pages of its own, leads
 * to the comments of several other pages, and holds several numbered entries; an article's address is its title in short.
 *
 * One pass over the page; links are looked at up to a bound.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import { attributeReader, type NodeId, type Page, tagTable, textOf } from '../../page/page.js';
import { isListAddress } from './page-address.js';

/** The signs, in the order of their bits. New ones go to the end: records are stored. */
export const LIST_SIGNALS = [
  'address of a list',
  'links below its address',
  'further pages',
  'comments of other pages',
  'permanent links of other pages',
  'several entries',
  'several numbered entries',
  'body of a list',
  'kept from search engines',
  'declared list',
  'page level: list',
  'title in the address',
  'body of an article',
  'comment form',
  'declared article',
  'og:type article',
  'page level: article',
  'permanent link of its own',
] as const;
export type ListSignal = (typeof LIST_SIGNALS)[number];

/** Bit of a sign. */
export const bitOf = (sign: ListSignal): number => 1 << LIST_SIGNALS.indexOf(sign);

/** Different links of the page's own host looked at. */
const MAX_LINKS = 600;
/** Other pages below, of comments, of permanent links; entries: so many are several. */
const SEVERAL = 2;
/** Words of a slug from which it is a headline, and the share of them that the title must hold: slugs drop small words. */
const SLUG_WORDS = 3;
const SLUG_SHARE = 0.7;
/** Probability of the page type article from which the page level is sure of it (tuned as `site`'s former `articleFrom`). */
const SURE_ARTICLE = 0.6;
/** Characters of JSON-LD looked at. */
const MAX_JSON = 100_000;

/** What templates call the body of a list: WordPress, MediaWiki, Drupal, Ghost, Joomla, Squarespace, Movable Type, Jekyll. */
const LIST_BODIES = [
  'archive|author|blog|category|date|home|paged|post-type-archive|search|search-results|tag',
  'ns-14|ns-special',
  'front|page-frontpage|page-taxonomy|page-taxonomy-term|path-frontpage|path-taxonomy',
  '(?:author|home|tag)-template',
  'view-(?:archive|categories|category|featured|list)',
  'mt-(?:archive-index|archive-listing|category-archive|datebased-[a-z]+-archive|main-index)',
  'index|layout-{1,2}(?:archive|category|home|tag)|list',
];
/** The same of an article. */
const ARTICLE_BODIES = [
  'postid-\\d+|single|single-.+',
  'ns-0|ns-subject',
  'node-type-.+|page-node-?\\d*|page-node-type-.+|path-node',
  'post-template|post-template-default',
  'view-(?:article|item)',
  'mt-entry-archive',
  'item|item-view|layout-{1,2}(?:post|single)',
];
const LIST_BODY = new RegExp(`^(?:${LIST_BODIES.join('|')})$`);
const ARTICLE_BODY = new RegExp(`^(?:${ARTICLE_BODIES.join('|')})$`);
const NUMBERED = /^(?:article|blog|entry|news|node|post|story)[-_]?\d+$/;
const ENTRY = /^(?:blog-?post|entry|h-entry|hentry|post|type-post)$/;
const ENTRY_TYPE = /schema\.org\/\w*(?:Article|Posting)$/;
const OF_COMMENTS = /^#(?:comment-form|comments?|disqus_thread|more(?:-\d+)?|reply|respond)$/i;
/** What stands below an article's address and is no page of the site's: feeds, pages of comments, other forms of it. */
const NO_PAGE_BELOW =
  /\/(?:amp|atom|comment-page-\d+|comments?|edit|embed|feed|p\/?\d+|page\/?\d+|pagina\/?\d+|print|reply|rss|seite\/?\d+|trackback)(?:\/|$)/i;
const FILE = /\.(?:avi|gif|jpe?g|mp[34]|og[gv]|pdf|png|svg|web[mp]|zip)$/i;
const PAGE_NUMBER = /\/(?:p|page|pagina|seite)\/?\d+$/i;
const PAGE_PARAMETERS = ['page', 'paged', 'start', 'offset', 'from'];
const ADDRESSED_PAGE = /(?:\/page\/?|[?&]paged?=)\d+/;
const ARTICLE_TYPE = /"@type"\s*:\s*\[?\s*"(?:\w*Article|\w*Posting)"/;
const LIST_TYPE = /"@type"\s*:\s*\[?\s*"(?:CollectionPage|ItemList|SearchResultsPage)"/;
const LOOKED_AT = new Set(['html', 'body', 'a', 'link', 'meta', 'script', 'title', 'form', 'textarea']);

/** Reads the signs of a page. `labelled`: the page level's answer; without a judgement it gives no sign. */
export function listSignals(page: Page, url: string, labelled: LabelledBlocks): number {
  let signs = signsOfAddress(page, url) | signsOfParts(page);
  const { prediction } = labelled;
  if (prediction?.pageType === 'listing' || prediction?.pageType === 'collection') signs |= bitOf('page level: list');
  if (prediction?.pageType === 'article' && prediction.pageTypeProbability >= SURE_ARTICLE)
    signs |= bitOf('page level: article');
  return signs;
}

/** What the page's address tells, by itself and beside the addresses it links to. */
function signsOfAddress(page: Page, url: string): number {
  if (!URL.canParse(url)) return 0;
  const own = new URL(url);
  const host = plainHost(own);
  const path = plainPath(own.pathname);
  const whole = path.replace(PAGE_NUMBER, '');
  const isList = isListAddress(own);
  let signs = isList ? bitOf('address of a list') : 0;
  if (!isList && isTitle(path.slice(path.lastIndexOf('/') + 1), page)) signs |= bitOf('title in the address');
  const below = new Set<string>();
  const commented = new Set<string>();
  const permanent = new Set<string>();
  // A page links to the same place again and again.
  const taken = new Set<string>();
  const take = (node: NodeId): void => {
    const href = hrefOf(node);
    if (href === null || href.startsWith('#')) return;
    const rel = relOf(node) ?? '';
    const link = `${rel} ${href}`;
    if (taken.has(link)) return;
    taken.add(link);
    const target = addressOf(href, own);
    if (target === null || plainHost(target) !== host) return;
    links++;
    const to = plainPath(target.pathname);
    const isSame = to === path && target.search === own.search;
    const isPermanent = /\bbookmark\b/.test(rel);
    if (isSame) {
      if (isPermanent) signs |= bitOf('permanent link of its own');
      return;
    }
    if (isPermanent) permanent.add(to);
    if (OF_COMMENTS.test(target.hash)) commented.add(to + target.search);
    if (to === path && PAGE_PARAMETERS.some((name) => isOtherPage(target.searchParams.get(name), own, name)))
      signs |= bitOf('further pages');
    if (to === path || !to.startsWith(`${whole}/`)) return;
    if (PAGE_NUMBER.exec(to)?.index === whole.length) signs |= bitOf('further pages');
    else if (target.search === '' && !NO_PAGE_BELOW.test(to) && !FILE.test(target.pathname)) below.add(to);
  };
  let links = 0;
  const hrefOf = attributeReader(page, 'href');
  const relOf = attributeReader(page, 'rel');
  const anchor = page.nameIndex('a');
  for (let node = 1; anchor >= 0 && node < page.size && links < MAX_LINKS; node++)
    if (page.tag[node] === anchor) take(node);
  if (below.size >= SEVERAL) signs |= bitOf('links below its address');
  if (commented.size >= SEVERAL) signs |= bitOf('comments of other pages');
  if (permanent.size >= SEVERAL) signs |= bitOf('permanent links of other pages');
  return signs;
}

/** The words an element is called by, in lower case. */
interface ElementName {
  readonly words: readonly string[];
  readonly isEntry: boolean;
}

const NO_NAME: ElementName = { words: [], isEntry: false };

/** What the page's elements are called, and what its head declares. */
function signsOfParts(page: Page): number {
  const idOf = attributeReader(page, 'id');
  const classOf = attributeReader(page, 'class');
  const typeOf = attributeReader(page, 'itemtype');
  const looked = tagTable(page, LOOKED_AT);
  const article = page.nameIndex('article');
  const numbered = new Set<string>();
  // Elements of one template have the same few classes.
  const known = new Map<string, ElementName>();
  const nameOfElement = (classes: string | null, id: string | null): ElementName => {
    if (classes === null && id === null) return NO_NAME;
    const key = `${id ?? ''} ${classes ?? ''}`;
    let name = known.get(key);
    if (name === undefined) {
      const words = key.toLowerCase().trim().split(/\s+/);
      for (const word of words) if (NUMBERED.test(word)) numbered.add(word);
      name = { words, isEntry: words.some((one) => ENTRY.test(one)) };
      known.set(key, name);
    }
    return name;
  };
  let signs = 0;
  let entries = 0;
  let entryEnd = 0;
  let formEnd = 0;
  for (let node = 1; node < page.size; node++) {
    const type = typeOf(node);
    const named = nameOfElement(classOf(node), idOf(node));
    const isEntry = page.tag[node] === article || named.isEntry || (type !== null && ENTRY_TYPE.test(type));
    if (isEntry && node >= entryEnd) {
      entries++;
      entryEnd = page.end[node];
    }
    if (looked[page.tag[node]] === 0) continue;
    switch (page.names[page.tag[node]]) {
      case 'html':
      case 'body':
        if (named.words.some((one) => LIST_BODY.test(one))) signs |= bitOf('body of a list');
        if (named.words.some((one) => ARTICLE_BODY.test(one))) signs |= bitOf('body of an article');
        break;
      case 'form':
        formEnd = page.end[node];
        break;
      case 'textarea':
        if (node < formEnd) signs |= bitOf('comment form');
        break;
      case 'meta':
        signs |= signsOfMeta(page, node);
        break;
      case 'link':
        if (/\b(?:next|prev|previous)\b/i.test(page.attribute(node, 'rel') ?? ''))
          if (ADDRESSED_PAGE.test(page.attribute(node, 'href') ?? '')) signs |= bitOf('further pages');
        break;
      case 'script':
        signs |= signsOfJson(page, node);
        break;
    }
  }
  if (entries >= SEVERAL) signs |= bitOf('several entries');
  if (numbered.size >= SEVERAL) signs |= bitOf('several numbered entries');
  return signs;
}

function signsOfMeta(page: Page, node: NodeId): number {
  const name = (page.attribute(node, 'property') ?? page.attribute(node, 'name') ?? '').toLowerCase();
  const content = (page.attribute(node, 'content') ?? '').toLowerCase();
  if (name === 'robots' && content.includes('noindex')) return bitOf('kept from search engines');
  if (name === 'article:published_time' && content !== '') return bitOf('declared article');
  return name === 'og:type' && content === 'article' ? bitOf('og:type article') : 0;
}

function signsOfJson(page: Page, node: NodeId): number {
  if (page.attribute(node, 'type')?.toLowerCase() !== 'application/ld+json') return 0;
  const json = textOf(page, node).slice(0, MAX_JSON);
  // A list declares the articles it holds, too.
  if (LIST_TYPE.test(json)) return bitOf('declared list');
  return ARTICLE_TYPE.test(json) ? bitOf('declared article') : 0;
}

/** Whether an address's last part is the page's title in short: three words at least, most of them the title's. */
function isTitle(slug: string, page: Page): boolean {
  const parts = wordsOf(slug);
  if (parts.length < SLUG_WORDS) return false;
  const tag = page.nameIndex('title');
  const node = tag < 0 ? -1 : page.tag.indexOf(tag);
  if (node < 0) return false;
  const title = new Set(wordsOf(textOf(page, node).slice(0, 1_000)));
  return parts.filter((one) => title.has(one)).length >= SLUG_SHARE * parts.length;
}

/** Words in lower case, without accents, as slugs have them. */
function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function isOtherPage(number: string | null, own: URL, name: string): boolean {
  return number !== null && /^\d+$/.test(number) && number !== own.searchParams.get(name);
}

/** Parsed once: asking first whether it can be costs as much again. */
function addressOf(href: string, base: URL): URL | null {
  try {
    return new URL(href, base);
  } catch {
    return null;
  }
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}

/** A path decoded, without the file's kind, `index` and a slash at its end. */
function plainPath(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // As it stands: a broken escape is part of the name.
  }
  return decoded
    .replace(/\/(?:default|index)\.[a-z]{3,5}$/i, '/')
    .replace(/\.[a-z]{3,5}$/i, '')
    .replace(/\/+$/, '');
}
