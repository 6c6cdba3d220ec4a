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
import { counted, type GuardedWorker, type GuardedWorkerOptions, startWorker, type WorkerLoss } from '@dehusk/node';
import type { StateChanges } from '../sources/source.js';
import { StoreError } from '../stores/store.js';
import type { FromWorker, PageTask, ToWorker, WorkedPage, WorkerSettings } from './worker-messages.js';

/** How a page ended: worked on, or lost with its worker. */
export type PageEnd =
  | { readonly ok: true; readonly page: WorkedPage }
  | { readonly ok: false; readonly task: number; readonly reason: 'timeout' | 'crashed'; readonly detail: string };

/** The workers' part of one commit. */
interface Checkpoint {
  readonly ends: readonly PageEnd[];
  readonly changes: StateChanges;
}

interface WorkerSlotsOptions extends Pick<GuardedWorkerOptions, 'maxMegabytes'> {
  readonly threads: number;
  /** CPU time a worker may take for a page before it is ended, in milliseconds. */
  readonly maxMilliseconds: number;
  readonly settings: Omit<WorkerSettings, 'quarantined'>;
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
const MAX_FAILED_STARTS = 5;

/** One thread and the pages it owns. */
interface WorkerSlot {
  worker: GuardedWorker | null;
  /** Pages that wait, those sent, and those finished since the last checkpoint; each in order. */
  waiting: PageTask[];
  sent: PageTask[];
  finished: { readonly task: PageTask; readonly end: PageEnd }[];
  /** The worker's current task: the number of a page, the id of a learning page, the checkpoint, or nothing. */
  at: number | string | 'checkpoint' | null;
  closeCheckpoint: ((changes: StateChanges) => void) | null;
  /** The checkpoint that a commit did not wait for; its part goes into a later commit. */
  deferred: Promise<void> | null;
  failedStarts: number;
}

const emptySlot = (): WorkerSlot => ({
  worker: null,
  waiting: [],
  sent: [],
  finished: [],
  at: null,
  closeCheckpoint: null,
  deferred: null,
  failedStarts: 0,
});

const isBusy = (slot: WorkerSlot): boolean => slot.sent.length > 0 || slot.closeCheckpoint !== null;

/** The slots; threads start when their first page comes. */
export class WorkerSlots {
  readonly #options: WorkerSlotsOptions;
  readonly #file: URL;
  readonly #slots: readonly WorkerSlot[];
  /** Checkpointed, and not committed yet: what workers that start now must know already. */
  readonly #uncommitted = new Map<string, Uint8Array | null>();
  /** Parts of checkpoints that no commit has yet, and what the commit at hand has. */
  #parts: Checkpoint[] = [];
  #taken: StateChanges = new Map();
  /** Learning pages that a worker died of. */
  readonly #quarantined: string[] = [];
  /** Pages whose workers hung, in order. The first one is worked on alone. */
  readonly #retries: { readonly slot: WorkerSlot; readonly task: number }[] = [];
  readonly #retried = new Set<number>();
  #replaced = 0;
  #isHeld = false;
  #isClosed = false;

  constructor(options: WorkerSlotsOptions) {
    this.#options = options;
    this.#file = options.file ?? new URL('./extraction-worker.js', import.meta.url);
    this.#slots = Array.from({ length: options.threads }, emptySlot);
  }

  submit(page: PageTask): void {
    // By a hash of its name, a site has the same worker on every run with as many workers.
    const slot = this.#slots[fnv1a(page.site) % this.#slots.length];
    slot.waiting.push(page);
    this.#feed(slot);
  }

