/**
 * Worker threads that own sites: each site's pages go to one thread, in order, and that thread alone knows the site's state
 * until the next cut.
 *
 * A cut divides time for every worker: what it finished before belongs to the commit at hand, with exactly the state those
 * pages led to; what comes after belongs to the next. So a commit needs no pause, and never holds half a page. A worker that is
 * long at a page is not waited for: its part, whole as ever, goes into a later commit.
 *
 * A worker that is silent for too long is ended, one that dies is replaced. The page it was at is rejected; the pages it had
 * finished since its last cut are worked on again, by its successor, from the state of that cut.
 */
import { Worker } from 'node:worker_threads';
import { StoreError } from '../stores/store.js';
import { isOverdue } from './overdue.js';
import type { FromWorker, PageTask, ToWorker, WorkedPage, WorkerSettings } from './worker-messages.js';

/** A page finished: by its worker, or by its worker's end. */
export type LaneEnd =
  | { readonly ok: true; readonly page: WorkedPage }
  | { readonly ok: false; readonly task: number; readonly reason: 'timeout' | 'crashed'; readonly detail: string };

/** What belongs to one commit. */
export interface Cut {
  readonly ends: readonly LaneEnd[];
  readonly changes: ReadonlyMap<string, Uint8Array | null>;
}

export interface LaneWorkersOptions {
  readonly threads: number;
  /** Silence after which a worker that has work is ended, in milliseconds of work: see `overdue.ts`. */
  readonly maxSilence: number;
  /** Heap of one worker in MiB, beyond which it is ended. */
  readonly maxMegabytes: number;
  readonly settings: Omit<WorkerSettings, 'poisoned'>;
  /** The module of a worker's thread; default `extraction-worker.js`. Tests give one that misbehaves. */
  readonly file?: URL;
  /** A committed value. */
  read(key: string): Promise<Uint8Array | undefined>;
  /** A page is finished and comes with the next cut, unless its worker dies before. */
  onEnd(): void;
  warn(message: string): void;
  /** What the stream cannot go on after. */
  fail(error: Error): void;
}

export interface LaneWorkers {
  submit(page: PageTask): void;
  /**
   * Divides; resolves when the workers have, those that are long at a page left out until a later cut. One at a time;
   * `committed` before the next.
   *
   * @param waitsForAll leaves none out
   */
  cut(waitsForAll: boolean): Promise<Cut>;
  /** The latest cut is committed. */
  committed(): void;
  /** Starts no page any more that is not started; gives those, never to come. */
  hold(): readonly number[];
  /** Pages finished that the next cut can have. */
  finished(): number;
  /** Workers with work, workers started, workers replaced so far. */
  counts(): { readonly busy: number; readonly total: number; readonly replaced: number };
  /** Ends the workers that still owe something; what they owe is left to the next run. */
  end(): void;
  close(): Promise<void>;
}

/** Pages a worker has at hand beyond the one it works on: it need not wait for the main thread. */
const SENT_AHEAD = 2;
/** Time a worker may take to start, and to write down what changed, in milliseconds. */
const START_MILLISECONDS = 120_000;
const CUT_MILLISECONDS = 120_000;
/** Time a cut waits for workers that are at a page, in milliseconds: most pages take a tenth of it. */
const STRAGGLER_MILLISECONDS = 500;
/** A worker that dies so often in a row without finishing a page will not get better. */
const MAX_FRUITLESS = 5;

/** One thread and what it owns. */
interface WorkerSlot {
  thread: Worker | null;
  /** Pages that wait, those sent, and those finished since the last cut; each in order. */
  waiting: PageTask[];
  sent: PageTask[];
  finished: { readonly task: PageTask; readonly end: LaneEnd }[];
  /** What it is at: the number of a page, the id of a learning page, the cut, or nothing. */
  at: number | string | 'cut' | null;
  closeCut: ((changes: ReadonlyMap<string, Uint8Array | null>) => void) | null;
  /** Whether a commit went on without it: its part comes when its cut is closed. */
  isLate: boolean;
  clock: NodeJS.Timeout | null;
  fruitless: number;
}

