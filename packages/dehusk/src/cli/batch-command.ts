import { createWriteStream, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RenderOptions } from '@dehusk/core';
import { DEFAULT_LIMITS } from '@dehusk/html';
import type { FieldNames, FoundPage, InputPage, RowOptions } from '@dehusk/node';
import {
  type BatchOptions,
  type BatchOutput,
  type BatchReading,
  batchLines,
  batchPages,
  batchRows,
  continueOutput,
  counted,
  DamagedOutput,
  type DoneMark,
  digestOf,
  eachTasks,
  ForeignOutput,
  findPages,
  finishOutput,
  inputOf,
  inputPageOf,
  isS3,
  listObjects,
  newBatchReading,
  OUTPUT_TYPES,
  type OutputProgress,
  type OutputType,
  type Pack,
  type ParquetColumn,
  packingOf,
  packRows,
  parquetColumns,
  ResumeMismatch,
  type RowObject,
  readMark,
  readProgress,
  type Shard,
  seenAt,
  stateOfObject,
  uploadObject,
  WORKER_MEGABYTES,
} from '@dehusk/node';
import { SinkError } from '@dehusk/stream';
import type { SingleBar } from 'cli-progress';
import { type Command, InvalidArgumentError } from 'commander';
import { addLayoutOptions, type Layout, type LayoutFlags, layoutOf, writeParquet } from './batch-layout.js';
import { shellWord } from './completion-command.js';
import {
  addExtractionOptions,
  addQuietOption,
  addSiteOptions,
  chosenExtractor,
  count,
  type ExtractionFlags,
  extractionOf,
  filtersOf,
  oneOf,
  ROOT_OPTION,
  type RunExtraction,
  renderingOf,
  shardOf,
} from './extraction-options.js';
import { type CommandEnd, checked, InputOutputError, ofInput, report, UsageError } from './failures.js';
import { checkNoInput, packageVersion, whileLocked } from './outputs.js';
import { PageTotals, progressBar } from './page-totals.js';
import { StopRequest } from './stop-request.js';

interface BatchFlags extends ExtractionFlags, LayoutFlags {
  readonly output: string;
  readonly each?: true;
  readonly outputType: OutputType;
  readonly inputFields?: Readonly<Partial<InputFields>>;
  readonly passthrough?: true;
  readonly overwrite?: true;
  readonly resume?: true;
  readonly filesFrom?: string;
  readonly root?: string;
  readonly threads: number;
  readonly shard?: Shard;
  readonly workerMemory: number;
  readonly quiet?: true;
  readonly strict?: true;
  readonly state?: string;
}

/** Fields of an input row: the page, or its path, its address and its id. */
interface InputFields extends FieldNames {
  readonly path: string;
}

const INPUT_FIELDS: InputFields = { html: 'html', url: 'url', id: 'id', path: 'path' };

const HELP = `
Input, one JSON object a line, plain, gzip or zstd:
  {"id": "1", "url": "https://…", "html": "<html>…"}      the page as text
  {"id": "2", "url": "https://…", "htmlBase64": "PGh0…"}  its bytes; also
                                 "charset" or "contentType" as the server has it
  {"id": "3", "path": "pages/3.html.gz"}  a file in the input's folder (--root)
"pageType" in a line overrides --set pageType=TYPE.
Or Parquet. Or WARC files, plain or packed: HTML responses, resources and
revisits are pages, with the record id as id; damaged records are counted.
Or folders, files named as pages (.html, .htm …) and --files-from: the path is
the id, below the folder if one is named. Inputs and outputs may be addresses
of S3, s3://bucket/key; an input that ends in / is all that is below it.
Output, one JSON object a line, in input order. Every record has a row: a page
without text has "ok": false and a "reason", a line that is not a page the
reason "bad-input". See docs/batch.md.

Examples:
  dehusk batch pages.jsonl.gz -o texts.jsonl
  dehusk batch saved-pages/ -o texts.jsonl.gz
  find . -name '*.html' | dehusk batch --files-from - -o texts.jsonl
  zcat pages.jsonl.gz | dehusk batch --format md > texts.jsonl
  dehusk batch manifest.jsonl --input-fields path=html --fields id,text
  dehusk batch pages.jsonl -o texts.jsonl --resume   continues where it stopped
  zstdcat pages.jsonl.zst | parallel --pipe -k dehusk batch - --threads 1
  dehusk batch *.warc.gz --fields id,url,at,text --shard 1/4 -o texts-1.jsonl
  dehusk batch --each *.warc.gz -o out/ --shard $SLURM_ARRAY_TASK_ID/8
  dehusk batch raw.parquet --input-fields html=text --passthrough -o texts.jsonl
  dehusk batch *.warc.gz --preset datatrove --target-language en -o texts.jsonl
  dehusk batch *.warc.gz --preset fineweb -o texts.parquet`;

