// Runs the tests of scripts/ and every compiled test under packages/*/dist with node:test and the TAP reporter, whose closing
// counts look the same on every Node version. `node scripts/run-tests.mjs boilerpipe` runs the files whose path has that word.
// Long tests (`*.long.test.mjs`, `*.long.test.ts`) run with `--long`, alone, beside the files of LONG_PARTS.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { INSTALLED_DEHUSK, prepareInstalled } from './installed-packages.mjs';

/** Tests with a part that runs only when LONG_TESTS is 1. */
const LONG_PARTS = [
  'packages/dehusk/dist/cli/dedupe-command.test.js',
  'packages/lab/dist/cli/gate.test.js',
  'packages/lab/dist/conformance/compat.test.js',
  'packages/node/dist/readers/parquet.test.js',
  'packages/node/dist/warc/read-warc.test.js',
];

/** Files that take longest, or wait longest, start first: no processor is idle while the last of them ends. */
const FIRST =
  /(?:examples|work-growth|disk-faults|output-size|extract-role|inspector|engines|crawl-command|kill|render|reproduce|hung-worker|power-cuts|crawlee|demo-command|fuzz)\.long\.test|installed-tool|stream\.test|corpus-command\.test|sinks.contract\.test/;

/** Loading the modules under test takes longer than most tests: files of these packages share a process, ten at a time. */
const SHARING = /^packages\/(?:html|core|papers|inspector|lab)\//;
const FILES_A_PROCESS = 10;
/** A file that names one of these changes its process, or measures it. */
const OWN_PROCESS = /child_process|worker_threads|process\.|globalThis|\bgc\b|WebAssembly|(?:before|after)Each/;

const isLong = process.argv.includes('--long');
/** `LONG_TESTS=1 npm test` runs the long parts too, so that a run of both kinds tests nothing twice. */
const hadLongParts = process.env.LONG_TESTS === '1';
const words = process.argv.slice(2).filter((word) => word !== '--long');
const files = ['scripts', 'packages']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((path) => `${root}/${path}`))
  .filter((path) => /^scripts\/.*\.test\.mjs$|^packages\/[a-z]+\/dist\/.*\.test\.js$/.test(path.replaceAll('\\', '/')))
  .filter(
    (path) => /\.long\.test\.m?js$/.test(path) === isLong || (isLong && !hadLongParts && LONG_PARTS.includes(path)),
  )
  .filter((path) => words.length === 0 || words.some((word) => path.includes(word)));
if (files.length === 0) {
  console.error(`run-tests: no compiled test matches ${words.join(' ') || '(all)'}; run "npm run build" first`);
  process.exit(1);
}
prepareInstalled();
// A first run keeps what it compiled for later ones, which would otherwise do so all at once.
for (const program of [INSTALLED_DEHUSK, 'packages/dehusk/bin/dehusk.js'])
  spawnSync(process.execPath, [program, 'packages/dehusk/demo/docs.en.html'], { stdio: 'ignore' });
// Many tests wait for a server or a clock; of the long ones, for a download, too.
const concurrency = `--test-concurrency=${availableParallelism() + (isLong ? 2 : 1)}`;
const folder = mkdtempSync(join(tmpdir(), 'dehusk-tests-'));
const REPORTER = new URL('./test-reporter.mjs', import.meta.url).href;
// A test that hangs fails by its name, rather than stop the whole run.
const TIMEOUT = '--test-timeout=900000';
/** A test that was ended can leave programs behind, for whose output the runner waits without end. */
const MAX_MINUTES = 60;
const run = spawnSync(
  process.execPath,
  ['--test', TIMEOUT, concurrency, `--test-reporter=${REPORTER}`, ...processes(files)],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(isLong && { LONG_TESTS: '1' }) },
    timeout: MAX_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  },
);
rmSync(folder, { recursive: true });
if (run.status === null)
  console.error(`run-tests: ended by ${run.error?.code ?? run.signal} (at most ${MAX_MINUTES} minutes)`);
process.exit(run.status ?? 1);

/** What each process runs: a file, or a list of files that is written into `folder`. */
function processes(files) {
  const shares = (path) => !isLong && SHARING.test(path) && !OWN_PROCESS.test(readFileSync(path, 'utf8'));
  const sharing = files.filter(shares);
  const count = Math.ceil(sharing.length / FILES_A_PROCESS);
  const lists = Array.from({ length: count }, (_, at) => {
    const path = join(folder, `files-${at + 1}.test.mjs`);
    // Every so many files: the slow ones of a folder are apart.
    const part = sharing.filter((_, index) => index % count === at);
    writeFileSync(path, part.map((file) => `import '${pathToFileURL(resolve(file)).href}';\n`).join(''));
    return path;
  });
  const alone = files.filter((path) => !shares(path));
  return [...alone.filter((path) => FIRST.test(path)), ...lists, ...alone.filter((path) => !FIRST.test(path))];
}
