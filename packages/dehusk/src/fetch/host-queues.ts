/**
 * The politeness of many hosts: in a host's lane requests wait in the order they came, one has its turn, and between turns
 * lies the host's delay; over a longer time a token bucket bounds how many there are.
 *
 * A host is an authority: name and port, as robots.txt has it. A lane costs nothing once it is idle and its delay is over:
 * such lanes are forgotten, so that memory follows the hosts that are busy, not those that were ever asked.
 */

export interface LaneOptions {
  /** Pause after each answer before the next request to the host, in milliseconds. */
  readonly delay: number;
  /** Requests to a host over a longer time, per minute; 0: no bound beyond the delay. */
  readonly requestsPerMinute: number;
  /** Requests a host that was idle may get faster than `requestsPerMinute`. */
  readonly burst: number;
  /** Longest a host may ask to be left alone before requests to it fail instead of waiting, in milliseconds. */
  readonly maxHold: number;
}

/** The right to send one request to a host. */
export interface Turn {
  /** Ends it; the host's delay begins. Once. */
  leave(): void;
}

/** The host asked to be left alone for longer than anybody waits. */
export class HostHeld extends Error {
  constructor(
    readonly host: string,
    /** Milliseconds that are left. */
    readonly wait: number,
  ) {
    super(`${host} asked to be left alone for ${Math.ceil(wait / 1000)} s more`);
  }
}

export interface HostLanes {
  /**
   * Waits for a turn.
   *
   * @param isFirst goes before all that wait: for what continues a request that had its turn (redirects, retries)
   * @throws HostHeld, or the signal's reason
   */
  enter(host: string, signal: AbortSignal, isFirst?: boolean): Promise<Turn>;
  /** Sends nothing to the host for so many milliseconds. */
  hold(host: string, milliseconds: number): void;
  /** A delay the host asks for; the larger of it and the setting counts. */
  setDelay(host: string, milliseconds: number): void;
  /** Requests that wait. */
  readonly waiting: number;
  /** Hosts remembered. */
  readonly size: number;
  /** Stops the timers. */
  close(): void;
}

interface HostQueue {
  readonly host: string;
  readonly queue: { readonly admit: () => void; readonly refuse: (error: Error) => void }[];
  isBusy: boolean;
  /** No request before this, on the clock of `performance.now()`. */
  readyAt: number;
  delay: number;
  /** Tokens in the bucket when it was counted last. */
  tokens: number;
  countedAt: number;
  timer: NodeJS.Timeout | null;
}

/** Lanes looked at each time one is made: more than one, so that the idle ones go faster than new ones come. */
const SWEPT_AT_ONCE = 4;

export function hostLanes(options: LaneOptions): HostLanes {
  const lanes = new Map<string, HostQueue>();
  const perMillisecond = options.requestsPerMinute / 60_000;
  const burst = Math.max(1, options.burst);
  let waiting = 0;

  const laneOf = (host: string): HostQueue => {
    const known = lanes.get(host);
    if (known !== undefined) return known;
    const now = performance.now();
    sweep(now);
    const { delay } = options;
    const lane: HostQueue = {
      host,
      queue: [],
      isBusy: false,
      readyAt: 0,
      delay,
      tokens: burst,
      countedAt: now,
      timer: null,
    };
    lanes.set(host, lane);
    return lane;
  };

  /** Looks at the lanes that were not looked at longest; keeps those that are in use or still owe their host a pause. */
  const sweep = (now: number): void => {
    let count = 0;
    for (const [host, lane] of lanes) {
      if (count++ === SWEPT_AT_ONCE) break;
      lanes.delete(host);
      countTokens(lane, now);
      const isIdle = !lane.isBusy && lane.queue.length === 0 && lane.readyAt <= now && lane.tokens >= burst;
      if (!isIdle) lanes.set(host, lane);
    }
  };

  const countTokens = (lane: HostQueue, now: number): void => {
    lane.tokens = perMillisecond === 0 ? burst : Math.min(burst, lane.tokens + (now - lane.countedAt) * perMillisecond);
    lane.countedAt = now;
  };

  const advance = (lane: HostQueue): void => {
    if (lane.timer !== null) clearTimeout(lane.timer);
    lane.timer = null;
    if (lane.isBusy || lane.queue.length === 0) return;
    const now = performance.now();
    countTokens(lane, now);
    const forToken = lane.tokens >= 1 ? 0 : (1 - lane.tokens) / perMillisecond;
    const wait = Math.max(lane.readyAt - now, forToken);
    // A timer may fire a little early; up to a millisecond is not worth another.
    if (wait >= 1) {
      lane.timer = setTimeout(() => advance(lane), Math.ceil(wait));
      return;
    }
    lane.tokens = Math.max(0, lane.tokens - 1);
    lane.isBusy = true;
    lane.queue.shift()?.admit();
  };

  const enter = (host: string, signal: AbortSignal, isFirst = false): Promise<Turn> =>
    new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const lane = laneOf(host);
      const held = lane.readyAt - performance.now();
      if (held > options.maxHold) return reject(new HostHeld(host, held));
      const leave = (): void => {
        lane.isBusy = false;
        lane.readyAt = Math.max(lane.readyAt, performance.now() + lane.delay);
        advance(lane);
      };
      const stop = (): void => {
        lane.queue.splice(lane.queue.indexOf(one), 1);
        waiting--;
        reject(signal.reason);
      };
      const out = (): void => {
        waiting--;
        signal.removeEventListener('abort', stop);
      };
      const one = {
        admit: (): void => {
          out();
          resolve({ leave });
        },
        refuse: (error: Error): void => {
          out();
          reject(error);
        },
      };
      waiting++;
      if (isFirst) lane.queue.unshift(one);
      else lane.queue.push(one);
      signal.addEventListener('abort', stop, { once: true });
      advance(lane);
    });

  return {
    enter,
    hold(host, milliseconds) {
      const lane = laneOf(host);
      lane.readyAt = Math.max(lane.readyAt, performance.now() + milliseconds);
      if (milliseconds > options.maxHold)
        for (const one of lane.queue.splice(0)) one.refuse(new HostHeld(host, milliseconds));
      advance(lane);
    },
    setDelay(host, milliseconds) {
      laneOf(host).delay = Math.max(options.delay, milliseconds);
    },
    get waiting() {
      return waiting;
    },
    get size() {
      return lanes.size;
    },
    close() {
      for (const lane of lanes.values()) if (lane.timer !== null) clearTimeout(lane.timer);
    },
  };
}