  /**
   * Asks every worker for its part; resolves when they have answered, those that take long for a page left out until a later
   * checkpoint. One at a time; `committed` before the next.
   *
   * @param waitsForAll leaves none out
   */
  async checkpoint(waitsForAll: boolean): Promise<Checkpoint> {
    await this.#checkpointAll(waitsForAll);
    const ends = this.#parts.flatMap((part) => part.ends);
    this.#taken = new Map(this.#parts.flatMap(({ changes }) => [...changes]));
    this.#parts = [];
    return { ends, changes: this.#taken };
  }

  /** The latest checkpoint is committed. */
  committed(): void {
    for (const [key, value] of this.#taken) if (this.#uncommitted.get(key) === value) this.#uncommitted.delete(key);
    this.#taken = new Map();
  }

  /** Starts no more pages; returns those that will never come. */
  hold(): readonly number[] {
    this.#isHeld = true;
    return this.#slots.flatMap(({ waiting }) => waiting.map(({ task }) => task));
  }

  /** Pages finished that the next checkpoint can have. */
  finished(): number {
    return (
      this.#slots.reduce((sum, { deferred, finished }) => sum + (deferred === null ? finished.length : 0), 0) +
      this.#parts.reduce((sum, { ends }) => sum + ends.length, 0)
    );
  }

  /** Workers with work, workers started, workers replaced so far. */
  counts(): { readonly busy: number; readonly total: number; readonly replaced: number } {
    return {
      busy: this.#slots.filter(isBusy).length,
      total: this.#slots.filter(({ worker }) => worker !== null).length,
      replaced: this.#replaced,
    };
  }

  /** Ends the workers that have work; their pages are left to the next run. */
  end(): void {
    this.#isHeld = true;
    for (const slot of this.#slots) {
      if (!isBusy(slot)) continue;
      void slot.worker?.end();
      slot.worker = null;
      // Its pages were not checkpointed: they are not in this run's state.
      slot.finished = [];
      slot.sent = [];
      slot.closeCheckpoint?.(new Map());
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#slots.map(({ worker }) => worker?.end()));
  }

  #guard(slot: WorkerSlot): void {
    const limit = slot.at === 'checkpoint' ? CHECKPOINT_MILLISECONDS : this.#options.maxMilliseconds;
    slot.worker?.expect(isBusy(slot) ? limit : null);
  }

  #feed(slot: WorkerSlot): void {
    const [retry] = this.#retries;
    const othersWork = (): boolean => this.#slots.some((other) => other !== slot && other.sent.length > 0);
    if (retry !== undefined && (retry.slot !== slot || othersWork())) return;
    const maxSent = retry === undefined ? 1 + SENT_AHEAD : 1;
    while (!this.#isHeld && !this.#isClosed && slot.waiting.length > 0 && slot.sent.length < maxSent) {
      slot.worker ??= this.#start(slot);
      const page = slot.waiting.shift() as PageTask;
      slot.sent.push(page);
      slot.worker.post({ kind: 'page', ...page } satisfies ToWorker);
      if (slot.sent.length === 1) this.#guard(slot);
    }
  }

  #feedAll(): void {
    for (const slot of this.#slots) this.#feed(slot);
  }

  #start(slot: WorkerSlot): GuardedWorker {
    const workerData: WorkerSettings = { ...this.#options.settings, quarantined: [...this.#quarantined] };
    return startWorker({
      file: this.#file,
      workerData,
      maxMegabytes: this.#options.maxMegabytes,
      onMessage: (message) => this.#onMessage(slot, message as FromWorker),
      onLoss: (loss) => this.#replace(slot, loss),
    });
  }

  #onMessage(slot: WorkerSlot, message: FromWorker): void {
    const { warn, fail } = this.#options;
    switch (message.kind) {
      case 'began':
        slot.at = message.what;
        break;
      case 'done':
        this.#finish(slot, message.page);
        break;
      case 'checkpointing':
        slot.at = 'checkpoint';
        break;
      case 'checkpoint':
        slot.at = null;
        slot.closeCheckpoint?.(message.changes);
        break;
      case 'get':
        void this.#answer(slot, message.request, message.key);
        break;
      case 'warning':
        warn(message.message);
        return;
      case 'failed':
        fail(message.isState ? new StoreError(message.message) : new Error(message.message));
        return;
    }
    this.#guard(slot);
  }

  #finish(slot: WorkerSlot, page: WorkedPage): void {
    const task = slot.sent.shift() as PageTask;
    slot.finished.push({ task, end: { ok: true, page } });
    slot.at = null;
    slot.failedStarts = 0;
    this.#endRetry(task.task);
    this.#feed(slot);
    this.#options.onEnd();
  }

