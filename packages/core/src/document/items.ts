/**
 * The items of a document: the entries of a list page, or the one product of its page.
 *
 * The entries of a list page: cards of a grid, rows of results, teasers of a blog.
 *
 * Steps: (1) every kept link with words marks an entry, unless three or more have the same words ("Read more"); (2) groups of
 * similar elements around them (`record-groups.ts`): the best one has one such link in each member and holds most of the kept text;
 * (3) of each member the title, its address, the first image, the price, the date, and the other words.
 */
import { linkAddress, type NodeId, nameOf, nearestWith, type Page, TEXT, tagNames, textOf } from '@dehusk/html';
import { SELECTED } from '../blocks/block.js';
import { spacedText } from '../metadata/finding.js';
import { mainHeading } from '../metadata/heading.js';
import { type JsonLdNode, readJsonLd } from '../metadata/json-ld.js';
import type { Metadata } from '../metadata/metadata.js';
import { type Byline, bylinesOf, shownCharacters } from '../records/bylines.js';
import {
  bestGroup,
  bestSlot,
  groupsAround,
  keptCharacters,
  type RecordGroup,
  slotKey,
  weightIn,
  withoutRepeatedLines,
} from '../records/record-groups.js';
import { type Title, titlesOf } from '../records/titles.js';
import type { Item, Located } from './document.js';
import { imageOf } from './image.js';
import { keptLists } from './kept.js';
import { pageRoles } from './roles.js';
import { contentOf } from './walk/walk.js';

interface ItemsWanted {
  /** Per node: 1 for kept text. */
  readonly kept: Uint8Array;
  /** Per node: one of `SELECTED`; absent without selectors of the caller. */
  readonly selected?: Uint8Array;
  /** True on pages of shops. */
  readonly sells: boolean;
}

/** Minimum number of entries: two similar elements may be anything. */
const MIN_ITEMS = 3;
/** Minimum share of the kept text in the entries, and minimum evidence for a group, 0…1. */
const MIN_SHARE = 0.25;
const MIN_EVIDENCE = 0.6;
/** The minimum share of all shown text for entries with prices, and the number of entries checked for one. */
const MIN_PRICED_SHARE = 0.02;
const PRICED_SAMPLE = 10;
/** Maximum length of a title in characters; a longer link is a card with its first words as title. */
const MAX_TITLE = 200;

/**
 * The entries of a page in document order; empty when it has none. Linear in the page. The kept text of shops often describes the
 * collection and leaves the goods out: there similar elements with prices are entries, kept or not.
 */
export function itemsOf(page: Page, wanted: ItemsWanted): Located<Item> {
  const shown = shownCharacters(page);
  if (wanted.sells) {
    const all = new Uint8Array(page.size);
    for (let node = 0; node < page.size; node++) if (shown[node + 1] > shown[node]) all[node] = 1;
    const titles = titlesOf(page, all);
    const groups = groupsAround(page, titles);
    const priced = bestItems(page, groups, shown, MIN_PRICED_SHARE, (group) => isPriced(page, group));
    if (priced !== null) return readItems(page, priced, titles, all, wanted);
  }
  const titles = titlesOf(page, wanted.kept);
  if (titles.length < MIN_ITEMS) return NO_ITEMS;
  const weight = keptCharacters(page, wanted.kept);
  const group = bestItems(page, groupsAround(page, titles), weight, MIN_SHARE, () => true);
  return group === null ? NO_ITEMS : readItems(page, group, titles, wanted.kept, wanted);
}

const NO_ITEMS: Located<Item> = { records: [], nodes: [] };

/** True when most of a group's first members name a price. */
function isPriced(page: Page, group: RecordGroup): boolean {
  const some = group.members.slice(0, PRICED_SAMPLE);
  return some.filter((node) => priceIn(page, node) !== null).length > some.length / 2;
}

