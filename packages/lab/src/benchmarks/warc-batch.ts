/**
 * `dehusk batch` over archives of real pages (`wcxb-dev`), one several times as long as the other: pages and megabytes a
 * second, and whether memory stays what it was.
 *
 * Run: `node packages/lab/dist/benchmarks/warc-batch.js [times, default 4] [folder for the archives] [options of dehusk batch]`
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { megabytesOf, writeBenchArchive } from './warc-file.js';

const [times = '4', folder = tmpdir(), ...options] = process.argv.slice(2);
const DEHUSK = join(fileURLToPath(import.meta.resolve('dehusk')), '../cli/main.js');

for (const count of [1, Number(times)]) {
  const path = await writeBenchArchive(join(folder, `dehusk-bench-${count}.warc.gz`), 'wcxb-dev', count);
  const run = spawnSync(process.execPath, [DEHUSK, 'batch', path, '-o', `${path}.jsonl`, '--overwrite', ...options], {
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
  });
  console.log(`${count} times wcxb-dev, ${megabytesOf(path).toFixed(0)} MB packed:\n${run.stderr}`);
}
