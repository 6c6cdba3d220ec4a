import type { ExtractResult } from '@dehusk/core';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { extractWithLanguage } from './extraction/extract-with-language.js';
import type { WithoutText } from './extraction/filters.js';
import { checkHostOptions, type HostExtractOptions } from './extraction/overrides.js';
import type { FetchReason } from './fetch/failures.js';
import { type FetchOptions, fetchPage } from './fetch/fetch-page.js';
import { mediaTypeOf, readPageFile } from './readers/page-file.js';

/** A page that could not be read. */
type NotRead = WithoutText<FetchReason | 'unreadable' | 'too-large'>;

/** Options of {@link extractUrl}: the answer of the server has the others. */
type UrlExtractOptions = Omit<HostExtractOptions, 'url' | 'httpCharset' | 'mediaType'>;

/**
 * Extracts a page from a file, plain or gzip. The language is detected when the page declares none.
 *
 * @throws RangeError or TypeError for an unknown extractor, option or value; never for a page or a file
 */
export async function extractFile(path: string, options: HostExtractOptions = {}): Promise<ExtractResult | NotRead> {
  checkHostOptions('extractFile', options);
  const page = readPageFile(path, options.limits?.maxBytes ?? DEFAULT_LIMITS.maxBytes, null);
  return page.ok ? extractWithLanguage(page.bytes, { mediaType: mediaTypeOf(path), ...options }) : page;
}

/**
 * Fetches a page and extracts it; its final address is the base of its links.
 *
 * @throws RangeError or TypeError for an unknown extractor, option or value; never for a page or the network
 */
export async function extractUrl(
  url: string,
  options: UrlExtractOptions = {},
  fetching: FetchOptions = {},
): Promise<ExtractResult | NotRead> {
  checkHostOptions('extractUrl', options, ['url', 'httpCharset', 'mediaType']);
  const page = await fetchPage(url, fetching);
  if (!page.ok) return { ok: false, reason: page.reason, detail: page.detail };
  const { bytes, charset: httpCharset, mediaType } = page;
  return extractWithLanguage(bytes, { ...options, url: page.url, httpCharset, mediaType });
}
