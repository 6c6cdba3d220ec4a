/**
 * The streams of a distributed run, and where messages go.
 *
 * | stream | subjects | removed |
 * |---|---|---|
 * | requests | `PREFIX.requests.N`, N by host | when fetched |
 * | outcomes | `PREFIX.outcomes.NAME`, NAME by source | when committed |
 * | pages | `PREFIX.pages.N`, N by site | when committed |
 * | documents | `PREFIX.documents.SITE` | by age |
 * | rejects | `PREFIX.rejects.SITE` | by age |
 * | state | `PREFIX.state.NAME` | when replaced |
 * | heads | `PREFIX.heads.NAME` | when replaced |
 */

import { fnv1a } from '@dehusk/html';
import type { StreamConfig } from '@nats-io/jetstream';
import { type Nats, NatsError } from './connection.js';
import type { NatsSettings } from './settings.js';

const NANOSECONDS = 1_000_000_000;
const DAY_SECONDS = 86_400;
const MEGABYTE = 2 ** 20;

type StreamName = 'requests' | 'outcomes' | 'pages' | 'documents' | 'rejects' | 'state' | 'heads';

/** Names of the streams and subjects of a prefix. */
export function namesOf(prefix: string) {
  return {
    stream: (kind: StreamName): string => `${prefix}-${kind}`,
    leases: `${prefix}-leases`,
    requests: (partition: number): string => `${prefix}.requests.${partition}`,
    outcomes: (source: string): string => `${prefix}.outcomes.${source}`,
    pages: (partition: number): string => `${prefix}.pages.${partition}`,
    documents: `${prefix}.documents`,
    rejects: `${prefix}.rejects`,
    state: (name: string): string => `${prefix}.state.${name}`,
    head: (name: string): string => `${prefix}.heads.${name}`,
  };
}

/** The partition of a host or a site: the same on every machine. */
export function partitionOf(name: string, partitions: number): number {
  return fnv1a(name) % partitions;
}

/**
 * Creates the streams, or checks that those that exist have the same partitions.
 *
 * @throws NatsError naming the stream, got and expected
 */
export async function openStreams(nats: Nats, settings: NatsSettings, signal: AbortSignal): Promise<void> {
  const { prefix, partitions, fetchPartitions, replicas } = settings;
  const names = namesOf(prefix);
  const waiting = { max_bytes: Math.floor(settings.waitingMegabytes * MEGABYTE), discard: 'new' } as const;
  const kept = { max_age: settings.documentDays * DAY_SECONDS * NANOSECONDS, discard: 'new' } as const;
  const streams: readonly (Partial<StreamConfig> & { readonly name: string })[] = [
    {
      name: names.stream('requests'),
      subjects: [`${prefix}.requests.*`],
      // A hash of names decides the partition, so processes must agree on their number.
      description: `${fetchPartitions} partitions by host`,
      retention: 'workqueue',
      ...waiting,
    },
    { name: names.stream('outcomes'), subjects: [`${prefix}.outcomes.*`], description: 'outcomes', ...waiting },
    {
      name: names.stream('pages'),
      subjects: [`${prefix}.pages.*`],
      description: `${partitions} partitions by site`,
      ...waiting,
    },
    { name: names.stream('documents'), subjects: [`${prefix}.documents.>`], description: 'documents', ...kept },
    { name: names.stream('rejects'), subjects: [`${prefix}.rejects.>`], description: 'rejects', ...kept },
    { name: names.stream('state'), subjects: [`${prefix}.state.*`], description: 'state', allow_direct: true },
    { name: names.stream('heads'), subjects: [`${prefix}.heads.*`], description: 'heads', max_msgs_per_subject: 1 },
  ];
  const shared = { num_replicas: replicas, duplicate_window: settings.duplicateSeconds * NANOSECONDS };
  for (const stream of streams) {
    const { name, description } = stream;
    const existing = await nats.retry(`reading the stream ${name}`, signal, () =>
      nats.manager.streams.info(name).catch((error: unknown) => {
        if ((error as Error).name === 'StreamNotFoundError') return null;
        throw error;
      }),
    );
    if (existing === null)
      // Another process may create it at the same moment: an equal stream is no error.
      await nats.retry(`creating the stream ${name}`, signal, () =>
        nats.manager.streams.add({ ...shared, ...stream } as StreamConfig),
      );
    else if (existing.config.description !== description)
      throw new NatsError(
        `the stream ${name} got ${existing.config.description}, expected ${description}; the number is fixed once pages flow`,
      );
  }
}

/** A name as the last part of a subject: dots are kept, other special characters replaced. */
export function subjectOf(site: string): string {
  const token = site.replace(/[^A-Za-z0-9.:_-]/g, '_').replace(/^\.+|\.+$|\.(?=\.)/g, '');
  return token === '' ? 'unknown' : token;
}
