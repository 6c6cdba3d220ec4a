/** Links through pages that only lead on: the address they lead to is the author's. */
import { linkAddress } from '@dehusk/html';

const REDIRECTORS =
  /^https?:\/\/(?:(?:www\.)?google\.[a-z.]{2,6}\/url|lm?\.(?:facebook|instagram|messenger)\.com\/l\.php|(?:www\.)?youtube\.com\/redirect|link\.(?:zhihu\.com|juejin\.cn)\/|t\.umblr\.com\/redirect|(?:www\.)?linkedin\.com\/(?:safety\/go|redir\/redirect)|steamcommunity\.com\/linkfilter\/|[\w.-]{1,60}\.safelinks\.protection\.outlook\.com\/|slack-redir\.net\/link|(?:www\.)?vk\.com\/away\.php|gate\.sc\/)/i;
const PARAMETER = /[?&](?:q|u|url|target|to)=([^&#]+)/;

/** The address a link leads to in the end, as far as the link itself says it. */
export function withoutRedirect(url: string): string {
  const target = REDIRECTORS.test(url) ? PARAMETER.exec(url)?.[1] : undefined;
  if (target === undefined) return url;
  try {
    const decoded = decodeURIComponent(target);
    return (/^https?:\/\//i.test(decoded) && linkAddress(decoded, null)) || url;
  } catch {
    return url;
  }
}