/** `dehusk batch [FILE]`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  command
    .argument(
      '[inputs...]',
      'JSON lines, WARC, Parquet, folders or pages; gzip and zstd are unpacked; - for standard input (default: -)',
    )
    .option('--files-from <list>', 'also pages whose paths are in a file, one per line; - for standard input')
    .option(
      '-o, --output <file>',
      'where rows go; gzip if it ends in .gz, zstd if in .zst, Parquet if in .parquet; - for standard output',
      '-',
    )
    .option('--strict', 'exit with 1 when a page has no text, and with 3 when a record is no page')
    .option('--each', 'write one output per input into the folder --output, and skip inputs that are finished')
    .option(
      '--output-type <type>',
      `outputs of --each: ${OUTPUT_TYPES.join(', ')}`,
      oneOf('a type', () => OUTPUT_TYPES),
      OUTPUT_TYPES[0],
    )
    .option('--overwrite', 'replace the output when it is already there')
    .option('--resume', 'continue where an earlier run with the same input and output stopped');
  addLayoutOptions(command)
    .option(
      '--input-fields <names>',
      'fields of the input with other names, as html=text,url=metadata.url; also id, and path of a file with the page',
      inputFields,
    )
    .option(...ROOT_OPTION)
    .option('--passthrough', 'keep the other fields of an input row')
    .option(
      '--shard <i/n>',
      'extract every n-th page from the i-th on, so that n processes share the input; with --each every n-th input',
      shardOf,
    )
    .option('--threads <count>', 'worker threads', count, availableParallelism())
    .option(
      '--worker-memory <MiB>',
      'heap of one worker; a page that needs more is a row "crashed"',
      count,
      WORKER_MEGABYTES,
    );
  return addQuietOption(addSiteOptions(addExtractionOptions(command)))
    .addHelpText('after', HELP)
    .action(async (files: string[], _flags: unknown, self: Command) => {
      const flags = self.opts() as BatchFlags;
      const isImplied = files.length === 0 && flags.filesFrom === undefined;
      const inputs = isImplied ? ['-'] : files;
      finish(await ofInput([DamagedOutput, ForeignOutput, SinkError], () => runBatch(inputs, flags)));
    });
}

async function runBatch(given: readonly string[], flags: BatchFlags): Promise<CommandEnd> {
  const extraction = await extractionOf(flags);
  const layout = layoutOf(flags);
  const rendering = renderingOf(flags, chosenExtractor(flags));
  if (flags.each) checkEach(given, flags);
  if (flags.output.endsWith('.csv'))
    throw new UsageError(`rows are JSON lines or Parquet, not ${flags.output}; dehusk FILES --format csv prints CSV`);
  const files = await namedObjects(given);
  await checkInputs(files, flags.filesFrom);
  const stop = new StopRequest();
  const run: Run = { flags, extraction, rendering, layout, stop: stop.signal };
  const { output } = flags;
  try {
    if (flags.each) return await runEach(files, run);
    checkNoInput([output], flags.filesFrom === undefined ? files : [...files, flags.filesFrom]);
    return await whileLocked(output === '-' || isS3(output) ? [] : [output], () => runOne(files, run));
  } catch (error) {
    if (!(error instanceof StoppedBatch)) throw error;
    report(error.message);
    return stop.end;
  } finally {
    stop.close();
  }
}

/** The run was asked to stop; the message says how far it came and which command goes on. */
class StoppedBatch extends Error {}

