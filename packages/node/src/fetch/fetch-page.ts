/**
 * Fetches one page that a person names: bounded in bytes, time and redirects, and never from a private address unless
 * allowed. It does not read robots.txt, which addresses programs that follow links, and it neither retries nor caches.
 */
import { MARKDOWN_TYPES } from '@dehusk/core/extend';
import { checkOptions, decode, elementsWith, type OptionDomains, parse } from '@dehusk/html';
import { whenAwake } from './abort.js';
import type { FetchReason } from './failures.js';
import type { FetchAnswer, FetchedAnswer, Fetcher } from './fetcher-options.js';
import {
  DEFAULT_FETCH,
  DEFAULT_FETCHER,
  FETCHER_DOMAINS,
  type FetcherOptions,
  renderPatience,
} from './fetcher-options.js';

const NAMES = [
  ...(['maxBytes', 'maxMilliseconds', 'maxRedirects', 'allowPrivate', 'userAgent', 'acceptLanguage'] as const),
  ...(['render', 'chromium', 'headers', 'cookies', 'proxy'] as const),
];

/** Options of the fetcher that matter for one page. `maxMilliseconds` is the time for redirects, too, and not for rendering. */
export type FetchOptions = Partial<Pick<FetcherOptions, (typeof NAMES)[number]>>;

const DOMAINS = Object.fromEntries(NAMES.map((name) => [name, FETCHER_DOMAINS[name]])) as OptionDomains<FetchOptions>;

/** A fetched page, or the reason why there is none. */
type Fetched =
  | ({ readonly ok: true } & Pick<FetchedAnswer, 'url' | 'bytes' | 'charset' | 'mediaType' | 'redirects'>)
  | { readonly ok: false; readonly url: string; readonly reason: FetchReason; readonly detail: string };

/**
 * Fetches one page. Never throws for what the network does: every failure is `ok: false` with a reason.
 *
 * @param url an http or https address
 * @throws TypeError or RangeError for an unknown option or value; BrowserMissing when the page is to be rendered and there is no browser
 */
export async function fetchPage(url: string, options: FetchOptions = {}): Promise<Fetched> {
  checkOptions('fetchPage', options, DOMAINS);
  // Lazy: most commands fetch nothing.
  const { openFetcher } = await import('./open-fetcher.js');
  const { timeoutAfter } = await import('./failures.js');
  const settings = { ...DEFAULT_FETCH, ...options };
  const fetcher = openFetcher({ ...settings, robots: false, maxRetries: 0, delay: 0, requestsPerMinute: 0 });
  const time = settings.maxMilliseconds + (options.render === undefined ? 0 : renderPatience(DEFAULT_FETCHER));
  const deadline = new AbortController();
  const cancel = whenAwake(time, () => deadline.abort());
  try {
    const answer = await fetcher.fetch({ url, kind: 'page', signal: deadline.signal });
    if (answer.kind === 'fetched') {
      const { url, bytes, charset, mediaType, redirects } = answer;
      return { ok: true, url, bytes, charset, mediaType, redirects };
    }
    if (answer.kind === 'failed' && answer.reason !== 'stopped')
      return { ok: false, url: answer.url, reason: answer.reason as FetchReason, detail: answer.detail };
    return { ok: false, url: answer.url, reason: 'timeout', detail: timeoutAfter(time).message };
  } finally {
    cancel();
    await fetcher.close();
  }
}

// Pages as people and agents read them: as Markdown, where the server has it.

/** `prefer`: Markdown where a server sends it; `follow`: also where a page or the convention of llms.txt has its address; `never`: HTML. */
export const MARKDOWN_MODES = ['prefer', 'follow', 'never'] as const;
export type MarkdownMode = (typeof MARKDOWN_MODES)[number];

/** Fetches a page; its `mediaType` says what it is. Markdown that another address of the site has is under the page's own. */
export async function fetchReadable(
  fetcher: Fetcher,
  url: string,
  mode: MarkdownMode,
  signal?: AbortSignal,
): Promise<FetchAnswer> {
  const stop = signal === undefined ? {} : { signal };
  const answer = await fetcher.fetch({ url, kind: mode === 'never' ? 'page' : 'reader', ...stop });
  if (mode !== 'follow' || answer.kind !== 'fetched' || isMarkdown(answer)) return answer;
  for (const other of markdownAddresses(answer)) {
    const found = await fetcher.fetch({ url: other, kind: 'reader', ...stop });
    const isNamed =
      found.kind === 'fetched' && found.mediaType === 'text/plain' && /\.md$/.test(new URL(found.url).pathname);
    if (found.kind === 'fetched' && (isNamed || isMarkdown(found)))
      return { ...found, url: answer.url, mediaType: 'text/markdown' };
  }
  return answer;
}

const isMarkdown = ({ mediaType }: FetchedAnswer): boolean => MARKDOWN_TYPES.has(mediaType ?? '');

/** Where a page's Markdown may be: its `<link rel=alternate type=text/markdown>`, and its address with `.md` (llmstxt.org). Of its site only. */
function markdownAddresses({ url, bytes, charset }: FetchedAnswer): readonly string[] {
  const addresses: string[] = [];
  const parsed = parse(decode(bytes, { httpCharset: charset }).text, { url });
  if (parsed.ok)
    for (const node of elementsWith(parsed.page, ['href'])) {
      const of = (name: string): string => parsed.page.attribute(node, name)?.toLowerCase().trim() ?? '';
      if (MARKDOWN_TYPES.has(of('type')) && of('rel').split(/\s+/).includes('alternate'))
        addresses.push(parsed.page.attribute(node, 'href') as string);
    }
  const named = new URL(url);
  named.pathname += named.pathname.endsWith('/') ? 'index.html.md' : '.md';
  return [...addresses.slice(0, 1), named.href]
    .filter((address) => URL.canParse(address, url))
    .map((address) => new URL(address, url).href)
    .filter((address) => new URL(address).origin === named.origin);
}
