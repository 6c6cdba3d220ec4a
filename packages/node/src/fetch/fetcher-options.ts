/** Settings of the fetcher. */
import type { OptionDomains } from '@dehusk/html';
import type { HostTable } from '../host-table.js';
import { defaultsOf, flag, type SettingsOf, section, setting, text, wholeNumber } from '../json-schema.js';
import type { FetchReason } from './failures.js';
import type { HeaderTable } from './request-headers.js';
import type { GivenHosts } from './resolve-names.js';

/** Whether pages are rendered; `when-needed`: only those that would end with the reason `needs-javascript`. */
type RenderWhen = boolean | 'when-needed';

/** The default User-Agent. */
const USER_AGENT = 'dehusk/0.1 (web page content extraction)';

/** Defaults of `fetchPage`; the fetcher of the stream shares them. */
export const DEFAULT_FETCH = {
  maxBytes: 16 * 1024 * 1024,
  maxMilliseconds: 20_000,
  maxRedirects: 5,
  allowPrivate: false,
  userAgent: USER_AGENT,
} as const;

const DAY = 86_400_000;
const HALF_HOUR = 1_800_000;
const { maxBytes, maxMilliseconds, maxRedirects } = DEFAULT_FETCH;

const PROPERTIES = {
  maxBytes: wholeNumber('Largest body in bytes, also decompressed.', 1_024, 2 ** 30, maxBytes),
  maxMilliseconds: wholeNumber('Time for one request, in milliseconds.', 100, HALF_HOUR, maxMilliseconds),
  maxRedirects: wholeNumber('Redirects followed.', 0, 20, maxRedirects),
  allowPrivate: flag('Also fetch from loopback, private and other non-public addresses.', false),
  userAgent: text(
    'The User-Agent header; the part before the first slash is the name that robots.txt rules match.',
    USER_AGENT,
    { minLength: 1 },
  ),
  acceptLanguage: text('The Accept-Language header; empty: none.', ''),
  headers: setting<HeaderTable>({
    type: 'object',
    additionalProperties: { type: 'object', additionalProperties: { type: 'string' } },
    description:
      'Headers added to requests, by host; "*.example.org" is for every subdomain, "*" for all hosts. Authorization and Cookie need a host.',
    default: {},
  }),
  cookies: text("File with cookies in Netscape's format; empty: none.", ''),
  proxy: text('Address of an HTTP proxy; "none"; empty: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment.', ''),
  maxConnections: wholeNumber('Concurrent requests over all hosts.', 1, 4_096, 64),
  // The URL Tree authors' reader pauses for a second after each page.
  delay: wholeNumber('Pause between requests to one host, in milliseconds.', 0, DAY, 1_000),
  requestsPerMinute: wholeNumber('Average requests to one host per minute; 0: limited by delay only.', 0, 60_000, 60),
  burst: wholeNumber('Requests an idle host may receive faster than requestsPerMinute.', 1, 10_000, 10),
  maxRetries: wholeNumber('Retries after resets, timeouts, 408, 425, 429, 500, 502, 503, 504.', 0, 10, 2),
  backoff: wholeNumber('Pause before the first retry, in milliseconds; doubles each time.', 0, HALF_HOUR, 1_000),
  maxBackoff: wholeNumber(
    'Longest pause before a retry and longest Retry-After waited for, in milliseconds.',
    0,
    HALF_HOUR,
    60_000,
  ),
  robots: flag('Fetch pages only where robots.txt allows it.', true),
  // RFC 9309, 2.4: at most 24 hours.
  robotsAge: wholeNumber('How long robots.txt is cached, in milliseconds.', 0, DAY, DAY),
  robotsFailureAge: wholeNumber(
    'How long pages are not fetched after robots.txt was unavailable, in milliseconds.',
    0,
    DAY,
    600_000,
  ),
  maxCrawlDelay: wholeNumber('Longest Crawl-delay obeyed, in milliseconds.', 0, DAY, 60_000),
  hosts: setting<GivenHosts>({
    type: 'object',
    additionalProperties: { type: 'string', minLength: 2 },
    description:
      'IP addresses of names that are not looked up, as in a hosts file; "*.example.org" matches every subdomain.',
    default: {},
  }),
  dnsAge: wholeNumber('How long a resolved name is cached, in milliseconds.', 0, DAY, 300_000),
  render: setting<HostTable<RenderWhen>>({
    type: 'object',
    additionalProperties: { enum: [true, 'when-needed', false] },
    description:
      'Hosts whose pages are rendered in a browser: true, "when-needed" (only pages that need JavaScript to have text) or false; "*.example.org" is every subdomain, "*" every host.',
    default: {},
  }),
  chromium: text('Path of the Chromium that renders; empty: CHROMIUM_PATH, else the usual places.', ''),
  renderPages: wholeNumber('Pages rendered at once, each in a browser.', 1, 64, 2),
  renderMilliseconds: wholeNumber(
    'Time for the scripts of a page, in milliseconds; then it is read as it is.',
    100,
    HALF_HOUR,
    15_000,
  ),
  renderCpuMilliseconds: wholeNumber(
    'Processor time of a page in the browser, in milliseconds.',
    100,
    HALF_HOUR,
    10_000,
  ),
  renderMegabytes: wholeNumber('Memory of a page in the browser, in MB.', 64, 65_536, 1_024),
  renderBytes: wholeNumber('Bytes that a page may load besides its document.', 1_024, 2 ** 30, 64 * 1024 * 1024),
  seed: wholeNumber('Seed of the random part of retry pauses; 0: a random seed.', 0, 2 ** 31, 0),
};

