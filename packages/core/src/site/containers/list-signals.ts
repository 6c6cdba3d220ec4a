/**
 * Signals of a page's kind, article or list of articles, that hold on any site. A record keeps them as one bit each;
 * `list-evidence.ts` learns what each is worth.
 *
 * Observation (page streams, tuning half): no signal is on every site, but nearly every page has some. Templates call their
 * bodies `archive` and `single` (WordPress), `page-taxonomy` and `node-type-…` (Drupal), `ns-special` (MediaWiki); the
 * address of a list is that of what it lists, or its items are below it; a list has further pages, links to the comments of
 * several other pages, and holds several numbered entries; an article's address is its title in short.
 *
 * One pass over the page; a bounded number of links is read.
 */
import { addressOf, attributeReader, type NodeId, type Page, percentDecoded, tagTable, textOf } from '@dehusk/html';
import type { LabelledBlocks } from '../../blocks/block.js';
import { ARTICLE_BODIES, LIST_BODIES } from './body-classes-data.js';
import { isListAddress } from './page-address.js';

/** The signals in the order of their bits. Records are stored, so new ones go to the end. */
export const LIST_SIGNALS = [
  ...(['address of a list', 'links below its address', 'further pages', 'comments of other pages'] as const),
  ...(['permanent links of other pages', 'several entries', 'several numbered entries', 'body of a list'] as const),
  ...(['kept from search engines', 'declared list', 'page level: list', 'title in the address'] as const),
  ...(['body of an article', 'comment form', 'declared article', 'og:type article'] as const),
  ...(['page level: article', 'own permanent link', 'text below titles of other pages'] as const),
] as const;
export type ListSignal = (typeof LIST_SIGNALS)[number];
export const bitOf = (signal: ListSignal): number => 1 << LIST_SIGNALS.indexOf(signal);

/** Distinct links to the page's own host that are read. */
const MAX_LINKS = 600;
/** How many other pages or entries are several. */
const SEVERAL = 2;
/** Words of a slug from which it is a headline, and the share of them that the title must contain: slugs drop small words. */
const SLUG_WORDS = 3;
const SLUG_SHARE = 0.7;
/** Probability of the page type article from which it is a signal (tuned). */
const SURE_ARTICLE = 0.6;
/** Characters of JSON-LD read. */
const MAX_JSON = 100_000;

const LIST_BODY = new RegExp(`^(?:${LIST_BODIES.join('|')})$`);
const ARTICLE_BODY = new RegExp(`^(?:${ARTICLE_BODIES.join('|')})$`);
const NUMBERED = /^(?:article|blog|entry|news|node|post|question(?:-summary)?|story|thread|topic)[-_]?\d+$/;
const ENTRY = /^(?:blog-?post|entry|h-entry|hentry|post|type-post)$/;
const ENTRY_TYPE = /schema\.org\/\w*(?:Article|Posting)$/;
const OF_COMMENTS = /^#(?:comment-form|comments?|disqus_thread|more(?:-\d+)?|reply|respond)$/i;
/** Addresses below an article's that are no other pages: feeds, pages of comments, other formats. */
const NO_PAGE_BELOW =
  /\/(?:amp|atom|comment-page-\d+|comments?|edit|embed|feed|p\/?\d+|page\/?\d+|pagina\/?\d+|print|reply|rss|seite\/?\d+|trackback)(?:\/|$)/i;
