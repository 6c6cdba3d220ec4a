// The main content of pages in crawlers of Crawlee: a handler of requests, and an exporter of datasets.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pageRecord, siteReader } from '@dehusk/core';
import { decode } from '@dehusk/html';

/** Pages of a site that wait for its template. */
const MAX_WAITING = 30;
/** Where a store of Crawlee keeps what was learnt. */
const KEY = 'dehusk-sites';

/**
 * Opens an extractor for one crawl. It learns the template of each site from the pages that come by.
 *
 * @param options
 *   `fields`: names of the record's fields in rows (docs/output.md), and `markdown`, `html`; default {@link FIELDS}.
 *   `waits`: pages of a site that wait in memory until its template is known, at most; 0 for none, default 30.
 *   `keyValueStore`: a store of Crawlee in which models are kept between crawls; default none.
 *   `extraction`: options of `extract` for every page, such as `{ pageType: 'article' }`.
 */
export async function openDehusk({ fields = FIELDS, waits = MAX_WAITING, keyValueStore, extraction = {} } = {}) {
  const saved = (await keyValueStore?.getValue(KEY)) ?? null;
  const reader = siteReader(saved === null ? {} : { saved: new Uint8Array(saved) });
  /** By host and address: pages whose rows are not made, with what to do with each row. */
  const waiting = new Map();

  const rowOf = ({ html, url, status }) => {
    const result = status >= 400 ? failureOf(status) : reader.read(html, { ...extraction, url });
    const record = { ...pageRecord(result, { id: url, url }), markdown: result.markdown, html: result.html };
    return Object.fromEntries(fields.map((name) => [name, record[name]]));
  };
  const flush = async (host) => {
    const pages = waiting.get(host);
    for (const [url, { push, ...page }] of pages ?? []) {
      const held = pages.get(url);
      // First, as another request of the site may flush, too.
      pages.delete(url);
      try {
        await push(rowOf(page));
      } catch (error) {
        pages.set(url, held);
        throw error;
      }
    }
  };

  return {
    /** The reader of sites, for `explain` and corrections. */
    reader,

    /** The row of a request's page, made at once. @param context what Crawlee gives a request handler */
    async extract(context) {
      return rowOf(await pageOf(context));
    },

    /**
     * A request handler: pushes the page's row to the dataset, and enqueues its links.
     *
     * @param enqueue options of `enqueueLinks`; false to follow no links
     */
    requestHandler(enqueue = {}) {
      return async (context) => {
        const page = await pageOf(context);
        const host = new URL(page.url).host;
        if (page.status < 400) reader.learn(page.html, { url: page.url });
        // Before the page is held: if it fails, Crawlee sends the request again.
        if (enqueue !== false) await context.enqueueLinks(enqueue);
        if (!waiting.has(host)) waiting.set(host, new Map());
        waiting.get(host).set(page.url, { ...page, push: pushOf(context) });
        if (reader.knows(page.url) || waiting.get(host).size > waits) await flush(host);
      };
    },

    /**
     * A hook after navigation, for crawlers of HTTP: a page whose header names no charset is decoded by what it says itself, as browsers do.
     * Crawlee would take it for UTF-8. The handlers of other crawlers get what they got before.
     */
    async charset(context) {
      const { headers, statusCode, url } = context.response ?? {};
      const type = headers?.['content-type'] ?? '';
      if (!/html/i.test(type) || /charset=/i.test(type)) return;
      const { text } = decode(Buffer.concat(await context.response.toArray()));
      // With a BOM, as JSDOM would else believe the page.
      context.response = Object.assign(Readable.from([Buffer.from(`\ufeff${text}`)]), { headers, statusCode, url });
    },

    /** Pushes the rows that wait, and keeps the models. Call it after `crawler.run()`. */
    async finish() {
      for (const host of [...waiting.keys()]) await flush(host);
      await keyValueStore?.setValue(KEY, Buffer.from(reader.save()), { contentType: 'application/octet-stream' });
    },
  };
}

/** A page that says that there is none: Crawlee passes most of them on. */
const failureOf = (status) => ({ ok: false, reason: 'http-status', detail: `the server answered ${status}` });

/** Fields of a row. */
export const FIELDS = [
  'id',
  'url',
  'ok',
  'reason',
  'title',
  'author',
  'date',
  'language',
  'confidence',
  'text',
  'markdown',
];

/** A context's dataset: its `pushData` refuses rows once its request is done, and rows may wait longer. */
function pushOf({ getDataset, pushData, crawler }) {
  if (crawler?.pushData) return (row) => crawler.pushData(row);
  return async (row) => (getDataset ? (await getDataset()).pushData(row) : pushData(row));
}

/** The HTML, address and status of a request's page, in crawlers of HTTP (Cheerio, JSDOM, HTTP) and of browsers (Playwright, Puppeteer). */
async function pageOf({ body, page, request, contentType, response }) {
  const url = request.loadedUrl ?? request.url;
  if (page !== undefined) return { html: await page.content(), url: page.url(), status: response?.status() ?? 200 };
  if (body === undefined)
    throw new TypeError('dehusk got a request without body and page, expected one of a crawler of pages');
  const isBytes = typeof body !== 'string';
  return {
    html: isBytes && contentType?.encoding ? new TextDecoder(contentType.encoding).decode(body) : body,
    url,
    status: response?.statusCode ?? 200,
  };
}

/**
 * Writes a dataset of rows in constant memory.
 *
 * @param target a file that ends in `.jsonl`, for `dehusk dedupe` and others that read JSON Lines; else a folder, which gets a Markdown
 *   file for each page with text
 * @returns how many rows were written
 */
export async function exportDataset(dataset, target) {
  let count = 0;
  if (target.endsWith('.jsonl')) {
    // Under its name only when it is complete.
    const part = `${target}.part`;
    const out = createWriteStream(part);
    await dataset.forEach(async (row) => {
      if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain');
      count++;
    });
    out.end();
    await once(out, 'close');
    await rename(part, target);
    return count;
  }
  await mkdir(target, { recursive: true });
  await dataset.forEach(async ({ ok, url, title, author, date, markdown, text }) => {
    if (!ok) return;
    const facts = Object.entries({ title, url, author, date }).filter(([, value]) => value);
    const head = facts.map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`).join('');
    await writeFile(join(target, `${nameOf(url)}.md`), `---\n${head}---\n${markdown ?? text}`);
    count++;
  });
  return count;
}

/** A file's name for an address: readable, and different for different addresses. */
function nameOf(url) {
  const { host, pathname } = new URL(url);
  const words = `${host}${pathname}`
    .replace(/[^A-Za-z0-9.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 80);
  return `${words}-${createHash('sha256').update(url).digest('hex').slice(0, 8)}`;
}
