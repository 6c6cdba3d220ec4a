/**
 * Shares the partitions of a role among its processes: each holds at most its equal part, takes what is free, and hands over what
 * it has too much of.
 *
 * There is no coordinator. Every process looks at the leases several times within a lease; whoever creates the key of a free
 * partition owns it. A process that dies leaves its leases to expire; one that joins is counted, and the others hand over.
 */

import { once } from 'node:events';
import { FencedError, type Nats, pauseOf } from '../connection.js';
import type { Lease, Leases } from '../leases.js';
import type { NatsSettings } from '../settings.js';

/** What a role gets to open a partition. */
export interface PartitionContext {
  readonly nats: Nats;
  readonly settings: NatsSettings;
  readonly lease: Lease;
  warn(message: string): void;
}

/** The name of a partition's lease and state. @param part a number, or a name in the configuration */
export function leaseName(role: string, part: number | string): string {
  return `${role}-${String(part).replace(/[^A-Za-z0-9_-]/g, '-')}`;
}

/** Work on one partition. */
export interface PartitionRun {
  /** Resolves when there is nothing left to do, or after `stop`; rejects with what it cannot continue after. */
  readonly done: Promise<void>;
  /** Finishes what is in work, commits, and ends. */
  stop(): Promise<void>;
}

interface PartitionWork {
  /** Aborted by `stop`, and at the end. */
  readonly stopping: AbortController;
  /** Started at once; each ends when `stopping` is aborted. */
  readonly readers: readonly (() => Promise<void>)[];
  /**
   * Commits what was read, until there is no more or it is stopped.
   *
   * @param check throws what a reader cannot continue after
   * @param ended resolves when all readers have ended
   */
  commits(check: () => void, ended: Promise<unknown>): Promise<void>;
  /** Closes everything, after the readers have ended. */
  close(): Promise<void>;
}

/** Starts the work on a partition that is read and committed at the same time. */
export function startPartition({ stopping, readers, commits, close }: PartitionWork): PartitionRun {
  async function run(): Promise<void> {
    let failure: unknown = null;
    const reading = readers.map((read) =>
      read().catch((error: unknown) => {
        failure ??= error;
      }),
    );
    const ended = Promise.all(reading);
    try {
      await commits(() => {
        if (failure !== null) throw failure;
      }, ended);
    } finally {
      stopping.abort();
      await ended;
      await close();
    }
  }
  const done = run();
  // Callers of `done` get the rejection; without one it must not end the process.
  done.catch(() => {});
  return {
    done,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

export interface RunPartitionsOptions {
  readonly role: string;
  /** The partitions by the names of their leases. */
  readonly names: readonly string[];
  readonly leases: Leases;
  /** Starts the work. @param lease its signal comes when the partition is lost: stop at once, without a commit */
  open(name: string, lease: Lease): Promise<PartitionRun>;
  /** Ends the role. */
  readonly signal: AbortSignal;
  warn(message: string): void;
  /** Called when partitions were taken or left, with those owned now. */
  onShare?(names: readonly string[]): void;
}

/** Failures of a partition in a row, without another process interfering, after which the role gives up. */
const MAX_FAILURES = 5;
/** A run that lasted this many leases was no failure at the start. */
const LONG_RUN = 4;

/** Runs a role until the signal. @throws the error of a partition that fails again and again */
export async function runPartitions(options: RunPartitionsOptions): Promise<void> {
  const { role, names, leases, signal, warn } = options;
  /** By partition: what stops it, and resolves when it has ended. */
  const owned = new Map<string, () => Promise<void>>();
  const failures = new Map<string, number>();
  let failure: unknown = null;
  const notifyShare = (): void => options.onShare?.([...owned.keys()].sort());

  /** Resolves with whether it ended without an error. */
  async function work(name: string, lease: Lease, begun: (run: PartitionRun) => void): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const run = await options.open(name, lease);
      begun(run);
      await run.done;
      failures.delete(name);
      return true;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof FencedError || lease.signal.aborted)
        warn(`${name} was taken over by another process: ${message}`);
      else {
        const isEarly = performance.now() - startedAt < LONG_RUN * leases.interval;
        const count = isEarly ? (failures.get(name) ?? 0) + 1 : 1;
        failures.set(name, count);
        warn(`${name} failed (${count} of ${MAX_FAILURES}): ${message}`);
        if (count >= MAX_FAILURES) failure ??= error;
      }
      return false;
    }
  }

  function own(name: string, lease: Lease): void {
    let run: PartitionRun | null = null;
    const stopping = new AbortController();
    const ended = work(name, lease, (begun) => {
      run = begun;
      // `done` has the error, too.
      if (stopping.signal.aborted) begun.stop().catch(() => {});
    }).then(async (isFinished) => {
      // A list that was read to its end is not read again by the next process.
      const left = AbortSignal.any([stopping.signal, lease.signal]);
      if (isFinished && !left.aborted) await once(left, 'abort');
      await lease.release();
      owned.delete(name);
      notifyShare();
    });
    owned.set(name, async () => {
      if (!stopping.signal.aborted) run?.stop().catch(() => {});
      stopping.abort();
      await ended;
    });
    notifyShare();
  }

  async function balance(): Promise<void> {
    await leases.announce(role);
    const { held, members } = await leases.overview(role);
    const share = Math.ceil(names.length / Math.max(1, members));
    const extra = [...owned.values()].slice(share);
    for (const stop of extra) void stop();
    // Begin at a random place, so that processes that start together do not ask for the same partitions.
    const from = Math.floor(Math.random() * names.length);
    for (let step = 0; step < names.length && owned.size < share && !signal.aborted; step++) {
      const name = names[(from + step) % names.length];
      if (held.has(name) || owned.has(name)) continue;
      const lease = await leases.claim(name);
      if (lease !== null) own(name, lease);
    }
  }

  let warned = false;
  while (!signal.aborted && failure === null) {
    try {
      await balance();
      warned = false;
    } catch (error) {
      // The server is away: the leases tell whether partitions are lost.
      if (!warned) warn(`${role}: the leases cannot be read: ${(error as Error).message}`);
      warned = true;
    }
    await pauseOf(leases.interval, signal);
  }
  await Promise.all([...owned.values()].map((stop) => stop()));
  if (failure !== null) throw failure;
}
