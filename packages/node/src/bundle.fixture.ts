// Where the bundle of the command line is fresh, worker threads of tests run it: they start in a third of the time.
import { existsSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import threads, { type WorkerOptions } from 'node:worker_threads';

const PACKAGES = new URL('../../', import.meta.url);
const BUNDLE = new URL('dehusk/dist/bundle/', PACKAGES);
const changedAt = (path: string): number => statSync(new URL(path, PACKAGES), { throwIfNoEntry: false })?.mtimeMs ?? 0;
const compiledAt = ['html', 'core', 'papers', 'node', 'stream', 'server', 'dehusk'].map((name) =>
  changedAt(`${name}/dist/.tsbuildinfo`),
);

/** As bin/dehusk.js decides which of the two it runs. */
export const isBundleFresh = changedAt('dehusk/dist/bundle/main.js') > Math.max(...compiledAt);

class BundledWorker extends threads.Worker {
  constructor(file: string | URL, options?: WorkerOptions) {
    const bundled = new URL(basename(String(file)), BUNDLE);
    super(existsSync(bundled) ? bundled : file, options);
  }
}
if (isBundleFresh) {
  threads.Worker = BundledWorker;
  syncBuiltinESMExports();
}
