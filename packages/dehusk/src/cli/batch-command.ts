import { createWriteStream, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { DEFAULT_LIMITS } from '@dehusk/core';
import type { SingleBar } from 'cli-progress';
import { type Command, InvalidArgumentError } from 'commander';
import { type BatchRowBytes, batchTasks, ResumeMismatch } from '../batch/batch.js';
import { type BatchReading, fileTasks, newBatchReading } from '../batch/batch-task.js';
import { DamagedOutput, type Progress, packRows, readProgress } from '../batch/resume.js';
import { WORKER_MEGABYTES } from '../extraction/worker-pool.js';
import { findPages } from '../inputs/folders.js';
import { progressBar } from '../terminal/progress-bar.js';
import { addLayoutOptions, type Layout, type LayoutFlags, layoutOf, writeParquet } from './batch-layout.js';
import { addExtractionOptions, count, type ExtractionFlags, extractionOf, renderingOf } from './extraction-options.js';
import { type CommandEnd, InputOutputError, UsageError } from './failures.js';
import { filtersOf } from './filter-options.js';
import { addQuietOption } from './log-options.js';
import { PageTotals } from './page-totals.js';

interface Shard {
  readonly number: number;
  readonly count: number;
}

interface BatchFlags extends ExtractionFlags, LayoutFlags {
  readonly output: string;
  readonly overwrite?: true;
  readonly resume?: true;
  readonly filesFrom?: string;
  readonly htmlPathField?: string;
  readonly folder?: string;
  readonly threads: number;
  readonly shard?: Shard;
  readonly workerMemory: number;
  readonly quiet?: true;
}

const HELP = `
Input, one JSON object a line, plain or gzip:
  {"id": "1", "url": "https://…", "html": "<html>…"}      the page as text
  {"id": "2", "url": "https://…", "htmlBase64": "PGh0…"}  its bytes; "charset" or "contentType" as the server sent them
  {"id": "3", "url": "https://…", "path": "pages/3.html.gz"}  a file, from the input's folder
"pageType" in a line overrides --page-type.
Or WARC files, plain or gzip, recognised by name or first bytes: HTML responses, resources and revisits are pages, with the
record id as id. Damaged records are skipped and counted.
Or folders, files named as pages (.html, .htm …) and --files-from: the path is the id, below the folder if one is named.
Output, one JSON object a line, in input order; every page has "ok", and a "reason" where it is false.
A line that is not a page becomes a row with the reason "bad-input" and its "line".

Examples:
  dehusk batch pages.jsonl.gz -o texts.jsonl
  dehusk batch saved-pages/ -o texts.jsonl.gz
  find . -name '*.html' | dehusk batch --files-from - -o texts.jsonl
  zcat pages.jsonl.gz | dehusk batch --format markdown > texts.jsonl
  dehusk batch manifest.jsonl.gz --html-path-field html --fields id,text,authors,date -o texts.jsonl.gz
  dehusk batch pages.jsonl -o texts.jsonl --resume   continues where it stopped
  dehusk batch *.warc.gz --fields id,url,at,text --shard 1/4 -o texts-1.jsonl
  dehusk batch *.warc.gz --preset datatrove --target-language en --min-length 200 -o texts.jsonl.gz
  dehusk batch *.warc.gz --preset fineweb -o texts.parquet`;

/** `dehusk batch [FILE]`. */
export function describeBatch(command: Command, finish: (end: CommandEnd) => void): Command {
  command
    .argument(
      '[inputs...]',
      'JSON lines, WARC, folders or pages, plain or gzip, one after the other; - for standard input (default: -)',
    )
    .option('--files-from <list>', 'also pages whose paths are in a file, one per line; - for standard input')
    .option(
      '-o, --output <file>',
      'where rows go; gzip if it ends in .gz, Parquet if in .parquet; - for standard output',
      '-',
    )
    .option('--overwrite', 'replace the output when it is already there')
    .option('--resume', 'continue where an earlier run with the same input and output stopped');
  addLayoutOptions(command)
    .option('--html-path-field <name>', 'field that holds the path of a page, when it is not "path"')
    .option('--folder <folder>', 'where relative paths start (default: the folder of each input)')
    .option('--shard <i/n>', 'extract every n-th page from the i-th on, so that n processes share the input', shardOf)
    .option('--threads <count>', 'worker threads', count, availableParallelism())
    .option(
      '--worker-memory <MiB>',
      'heap of one worker; a page that needs more is a row "crashed"',
      count,
      WORKER_MEGABYTES,
    );
  return addQuietOption(addExtractionOptions(command))
    .addHelpText('after', HELP)
    .action(async (files: string[], _flags: unknown, self: Command) => {
      const flags = self.opts() as BatchFlags;
      const isImplied = files.length === 0 && flags.filesFrom === undefined;
      finish(await runBatch(isImplied ? ['-'] : files, flags));
    });
}

async function runBatch(files: readonly string[], flags: BatchFlags): Promise<CommandEnd> {
  const extraction = await extractionOf(flags);
  const layout = layoutOf(flags);
  const { filesFrom } = flags;
  await checkInputs(files, filesFrom);
  const resume = await progressOf(flags, layout);
  const reading = newBatchReading();
  const tasks = fileTasks(
    files,
    {
      maxBytes: extraction.limits?.maxBytes ?? DEFAULT_LIMITS.maxBytes,
      pathField: flags.htmlPathField ?? 'path',
      ...(filesFrom === undefined ? {} : { filesFrom }),
      ...(flags.folder === undefined ? {} : { folder: flags.folder }),
      ...(flags.shard === undefined ? {} : { shard: flags.shard }),
    },
    reading,
  );
  const totals = new PageTotals();
  const readsInput = files.includes('-') || filesFrom === '-';
  // A bar would break up the lines that a person types.
  const bar = flags.quiet || (readsInput && process.stdin.isTTY) ? null : batchBar(!readsInput);
  const rows = batchTasks(tasks, {
    extraction,
    rendering: renderingOf(flags),
    filters: filtersOf(flags),
    fields: layout.fields,
    preset: layout.preset,
    threads: flags.threads,
    pathField: flags.htmlPathField ?? 'path',
    maxWorkerMegabytes: flags.workerMemory,
    ...(resume === null ? {} : { resume }),
  });
  try {
    const written = watched(rows, totals, bar, layout);
    if (isParquet(flags.output)) await writeParquet(written, flags.output, layout);
    else await writeRows(written, flags.output, resume !== null);
  } catch (error) {
    if (error instanceof ResumeMismatch) throw new UsageError(`--resume: ${error.message}`);
    throw error;
  } finally {
    bar?.stop();
  }
  if (!flags.quiet) process.stderr.write(totals.summary(resume?.rows ?? 0));
  if (!flags.quiet || reading.faults.size > 0) process.stderr.write(archiveSummary(reading));
  if (totals.unreadable > 0 || reading.faults.size > 0) return 'some-unreadable';
  return totals.ok < totals.pages ? 'some-without-text' : 'all-extracted';
}

/** @throws InputOutputError for inputs that do not exist or have no pages, UsageError for standard input named twice */
async function checkInputs(files: readonly string[], filesFrom: string | undefined): Promise<void> {
  const named = filesFrom === undefined ? files : [...files, filesFrom];
  if (named.filter((one) => one === '-').length > 1) throw new UsageError('standard input (-) can be read only once');
  for (const path of named) {
    const stat = path === '-' ? null : statSync(path, { throwIfNoEntry: false });
    if (stat === undefined) throw new InputOutputError(`there is no file or folder ${path}`);
    if (stat?.isDirectory() && (path === filesFrom || (await findPages(path).next()).done))
      throw new InputOutputError(
        path === filesFrom
          ? `--files-from got the folder ${path}, expected a list of files; name the folder without --files-from`
          : `${path} is a folder without pages (.html, .htm …, also .gz)`,
      );
  }
}

/** Counts rows for the summary and the progress bar, and passes those to write through. */
async function* watched(
  rows: AsyncIterable<BatchRowBytes>,
  totals: PageTotals,
  bar: SingleBar | null,
  { onlyOk }: Layout,
): AsyncGenerator<Uint8Array> {
  for await (const row of rows) {
    totals.add(row);
    bar?.update(row.share ?? 0, { pages: totals.pages, rate: Math.round(totals.rate) });
    if (row.ok || !onlyOk) yield row.bytes;
  }
}

const isParquet = (output: string): boolean => output.endsWith('.parquet');

async function writeRows(rows: AsyncIterable<Uint8Array>, output: string, append: boolean): Promise<void> {
  if (output === '-') return pipeline(rows, process.stdout, { end: false });
  const file = createWriteStream(output, { flags: append ? 'a' : 'w' });
  return pipeline(output.endsWith('.gz') ? packRows(rows) : rows, file);
}

/** How far an earlier run came; null for a fresh start. Refuses to overwrite an output unasked. */
async function progressOf(flags: BatchFlags, { fields, onlyOk }: Layout): Promise<Progress | null> {
  const exists = flags.output !== '-' && statSync(flags.output, { throwIfNoEntry: false }) !== undefined;
  if (!flags.resume) {
    if (exists && !flags.overwrite && statSync(flags.output).isFile()) {
      const resume = isParquet(flags.output) || onlyOk ? '' : ', --resume continues it';
      throw new InputOutputError(`${flags.output} exists; --overwrite replaces it${resume}`);
    }
    return null;
  }
  if (flags.overwrite) throw new UsageError('--resume and --overwrite contradict each other');
  if (flags.output === '-') throw new UsageError('--resume needs --output: it reads the end of that file');
  if (isParquet(flags.output))
    throw new UsageError(
      '--resume cannot continue Parquet, which has its index at the end; write JSON lines, or use --overwrite',
    );
  if (onlyOk)
    throw new UsageError(
      '--resume counts the rows of the output, so it needs every page: leave out --only-ok and --preset',
    );
  if (!fields.includes('id')) throw new UsageError('--resume needs the field "id": it compares the last id');
  if (!exists) return null;
  try {
    const progress = await readProgress(flags.output);
    if (progress.rows > 0 && comparable(progress.fields) !== comparable(fields))
      throw new UsageError(
        `--resume: the rows of ${flags.output} have the fields ${progress.fields.join()}, this run writes ${fields.join()}; ask for the same`,
      );
    return progress;
  } catch (error) {
    if (error instanceof DamagedOutput) throw new InputOutputError(error.message);
    throw error;
  }
}

/** Without `line`, which rows of lines that are no page have in any case. */
const comparable = (fields: readonly string[]): string => fields.filter((name) => name !== 'line').join();

/** A bar over the share of the inputs whose rows are done, or a counter of pages where that is unknown. */
function batchBar(isMeasured: boolean): SingleBar | null {
  const format = isMeasured
    ? '{bar} {percentage}%  {pages} pages  {rate}/s  {eta_formatted} left'
    : '{pages} pages  {rate}/s';
  return progressBar(format, isMeasured ? 1 : 0, { pages: 0, rate: 0 });
}

/** Counts of the WARC files' other records; empty without WARC files. */
function archiveSummary({ warc, faults, examples }: BatchReading): string {
  if (warc.records + warc.faults === 0) return '';
  const reasons = [...faults].map(([reason, number]) => `, ${number} ${reason}`).join('');
  const lines = [
    `${warc.records} WARC records: ${warc.pages} pages (${warc.revisits} revisits), ${warc.passed} others skipped${reasons}`,
    ...examples,
    ...(warc.faults > examples.length ? [`and ${warc.faults - examples.length} more`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function shardOf(text: string): Shard {
  const [number, total] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).slice(1).map(Number);
  if (!(number >= 1 && number <= total))
    throw new InvalidArgumentError(`A shard got ${text}, expected i/n with i from 1 to n, as 2/8.`);
  return { number, count: total };
}
