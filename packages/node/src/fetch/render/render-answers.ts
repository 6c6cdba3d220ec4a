/**
 * Renders fetched pages: their scripts run in the user's Chromium, and the tree that results is the page.
 *
 * The fetcher gets the document itself, so robots.txt, delays, redirects and the bounds on a response are those of every page.
 * The browser is given its bytes, and loads what else the page needs through a guarded proxy (`socks-server.ts`). A script that
 * leads to another address is a redirect, which the fetcher follows by its rules.
 */

import { setTimeout as wait } from 'node:timers/promises';
import { needsJavascript } from '@dehusk/core/extend';
import pLimit from 'p-limit';
import type { BrowserContext } from 'playwright-core';
import { openWithinTime, withinTime } from '../../extraction/within-time.js';
import { hostLookup } from '../../host-table.js';
import { linkedSignal, rejectOnAbort, whenAwake } from '../abort.js';
import { messageOf, Refused } from '../failures.js';
import { type FetcherOptions, renderPatience } from '../fetcher-options.js';
import { findChromium } from './find-chromium.js';
import {
  type AddedHeaders,
  type FetchedAnswer,
  loadPage,
  type Rendered,
  type RenderSettings,
  type RenderWork,
} from './load-page.js';
import { type OpenBrowser, openBrowser } from './open-browser.js';
import { type Connect, openSocksServer } from './socks-server.js';

const HTML: readonly (string | null)[] = ['text/html', 'application/xhtml+xml', null];

/**
 * Renders answers of the hosts in `render`.
 *
 * @returns null when no host is rendered. `render` returns the page as its scripts left it, or the address they lead to, or null
 *   when the answer stays as it is; it throws Refused, or the signal's reason
 * @throws BrowserMissing
 */
export function renderAnswers(options: FetcherOptions, connect: Connect) {
  if (Object.keys(options.render).length === 0) return null;
  const whenFor = hostLookup(options.render);
  const path = findChromium(options.chromium);
  const renderer = openRenderer(path, options, connect);
  const render = async (
    answer: FetchedAnswer,
    added: AddedHeaders,
    signal: AbortSignal,
  ): Promise<FetchedAnswer | { to: string } | null> => {
    const when = whenFor(new URL(answer.url).hostname) ?? false;
    if (!when || !HTML.includes(answer.mediaType)) return null;
    if (when === 'when-needed' && !isShell(answer, options.maxBytes)) return null;
    const rendered = await renderer.render(answer, added, signal);
    if (rendered.kind === 'redirect') return rendered;
    return {
      ...answer,
      url: rendered.url,
      bytes: Buffer.from(rendered.html),
      charset: 'utf-8',
      mediaType: 'text/html',
      headers: [
        ...answer.headers.filter(([name]) => name.toLowerCase() !== 'content-type'),
        ['content-type', 'text/html; charset=utf-8'],
      ],
      // They are of the shell, which may be the same when the page is not.
      etag: null,
      lastModified: null,
    };
  };
  return { render, close: renderer.close };
}

function isShell({ bytes, charset, url }: FetchedAnswer, maxBytes: number): boolean {
  const opened = openWithinTime(bytes, { url, httpCharset: charset, limits: { maxBytes } });
  if (!opened.ok) return false;
  return withinTime(
    undefined,
    () => needsJavascript(opened.page),
    () => false,
  );
}

/**
 * Opens a pool of browsers that render pages; a browser starts with the first page, and loads Playwright.
 *
 * A browser has one page at a time, so that processor time and memory belong to a page, and one that exceeds its bounds ends no other.
 *
 * @param path the browser's program
 */
export function openRenderer(path: string, options: RenderSettings, connect: Connect) {
  const turns = pLimit(options.renderPages);
  const idle: OpenBrowser[] = [];
  const all = new Set<OpenBrowser>();

  const start = async (): Promise<OpenBrowser> => {
    const browser = await openBrowser(path, options.renderMegabytes);
    all.add(browser);
    return browser;
  };
  const render = async (page: FetchedAnswer, added: AddedHeaders, signal: AbortSignal): Promise<Rendered> => {
    signal.throwIfAborted();
    const browser = idle.pop() ?? (await start());
    try {
      return await renderPage(browser, { page, added }, options, connect, signal);
    } finally {
      if (browser.isUsable()) idle.push(browser);
      else all.delete(browser);
    }
  };
  return {
    /** @throws Refused when a bound is exceeded or the browser fails; the signal's reason */
    render: (page: FetchedAnswer, added: AddedHeaders, signal: AbortSignal): Promise<Rendered> =>
      turns(() => render(page, added, signal)),
    async close(): Promise<void> {
      turns.clearQueue();
      await Promise.all([...all].map((browser) => browser.close()));
    },
  };
}

