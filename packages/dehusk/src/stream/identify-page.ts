/** Who a page is: parsed, with its address, URL key and time, as site learners want it. */
import { type Limits, type Metadata, type UrlKey, urlKey } from '@dehusk/core';
import { decode, parse, readMetadata, type SitePage, type UrlKeyOptions } from '@dehusk/core/internal';
import type { SiteInputPage } from '../inputs/site-pages.js';
import { webAddress } from '../sources/web-address.js';

export type Identified =
  | {
      readonly ok: true;
      readonly sitePage: SitePage;
      /** The URL key with all its steps; `sitePage.key` is the one in use. */
      readonly urlKey: UrlKey;
      readonly metadata: Metadata;
    }
  | { readonly ok: false; readonly reason: string; readonly detail: string };

export interface IdentifyOptions extends Pick<UrlKeyOptions, 'rules'> {
  /** Whether the page's own `rel=canonical` stands for its address within its domain; default false. */
  readonly usesCanonical?: boolean;
}

/** Parses a page and tells its identity; a page that names no address anywhere is refused with `no-url`. */
export function identifyPage(
  input: Pick<SiteInputPage & { readonly ok: true }, 'page' | 'charset' | 'url' | 'title' | 'at'>,
  limits: Limits,
  { rules = [], usesCanonical = false }: IdentifyOptions = {},
): Identified {
  const source = typeof input.page === 'string' ? input.page : decode(input.page, { httpCharset: input.charset }).text;
  const parsed = parse(source, { url: input.url, limits });
  if (!parsed.ok) return parsed;
  const metadata = readMetadata(parsed.page);
  const url = input.url ?? metadata.canonicalUrl;
  if (url === null || webAddress(url) === null)
    return {
      ok: false,
      reason: 'no-url',
      detail:
        url === null
          ? 'neither the input nor the page names its address (--url-template makes one from the file name)'
          : `the address got "${url}", expected http(s)://…`,
    };
  const canonical = usesCanonical ? metadata.canonicalUrl : null;
  const key = urlKey(url, input.title ?? metadata.title, { rules, canonical });
  return { ok: true, sitePage: { page: parsed.page, url, key: key.key, at: input.at }, urlKey: key, metadata };
}
