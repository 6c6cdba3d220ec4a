/** Work that is counted, not timed: how often V8 runs each block of the code. Code that was loaded before has no counters. */
import assert from 'node:assert/strict';
import { type Profiler, Session } from 'node:inspector';

/** Begins to count. @returns a function that takes the executions of all blocks of some files since its last call */
export function countExecutions(files: RegExp): () => number {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return () => {
    let sum = 0;
    session.post(
      'Profiler.takePreciseCoverage',
      (failure: Error | null, { result }: Profiler.TakePreciseCoverageReturnType) => {
        assert.equal(failure, null);
        for (const { url, functions } of result)
          if (files.test(url)) for (const { ranges } of functions) for (const { count } of ranges) sum += count;
      },
    );
    return sum;
  };
}
