import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { killRuns } from '../stress/kill.js';
import { progressBar } from './progress.js';
import { wholeNumber } from './usage-error.js';

interface Options {
  readonly kills: number;
  readonly documents: number;
  readonly sites: number;
  readonly seed: number;
  readonly mostLife: number;
  readonly workers: number;
  readonly fetched?: boolean;
  readonly keep?: string;
}

/** `kill`: the stream under SIGKILL. */
export function addKill(program: Command): void {
  program
    .command('kill')
    .summary('kill the stream at random moments; nothing may be lost or doubled')
    .description(
      'Runs the stream over made-up pages in a process that is ended by SIGKILL at seeded random moments and started again,\nthen compares documents, rejects and every value of the state with those of an uninterrupted run.',
    )
    .option('--kills <count>', 'how often', wholeNumber(1), 100)
    .option('--documents <count>', 'rows of the input', wholeNumber(10), 1_500)
    .option('--sites <count>', 'sites they come from', wholeNumber(1), 12)
    .option('--seed <number>', 'seed of the pages and the moments', wholeNumber(0), 1)
    .option('--most-life <milliseconds>', 'longest life before a kill', wholeNumber(100), 4_000)
    .option('--workers <count>', 'worker threads', wholeNumber(1), 2)
    .option('--fetched', 'fetch the pages from a server on loopback, where some are busy, cut short or gone')
    .option('--keep <folder>', 'work in this folder and keep it')
    .addHelpText('after', '\nExamples:\n  dehusk-lab kill --kills 100\n  dehusk-lab kill --fetched --kills 20')
    .action(async ({ keep, workers, fetched = false, ...asked }: Options) => {
      const folder = keep ?? mkdtempSync(join(tmpdir(), 'dehusk-kill-'));
      const bar = progressBar();
      bar.start('kills', asked.kills);
      try {
        const result = await killRuns({
          ...asked,
          isFetched: fetched,
          folder,
          // Commits come often, so that short lives get on; no page may run out of time, whatever else the machine does.
          options: { workers, commitPages: 40, commitMilliseconds: 300, maxMilliseconds: 120_000 },
          onKill: (done) => bar.update(done),
        });
        bar.stop();
        process.stdout.write(
          `${result.kills} kills over ${result.passes} passes of ${asked.documents} rows of ${asked.sites} sites (seed ${asked.seed}, ${workers} workers; a pass alone takes ${result.uninterruptedSeconds.toFixed(0)} s)\n` +
            `${result.documents} documents and ${result.rejects} rejects in an uninterrupted run${result.requests === null ? '' : `; ${result.requests} requests over all passes`}\n` +
            `${result.wrong.length === 0 ? 'every pass ended with the same documents, rejects and state values, byte for byte; none lost, none twice' : result.wrong.join('\n')}\n`,
        );
        if (result.wrong.length > 0) throw new Error(`${result.wrong.length} differences; ${folder} is kept`);
        if (keep === undefined) rmSync(folder, { recursive: true });
      } finally {
        bar.stop();
      }
    });
}
