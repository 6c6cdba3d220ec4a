// Runs every compiled test under packages/*/dist with node:test and the TAP reporter, so that the closing
// counts look the same on every Node version. `node scripts/run-tests.mjs boilerpipe` runs files whose path has that word.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const wanted = process.argv.slice(2);
const files = [];
const walk = (folder) => {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry);
    if (statSync(path).isDirectory()) walk(path);
    else if (entry.endsWith('.test.js') && (wanted.length === 0 || wanted.some((word) => path.includes(word))))
      files.push(path);
  }
};
for (const name of readdirSync('packages')) {
  const dist = join('packages', name, 'dist');
  if (statSync(dist, { throwIfNoEntry: false })) walk(dist);
}
if (files.length === 0) {
  console.error(`run-tests: no compiled test matches ${wanted.join(' ') || '(all)'}; run "npm run build" first`);
  process.exit(1);
}
const run = spawnSync(process.execPath, ['--test', '--test-reporter=tap', ...files], { stdio: 'inherit' });
process.exit(run.status ?? 1);
