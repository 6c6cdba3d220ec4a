/** Types of the pages that a browser renders. */
import type { FetchAnswer } from '../fetcher.js';
import type { FetcherOptions } from '../fetcher-options.js';

export type FetchedAnswer = FetchAnswer & { readonly kind: 'fetched' };

/** The headers that the user adds to a request, by name in lower case. */
export type AddedHeaders = (url: URL) => Promise<Readonly<Record<string, string>>>;

/** A rendered page, or the address that its scripts lead to. */
export type Rendered =
  | { readonly kind: 'page'; readonly url: string; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string };

export type RenderSettings = Pick<
  FetcherOptions,
  | 'chromium'
  | 'renderPages'
  | 'renderMilliseconds'
  | 'renderCpuMilliseconds'
  | 'renderMegabytes'
  | 'renderBytes'
  | 'maxBytes'
  | 'userAgent'
  | 'acceptLanguage'
>;
