/** The service in the calling thread, for edge runtimes: one page at a time, bounded in bytes and nodes; the runtime bounds CPU time. */

import { extract } from '@dehusk/core';
import { jsonLine, type Limits } from '@dehusk/html';
import { DEFAULT_FIELDS, type FailedPage, readLines, rowOfPage, withNamedExtractor } from '@dehusk/node/rows';
import { doPageWork, type Extract } from './page-work.js';
import type { ExtractionService } from './service.js';

/** A line may be longer than its page: JSON escapes add to it. */
const LINE_BYTES_PER_PAGE_BYTE = 3;

/** Opens the service. */
export function openInlineService(limits: Partial<Limits> & Pick<Limits, 'maxBytes'>): ExtractionService {
  const read: Extract = (page, { overrides: _none, ...options }) =>
    extract(page, { ...withNamedExtractor(options), limits });
  let working = 0;
  async function counted<T>(work: Promise<T>): Promise<T> {
    working++;
    try {
      return await work;
    } finally {
      working--;
    }
  }
  return {
    extract: (page, extraction, output) => counted(doPageWork({ kind: 'page', ...page, extraction, output }, read)),
    explain: (page, extraction) => counted(doPageWork({ kind: 'page', ...page, extraction, output: null }, read)),
    async *batch(lines, extraction, fields) {
      const encoder = new TextEncoder();
      const decoder = new TextDecoder();
      for await (const { bytes, number, tooLong } of readLines(lines, limits.maxBytes * LINE_BYTES_PER_PAGE_BYTE)) {
        const row = tooLong ? badLine('the line is longer than the server allows') : parsedLine(decoder.decode(bytes));
        const { id = null, url = null } = row;
        const page = row.ok ? extract(row.html, { ...withNamedExtractor(extraction), url, limits }) : row;
        yield encoder.encode(
          `${jsonLine(rowOfPage({ id, url, at: null, line: number, input: null, others: null, page }, fields ?? DEFAULT_FIELDS, {}))}\n`,
        );
      }
    },
    sites: null,
    get load() {
      return { working, waiting: 0, queue: Number.MAX_SAFE_INTEGER, threads: 1 };
    },
    close: async () => {},
  };
}

type InlineLine = { readonly id?: string | number | null; readonly url?: string | null } & (
  | { readonly ok: true; readonly html: string }
  | FailedPage
);

function badLine(detail: string): InlineLine {
  return { ok: false, reason: 'bad-input', detail };
}

/** A line with `html`, and `id` and `url` where they are given. Files and base64 are for `dehusk batch`. */
function parsedLine(text: string): InlineLine {
  let row: Readonly<Record<string, unknown>> | null;
  try {
    row = JSON.parse(text);
  } catch (error) {
    return badLine(`not JSON: ${(error as Error).message}`);
  }
  const id = typeof row?.id === 'string' || typeof row?.id === 'number' ? row.id : null;
  const url = typeof row?.url === 'string' ? row.url : null;
  if (typeof row?.html !== 'string') return { ...badLine('got no "html", expected the HTML of the page'), id, url };
  return { ok: true, id, url, html: row.html };
}
