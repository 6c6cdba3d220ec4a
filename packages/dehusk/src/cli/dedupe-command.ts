/** `dehusk dedupe`: repeated paragraphs, documents or near-duplicates out of JSONL. */
import { statSync } from 'node:fs';
import type { DedupeCounts } from '@dehusk/node';
import { counted, DEDUPE_DEFAULTS, DEDUPE_MODES, type DedupeSettings, dedupeStream, STDIN } from '@dehusk/node';
import { ONION_MEMORIES } from '@dehusk/papers';
import type { SingleBar } from 'cli-progress';
import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { type CommandEnd, InputOutputError, report, UsageError } from './failures.js';
import { checkNoInput, whileLocked } from './outputs.js';
import { progressBar } from './page-totals.js';
import { StopRequest } from './stop-request.js';

const HELP = `
Modes: what is a duplicate
  paragraph  a paragraph whose text was kept before; a text that occurs once is never dropped, and the first of several stays
  onion      a paragraph with more than --threshold of its words in runs of --n words read before (Pomikálek 2011); with --smoothing as in the paper, which also drops short runs between duplicates and records of at most --max-stub words
  document   a record with more than --threshold of its words in runs of --n words read before
  near       a record whose SimHash differs from that of an earlier one in at most --distance bits
  exact      a record with the words of an earlier one, whatever their case and punctuation

Input: one JSON object a line, its text in the field "text" (--field). Paragraphs are the lines of the text.
Output: the same lines, in order. Without --mark, duplicates are left out: a record without its repeated paragraphs, or no record at all. With --mark, every record is kept unchanged and gets a field "dedupe":
  paragraph, onion  { duplicate, paragraphs: [0, 1, …] (1 = repeated, empty lines not counted), tokens, duplicateTokens }
  document          { duplicate, tokens, duplicateTokens }
  near              { duplicate, fingerprint, of, distance }  of = number of the first such record in the stream, from 0; distance in bits; both only when duplicate
  exact             { duplicate, digest }

Resuming: with --state, repeating the command of a stopped or killed run continues from its last checkpoint. Records after it are written again at their places, so every record is in the output exactly once; on standard output, they are repeated. A file that was put in the place of the output is left alone. After a finished run, the same command reads what was appended to its inputs, and a command with other inputs compares them with everything seen so far.

Examples:
  dehusk dedupe texts.jsonl.gz > unique.jsonl
  dehusk dedupe texts.jsonl --mode onion -o corpus.jsonl
  dehusk dedupe texts.jsonl --mode near --mark | jq 'select(.dedupe.duplicate)'
  dehusk dedupe texts.jsonl --memory bloom --capacity 1_000_000_000 --state crawl.state -o unique.jsonl`;

interface Given extends Omit<DedupeSettings, 'smoothing'> {
  readonly mark?: boolean;
  readonly field: string;
  readonly output?: string;
  readonly overwrite?: true;
  readonly state?: string;
  readonly checkpointSeconds: number;
  readonly smoothing?: true;
  readonly progress: boolean;
}

/** Rejected lines that are listed; later ones are only counted. */
const MAX_REJECTS_LISTED = 10;

/** A commander parser of a number within bounds. */
export const between =
  (minimum: number, maximum: number, isInteger: boolean) =>
  (value: string): number => {
    const number = Number(value.replace(/_/g, ''));
    if (value.trim() === '' || !(number >= minimum && number <= maximum) || (isInteger && !Number.isInteger(number)))
      throw new InvalidArgumentError(
        `Got ${value}, expected ${isInteger ? 'an integer' : 'a number'} from ${minimum} to ${maximum}.`,
      );
    return number;
  };

