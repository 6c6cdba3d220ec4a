/**
 * The kind of each block that is not main content: navigation, advertisement, related links, comment, copyright line, cookie notice.
 *
 * Observation: pages name their boilerplate, for programs in class, id and role, and for readers in a title above it or in a word on
 * it. Menus without a name are lists of links.
 *
 * The first that applies decides:
 *
 * 1. the text: a request to accept cookies; a copyright line; the word "Advertisement" alone;
 * 2. the innermost element around the block whose class, id, role or tag names a kind (an advertisement among comments is one);
 * 3. the title above: "Related articles", "Comments" and the like hold for the rest of the box they begin, and not after the next
 *    title of the same level;
 * 4. the links: most of the block's text, and of the text around it, is linked.
 *
 * A name counts only on elements with at most half of the page's text (comments: nine tenths): `<body class="comments-open">` and
 * `<div class="with-ads">` name parts of themselves. The names were collected on half of the sites of L3S-GN1;
 * `dehusk-lab reproduce removed-kinds` shows both halves.
 */

import { attributeReader, HEADINGS, type NodeId, nameOf, type Page, TEXT, tagNames } from '@dehusk/html';
import type { Block, Kind } from './blocks/block.js';
import { COPYRIGHT_LINE } from './classify/features/own-text.js';
import { shownCharacters } from './records/bylines.js';
import { COMMENT_NAME, COMMENTS_ELSEWHERE, linkedShare } from './records/post-groups.js';

/** Characters read of an element's names, and of a block's text. */
const MAX_NAMES = 300;
const MAX_TEXT = 300;
/** Maximum characters of a copyright line and of a title. */
const MAX_TITLE = 80;
/** Maximum share of the page's text in a named element, and minimum share of linked text in a menu, 0…1. */
const MAX_SHARE = 0.5;
const MIN_LINKED = 0.5;
/** As MAX_SHARE, for comments: they can be longer than the article. */
const MAX_COMMENTS = 0.9;
/** Levels from a title to the box that it begins. */
const CLIMB = 5;

const PAGE_PART = tagNames('#document html body main');

/** Names in class, id and role, in the order in which they are tried. */
const NAMES: readonly (readonly [Kind, RegExp])[] = [
  ['cookie-notice', /cookie|gdpr|onetrust|didomi|usercentrics|(?:^|[\s_-])(?:cmp|consent)(?:$|[\s_-])/i],
  ['comment', COMMENT_NAME],
  [
    'advertisement',
    /(?:^|[\s_-])(?:ads?|adv|adverts?|advertis\w+|ad-?(?:s?(?:box|slot|unit|space|container|wrap\w*|banner|sense|link)s?)|adsbygoogle|sponsor\w*|promoted|doubleclick|dfp|gpt|taboola|outbrain|skyscraper|leaderboard|anzeigen?|werbung|publicidade?|pub|publicite|pubblicita|reklam\w*)(?:$|[\s_\d-])|реклам|广告/i,
  ],
  [
    'related',
    /related|recommend|similar|(?:^|[\s_-])(?:more-?(?:stories|news|articles|from|on|posts)|see-?also|read-?(?:next|more|also)|also-?(?:like|read|in)|you-?may|popular\w*|most-?(?:\w+)|trending|latest-?\w*|recent-?(?:posts|entries|articles|comments)|top-?stories|headlines|teasers?|verwandt\w*|weitere|relacionad[oa]s|correlat[ie]|liees?|similaires|powiazane|похожие)(?:$|[\s_\d-])/i,
  ],
  [
    'navigation',
    /(?:^|[\s_-])(?:(?:[a-z]{0,8}nav)(?:bar|igation|list|links?|menu|wrap\w*)?|navigation|(?:[a-z]{0,6}menus?)(?:bar|items?)?|menubar|bread-?crumbs?|pagination|pager|tool-?bar|tab-?list|tabs|site-?map|skip(?:-?link|-?to-?\w+)?|toc|topnav|masthead|footer-?(?:links|nav))(?:$|[\s_\d-])/i,
  ],
];

