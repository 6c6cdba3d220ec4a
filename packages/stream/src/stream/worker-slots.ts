/**
 * Worker threads that own sites: each site's pages go to one thread, in order, and that thread alone has the site's state
 * until the next checkpoint.
 *
 * A checkpoint is a point in each worker's time: pages it finished before belong to the commit at hand, with exactly the state
 * they led to; later ones belong to the next. So a commit needs no pause and never holds half a page. A worker that takes
 * long for a page is not waited for: its part goes into a later commit.
 *
 * A worker that hangs is ended, one that dies is replaced. The page it worked on is rejected; if the worker hung without using
 * the processor, only after a second try, alone. The pages it had finished since its last checkpoint are worked on again by
 * its successor, from the state of that checkpoint.
 */
import { fnv1a } from '@dehusk/html';
import { type GuardedWorker, type GuardedWorkerOptions, startWorker, type WorkerLoss } from '@dehusk/node';
import { StoreError } from '../stores/store.js';
import type { FromWorker, PageTask, ToWorker, WorkedPage, WorkerSettings } from './worker-messages.js';

/** How a page ended: worked on, or lost with its worker. */
export type PageEnd =
  | { readonly ok: true; readonly page: WorkedPage }
  | { readonly ok: false; readonly task: number; readonly reason: 'timeout' | 'crashed'; readonly detail: string };

type Changes = ReadonlyMap<string, Uint8Array | null>;

/** The workers' part of one commit. */
interface Checkpoint {
  readonly ends: readonly PageEnd[];
  readonly changes: Changes;
}

interface WorkerSlotsOptions extends Pick<GuardedWorkerOptions, 'maxMegabytes'> {
  readonly threads: number;
  /** CPU time a worker may take for a page before it is ended, in milliseconds. */
  readonly maxMilliseconds: number;
  readonly settings: Omit<WorkerSettings, 'poisoned'>;
  /** The module of a worker; default `extraction-worker.js`. Tests pass one that misbehaves. */
  readonly file?: URL;
  /** Reads a committed value. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** Called when a page is finished. It comes with the next checkpoint, unless its worker dies before. */
  onEnd(): void;
  warn(message: string): void;
  /** Called with an error that the stream cannot continue after. */
  fail(error: Error): void;
}

/** Pages sent to a worker beyond the one it works on, so that it need not wait for the main thread. */
const SENT_AHEAD = 2;
/** CPU time a worker may take to write down what changed, in milliseconds. */
const CHECKPOINT_MILLISECONDS = 120_000;
/** Time a checkpoint waits for workers that are at a page, in milliseconds: most pages take a tenth of it. */
const STRAGGLER_MILLISECONDS = 500;
/** A worker that dies so often in a row without finishing a page will not get better. */
const MAX_FRUITLESS = 5;

/** One thread and the pages it owns. */
interface WorkerSlot {
  worker: GuardedWorker | null;
  /** Pages that wait, those sent, and those finished since the last checkpoint; each in order. */
  waiting: PageTask[];
  sent: PageTask[];
  finished: { readonly task: PageTask; readonly end: PageEnd }[];
  /** The worker's current task: the number of a page, the id of a learning page, the checkpoint, or nothing. */
  at: number | string | 'checkpoint' | null;
  closeCheckpoint: ((changes: Changes) => void) | null;
  /** The checkpoint that a commit did not wait for; its part goes into a later commit. */
  late: Promise<void> | null;
  fruitless: number;
}