/** @param rows rows of the output, those of earlier runs included; null: outputs of `--each` */
function stopped(rows: number | null, { output, onlyOk }: Pick<BatchFlags, 'output' | 'onlyOk'>): StoppedBatch {
  const words = process.argv.slice(2).filter((word) => word !== '--overwrite' && word !== '--resume');
  const isLost = rows !== null && (isS3(output) || isParquet(output));
  const isContinued = rows !== null && !isLost && output !== '-' && !onlyOk;
  const more = isContinued ? ['--resume'] : onlyOk && !isLost ? ['--overwrite'] : [];
  const command = ['dehusk', ...words, ...more].map(shellWord).join(' ');
  const where =
    rows === null
      ? '; finished outputs stay; to go on'
      : isLost
        ? ` after ${counted(rows, 'row')}, and ${output} is not written; to start again`
        : isContinued
          ? ` after ${counted(rows, 'row')} in ${output}; to go on`
          : ` after ${counted(rows, 'row')}, which cannot be continued${output === '-' ? ' without -o FILE' : ''}; to start again`;
  return new StoppedBatch(`dehusk: stopped${where}:\n  ${command}\n`);
}

/** Extracts all inputs into the output that was named. */
async function runOne(files: readonly string[], run: Run): Promise<CommandEnd> {
  const { flags, layout } = run;
  const { output } = flags;
  const resume = await progressOf(flags, layout);
  const rows = resume?.rows ?? 0;
  if (rows > 0 && !flags.quiet)
    report(`dehusk: ${output} has ${counted(rows, 'row')}; going on after ${rows === 1 ? 'it' : 'them'}\n`);
  const { totals, reading } = isS3(output)
    ? await throughFile(output, (path) => extractTo(files, { path, name: output, resume }, run))
    : await extractTo(files, { path: output, name: output, resume }, run);
  if (!flags.quiet)
    process.stderr.write(totals.summary(rows > 0 ? `earlier runs wrote ${counted(rows, 'row')}\n` : ''));
  if (run.stop.aborted) throw stopped(rows + totals.pages, flags);
  return endOf(totals, [reading], flags);
}

