/**
 * The crawl of a corpus: follows links within each site and keeps every page it fetches in a WARC archive.
 *
 * Archive and frontier are committed together, so a stopped or killed crawl continues where it was: the archive is cut back
 * to its last checkpoint, and pages after it are fetched again. Extraction reads the archive, so it can be repeated with other
 * settings without asking the sites again.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Fetcher } from '@dehusk/node';
import { warcSink } from '../sinks/warc.js';
import { crawlVisits, type Visit } from '../sources/crawl/crawl.js';
import { crawlAddress } from '../sources/crawl/crawl-address.js';
import { pageAddress, siteOf } from '../sources/page-links.js';
import { openLmdbStore } from '../stores/lmdb.js';

/** Pages of all sites that are fetched or wait for their host's turn: the connections of a fetcher. */
const CONCURRENT_PAGES = 64;
/** Pages between two commits: at most that many are fetched again after a crash. */
const COMMIT_PAGES = 50;
const CHECKPOINT_KEY = 'corpus/mark';
const COUNTS_KEY = 'corpus/fetches';

/** The fetches of a site, those of earlier runs included. */
interface SiteFetches {
  fetched: number;
  /** Pages that could not be fetched, by reason. */
  readonly failed: Record<string, number>;
}

interface CrawlSettings {
  /** http(s) addresses. */
  readonly starts: readonly string[];
  /** Folder of the corpus. */
  readonly folder: string;
  readonly fetcher: Fetcher;
  /** Most pages of a site, those that fail included. */
  readonly maxPages: number;
  /** First pages of a site, which are spread over its kinds of addresses. */
  readonly samplePages: number;
  readonly signal: AbortSignal;
  /** Called after each page. */
  onPage(fetched: number, failed: number): void;
  /** Called for starts that cannot be fetched and for faults of the crawl. */
  notify(where: string, reason: string, detail: string): void;
}

export interface CrawlOutcome {
  readonly sites: ReadonlyMap<string, SiteFetches>;
  readonly hasFailedStart: boolean;
}

/**
 * Crawls until every site is read, its pages are used up, or the signal.
 *
 * @throws StoreError or SinkError when the folder cannot be used
 */
export async function crawlToArchive(settings: CrawlSettings): Promise<CrawlOutcome> {
  const { folder, fetcher, maxPages, samplePages, signal, notify } = settings;
  const store = openLmdbStore(join(folder, 'state'), true);
  const textOf = async (key: string): Promise<string | null> => {
    const bytes = await store.get(key);
    return bytes === undefined ? null : new TextDecoder().decode(bytes);
  };
  try {
    const sink = await warcSink.open({ folder: join(folder, 'pages') }, await store.get(CHECKPOINT_KEY));
    const sites = new Map<string, SiteFetches>(JSON.parse((await textOf(COUNTS_KEY)) ?? '[]'));
    const changes = new Map<string, Uint8Array | null>();
    const commit = async (): Promise<void> => {
      changes.set(CHECKPOINT_KEY, await sink.flush());
      changes.set(COUNTS_KEY, new TextEncoder().encode(JSON.stringify([...sites])));
      await store.commit(changes);
      changes.clear();
      await sink.committed();
    };
    // The contract of a sink: its first checkpoint is committed before anything is written.
    await commit();
    const starts = new Set(settings.starts.map((one) => startOf(one)));
    const options = { urls: settings.starts, maxPages, samplePages, retries: 0 };
    let fetched = 0;
    let failed = 0;
    let sinceCommit = 0;
    let hasFailedStart = false;
    const keep = async (visit: Visit): Promise<void> => {
      for (const [key, value] of visit.changes) changes.set(key, value);
      if (!visit.ok && visit.reason === 'stopped') return;
      const { item } = visit;
      const site = siteOf(new URL(item.url));
      const counts = sites.get(site) ?? { fetched: 0, failed: {} };
      sites.set(site, counts);
      if (visit.ok) {
        fetched++;
        counts.fetched++;
        const { url, bytes, status, headers, at } = visit.answer;
        const id = createHash('md5').update(url).digest('hex');
        const raw = { bytes, status, headers, at };
        await sink.write({ id, revision: 1, site, row: { url }, markdown: null, raw });
      } else {
        failed++;
        counts.failed[visit.reason] = (counts.failed[visit.reason] ?? 0) + 1;
        if (starts.has(item.url)) {
          hasFailedStart = true;
          notify(item.url, visit.reason, visit.detail);
        }
      }
      if (++sinceCommit % COMMIT_PAGES === 0) await commit();
      settings.onPage(fetched, failed);
    };
    const context = { store, fetcher, now: Date.now };
    for await (const event of crawlVisits(options, context, CONCURRENT_PAGES, signal))
      if (event.kind === 'visit') await keep(event);
      else notify(event.where, event.reason, event.detail);
    await commit();
    await sink.close();
    return { sites, hasFailedStart };
  } finally {
    await store.close();
  }
}

/** The address under which the crawl offers a start. */
function startOf(text: string): string {
  const url = pageAddress(text)?.href ?? text;
  return crawlAddress(url, Number.POSITIVE_INFINITY)?.url ?? url;
}

/** Paths of the archive's files, in the order they were written. */
export function archiveFiles(folder: string): string[] {
  const pages = join(folder, 'pages');
  if (!existsSync(pages)) return [];
  // `pages-000001.warc.gz` comes before `pages.warc.gz`, the youngest.
  const names = readdirSync(pages).filter((name) => name.startsWith('pages') && name.endsWith('.warc.gz'));
  return names.sort().map((name) => join(pages, name));
}
