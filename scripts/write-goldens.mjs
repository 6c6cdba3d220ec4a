// Writes every golden file from the current output of the code. Read the difference before you commit it.
import { spawnSync } from 'node:child_process';

const run = spawnSync(
  process.execPath,
  ['scripts/run-tests.mjs', 'golden.test', 'cli/extract-command', 'cli/completion'],
  {
    stdio: ['inherit', 'ignore', 'inherit'],
    env: { ...process.env, UPDATE_GOLDENS: '1' },
  },
);
console.log(run.status === 0 ? 'goldens written: git diff shows what changed' : 'the tests that write goldens failed');
process.exit(run.status ?? 1);
