/** Who a page is: parsed, with its address, URL key and time, as site learners want it. */
import { decode, type Limits, parse, readMetadata, type SitePage, urlKey } from '@dehusk/core';
import type { SiteInputPage } from './site-pages.js';

export type Identified =
  | { readonly ok: true; readonly sitePage: SitePage }
  | { readonly ok: false; readonly reason: string; readonly detail: string };

/** Parses a page and tells its identity; a page that names no address anywhere is refused with `no-url`. */
export function identifyPage(input: SiteInputPage & { readonly ok: true }, limits: Limits): Identified {
  const source = typeof input.page === 'string' ? input.page : decode(input.page, { httpCharset: input.charset }).text;
  const deadline = performance.now() + limits.maxMilliseconds;
  const parsed = parse(source, { url: input.url, limits, deadline });
  if (!parsed.ok) return parsed;
  const metadata = readMetadata(parsed.page);
  const url = input.url ?? metadata.canonicalUrl;
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    return {
      ok: false,
      reason: 'no-url',
      detail:
        url === null
          ? 'neither the input nor the page names its address (--url-template makes one from the file name)'
          : `the address got "${url}", expected http(s)://…`,
    };
  const { key } = urlKey(url, input.title ?? metadata.title);
  return { ok: true, sitePage: { page: parsed.page, url, key, at: input.at } };
}
