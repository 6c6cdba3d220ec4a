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
import type { BrowserContext, CDPSession, Frame, Request, Route } from 'playwright-core';
import { openWithinTime, withinTime } from '../../extraction/within-time.js';
import { hostLookup } from '../../host-table.js';
import { linkedSignal, rejectOnAbort, whenAwake } from '../abort.js';
import { messageOf, Refused } from '../failures.js';
import { type FetchedAnswer, type FetcherOptions, renderPatience } from '../fetcher-options.js';
import { findChromium } from './find-chromium.js';
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
export function openRenderer(path: string, options: FetcherOptions, connect: Connect) {
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
  options: FetcherOptions,
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
  { renderCpuMilliseconds, renderMegabytes }: FetcherOptions,
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

// Loads a fetched page in a browser context, waits until its scripts have built it, and reads the tree.

/** Pause between two looks at the page, in milliseconds. */
const LOOK_EVERY = 100;
/** Looks in succession that find the same tree, and no request open, after which a page is complete. */
const QUIET_LOOKS = 5;
/** The same while requests are open: a page that polls its server always has one. */
const QUIET_LOOKS_WITH_REQUESTS = 30;
/** Times that a page may load itself again. */
const MAX_RELOADS = 2;
/** Kinds of requests that bring no text. */
const BLOCKED: ReadonlySet<string> = new Set(['image', 'media', 'font', 'ping', 'manifest']);
/** Headers that describe the bytes on the wire, or make a download of a page. */
const LEFT_OUT = /^(?:content-(?:encoding|length|disposition)|transfer-encoding|connection|keep-alive|alt-svc)$/i;

/** A fetched page, and the headers of its requests. */
interface RenderWork {
  readonly page: FetchedAnswer;
  readonly added: AddedHeaders;
}

interface LoadControl {
  /** Whether the time for its scripts is over, so that the page is read as it is. */
  isOver(): boolean;
  /** Called when the page crashes. */
  stop(refused: Refused): void;
}

/**
 * @throws Refused for a tree that is too large; errors of the browser
 */
async function loadPage(
  context: BrowserContext,
  { page: fetched, added }: RenderWork,
  { maxBytes, renderMegabytes }: FetcherOptions,
  { isOver, stop }: LoadControl,
): Promise<Rendered> {
  const page = await context.newPage();
  const requests = new Set<Request>();
  let loads = 0;
  let redirect: string | null = null;

  const fulfil = (route: Route): Promise<void> =>
    route.fulfill({ status: 200, headers: headersOf(fetched), body: Buffer.from(fetched.bytes) });
  /** The document comes from the fetcher. Another document is its business, too. */
  const navigate = (route: Route): Promise<void> => {
    const request = route.request();
    const isSame = request.url() === fetched.url;
    if (request.method() === 'GET' && isSame && loads++ <= MAX_RELOADS) return fulfil(route);
    if (request.method() === 'GET' && !isSame) redirect ??= request.url();
    // Without content, the page stays where it is; an error would replace it.
    return route.fulfill({ status: 204 });
  };
  await context.addCookies(cookiesOf(fetched.url, (await added(new URL(fetched.url))).cookie ?? ''));
  await context.route('**/*', (route) => {
    const request = route.request();
    const frame = frameOf(request);
    if (frame?.page() !== page || BLOCKED.has(request.resourceType())) return route.abort();
    return request.isNavigationRequest() && frame.parentFrame() === null ? navigate(route) : route.continue();
  });
  context.on('page', (popup) => void popup.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  page.on('crash', () => {
    const detail = `the page crashed in the browser; its scripts may need more than ${renderMegabytes} MB of memory`;
    stop(new Refused('render-failed', detail));
  });

  const session = await context.newCDPSession(page);
  await addHeaders(session, added);
  await page.goto(fetched.url, { waitUntil: 'commit', timeout: 0 });
  let seen: unknown;
  let quiet = 0;
  while (redirect === null && !isOver()) {
    // The document may be replaced while it is looked at.
    const now = await evaluate(session, DOM_SIGNATURE).catch(() => Symbol());
    quiet = now === seen ? quiet + 1 : 0;
    seen = now;
    if (quiet >= (requests.size === 0 ? QUIET_LOOKS : QUIET_LOOKS_WITH_REQUESTS)) break;
    await wait(LOOK_EVERY);
  }
  if (redirect !== null) return { kind: 'redirect', to: redirect };
  const { html, url } = (await evaluate(session, snapshotScript(maxBytes))) as { html: string | null; url: string };
  if (html === null)
    throw new Refused('too-large', `the rendered page has more than the ${maxBytes} characters allowed`);
  return { kind: 'page', html, url };
}

/**
 * Adds the user's headers to the requests of a page. Not by `route.continue`: Playwright repeats its headers wherever the request is
 * redirected, to other hosts as well. Cookies are those of the context.
 */
async function addHeaders(session: CDPSession, added: AddedHeaders): Promise<void> {
  /** Names that were added, by request: a redirected one still has them. */
  const before = new Map<string, readonly string[]>();
  session.on('Fetch.requestPaused', async ({ requestId, networkId = requestId, request }) => {
    const { cookie: _, ...own } = await added(new URL(request.url));
    const replaced = [...(before.get(networkId) ?? []), ...Object.keys(own)];
    before.set(networkId, Object.keys(own));
    const kept = Object.entries(request.headers).filter(([name]) => !replaced.includes(name.toLowerCase()));
    const headers = [...kept, ...Object.entries(own)].map(([name, value]) => ({ name, value }));
    // The page may be closed.
    await session.send('Fetch.continueRequest', { requestId, headers }).catch(() => {});
  });
  await session.send('Fetch.enable');
}

/** The frame of a request; null when it is the first of a window that a script opens. */
function frameOf(request: Request): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}

/** A Cookie header as cookies of the page's host. */
function cookiesOf(url: string, header: string) {
  const pairs = header.split(';').map((pair) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(pair));
  const domain = new URL(url).hostname;
  return pairs.flatMap((pair) => (pair === null ? [] : [{ name: pair[1], value: pair[2], domain, path: '/' }]));
}

function headersOf({ headers }: FetchedAnswer): Record<string, string> {
  const merged: Record<string, string> = {};
  for (const [name, value] of headers) {
    if (LEFT_OUT.test(name)) continue;
    const key = name.toLowerCase();
    // Playwright separates cookies by line breaks.
    merged[key] = key in merged ? `${merged[key]}${key === 'set-cookie' ? '\n' : ', '}${value}` : value;
  }
  return merged;
}

/** The value of an expression in an isolated world of the page's main frame. @throws Error when the expression does */
async function evaluate(session: CDPSession, expression: string): Promise<unknown> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId: contextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'dehusk',
  });
  const evaluated = await session.send('Runtime.evaluate', {
    expression,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (evaluated.exceptionDetails) throw new Error(evaluated.exceptionDetails.text);
  return evaluated.result.value;
}

/** The headers that the user adds to a request, by name in lower case. */
type AddedHeaders = (url: URL) => Promise<Readonly<Record<string, string>>>;

/** A rendered page, or the address that its scripts lead to. */
type Rendered =
  | { readonly kind: 'page'; readonly url: string; readonly html: string }
  | { readonly kind: 'redirect'; readonly to: string };

// Code that reads a rendered page. It runs in an isolated world of the browser, where the page's scripts cannot replace the
// functions it calls.

/** Evaluates to a string that changes with the DOM, as soon as the page's scripts pause. */
const DOM_SIGNATURE = `new Promise((resolve) => {
  const sign = () => {
    const all = document.getElementsByTagName('*').length;
    resolve(all + ' ' + (document.documentElement?.textContent.length ?? 0));
  };
  requestIdleCallback(sign, { timeout: 1000 });
})`;

/**
 * Evaluates to `{ html, url }`; `html` is null when it has more than `maxLength` characters.
 *
 * The tree is the one that is shown: open shadow roots in place of their hosts' children, slots filled. Scripts and
 * `noscript` are left out, as they have done their part; JSON-LD stays for the metadata.
 */
function snapshotScript(maxLength: number): string {
  return `(${takeSnapshot})(${maxLength})`;
}

const takeSnapshot = `(maxLength) => {
  const copy = document.implementation.createHTMLDocument('');
  const isLeftOut = (node) =>
    node.localName === 'noscript' || (node.localName === 'script' && node.type !== 'application/ld+json');
  const childrenOf = (node) => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    const assigned = node.localName === 'slot' ? node.assignedNodes({ flatten: true }) : [];
    return assigned.length > 0 ? assigned : node.childNodes;
  };
  const root = copy.importNode(document.documentElement, false);
  const open = [[document.documentElement, root]];
  while (open.length > 0) {
    const [node, into] = open.pop();
    for (const child of childrenOf(node)) {
      if (isLeftOut(child)) continue;
      const copied = copy.importNode(child, child.localName === 'template');
      into.append(copied);
      if (child.nodeType === 1 && child.localName !== 'template') open.push([child, copied]);
    }
  }
  const html = '<!doctype html>' + root.outerHTML;
  return { html: html.length > maxLength ? null : html, url: location.href };
}`;
