import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { killRuns } from './kill.js';
import { KILL_JOBS } from './kill-jobs.js';
import { KILL_SINKS, type KillSink } from './kill-sinks.js';

describe('every job ends with the rows and values of an uninterrupted run', () => {
  const home = mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
  after(() => rmSync(home, { recursive: true }));
  // `sinks/contract.test.ts` kills the other kinds.
  const sink = KILL_SINKS.find(({ name }) => name === 'parquet') as KillSink;
  const isNight = process.env.NIGHTLY_TESTS === '1';
  const kills = isNight ? 2 : 1;
  // In CI one job of each command.
  const jobs = KILL_JOBS.filter(({ name }) => isNight || !name.includes('-'));
  for (const [at, job] of jobs.entries())
    test(`${job.name}, killed`, async () => {
      const { ends, rows, values, wrong } = await killRuns({
        ...{ job, sink, kills, documents: 30, sites: 2, seed: at, workers: 1 },
        terminated: 0.3,
        folder: join(home, job.name),
        onKill: () => {},
      });
      assert.deepEqual(wrong, []);
      assert.equal(
        Object.values(ends).reduce((sum, one) => sum + one),
        kills,
        JSON.stringify(ends),
      );
      assert.ok(rows + values >= 5, `${rows} rows, ${values} values`);
    });
});
