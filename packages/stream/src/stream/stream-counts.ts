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
  /** Whether it ended with a document. */
  readonly isEmitted: boolean;
  /** Documents of earlier items that were emitted once more. */
  readonly corrections: number;
  readonly rejected: { readonly stage: Stage; readonly reason: string } | null;
  /** Whether it has not ended: its source will offer it again. */
  readonly isAgain: boolean;
  readonly bytes: number;
  /** Milliseconds from seen to committed; null for a rejected item. */
  readonly latency: number | null;
  readonly learntAt: number | null;
  readonly learnt: number;
}

type CountsOfSite = { -readonly [K in Exclude<keyof SiteSnapshot, 'site'>]: SiteSnapshot[K] };

/** @param before the totals of earlier runs */
export class StreamCounts {
  readonly #before: StreamTotals;
  #seen = 0;
  #again = 0;
  #emitted = 0;
  #revised = 0;
  #committed = 0;
  #commits = 0;
  #bytes = 0;
  readonly #rejected = new Map<string, number>();
  readonly #latencies = new Float64Array(LATENCIES);
  #measured = 0;
  /** Least recently counted first. */
  readonly #sites = new Map<string, CountsOfSite>();

  constructor(before: StreamTotals) {
    this.#before = before;
  }

  seen(): void {
    this.#seen++;
  }

  /** A page began (+1) or ended (−1) waiting for its worker. */
  wait(site: string, by: 1 | -1): void {
    this.#siteOf(site).waiting += by;
  }

  /** An item is committed. */
  count(item: Counted): void {
    if (item.isEmitted) this.#emitted++;
    this.#revised += item.corrections;
    this.#bytes += item.bytes;
    this.#committed++;
    if (item.isAgain) this.#again++;
    if (item.latency !== null) this.#latencies[this.#measured++ % LATENCIES] = item.latency;
    if (item.rejected !== null) {
      const name = `${item.rejected.stage}/${item.rejected.reason}`;
      this.#rejected.set(name, (this.#rejected.get(name) ?? 0) + 1);
    }
    if (item.site === null || item.isAgain) return;
    const site = this.#siteOf(item.site);
    site.pages++;
    if (item.isEmitted) site.emitted++;
    if (item.rejected?.reason === 'duplicate') site.duplicates++;
    else if (item.rejected !== null) site.discarded++;
    site.modelAt = item.learntAt;
    site.modelPages = item.learnt;
  }

  committed(): void {
    this.#commits++;
  }

  totals(): StreamTotals {
    const all = new Map(Object.entries(this.#before.rejected));
    for (const [name, count] of this.#rejected) all.set(name, (all.get(name) ?? 0) + count);
    return {
      emitted: this.#before.emitted + this.#emitted,
      revised: this.#before.revised + this.#revised,
      rejected: this.#sorted(all),
    };
  }

  snapshot(): Omit<StreamSnapshot, 'phase' | 'startedAt' | 'inFlight' | 'workers' | 'sources'> {
    const ordered = this.#latencies.slice(0, Math.min(this.#measured, LATENCIES)).sort();
    const quantile = (share: number): number =>
      ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))];
    return {
      seen: this.#seen,
      again: this.#again,
      emitted: this.#emitted,
      emittedBefore: this.#before.emitted,
      revised: this.#revised,
      rejected: this.#sorted(this.#rejected),
      committed: this.#committed,
      commits: this.#commits,
      bytes: this.#bytes,
      latency: ordered.length === 0 ? null : { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
      sites: [...this.#sites]
        .map(([site, counts]): SiteSnapshot => ({ site, ...counts }))
        .sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1)),
    };
  }

  #siteOf(site: string): CountsOfSite {
    const counts = this.#sites.get(site) ?? {
      pages: 0,
      emitted: 0,
      duplicates: 0,
      discarded: 0,
      waiting: 0,
      modelAt: null,
      modelPages: 0,
    };
    this.#sites.delete(site);
    this.#sites.set(site, counts);
    if (this.#sites.size > MAX_SITES)
      for (const [silent, { waiting }] of this.#sites) {
        if (waiting === 0) this.#sites.delete(silent);
        break;
      }
    return counts;
  }

  #sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
    return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

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
