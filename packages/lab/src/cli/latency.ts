import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { STREAM_DEFAULTS } from 'dehusk';
import { latencyRun, type Quantiles } from '../stress/latency.js';
import { wholeNumber } from './usage-error.js';

interface Options {
  readonly sites: number;
  readonly rate: number;
  readonly interval: number;
  readonly seconds: number;
  readonly extractor: string;
  readonly workers: number;
  readonly commit: number;
}

const DEFAULTS = { sites: 40, rate: 5, interval: 10, seconds: 120 } as const;
const COLUMNS = ['ms', 'p50', 'p95', 'p99'] as const;

/** `latency`: from an article's publication to its clean document, below capacity. */
export function addLatency(program: Command): void {
  program
    .command('latency')
    .summary('from a feed item to its clean document, at a fixed rate over loopback')
    .description(
      'Newspapers on loopback publish at a fixed rate; tells what the polling costs and what the pipeline costs.',
    )
    .option('--rate <count>', 'articles a second, over all newspapers', wholeNumber(1), DEFAULTS.rate)
    .option('--sites <count>', 'newspapers', wholeNumber(1), DEFAULTS.sites)
    .option('--interval <seconds>', 'time between two polls of a feed at least', wholeNumber(1), DEFAULTS.interval)
    .option('--seconds <count>', 'time of publishing that counts', wholeNumber(1), DEFAULTS.seconds)
    .option('--extractor <name>', 'what extracts, and with it what learns', STREAM_DEFAULTS.extractor)
    .option('--workers <count>', 'worker threads', wholeNumber(1), availableParallelism())
    .option('--commit <ms>', 'longest time before a commit', wholeNumber(1), STREAM_DEFAULTS.commitMilliseconds)
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab latency --rate 5
  dehusk-lab latency --rate 20 --commit 250`,
    )
    .action(async ({ commit, extractor, workers, ...asked }: Options) => {
      const folder = mkdtempSync(join(tmpdir(), 'dehusk-latency-'));
      try {
        const stream = { extractor, workers, commitMilliseconds: commit };
        const { published, documents, ...quantiles } = await latencyRun({ ...asked, stream, folder });
        const say = (cells: readonly string[]): void => {
          process.stdout.write(
            `${cells.map((cell, at) => (at === 0 ? cell.padEnd(40) : cell.padStart(8))).join('')}\n`,
          );
        };
        const row = (name: string, { p50, p95, p99 }: Quantiles): void =>
          say([name, ...[p50, p95, p99].map((value) => value.toFixed(0))]);
        say(COLUMNS);
        row('published → feed answered (polling)', quantiles.polling);
        row('feed answered → document committed', quantiles.pipeline);
        row('published → document committed', quantiles.whole);
        process.stdout.write(
          `${documents} documents of ${published} articles published, ${asked.rate} a second by ${asked.sites} newspapers; feeds polled every ${asked.interval} s or more, commits after ${commit} ms at most; ${workers} workers, extractor ${extractor}\n`,
        );
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
}
