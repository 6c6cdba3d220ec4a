/** Elements of running text. */
import {
  firstChild,
  imageAddress,
  linkAddress,
  type NodeId,
  nameOf,
  nearestWith,
  nextSibling,
  type Page,
  percentDecoded,
  singleSpaced,
  TEXT,
  textOf,
} from '@dehusk/html';
import type { Inline, MarkName } from '../document.js';
import { declaredPixels, imageOf, isEnlargement } from '../image.js';
import type { KeptNodes } from '../kept.js';
import { formatOf, INLINE_ROLES, pageRoles } from '../roles.js';
import * as embeds from './embeds-data.js';
import type { Handler, WalkState } from './walk-state.js';

/** Microformats write dates as the title of `<abbr>`. */
const MACHINE_DATE = /^\d{4}-\d\d/;

const addFormat: Handler = (state, node) => {
  const { run } = state;
  if (state.notes.wrappers.has(node) || state.formulas.noEmphasis.has(node)) return node + 1;
  // Editors wrap copied text in a `<b>` or `<i>` whose style says that it is not.
  if (REGULAR_STYLE.test(state.page.attribute(node, 'style') ?? '')) return node + 1;
  if (run.turnOn({ type: formatOf(nameOf(state.page, node)) })) state.onExit(node, () => state.run.turnOff());
  return node + 1;
};

const addAbbreviation: Handler = (state, node) => {
  const title = singleSpaced(state.page.attribute(node, 'title') ?? '');
  if (title !== '' && !MACHINE_DATE.test(title) && state.run.turnOn({ type: 'abbreviation', title }))
    state.onExit(node, () => state.run.turnOff());
  return node + 1;
};

const addLink: Handler = (state, node) => {
  openLink(state, node);
  return node + 1;
};

export function openLink(state: WalkState, node: NodeId): void {
  const { page, base } = state;
  const href = state.selfLinks.has(node) ? null : page.attribute(node, 'href');
  const address = href === null || href.trim() === '#' ? null : linkAddress(href, base);
  const url = address === null ? null : withoutRedirect(address);
  if (url === null || (!state.kept.hasText(node) && isEnlargement(page, node, base))) return;
  const title = singleSpaced(page.attribute(node, 'title') ?? '') || null;
  const card = cardTitle(page, node, state.kept);
  if (card >= 0) {
    state.cards.set(card, { type: 'link', url, title });
    // An address as text is a link, too.
    for (let at = page.end[card]; at < Math.min(page.end[node], node + MAX_CARD_NODES); at++)
      if (page.tag[at] === TEXT && /^\s*https?:\/\/\S{1,500}\s*$/.test(textOf(page, at)))
        state.cards.set(page.parent[at], { type: 'link', url, title });
  } else if (state.run.turnOn({ type: 'link', url, title })) state.onExit(node, () => state.run.turnOff());
}

/** Nodes of a link around blocks that are searched for its title. */
const MAX_CARD_NODES = 100;

/** The block with the first words of a link that goes on in other blocks: the title of a card; −1 for a link that is text. */
function cardTitle(page: Page, link: NodeId, kept: KeptNodes): NodeId {
  const { roles } = pageRoles(page);
  const end = Math.min(page.end[link], link + MAX_CARD_NODES);
  let first = link + 1;
  while (first < end && (page.tag[first] !== TEXT || kept.kept[first] === 0)) first++;
  if (first >= end) return -1;
  let block = page.parent[first];
  while (block > link && INLINE_ROLES.has(roles[page.tag[block]])) block = page.parent[block];
  return block > link && kept.hasTextBetween(page.end[block], page.end[link]) ? block : -1;
}

const addQuotation: Handler = (state, node) => {
  const marks = state.kept.hasText(node) ? quotationMarks(state.page, node, state.quotations) : null;
  if (marks === null) return node + 1;
  state.run.text(marks[0]);
  state.quotations++;
  state.onExit(node, () => {
    state.quotations--;
    state.run.text(marks[1]);
  });
  return node + 1;
};

const addRuby: Handler = (state, node) => {
  const parts = rubyOf(state.page, node, state.kept);
  if (parts === null) return node + 1;
  for (const part of parts)
    if (part.type === 'text') state.run.text(part.text);
    else state.addInline(part);
  return state.page.end[node];
};

const addImage: Handler = (state, node) => {
  const image = imageOf(state.page, node, state.base);
  if (image?.type === 'text') {
    state.splitAtBreaks();
    state.run.text(image.text);
  } else if (image !== null) state.addInline(image);
  return node + 1;
};

const addMedia: Handler = (state, node) => {
  const media = mediaOf(state.page, node, state.base);
  if (media !== null) state.addInline(media);
  return state.kept.hasText(node) ? node + 1 : state.page.end[node];
};

