/** Options of commands that fetch addresses a person names. */

import type { Input } from '@dehusk/node';
import {
  CookieFileError,
  DEFAULT_FETCH,
  type FetcherOptions,
  type HeaderTable,
  headerFault,
  isPersonal,
  NO_PROXY,
  proxiesFor,
  readCookieFile,
} from '@dehusk/node';
import type { Command } from 'commander';
import { count, pause, seconds } from './extraction-options.js';
import { checked, InputOutputError, UsageError } from './failures.js';
import { browserOf, type RenderFlags } from './render-options.js';

export interface FetchFlags extends RenderFlags {
  readonly header?: Readonly<Record<string, string>>;
  readonly cookies?: string;
  readonly proxy?: string;
  readonly retries: number;
  readonly fetchTimeout: number;
  readonly pause: number;
  readonly userAgent: string;
  readonly allowPrivate?: true;
  readonly language?: string;
  readonly maxBytes: number;
}

/** Seconds between two requests to the same host. */
const DEFAULT_PAUSE = 1;
const DEFAULT_RETRIES = 2;

export function addFetchOptions(command: Command): Command {
  return command
    .option('--header <name: value>', 'a header for every request; repeatable', header)
    .option('--cookies <file>', "send the cookies of a file in Netscape's format (cookies.txt)")
    .option('--proxy <address>', `an HTTP proxy, or ${NO_PROXY} (default: HTTPS_PROXY, HTTP_PROXY, NO_PROXY)`)
    .option('--retries <count>', 'retries after 429, 5xx and network errors', retries, DEFAULT_RETRIES)
    .option('--fetch-timeout <seconds>', 'time to fetch one page', seconds, DEFAULT_FETCH.maxMilliseconds / 1000)
    .option('--pause <seconds>', 'pause between two requests to the same host', pause, DEFAULT_PAUSE)
    .option('--user-agent <name>', 'User-Agent header', DEFAULT_FETCH.userAgent)
    .option('--allow-private', 'also fetch from private, local and reserved addresses');
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
  const { proxy = '', cookies = '' } = flags;
  checked(() => proxiesFor(proxy));
  if (proxy !== '' && proxy !== NO_PROXY && (flags.render || flags.renderWhenNeeded))
    throw new UsageError('--render loads the parts of a page without a proxy; leave out --proxy or --render');
  if ((flags.render || flags.renderWhenNeeded) && !inputs.some((one) => one.kind === 'url'))
    throw new UsageError('--render runs the scripts of fetched pages only; name http(s) addresses, or leave it out');
  try {
    if (cookies !== '') readCookieFile(cookies);
  } catch (error) {
    if (error instanceof CookieFileError) throw new InputOutputError(`--cookies: ${error.message}`);
    throw error;
  }
  return {
    maxBytes: flags.maxBytes,
    maxMilliseconds: flags.fetchTimeout * 1000,
    delay: flags.pause * 1000,
    maxRetries: flags.retries,
    allowPrivate: flags.allowPrivate === true,
    userAgent: flags.userAgent,
    headers: headersFor(flags.header ?? {}, inputs),
    ...{ proxy, cookies },
    ...browserOf(flags),
    ...(flags.language === undefined ? {} : { acceptLanguage: flags.language }),
  };
}

function headersFor(headers: Readonly<Record<string, string>>, inputs: readonly Input[]): HeaderTable {
  const all = Object.entries(headers);
  const general = Object.fromEntries(all.filter(([name]) => !isPersonal(name)));
  if (all.every(([name]) => !isPersonal(name))) return { '*': general };
  const addresses = inputs.flatMap((one) => (one.kind === 'url' && URL.canParse(one.url) ? [new URL(one.url)] : []));
  return { '*': general, ...Object.fromEntries(addresses.map(({ hostname }) => [hostname, headers])) };
}
