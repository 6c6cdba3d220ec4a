/** Renders one page in a browser that has no other: bounds on time, processor time, memory and traffic; nothing is kept. */
import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { linkedSignal, rejectOnAbort, whenAwake } from '../abort.js';
import { messageOf, Refused } from '../failures.js';
import { renderPatience } from '../fetcher-options.js';
import { loadPage, type RenderWork } from './load-page.js';
import type { OpenBrowser } from './open-browser.js';
import type { Rendered, RenderSettings } from './rendered.js';
import { type Connect, openSocksServer } from './socks-server.js';

/** Connections of a page at once. */
const MAX_CONNECTIONS = 64;
/** Pause between two readings of what a page uses, in milliseconds. */
const READ_EVERY = 100;
/** Time for a page to close, in milliseconds. */
const CLOSE_MILLISECONDS = 2_000;
/** Tall, so that texts which load when they come into view do. */
const VIEWPORT = { width: 1280, height: 4000 };

/** @throws Refused when a bound is exceeded or the browser fails; the signal's reason */
export async function renderPage(
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