/** Quotation marks by language: outer pair, inner pair. */
const QUOTATION_MARKS: readonly (readonly [languages: string, marks: string])[] = [
  ['de cs sk sl hr sr bs bg is lt et ka', '„“‚‘'],
  ['pl ro hu', '„”«»'],
  ['ru uk be kk hy', '«»„“'],
  ['fr es it ca gl eu el pt sq fa', '«»“”'],
  ['no nb nn', '«»‘’'],
  ['sv fi', '””’’'],
  ['ja', '「」『』'],
];
const ENGLISH_MARKS = '“”‘’';
const MARKS_OF = new Map(
  QUOTATION_MARKS.flatMap(([languages, marks]) => languages.split(' ').map((word) => [word, marks] as const)),
);
const QUOTATION_MARK = /["“”„‟«»‹›‘’‚「」『』]/;
/** Levels above a quotation searched for its language. */
const MAX_CLIMB = 64;
/** Nodes of a quotation or a ruby; those with more are read without marks. */
const MAX_NODES = 300;

/**
 * The marks around a `<q>` in the language of the text.
 *
 * @param depth number of quotations around it
 * @returns null when the page writes them itself, and for a `<q>` around blocks
 */
function quotationMarks(page: Page, quotation: NodeId, depth: number): readonly [string, string] | null {
  const from = page.textFrom[quotation];
  if (QUOTATION_MARK.test(page.chars.charAt(from - 1)) || QUOTATION_MARK.test(page.chars.charAt(from))) return null;
  const end = page.end[quotation];
  if (end - quotation > MAX_NODES) return null;
  const { roles } = pageRoles(page);
  for (let node = quotation; node < end; node++)
    if (page.tag[node] !== TEXT && !INLINE_ROLES.has(roles[page.tag[node]])) return null;
  const marks = MARKS_OF.get(languageAt(page, quotation)) ?? ENGLISH_MARKS;
  const at = depth % 2 === 0 ? 0 : 2;
  return [marks.charAt(at), marks.charAt(at + 1)];
}

/** The primary language subtag of an element, lower case; empty when none is declared. */
function languageAt(page: Page, node: NodeId): string {
  const declaring = nearestWith(page, node, MAX_CLIMB, (up) => page.attribute(up, 'lang') !== null);
  const language = declaring < 0 ? '' : (page.attribute(declaring, 'lang') ?? '');
  return /^[a-z]*/i.exec(language.trim())?.[0].toLowerCase() ?? '';
}

/** The bases of a `<ruby>` with their readings, and text without one; null when no reading is kept. */
function rubyOf(page: Page, ruby: NodeId, { kept }: KeptNodes): Inline[] | null {
  if (page.end[ruby] - ruby > MAX_NODES) return null;
  const textIn = (node: NodeId): string => {
    const texts: string[] = [];
    for (let at = node; at < page.end[node]; at++)
      if (page.tag[at] === TEXT && kept[at] === 1) texts.push(textOf(page, at));
    return singleSpaced(texts.join('')).trim();
  };
  const pieces: Inline[] = [];
  let bases: string[] = [];
  let readings: string[] = [];
  const add = (base: string, reading: string): void => {
    if (base === '' || reading === '') {
      if (base + reading !== '') pieces.push({ type: 'text', text: base + reading });
    } else pieces.push({ type: 'ruby', inline: [{ type: 'text', text: base }], reading });
  };
  const flush = (): void => {
    if (bases.length === readings.length) for (const [at, base] of bases.entries()) add(base, readings[at]);
    else add(bases.join(''), readings.join(' '));
    bases = [];
    readings = [];
  };
  for (let child = firstChild(page, ruby); child >= 0; child = nextSibling(page, child)) {
    const name = nameOf(page, child);
    if (name === 'rp') continue;
    const text = textIn(child);
    if (text === '') continue;
    if (name === 'rt' || name === 'rtc') readings.push(text);
    else {
      if (readings.length > 0) flush();
      bases.push(text);
    }
  }
  flush();
  return pieces.some((piece) => piece.type === 'ruby') ? pieces : null;
}

const PARAMETER = /[?&](?:q|u|url|target|to)=([^&#]+)/;

/**
 * The address a link leads to in the end, as far as the link itself says it: the address behind a page that only leads on is the author's.
 */
function withoutRedirect(url: string): string {
  const target = embeds.REDIRECTORS.test(url) ? PARAMETER.exec(url)?.[1] : undefined;
  const decoded = target === undefined ? null : percentDecoded(target);
  return (decoded !== null && /^https?:\/\//i.test(decoded) && linkAddress(decoded, null)) || url;
}

/** Nodes of an element searched for its sources, so that one with many elements stays linear. */
const MAX_SOURCE_NODES = 64;
/** Frames declared at most this wide or high, in CSS pixels, show nothing. */
const MAX_INVISIBLE_PIXELS = 10;
/** Drawings with fewer nodes, or smaller in CSS pixels, are icons. */
const MIN_DRAWING_NODES = 6;
const MIN_DRAWING_PIXELS = 64;
const ADDRESS_ATTRIBUTES = 'data-src data-lazy-src data-litespeed-src src data data-url'.split(' ');

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;
const ID_ATTRIBUTES = 'videoid video-id data-videoid data-video-id'.split(' ');

/**
 * What an element embeds, as media, or as an image when its address is one; null when that is no content.
 *
 * Embedded media: videos, sounds, frames with a player, a map or a post, and drawings with a title. Frames for advertising,
 * tracking or decoration are not media.
 */
function mediaOf(page: Page, node: NodeId, base: string | null): Inline | null {
  const name = nameOf(page, node);
  if (name === 'svg') return drawingOf(page, node);
  const title = titleOf(page, node);
  const player = embeds.PLAYERS.get(name);
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
function kindOf(
  page: Page,
  node: NodeId,
  url: string,
  title: string,
  type: string,
): (Inline & { type: 'media' })['kind'] | null {
  const pixels = declaredPixels(page, node);
  if (pixels !== null && pixels <= MAX_INVISIBLE_PIXELS) return null;
  if (embeds.NO_CONTENT.test(url) || embeds.NO_CONTENT_TITLE.test(title)) return null;
  if (embeds.VIDEO.test(url) || /^video\//i.test(type)) return 'video';
  if (embeds.AUDIO.test(url) || /^audio\//i.test(type)) return 'audio';
  return embeds.EMBED.test(url) || title !== '' || page.attribute(node, 'allowfullscreen') !== null ? 'frame' : null;
}

function titleOf(page: Page, node: NodeId): string {
  const titles = ['title', 'aria-label', 'playlabel'].map((name) => singleSpaced(page.attribute(node, name) ?? ''));
  return titles.find((title) => title !== '') ?? '';
}

/** The address of an element, of its first source or of its parameter. */
function addressOf(page: Page, element: NodeId, base: string | null): string | null {
  const end = Math.min(page.end[element], element + MAX_SOURCE_NODES);
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
function drawingOf(page: Page, node: NodeId): Inline | null {
  if (page.end[node] - node < MIN_DRAWING_NODES || page.attribute(node, 'aria-hidden') === 'true') return null;
  let title = titleOf(page, node);
  const end = Math.min(page.end[node], node + MAX_SOURCE_NODES);
  for (let inner = node + 1; title === '' && inner < end; inner++)
    if (nameOf(page, inner) === 'title') title = singleSpaced(textOf(page, inner));
  const box = (page.attribute(node, 'viewbox') ?? '').trim().split(/[\s,]+/);
  const pixels = declaredPixels(page, node) ?? Math.min(Number(box[2]), Number(box[3]));
  return title === '' || !(pixels >= MIN_DRAWING_PIXELS) ? null : { type: 'media', kind: 'drawing', url: null, title };
}

/** Class names of programs that set text apart by style sheets alone: LaTeXML, LaTeX2HTML, AsciiDoctor. */
const CLASS_FORMATS: readonly (readonly [MarkName, RegExp])[] = [
  ['strong', /(?:^|\s)(?:ltx_font_bold|textbf)(?:\s|$)/],
  ['emphasis', /(?:^|\s)(?:ltx_font_italic|ltx_font_slanted|textit|textsl|textem)(?:\s|$)/],
  ['deleted', /(?:^|\s)line-through(?:\s|$)/],
];

const STYLE_FORMATS: readonly (readonly [MarkName, RegExp])[] = [
  ['strong', /(?:^|[;\s])font-weight\s*:\s*(?:bold|[6-9]00)/i],
  ['emphasis', /(?:^|[;\s])font-style\s*:\s*(?:italic|oblique)/i],
  ['deleted', /(?:^|[;\s])text-decoration(?:-line)?\s*:\s*line-through/i],
  ['superscript', /(?:^|[;\s])vertical-align\s*:\s*super/i],
  ['subscript', /(?:^|[;\s])vertical-align\s*:\s*sub(?![\w-])/i],
];

const REGULAR_STYLE = /(?:^|[;\s])font-(?:weight\s*:\s*(?:normal|[1-5]00)|style\s*:\s*normal)/i;

/** The formats that an element without a name for them gives its text, by its style and class: editors write bold as a style. */
export function styledFormats(page: Page, node: NodeId): MarkName[] {
  const style = page.attribute(node, 'style') ?? '';
  const classes = page.attribute(node, 'class') ?? '';
  const of = (formats: typeof CLASS_FORMATS, text: string): MarkName[] =>
    text === '' ? [] : formats.flatMap(([name, pattern]) => (pattern.test(text) ? [name] : []));
  return [...new Set([...of(CLASS_FORMATS, classes), ...of(STYLE_FORMATS, style)])];
}

/** The handlers of running text by role. */
export const INLINE_HANDLERS = {
  ...{ format: addFormat, abbreviation: addAbbreviation, link: addLink, quotation: addQuotation },
  ...{ ruby: addRuby, image: addImage, media: addMedia },
};
