/** Counts of the stream: since the start of the run for snapshots, over all runs for the state. */
import type { SiteSnapshot, Stage, StreamSnapshot } from './stream.js';

/** Latest latencies kept: enough for a stable 99th percentile. */
const LATENCIES = 4_096;
/** Most sites counted one by one; the least recently counted are dropped. */
const MAX_SITES = 10_000;

/** Totals over all runs on a state, written with every commit. */
interface StreamTotals {
  readonly emitted: number;
  readonly revised: number;
  readonly rejected: Readonly<Record<string, number>>;
}

/** One item, committed. */
interface Counted {
  /** Null when the item ended before its site was known. */
  readonly site: string | null;
  /** Documents emitted: the item's own and corrections. */
  readonly emitted: number;
  readonly revised: number;
  readonly rejected: { readonly stage: Stage; readonly reason: string } | null;
  /** Whether it has not ended: its source will offer it again. */
  readonly isAgain: boolean;
  readonly bytes: number;
  /** Milliseconds from seen to committed; null for a rejected item. */
  readonly latency: number | null;
  readonly learntAt: number | null;
  readonly learnt: number;
}

type SiteCounts = { -readonly [K in Exclude<keyof SiteSnapshot, 'site'>]: SiteSnapshot[K] };

/** @param before the totals of earlier runs */
export function openStreamCounts(before: StreamTotals) {
  let seen = 0;
  let again = 0;
  let emitted = 0;
  let revised = 0;
  let committed = 0;
  let commits = 0;
  let bytes = 0;
  const rejected = new Map<string, number>();
  const latencies = new Float64Array(LATENCIES);
  let measured = 0;
  /** Least recently counted first. */
  const sites = new Map<string, SiteCounts>();

  const siteOf = (site: string): SiteCounts => {
    const counts = sites.get(site) ?? {
      pages: 0,
      emitted: 0,
      duplicates: 0,
      discarded: 0,
      waiting: 0,
      modelAt: null,
      modelPages: 0,
    };
    sites.delete(site);
    sites.set(site, counts);
    if (sites.size > MAX_SITES)
      for (const [silent, { waiting }] of sites) {
        if (waiting === 0) sites.delete(silent);
        break;
      }
    return counts;
  };
  const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
    Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));

  return {
    seen: (): void => {
      seen++;
    },
    /** A page began (+1) or ended (−1) waiting for its worker. */
    wait(site: string, by: 1 | -1): void {
      siteOf(site).waiting += by;
    },
    /** An item is committed. */
    count(item: Counted): void {
      emitted += item.emitted;
      revised += item.revised;
      bytes += item.bytes;
      committed++;
      if (item.isAgain) again++;
      if (item.latency !== null) latencies[measured++ % LATENCIES] = item.latency;
      if (item.rejected !== null) {
        const name = `${item.rejected.stage}/${item.rejected.reason}`;
        rejected.set(name, (rejected.get(name) ?? 0) + 1);
      }
      if (item.site === null || item.isAgain) return;
      const site = siteOf(item.site);
      site.pages++;
      site.emitted += item.emitted;
      if (item.rejected?.reason === 'duplicate') site.duplicates++;
      else if (item.rejected !== null) site.discarded++;
      site.modelAt = item.learntAt;
      site.modelPages = item.learnt;
    },
    committed: (): void => {
      commits++;
    },
    totals(): StreamTotals {
      const all = new Map(Object.entries(before.rejected));
      for (const [name, count] of rejected) all.set(name, (all.get(name) ?? 0) + count);
      return { emitted: before.emitted + emitted, revised: before.revised + revised, rejected: sorted(all) };
    },
    snapshot(): Omit<StreamSnapshot, 'phase' | 'startedAt' | 'inFlight' | 'workers' | 'sources'> {
      const ordered = latencies.slice(0, Math.min(measured, LATENCIES)).sort();
      const quantile = (share: number): number =>
        ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))];
      return {
        seen,
        again,
        emitted,
        emittedBefore: before.emitted,
        revised,
        rejected: sorted(rejected),
        committed,
        commits,
        bytes,
        latency: ordered.length === 0 ? null : { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
        sites: [...sites]
          .map(([site, counts]): SiteSnapshot => ({ site, ...counts }))
          .sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1)),
      };
    },
  };
}

export type StreamCounts = ReturnType<typeof openStreamCounts>;

export const NO_TOTALS: StreamTotals = { emitted: 0, revised: 0, rejected: {} };

/** The totals as bytes for the store. */
export function encodeTotals(totals: StreamTotals): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(totals));
}

/** @throws RangeError for other bytes */
export function decodeTotals(bytes: Uint8Array): StreamTotals {
  try {
    const { emitted, revised, rejected } = JSON.parse(new TextDecoder().decode(bytes)) as StreamTotals;
    if (typeof emitted === 'number' && typeof revised === 'number' && typeof rejected === 'object')
      return { emitted, revised, rejected };
  } catch {
    // Falls through to the error below.
  }
  throw new RangeError(`the stream's totals got ${bytes.length} bytes that are no totals, expected counts as JSON`);
}
