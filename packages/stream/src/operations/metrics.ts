/**
 * Metrics for Prometheus, computed from the pipeline's snapshot when they are scraped. Sites are no label: thousands of sites
 * would be thousands of series. The dashboard shows them.
 */

import type { FetchCounters } from '@dehusk/node';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { StreamSnapshot } from '../stream/stream.js';

interface MetricsInput {
  readonly snapshot: () => StreamSnapshot;
  readonly fetching: () => FetchCounters;
}

type Labelled = Readonly<Record<string, number>>;

/** A registry of the pipeline's metrics and of the process's own. */
export function pipelineMetrics({ snapshot, fetching }: MetricsInput): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });

  const single = (kind: typeof Counter | typeof Gauge, name: string, help: string, read: () => number): void => {
    new kind({
      name: `dehusk_${name}`,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  const several = (
    kind: typeof Counter | typeof Gauge,
    name: string,
    help: string,
    labelNames: readonly string[],
    read: () => Labelled,
  ): void => {
    new kind({
      name: `dehusk_${name}`,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [key, value] of Object.entries(read())) {
          // Split at the first slash only: a reason may contain one.
          const at = labelNames.length > 1 ? key.indexOf('/') : key.length;
          const values = [key.slice(0, at), key.slice(at + 1)];
          this.inc(Object.fromEntries(labelNames.map((label, index) => [label, values[index]])), value);
        }
      },
    });
  };

  single(Counter, 'items_total', 'Items of the sources, faults included.', () => snapshot().seen);
  single(Counter, 'postponed_total', 'Items to be fetched again later.', () => snapshot().again);
  single(Counter, 'documents_total', 'Documents emitted, without corrections.', () => snapshot().emitted);
  single(Counter, 'corrections_total', 'Documents emitted again with corrections.', () => snapshot().revised);
  several(Counter, 'rejects_total', 'Pages without a document.', ['stage', 'reason'], () => snapshot().rejected);
  single(Counter, 'committed_total', 'Items whose outcome is safe on disk.', () => snapshot().committed);
  single(Counter, 'commits_total', 'Transactions of state and outputs.', () => snapshot().commits);
  single(Counter, 'bytes_total', 'Bytes of pages, decompressed.', () => snapshot().bytes);
  single(Gauge, 'in_flight', 'Items seen that are neither emitted nor rejected yet.', () => snapshot().inFlight);
  single(Gauge, 'sites', 'Sites pages came from.', () => snapshot().sites.length);
  several(Gauge, 'latency_seconds', 'From an item seen to its document committed.', ['quantile'], () => {
    const { latency } = snapshot();
    return latency === null
      ? {}
      : { '0.5': latency.p50 / 1000, '0.95': latency.p95 / 1000, '0.99': latency.p99 / 1000 };
  });
  several(Gauge, 'workers', 'Worker threads.', ['state'], () => {
    const { busy, total } = snapshot().workers;
    return { busy, idle: total - busy };
  });
  single(
    Counter,
    'workers_replaced_total',
    'Workers ended at a page’s deadline or crashed.',
    () => snapshot().workers.replaced,
  );
  several(Gauge, 'phase', 'The phase the pipeline is in: 1.', ['phase'], () => ({ [snapshot().phase]: 1 }));
  single(Counter, 'fetch_requests_total', 'HTTP requests sent.', () => fetching().requests);
  single(Counter, 'fetch_retries_total', 'Of these, retries.', () => fetching().retries);
  single(Counter, 'fetch_bytes_total', 'Bytes received.', () => fetching().bytes);
  single(Gauge, 'fetch_waiting', 'Requests waiting for their host’s turn or a connection.', () => fetching().waiting);
  single(Gauge, 'fetch_active', 'Requests under way.', () => fetching().active);
  several(Counter, 'fetch_failures_total', 'Failed requests.', ['reason'], () => fetching().failures);
  return registry;
}
