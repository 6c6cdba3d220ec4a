// Prints what starting the command line costs: medians of CPU time over 20 runs, and their ratios to bare Node.
// Run after `npm run build`: node scripts/start-up.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = 20;
const path = (name) => fileURLToPath(new URL(`../packages/dehusk/${name}`, import.meta.url));
const PAGE = path('demo/news-article.en.html');
const SUBJECTS = [
  { name: 'node -e 0', args: ['-e', '0'], bound: 1 },
  { name: 'dehusk --version', args: [path('bin/dehusk.js'), '--version'], bound: 1.5 },
  { name: 'dehusk page.html', args: [path('bin/dehusk.js'), PAGE], bound: 4 },
];

const folder = mkdtempSync(join(tmpdir(), 'dehusk-start-'));
const hook = join(folder, 'hook.cjs');
writeFileSync(
  hook,
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\n' + (user + system)); });",
);
/** CPU milliseconds of one run, all threads. */
const run = (args) => {
  const { stderr, status } = spawnSync(process.execPath, ['--require', hook, ...args], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return Number(stderr.trim().split('\n').at(-1)) / 1000;
};
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

// The first run of a new build writes the code cache.
for (const { args } of SUBJECTS) run(args);
const times = SUBJECTS.map(() => []);
for (let round = 0; round < RUNS; round++) for (const [at, { args }] of SUBJECTS.entries()) times[at].push(run(args));
rmSync(folder, { recursive: true });

const base = median(times[0]);
for (const [at, { name, bound }] of SUBJECTS.entries()) {
  const own = median(times[at]);
  console.log(
    `${name.padEnd(18)} ${own.toFixed(0).padStart(4)} ms CPU  ${(own / base).toFixed(2)} × node (bound ${bound})`,
  );
}