function readItems(
  page: Page,
  group: RecordGroup,
  titles: readonly Title[],
  kept: Uint8Array,
  wanted: ItemsWanted,
): Located<Item> {
  const slot = bestSlot(group, 'title')?.key ?? -1;
  const bylines = bylinesOf(page).filter((one) => one.kind === 'date');
  const { base } = pageRoles(page);
  const keptOnly = keptLists(page);
  const isLeftOut = (node: NodeId): boolean => (wanted.selected?.[node] ?? SELECTED.undecided) > SELECTED.kept;
  const found: { readonly item: Omit<Item, 'content'>; root: NodeId; title: NodeId[]; others: NodeId[] }[] = [];
  let until = 0;
  let nextTitle = 0;
  let nextByline = 0;
  for (const node of group.members) {
    if (node < until) continue;
    until = page.end[node];
    while (nextTitle < titles.length && titles[nextTitle].node < node) nextTitle++;
    let title: Title | null = null;
    for (; nextTitle < titles.length && titles[nextTitle].node < until; nextTitle++) {
      const one = titles[nextTitle];
      if (title === null || (slotKey(page, one) === slot && slotKey(page, title) !== slot)) title = one;
    }
    while (nextByline < bylines.length && bylines[nextByline].node < node) nextByline++;
    let date: Byline | null = null;
    for (; nextByline < bylines.length && bylines[nextByline].node < until; nextByline++)
      if (date === null || bylines[nextByline].rank > date.rank) date = bylines[nextByline];
    if (title === null || isLeftOut(title.node)) continue;
    const words = titleWords(page, title.words);
    const others: NodeId[] = [];
    for (let inner = node + 1; inner < until; inner++)
      if (page.tag[inner] === TEXT && kept[inner] === 1 && !words.nodes.has(inner) && !isLeftOut(inner))
        others.push(inner);
    const item = {
      title: words.text,
      url: linkAddress(page.attribute(title.node, 'href') ?? '', base),
      price: priceIn(page, node, !wanted.sells),
      image: firstImage(page, node, base),
      date: date?.value ?? null,
    };
    found.push({ item, root: node, title: [...words.nodes], others });
  }
  const said = withoutRepeatedLines(
    page,
    found.map(({ others }) => others),
  );
  const records = found.map(({ item, root }, at): Item => {
    return { ...item, content: contentOf(page, keptOnly(said[at]), root + 1, page.end[root]) };
  });
  return { records, nodes: found.map(({ title }, at) => [...title, ...said[at]]) };
}

/** The group that holds the most of a weight with the best evidence. */
function bestItems(
  page: Page,
  groups: readonly RecordGroup[],
  weight: Uint32Array,
  minShare: number,
  accepts: (group: RecordGroup) => boolean,
): RecordGroup | null {
  const total = Math.max(1, weight[page.size]);
  return bestGroup(groups, (group) => {
    const count = group.members.length;
    const title = count < MIN_ITEMS ? null : bestSlot(group, 'title');
    if (title === null) return 0;
    const share = weightIn(page, group.members, weight) / total;
    const { members, total: titles, rank } = title.slot;
    const evidence = (members ** 2 / titles / count) * (0.5 + 0.1 * rank) * Math.sqrt(group.density);
    return share < minShare || evidence < MIN_EVIDENCE || !accepts(group) ? 0 : share * evidence;
  });
}

/** The words of a title and their text nodes; of a link around a card only its first text. */
function titleWords(page: Page, node: NodeId): { text: string; nodes: ReadonlySet<NodeId> } {
  const shown = shownCharacters(page);
  const nodes = new Set<NodeId>();
  const title = spacedText(page, node);
  for (let inner = node; inner < page.end[node]; inner++) {
    if (page.tag[inner] !== TEXT || shown[inner + 1] === shown[inner]) continue;
    nodes.add(inner);
    if (title.length > MAX_TITLE) return { text: spacedText(page, inner).slice(0, MAX_TITLE), nodes };
  }
  return { text: title, nodes };
}

function firstImage(page: Page, root: NodeId, base: string | null): string | null {
  const image = page.nameIndex('img');
  if (image < 0) return null;
  for (let node = root; node < page.end[root]; node++) {
    if (page.tag[node] !== image) continue;
    const found = imageOf(page, node, base);
    if (found?.type === 'image') return found.url;
  }
  return null;
}

/** Levels above the main heading searched for the price. */
const MAX_CLIMB = 6;

/** The product of a page, from JSON-LD, meta tags and the text near the main heading; null when it has no name. */
export function productOf(page: Page, metadata: Metadata): Item | null {
  const node = readJsonLd(page).nodes.find((one) => one.types.some((type) => /^Product(?:Group)?$/.test(type)));
  const name = node?.properties.name;
  const title = typeof name === 'string' && name.trim() !== '' ? name.trim() : metadata.title;
  if (title === null) return null;
  const text = metadata.description;
  return {
    title,
    url: metadata.canonicalUrl ?? page.url,
    content: text === null ? [] : [{ type: 'paragraph', inline: [{ type: 'text', text }] }],
    price: describedPrice(node) ?? metaPrice(page) ?? priceNearHeading(page),
    image: metadata.image,
    date: null,
  };
}

/** The main heading, which names the product. */
export function productNodes(page: Page): readonly NodeId[] {
  const heading = mainHeading(page);
  return heading === null ? [] : Array.from({ length: page.end[heading] - heading }, (_, at) => heading + at);
}

function describedPrice(node: JsonLdNode | undefined): string | null {
  const offers = [node?.properties.offers].flat()[0];
  if (typeof offers !== 'object' || offers === null) return null;
  const offer = offers as Record<string, unknown>;
  const nested = [offer.priceSpecification].flat()[0] as Record<string, unknown> | null | undefined;
  const price = offer.price ?? offer.lowPrice ?? nested?.price;
  return written(price, offer.priceCurrency ?? nested?.priceCurrency);
}

