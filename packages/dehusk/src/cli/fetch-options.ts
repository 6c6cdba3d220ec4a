/** Options of commands that fetch addresses a person names. */

import type { Input } from '@dehusk/node';
import {
  CookieFileError,
  DEFAULT_FETCH,
  defined,
  type FetcherOptions,
  type HeaderTable,
  headerFault,
  isPersonal,
  MARKDOWN_MODES,
  type MarkdownMode,
  NO_PROXY,
  proxiesFor,
  readCookieFile,
} from '@dehusk/node';
import { type Command, InvalidArgumentError } from 'commander';
import { browserOf, count, namedValue, oneOf, pause, seconds } from './extraction-options.js';
import { checked, InputOutputError, UsageError } from './failures.js';

export interface FetchFlags {
  readonly render?: true;
  readonly header?: Readonly<Record<string, string>>;
  readonly fetch?: Readonly<FetchSettings>;
  readonly allowPrivate?: true;
  readonly language?: string;
  readonly maxBytes: number;
}

/** The values of `--fetch`; times in seconds. */
type FetchSettings = {
  readonly [Name in keyof typeof FETCH_SETTINGS]?: ReturnType<(typeof FETCH_SETTINGS)[Name]['parse']>;
};

/** Seconds between two requests to the same host. */
const DEFAULT_PAUSE = 1;
const DEFAULT_RETRIES = 2;

/** What `--fetch` sets: how a value is read, and what `--list` says of it. */
export const FETCH_SETTINGS = {
  cookies: { parse: String, summary: "file of cookies to send, in Netscape's format (cookies.txt)" },
  proxy: {
    parse: String,
    summary: `address of an HTTP proxy, or ${NO_PROXY} (default: HTTPS_PROXY, HTTP_PROXY, NO_PROXY)`,
  },
  render: {
    parse: oneOf('one of', () => ['when-needed']),
    summary: 'when-needed: as --render, only pages that need it',
  },
  markdown: {
    parse: oneOf('one of', () => MARKDOWN_MODES) as (text: string) => MarkdownMode,
    summary:
      'prefer: Markdown where a server sends it (default without --site); follow: also what links of a page and llms.txt name; never',
  },
  retries: { parse: retries, summary: `retries after 429, 5xx and network errors (default: ${DEFAULT_RETRIES})` },
  timeout: { parse: seconds, summary: `time to fetch one page (default: ${DEFAULT_FETCH.maxMilliseconds / 1000}s)` },
  pause: { parse: pause, summary: `time between two requests to the same host (default: ${DEFAULT_PAUSE}s)` },
  userAgent: { parse: String, summary: `User-Agent header (default: ${DEFAULT_FETCH.userAgent})` },
};

export function addFetchOptions(command: Command): Command {
  const names = Object.keys(FETCH_SETTINGS).join(', ');
  return command
    .option('--header <name: value>', 'a header for every request; repeatable', header)
    .option('--fetch <name=value>', `how pages are fetched (--list says more): ${names}; repeatable`, fetchSetting)
    .option('--allow-private', 'also fetch from private, local and reserved addresses');
}

function fetchSetting(text: string, before: FetchSettings = {}): FetchSettings {
  const [name, value] = namedValue(text);
  const names = Object.keys(FETCH_SETTINGS);
  // The library would show the whole text, which may be a secret.
  if (name === undefined || !names.includes(name))
    throw new UsageError(
      `--fetch got "${name ?? 'text without ='}", expected NAME=VALUE with a name of ${names.join(', ')}`,
    );
  try {
    return { ...before, [name]: FETCH_SETTINGS[name as keyof typeof FETCH_SETTINGS].parse(value) };
  } catch (error) {
    if (error instanceof InvalidArgumentError)
      throw new UsageError(`--fetch ${name}: got "${value}". ${error.message}`);
    throw error;
  }
}

function header(text: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([^:]*):\s*([\s\S]*?)\s*$/.exec(text) ?? [];
  // The library would show the whole text, which may be a secret.
  if (name === undefined) throw new UsageError("--header got text without a colon, expected 'Name: value'");
  const fault = headerFault(name, value);
  if (fault !== null) throw new UsageError(`--header: ${fault}; expected 'Name: value'`);
  return { ...before, [name]: value };
}

function retries(text: string): number {
  return text === '0' ? 0 : count(text);
}

/**
 * The fetcher's options for the flags given.
 *
 * @param inputs only the hosts of these addresses get headers that identify the user: feeds and sites link to others
 * @throws UsageError for flags that contradict each other or a wrong proxy; InputOutputError without a browser or cookies
 */
export function fetchingOf(flags: FetchFlags, inputs: readonly Input[]): Partial<FetcherOptions> {
  const { proxy = '', cookies = '', retries: maxRetries, timeout, pause: delay, userAgent } = flags.fetch ?? {};
  checked(() => proxiesFor(proxy));
  const renders = flags.render ?? flags.fetch?.render;
  if (proxy !== '' && proxy !== NO_PROXY && renders)
    throw new UsageError('--render loads the parts of a page without a proxy; leave out --fetch proxy or --render');
  if (renders && !inputs.some((one) => one.kind === 'url'))
    throw new UsageError('--render runs the scripts of fetched pages only; name http(s) addresses, or leave it out');
  try {
    if (cookies !== '') readCookieFile(cookies);
  } catch (error) {
    if (error instanceof CookieFileError) throw new InputOutputError(`--fetch cookies: ${error.message}`);
    throw error;
  }
  return {
    maxBytes: flags.maxBytes,
    ...defined({ maxMilliseconds: timeout && timeout * 1000, userAgent, acceptLanguage: flags.language }),
    delay: (delay ?? DEFAULT_PAUSE) * 1000,
    maxRetries: maxRetries ?? DEFAULT_RETRIES,
    allowPrivate: flags.allowPrivate === true,
    headers: headersFor(flags.header ?? {}, inputs),
    ...{ proxy, cookies },
    ...browserOf(renders),
  };
}

function headersFor(headers: Readonly<Record<string, string>>, inputs: readonly Input[]): HeaderTable {
  const all = Object.entries(headers);
  const general = Object.fromEntries(all.filter(([name]) => !isPersonal(name)));
  if (all.every(([name]) => !isPersonal(name))) return { '*': general };
  const addresses = inputs.flatMap((one) => (one.kind === 'url' && URL.canParse(one.url) ? [new URL(one.url)] : []));
  return { '*': general, ...Object.fromEntries(addresses.map(({ hostname }) => [hostname, headers])) };
}
