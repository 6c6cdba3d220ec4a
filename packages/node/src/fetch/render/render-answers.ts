/**
 * Renders fetched pages: their scripts run in the user's Chromium, and the tree that results is the page.
 *
 * The fetcher gets the document itself, so robots.txt, delays, redirects and the bounds on a response are those of every page.
 * The browser is given its bytes, and loads what else the page needs through a guarded proxy (`socks-server.ts`). A script that
 * leads to another address is a redirect, which the fetcher follows by its rules.
 */
import { needsJavascript } from '@dehusk/core/extend';
import pLimit from 'p-limit';
import { openWithinTime, withinTime } from '../../extraction/within-time.js';
import { hostLookup } from '../../host-table.js';
import type { FetcherOptions } from '../fetcher-options.js';
import { findChromium } from './find-chromium.js';
import { type OpenBrowser, openBrowser } from './open-browser.js';
import { renderPage } from './render-page.js';
import type { AddedHeaders, FetchedAnswer, Rendered, RenderSettings } from './rendered.js';
import type { Connect } from './socks-server.js';

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
