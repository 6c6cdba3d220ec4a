/** Prices as pages write them: a number beside a sign or code of a currency. */
import { type NodeId, type Page, TEXT } from '../../page/page.js';

const NUMBER = String.raw`\d{1,3}(?:[ .,'’\u00a0\u202f]\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?`;
const SIGN = String.raw`US\$|R\$|C\$|A\$|[$€£¥₹₽₩₺₴₪฿₫₱]|USD|EUR|GBP|CHF|JPY|CAD|AUD|INR|SEK|NOK|DKK|PLN|Rs\.?`;
const SIGN_BEHIND = String.raw`[€£¥₹₽₩₺₴₪₫]|USD|EUR|GBP|CHF|SEK|NOK|DKK|PLN|zł|kr\.?|Kč|Ft|lei|лв|руб\.?|грн|円|元`;
const PRICE = new RegExp(`(?:${SIGN}) ?(?:${NUMBER})|(?:${NUMBER}) ?(?:${SIGN_BEHIND})(?![\\p{L}\\p{N}])`, 'gu');
const PRICE_CLASS = /price|preis|prix|precio|prezzo|amount|cost/i;
/** Prices that are not asked any more, or belong to something else. */
const OTHER_PRICE =
  /old|was|regular|list|compare|before|original|strike|rrp|uvp|msrp|per-?unit|unit-?price|saving|discount/i;
/** Longest text that is a price with a few words, in characters. */
const MAX_PRICE = 80;

/**
 * The price asked for in a subtree as it is written, white space collapsed, or null. Linear in the subtree.
 *
 * @param named true to believe only what is called a price: sums in running text are none
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
    const text = page.chars
      .slice(page.textFrom[node], page.textTo[node])
      .replace(/[\s\u00a0\u202f]+/g, ' ')
      .trim();
    if (text.length > MAX_PRICE) continue;
    const isOther = OTHER_PRICE.test(classes) || isStruck(page, node, root);
    // What is called a price is asked before what merely looks like one, and both before what is struck through.
    const rank = (isOther ? 0 : 2) + (isNamed ? 2 : 1);
    if (rank <= bestRank) continue;
    const found: readonly string[] = text.match(PRICE) ?? [];
    // An element with several prices is the box around them.
    if (found.length === 0 || (!isText && found.length > 1)) continue;
    best = (found[0] as string).trim();
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