function metaPrice(page: Page): string | null {
  const meta = page.nameIndex('meta');
  let amount: string | null = null;
  let currency: string | null = null;
  if (meta >= 0)
    for (let node = 0; node < page.size; node++) {
      if (page.tag[node] !== meta) continue;
      const key = page.attribute(node, 'property') ?? page.attribute(node, 'itemprop') ?? page.attribute(node, 'name');
      if (key === null) continue;
      if (/^(?:(?:product|og):price:amount|price)$/i.test(key)) amount ??= page.attribute(node, 'content');
      else if (/^(?:(?:product|og):price:currency|priceCurrency)$/i.test(key))
        currency ??= page.attribute(node, 'content');
    }
  return written(amount, currency);
}

function written(price: unknown, currency: unknown): string | null {
  if ((typeof price !== 'number' && typeof price !== 'string') || !/\d/.test(String(price))) return null;
  const number = String(price).trim().slice(0, 40);
  return typeof currency === 'string' && /^[A-Za-z]{3}$/.test(currency.trim())
    ? `${number} ${currency.trim()}`
    : number;
}

/** The nearest price around the main heading: in the smallest element around it that has one. */
function priceNearHeading(page: Page): string | null {
  let node = mainHeading(page) ?? 0;
  for (let climbed = 0; node > 0 && climbed < MAX_CLIMB; climbed++, node = page.parent[node]) {
    const price = priceIn(page, node);
    if (price !== null) return price;
  }
  return null;
}

const NUMBER = String.raw`\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const SIGN = String.raw`US\$|R\$|C\$|A\$|[$€£¥₹₽₩₺₴₪฿₫₱]|USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|SEK|NOK|DKK|PLN|Rs\.?`;
const SIGN_BEHIND = String.raw`[€£¥₹₽₩₺₴₪₫]|USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|zł|kr\.?|Kč|Ft|lei|лв|руб\.?|грн|円|元`;
const PRICE = new RegExp(`(?:${SIGN}) ?(?:${NUMBER})|(?:${NUMBER}) ?(?:${SIGN_BEHIND})(?![\\p{L}\\p{N}])`, 'gu');
const PRICE_CLASS = /price|preis|prix|precio|prezzo|amount|cost/i;
/** Class names of former prices and prices of something else. */
const OTHER_PRICE =
  /old|was|regular|list|compare|before|original|strike|rrp|uvp|msrp|per-?unit|unit-?price|saving|discount/i;
/** Maximum length of a price with a few words, in characters. */
const MAX_PRICE = 80;

/**
 * The current price in a subtree as written, white space collapsed, or null. Linear in the subtree.
 *
 * @param named true to accept only elements named a price: sums in running text are none
 */
function priceIn(page: Page, root: NodeId, named = false): string | null {
  let best: string | null = null;
  let bestRank = 0;
  for (let node = root; node < page.end[root]; node++) {
    const length = page.textTo[node] - page.textFrom[node];
    if (length === 0 || length > MAX_PRICE * 2) continue;
    const isText = page.tag[node] === TEXT;
    const classes = (page.attribute(isText ? page.parent[node] : node, 'class') ?? '').slice(0, 300);
    const isNamed = PRICE_CLASS.test(classes) || (!isText && page.attribute(node, 'itemprop') === 'price');
    if ((!isText || named) && !isNamed) continue;
    const text = textOf(page, node)
      .replace(/[\s\u00a0\u202f]+/g, ' ')
      .trim();
    if (text.length > MAX_PRICE) continue;
    const isOther = OTHER_PRICE.test(classes) || isStruck(page, node, root);
    // A named price ranks above a number that looks like one, both above former prices.
    const rank = (isOther ? 0 : 2) + (isNamed ? 2 : 1);
    if (rank <= bestRank) continue;
    const found: readonly string[] = text.match(PRICE) ?? [];
    // An element with several prices is a wrapper.
    if (found.length === 0 || (!isText && found.length > 1)) continue;
    best = found[0].trim();
    bestRank = rank;
  }
  return best;
}

/** Levels above a text where it may be struck through. */
const STRUCK_CLIMB = 3;
const STRUCK = tagNames('del s strike');

function isStruck(page: Page, node: NodeId, root: NodeId): boolean {
  const isOther = (up: NodeId): boolean =>
    STRUCK.has(nameOf(page, up)) ||
    (up !== node && OTHER_PRICE.test((page.attribute(up, 'class') ?? '').slice(0, 300)));
  return nearestWith(page, node, STRUCK_CLIMB + 1, isOther) >= root;
}