// Renders one page in a browser that has no other: bounds on time, processor time, memory and traffic; nothing is kept.

/** Connections of a page at once. */
const MAX_CONNECTIONS = 64;
/** Pause between two readings of what a page uses, in milliseconds. */
const READ_EVERY = 100;
/** Time for a page to close, in milliseconds. */
const CLOSE_MILLISECONDS = 2_000;
/** Tall, so that texts which load when they come into view do. */
const VIEWPORT = { width: 1280, height: 4000 };

/** @throws Refused when a bound is exceeded or the browser fails; the signal's reason */
async function renderPage(
  open: OpenBrowser,
  work: RenderWork,
  options: RenderSettings,
  connect: Connect,
  signal: AbortSignal,
): Promise<Rendered> {
  const { userAgent, acceptLanguage, renderBytes } = options;
  const link = linkedSignal(signal);
  const patience = renderPatience(options);
  const giveUp = () => {
    link.abort(new Refused('timeout', `the page's scripts did not pause within ${patience} ms`));
  };
  const timers = [whenAwake(patience, giveUp)];
  const socks = await openSocksServer({
    connect,
    maxConnections: MAX_CONNECTIONS,
    maxBytes: renderBytes,
    onExceeded: () =>
      link.abort(new Refused('too-large', `the page loaded more than the ${renderBytes} bytes allowed`)),
  });
  let context: BrowserContext | undefined;
  const run = async (): Promise<Rendered> => {
    context = await open.browser.newContext({
      userAgent,
      viewport: VIEWPORT,
      acceptDownloads: false,
      serviceWorkers: 'block',
      proxy: { server: `socks5://127.0.0.1:${socks.port}`, bypass: '<-loopback>' },
      ...(acceptLanguage === '' ? {} : { extraHTTPHeaders: { 'accept-language': acceptLanguage } }),
    });
    watchUsage(open, options, link.signal).catch(link.abort);
    let isOver = false;
    timers.push(whenAwake(options.renderMilliseconds, () => (isOver = true)));
    return await loadPage(context, work, options, { isOver: () => isOver || link.signal.aborted, stop: link.abort });
  };
  let isDone = false;
  try {
    const rendered = await rejectOnAbort(run(), link.signal);
    isDone = true;
    return rendered;
  } catch (error) {
    if (error instanceof Refused || signal.aborted) throw error;
    throw new Refused('render-failed', `the browser failed: ${messageOf(error).split('\n')[0]}`);
  } finally {
    for (const cancel of timers) cancel();
    link.unlink();
    link.abort(new Refused('render-failed', 'the page is closed'));
    socks.close();
    // A page that was stopped may be busy for ever, and would not close.
    const closed = isDone && context !== undefined ? context.close().then(() => true) : false;
    const isClosed = await Promise.race([closed, wait(CLOSE_MILLISECONDS, false)]).catch(() => false);
    if (!isClosed) open.kill();
  }
}

/**
 * Measures a page until the signal aborts.
 *
 * @throws Refused when the page exceeds a bound
 */
async function watchUsage(
  open: OpenBrowser,
  { renderCpuMilliseconds, renderMegabytes }: RenderSettings,
  signal: AbortSignal,
): Promise<void> {
  let before: number | undefined;
  while (!signal.aborted) {
    const { cpuMilliseconds, memoryBytes } = await open.usage().catch(() => {
      throw new Refused('render-failed', 'the browser ended');
    });
    before ??= cpuMilliseconds;
    if (cpuMilliseconds - before > renderCpuMilliseconds)
      throw new Refused('timeout', `the page's scripts used more than ${renderCpuMilliseconds} ms of processor time`);
    if (memoryBytes > renderMegabytes * 2 ** 20)
      throw new Refused('too-large', `the page used more than ${renderMegabytes} MB of memory in the browser`);
    await wait(READ_EVERY);
  }
}
