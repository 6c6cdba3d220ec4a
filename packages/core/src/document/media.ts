/**
 * Embedded media: videos, sounds, frames with a player, a map or a post, and drawings with a title. Frames for advertising,
 * tracking or decoration are not media.
 */

import { imageAddress, type NodeId, nameOf, type Page, singleSpaced, textOf } from '@dehusk/html';
import type { Inline, Media } from './document.js';
import { declaredPixels } from './image.js';

/** Nodes of an element searched for its sources, so that one with many elements stays linear. */
const MAX_NODES = 64;
/** Frames declared at most this wide or high, in CSS pixels, show nothing. */
const MAX_INVISIBLE_PIXELS = 10;
/** Drawings with fewer nodes, or smaller in CSS pixels, are icons. */
const MIN_DRAWING_NODES = 6;
const MIN_DRAWING_PIXELS = 64;
const ADDRESS_ATTRIBUTES = 'data-src data-lazy-src data-litespeed-src src data data-url'.split(' ');

/** Hosts of players. */
const VIDEO =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|wistia\.(?:com|net)|ted\.com|bilibili\.com|brightcove\.net|jwplatform\.com|loom\.com|streamable\.com|rutube\.ru|nicovideo\.jp|vidyard\.com|tiktok\.com|veoh\.com|youku\.com|qq\.com)\/|\/videos?\/embed\/|\.(?:mp4|webm|m4v|mov|ogv)(?:$|[?#])/i;
const AUDIO =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:soundcloud\.com|spotify\.com|bandcamp\.com|mixcloud\.com|podcasts\.apple\.com|simplecast\.com|megaphone\.fm|libsyn\.com|audioboom\.com|buzzsprout\.com|anchor\.fm|transistor\.fm)\/|\.(?:mp3|ogg|oga|m4a|wav|flac)(?:$|[?#])/i;
/** Hosts of other embeds: code, maps, documents, charts, posts. */
const EMBED =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|gist\.github\.com|observablehq\.com|replit\.com|openstreetmap\.org|slideshare\.net|speakerdeck\.com|figma\.com|datawrapper\.(?:de|dwcdn\.net)|dwcdn\.net|flourish\.studio|public\.tableau\.com|archive\.org|geogebra\.org|desmos\.com|scratch\.mit\.edu|giphy\.com|instagram\.com|reddit(?:media)?\.com|sketchfab\.com|docs\.google\.com)\/|^(?:https?:)?\/\/(?:www|maps)\.google\.[\w.]+\/maps|twitter\.com\/embed|facebook\.com\/plugins\/(?:post|video)|\.pdf(?:$|[?#])/i;
/** Frames that are not content, by address or title. */
const NO_CONTENT =
  /doubleclick|googlesyndication|googletagmanager|adservice|amazon-adsystem|adnxs|taboola|outbrain|recaptcha|hcaptcha|facebook\.com\/(?:plugins\/(?:like|page|share|comments|follow)|tr\b)|disqus|addthis|sharethis|mailchimp|platform\.twitter\.com\/widgets|consent|about:blank/i;
const NO_CONTENT_TITLE =
  /advert|^ad$|^ads\b|3rd party|tracking|captcha|comment|consent|cookie|newsletter|sign ?up|chat/i;
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
/** Custom elements that load a player for the video whose id they contain. */
const PLAYERS: ReadonlyMap<string, string> = new Map([
  ['lite-youtube', 'https://www.youtube.com/watch?v='],
  ['youtube-video', 'https://www.youtube.com/watch?v='],
  ['amp-youtube', 'https://www.youtube.com/watch?v='],
  ['lite-vimeo', 'https://vimeo.com/'],
  ['amp-vimeo', 'https://vimeo.com/'],
]);
const ID_ATTRIBUTES = 'videoid video-id data-videoid data-video-id'.split(' ');

/** What an element embeds, as media, or as an image when its address is one; null when that is no content. */
export function mediaOf(page: Page, node: NodeId, base: string | null): Inline | null {
  const name = nameOf(page, node);
  if (name === 'svg') return drawingOf(page, node);
  const title = titleOf(page, node);
  const player = PLAYERS.get(name);
  if (player !== undefined) {
    const id = ID_ATTRIBUTES.map((one) => page.attribute(node, one)).find((one) => one !== null) ?? '';
    return /^[\w-]{4,20}$/.test(id) ? { type: 'media', kind: 'video', url: player + id, title } : null;
  }
  const url = addressOf(page, node, base);
  if (url === null || HIDDEN_STYLE.test(page.attribute(node, 'style') ?? '')) return null;
  if (name === 'video' || name === 'audio') return { type: 'media', kind: name, url, title };
  const type = page.attribute(node, 'type') ?? '';
  if (/^image\//i.test(type) || (name !== 'iframe' && /\.(?:svg|png|jpe?g|gif|webp)(?:$|[?#])/i.test(url)))
    return { type: 'image', url, alt: title, title: null };
  const kind = kindOf(page, node, url, title, type);
  return kind === null ? null : { type: 'media', kind, url, title };
}

/** The kind of a frame, or null when nothing shows that it is content. */
function kindOf(page: Page, node: NodeId, url: string, title: string, type: string): Media['kind'] | null {
  const pixels = declaredPixels(page, node);
  if (pixels !== null && pixels <= MAX_INVISIBLE_PIXELS) return null;
  if (NO_CONTENT.test(url) || NO_CONTENT_TITLE.test(title)) return null;
  if (VIDEO.test(url) || /^video\//i.test(type)) return 'video';
  if (AUDIO.test(url) || /^audio\//i.test(type)) return 'audio';
  return EMBED.test(url) || title !== '' || page.attribute(node, 'allowfullscreen') !== null ? 'frame' : null;
}

function titleOf(page: Page, node: NodeId): string {
  for (const name of ['title', 'aria-label', 'playlabel']) {
    const title = singleSpaced(page.attribute(node, name) ?? '');
    if (title !== '') return title;
  }
  return '';
}

/** The address of an element, of its first source or of its parameter. */
function addressOf(page: Page, element: NodeId, base: string | null): string | null {
  const end = Math.min(page.end[element], element + MAX_NODES);
  for (let node = element; node < end; node++) {
    const name = nameOf(page, node);
    if (node !== element && name !== 'source' && name !== 'param' && name !== 'embed') continue;
    if (name === 'param' && !/^(?:movie|src|url)$/i.test(page.attribute(node, 'name') ?? '')) continue;
    for (const attribute of name === 'param' ? ['value'] : ADDRESS_ATTRIBUTES) {
      const written = page.attribute(node, attribute);
      const url = written === null || /^\s*about:/i.test(written) ? null : imageAddress(written, base);
      if (url !== null) return url;
    }
  }
  return null;
}

/** An `<svg>` with a title that is more than an icon. */
function drawingOf(page: Page, node: NodeId): Media | null {
  if (page.end[node] - node < MIN_DRAWING_NODES || page.attribute(node, 'aria-hidden') === 'true') return null;
  let title = titleOf(page, node);
  const end = Math.min(page.end[node], node + MAX_NODES);
  for (let inner = node + 1; title === '' && inner < end; inner++)
    if (nameOf(page, inner) === 'title') title = singleSpaced(textOf(page, inner));
  const box = (page.attribute(node, 'viewbox') ?? '').trim().split(/[\s,]+/);
  const pixels = declaredPixels(page, node) ?? Math.min(Number(box[2]), Number(box[3]));
  return title === '' || !(pixels >= MIN_DRAWING_PIXELS) ? null : { type: 'media', kind: 'drawing', url: null, title };
}
