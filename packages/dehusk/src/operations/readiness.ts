import type { StreamSnapshot } from '../stream/stream.js';

/** Whether a pipeline does its work, and if not, why. */
export interface Readiness {
  readonly isReady: boolean;
  readonly reason: 'running' | 'draining' | 'stopped' | 'stalled';
}

/** Judges a pipeline by its snapshots. */
export interface ReadinessWatch {
  judge(snapshot: StreamSnapshot, now: number): Readiness;
}

/**
 * Not ready: draining, stopped, or stalled, which is when pages are on their way and nothing was committed for so long.
 * A quiet pipeline, all of whose feeds are read, is ready.
 *
 * @param stalledMilliseconds how long without a commit is too long
 */
export function watchReadiness(stalledMilliseconds: number): ReadinessWatch {
  let commits = -1;
  let since = 0;
  return {
    judge({ phase, commits: now, inFlight }, at) {
      if (now !== commits || inFlight === 0) {
        commits = now;
        since = at;
      }
      if (phase !== 'running') return { isReady: false, reason: phase };
      return at - since > stalledMilliseconds
        ? { isReady: false, reason: 'stalled' }
        : { isReady: true, reason: 'running' };
    },
  };
}
