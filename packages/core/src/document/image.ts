/** Images: whether one is content, and its address, also where a lazy-loading script would set it. */

import {
  attributeReader,
  elementsWith,
  IMAGES,
  imageAddress,
  memoized,
  type NodeId,
  nameOf,
  nearestWith,
  type Page,
  singleSpaced,
  TEXT,
  tagTable,
  textOf,
} from '@dehusk/html';
import type { Inline } from './document.js';
import { pageRoles } from './roles.js';

/** Attributes that lazy-loading scripts read the address from, most specific first. Until they run, `src` is often a placeholder. */
const LAZY_ATTRIBUTES = 'data-src data-original data-lazy-src data-lazy data-url data-orig-file'.split(' ');
const SET_ATTRIBUTES = ['data-srcset', 'data-lazy-srcset', 'srcset'];
const IMAGE_FILE = /^\s*[^\s{}]{1,2000}\.(?:avif|gif|jpe?g|png|svg|webp)(?:[?#]\S*)?\s*$/i;
/** Other attributes of lazy images by their names, whose addresses may have no form of a file. */
const LAZY_NAME = /^data-[\w-]{0,40}(?:src|url|image|img|original|lazy)/;
const ADDRESS = /^\s*(?:https?:)?\/\/?[^\s{}/][^\s{}]{0,2000}\s*$/i;
/** Attributes of an image that may name a file but are not its address. */
const NAMES_NO_SOURCE: ReadonlySet<string> = new Set(
  'alt title aria-label class id usemap longdesc resource about'.split(' '),
);
/** Images declared at most this wide or high, in CSS pixels, are trackers and spacers. */
const MAX_INVISIBLE_PIXELS = 2;
/** An emoji in an image is at most this wide, in CSS pixels. */
const MAX_EMOJI_PIXELS = 72;
/** Nodes of a `<picture>`, a link or a `<noscript>` searched, so that one with many images stays linear. Real ones have at most ten. */
const MAX_NODES = 64;
/** Images before a `<noscript>` that it may repeat. */
const MAX_RECENT = 4;
const PLACEHOLDER =
  /(?:^|\/)(?:(?:[\w-]*[_-])?(?:spacer|transparent|placeholder|1x1)|(?:tracking[_-]?)?(?:blank|pixel|grey|gray|trans|clear))\.(?:gif|png|svg)(?:$|\?)/i;
const NO_CONTENT_CLASS = /(?:^|\s)(?:avatar|gravatar|userpic|[\w-]*bookmark-icon)(?:\s|$)/i;
/** Files that are named as portraits of authors or icons of sites. */
const PORTRAIT =
  /(?:^|\/)(?:gr)?(?:avatar|profile|author)(?:[_-](?:photo|pic|picture|image|img|small))?\.(?:png|jpe?g|gif|webp|avif|svg)(?:$|[?#])|gravatar\.com\/avatar\/|\.ico(?:$|[?#])/i;
const EMOJI =
  /^(?=.*(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3))[\p{Emoji}\p{Emoji_Component}]{1,16}$/u;
/** Two UTF-16 code units a character. */
const MAX_EMOJI_LENGTH = 32;
/** Class names of links that show an image larger. */
const LIGHTBOX_CLASS =
  /(?:^|\s)(?:[\w-]{0,40}(?:lightbox|fancybox|swipebox|colorbox|thickbox|highslide|photoswipe|magnific)[\w-]{0,40}|image-?link|image|mw-file-description)(?:\s|$)/i;
const LIGHTBOX_ATTRIBUTES =
  'data-lightbox data-fancybox data-featherlight data-pswp-width data-gallery data-elementor-open-lightbox imageanchor'.split(
    ' ',
  );
const LIGHTBOX_REL = /(?:^|\s)(?:lightbox|attachment|prettyphoto)/i;
/** Class names of elements that are figures with their captions, of weblogs, wikis and documentation. */
const FIGURE_CLASS = /(?:^|\s)(?:wp-caption|gallery-item|thumbinner|captioned-image|figure)(?:\s|$)/i;

/** Class names of lists that only arrange images. */
const CAROUSEL_CLASS = /(?:^|[\s_-])(?:carousel|slides?|slider|slideshow|swiper|slick|splide|gallery)(?:[\s_-]|$)/i;
/** Where the name of a file goes on with the size of the image. */
const SIZE = /[-_@](?:\d{2,4}x\d{0,4}|\d{2,4}w|scaled|thumb|small|medium|large|[23]x|hu[0-9a-f]{8})/i;

/** True for an element other than `<figure>` that holds an image and its caption. */
export function isFigure(page: Page, node: NodeId): boolean {
  const classes = page.attribute(node, 'class');
  return classes !== null && FIGURE_CLASS.test(classes) && firstImage(page, node) !== null;
}

/** True for a list whose items are images. `hasText` tells whether it has kept text. */
export function isImageList(page: Page, list: NodeId, hasText: boolean): boolean {
  return (!hasText || CAROUSEL_CLASS.test(page.attribute(list, 'class') ?? '')) && firstImage(page, list) !== null;
}

/** The image of an element, an emoji as its text; null when it has no usable address, shows nothing or repeats another. */
export function imageOf(page: Page, node: NodeId, base: string | null): Inline | null {
  const alt = singleSpaced(page.attribute(node, 'alt') ?? '');
  const pixels = declaredPixels(page, node);
  if (
    alt !== '' &&
    alt.length <= MAX_EMOJI_LENGTH &&
    EMOJI.test(alt) &&
    (pixels === null || pixels <= MAX_EMOJI_PIXELS)
  )
    return { type: 'text', text: alt };
  if (pixels !== null && pixels <= MAX_INVISIBLE_PIXELS) return null;
  if (NO_CONTENT_CLASS.test(page.attribute(node, 'class') ?? '') || repeatsOf(page).has(node)) return null;
  const url = sourceOf(page, node, base);
  if (url === null || PORTRAIT.test(url)) return null;
  return { type: 'image', url, alt, title: singleSpaced(page.attribute(node, 'title') ?? '') || null };
}

/** The image that a style draws behind an element, of a gallery or declared as one. */
const BACKGROUND = /background(?:-image)?\s{0,9}:[^;]{0,200}?url\(\s{0,9}["']?([^"')\s]{1,2000})/i;
const DRAWN_ATTRIBUTES = 'data-bg data-background-image data-background data-bg-src data-thumbnail'.split(' ');
/** Levels from such an element to its gallery, and white space in it. */
const MAX_SLIDE_CLIMB = 4;
const MAX_BLANK = 200;

/** The elements without words whose background is content, each with its image. Linear in the page. */
export const backgroundImages: (page: Page) => ReadonlyMap<NodeId, Inline> = memoized((page: Page) => {
  const found = new Map<NodeId, Inline>();
  const classOf = attributeReader(page, 'class');
  const isGallery = (node: NodeId): boolean =>
    nameOf(page, node) === 'figure' || CAROUSEL_CLASS.test(classOf(node) ?? '');
  const { base } = pageRoles(page);
  for (const node of elementsWith(page, ['style', ...DRAWN_ATTRIBUTES])) {
    const style = BACKGROUND.exec(page.attribute(node, 'style') ?? '')?.[1];
    const drawn = DRAWN_ATTRIBUTES.map((name) => page.attribute(node, name)).find((one) => one) ?? style;
    if (drawn === undefined || page.textTo[node] - page.textFrom[node] > MAX_BLANK) continue;
    if (textOf(page, node).trim() !== '' || firstImage(page, node) !== null) continue;
    const isContent = page.attribute(node, 'role') === 'img' || nearestWith(page, node, MAX_SLIDE_CLIMB, isGallery) > 0;
    const url = isContent ? usable(drawn.replace(/^\s*url\(["']?|["']?\)\s*$/g, '').trim(), base) : null;
    const alt = singleSpaced(page.attribute(node, 'aria-label') ?? page.attribute(node, 'title') ?? '');
    if (url !== null) found.set(node, { type: 'image', url, alt, title: null });
  }
  return found;
});

/** The smaller side of an element as declared in CSS pixels, or null. */
export function declaredPixels(page: Page, node: NodeId): number | null {
  let pixels: number | null = null;
  for (const side of ['width', 'height']) {
    const declared = /^\s*(\d{1,6})(?:\.\d*)?(?:px)?\s*$/.exec(page.attribute(node, side) ?? '');
    if (declared !== null) pixels = Math.min(pixels ?? Number(declared[1]), Number(declared[1]));
  }
  return pixels;
}

function sourceOf(page: Page, node: NodeId, base: string | null): string | null {
  const own = lazySource(page, node, base) ?? usable(page.attribute(node, 'src'), base) ?? largest(page, node, base);
  if (own !== null) return own;
  const picture = page.parent[node];
  if (picture >= 0 && nameOf(page, picture) === 'picture')
    for (let source = picture + 1; source < Math.min(node, picture + MAX_NODES); source++)
      if (nameOf(page, source) === 'source') {
        const url = largest(page, source, base);
        if (url !== null) return url;
      }
  for (const [name, value] of page.attributes(node))
    if (!NAMES_NO_SOURCE.has(name) && (IMAGE_FILE.test(value) || (LAZY_NAME.test(name) && ADDRESS.test(value)))) {
      const url = usable(value, base);
      if (url !== null) return url;
    }
  return null;
}

/** The address in an attribute for a lazy-loading script. Flags such as `data-lazy="true"` are none. */
function lazySource(page: Page, node: NodeId, base: string | null): string | null {
  for (const name of LAZY_ATTRIBUTES) {
    const value = page.attribute(node, name);
    // An address without a point or slash only where the image has no other.
    const isAddress =
      value !== null &&
      (/[/.?]/.test(value) || (page.attribute(node, 'src') === null && !/^(?:true|false|\d*)$/.test(value)));
    const url = isAddress && !/[{}]/.test(value) ? usable(value, base) : null;
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

/**
 * The images that a page has twice for lazy loading: a `<noscript>` after the image, or after a small version of it, repeats it.
 * Where the image has its own address the one in the `<noscript>` is the repeat, else the one before. Linear in the page.
 */
const repeatsOf: (page: Page) => ReadonlySet<NodeId> = memoized((page: Page) => {
  const repeats = new Set<NodeId>();
  const noscript = page.nameIndex('noscript');
  if (noscript < 0) return repeats;
  const isImage = tagTable(page, IMAGES);
  const { base } = pageRoles(page);
  /** The images since the last word. */
  let recent: NodeId[] = [];
  /** The address of a `<noscript>` since the last word that repeats none before. */
  let last: string | null = null;
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (isImage[tag] === 1) {
      recent = [...recent.slice(1 - MAX_RECENT), node];
      if (last !== null && sourceOf(page, node, base) === last) repeats.add(node);
    } else if (tag === TEXT && (recent.length > 0 || last !== null) && textOf(page, node).trim() !== '') {
      recent = [];
      last = null;
    }
    if (tag !== noscript) continue;
    const image = textOf(page, node).trim() === '' ? firstImage(page, node) : null;
    const url = image === null ? null : sourceOf(page, image, base);
    const before = recent.filter((one) => one > page.parent[node]);
    if (image !== null && url !== null) {
      for (const one of before) {
        const lazy = lazySource(page, one, base) ?? largest(page, one, base);
        const shown = sourceOf(page, one, base);
        if (shown === url || (one === before.at(-1) && lazy !== null)) repeats.add(image);
        else if (shown !== null && fileOf(shown) === fileOf(url)) repeats.add(one);
      }
    }
    recent = [];
    last = image === null || repeats.has(image) ? null : url;
    node = page.end[node] - 1;
  }
  return repeats;
});
function firstImage(page: Page, element: NodeId): NodeId | null {
  const end = Math.min(page.end[element], element + MAX_NODES);
  for (let node = element + 1; node < end; node++) if (IMAGES.has(nameOf(page, node))) return node;
  return null;
}

/** The name of an image's file without its size and format. */
function fileOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0];
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w{3,4}$/, '');
  const size = name.search(SIZE);
  return (size > 0 ? name.slice(0, size) : name).toLowerCase();
}

/**
 * True for a link that only shows its image larger, or leads to the page of a wiki or a weblog about the image.
 *
 * @param link an `<a>` without kept text
 */
export function isEnlargement(page: Page, link: NodeId, base: string | null): boolean {
  const href = page.attribute(link, 'href') ?? '';
  const image = firstImage(page, link);
  if (image === null) return IMAGE_FILE.test(href);
  if (LIGHTBOX_REL.test(page.attribute(link, 'rel') ?? '')) return true;
  const url = imageAddress(href, base);
  const shown = sourceOf(page, image, base);
  if (url === null || shown === null || url === shown) return url !== null && url === shown;
  if (LIGHTBOX_ATTRIBUTES.some((name) => page.attribute(link, name) !== null)) return true;
  return (
    IMAGE_FILE.test(href) && (LIGHTBOX_CLASS.test(page.attribute(link, 'class') ?? '') || fileOf(url) === fileOf(shown))
  );
}