export type FetcherOptions = SettingsOf<typeof PROPERTIES>;

export const DEFAULT_FETCHER = defaultsOf<FetcherOptions>(PROPERTIES);

/** The values of the settings. */
export const FETCHER_DOMAINS = PROPERTIES as OptionDomains<FetcherOptions>;

/** Times the processor time of a page that it may take on a busy machine. */
const RENDER_SHARE = 10;

/**
 * Milliseconds after which a page in the browser is given up. After `renderMilliseconds` it is read as it is, and a page whose scripts
 * leave no time for that is stopped by its processor time; this bounds the wait for both.
 */
export function renderPatience(options: Pick<FetcherOptions, 'renderMilliseconds' | 'renderCpuMilliseconds'>): number {
  return options.renderMilliseconds + RENDER_SHARE * options.renderCpuMilliseconds;
}

/** JSON Schema of the settings (draft 2020-12). */
export const FETCHER_SCHEMA = section(PROPERTIES);

/** The value of the setting that uses no proxy. */
export const NO_PROXY = 'none';

/**
 * The proxies to use as options of undici's EnvHttpProxyAgent, where an empty proxy is none; or null. Their own addresses may be private.
 *
 * @param setting an address; `none`; empty: HTTPS_PROXY, HTTP_PROXY and NO_PROXY of the environment
 * @throws RangeError for an address that is none of a proxy
 */
export function proxiesFor(setting: string, environment: NodeJS.ProcessEnv = process.env) {
  if (setting === NO_PROXY) return null;
  const named = (name: string): string => environment[name.toLowerCase()] || environment[name] || '';
  const httpProxy = proxyAddress(setting || named('HTTP_PROXY'), setting ? 'proxy' : 'HTTP_PROXY');
  const httpsProxy = proxyAddress(setting || named('HTTPS_PROXY'), setting ? 'proxy' : 'HTTPS_PROXY');
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: named('NO_PROXY') } : null;
}

function proxyAddress(text: string, name: string): string {
  if (text === '') return '';
  const address = text.includes('://') ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return address;
  // The address may hold a password.
  const got = url === null ? 'no address' : `a ${url.protocol.slice(0, -1)} address`;
  throw new RangeError(`${name} got ${got}, expected the address of an HTTP proxy such as http://proxy.example:3128`);
}

// The contract of the stream's fetcher: many hosts at once, one request at a time per host.
//
// Requests to a host are sent in the order they were made, one at a time, separated by the host's delay (the larger of
// the setting and robots.txt); at most `maxConnections` over all hosts; bounded in bytes, time, redirects and retries;
// private addresses are refused after each lookup and redirect. Every request gets an answer: nothing the network does
// throws.

/** Selects the Accept header, the media types accepted, and whether robots.txt applies. */
export type FetchKind = 'page' | 'reader' | 'feed' | 'sitemap' | 'robots';

/** Whether it is a page: `reader` also takes Markdown. */
export const isPageKind = (kind: FetchKind): boolean => kind === 'page' || kind === 'reader';

export interface FetchRequest {
  readonly url: string;
  readonly kind: FetchKind;
  /** Validators of the cached copy; with them the answer may be `not-modified`. */
  readonly etag?: string | null;
  readonly lastModified?: string | null;
  /** Cancels the request at any stage. */
  readonly signal?: AbortSignal;
}

/** Why a fetch of the stream failed: robots.txt forbids it, or is unavailable, which forbids everything for a while. */
export type StreamFetchReason = FetchReason | 'robots' | 'robots-unavailable' | 'stopped';

export interface FetchedAnswer {
  readonly kind: 'fetched';
  /** The final address, after redirects. */
  readonly url: string;
  /** The addresses that redirected, in order. */
  readonly redirects: readonly string[];
  readonly bytes: Uint8Array;
  /** The charset parameter of the Content-Type header, or null. */
  readonly charset: string | null;
  /** The media type, lower case, without parameters; null when the server sent none. */
  readonly mediaType: string | null;
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly status: number;
  /** As received: names as sent, in order. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** When the request was sent, milliseconds since 1970. */
  readonly at: number;
}

export type FetchAnswer =
  | FetchedAnswer
  | { readonly kind: 'not-modified'; readonly url: string; readonly retryAfter: number | null }
  | {
      readonly kind: 'failed';
      readonly url: string;
      readonly reason: StreamFetchReason;
      readonly detail: string;
      /** HTTP status; null without a response. */
      readonly status: number | null;
      /** Milliseconds the server asked to wait (Retry-After), or null. */
      readonly retryAfter: number | null;
      /** Requests sent, retries included. */
      readonly attempts: number;
    };

export interface FetchCounters {
  readonly requests: number;
  readonly retries: number;
  readonly bytes: number;
  /** Requests waiting for their host's turn or for a connection. */
  readonly waiting: number;
  readonly active: number;
  readonly failures: Readonly<Record<string, number>>;
}

export interface Fetcher {
  fetch(request: FetchRequest): Promise<FetchAnswer>;
  /** Sitemaps named in an origin's robots.txt, which is fetched unless it is cached. */
  sitemaps(origin: string, signal?: AbortSignal): Promise<readonly string[]>;
  readonly counters: FetchCounters;
  /** Ends active requests as `stopped`. */
  close(): Promise<void>;
}