/** Titles of boxes. */
const TITLES: readonly (readonly [Kind, RegExp])[] = [
  [
    'comment',
    /^\W*(?:\d+ )?(?:(?:reader |user |your )?(?:comments?|responses|replies)|leave a (?:reply|comment)|join the (?:discussion|conversation)|kommentare?|commentaires?|coment[aá]rios?|commenti|reacties|komentarze|комментари\p{L}*|评论|評論|コメント|댓글)(?: ?\(?\d*\)?| (?:on|to|for|from)\b.*|:)?\W*$/iu,
  ],
  [
    'related',
    /^\W*(?:(?:more |other )?related\b|see also|also (?:see|read|in|on)\b|more (?:stories|news|articles|headlines|from|on|in|about|like)\b|(?:read|learn) more|read (?:next|also)|you (?:may|might) (?:also )?like|recommended|similar|most (?:read|popular|viewed|e-?mailed|commented|recent|shared)|popular|trending|latest|recent (?:posts|stories|news|articles|entries)|top (?:stories|news)|today'?s|in other news|other (?:news|stories)|elsewhere|up next|don.t miss|mehr (?:zum|von|aus)|weitere|auch interessant|lesen sie auch|das könnte|meistgelesen|verwandte|ähnliche|à lire|lire aussi|sur le même|les plus lus|articles? (?:liés|similaires)|relacionad|te puede interesar|lo más (?:leído|visto)|leia (?:também|mais)|veja também|mais lidas|leggi anche|articoli correlati|potrebbe interessarti|lees (?:ook|meer)|meest gelezen|powiązane|zobacz (?:też|także)|czytaj (?:też|także)|najpopularniejsze|читайте также|похожие|по теме|другие новости|самое читаемое|相关|相關|推荐|热门|関連|人気|관련|많이 본)/iu,
  ],
];

const ADVERTISEMENT =
  /^\W*(?:advertisements?|ads?(?: by .*)?|sponsored(?: (?:links?|content|by .*))?|promoted|anzeigen?|werbung|publicit[eé]|publicidade?|pubblicità|advertentie|reklama?|реклама|广告|広告|광고)\W*$/iu;
const COPYRIGHT_ELSEWHERE =
  /alle rechte vorbehalten|tüm hakları saklıdır|جميع الحقوق محفوظة|tous droits réservés|(?:todos los )?derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены|版权所有|版權所有|無断転載|무단 ?전재/iu;
const COOKIE =
  /\bcookies?\b.{0,200}\b(?:accept|agree|consent|allow|continu|akzeptier|zustimm|accepte|aceptar?|acept[oa]|accett|toestemm|akcept|принима|соглаша)|\b(?:uses?|using|verwende[nt]|utilis\w+|utiliza\w*|usa|gebruik\w*|używa\w*|использу\w+) cookies?\b/iu;

/** Per block of a page: its kind if it is no main content; `boilerplate` where nothing names one. Linear in the page. */
export function boilerplateKinds(page: Page, blocks: readonly Block[]): readonly Kind[] {
  const named = namedKinds(page);
  const isHeading = page.names.map((name) => HEADINGS.has(name));
  /** Kind and extent of the box that a title began, and the tag of that title. */
  let titled: { readonly kind: Kind; readonly end: NodeId; readonly tag: number } | null = null;
  return blocks.map((block) => {
    const { first, last, parent, linkChars } = block;
    const text = block.text.slice(0, MAX_TEXT).trim();
    if (titled !== null && (first >= titled.end || (isHeading[titled.tag] && page.tag[parent] === titled.tag)))
      titled = null;
    if (text.length <= MAX_TITLE) {
      const kind = TITLES.find(([, title]) => title.test(text))?.[0];
      // A link in a menu may have the words of a title.
      if (kind !== undefined && (isHeading[page.tag[parent]] || linkChars === 0))
        titled = { kind, end: boxEnd(page, parent, last), tag: page.tag[parent] };
    }
    const isLong = block.text.length > MAX_TEXT;
    if (COOKIE.test(text)) return 'cookie-notice';
    if (!isLong && (COPYRIGHT_LINE.test(text) || COPYRIGHT_ELSEWHERE.test(text))) return 'copyright';
    if (ADVERTISEMENT.test(text)) return 'advertisement';
    if (named[parent] !== null) return named[parent];
    if (titled !== null) return titled.kind;
    const isMenu = linkChars > MIN_LINKED * block.text.length && linkedShare(page, [page.parent[parent]]) > MIN_LINKED;
    return isMenu ? 'navigation' : 'boilerplate';
  });
}

/** The end of the box that a title begins: the nearest element with text after the title. */
function boxEnd(page: Page, parent: NodeId, last: NodeId): NodeId {
  const shown = shownCharacters(page);
  let box = parent;
  for (let climbed = 0; climbed < CLIMB && page.parent[box] > 0; climbed++, box = page.parent[box])
    if (shown[page.end[box]] > shown[last + 1]) break;
  return PAGE_PART.has(nameOf(page, box)) ? page.end[last] : page.end[box];
}

/** Per node: the kind of the innermost element around it that names one, or null. */
function namedKinds(page: Page): readonly (Kind | null)[] {
  const [classOf, idOf, roleOf] = ['class', 'id', 'role'].map((name) => attributeReader(page, name));
  const shown = shownCharacters(page);
  const isPart = page.names.map((name) => PAGE_PART.has(name));
  const nav = page.nameIndex('nav');
  const known = new Map<string, Kind | null>();
  const kinds: (Kind | null)[] = [null];
  for (let node = 1; node < page.size; node++) {
    kinds.push(kinds[page.parent[node]]);
    if (page.tag[node] === TEXT || isPart[page.tag[node]]) continue;
    const own = page.tag[node] === nav ? 'nav' : '';
    const names = `${classOf(node) ?? ''} ${idOf(node) ?? ''} ${roleOf(node) ?? ''} ${own}`.slice(0, MAX_NAMES);
    let kind = known.get(names);
    if (kind === undefined) {
      kind = kindNamed(names);
      known.set(names, kind);
    }
    if (kind === null) continue;
    const share = (shown[page.end[node]] - shown[node]) / Math.max(1, shown[page.size]);
    if (share <= (kind === 'comment' ? MAX_COMMENTS : MAX_SHARE)) kinds[node] = kind;
  }
  return kinds;
}

/** The kind that names state, or null. `topNav` and `relatedLinks` are two words each. */
function kindNamed(names: string): Kind | null {
  const words = names.replace(/([a-z\d])([A-Z])/g, '$1-$2');
  const kind = NAMES.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
  return kind === 'comment' && COMMENTS_ELSEWHERE.test(words) ? 'related' : kind;
}