  async #answer(slot: WorkerSlot, request: number, key: string): Promise<void> {
    const { worker } = slot;
    try {
      const value = this.#uncommitted.has(key) ? this.#uncommitted.get(key) : await this.#options.read(key);
      worker?.post({ kind: 'value', request, bytes: value ?? null } satisfies ToWorker);
    } catch (error) {
      this.#options.fail(error as Error);
    }
  }

  /** A page that was worked on alone has ended: the others go on. */
  #endRetry(task: number): void {
    const at = this.#retries.findIndex((retry) => retry.task === task);
    if (at === -1) {
      if (this.#retries.length > 0) this.#feed(this.#retries[0].slot);
      return;
    }
    this.#retries.splice(at, 1);
    this.#feedAll();
  }

  #replace(slot: WorkerSlot, loss: WorkerLoss): void {
    slot.worker = null;
    if (this.#isClosed) return;
    this.#replaced++;
    const { at } = slot;
    slot.at = null;
    if (typeof at === 'string' && at !== 'checkpoint') this.#quarantined.push(at);
    const { lost, again } = this.#requeue(slot, at, loss);
    this.#options.warn(
      `a worker was replaced (${loss.detail})${lost !== null ? '' : ' between pages'}; ${counted(again, 'page')} will be worked on again`,
    );
    if (lost === null && ++slot.failedStarts >= MAX_FAILED_STARTS) {
      this.#options.fail(new Error(`workers die before they finish a page: ${loss.detail}`));
      return;
    }
    // The state of a dead worker is lost; its pages wait as they did before their first checkpoint.
    slot.closeCheckpoint?.(new Map());
    if (lost !== null) {
      this.#endRetry(lost);
      this.#options.onEnd();
    }
    this.#feedAll();
  }

  /** Lets the pages of a lost worker wait again. Returns the page that is rejected with it, if any, and how many wait. */
  #requeue(slot: WorkerSlot, at: WorkerSlot['at'], { reason, detail, isCertain }: WorkerLoss) {
    const again = slot.finished.filter(({ end }) => end.ok).map(({ task }) => task);
    slot.finished = slot.finished.filter(({ end }) => !end.ok);
    let lost: number | null = null;
    for (const task of slot.sent) {
      if (task.task !== at) again.push(task);
      else if (isCertain || this.#retried.has(at)) {
        lost = at;
        slot.finished.push({ task, end: { ok: false, task: at, reason, detail } });
      } else {
        again.push(task);
        this.#retried.add(at);
        this.#retries.push({ slot, task: at });
      }
    }
    slot.sent = [];
    slot.waiting = [...again, ...slot.waiting];
    return { lost, again: again.length };
  }

  /** Asks a worker for its part; resolves when that is among the parts. */
  #checkpointOf(slot: WorkerSlot): Promise<void> {
    return new Promise((resolve) => {
      const close = (changes: StateChanges): void => {
        slot.closeCheckpoint = null;
        const ends = slot.finished.map(({ end }) => end);
        slot.finished = [];
        for (const [key, value] of changes) this.#uncommitted.set(key, value);
        this.#parts.push({ ends, changes });
        if (slot.deferred !== null) this.#options.onEnd();
        slot.deferred = null;
        resolve();
      };
      if (slot.worker === null) return close(new Map());
      const wasBusy = isBusy(slot);
      slot.closeCheckpoint = close;
      slot.worker.post({ kind: 'checkpoint' } satisfies ToWorker);
      if (!wasBusy) this.#guard(slot);
    });
  }

  /** Workers whose part was deferred have been asked already and are not waited for again. */
  async #checkpointAll(waitsForAll: boolean): Promise<void> {
    const asked = this.#slots
      .filter(({ closeCheckpoint }) => closeCheckpoint === null)
      .map((slot) => [slot, this.#checkpointOf(slot)] as const);
    const all = Promise.all(asked.map(([, closed]) => closed));
    if (waitsForAll) {
      await Promise.all([all, ...this.#slots.map(({ deferred }) => deferred)]);
      return;
    }
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, STRAGGLER_MILLISECONDS);
    });
    await Promise.race([all, patience]);
    clearTimeout(timer);
    for (const [slot, closed] of asked) if (slot.closeCheckpoint !== null) slot.deferred = closed;
  }
}
