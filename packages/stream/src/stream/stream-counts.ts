/** Counts of the stream: since the start of the run for snapshots, over all runs for the state. */
import type { SiteSnapshot, StreamSnapshot } from './stream.js';
import type { ItemEnd } from './worker-messages.js';

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

type CountsOfSite = { -readonly [K in Exclude<keyof SiteSnapshot, 'site'>]: SiteSnapshot[K] };
const NO_COUNTS: CountsOfSite = {
  ...{ pages: 0, emitted: 0, duplicates: 0, discarded: 0, waiting: 0 },
  ...{ modelAt: null, modelPages: 0 },
};

/** @param before the totals of earlier runs */
export class StreamCounts {
  readonly #before: StreamTotals;
  readonly #counts = { seen: 0, again: 0, emitted: 0, revised: 0, committed: 0, commits: 0, bytes: 0 };
  readonly #rejected = new Map<string, number>();
  readonly #latencies = new Float64Array(LATENCIES);
  #measured = 0;
  /** Least recently counted first. */
  readonly #sites = new Map<string, CountsOfSite>();

  constructor(before: StreamTotals) {
    this.#before = before;
  }

  seen(): void {
    this.#counts.seen++;
  }

  /** A page began (+1) or ended (−1) waiting for its worker. */
  wait(site: string, by: 1 | -1): void {
    this.#siteOf(site).waiting += by;
  }

  /** An item is committed. @param isAgain whether it has not ended: its source will offer it again */
  count({ item, document, corrections, reject, learnt, learntAt }: ItemEnd, isAgain: boolean, now: number): void {
    const counts = this.#counts;
    counts.revised += corrections.length;
    counts.bytes += item.bytes;
    counts.committed++;
    if (isAgain) counts.again++;
    if (document !== null) {
      counts.emitted++;
      this.#latencies[this.#measured++ % LATENCIES] = Math.max(0, now - item.seenAt);
    }
    if (reject !== null && !isAgain) {
      const name = `${reject.stage}/${reject.reason}`;
      this.#rejected.set(name, (this.#rejected.get(name) ?? 0) + 1);
    }
    if (item.site === null || isAgain) return;
    const site = this.#siteOf(item.site);
    site.pages++;
    if (document !== null) site.emitted++;
    if (reject?.reason === 'duplicate') site.duplicates++;
    else if (reject !== null) site.discarded++;
    site.modelAt = learntAt;
    site.modelPages = learnt;
  }

  committed(): void {
    this.#counts.commits++;
  }

  totals(): StreamTotals {
    const all = new Map(Object.entries(this.#before.rejected));
    for (const [name, count] of this.#rejected) all.set(name, (all.get(name) ?? 0) + count);
    return {
      emitted: this.#before.emitted + this.#counts.emitted,
      revised: this.#before.revised + this.#counts.revised,
      rejected: this.#sorted(all),
    };
  }

  snapshot(): Omit<StreamSnapshot, 'phase' | 'startedAt' | 'inFlight' | 'workers' | 'sources'> {
    const ordered = this.#latencies.slice(0, Math.min(this.#measured, LATENCIES)).sort();
    const quantile = (share: number): number =>
      ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))];
    return {
      ...this.#counts,
      emittedBefore: this.#before.emitted,
      rejected: this.#sorted(this.#rejected),
      latency: ordered.length === 0 ? null : { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
      sites: [...this.#sites]
        .map(([site, counts]): SiteSnapshot => ({ site, ...counts }))
        .sort((a, b) => b.pages - a.pages || (a.site < b.site ? -1 : 1)),
    };
  }

  #siteOf(site: string): CountsOfSite {
    const counts = this.#sites.get(site) ?? { ...NO_COUNTS };
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
