// Prints the cost of starting, as medians of fresh processes: the command line, the first page after an import, and worker
// threads. Times are CPU times of all threads, except the wall-clock time until a worker is ready.
// Run after `npm run build`: node scripts/start-up.mjs
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNS = 20;
const path = (name) => fileURLToPath(new URL(`../packages/${name}`, import.meta.url));
const PAGE = path('dehusk/demo/news-article.en.html');
const SUBJECTS = [
  { name: 'node -e 0', args: ['-e', '0'], bound: 1 },
  { name: 'dehusk --version', args: [path('dehusk/bin/dehusk.js'), '--version'], bound: 1.5 },
  { name: 'dehusk page.html', args: [path('dehusk/bin/dehusk.js'), PAGE], bound: 4 },
];

/** Programs that print the milliseconds of their steps as JSON. */
const CPU = 'const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };';
const firstPage = (load) => `${CPU}
  const html = require('node:fs').readFileSync(${JSON.stringify(PAGE)}, 'utf8');
  const page = { url: 'https://example.org/' };
  const start = cpu();
  Promise.resolve(${load}).then(({ extract }) => {
    const loaded = cpu();
    extract(html, page);
    const first = cpu();
    extract(html, page);
    console.log(JSON.stringify([loaded - start, first - loaded, cpu() - first]));
  });`;
const stream = {
  options: {
    extractor: 'dehusk',
    urlRules: [],
    urlRulePreset: 'none',
    urlRuleLearning: 'off',
    damagedState: 'stop',
    usesCanonical: true,
  },
  poisoned: [],
};
const worker = (file, workerData) => `${CPU}
  const { performance } = require('node:perf_hooks');
  const [before, start] = [cpu(), performance.now()];
  const { Worker } = require('node:worker_threads');
  const thread = new Worker(${JSON.stringify(path(`dehusk/dist/${file}`))}, { workerData: ${JSON.stringify(workerData)} });
  thread.once('message', () => {
    console.log(JSON.stringify([performance.now() - start, cpu() - before]));
    thread.terminate();
  });`;
const core = (file) => JSON.stringify(path(`core/dist/${file}`));
const FIRST_PAGE = [['import'], ['first page', 60], ['second page']];
const READY = [['ready', 150], ['CPU']];
const STEPS = [
  { name: "require('@dehusk/core')", steps: FIRST_PAGE, program: firstPage(`require(${core('cjs/index.js')})`) },
  { name: "import '@dehusk/core'", steps: FIRST_PAGE, program: firstPage(`import(${core('index.js')})`) },
  { name: 'worker of a page list', steps: READY, program: worker('bundle/page-worker.js', {}) },
  { name: 'worker of a batch', steps: READY, program: worker('bundle/worker.js', {}) },
  { name: 'worker of a stream', steps: READY, program: worker('bundle/extraction-worker.js', stream) },
];

const folder = mkdtempSync(join(tmpdir(), 'dehusk-start-'));
const hook = join(folder, 'hook.cjs');
writeFileSync(
  hook,
  "process.on('exit', () => { const { user, system } = process.cpuUsage(); process.stderr.write('\\n' + (user + system)); });",
);
function node(args) {
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return { stdout, stderr };
}
/** CPU milliseconds of one run. */
const run = (args) =>
  Number(
    node(['--require', hook, ...args])
      .stderr.trim()
      .split('\n')
      .at(-1),
  ) / 1000;
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

const rows = STEPS.map(() => []);
for (let round = 0; round < RUNS / 2; round++)
  for (const [at, { program }] of STEPS.entries()) rows[at].push(JSON.parse(node(['-e', program]).stdout));
for (const [at, { name, steps }] of STEPS.entries()) {
  const each = steps.map(([step, bound], nth) => {
    const time = median(rows[at].map((row) => row[nth])).toFixed(0);
    return `${step} ${time} ms${bound === undefined ? '' : ` (bound ${bound})`}`;
  });
  console.log(`${name.padEnd(27)} ${each.join(', ')}`);
}