const FILE = /\.(?:avi|gif|jpe?g|mp[34]|og[gv]|pdf|png|svg|web[mp]|zip)$/i;
const PAGE_NUMBER = /\/(?:p|page|pagina|seite)\/?\d+$/i;
const PAGE_PARAMETERS = ['page', 'paged', 'start', 'offset', 'from'];
const ADDRESSED_PAGE = /(?:\/page\/?|[?&]paged?=)\d+/;
const ARTICLE_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:\w*Article|\w*Posting)"/;
const LIST_TYPE = /"@type"\s*:\s*(?:\[\s*)?"(?:CollectionPage|ItemList|SearchResultsPage)"/;
const TAGS_READ = new Set(['html', 'body', 'a', 'link', 'meta', 'script', 'title', 'form', 'textarea']);

/** Reads the signals of a page. `labelled`: the page level's result; without a prediction it adds no signal. */
export function listSignals(page: Page, url: string, labelled: LabelledBlocks): number {
  let signals = signalsOfAddress(page, url) | signalsOfElements(page);
  const own = addressOf(url);
  if (own !== null && hasEntryTitles(page, labelled, leadsAway(page, own)))
    signals |= bitOf('text below titles of other pages');
  const { prediction } = labelled;
  if (prediction?.pageType === 'listing' || prediction?.pageType === 'collection') signals |= bitOf('page level: list');
  if (prediction?.pageType === 'article' && prediction.pageTypeProbability >= SURE_ARTICLE)
    signals |= bitOf('page level: article');
  return signals;
}

/** Tells of a link whether it leads to another page of the host that is neither its front page nor the first page of this one. */
function leadsAway(page: Page, own: URL): (link: NodeId) => boolean {
  const host = plainHost(own);
  const path = plainPath(own.pathname);
  const base = path.replace(PAGE_NUMBER, '');
  return (link) => {
    const target = addressOf(page.attribute(link, 'href') ?? '', own);
    if (target === null || plainHost(target) !== host) return false;
    const to = plainPath(target.pathname);
    if (to !== path) return to !== base && to !== '';
    return target.search !== '' && target.search !== own.search;
  };
}

/** Signals of the page's address, alone and relative to the addresses it links to. */
function signalsOfAddress(page: Page, url: string): number {
  const own = addressOf(url);
  if (own === null) return 0;
  const host = plainHost(own);
  const path = plainPath(own.pathname);
  const base = path.replace(PAGE_NUMBER, '');
  const isList = isListAddress(own);
  let signals = isList ? bitOf('address of a list') : 0;
  if (!isList && isTitle(path.slice(path.lastIndexOf('/') + 1), page)) signals |= bitOf('title in the address');
  const below = new Set<string>();
  const commented = new Set<string>();
  const permanent = new Set<string>();
  // Pages repeat their links.
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
      if (isPermanent) signals |= bitOf('own permanent link');
      return;
    }
    if (isPermanent) permanent.add(to);
    if (OF_COMMENTS.test(target.hash)) commented.add(to + target.search);
    if (to === path && PAGE_PARAMETERS.some((name) => isOtherPage(target.searchParams.get(name), own, name)))
      signals |= bitOf('further pages');
    if (to === path || !to.startsWith(`${base}/`)) return;
    if (PAGE_NUMBER.exec(to)?.index === base.length) signals |= bitOf('further pages');
    else if (target.search === '' && !NO_PAGE_BELOW.test(to) && !FILE.test(target.pathname)) below.add(to);
  };
  let links = 0;
  const hrefOf = attributeReader(page, 'href');
  const relOf = attributeReader(page, 'rel');
  const anchor = page.nameIndex('a');
  for (let node = 1; anchor >= 0 && node < page.size && links < MAX_LINKS; node++)
    if (page.tag[node] === anchor) take(node);
  if (below.size >= SEVERAL) signals |= bitOf('links below its address');
  if (commented.size >= SEVERAL) signals |= bitOf('comments of other pages');
  if (permanent.size >= SEVERAL) signals |= bitOf('permanent links of other pages');
  return signals;
}

/** The words of an element's id and classes, in lower case. */
type ElementWords = { readonly words: readonly string[]; readonly isEntry: boolean };
const NO_WORDS: ElementWords = { words: [], isEntry: false };

/** Signals of the page's element names and of its head. */
function signalsOfElements(page: Page): number {
  const idOf = attributeReader(page, 'id');
  const classOf = attributeReader(page, 'class');
  const typeOf = attributeReader(page, 'itemtype');
  const isRead = tagTable(page, TAGS_READ);
  const article = page.nameIndex('article');
  const numbered = new Set<string>();
  // Elements of one template share few classes.
  const known = new Map<string, ElementWords>();
  const nameOfElement = (classes: string | null, id: string | null): ElementWords => {
    if (classes === null && id === null) return NO_WORDS;
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
  let signals = 0;
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
    if (isRead[page.tag[node]] === 0) continue;
    switch (page.names[page.tag[node]]) {
      case 'html':
      case 'body':
        if (named.words.some((word) => LIST_BODY.test(word))) signals |= bitOf('body of a list');
        if (named.words.some((word) => ARTICLE_BODY.test(word))) signals |= bitOf('body of an article');
        break;
      case 'form':
        formEnd = page.end[node];
        break;
      case 'textarea':
        if (node < formEnd) signals |= bitOf('comment form');
        break;
      case 'meta':
        signals |= signalsOfMeta(page, node);
        break;
      case 'link':
        if (/\b(?:next|prev|previous)\b/i.test(page.attribute(node, 'rel') ?? ''))
          if (ADDRESSED_PAGE.test(page.attribute(node, 'href') ?? '')) signals |= bitOf('further pages');
        break;
      case 'script':
        signals |= signalsOfJson(page, node);
        break;
    }
  }
  if (entries >= SEVERAL) signals |= bitOf('several entries');
  if (numbered.size >= SEVERAL) signals |= bitOf('several numbered entries');
  return signals;
}

