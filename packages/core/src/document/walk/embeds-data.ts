/** Addresses of players, other embeds and advertising, and of pages that only lead on to another address. */

/** Hosts of players. */
export const VIDEO =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be|vimeo\.com|dailymotion\.com|twitch\.tv|wistia\.(?:com|net)|ted\.com|bilibili\.com|brightcove\.net|jwplatform\.com|loom\.com|streamable\.com|rutube\.ru|nicovideo\.jp|vidyard\.com|tiktok\.com|veoh\.com|youku\.com|qq\.com)\/|\/videos?\/embed\/|\.(?:mp4|webm|m4v|mov|ogv)(?:$|[?#])/i;
export const AUDIO =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:soundcloud\.com|spotify\.com|bandcamp\.com|mixcloud\.com|podcasts\.apple\.com|simplecast\.com|megaphone\.fm|libsyn\.com|audioboom\.com|buzzsprout\.com|anchor\.fm|transistor\.fm)\/|\.(?:mp3|ogg|oga|m4a|wav|flac)(?:$|[?#])/i;
/** Hosts of other embeds: code, maps, documents, charts, posts. */
export const EMBED =
  /^(?:https?:)?\/\/(?:[\w-]+\.)*(?:codepen\.io|jsfiddle\.net|codesandbox\.io|stackblitz\.com|gist\.github\.com|observablehq\.com|replit\.com|openstreetmap\.org|slideshare\.net|speakerdeck\.com|figma\.com|datawrapper\.(?:de|dwcdn\.net)|dwcdn\.net|flourish\.studio|public\.tableau\.com|archive\.org|geogebra\.org|desmos\.com|scratch\.mit\.edu|giphy\.com|instagram\.com|reddit(?:media)?\.com|sketchfab\.com|docs\.google\.com)\/|^(?:https?:)?\/\/(?:www|maps)\.google\.[\w.]+\/maps|twitter\.com\/embed|facebook\.com\/plugins\/(?:post|video)|\.pdf(?:$|[?#])/i;
/** Frames that are not content, by address or title. */
export const NO_CONTENT =
  /doubleclick|googlesyndication|googletagmanager|adservice|amazon-adsystem|adnxs|taboola|outbrain|recaptcha|hcaptcha|facebook\.com\/(?:plugins\/(?:like|page|share|comments|follow)|tr\b)|disqus|addthis|sharethis|mailchimp|platform\.twitter\.com\/widgets|consent|about:blank/i;
export const NO_CONTENT_TITLE =
  /advert|^ad$|^ads\b|3rd party|tracking|captcha|comment|consent|cookie|newsletter|sign ?up|chat/i;
/** Custom elements that load a player for the video whose id they contain. */
export const PLAYERS: ReadonlyMap<string, string> = new Map([
  ['lite-youtube', 'https://www.youtube.com/watch?v='],
  ['youtube-video', 'https://www.youtube.com/watch?v='],
  ['amp-youtube', 'https://www.youtube.com/watch?v='],
  ['lite-vimeo', 'https://vimeo.com/'],
  ['amp-vimeo', 'https://vimeo.com/'],
]);
export const REDIRECTORS =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]{2,6}\/url|lm?\.(?:facebook|instagram|messenger)\.com\/l\.php|(?:www\.)?youtube\.com\/redirect|link\.(?:zhihu\.com|juejin\.cn)\/|t\.umblr\.com\/redirect|(?:www\.)?linkedin\.com\/(?:safety\/go|redir\/redirect)|steamcommunity\.com\/linkfilter\/|[\w.-]{1,60}\.safelinks\.protection\.outlook\.com\/|slack-redir\.net\/link|(?:www\.)?vk\.com\/away\.php|gate\.sc\/)/i;
