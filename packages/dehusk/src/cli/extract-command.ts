import { fstatSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { FORMATS, type Format, formatNamed, partOfText } from '@dehusk/core';
import { checkFieldName, DIVISIBLE } from '@dehusk/core/extend';
import type { Input, PageExtraction, PageRenderer, PageWork, RenderedPage } from '@dehusk/node';
import {
  columnsOf,
  extractedAlone,
  inputNamed,
  isWarcFile,
  openPageRenderer,
  PAGE_READERS,
  painterFor,
  readPages,
  readUrlList,
  rendererOf,
  SINGLE_PAGE_READERS,
  withinTime,
  withoutPassword,
} from '@dehusk/node';
import { anyExtractorNamed } from '@dehusk/papers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { countPages, extractPages, type PagesRun } from './extract-pages.js';
import {
  addExtractionOptions,
  addQuietOption,
  addRenderOption,
  addSiteOptions,
  chosenExtractor,
  count,
  type ExtractionFlags,
  extractionOf,
  fieldList,
  filtersOf,
  folderName,
  formatName,
  ROOT_OPTION,
  renderingOf,
} from './extraction-options.js';
import { type CommandEnd, checked, InputOutputError, report, UsageError } from './failures.js';
import { addFetchOptions, type FetchFlags, fetchingOf } from './fetch-options.js';
import { addressOutput, type Outputs, outputFolder, print, READABLE, standardOutput } from './outputs.js';
import { selectPages } from './page-selection.js';
import {
  addressFlagOf,
  addTrafilaturaFlags,
  asksForMarkup,
  fromTrafilatura,
  OUTPUT_FORMATS,
  refuseTrafilaturaFlags,
  type TrafilaturaFlags,
} from './trafilatura-flags.js';

interface ExtractFlags extends ExtractionFlags, Omit<FetchFlags, 'language' | 'maxBytes'>, TrafilaturaFlags {
  readonly root?: string;
  readonly format?: string;
  /** Whether a flag asks for markup. */
  readonly formatting: boolean;
  readonly fields?: readonly string[];
  readonly maxLength?: ReturnType<typeof part>;
  readonly outputDir?: string;
  readonly overwrite?: true;
  readonly explain?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly list?: true;
  readonly url?: string;
  readonly inputFile?: string;
  readonly parallel?: number;
  readonly state?: string;
}

/** The part of a text that `--max-length` asks for. */
function part(text: string) {
  const [, characters, start = 0] = /^(\d{1,9})(?:@(\d{1,9}))?$/.exec(text) ?? [];
  if (!(Number(characters) > 0))
    throw new InvalidArgumentError('Expected a number of characters, as 4000 or 4000@8000.');
  return { maxLength: Number(characters), start: Number(start) };
}

/** Flags that select a format, as in trafilatura; help shows that of JSON. */
const FORMAT_FLAGS = Object.entries(OUTPUT_FORMATS).filter(([flag]) => flag !== 'txt');

/** Inputs from which on threads pay: one takes longer to start than most pages to extract. */
const MANY = 8;

const EXAMPLES = `
Examples:
  dehusk page.html                            the text of a page
  dehusk https://example.org/news/1 --format md
  curl -s https://example.org/ | dehusk --json
  dehusk -i urls.txt --fetch cookies=cookies.txt -o texts/
  dehusk --for-llm page.html                  Markdown with few tokens
  dehusk saved-pages/ -o texts/               one file per page, same folders
  dehusk --explain page.html                  every block, label and reason
  dehusk --extractor min-words --set k=20 page.html
  dehusk --list --extractor boilerpipe-article`;

/** Adds the command's arguments and options; used for `dehusk extract` and for `dehusk` alone. */
export function describeExtract(command: Command, finish: (end: CommandEnd) => void): Command {
  const names = FORMATS.map(({ name }) => name);
  command
    .argument('[input...]', 'files, folders, http(s) addresses, or - for standard input')
    .option('--format <name>', `${names.join(', ')} (default: text)`, formatName(names));
  for (const [flag, format] of FORMAT_FLAGS)
    command.addOption(new Option(`--${flag}`, `same as --format ${format}`).hideHelp(flag !== 'json'));
  command
    .option('--fields <names>', 'fields of --json, jsonl and csv, as title,markdown', fieldList(checkFieldName))
    .option(
      '--max-length <characters>',
      'print at most so many of a page, cut between blocks; COUNT@START prints the next part',
      part,
    )
    .option(
      '-o, --output-dir <folder>',
      'write a file for each page instead of standard output; a stopped run continues',
      folderName,
    )
    .option('--overwrite', 'also extract pages whose file exists; without it they are skipped')
    .option(
      '--explain',
      'show why: every block with its reason, and where metadata is from; features too with -v, all as JSON with --json',
    )
    .option(
      '--list',
      'list extractors, formats and settings, or the options of --extractor; with inputs, their addresses',
    )
    .option('--url <base>', 'address of the page, for a file or standard input')
    .addOption(new Option(...ROOT_OPTION).hideHelp())
    .option('--with-metadata', 'print title, author, date … before the text; as YAML in Markdown')
    .option('-i, --input-file <file>', 'fetch the addresses in a file, one per line');
  addFetchOptions(addRenderOption(addQuietOption(addSiteOptions(addExtractionOptions(command)))))
    .addOption(
      new Option('-v, --verbose', 'report every page; with --explain show the features of blocks').conflicts('quiet'),
    )
    .option('--parallel <count>', 'threads (default: cores), and hosts fetched at once (default: 16)', count)
    .addHelpText('after', EXAMPLES)
    .action(async (inputs: string[], _flags: unknown, self: Command) => {
      refuseTrafilaturaFlags(self);
      const flags = self.opts() as ExtractFlags;
      finish(await runExtract(inputs, { ...fromTrafilatura(flags), formatting: asksForMarkup(self) }));
    });
  return addTrafilaturaFlags(command);
}

async function runExtract(named: readonly string[], flags: ExtractFlags): Promise<CommandEnd> {
  const addressFlag = addressFlagOf(flags);
  if (flags.list && addressFlag === null && named.length === 0 && flags.inputFile === undefined) {
    const { listChoices, listOptions } = await import('./lists.js');
    const columns = columnsOf(process.stdout);
    const paint = painterFor(process.stdout);
    await print(
      flags.extractor === undefined
        ? listChoices(columns, paint)
        : listOptions(anyExtractorNamed(flags.extractor), columns, paint),
    );
    return 'all-extracted';
  }
  const asked = await extractionOf(flags);
  // Explanations cost time, so extractors compute them only on request.
  const extractor = chosenExtractor(flags);
  const withFeatures = flags.explain === true && (flags.verbose === true || formatOf(flags).name !== 'text');
  const canExplain = withFeatures && Object.hasOwn(extractor.defaults, 'explain');
  const extraction = canExplain ? { ...asked, options: { ...asked.options, explain: true } } : asked;
  const format = formatOf(flags);
  const rendering = renderingOf(flags, extractor);
  const inputs = await inputsOf(named, flags);
  checkFlags(flags, format, inputs);
  const { finds } = addressFlag ?? { finds: false };
  const isMany = finds || inputs.length >= MANY || inputs.some((one) => one.kind === 'path' && holdsPages(one.path));
  const several = isMany || inputs.length > 1;
  const intoFolder = flags.outputDir !== undefined;
  const outputs: Outputs = intoFolder
    ? outputFolder(flags.outputDir, format, flags.overwrite === true)
    : flags.probe !== undefined
      ? addressOutput()
      : standardOutput(several && !flags.explain && READABLE.has(format.name), format.head, flags.explain);
  // Repeated text is found in the order of the pages, and sites are learnt in it, by one thread.
  const threads =
    isMany && !flags.explain && !flags.deduplicate && !flags.site ? (flags.parallel ?? availableParallelism()) : 0;
  const showsBar = several && process.stderr.isTTY && (intoFolder || !process.stdout.isTTY);
  const reading = {
    maxBytes: flags.maxBytes,
    ...(flags.root && { root: flags.root }),
    reserve: outputs.reserve,
    ...(flags.parallel === undefined ? {} : { hostsAtOnce: flags.parallel }),
    fetching: fetchingOf(flags, inputs),
    markdown: flags.fetch?.markdown ?? (flags.site ? 'never' : 'prefer'),
  };
  const readers = flags.site ? PAGE_READERS : SINGLE_PAGE_READERS;
  const selection = await selectPages(inputs, flags, reading, readers);
  if (flags.list) {
    for await (const url of selection.addresses()) await print(`${url}\n`);
    return selection.hasFailed() ? 'some-unreadable' : 'all-extracted';
  }
  const work: PageWork = {
    ...{ extraction, format: format.name, fields: flags.fields ?? null, rendering, filters: filtersOf(flags) },
    deduplicate: flags.deduplicate === true,
  };
  const { reserve: _, ...learning } = reading;
  const isTwoPass = addressFlag === null && inputs.every(canBeReadTwice);
  // Loaded on demand: it needs the stream's stores.
  const site = flags.site
    ? await (await import('./site-run.js')).SiteRun.open(
        isTwoPass ? readPages(inputs, learning, PAGE_READERS) : null,
        extraction,
        flags,
      )
    : null;
  const read: PageExtraction | null = site && ((page, name) => site.extract({ ...page, name }));
  const renderer = flags.explain
    ? await explainer(read ?? extractedAlone(extraction), work, several, withFeatures)
    : read
      ? rendererOf(read, work)
      : openPageRenderer(work, threads);
  const end = await extractPages(selection.pages(), {
    renderer,
    threads,
    outputs,
    format,
    part: partOf(format, flags),
    explains: flags.explain === true,
    isVerbose: flags.verbose === true,
    expected: showsBar && !flags.quiet ? (selection.isOpen ? 0 : await countPages(selection.inputs)) : null,
    summary: flags.quiet ? false : intoFolder ? several : isMany && 'failures',
    url: flags.url ?? null,
  });
  await site?.close();
  return selection.hasFailed() ? 'some-unreadable' : end;
}

/** @throws UsageError for flags that contradict each other or the inputs */
function checkFlags(flags: ExtractFlags, format: Format, inputs: readonly Input[]): void {
  if (flags.url !== undefined && !URL.canParse(flags.url))
    throw new UsageError(`--url got "${flags.url}", expected an absolute address such as https://example.org/page`);
  if (flags.explain && flags.outputDir !== undefined)
    throw new UsageError('--explain writes a table to standard output; leave out --output-dir');
  if (flags.explain && !EXPLAINED_AS.includes(format.name))
    throw new UsageError(`--explain prints a table, or JSON with --json, but ${format.name} was asked for`);
  if (flags.list && !inputs.some((one) => one.kind === 'url'))
    throw new UsageError('--list prints addresses and no files; name http(s) addresses, or leave the files out');
  if (flags.probe !== undefined && flags.outputDir !== undefined)
    throw new UsageError('--probe prints addresses; leave out --output-dir');
}

/** What cuts a printed page and says where the next part begins; null without `--max-length`. @throws UsageError */
function partOf({ name: format }: Format, { maxLength: asked, explain }: ExtractFlags): PagesRun['part'] {
  if (asked === undefined) return null;
  if (explain || !DIVISIBLE.includes(format))
    throw new UsageError(
      `--max-length is for the formats ${DIVISIBLE.join(', ')}, not for ${explain ? '--explain' : format}`,
    );
  const { maxLength, start } = asked;
  return (text, name) => {
    const { content, next, start: from, total } = partOfText(text, start, maxLength);
    if (next !== null || from > 0) {
      const more = next === null ? 'this is the last part' : `--max-length ${maxLength}@${next} prints the next part`;
      report(`dehusk: ${name}: characters ${from} to ${next ?? total} of ${total}; ${more}\n`);
    }
    return content;
  };
}

function canBeReadTwice(input: Input): boolean {
  const stat = input.kind === 'path' ? statSync(input.path, { throwIfNoEntry: false }) : undefined;
  return stat !== undefined && (stat.isFile() || stat.isDirectory());
}

/** The formats that `--explain` goes with: the table is text. */
const EXPLAINED_AS = ['text', 'json', 'jsonl'];

/** Renders the explanation of `--explain` in place of a format. */
async function explainer(
  extract: PageExtraction,
  { format, extraction }: Pick<PageWork, 'format' | 'extraction'>,
  several: boolean,
  withFeatures: boolean,
): Promise<PageRenderer> {
  // Loaded on demand: tables are slow to load and plain extraction needs none.
  const { explain, explainWithCandidates } = await import('./explain.js');
  return {
    async run(page, name) {
      const result = await extract(page, name);
      const { ok, reason = null, detail = null } = result;
      const shown = (): string => {
        if (format !== 'text') return JSON.stringify(explainWithCandidates(result), null, format === 'json' ? 2 : 0);
        const table = explain(name, result, columnsOf(process.stdout), painterFor(process.stdout), withFeatures);
        return `${table}${several ? '\n' : ''}`;
      };
      return withinTime<RenderedPage>(
        extraction.limits,
        () => ({ ok, reason, detail, output: shown() }),
        (late) => ({ ok: false, reason: 'timeout', detail: late, output: `${name}\ntimeout: ${late}\n` }),
      );
    },
    close: async () => {},
  };
}

function formatOf(flags: ExtractFlags): Format {
  const format = askedFormat(flags);
  return checked(() => formatNamed(format, flags.fields));
}

/** The name of the format that the flags ask for. */
function askedFormat(flags: ExtractFlags): string {
  const record = flags as unknown as Readonly<Record<string, unknown>>;
  const asked = FORMAT_FLAGS.filter(([flag]) => record[flag] === true).map(([flag, format]) => ({
    by: `--${flag}`,
    format,
  }));
  if (flags.format !== undefined) asked.push({ by: `--format ${flags.format}`, format: flags.format });
  const { outputFormat } = flags;
  if (outputFormat !== undefined)
    asked.push({ by: `--output-format ${outputFormat}`, format: OUTPUT_FORMATS[outputFormat] ?? outputFormat });
  // The preset and markup are forms of Markdown, where no other format is named.
  if ((flags.forLlm || flags.formatting) && asked.length === 0) return 'markdown';
  if (new Set(asked.map((one) => one.format)).size > 1)
    throw new UsageError(`${asked.map((one) => one.by).join(' and ')} contradict each other`);
  return asked[0]?.format ?? (flags.fields === undefined ? 'text' : 'json');
}

/** @throws InputOutputError for a file that is no list */
async function addressesIn(path: string): Promise<Input[]> {
  try {
    return await readUrlList(path);
  } catch (error) {
    throw error instanceof RangeError ? new InputOutputError(error.message) : error;
  }
}

async function inputsOf(named: readonly string[], flags: ExtractFlags): Promise<Input[]> {
  const inputs = named.map(inputNamed);
  const addressFlag = addressFlagOf(flags);
  if (addressFlag !== null && addressFlag.address !== null) inputs.push(inputNamed(addressFlag.address));
  if (flags.URL !== undefined) inputs.push({ kind: 'url', url: withoutPassword(flags.URL) });
  if (flags.inputDir !== undefined) inputs.push({ kind: 'path', path: flags.inputDir });
  if (flags.inputFile !== undefined) inputs.push(...(await addressesIn(flags.inputFile)));
  else if (inputs.length === 0) {
    if (addressFlag !== null)
      throw new UsageError(
        `--${addressFlag.name} needs an address: --${addressFlag.name} https://example.org/, or -i FILE with a list`,
      );
    if (!standardInputIsGiven())
      throw new UsageError(
        'no input: name a file, a folder or an address, or pipe a page in (see dehusk --help, or try dehusk demo)',
      );
    inputs.push({ kind: 'standard-input' });
  }
  if (inputs.filter((one) => one.kind === 'standard-input').length > 1)
    throw new UsageError('standard input (-) can be read only once');
  return inputs;
}

/** Whether something is piped or redirected into standard input: not a terminal, not /dev/null. */
function standardInputIsGiven(): boolean {
  try {
    const stat = fstatSync(0);
    return stat.isFIFO() || stat.isFile() || stat.isSocket();
  } catch {
    return false;
  }
}

/** Whether a path is a folder or an archive. */
function holdsPages(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false) || isWarcFile(path);
}
