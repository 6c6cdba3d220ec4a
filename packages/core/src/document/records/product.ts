/** The one thing a product page sells: from JSON-LD, meta tags and, for the price, what is written near the main heading. */
import { type JsonLdNode, readJsonLd } from '../../page/metadata/json-ld.js';
import type { Metadata } from '../../page/metadata/metadata.js';
import { mainHeading } from '../../page/metadata/visible.js';
import type { Page } from '../../page/page.js';
import type { Item } from '../document.js';
import { priceIn } from './price.js';

/** How far above its heading the part of a page that sells the product begins, in levels. */
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
