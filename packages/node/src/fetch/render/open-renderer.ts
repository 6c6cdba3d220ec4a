/** A pool of browsers that render pages. */
import pLimit from 'p-limit';
import { type OpenBrowser, openBrowser } from './open-browser.js';
import { renderPage } from './render-page.js';
import type { AddedHeaders, FetchedAnswer, Rendered, Renderer, RenderOptions } from './renderer.js';
import type { Connect } from './socks-server.js';

/**
 * Opens a renderer; a browser starts with the first page.
 *
 * A browser has one page at a time, so that processor time and memory belong to a page, and one that exceeds its bounds ends no other.
 *
 * @param path the browser's program
 */
export function openRenderer(path: string, options: RenderOptions, connect: Connect): Renderer {
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
    render: (page, added, signal) => turns(() => render(page, added, signal)),
    async close() {
      turns.clearQueue();
      await Promise.all([...all].map((browser) => browser.close()));
    },
  };
}
