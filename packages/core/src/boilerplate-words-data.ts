/** The words that identify boilerplate: names in markup, titles of boxes, and phrases, in the languages of many pages. */
import type { BlockKind } from './blocks/block.js';
import { COMMENT_NAME } from './records/post-groups.js';

/** Names in class, id and role, in the order in which they are tried. */
export const NAMES: readonly (readonly [BlockKind, RegExp])[] = [
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
export const TITLES: readonly (readonly [BlockKind, RegExp])[] = [
  [
    'comment',
    /^\W*(?:\d+ )?(?:(?:reader |user |your )?(?:comments?|responses|replies)|leave a (?:reply|comment)|join the (?:discussion|conversation)|kommentare?|commentaires?|coment[aá]rios?|commenti|reacties|komentarze|комментари\p{L}*|评论|評論|コメント|댓글)(?: ?\(?\d*\)?| (?:on|to|for|from)\b.*|:)?\W*$/iu,
  ],
  [
    'related',
    /^\W*(?:(?:more |other )?related\b|see also|also (?:see|read|in|on)\b|more (?:stories|news|articles|headlines|from|on|in|about|like)\b|(?:read|learn) more|read (?:next|also)|you (?:may|might) (?:also )?like|recommended|similar|most (?:read|popular|viewed|e-?mailed|commented|recent|shared)|popular|trending|latest|recent (?:posts|stories|news|articles|entries)|top (?:stories|news)|today'?s|in other news|other (?:news|stories)|elsewhere|up next|don.t miss|mehr (?:zum|von|aus)|weitere|auch interessant|lesen sie auch|das könnte|meistgelesen|verwandte|ähnliche|à lire|lire aussi|sur le même|les plus lus|articles? (?:liés|similaires)|relacionad|te puede interesar|lo más (?:leído|visto)|leia (?:também|mais)|veja também|mais lidas|leggi anche|articoli correlati|potrebbe interessarti|lees (?:ook|meer)|meest gelezen|powiązane|zobacz (?:też|także)|czytaj (?:też|także)|najpopularniejsze|читайте также|похожие|по теме|другие новости|самое читаемое|相关|相關|推荐|热门|関連|人気|관련|많이 본)/iu,
  ],
];

export const COPYRIGHT_ELSEWHERE =
  /alle rechte vorbehalten|tüm hakları saklıdır|جميع الحقوق محفوظة|tous droits réservés|(?:todos los )?derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten voorbehouden|wszelkie prawa zastrzeżone|все права защищены|版权所有|版權所有|無断転載|무단 ?전재/iu;
export const COOKIE =
  /\bcookies?\b.{0,200}\b(?:accept|agree|consent|allow|continu|akzeptier|zustimm|accepte|aceptar?|acept[oa]|accett|toestemm|akcept|принима|соглаша)|\b(?:uses?|using|verwende[nt]|utilis\w+|utiliza\w*|usa|gebruik\w*|używa\w*|использу\w+) cookies?\b/iu;
