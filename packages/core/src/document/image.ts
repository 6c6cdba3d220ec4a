/** Images: whether one is content, and its address, also where a lazy-loading script would set it. */

import { imageAddress } from '../page/addresses.js';
import { type NodeId, nameOf, type Page } from '../page/page.js';
import { singleSpaced } from '../text/characters.js';
import type { Inline } from './document.js';

/** Attributes of the address, most specific first: before lazy-loading scripts run, `src` is often a placeholder. */
const ADDRESS_ATTRIBUTES = 'data-src data-original data-lazy-src data-lazy data-url data-orig-file src'.split(' ');
const SET_ATTRIBUTES = ['data-srcset', 'data-lazy-srcset', 'srcset'];
/** Images declared at most this wide or high, in CSS pixels, are trackers and spacers. */
const MAX_INVISIBLE_PIXELS = 2;
/** Nodes of a `<picture>` searched for sources, so that one with many images stays linear. Real ones have at most ten. */
const MAX_PICTURE_NODES = 64;
const PLACEHOLDER = /(?:^|[/_-])(?:spacer|blank|pixel|transparent|placeholder|1x1)\.(?:gif|png|svg)(?:$|\?)/i;

/** The image of an `<img>`, or null when it has no usable address or shows nothing. */
export function imageOf(page: Page, node: NodeId, base: string | null): Inline | null {
  for (const side of ['width', 'height']) {
    const declared = page.attribute(node, side)?.trim() ?? '';
    if (/^\d+(?:px)?$/.test(declared) && Number.parseInt(declared, 10) <= MAX_INVISIBLE_PIXELS) return null;
  }
  const url = sourceOf(page, node, base);
  if (url === null) return null;
  const title = singleSpaced(page.attribute(node, 'title') ?? '');
  return {
    type: 'image',
    url,
    alt: singleSpaced(page.attribute(node, 'alt') ?? ''),
    title: title === '' ? null : title,
  };
}

function sourceOf(page: Page, node: NodeId, base: string | null): string | null {
  for (const name of ADDRESS_ATTRIBUTES) {
    const url = usable(page.attribute(node, name), base);
    if (url !== null) return url;
  }
  const own = largest(page, node, base);
  if (own !== null) return own;
  const picture = page.parent[node];
  if (picture < 0 || nameOf(page, picture) !== 'picture') return null;
  for (let source = picture + 1; source < Math.min(node, picture + MAX_PICTURE_NODES); source++)
    if (nameOf(page, source) === 'source') {
      const url = largest(page, source, base);
      if (url !== null) return url;
    }
  return null;
}

function usable(reference: string | null, base: string | null): string | null {
  return reference === null || PLACEHOLDER.test(reference) ? null : imageAddress(reference, base);
}

/** The largest candidate of a `srcset`: most pixels, or highest density. */
function largest(page: Page, node: NodeId, base: string | null): string | null {
  for (const name of SET_ATTRIBUTES) {
    const set = page.attribute(node, name);
    if (set === null) continue;
    let best: string | null = null;
    let size = -1;
    // A comma separates candidates when white space follows or a descriptor precedes it: addresses may have commas.
    for (const candidate of set.split(/,\s+|(?<=\s[\d.]+[wx]),/)) {
      const [reference = '', descriptor = '1x'] = candidate.trim().split(/\s+/);
      const width = Number.parseFloat(descriptor) || 0;
      if (width <= size) continue;
      const url = usable(reference, base);
      if (url === null) continue;
      best = url;
      size = width;
    }
    if (best !== null) return best;
  }
  return null;
}
