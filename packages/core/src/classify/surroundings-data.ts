/** What names the surroundings of a text: addresses, words in the languages of newsletters and dialogs, classes of themes. */

/** Addresses and words of links that end a subscription. */
export const UNSUBSCRIBE_ADDRESS =
  /unsub|opt-?out|abmeld|abbestell|desinscri|desuscri|disiscri|list-manage|uitschrij|afmeld/i;
export const UNSUBSCRIBE =
  /unsubscribe|opt[- ]out|abbestell|newsletter abmelden|désabonn|désinscri|darse de baja|cancelar (?:la )?(?:suscripción|subscrição|assinatura)|disiscri|annulla (?:l.)?iscrizione|uitschrij|afmeld|avmeld|frameld|avregistrer|avprenumerer|peruuta tilaus|wypisz|zrezygnuj|odhlási|leiratkoz|dezabon|απεγγραφ|abonelikten|отписаться|отказаться от|відписа|退订|取消订阅|退訂|取消訂閱|配信停止|購読解除|登録解除|구독 ?(?:취소|해지)|수신 ?거부|إلغاء الاشتراك|ביטול|הסרה|unsubskribo|berhenti berlangganan|hủy đăng ký|ยกเลิก/i;
/** Hosts of social networks and shops of applications; addresses of subscriptions; lines that claim rights; ids of comments, classes of forums. */
export const SOCIAL =
  /^(?:https?:)?\/\/(?:[\w-]+\.)?(?:twitter|x|facebook|fb|instagram|youtube|linkedin|tiktok|threads|pinterest|telegram|whatsapp|vk|weibo|ok|mastodon|bsky|flipboard|snapchat|t\.me|line\.me|apps\.apple|play\.google|news\.google)(?:\.[a-z]{2,6})?(?:[/?#]|$)|^mailto:/i;
export const SUBSCRIPTION =
  /\/(?:sub|subscri\w{0,20}|newsletters?|abo|abonn\w{0,20}|sign-?up|donate|membership|spenden)(?:[/?#.]|$)/i;
export const COPYRIGHT = /^(?:©|\(c\)|copyright\b|all rights reserved)/i;
export const COMMENT_ID = /^(?:li-)?(?:comment|reply|response)[-_]?\d+$/i;
export const FORUM_CLASS = /(?:^|[\s_-])forums?(?:[\s_-]|$)/i;
export const SHORT_COMMENT_ID = /^c\d+$/;

/** Cookies in the languages of consent dialogs, and what such dialogs ask for. */
export const COOKIE =
  /cookie|informasjonskaps|evästee|sütik|ciasteczk|çerez|кук[иі]|クッキー|쿠키|คุกกี้|kolačić|küpsis|slapuk|sīkdat|ملفات تعريف|עוגיות/i;
export const PARTNERS = /partner|advertis|Werbung|publicit|publicid|реклам/i;
export const ASKED =
  /consent|accept|agree|legitimate interest|personal data|tracking|zustimm|einwillig|akzept|datenschutz|données personnelles|acept|datos personales|consenso|accett|dati personali|toestemming|akkoord|samtyk|godta|personvern|samtyck|godkänn|hyväks|zgod(?!n)|souhlas|elfogad|соглас(?!но)|принима|同意|동의|aceit|dados pessoais|συναίν|αποδοχή|onay|موافق|הסכמ/i;

/**
 * Classes and ids of what themes put around an article. The block trees know the words of new themes; WCXB has few pages of the
 * themes that blogs had before 2012.
 */
export const FURNITURE =
  /(?:^|[\s_-])(?:author-?(?:bio|box|info|description|tabs?|card|profile|panel|details|widget)|about-?author|copyright|disclaimer)(?:[\s_-]|$)|(?:^|\s)(?:comment-?respond|respond|nocomments|post-?meta(?:data)?\d?|meta-single|entry-(?:meta|utility)|submitted|site-?info|jump-to-nav|ads?|advert(?:s|isements?|ising|orials?)?|ad-?(?:slot|unit|box|banner|container|wrapper|label)|adsbygoogle)(?:\s|$)/i;

/** Open Graph's and Schema.org's type of an article. */
export const DECLARED_ARTICLE =
  /<meta[^>]{0,80}og:type[^>]{0,80}["']article["']|<meta[^>]{0,80}["']article["'][^>]{0,80}og:type|"@type"\s*:\s*"(?:News|Blog)?(?:Article|Posting)"/i;

/** A line with the number of comments has one of these. */
export const COMMENT_WORD =
  /comment|kommentar|comentari|commenti|reacti|komentar|коммент|コメント|تعليق|评论|評論|留言|댓글|yorum|σχόλι|תגובות|kommentit|hozzászólás|komentář/i;

/** A line that says that an advertisement follows. */
export const ADVERTISEMENT =
  /^\W{0,9}(?:advertisements?|ads?(?: by .{0,60})?|sponsored(?: (?:links?|content|by .{0,60}))?|promoted|anzeigen?|werbung|publicit[eé]|publicidade?|pubblicità|advertentie|reklama?|реклама|广告|広告|광고)\W{0,9}$/iu;
