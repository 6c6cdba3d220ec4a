import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type ReplayStep, replay } from '../stream/replay.js';
import { wholeNumber } from './usage-error.js';

interface Options {
  readonly documents: number;
  readonly sites?: number;
  readonly seed: number;
  readonly workers: number;
  readonly extractor: string;
  readonly paragraphs?: number;
  readonly rate?: number;
  readonly keep?: string;
}

/** Documents of a site unless the number of sites is given. */
const DOCUMENTS_PER_SITE = 1_000;
const COLUMNS = ['documents', 'pages/s', 'pages/CPU s', 'RSS MB', 'p50 ms', 'p95 ms', 'state MB'];

/** `replay`: the stream over a long input. */
export function addReplay(program: Command): void {
  program
    .command('replay')
    .summary('run the stream over many made-up pages: speed, latency, flat memory')
    .description('Replays made-up pages through the whole stream, a row of figures each tenth of the way.')
    .option('--documents <count>', 'rows of the input', wholeNumber(10), 20_000)
    .option('--sites <count>', 'sites they come from (default: one for each 1,000 documents)', wholeNumber(1))
    .option('--paragraphs <count>', 'paragraphs of an article, of 34 words each (default: 12)', wholeNumber(1))
    .option(
      '--rate <count>',
      'rows a second, for latency below full load (default: as fast as they are worked on)',
      wholeNumber(1),
    )
    .option('--seed <number>', 'seed of the pages', wholeNumber(0), 1)
    .option('--workers <count>', 'worker threads', wholeNumber(1), availableParallelism())
    .option('--extractor <name>', 'what extracts, and with it what learns', 'site')
    .option('--keep <folder>', 'work in this folder and keep it')
    .addHelpText(
      'after',
      `
Examples:
  dehusk-lab replay --documents 20000
  dehusk-lab replay --documents 2000 --rate 10
  dehusk-lab replay --documents 1000000 --paragraphs 2 --extractor urltree`,
    )
    .action(async ({ keep, workers, extractor, ...asked }: Options) => {
      const folder = keep ?? mkdtempSync(join(tmpdir(), 'dehusk-replay-'));
      const sites = asked.sites ?? Math.max(1, Math.round(asked.documents / DOCUMENTS_PER_SITE));
      const say = (cells: readonly string[]): void => {
        process.stdout.write(`${cells.map((cell) => cell.padStart(11)).join(' ')}\n`);
      };
      say(COLUMNS);
      const result = await replay({
        ...asked,
        rate: asked.rate ?? null,
        sites,
        folder,
        options: { workers, extractor, maxMilliseconds: 60_000 },
        onStep: (step) => say(cellsOf(step)),
      });
      const rejected = Object.entries(result.rejected).map(([reason, count]) => `${count} ${reason}`);
      process.stdout.write(
        `${asked.documents} rows of ${sites} sites, ${workers} workers, ${extractor}: ${result.emitted} documents (${result.revised} of them corrections), ${rejected.join(', ')}; ${result.seconds.toFixed(0)} s, ${(asked.documents / result.seconds).toFixed(1)} pages/s\n`,
      );
      if (keep === undefined) rmSync(folder, { recursive: true });
    });
}

function cellsOf({ committed, perSecond, perCpuSecond, megabytes, latency, stateMegabytes }: ReplayStep): string[] {
  return [
    String(committed),
    perSecond.toFixed(1),
    perCpuSecond.toFixed(1),
    megabytes.toFixed(0),
    latency?.p50.toFixed(0) ?? '–',
    latency?.p95.toFixed(0) ?? '–',
    stateMegabytes.toFixed(0),
  ];
}
