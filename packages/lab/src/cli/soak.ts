import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { soak } from '../stress/soak.js';
import { wholeNumber } from './usage-error.js';

interface Options {
  readonly sites: number;
  readonly pages: number;
  readonly faults: number;
  readonly seed: string;
  readonly extractor: string;
  readonly workers: number;
  readonly timeout: number;
  readonly keep?: string;
}

const DEFAULTS = { sites: 200, pages: 500, faults: 20, timeout: 10 } as const;

/** `soak`: the pipeline over faulty sites; fails when a page is not accounted for. */
export function addSoak(program: Command): void {
  program
    .command('soak')
    .summary('run the stream over many faulty sites on loopback and account for every page')
    .description('Serves made-up newspapers with faults on loopback, watches their feeds, and accounts for every page.')
    .option('--sites <count>', 'newspapers', wholeNumber(1), DEFAULTS.sites)
    .option('--pages <count>', 'pages of each', wholeNumber(1), DEFAULTS.pages)
    .option('--faults <percent>', 'share of pages in trouble', wholeNumber(0), DEFAULTS.faults)
    .option('--seed <text>', 'another seed, another web', 'soak')
    .option('--extractor <name>', 'what extracts, and with it what learns', 'site')
    .option('--workers <count>', 'worker threads', wholeNumber(1), availableParallelism())
    .option('--timeout <seconds>', 'time for a request', wholeNumber(1), DEFAULTS.timeout)
    .option('--keep <folder>', 'work in this folder and keep it')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab soak --sites 20 --pages 50
  dehusk-lab soak --sites 200 --pages 500 --extractor urltree-justext`,
    )
    .action(async ({ keep, faults, timeout, ...options }: Options) => {
      const folder = keep ?? mkdtempSync(join(tmpdir(), 'dehusk-soak-'));
      const result = await soak({
        ...options,
        faultShare: faults / 100,
        fetchMilliseconds: timeout * 1000,
        folder,
        onStatus: ({ seen, committed, emitted }) => {
          if (process.stderr.isTTY) process.stderr.write(`\r${seen} seen, ${committed} committed, ${emitted} emitted`);
        },
      });
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      print(`${'fault'.padEnd(16)}${'pages'.padStart(8)}  ends`);
      for (const { fault, pages, ends, unexplained } of result.rows) {
        const told = Object.entries(ends).sort((a, b) => b[1] - a[1]);
        const shown = told.map(([end, count]) => `${end} ${count}`).join(', ');
        print(
          `${fault.padEnd(16)}${String(pages).padStart(8)}  ${shown}${unexplained > 0 ? `  (unexplained: ${unexplained})` : ''}`,
        );
      }
      const { snapshot, expected, accounted, untold, lost, several, seconds } = result;
      const { latency } = snapshot;
      print(
        `\n${accounted} of ${expected} pages came to exactly one end; ${lost} to none, ${several} to several; ${untold} were never told of, because the feed of their site was not there in time. ${result.spoiledFeeds} of ${options.sites} feeds were malformed.`,
      );
      print(
        `${snapshot.emitted} documents (${snapshot.revised} corrections), ${result.requests} requests, ${seconds.toFixed(0)} s, ${(expected / seconds).toFixed(1)} pages/s, ${options.workers} workers, extractor ${options.extractor}, peak ${result.peakMegabytes.toFixed(0)} MB (server included), latency p50 ${((latency?.p50 ?? 0) / 1000).toFixed(1)} s p95 ${((latency?.p95 ?? 0) / 1000).toFixed(1)} s`,
      );
      if (keep === undefined) rmSync(folder, { recursive: true });
      if (lost + several > 0) process.exitCode = 1;
    });
}
