/** `dehusk corpus`: a clean text corpus of whole sites in one command. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { DEFAULT_LIMITS } from '@dehusk/html';
import type { Input } from '@dehusk/node';
import { counted, inputNamed, openFetcher } from '@dehusk/node';
import { learnersOf, ONION_DEFAULTS } from '@dehusk/papers';
import {
  archiveFiles,
  buildCorpus,
  CORPUS_DEDUPE,
  CORPUS_FORMATS,
  type CorpusDedupe,
  type CorpusFormat,
  type CrawlOutcome,
  corpusReport,
  crawlToArchive,
  newSiteCounts,
  SinkError,
  type SiteCounts,
  SourceError,
  StoreError,
  totalCounts,
} from '@dehusk/stream';
import { type Command, Option } from 'commander';
import { checkStarts } from './crawl-command.js';
import { between, checkOfMode } from './dedupe-command.js';
import {
  addFilterOptions,
  addTimeLimit,
  count,
  extractorName,
  type FilterFlags,
  filtersOf,
  pause,
} from './extraction-options.js';
import { type CommandEnd, InputOutputError, ofInput, report, reportFailure, UsageError } from './failures.js';
import { packageVersion } from './outputs.js';
import { progressBar } from './page-totals.js';
import { StopRequest } from './stop-request.js';

interface CorpusFlags extends FilterFlags {
  readonly output: string;
  readonly from?: readonly string[];
  readonly pages: number;
  readonly learnPages: number;
  readonly extractor: string;
  readonly format: string;
  readonly language?: string;
  readonly dedupe: CorpusDedupe | false;
  readonly n: number;
  readonly threshold: number;
  readonly delay: number;
  readonly allowPrivate?: true;
  readonly timeout: number;
}

/** Default of `--pages`: a site is read in about 17 minutes. */
const SITE_PAGES = 1_000;
/** Default of `--learn-pages`: those of the GoldMiner paper. */
const LEARN_PAGES = 100;
const DELAY = 1;
/** Failures that are listed; later ones are only counted. */
const MAX_FAILURES_LISTED = 20;

const HELP = `
Crawls each site as robots.txt allows, learns its template on its first pages, extracts every page with it, drops the paragraphs that the corpus already has (--dedupe), and splits the rest into sentences and tokens.

The folder of the corpus:
  corpus.vert     one token per line with <doc>, <p> and <s>, for Sketch Engine and NoSketch Engine (corpus.jsonl: JSON lines)
  report.html     documents, tokens, duplicates and dropped pages by site; report.json has the same counts
  pages/, state/  the fetched pages as WARC, and the position of the crawl (not with --from)

The same command continues a stopped crawl; with more --pages or other sites it extends the corpus. Pages that are in the folder are not fetched again: corpus and report are made again from all of them, and replace the earlier ones.

Examples:
  dehusk corpus https://example.org/ https://app.example/news/ -o corpus/
  dehusk corpus https://example.org/ -o corpus/ --pages 5000 --target-language pt
  dehusk corpus --from crawl.jsonl.gz -o corpus/ --format jsonl
  dehusk corpus --from saved/ crawl-1.warc.gz -o corpus/ --extractor goldminer-paper --no-dedupe`;

/** `dehusk corpus SITE…`. */
export function describe(command: Command, finish: (end: CommandEnd) => void): Command {
  command
    .argument('[sites...]', 'addresses at which sites are entered: http(s)://…')
    .requiredOption('-o, --output <folder>', 'folder of the corpus')
    .option('--from <inputs...>', 'saved pages instead of sites: JSON lines, WARC files, folders')
    .option('--pages <count>', 'maximum pages per site', count, SITE_PAGES)
    .option('--learn-pages <count>', 'pages of a site learnt before the first extraction', count, LEARN_PAGES)
    .option('--extractor <name>', 'extractor', extractorName, 'site')
    .addOption(
      new Option('--format <name>', 'format of the corpus')
        .choices(CORPUS_FORMATS.map(({ name }) => name))
        .default('vertical'),
    )
    .option(
      '--language <tag>',
      'language of all pages, for extraction, sentences and tokens (default: as declared or detected)',
    )
    .addOption(
      new Option(
        '--dedupe <mode>',
        'paragraph: drop repeats of a text and keep the first; onion: by n-grams, and pages of at most 20 words, too',
      )
        .choices(CORPUS_DEDUPE)
        .default(CORPUS_DEDUPE[0]),
    )
    .option('--no-dedupe', 'keep repeated paragraphs')
    .option('-n, --n <tokens>', 'Onion: length of the n-grams', between(1, 100, true), ONION_DEFAULTS.n)
    .option(
      '-t, --threshold <share>',
      'Onion: share of repeated tokens above which a paragraph is dropped',
      between(0, 1, false),
      ONION_DEFAULTS.threshold,
    )
    .option('--delay <seconds>', 'pause between requests to one host', pause, DELAY)
    .option('--allow-private', 'also fetch from private, local and reserved addresses');
  return addFilterOptions(addTimeLimit(command))
    .addHelpText('after', HELP)
    .action(async (sites: string[], _flags: unknown, self: Command) => {
      const flags = self.opts() as CorpusFlags;
      checkOfMode(self, '--dedupe', flags.dedupe || 'none', ['n', 'threshold'], ['onion']);
      finish(await ofInput([SourceError, SinkError, StoreError], () => run(sites, flags)));
    });
}