/** Opens the workers; threads start when their first page comes. */
export function openLaneWorkers(options: LaneWorkersOptions): LaneWorkers {
  const file = options.file ?? new URL('./extraction-worker.js', import.meta.url);
  const lanes: WorkerSlot[] = Array.from({ length: options.threads }, () => ({
    thread: null,
    waiting: [],
    sent: [],
    finished: [],
    at: null,
    closeCut: null,
    isLate: false,
    clock: null,
    fruitless: 0,
  }));
  /** Divided, and not committed yet: what workers that start now must know already. */
  const divided = new Map<string, Uint8Array | null>();
  /** Parts of cuts that no commit has yet, and what the commit at hand has. */
  let parts: Cut[] = [];
  let taken: ReadonlyMap<string, Uint8Array | null> = new Map();
  const poisoned: string[] = [];
  let replaced = 0;
  let isHeld = false;
  let isClosed = false;

  const send = (thread: Worker, message: ToWorker): void => thread.postMessage(message);
  const isOwing = (lane: WorkerSlot): boolean => lane.sent.length > 0 || lane.closeCut !== null;

  function wind(lane: WorkerSlot, milliseconds: number): void {
    if (lane.clock !== null) clearTimeout(lane.clock);
    lane.clock = null;
    if (!isOwing(lane) || isClosed) return;
    const { thread } = lane;
    const from = performance.now();
    const processor = process.cpuUsage();
    const judge = (): void => {
      // If this thread was the one that slept, the worker's news is waiting: it is read before judging.
      lane.clock = setTimeout(() => {
        if (lane.thread !== thread || thread === null) return;
        const silence = performance.now() - from;
        const { user, system } = process.cpuUsage(processor);
        const worked = (user + system) / 1000 / Math.max(1, lanes.filter(isOwing).length);
        if (isOverdue(silence, worked, milliseconds))
          replace(lane, 'timeout', `its worker was silent for ${Math.round(silence)} ms`);
        else lane.clock = setTimeout(judge, milliseconds / 4);
      }, 50);
    };
    lane.clock = setTimeout(judge, milliseconds);
  }

  function feed(lane: WorkerSlot): void {
    if (isClosed) return;
    while (!isHeld && lane.waiting.length > 0 && lane.sent.length < 1 + SENT_AHEAD) {
      lane.thread ??= start(lane);
      const page = lane.waiting.shift() as PageTask;
      lane.sent.push(page);
      send(lane.thread, { kind: 'page', page });
      if (lane.sent.length === 1 && lane.at === null && lane.clock === null) wind(lane, START_MILLISECONDS);
    }
  }

  function start(lane: WorkerSlot): Worker {
    const settings: WorkerSettings = { ...options.settings, poisoned: [...poisoned] };
    const thread = new Worker(file, {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: options.maxMegabytes },
    });
    let why = 'it ended';
    thread.on('message', (message: FromWorker) => {
      if (lane.thread === thread) hear(lane, thread, message);
    });
    thread.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    thread.on('exit', () => {
      if (lane.thread === thread && !isClosed) replace(lane, 'crashed', `its worker died: ${why}`);
    });
    return thread;
  }

  function hear(lane: WorkerSlot, thread: Worker, message: FromWorker): void {
    switch (message.kind) {
      case 'ready':
        break;
      case 'began':
        lane.at = message.what;
        break;
      case 'done': {
        const task = lane.sent.shift() as PageTask;
        const end: LaneEnd = { ok: true, page: message.page };
        lane.finished.push({ task, end });
        lane.at = null;
        lane.fruitless = 0;
        feed(lane);
        options.onEnd();
        break;
      }
      case 'cutting':
        lane.at = 'cut';
        break;
      case 'cut':
        lane.at = null;
        lane.closeCut?.(message.changes);
        break;
      case 'get':
        void answer(thread, message.request, message.key);
        break;
      case 'warning':
        options.warn(message.message);
        return;
      case 'failed':
        options.fail(message.isState ? new StoreError(message.message) : new Error(message.message));
        return;
    }
    wind(lane, lane.at === 'cut' ? CUT_MILLISECONDS : options.maxSilence);
  }

  async function answer(thread: Worker, request: number, key: string): Promise<void> {
    try {
      const value = divided.has(key) ? divided.get(key) : await options.read(key);
      send(thread, { kind: 'value', request, bytes: value ?? null });
    } catch (error) {
      options.fail(error as Error);
    }
  }

  function replace(lane: WorkerSlot, reason: 'timeout' | 'crashed', detail: string): void {
    const dead = lane.thread;
    lane.thread = null;
    if (lane.clock !== null) clearTimeout(lane.clock);
    lane.clock = null;
    void dead?.terminate();
    replaced++;
    const { at } = lane;
    lane.at = null;
    if (typeof at === 'string' && at !== 'cut') poisoned.push(at);
    const again: PageTask[] = [];
    const decided: WorkerSlot['finished'] = [];
    for (const one of lane.finished)
      if (one.end.ok) again.push(one.task);
      else decided.push(one);
    const ends: LaneEnd[] = [];
    for (const task of lane.sent) {
      if (task.task !== at) again.push(task);
      else {
        const end: LaneEnd = { ok: false, task: task.task, reason, detail };
        decided.push({ task, end });
        ends.push(end);
      }
    }
    lane.finished = decided;
    lane.sent = [];
    lane.waiting = [...again, ...lane.waiting];
    options.warn(
      `a worker was replaced (${detail})${ends.length > 0 ? '' : ' between pages'}; ${again.length} pages are worked on again`,
    );
    if (ends.length === 0 && ++lane.fruitless >= MAX_FRUITLESS) {
      options.fail(new Error(`workers die before they finish a page: ${detail}`));
      return;
    }
    // The state of a dead worker is gone, its pages stand before their first cut again.
    lane.closeCut?.(new Map());
    if (ends.length > 0) options.onEnd();
    feed(lane);
  }

  /** Asks a worker for its part; resolves when that is among the parts. */
  function checkpoint(lane: WorkerSlot): Promise<void> {
    return new Promise((resolve) => {
      const close = (changes: ReadonlyMap<string, Uint8Array | null>): void => {
        lane.closeCut = null;
        const ends = lane.finished.map(({ end }) => end);
        lane.finished = [];
        for (const [key, value] of changes) divided.set(key, value);
        parts.push({ ends, changes });
        if (lane.isLate) options.onEnd();
        lane.isLate = false;
        resolve();
      };
      if (lane.thread === null) return close(new Map());
      lane.closeCut = close;
      send(lane.thread, { kind: 'cut' });
      if (lane.clock === null) wind(lane, CUT_MILLISECONDS);
    });
  }

  /** What is asked of those that were late already is still asked: they are not waited for again. */
  const late = new Map<WorkerSlot, Promise<void>>();
  async function divideAll(waitsForAll: boolean): Promise<void> {
    const asked = lanes.filter((lane) => lane.closeCut === null).map((lane) => [lane, checkpoint(lane)] as const);
    const all = Promise.all(asked.map(([, divided]) => divided));
    if (waitsForAll) {
      await Promise.all([all, ...late.values()]);
      return;
    }
    let clock: NodeJS.Timeout | undefined;
    const patience = new Promise<void>((resolve) => {
      clock = setTimeout(resolve, STRAGGLER_MILLISECONDS);
    });
    await Promise.race([all, patience]);
    clearTimeout(clock);
    for (const [lane, divided] of asked)
      if (lane.closeCut !== null) {
        lane.isLate = true;
        late.set(lane, divided);
        void divided.then(() => late.delete(lane));
      }
  }

  return {
    submit(page) {
      const lane = lanes[laneOf(page.site, lanes.length)];
      lane.waiting.push(page);
      feed(lane);
    },
    async cut(waitsForAll) {
      await divideAll(waitsForAll);
      const ends = parts.flatMap((part) => part.ends);
      taken = new Map(parts.flatMap(({ changes }) => [...changes]));
      parts = [];
      return { ends, changes: taken };
    },
    committed() {
      for (const [key, value] of taken) if (divided.get(key) === value) divided.delete(key);
      taken = new Map();
    },
    hold() {
      isHeld = true;
      return lanes.flatMap(({ waiting }) => waiting.map(({ task }) => task));
    },
    finished: () =>
      lanes.reduce((sum, lane) => sum + (lane.isLate ? 0 : lane.finished.length), 0) +
      parts.reduce((sum, { ends }) => sum + ends.length, 0),
    counts: () => ({
      busy: lanes.filter(isOwing).length,
      total: lanes.filter(({ thread }) => thread !== null).length,
      replaced,
    }),
    end() {
      isHeld = true;
      for (const lane of lanes) {
        if (!isOwing(lane)) continue;
        const { thread } = lane;
        lane.thread = null;
        void thread?.terminate();
        // Its pages were not cut: they are not in this run's state.
        lane.finished = [];
        lane.sent = [];
        lane.closeCut?.(new Map());
      }
    },
    async close() {
      isClosed = true;
      for (const lane of lanes) if (lane.clock !== null) clearTimeout(lane.clock);
      await Promise.all(lanes.map(({ thread }) => thread?.terminate()));
    },
  };
}

/** The worker of a site: a hash of its name (FNV-1a), so that it is the same on every run of as many workers. */
function laneOf(site: string, lanes: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < site.length; at++) hash = Math.imul(hash ^ site.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % lanes;
}
