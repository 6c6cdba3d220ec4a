/**
 * Renders fetched pages: their scripts run in the user's Chromium, and the tree that results is the page.
 *
 * The fetcher gets the document itself, so robots.txt, delays, redirects and the bounds on a response are those of every page.
 * The browser is given its bytes, and loads what else the page needs through a guarded proxy (`socks-server.ts`). A script that
 * leads to another address is a redirect, which the fetcher follows by its rules.
 */
import type { FetchAnswer } from '../fetcher.js';
import type { FetcherOptions } from '../fetcher-options.js';

export type FetchedAnswer = FetchAnswer & { readonly kind: 'fetched' };

/** The headers that the user adds to a request, by name in lower case. */
export type AddedHeaders = (url: URL) => Promise<Readonly<Record<string, string>>>;

/** A rendered page, or the address that its scripts lead to. */
export type Rendered =
  | { readonly kind: 'page'; readonly url: string; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string };

export type RenderOptions = Pick<
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

export interface Renderer {
  /**
   * @param page the fetched document
   * @param added for the requests of its scripts, too
   * @throws Refused when a bound is exceeded or the browser fails; the signal's reason
   */
  render(page: FetchedAnswer, added: AddedHeaders, signal: AbortSignal): Promise<Rendered>;
  close(): Promise<void>;
}
