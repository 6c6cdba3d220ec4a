/** Signs and words around titles. */

/** What sites put between the title and their name. A closing quotation mark is no separator. */
export const SEPARATOR =
  /\s+(?:[|\-–—‒·•»«›‹/\\:]|::|\|\||~)\s+|\s*[|｜]\s*|\s*»(?<!«[^»]*»)\s*|(?<=\S)_(?=[^\w\s])|\s*[–—]\s+/g;

/** Roughly all characters except letters and digits. Ranges, as Unicode classes are slow to compile. */
export const SIGNS = /[\0-/:-@[-`{-\u00a9\u00ab-\u00b1\u2000-\u206f\u3000-\u303f]+/g;

/** Words beside the name of a site. */
export const SITE_WORDS =
  /^(?:the|forums?|news|blogs?|online|magazine|org|com|net|official|site|website|web|store|shop|inc|ltd|support|docs|documentation|community|portal|wiki|tv|radio|daily|weekly|uk|us|usa|de|fr|es|it|nl|cz|sk|pl|hu|ro|ru|ua|gr|tr|se|dk|fi|pt|br|jp|kr|cn|tw|vn|id|au|nz|ch|be|eu|en|home|homepage|of|and|by|at|on|www|archive|planet|hub|app|api|help|center|centre|club|group|media|network|press|journal|times|post|international|global|edition)$/;

/** Letters without accents that hosts spell with others. */
export const ASCII_LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ı: 'i',
  æ: 'a',
  œ: 'o',
};
/** What forums put before the title of a topic, and trackers before that of an entry. */
export const BEFORE_TITLE =
  /^(?:(?:view topic|view thread|thema anzeigen|voir le sujet|ver tema|просмотр темы|zobacz temat|visualizza argomento|zobrazit téma|bekijk onderwerp|visa tråd|exibir tópico|トピックを表示|檢視主題|查看主题)\s*[-–:]\s*|(?:thread|thema|topic|sujet|tema|тема|temat|téma|onderwerp|موضوع|主题|主題|トピック)\s?[:：]\s*|#?(?!(?:1[5-9]|20)\d\d\b)\d{4,7}\s[–-]\s)/i;

/** What a template puts before a heading: a short label and a sign, or a number. */
export const LABEL = /^(?:.{0,40}(?:[:：>»›]\s*|\s[-–|]\s)|\d{1,2}(?:\.\d{1,2})*\.?\s)$/;
/** The end of a heading that goes on elsewhere. */
export const UNFINISHED = /(?:[:：…,，–—]|\.{3})$/;
/** Ends of the names of Chinese, Japanese and Korean sites. */
export const EAST_ASIAN_SITE =
  /(?:网|網|新闻|新聞|日报|日報|网站|網站|论坛|論壇|博客|频道|頻道|ニュース|オンライン|ブログ|チャンネル|뉴스|신문|일보|블로그)$/;
/** Classes of headings that name the site, and of the title of one entry of a blog. */
export const SITE_CLASS = /logo|(?:site|menu)-?title|site-?name|brand/i;
export const STORY_CLASS = /(?:post|entry|article|story|topic)[_-]?(?:title|headline)/i;
/** Parts of headings that are no title. */
export const NOT_TITLE_TAGS = new Set('button svg select template clipboard-copy devsite-actions noscript'.split(' '));
/** Elements of a part of a sentence. */
export const EMPHASIS = new Set(['b', 'strong', 'em', 'i', 'mark', 'u']);
export const NOT_TITLE =
  /(?:^|[\s_-])(?:sr-only|visually-?hidden|screen-reader(?:-text)?|tooltip|anchor-?link|header-?link|permalink|edit(?:section|-link)?|copy(?:-?\w+)?|badge|btn|button|share)(?:$|[\s_-])/i;
/** The sign of a link to the heading, at its end or start. */
export const PERMALINK = /\s*[¶§#🔗]\ufe0f?$|^[¶§#🔗]\ufe0f?\s+/u;
/** Parts of the values of `rel` that are read. */
export const DESCRIBING = /canonical|image_src|licen[cs]e|author|tag/i;
export const CREATIVE_COMMONS = /^(?:https?:)?\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//i;
