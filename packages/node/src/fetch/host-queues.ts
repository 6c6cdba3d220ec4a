/**
 * Politeness: requests to a host wait in order, one is active, and the host's delay separates them. A token bucket limits
 * the average rate.
 *
 * A host is an authority (name and port), as in robots.txt. Queues that are idle and owe no delay are forgotten, so memory
 * follows the busy hosts, not all hosts seen.
 */
import type { FetcherOptions } from './fetcher-options.js';

interface HostQueueOptions extends Pick<FetcherOptions, 'delay' | 'requestsPerMinute' | 'burst'> {
  /** A host held for longer, in milliseconds, makes requests fail instead of wait. */
  readonly maxHold: number;
}

/** The host asked for a longer pause than requests wait. */
export class HostHeld extends Error {
  constructor(
    host: string,
    /** Milliseconds left. */
    readonly wait: number,
  ) {
    super(`${host} asked for no requests for ${Math.ceil(wait / 1000)} s more`);
  }
}

interface HostQueue {
  readonly waiting: { readonly admit: () => void; readonly refuse: (error: Error) => void }[];
  isBusy: boolean;
  /** No request before this, on the clock of `performance.now()`. */
  readyAt: number;
  delay: number;
  /** Tokens in the bucket at `countedAt`. */
  tokens: number;
  countedAt: number;
  timer: NodeJS.Timeout | undefined;
}

/** Queues checked whenever one is created: more than one, so that idle queues go faster than new ones come. */
const SWEPT_AT_ONCE = 4;

export class HostQueues {
  readonly #options: HostQueueOptions;
  readonly #queues = new Map<string, HostQueue>();
  readonly #perMillisecond: number;
  readonly #burst: number;
  /** Requests waiting. */
  waiting = 0;

  constructor(options: HostQueueOptions) {
    this.#options = options;
    this.#perMillisecond = options.requestsPerMinute / 60_000;
    this.#burst = Math.max(1, options.burst);
  }

  /** Sends nothing to the host for a time. */
  hold(host: string, milliseconds: number): void {
    const queue = this.#queueOf(host);
    queue.readyAt = Math.max(queue.readyAt, performance.now() + milliseconds);
    if (milliseconds > this.#options.maxHold)
      for (const request of queue.waiting.splice(0)) request.refuse(new HostHeld(host, milliseconds));
    this.#advance(queue);
  }

  /** Sets the delay the host asks for; the larger of it and the setting applies. */
  setDelay(host: string, milliseconds: number): void {
    this.#queueOf(host).delay = Math.max(this.#options.delay, milliseconds);
  }

  /** Hosts in memory. */
  get size(): number {
    return this.#queues.size;
  }

  /** Clears the timers. */
  close(): void {
    for (const { timer } of this.#queues.values()) clearTimeout(timer);
  }

  enter(host: string, signal: AbortSignal, isFirst = false): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const queue = this.#queueOf(host);
      const held = queue.readyAt - performance.now();
      if (held > this.#options.maxHold) return reject(new HostHeld(host, held));
      const settle = (): void => {
        this.waiting--;
        signal.removeEventListener('abort', stop);
      };
      const stop = (): void => {
        queue.waiting.splice(queue.waiting.indexOf(request), 1);
        settle();
        reject(signal.reason);
      };
      const leave = (): void => {
        queue.isBusy = false;
        queue.readyAt = Math.max(queue.readyAt, performance.now() + queue.delay);
        this.#advance(queue);
      };
      const request = {
        admit: (): void => {
          settle();
          resolve(leave);
        },
        refuse: (error: Error): void => {
          settle();
          reject(error);
        },
      };
      this.waiting++;
      if (isFirst) queue.waiting.unshift(request);
      else queue.waiting.push(request);
      signal.addEventListener('abort', stop, { once: true });
      this.#advance(queue);
    });
  }

  #queueOf(host: string): HostQueue {
    let queue = this.#queues.get(host);
    if (queue === undefined) {
      const now = performance.now();
      this.#sweep(now);
      const { delay } = this.#options;
      queue = { waiting: [], isBusy: false, readyAt: 0, delay, tokens: this.#burst, countedAt: now, timer: undefined };
      this.#queues.set(host, queue);
    }
    return queue;
  }

  /** Checks the queues not checked for longest and drops those that are idle. */
  #sweep(now: number): void {
    let checked = 0;
    for (const [host, queue] of this.#queues) {
      if (checked++ === SWEPT_AT_ONCE) break;
      this.#queues.delete(host);
      this.#countTokens(queue, now);
      const isIdle = !queue.isBusy && queue.waiting.length === 0 && queue.readyAt <= now && queue.tokens >= this.#burst;
      if (!isIdle) this.#queues.set(host, queue);
    }
  }

  #countTokens(queue: HostQueue, now: number): void {
    const added = this.#perMillisecond === 0 ? this.#burst : (now - queue.countedAt) * this.#perMillisecond;
    queue.tokens = Math.min(this.#burst, queue.tokens + added);
    queue.countedAt = now;
  }

  /** Admits the next request, or sets a timer for it. */
  #advance(queue: HostQueue): void {
    clearTimeout(queue.timer);
    if (queue.isBusy || queue.waiting.length === 0) return;
    const now = performance.now();
    this.#countTokens(queue, now);
    const forToken = queue.tokens >= 1 ? 0 : (1 - queue.tokens) / this.#perMillisecond;
    const wait = Math.max(queue.readyAt - now, forToken);
    // A timer may fire slightly early; less than a millisecond does not need another.
    if (wait >= 1) {
      queue.timer = setTimeout(() => this.#advance(queue), Math.ceil(wait));
      return;
    }
    queue.tokens = Math.max(0, queue.tokens - 1);
    queue.isBusy = true;
    queue.waiting.shift()?.admit();
  }
}