/** Opens the slots; threads start when their first page comes. */
export function openWorkerSlots(options: WorkerSlotsOptions) {
  const file = options.file ?? new URL('./extraction-worker.js', import.meta.url);
  const slots: WorkerSlot[] = Array.from({ length: options.threads }, () => ({
    worker: null,
    waiting: [],
    sent: [],
    finished: [],
    at: null,
    closeCheckpoint: null,
    late: null,
    fruitless: 0,
  }));
  /** Checkpointed, and not committed yet: what workers that start now must know already. */
  const uncommitted = new Map<string, Uint8Array | null>();
  /** Parts of checkpoints that no commit has yet, and what the commit at hand has. */
  let parts: Checkpoint[] = [];
  let taken: Changes = new Map();
  /** Learning pages that a worker died of. */
  const poisoned: string[] = [];
  /** Pages whose workers hung, in order. The first one is worked on alone. */
  const retries: { readonly slot: WorkerSlot; readonly task: number }[] = [];
  const retried = new Set<number>();
  let replaced = 0;
  let isHeld = false;
  let isClosed = false;

  const isBusy = (slot: WorkerSlot): boolean => slot.sent.length > 0 || slot.closeCheckpoint !== null;
  const post = (slot: WorkerSlot, message: ToWorker): void => slot.worker?.post(message);

  function guard(slot: WorkerSlot): void {
    const limit = slot.at === 'checkpoint' ? CHECKPOINT_MILLISECONDS : options.maxMilliseconds;
    slot.worker?.expect(isBusy(slot) ? limit : null);
  }

  function feed(slot: WorkerSlot): void {
    const [retry] = retries;
    if (retry !== undefined && (retry.slot !== slot || slots.some((one) => one !== slot && one.sent.length > 0)))
      return;
    const most = retry === undefined ? 1 + SENT_AHEAD : 1;
    while (!isHeld && !isClosed && slot.waiting.length > 0 && slot.sent.length < most) {
      slot.worker ??= start(slot);
      const page = slot.waiting.shift() as PageTask;
      slot.sent.push(page);
      post(slot, { kind: 'page', ...page });
      if (slot.sent.length === 1) guard(slot);
    }
  }

  function feedAll(): void {
    for (const slot of slots) feed(slot);
  }

  function start(slot: WorkerSlot): GuardedWorker {
    const workerData: WorkerSettings = { ...options.settings, poisoned: [...poisoned] };
    return startWorker({
      file,
      workerData,
      maxMegabytes: options.maxMegabytes,
      onMessage: (message) => hear(slot, message as FromWorker),
      onLoss: (loss) => replace(slot, loss),
    });
  }

  function hear(slot: WorkerSlot, message: FromWorker): void {
    switch (message.kind) {
      case 'began':
        slot.at = message.what;
        break;
      case 'done': {
        const task = slot.sent.shift() as PageTask;
        slot.finished.push({ task, end: { ok: true, page: message.page } });
        slot.at = null;
        slot.fruitless = 0;
        endRetry(task.task);
        feed(slot);
        options.onEnd();
        break;
      }
      case 'checkpointing':
        slot.at = 'checkpoint';
        break;
      case 'checkpoint':
        slot.at = null;
        slot.closeCheckpoint?.(message.changes);
        break;
      case 'get':
        void answer(slot, message.request, message.key);
        break;
      case 'warning':
        options.warn(message.message);
        return;
      case 'failed':
        options.fail(message.isState ? new StoreError(message.message) : new Error(message.message));
        return;
    }
    guard(slot);
  }

  async function answer(slot: WorkerSlot, request: number, key: string): Promise<void> {
    const { worker } = slot;
    try {
      const value = uncommitted.has(key) ? uncommitted.get(key) : await options.read(key);
      worker?.post({ kind: 'value', request, bytes: value ?? null } satisfies ToWorker);
    } catch (error) {
      options.fail(error as Error);
    }
  }

  /** A page that was worked on alone has ended: the others go on. */
  function endRetry(task: number): void {
    const at = retries.findIndex((one) => one.task === task);
    if (at === -1) {
      if (retries.length > 0) feed(retries[0].slot);
      return;
    }
    retries.splice(at, 1);
    feedAll();
  }

  function replace(slot: WorkerSlot, { reason, detail, isCertain }: WorkerLoss): void {
    slot.worker = null;
    if (isClosed) return;
    replaced++;
    const { at } = slot;
    slot.at = null;
    if (typeof at === 'string' && at !== 'checkpoint') poisoned.push(at);
    const again = slot.finished.filter(({ end }) => end.ok).map(({ task }) => task);
    slot.finished = slot.finished.filter(({ end }) => !end.ok);
    let lost: number | null = null;
    for (const task of slot.sent) {
      if (task.task !== at) again.push(task);
      else if (isCertain || retried.has(at)) {
        lost = at;
        slot.finished.push({ task, end: { ok: false, task: at, reason, detail } });
      } else {
        again.push(task);
        retried.add(at);
        retries.push({ slot, task: at });
      }
    }
    slot.sent = [];
    slot.waiting = [...again, ...slot.waiting];
    options.warn(
      `a worker was replaced (${detail})${lost !== null ? '' : ' between pages'}; ${again.length} pages are worked on again`,
    );
    if (lost === null && ++slot.fruitless >= MAX_FRUITLESS) {
      options.fail(new Error(`workers die before they finish a page: ${detail}`));
      return;
    }
    // The state of a dead worker is lost; its pages wait as they did before their first checkpoint.
    slot.closeCheckpoint?.(new Map());
    if (lost !== null) {
      endRetry(lost);
      options.onEnd();
    }
    feedAll();
  }

  /** Asks a worker for its part; resolves when that is among the parts. */
  function checkpointOf(slot: WorkerSlot): Promise<void> {
    return new Promise((resolve) => {
      const close = (changes: Changes): void => {
        slot.closeCheckpoint = null;
        const ends = slot.finished.map(({ end }) => end);
        slot.finished = [];
        for (const [key, value] of changes) uncommitted.set(key, value);
        parts.push({ ends, changes });
        if (slot.late !== null) options.onEnd();
        slot.late = null;
        resolve();
      };
      if (slot.worker === null) return close(new Map());
      const wasBusy = isBusy(slot);
      slot.closeCheckpoint = close;
      post(slot, { kind: 'checkpoint' });
      if (!wasBusy) guard(slot);
    });
  }

  /** Workers that were late before have been asked already and are not waited for again. */
  async function checkpointAll(waitsForAll: boolean): Promise<void> {
    const asked = slots
      .filter(({ closeCheckpoint }) => closeCheckpoint === null)
      .map((slot) => [slot, checkpointOf(slot)] as const);
    const all = Promise.all(asked.map(([, closed]) => closed));
    if (waitsForAll) {
      await Promise.all([all, ...slots.map(({ late }) => late)]);
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STRAGGLER_MILLISECONDS);
    });
    await Promise.race([all, patience]);
    clearTimeout(timer);
    for (const [slot, closed] of asked) if (slot.closeCheckpoint !== null) slot.late = closed;
  }

  return {
    submit(page: PageTask): void {
      // By a hash of its name, a site has the same worker on every run with as many workers.
      const slot = slots[fnv1a(page.site) % slots.length];
      slot.waiting.push(page);
      feed(slot);
    },
    /**
     * Asks every worker for its part; resolves when they have answered, those that take long for a page left out until a later
     * checkpoint. One at a time; `committed` before the next.
     *
     * @param waitsForAll leaves none out
     */
    async checkpoint(waitsForAll: boolean): Promise<Checkpoint> {
      await checkpointAll(waitsForAll);
      const ends = parts.flatMap((part) => part.ends);
      taken = new Map(parts.flatMap(({ changes }) => [...changes]));
      parts = [];
      return { ends, changes: taken };
    },
    /** The latest checkpoint is committed. */
    committed(): void {
      for (const [key, value] of taken) if (uncommitted.get(key) === value) uncommitted.delete(key);
      taken = new Map();
    },
    /** Starts no more pages; returns those that will never come. */
    hold(): readonly number[] {
      isHeld = true;
      return slots.flatMap(({ waiting }) => waiting.map(({ task }) => task));
    },
    /** Pages finished that the next checkpoint can have. */
    finished: (): number =>
      slots.reduce((sum, { late, finished }) => sum + (late === null ? finished.length : 0), 0) +
      parts.reduce((sum, { ends }) => sum + ends.length, 0),
    /** Workers with work, workers started, workers replaced so far. */
    counts: (): { readonly busy: number; readonly total: number; readonly replaced: number } => ({
      busy: slots.filter(isBusy).length,
      total: slots.filter(({ worker }) => worker !== null).length,
      replaced,
    }),
    /** Ends the workers that have work; their pages are left to the next run. */
    end(): void {
      isHeld = true;
      for (const slot of slots) {
        if (!isBusy(slot)) continue;
        void slot.worker?.end();
        slot.worker = null;
        // Its pages were not checkpointed: they are not in this run's state.
        slot.finished = [];
        slot.sent = [];
        slot.closeCheckpoint?.(new Map());
      }
    },
    async close(): Promise<void> {
      isClosed = true;
      await Promise.all(slots.map(({ worker }) => worker?.end()));
    },
  };
}
