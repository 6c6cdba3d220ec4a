/** Which answers of the fetcher are rendered, and the answers that result. */
import { needsJavascript } from '@dehusk/core/extend';
import { openWithinTime, withinTime } from '../../extraction/within-time.js';
import { hostLookup } from '../../host-table.js';
import type { FetcherOptions } from '../fetcher-options.js';
import { findChromium } from './find-chromium.js';
import type { AddedHeaders, FetchedAnswer, Renderer } from './renderer.js';
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
  let renderer: Promise<Renderer> | undefined;
  const render = async (
    answer: FetchedAnswer,
    added: AddedHeaders,
    signal: AbortSignal,
  ): Promise<FetchedAnswer | { to: string } | null> => {
    const when = whenFor(new URL(answer.url).hostname) ?? false;
    if (!when || !HTML.includes(answer.mediaType)) return null;
    if (when === 'when-needed' && !isShell(answer, options.maxBytes)) return null;
    // Lazy: Playwright takes longer to load than most pages to extract.
    renderer ??= import('./open-renderer.js').then(({ openRenderer }) => openRenderer(path, options, connect));
    const rendered = await (await renderer).render(answer, added, signal);
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
  return { render, close: async (): Promise<void> => (await renderer)?.close() };
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
