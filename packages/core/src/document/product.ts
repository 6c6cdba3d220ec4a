/** The product of a product page, from JSON-LD, meta tags and the text near the main heading; and prices as pages write them. */

import { type NodeId, type Page, TEXT, textOf } from '@dehusk/html';
import { mainHeading } from '../metadata/heading.js';
import { type JsonLdNode, readJsonLd } from '../metadata/json-ld.js';
import type { Metadata } from '../metadata/metadata.js';
import type { Item } from './document.js';

/** Levels above the main heading searched for the price. */
const MAX_CLIMB = 6;

/** The product of a page; null when it has no name. */
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
export function priceIn(page: Page, root: NodeId, named = false): string | null {
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

function isStruck(page: Page, node: NodeId, root: NodeId): boolean {
  for (let at = node, climbed = 0; at >= root && climbed <= STRUCK_CLIMB; climbed++, at = page.parent[at]) {
    const name = page.names[page.tag[at]];
    if (name === 'del' || name === 's' || name === 'strike') return true;
    if (at !== node && OTHER_PRICE.test((page.attribute(at, 'class') ?? '').slice(0, 300))) return true;
  }
  return false;
}