/** Writes an output on disk, and then uploads it. */
async function throughFile<T>(output: string, write: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dehusk-'));
  try {
    const path = join(folder, 'rows');
    const written = await write(path);
    await uploadObject(output, path);
    return written;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Inputs with the objects below each prefix of S3 (`s3://bucket/folder/`) in its place. */
async function namedObjects(inputs: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const input of inputs)
    if (!isS3(input) || !input.endsWith('/')) found.push(input);
    else for await (const address of listObjects(input)) if (!address.endsWith('/')) found.push(address);
  if (inputs.length > 0 && found.length === 0)
    throw new InputOutputError(`there are no objects below ${inputs.join(', ')}`);
  return found;
}

/** What does not differ between the outputs of a run. */
interface Run {
  readonly flags: BatchFlags;
  readonly extraction: RunExtraction;
  readonly rendering: RenderOptions;
  readonly layout: Layout;
  readonly stop: AbortSignal;
}

/** Where rows go. */
interface Output {
  /** The file that is written; `-` for standard output. */
  readonly path: string;
  /** The name that it will have: says how it is packed. */
  readonly name: string;
  /** Progress of an earlier run; null for a fresh start. */
  readonly resume: OutputProgress | null;
}

/** Extracts inputs into one output. */
async function extractTo(
  files: readonly string[],
  { path, name, resume }: Output,
  run: Run,
  shard: Shard | null = run.flags.shard ?? null,
): Promise<{ readonly totals: PageTotals; readonly reading: BatchReading }> {
  const { flags, extraction, rendering, layout, stop } = run;
  const { filesFrom, root } = flags;
  const reading = newBatchReading();
  const { path: pathField, ...names } = { ...INPUT_FIELDS, ...flags.inputFields };
  const maxBytes = extraction.limits?.maxBytes ?? DEFAULT_LIMITS.maxBytes;
  const where = { ...(filesFrom && { filesFrom }), ...(root && { root }) };
  const pages = batchPages(files, { maxBytes, pathField, ...where, ...(shard && { shard }) }, reading);
  const learning = (): AsyncGenerator<InputPage> =>
    inputPages(untilStopped(batchPages(files, { maxBytes, pathField, ...where }, newBatchReading()), stop), {
      maxBytes,
      names,
    });
  const readsInput = files.includes('-') || filesFrom === '-';
  // Loaded on demand: it needs the stream's stores.
  const site = flags.site
    ? await (await import('./site-run.js')).SiteRun.open(readsInput ? null : learning(), extraction, flags)
    : null;
  const totals = new PageTotals();
  // A bar would break up the lines that a person types.
  const bar = flags.quiet || (readsInput && process.stdin.isTTY) ? null : batchBar(!readsInput, resume?.rows ?? 0);
  const options: BatchOptions = {
    // The names of site extractors are not those of workers.
    extraction: site ? {} : extraction,
    rendering,
    filters: filtersOf(flags),
    fields: layout.fields,
    preset: layout.preset,
    names,
    passthrough: flags.passthrough ?? false,
    threads: flags.threads,
    maxWorkerMegabytes: flags.workerMemory,
    ...(site && { extract: (row, found) => site.extract({ ...row, at: seenAt(row, found), name: found.name }) }),
    ...(resume === null ? {} : { resume }),
  };
  try {
    if (isParquet(name)) {
      const rows = watched(batchRows(pages, options), totals, bar, run);
      await writeParquet(rows, path, layout, await keptColumns(files, flags));
    } else {
      const lines = watched(batchLines(pages, options), totals, bar, run);
      await writeRows(lines, path, await packingOf(name), resume);
    }
  } catch (error) {
    if (error instanceof ResumeMismatch) throw new UsageError(`--resume: ${error.message}`);
    throw error;
  } finally {
    bar?.stop();
    await site?.close();
  }
  return { totals, reading };
}

async function* inputPages(found: AsyncIterable<FoundPage>, options: RowOptions): AsyncGenerator<InputPage> {
  for await (const page of found) yield inputPageOf(page, options);
}

/** @throws UsageError for flags that contradict `--each` */
function checkEach(files: readonly string[], { output, resume, filesFrom }: BatchFlags): void {
  if (output === '-') throw new UsageError('--each needs --output FOLDER');
  if (resume || filesFrom !== undefined || files.includes('-'))
    throw new UsageError('--each reads named inputs and skips finished ones: leave out --resume, --files-from and -');
}

/** `--each`: one output per input, with a mark; inputs whose output is finished are skipped. */
async function runEach(files: readonly string[], run: Run): Promise<CommandEnd> {
  const { flags, extraction, rendering, layout } = run;
  const tasks = checked(() => eachTasks(files, flags.output, flags.outputType, flags.shard ?? WHOLE));
  if (!isS3(flags.output)) await mkdir(flags.output, { recursive: true });
  const version = packageVersion();
  const rows = [rendering, filtersOf(flags), layout, flags.inputFields, flags.passthrough];
  const options = digestOf([extraction, rows, flags.root]);
  const all = new PageTotals();
  const readings: BatchReading[] = [];
  let skipped = 0;
  let incomplete = 0;
  checkNoInput(
    tasks.map(({ output }) => output),
    files,
  );
  for (const { input, output, part } of tasks) {
    const source = await inputOf(input);
    const done = await readMark(output);
    if (done !== null && !flags.overwrite) {
      const isSame = done.options === options && done.version === version && isSameInput(done.input, source);
      if (!isSame)
        throw new InputOutputError(
          `${output} was made by ${done.version === version ? 'a run with other options or of another input' : `version ${done.version}`}; --overwrite makes it again`,
        );
      skipped++;
      continue;
    }
    await finishOutput(output, flags.overwrite === true, async (path) => {
      const { totals, reading } = await extractTo([input], { path, name: output, resume: null }, run, part);
      all.include(totals);
      readings.push(reading);
      const isCut = reading.cut.length > 0;
      if (isCut) incomplete++;
      const faults = [...reading.faults.values()].reduce((sum, one) => sum + one, 0);
      const { pages: rows, ok, counts: reasons } = totals;
      return { version, options, input: source, rows, ok, reasons, faults, isCut };
    });
  }
  if (!flags.quiet) {
    const cut = incomplete > 0 ? `, ${incomplete} of damaged inputs incomplete (.incomplete)` : '';
    const written = tasks.length - skipped - incomplete;
    process.stderr.write(`${counted(written, 'output')} written, ${skipped} finished before${cut}\n${all.summary()}`);
  }
  return endOf(all, readings, flags);
}

const WHOLE: Shard = { number: 1, count: 1 };

const isSameInput = (a: DoneMark['input'], b: DoneMark['input']): boolean =>
  a.bytes === b.bytes && a.modified === b.modified;

/** How a run ends: as many rows as records, and with `--strict` all with text. */
function endOf(totals: PageTotals, readings: readonly BatchReading[], { quiet, strict }: BatchFlags): CommandEnd {
  const isDamaged = readings.some(({ faults, cut }) => faults.size > 0 || cut.length > 0);
  if (!quiet || isDamaged) for (const reading of readings) report(readingSummary(reading));
  if (isDamaged) return 'some-unreadable';
  if (!strict) return 'all-extracted';
  if (totals.unreadable > 0) return 'some-unreadable';
  return totals.ok < totals.pages ? 'some-without-text' : 'all-extracted';
}

function inputFields(text: string): Partial<InputFields> {
  const pairs = text.split(',').map((pair) => pair.trim().split('=', 2));
  for (const [name, field] of pairs)
    if (!Object.hasOwn(INPUT_FIELDS, name) || !field)
      throw new InvalidArgumentError(`Expected NAME=FIELD,… with names of ${Object.keys(INPUT_FIELDS).join(', ')}.`);
  return Object.fromEntries(pairs);
}

/** The columns of Parquet inputs that rows keep. @throws UsageError where no input names them */
async function keptColumns(files: readonly string[], flags: BatchFlags): Promise<readonly ParquetColumn[]> {
  if (!flags.passthrough) return [];
  const first = files.find((file) => isParquet(file) && !isS3(file));
  if (first === undefined)
    throw new UsageError(
      '--passthrough into Parquet needs Parquet files as inputs, which name their columns; write JSON lines',
    );
  const read = new Set(Object.values({ ...INPUT_FIELDS, ...flags.inputFields }));
  return (await parquetColumns(first)).filter(({ name }) => !read.has(name));
}

/** @throws InputOutputError for inputs that do not exist or have no pages, UsageError for standard input named twice */
async function checkInputs(files: readonly string[], filesFrom: string | undefined): Promise<void> {
  const named = filesFrom === undefined ? files : [...files, filesFrom];
  if (named.filter((one) => one === '-').length > 1) throw new UsageError('standard input (-) can be read only once');
  for (const path of named) {
    if (isS3(path)) {
      if ((await stateOfObject(path)) === null) throw new InputOutputError(`there is no object ${path}`);
      continue;
    }
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

/**
 * Counts rows for the summary and the progress bar, and passes those to write through. A stopped run ends after a row.
 *
 * @throws StoppedBatch where the output is of use only when it is complete
 */
async function* watched<Row extends RowObject | Uint8Array>(
  rows: AsyncIterable<BatchOutput<Row>>,
  totals: PageTotals,
  bar: ReturnType<typeof batchBar> | null,
  { layout, stop, flags }: Run,
): AsyncGenerator<Row> {
  for await (const page of rows) {
    totals.add(page);
    bar?.update(totals, page.share ?? 0);
    if (page.ok || !layout.onlyOk) yield page.row;
    if (stop.aborted) break;
  }
  if (!stop.aborted) return;
  bar?.stop();
  if (flags.each) throw stopped(null, flags);
  if (isS3(flags.output) || isParquet(flags.output)) throw stopped(totals.pages, flags);
}

/** The pages to learn from. @throws StoppedBatch */
async function* untilStopped<T>(pages: AsyncIterable<T>, stop: AbortSignal): AsyncGenerator<T> {
  for await (const page of pages) {
    // Lets a signal in: pages that are read already would be learnt first.
    await nextTurn();
    if (stop.aborted) throw new StoppedBatch('dehusk: stopped before the first row; the same command starts again\n');
    yield page;
  }
}

const isParquet = (output: string): boolean => output.endsWith('.parquet');

async function writeRows(
  rows: AsyncIterable<Uint8Array>,
  path: string,
  pack: Pack | null,
  resume: OutputProgress | null,
): Promise<void> {
  if (path === '-') return pipeline(rows, process.stdout, { end: false });
  // The first row shows that inputs can be read, and that an output to continue is theirs; only then a file is changed.
  const rest = rows[Symbol.asyncIterator]();
  try {
    const first = await rest.next();
    if (resume !== null) await continueOutput(path, resume, first.done ? null : first.value);
    const all = async function* (): AsyncGenerator<Uint8Array> {
      if (!first.done) yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    const file = createWriteStream(path, { flags: resume === null ? 'w' : 'a' });
    // The calls on an open file name no path.
    file.on('error', (error: NodeJS.ErrnoException) => (error.path ??= path));
    await pipeline(pack === null ? all() : packRows(all(), pack), file);
  } finally {
    await rest.return?.();
  }
}

/** How far an earlier run came; null for a fresh start. Refuses to overwrite an output unasked. */
async function progressOf(flags: BatchFlags, { fields, onlyOk }: Layout): Promise<OutputProgress | null> {
  const isObject = isS3(flags.output);
  const exists = isObject
    ? (await stateOfObject(flags.output)) !== null
    : flags.output !== '-' && statSync(flags.output, { throwIfNoEntry: false }) !== undefined;
  if (flags.resume && isObject)
    throw new UsageError('--resume cannot continue an object of S3; --each skips what is finished');
  if (!flags.resume) {
    if (exists && !flags.overwrite && (isObject || statSync(flags.output).isFile())) {
      const resume = isObject || isParquet(flags.output) || onlyOk ? '' : ', --resume continues it';
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
  const progress = await readProgress(flags.output);
  const own = progress.fields.slice(0, fields.length);
  if (progress.rows > 0 && own.join() !== fields.join())
    throw new UsageError(
      `--resume: the rows of ${flags.output} have the fields ${progress.fields.join()}, this run writes ${fields.join()}; ask for the same`,
    );
  return progress;
}

/**
 * A bar over the share of the inputs whose rows are done, or a counter of pages where that is unknown. It opens with the first row, where
 * the run begins: rows of earlier runs tell nothing about the time that is left.
 *
 * @param before rows of earlier runs
 */
function batchBar(isMeasured: boolean, before: number) {
  let bar: SingleBar | null = null;
  const format = isMeasured
    ? '{bar} {percentage}%  {pages} pages  {rate}/s  {eta_formatted} left'
    : '{pages} pages  {rate}/s';
  return {
    update({ pages, rate }: PageTotals, share: number): void {
      const shown = { pages: before + pages, rate: Math.round(rate) };
      bar ??= progressBar(format, isMeasured ? 1 : 0, shown, share);
      bar?.update(share, shown);
    },
    stop: (): void => bar?.stop(),
  };
}

/** Counts of the WARC files' other records, and what is damaged; empty without either. */
function readingSummary({ warc, faults, examples, cut }: BatchReading): string {
  const damaged = cut.map((message) => `dehusk: ${message}; only what precedes it was read\n`).join('');
  if (warc.records + warc.faults === 0) return damaged;
  const reasons = [...faults].map(([reason, number]) => `, ${number} ${reason}`).join('');
  const lines = [
    `${counted(warc.records, 'WARC record')}: ${counted(warc.pages, 'page')} (${counted(warc.revisits, 'revisit')}), ${counted(warc.passed, 'other')} skipped${reasons}`,
    ...examples,
    ...(warc.faults > examples.length ? [`and ${warc.faults - examples.length} more`] : []),
  ];
  return `${lines.join('\n')}\n${damaged}`;
}