function signalsOfMeta(page: Page, node: NodeId): number {
  const name = (page.attribute(node, 'property') ?? page.attribute(node, 'name') ?? '').toLowerCase();
  const content = (page.attribute(node, 'content') ?? '').toLowerCase();
  if (name === 'robots' && content.includes('noindex')) return bitOf('kept from search engines');
  if (name === 'article:published_time' && content !== '') return bitOf('declared article');
  return name === 'og:type' && content === 'article' ? bitOf('og:type article') : 0;
}

function signalsOfJson(page: Page, node: NodeId): number {
  if (page.attribute(node, 'type')?.toLowerCase() !== 'application/ld+json') return 0;
  const json = textOf(page, node).slice(0, MAX_JSON);
  // A list also declares the articles it holds.
  if (LIST_TYPE.test(json)) return bitOf('declared list');
  return ARTICLE_TYPE.test(json) ? bitOf('declared article') : 0;
}

/** Whether a slug is the page's title in short: at least three words, most of them in the title. */
function isTitle(slug: string, page: Page): boolean {
  const parts = wordsOf(slug);
  if (parts.length < SLUG_WORDS) return false;
  const tag = page.nameIndex('title');
  const node = tag < 0 ? -1 : page.tag.indexOf(tag);
  if (node < 0) return false;
  const title = new Set(wordsOf(textOf(page, node).slice(0, 1_000)));
  return parts.filter((part) => title.has(part)).length >= SLUG_SHARE * parts.length;
}

/** Words in lower case without accents, as slugs have them. */
function wordsOf(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

function isOtherPage(number: string | null, own: URL, name: string): boolean {
  return number !== null && /^\d+$/.test(number) && number !== own.searchParams.get(name);
}

function plainHost({ hostname }: URL): string {
  return hostname.replace(/^www\./, '');
}

/** A decoded path without file extension, `index` and trailing slash. */
function plainPath(path: string): string {
  // A broken escape is part of the name.
  return (percentDecoded(path) ?? path)
    .replace(/\/(?:default|index)\.[a-z]{3,5}$/i, '/')
    .replace(/\.[a-z]{3,5}$/i, '')
    .replace(/(?<!\/)\/+$/, '');
}

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
/** Minimum words of kept running text, and the least share of them below such titles. */
const MIN_WORDS = 15;
const MIN_SHARE = 0.6;
/** Largest share of a block's words in links for running text. */
const MAX_LINKED = 0.5;

/**
 * Whether most of the kept running text is below titles that link to other pages: after one, and before a heading of its level or
 * above. Linear in the page.
 *
 * Observation (page streams, tuning half): an archive page of one article looks like the article: one container, one headline, no
 * further pages. But the headline links to the article's address. Of 17 sites, 9 have such titles on every list, and 13 on no
 * article. Headings of related articles link to other pages too, but little text is below them.
 * @param leadsAway whether a link leads to another page of the site
 */
function hasEntryTitles(page: Page, { blocks, labels }: LabelledBlocks, leadsAway: (link: NodeId) => boolean): boolean {
  const headings = tagTable(page, new Set(HEADINGS));
  const anchor = page.nameIndex('a');
  let all = 0;
  let below = 0;
  // Levels of the title above the current text, and of the last heading; 0 for none.
  let title = 0;
  let level = 0;
  let headingEnd = 0;
  let link: NodeId = 0;
  let node = 1;
  for (let at = 0; at < blocks.length; at++) {
    const { first, words, linkWords } = blocks[at];
    for (; node < first; node++) {
      const isHeading = headings[page.tag[node]] === 1;
      if (isHeading) {
        level = HEADINGS.indexOf(page.names[page.tag[node]]) + 1;
        headingEnd = page.end[node];
        if (level <= title) title = 0;
      } else if (page.tag[node] === anchor) link = node;
      // The link is in the heading or around it.
      if ((isHeading ? node < page.end[link] : link === node && node < headingEnd) && leadsAway(link)) title = level;
    }
    if (labels.keep[at] === 0 || linkWords > MAX_LINKED * words) continue;
    all += words;
    if (title > 0) below += words;
  }
  return all >= MIN_WORDS && below >= MIN_SHARE * all;
}
