/**
 * Leases: a key per partition in a bucket whose entries expire. The owner renews its key by its revision; a process that dies or
 * is paused stops renewing, the server removes the key, and another process creates it.
 *
 * A lease says who should work, so that work is shared. It is no proof at the moment of a commit: a process can be paused
 * between check and write. That commits are exclusive is the task of the partition's head (`partition-store.ts`).
 */
import { setMaxListeners } from 'node:events';
import type { KV } from '@nats-io/kv';
import { isRefusal, type Nats, NatsError } from './connection.js';
import type { NatsSettings } from './settings.js';
import { namesOf } from './streams.js';

export interface Lease {
  readonly name: string;
  /** Aborted when the lease is lost or released. */
  readonly signal: AbortSignal;
  /** Gives the partition to whoever comes next. */
  release(): Promise<void>;
}

export type Leases = Awaited<ReturnType<typeof openLeases>>;

/** Renewals within one lease. */
const RENEWALS = 3;

/**
 * @param id of this process, unique over all machines: letters, digits, - and _
 * @param signal ends waiting for the server
 * @throws NatsError when the package is missing, or after the signal
 */
export async function openLeases(nats: Nats, settings: NatsSettings, id: string, signal: AbortSignal) {
  const { Kvm } = await import('@nats-io/kv').catch(() => {
    throw new NatsError('NATS leases need the package @nats-io/kv; npm install @nats-io/kv');
  });
  const milliseconds = settings.leaseSeconds * 1000;
  const interval = milliseconds / RENEWALS;
  const bucket: KV = await nats.retry('opening the leases', signal, () =>
    new Kvm(nats.client).create(namesOf(settings.prefix).leases, {
      ttl: milliseconds,
      history: 1,
      replicas: settings.replicas,
    }),
  );
  const announced = new Set<string>();

  function hold(name: string, first: number, since: number): Lease {
    const lost = new AbortController();
    // Every message on its way listens.
    setMaxListeners(0, lost.signal);
    let revision = first;
    let isReleased = false;
    /** Until when the lease is certainly ours, by this machine's clock that never jumps. */
    let until = since + milliseconds;
    let timer: NodeJS.Timeout;
    const lose = (): void => {
      clearTimeout(timer);
      lost.abort();
    };
    const renew = async (): Promise<void> => {
      const began = performance.now();
      try {
        revision = await bucket.update(name, id, revision, Math.max(100, Math.min(interval, until - began)));
        until = began + milliseconds;
      } catch {
        // Without an answer the renewal may have happened: the next one must know its revision.
        const entry = lost.signal.aborted ? null : await bucket.get(name).catch(() => undefined);
        if (entry === null || (entry !== undefined && entry.string() !== id)) return lose();
        if (entry !== undefined) revision = entry.revision;
        if (performance.now() >= until) return lose();
      }
      if (!isReleased) timer = setTimeout(renew, interval / (performance.now() - began > interval ? RENEWALS : 1));
    };
    timer = setTimeout(renew, interval);
    return {
      name,
      signal: lost.signal,
      async release() {
        if (isReleased) return;
        isReleased = true;
        const wasHeld = !lost.signal.aborted;
        lose();
        // When it fails, the lease expires.
        if (wasHeld) await bucket.delete(name, { previousSeq: revision }).catch(() => {});
      },
    };
  }

  return {
    /** Milliseconds between two renewals. */
    interval,
    /** Announces this process for a role until `close`, and again with every call. */
    async announce(role: string): Promise<void> {
      announced.add(role);
      await bucket.put(`member.${role}.${id}`, id);
    },
    /** Names of the leases that are held, and the number of processes of a role. */
    async overview(role: string) {
      const held = new Set<string>();
      let members = 0;
      for await (const key of await bucket.keys())
        if (key.startsWith(`member.${role}.`)) members++;
        else held.add(key);
      return { held, members };
    },
    /** Takes a free lease; null when another process has it. */
    async claim(name: string): Promise<Lease | null> {
      const since = performance.now();
      try {
        return hold(name, await bucket.create(name, id), since);
      } catch (error) {
        if (isRefusal(error)) return null;
        throw error;
      }
    },
    /** Withdraws the announcements. */
    async close(): Promise<void> {
      for (const role of announced) await bucket.delete(`member.${role}.${id}`).catch(() => {});
    },
  };
}