/** `dehusk dedupe [FILE…]`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  const { n, threshold, maxStub, memory, capacity, distance, mode } = DEDUPE_DEFAULTS;
  return command
    .addArgument(new Argument('[inputs...]', 'JSON lines, plain or gzip; - for standard input').default([STDIN], '-'))
    .addOption(new Option('-m, --mode <mode>', 'what is a duplicate').choices(DEDUPE_MODES).default(mode))
    .option('--mark', 'write every record and mark duplicates instead of dropping them')
    .option('-o, --output <file>', 'write here instead of to standard output')
    .option('--overwrite', 'replace an existing output')
    .option('--field <name>', 'field that holds the text', 'text')
    .option('--state <file>', 'file for what was seen and the position; a later run continues from it')
    .option('--checkpoint-seconds <seconds>', 'minimum time between checkpoints', between(0, 86_400, false), 30)
    .option('-n, --n <tokens>', 'length of the n-grams (onion, document)', between(1, 100, true), n)
    .option(
      '-t, --threshold <share>',
      'share of repeated tokens above which it is a duplicate (onion, document)',
      between(0, 1, false),
      threshold,
    )
    .option('--smoothing', 'also drop short text between duplicates, and short records, as the paper does (onion)')
    .option('--max-stub <tokens>', 'longest run that --smoothing drops (onion)', between(0, 1e6, true), maxStub)
    .addOption(
      new Option(
        '--memory <kind>',
        'exact: grows with the input; window, bloom: bounded by --capacity, old text is forgotten; bloom takes up to .2 % as seen that is new',
      )
        .choices(ONION_MEMORIES)
        .default(memory),
    )
    .option(
      '--capacity <number>',
      'paragraphs, n-grams or records that window and bloom remember',
      between(2, 2 ** 31, true),
      capacity,
    )
    .option('--distance <bits>', 'maximum distance of a near-duplicate (near)', between(0, 3, true), distance)
    .option('--no-progress', 'no progress bar')
    .addHelpText('after', HELP)
    .action(async (inputs: string[], given: Given, self: Command) => {
      checkOfMode(self, '--mode', given.mode, ['n', 'threshold', 'smoothing', 'maxStub'], ['onion', 'document']);
      finish(await run(inputs, given));
    });
}

/** @throws UsageError when options were given that the mode does not use */
export function checkOfMode(
  command: Command,
  option: string,
  mode: string,
  names: readonly string[],
  modes: readonly string[],
): void {
  if (modes.includes(mode)) return;
  const given = names.find((name) => command.getOptionValueSource(name) === 'cli');
  if (given === undefined) return;
  const flag = command.options.find((one) => one.attributeName() === given)?.long;
  throw new UsageError(
    `${flag} got ${option} ${mode}, which does not use it, expected ${option} ${modes.join(' or ')}`,
  );
}

async function run(inputs: readonly string[], given: Given): Promise<CommandEnd> {
  const { n, threshold, smoothing = false, maxStub, memory, capacity, distance, mode } = given;
  const started = performance.now();
  const stop = new StopRequest();
  const bar = given.progress ? dedupeBar(inputs) : null;
  let rejected = 0;
  const files = [given.output, given.state].filter((path) => path !== undefined);
  try {
    checkNoInput(files, inputs);
    const outcome = await whileLocked(files, () =>
      dedupeStream({
        settings: { mode, n, threshold, smoothing, maxStub, memory, capacity, distance },
        inputs,
        output: given.output ?? null,
        overwrite: given.overwrite ?? false,
        field: given.field,
        mark: given.mark === true,
        state: given.state ?? null,
        checkpointMilliseconds: given.checkpointSeconds * 1000,
        onBytes: (count) => bar?.increment(count),
        onBatch: (counts) => bar?.update({ records: counts.records, dropped: counts.dropped }),
        onReject(input, offset, reason) {
          if (++rejected <= MAX_REJECTS_LISTED) report(`${input}: line at byte ${offset}: ${reason}\n`);
        },
        signal: stop.signal,
      }),
    );
    bar?.stop();
    if (rejected > MAX_REJECTS_LISTED)
      process.stderr.write(`… and ${rejected - MAX_REJECTS_LISTED} more that are not records\n`);
    process.stderr.write(`${summaryOf(outcome.counts, outcome.resumed, (performance.now() - started) / 1000)}\n`);
    if (!outcome.finished || stop.signal.aborted) {
      report(`stopped; ${given.state === undefined ? 'only a run with --state' : 'the same command'} continues\n`);
      return stop.end;
    }
    return outcome.counts.rejected > 0 ? 'some-unreadable' : 'all-extracted';
  } catch (error) {
    bar?.stop();
    if (error instanceof RangeError) throw new UsageError(error.message);
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new InputOutputError(`${given.output} exists; --overwrite replaces it, its own --state continues it`);
    // zlib's errors on damaged input have a code but no system call, so main.ts would report them as internal errors.
    if (error instanceof Error && 'code' in error && !('syscall' in error)) throw new InputOutputError(error.message);
    throw error;
  } finally {
    stop.close();
  }
}

function summaryOf(counts: DedupeCounts, resumed: boolean, seconds: number): string {
  const { records, kept, trimmed, dropped, paragraphs, droppedParagraphs, rejected } = counts;
  return (
    `${counted(records + rejected, 'record')}: ${kept + trimmed} kept (${trimmed} in part), ${counted(dropped, 'duplicate')}, ${rejected} rejected; ` +
    `${droppedParagraphs} of ${counted(paragraphs, 'paragraph')} repeated; ` +
    `${seconds.toFixed(1)} s${resumed ? ' (counts include the runs before)' : ''}`
  );
}

/** A bar over the bytes of the inputs; none when standard input is among them. */
function dedupeBar(inputs: readonly string[]): SingleBar | null {
  if (inputs.includes(STDIN)) return null;
  const sizes = inputs.map((input) => statSync(input, { throwIfNoEntry: false })?.size ?? 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const format = '{bar} {percentage}%  {records} records, {dropped} duplicates  {eta_formatted} left';
  return progressBar(format, Math.max(1, total), { records: 0, dropped: 0 });
}
