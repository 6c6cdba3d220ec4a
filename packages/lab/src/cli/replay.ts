import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { memoryPlot } from '../stress/memory-plot.js';
import { type ReplayResult, type ReplayStep, replay } from '../stress/replay.js';
import { wholeNumber } from './usage-error.js';

interface Options {
  readonly documents: number;
  readonly sites?: number;
  readonly seed: number;
  readonly workers: number;
  readonly extractor: string;
  readonly paragraphs?: number;
  readonly inRow: number;
  readonly plot?: string;
  readonly rate?: number;
  readonly keep?: string;
}

/** Documents of a site unless the number of sites is given. */
const DOCUMENTS_PER_SITE = 1_000;
const COLUMNS = ['documents', 'pages/s', 'pages/CPU s', 'RSS MB', 'heaps MB', 'p50 ms', 'p95 ms', 'state MB', 'out MB'];

/** `replay`: the stream over a long input. */
export function addReplay(program: Command): void {
  program
    .command('replay')
    .summary('run the stream over many made-up pages: speed, latency, flat memory')
    .description(
      'Replays made-up pages from a file of JSON lines through the whole stream, a row of figures each tenth of the way.',
    )
    .option('--documents <count>', 'rows of the input', wholeNumber(10), 20_000)
    .option('--sites <count>', 'sites they come from (default: one for each 1,000 documents)', wholeNumber(1))
    .option('--paragraphs <count>', 'paragraphs of an article, of 34 words each (default: 12)', wholeNumber(1))
    .option(
      '--in-row <count>',
      'rows of one site after each other, as a poll of its feed gives them',
      wholeNumber(1),
      1,
    )
    .option('--plot <file.svg>', 'draw memory over documents into this file')
    .option(
      '--rate <count>',
      'rows a second by the clock, without a file, for latency below full load (default: as fast as they are worked on)',
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
  dehusk-lab replay --documents 1000000 --paragraphs 2 --in-row 20 --extractor urltree --plot memory.svg`,
    )
    .action(async ({ keep, workers, extractor, plot, ...asked }: Options) => {
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
      const what = `${asked.documents} rows of ${sites} sites, ${asked.inRow} in a row, ${workers} workers, ${extractor}`;
      process.stdout.write(`${what}: ${toldOf(result, asked.documents)}\n`);
      if (plot !== undefined) writeFileSync(plot, await memoryPlot(result.moments, what));
      if (keep === undefined) rmSync(folder, { recursive: true });
    });
}

function toldOf({ emitted, revised, rejected, seconds, latency, inputMegabytes }: ReplayResult, rows: number): string {
  const rejects = Object.entries(rejected).map(([reason, count]) => `${count} ${reason}`);
  return [
    `${emitted} documents (${revised} of them corrections), ${rejects.join(', ')}`,
    `${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(1)} pages/s`,
    ...(inputMegabytes === null
      ? []
      : [`${inputMegabytes.toFixed(0)} MB of JSON lines, ${(inputMegabytes / seconds).toFixed(1)} MB/s`]),
    ...(latency === null
      ? []
      : [`latency p50 ${latency.p50.toFixed(0)} p95 ${latency.p95.toFixed(0)} p99 ${latency.p99.toFixed(0)} ms`]),
  ].join('; ');
}

function cellsOf(step: ReplayStep): string[] {
  const { committed, perSecond, perCpuSecond, memory, latency, stateMegabytes, outputMegabytes } = step;
  return [
    String(committed),
    perSecond.toFixed(1),
    perCpuSecond.toFixed(1),
    memory.resident.toFixed(0),
    memory.anonymous?.toFixed(0) ?? '–',
    latency?.p50.toFixed(0) ?? '–',
    latency?.p95.toFixed(0) ?? '–',
    stateMegabytes.toFixed(0),
    outputMegabytes.toFixed(0),
  ];
}
