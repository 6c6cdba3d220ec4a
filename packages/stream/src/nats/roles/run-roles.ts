/** Runs roles of a distributed stream in this process, over one connection, until a signal. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { DEFAULT_LIMITS } from '@dehusk/html';
import { type FetcherOptions, openFetcher } from '@dehusk/node';
import type { ConfiguredPart, StreamOptions } from '../../stream/stream.js';
import { connectNats } from '../connection.js';
import { openLeases } from '../leases.js';
import { checkNatsSettings, type NatsSettings } from '../settings.js';
import { openStreams } from '../streams.js';
import { openExtractPartition } from './extract-role.js';
import { openFetchPartition } from './fetch-role.js';
import { leaseName, type RunPartitionsOptions, runPartitions } from './run-partitions.js';
import { openSinkPartition } from './sink-role.js';
import { openSourcePartition } from './source-role.js';

export const ROLES = ['source', 'fetch', 'extract', 'sink'] as const;
export type Role = (typeof ROLES)[number];

interface RunRolesOptions {
  readonly settings: NatsSettings;
  readonly roles: readonly Role[];
  /** For the role `source`. */
  readonly sources: readonly ConfiguredPart[];
  /** For the role `sink`: sinks of documents, and one of rejects. */
  readonly sinks: readonly ConfiguredPart[];
  readonly rejects: ConfiguredPart | null;
  readonly fetch: FetcherOptions;
  readonly stream: StreamOptions;
  /** Longest time to finish what is in work, in milliseconds. */
  readonly drainMilliseconds: number;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Receives problems that do not end the run. */
  warn(message: string): void;
  /** Called when partitions of a role were taken or left, with those owned now. */
  onShare?(role: Role, names: readonly string[]): void;
}

/**
 * Runs until the signal; then hands over its partitions.
 *
 * @throws RangeError for wrong settings; NatsError when no server answers or its streams differ; the error of a partition that
 *   fails again and again
 */
export async function runRoles(options: RunRolesOptions): Promise<void> {
  const { settings, roles, signal, warn } = options;
  checkNatsSettings(settings);
  const id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`.replace(/[^A-Za-z0-9_-]/g, '-');
  const nats = await connectNats(settings.servers, `dehusk ${roles.join(' ')} ${id}`, warn);
  // The other roles end with the one that fails.
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const fetcher = openFetcher(options.fetch);
  const { drainMilliseconds } = options;
  try {
    await warnOfSync(nats.info, settings, warn);
    await openStreams(nats, settings, stop);
    const leases = await openLeases(nats, settings, id, stop);
    const outputs = new Map<string, { readonly part: ConfiguredPart; readonly from: 'documents' | 'rejects' }>();
    for (const part of options.sinks) outputs.set(leaseName('sink', part.name), { part, from: 'documents' });
    if (options.rejects !== null)
      outputs.set(leaseName('sink', options.rejects.name), { part: options.rejects, from: 'rejects' });
    const sources = new Map(options.sources.map((part) => [leaseName('source', part.name), part]));
    const partitions: Readonly<Record<Role, Pick<RunPartitionsOptions, 'names' | 'open'>>> = {
      source: {
        names: [...sources.keys()],
        open: (name, lease) =>
          openSourcePartition({ nats, settings, lease, fetcher, warn, ...(sources.get(name) as ConfiguredPart) }),
      },
      fetch: {
        names: numbered('fetch', settings.fetchPartitions),
        open: (name, lease) =>
          openFetchPartition({ nats, settings, lease, fetcher, partition: numberOf(name), drainMilliseconds }),
      },
      extract: {
        names: numbered('extract', settings.partitions),
        open: (name, lease) =>
          openExtractPartition({
            nats,
            settings,
            lease,
            warn,
            partition: numberOf(name),
            stream: options.stream,
            maxBytes: DEFAULT_LIMITS.maxBytes,
            drainMilliseconds,
          }),
      },
      sink: {
        names: [...outputs.keys()],
        open: (name, lease) => {
          const { part, from } = outputs.get(name) as NonNullable<ReturnType<typeof outputs.get>>;
          return openSinkPartition({ nats, settings, lease, warn, from, ...part });
        },
      },
    };
    const run = async (role: Role): Promise<void> => {
      const onShare = (names: readonly string[]): void => options.onShare?.(role, names);
      await runPartitions({ ...partitions[role], role, leases, signal: stop, warn, onShare }).catch(
        (error: unknown) => {
          failed.abort();
          throw error;
        },
      );
    };
    const ends = await Promise.allSettled(roles.map(run));
    await leases.close();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    await fetcher.close();
    await nats.close();
  }
}

function numbered(role: Role, count: number): string[] {
  return Array.from({ length: count }, (_, at) => leaseName(role, at));
}

function numberOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('-') + 1));
}

const MAX_MILLISECONDS = 5_000;
const ADVICE = 'set `sync_interval: always` in its jetstream section, and replicas = 3';

/** The part of `/varz` that matters. */
interface ServerVariables {
  readonly version?: string;
  readonly jetstream?: { readonly config?: { readonly sync_always?: boolean } };
}

/**
 * Warns when the server may lose what it acknowledged.
 *
 * A nats-server acknowledges a message before it is on the disk; by default it syncs every two minutes. Jepsen's report on NATS
 * 2.12.1 (December 2025) lost 131,418 of 930,005 acknowledged writes that way. `sync_interval: always`, which servers have
 * since 2.10, syncs each write. Clients cannot ask for it; the monitoring port reports it.
 *
 * Reads the server's monitoring port, and warns unless it reports that each write is synced. Never throws.
 */
export async function warnOfSync(
  { version }: { readonly version: string },
  { monitor }: Pick<NatsSettings, 'monitor'>,
  warn: (message: string) => void,
): Promise<void> {
  const unsure = `a power failure may lose acknowledged pages of nats-server ${version}`;
  if (monitor === '') {
    warn(
      `${unsure}: it was not asked whether it syncs every write; name its monitoring port as nats.monitor, and ${ADVICE}`,
    );
    return;
  }
  try {
    const answer = await fetch(new URL('/varz', monitor), { signal: AbortSignal.timeout(MAX_MILLISECONDS) });
    const { jetstream } = (await answer.json()) as ServerVariables;
    if (jetstream?.config?.sync_always === true) return;
    warn(`${unsure}: ${monitor} does not report sync_interval always; ${ADVICE}`);
  } catch (error) {
    warn(`${unsure}: ${monitor}/varz cannot be read (${error instanceof Error ? error.message : error}); ${ADVICE}`);
  }
}
