/** The site of a page, which decides who works on it. */
import { webAddress } from '@dehusk/html';
import { openWithinTime, withinTime } from '@dehusk/node';
import { urltree } from '@dehusk/papers';

type SiteOfPage =
  | { readonly ok: true; readonly url: string; readonly site: string }
  | { readonly ok: false; readonly url: string; readonly reason: string; readonly detail: string };

/** The registrable domain, whose pages take turns; null for what is no web address. The coarsest unit any learner has. */
export function domainOf(url: string): string | null {
  return webAddress(url, null) === null ? null : urltree.unit(url) || null;
}

/**
 * Address and site of a page.
 *
 * @param url `file:` when only the page names its address
 * @param charset by the HTTP header, or null
 */
export function siteOfPage(url: string, page: Uint8Array | string, charset: string | null): SiteOfPage {
  let address = url;
  if (url.startsWith('file:')) {
    // The worker that opens the page depends on its site, and only the page names its address: open it here, too.
    const opened = openWithinTime(page, { httpCharset: charset });
    if (!opened.ok) return { ok: false, url, reason: opened.reason, detail: opened.detail };
    const canonical = withinTime(
      undefined,
      () => opened.metadata.canonicalUrl,
      () => null,
    );
    if (canonical === null || webAddress(canonical, null) === null)
      return { ok: false, url, reason: 'no-url', detail: 'neither the input nor the page names its address' };
    address = canonical;
  }
  const site = domainOf(address);
  if (site !== null) return { ok: true, url: address, site };
  return {
    ok: false,
    url: address,
    reason: 'no-site',
    detail: `"${address}" belongs to no site, expected http(s)://…`,
  };
}