async function run(sites: readonly string[], flags: CorpusFlags): Promise<CommandEnd> {
  const { from = [], output: folder } = flags;
  if (sites.length > 0 === from.length > 0)
    throw new UsageError(
      `got ${sites.length > 0 ? 'sites and --from' : 'neither sites nor --from'}, expected one of them`,
    );
  checkStarts(sites);
  const named = from.map(inputNamed);
  // They are read twice.
  const wrong = named.findIndex(({ kind }) => kind !== 'path');
  if (wrong >= 0) throw new UsageError(`--from got "${from[wrong]}", expected JSON lines, WARC files or folders`);
  const stop = new StopRequest();
  try {
    mkdirSync(folder, { recursive: true });
    checkFolder(folder, formatOf(flags).file);
    const crawled = sites.length > 0 ? await crawl(sites, flags, stop.signal) : null;
    const inputs = crawled === null ? named : archiveFiles(folder).map((path): Input => ({ kind: 'path', path }));
    const built = stop.signal.aborted ? null : await build(inputs, flags, stop.signal);
    if (built === null) {
      report(`dehusk: stopped; the same command ${crawled === null ? 'starts again' : 'continues'}\n`);
      return stop.end;
    }
    const isUnread = built.some(({ unread }) => Object.keys(unread).length > 0);
    const counts = withFetches(built, crawled);
    writeReports(counts, flags);
    const { documents, tokens, pages, duplicates } = totalCounts('', counts);
    const rejected = pages - documents - duplicates;
    report(
      `dehusk: ${counted(pages, 'page')}: ${documents} kept, ${rejected} rejected, ${counted(duplicates, 'duplicate')}; ${counted(tokens, 'token')} in ${join(folder, formatOf(flags).file)}; ${join(folder, 'report.html')} has the reasons by site\n`,
    );
    return crawled?.hasFailedStart || isUnread
      ? 'some-unreadable'
      : documents === 0
        ? 'some-without-text'
        : 'all-extracted';
  } finally {
    stop.close();
  }
}

/** @throws InputOutputError when the folder has files of the names of a corpus that no run has made */
function checkFolder(folder: string, corpus: string): void {
  const found = [corpus, 'report.html', 'report.json'].find((name) => existsSync(join(folder, name)));
  if (found === undefined || existsSync(join(folder, 'state'))) return;
  try {
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
    if (typeof report.extractor === 'string' && Array.isArray(report.sites)) return;
  } catch {
    // It is missing or something else.
  }
  throw new InputOutputError(
    `${join(folder, found)} exists, and ${folder} has no report.json of a corpus; move it away, or name another folder`,
  );
}

async function crawl(starts: readonly string[], flags: CorpusFlags, signal: AbortSignal): Promise<CrawlOutcome> {
  const fetcher = openFetcher({
    delay: flags.delay * 1000,
    // The pause alone decides, as in dehusk crawl --delay.
    requestsPerMinute: 0,
    allowPrivate: flags.allowPrivate === true,
    ...(flags.language === undefined ? {} : { acceptLanguage: flags.language }),
  });
  const bar = progressBar('crawling  {value} pages fetched, {failed} failed', 0, { failed: 0 });
  try {
    return await crawlToArchive({
      ...{ starts, fetcher, signal, folder: flags.output },
      ...{ maxPages: flags.pages, samplePages: flags.learnPages },
      onPage: (fetched, failed) => bar?.update(fetched, { failed }),
      notify: reportFailure,
    });
  } finally {
    bar?.stop();
    await fetcher.close();
  }
}

async function build(inputs: readonly Input[], flags: CorpusFlags, signal: AbortSignal): Promise<SiteCounts[] | null> {
  const bar = progressBar('{pass}  {value} pages', 0, { pass: 'learning' });
  let failures = 0;
  try {
    return await buildCorpus({
      ...{ inputs, signal, folder: flags.output, format: formatOf(flags), extractor: flags.extractor },
      ...{ learnPages: flags.learnPages, language: flags.language ?? null, dedupe: flags.dedupe || 'none' },
      limits: { ...DEFAULT_LIMITS, maxMilliseconds: flags.timeout * 1000 },
      onion: { n: flags.n, threshold: flags.threshold },
      filters: filtersOf(flags),
      onPage: (pass, pages) => bar?.update(pages, { pass: pass === 'learn' ? 'learning' : 'extracting' }),
      notify(name, reason, detail) {
        if (++failures <= MAX_FAILURES_LISTED) reportFailure(name, reason, detail);
      },
    });
  } finally {
    bar?.stop();
    if (failures > MAX_FAILURES_LISTED)
      report(`… and ${counted(failures - MAX_FAILURES_LISTED, 'more page')} that could not be read\n`);
  }
}

/** The counts with the pages that could not be fetched, sites without any page included. */
function withFetches(built: readonly SiteCounts[], crawled: CrawlOutcome | null): SiteCounts[] {
  const counts = [...built];
  for (const [site, { failed }] of crawled?.sites ?? []) {
    let own = counts.find((one) => one.site === site);
    if (own === undefined) {
      own = newSiteCounts(site);
      counts.push(own);
    }
    for (const [reason, pages] of Object.entries(failed)) own.unread[reason] = (own.unread[reason] ?? 0) + pages;
  }
  return counts;
}

function writeReports(sites: readonly SiteCounts[], flags: CorpusFlags): void {
  const { output: folder, extractor, format, n, threshold } = flags;
  const dedupe = flags.dedupe || 'none';
  const learnPages = learnersOf(extractor).length > 0 ? flags.learnPages : 0;
  const name = basename(resolve(folder));
  const facts = { name, format, extractor, learnPages, dedupe, n, threshold, version: packageVersion() };
  writeFileSync(join(folder, 'report.html'), corpusReport(sites, facts));
  const counts = { ...facts, total: totalCounts('all', sites), sites };
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(counts, null, 2)}\n`);
}

function formatOf({ format }: CorpusFlags): CorpusFormat {
  return CORPUS_FORMATS.find(({ name }) => name === format) as CorpusFormat;
}
