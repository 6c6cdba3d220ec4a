/** The loop of `dehusk extract`: pages in, outputs, messages, progress and a summary out. */
import { existsSync, statSync } from 'node:fs';
import type { Format } from '@dehusk/core';
import type { Input, InputPage, PageRenderer } from '@dehusk/node';
import { counted, findPages, inOrder, isWarcFile, WINDOW_PER_THREAD } from '@dehusk/node';
import { type CommandEnd, report, reportFailure, withRemedy } from './failures.js';
import type { Outputs } from './outputs.js';
import { PageTotals } from './page-totals.js';

export interface PagesRun {
  readonly renderer: PageRenderer;
  /** Worker threads of the renderer; 0: pages are extracted one after the other. */
  readonly threads: number;
  readonly outputs: Outputs;
  readonly format: Format;
  /** Cuts what is printed of a page; null: nothing is cut. */
  readonly part: ((text: string, name: string) => string) | null;
  /** Whether the renderer explains pages, those without text too. */
  readonly explains: boolean;
  /** Whether to report pages with text too. */
  readonly isVerbose: boolean;
  /** Number of pages for a progress bar; 0: unknown; null: no bar. */
  readonly expected: number | null;
  /** Whether to end with a summary on standard error; `failures`: only where a page failed. */
  readonly summary: boolean | 'failures';
  /** Address of pages that have none. */
  readonly url: string | null;
}

/** Extracts pages and writes them in their order. */
export async function extractPages(pages: AsyncIterable<InputPage>, run: PagesRun): Promise<CommandEnd> {
  const { renderer, outputs } = run;
  const totals = new PageTotals();
  const bar = run.expected === null ? null : await openBar(run.expected);
  const extract = async (page: InputPage) => {
    if (!page.ok) return { page, ok: false, reason: page.reason, detail: page.detail, output: null, pageBytes: 0 };
    const { id, charset, mediaType } = page;
    // The time of a file says nothing of its page.
    const at = page.url === null ? null : page.at;
    const task = { id, at, page: page.page, url: page.url ?? run.url, charset, mediaType };
    return { page, ...(await renderer.run(task, page.name)), pageBytes: page.page.length };
  };
  const clearBar = (): void => {
    // It is drawn again below the message.
    if (bar !== null) process.stderr.write('\r\x1b[K');
  };
  const results = inOrder(pages, extract, {
    maxItems: Math.max(1, run.threads * WINDOW_PER_THREAD),
    bytesOf: (page) => (page.ok ? page.page.length : 0),
  });
  let end: CommandEnd = 'all-extracted';
  try {
    for await (const done of results) {
      const { page, output, reason, detail } = done;
      totals.add(done);
      if (output !== null && (done.ok || run.explains))
        await outputs.write(page.name, page.place, run.part === null ? output : run.part(output, page.name));
      if (done.ok && run.isVerbose) {
        clearBar();
        report(
          `dehusk: ${page.name}: ok, ${counted(done.pageBytes, 'byte')} in, ${counted(output?.length ?? 0, 'character')} out\n`,
        );
      }
      if (!done.ok) {
        const why = reason ?? 'no-text';
        const words = withRemedy(why, detail ?? '');
        const failed = { ok: false, reason: why, detail: words };
        const known = { id: page.id, url: page.url ?? null };
        const printed =
          output ?? (run.format.printsFailures && !run.explains ? run.format.print(failed, {}, known) : null);
        // The explanation says it already.
        if (!run.explains || output === null) {
          await outputs.fail(failed, known, printed);
          clearBar();
          reportFailure(page.name, why, words);
        }
        // Read, but no page: the same end for an address as for a file.
        if (!page.ok && why !== 'not-html') end = 'some-unreadable';
        else if (end === 'all-extracted') end = 'some-without-text';
      }
      bar?.update(totals.pages, { rate: Math.round(totals.rate) });
    }
  } finally {
    bar?.stop();
    await renderer.close();
  }
  if (run.summary === true || (run.summary === 'failures' && end !== 'all-extracted'))
    process.stderr.write(totals.summary(outputs.summary()));
  return end;
}

async function openBar(total: number) {
  const { progressBar } = await import('./page-totals.js');
  const format = '{bar} {percentage}%  {value}/{total} pages  {rate}/s  {eta_formatted} left';
  return progressBar(total > 0 ? format : '{value} pages  {rate}/s', total, { rate: 0 });
}

/** How many pages inputs have: those of folders, and one for each other input; 0: a WARC file is among them. */
export async function countPages(inputs: readonly Input[]): Promise<number> {
  let pages = 0;
  for (const input of inputs) {
    const path = input.kind === 'path' ? input.path : null;
    if (path === null || !existsSync(path)) pages++;
    else if (statSync(path).isDirectory()) for await (const _ of findPages(path)) pages++;
    else if (isWarcFile(path)) return 0;
    else pages++;
  }
  return pages;
}
