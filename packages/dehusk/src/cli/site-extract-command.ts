/** `dehusk site extract`: extracts pages with the templates of their sites. */
import { type Extractor, FORMATS, formatNamed, type RecordPage } from '@dehusk/core';
import { extractPage, learnersInUse, siteProcessor, withDefaults } from '@dehusk/core/extend';
import type { InputPage } from '@dehusk/node';
import {
  filtered,
  inputNamed,
  isInShard,
  languageDetection,
  latePage,
  openWithinTime,
  readPages,
  type Shard,
  siteExtraction,
  withinTime,
} from '@dehusk/node';
import { SITE_EXTRACTORS, SITE_LEARNERS } from '@dehusk/papers';
import { StoredModels } from '@dehusk/stream';
import { type Command, Option } from 'commander';
import {
  addExtractionOptions,
  type ExtractionFlags,
  limitsOf,
  oneOf,
  ROOT_OPTION,
  renderingOf,
  settingsOf,
  shardOf,
} from './extraction-options.js';
import { type CommandEnd, checked, reportFailure } from './failures.js';
import { filtersOf } from './filter-options.js';
import { outputFolder, READABLE, standardOutput } from './outputs.js';
import { overridesOf, selectorsOf } from './selector-options.js';
import { checkTemplate } from './site-learn-command.js';
import { pagesBar, STATE_HELP, withState } from './site-state.js';

interface SiteExtractFlags extends Omit<ExtractionFlags, 'extractor'> {
  readonly state: string;
  readonly siteExtractor: string;
  readonly format: string;
  readonly outputDir?: string;
  readonly overwrite?: true;
  readonly urlTemplate?: string;
  readonly root?: string;
  readonly shard?: Shard;
}

/** The default of `--site-extractor`. */
const DEFAULT_SITE_EXTRACTOR = 'site';

const HELP = `
Inputs are those of dehusk site learn. A page of a site the state does not know is extracted at page level.
Pages without text are reported on standard error; --format json and jsonl print a record for them, too. The reason "no-pattern"
means: the site is known, the page is no article.

Examples:
  dehusk site extract new.jsonl --state sites/ --format jsonl > texts.jsonl
  dehusk site extract saved/ --state sites/ --url-template https://example.org/{path}.html -o texts/
  dehusk site extract page.html --state sites/ --site-extractor urltree`;

/** Adds the command's arguments and options. */
export function describeSiteExtract(command: Command, finish: (end: CommandEnd) => void): void {
  const extractors = (): string[] => SITE_EXTRACTORS.map(({ name }) => name);
  const formats = (): string[] => FORMATS.map(({ name }) => name);
  command
    .argument('<input...>', 'JSON lines, folders, pages, or - for standard input')
    .requiredOption('--state <folder>', STATE_HELP)
    .addOption(
      new Option('--site-extractor <name>', `site extractor: ${extractors().join(', ')}`)
        .argParser(oneOf('a site extractor', extractors))
        .default(extractors().includes(DEFAULT_SITE_EXTRACTOR) ? DEFAULT_SITE_EXTRACTOR : extractors()[0]),
    )
    .addOption(
      new Option('--format <name>', formats().join(', ')).argParser(oneOf('a format', formats)).default('text'),
    )
    .option('-o, --output-dir <folder>', 'write one file per page instead of standard output')
    .option('--overwrite', 'replace existing files; without it they are kept')
    .option('--shard <i/n>', 'extract every n-th page of each input from the i-th on', shardOf)
    .option(
      '--url-template <template>',
      'addresses of pages from files, with {path} below the folder or {name} of the file',
    )
    .option(...ROOT_OPTION);
  addExtractionOptions(command, { choosesExtractor: false })
    .addHelpText('after', HELP)
    .action(async (inputs: string[], _flags: unknown, self: Command) => {
      finish(await runExtract(inputs, self.opts() as SiteExtractFlags));
    });
}

async function runExtract(inputs: readonly string[], flags: SiteExtractFlags): Promise<CommandEnd> {
  const extractor = SITE_EXTRACTORS.find(({ name }) => name === flags.siteExtractor) as Extractor;
  const { options } = settingsOf(extractor, flags.set ?? []);
  checked(() => withDefaults(extractor, options));
  checkTemplate(flags.urlTemplate);
  const limits = limitsOf(flags);
  const overrides = await overridesOf(flags);
  const format = formatNamed(flags.format);
  const rendering = renderingOf(flags, extractor);
  const filters = filtersOf(flags);
  const outputs =
    flags.outputDir === undefined
      ? standardOutput(READABLE.has(flags.format), format.head)
      : outputFolder(flags.outputDir, format, flags.overwrite === true);
  const bar = flags.outputDir === undefined ? null : pagesBar('extracted');

  let end: CommandEnd = 'all-extracted';
  const began = performance.now();
  let pages = 0;
  await withState(flags.state, false, async (store) => {
    const models = new StoredModels(store, learnersInUse(SITE_LEARNERS));
    const sites = siteProcessor({ learners: models.learners, models });
    const write = async (input: InputPage, given: RecordPage, url: string | null): Promise<void> => {
      const { name, id } = input;
      const print = (one: RecordPage): string | null =>
        one.ok || format.printsFailures ? format.print(one, rendering, { id, url }) : null;
      const late = (detail: string) => {
        const failed = { ok: false, reason: 'timeout', detail };
        return { page: failed, printed: print(failed) };
      };
      const { page, printed } = withinTime(limits, () => ({ page: given, printed: print(given) }), late);
      if (!page.ok) {
        reportFailure(name, page.reason ?? 'no-text', page.detail ?? '');
        return outputs.fail(page, { id, url }, printed);
      }
      const place = outputs.reserve(input.place, input.ok ? input.at : null);
      if (place !== null && printed !== null) await outputs.write(name, place, printed);
    };
    for await (const page of readPages(inputs.map(inputNamed), {
      maxBytes: flags.maxBytes,
      urlTemplate: flags.urlTemplate ?? null,
      ...(flags.root && { root: flags.root }),
    })) {
      if (flags.shard !== undefined && !isInShard(page.number - 1, flags.shard)) continue;
      if (!page.ok) {
        await write(page, page, null);
        end = 'some-unreadable';
        continue;
      }
      const opened = openWithinTime(page.page, {
        url: page.url,
        httpCharset: page.charset,
        mediaType: page.mediaType,
        limits,
        fetchedAt: Date.now(),
      });
      const given = {
        options,
        ...selectorsOf(flags),
        language: flags.language ?? null,
        pageType: flags.pageType ?? null,
        ...(flags.hidden === undefined ? {} : { hidden: flags.hidden }),
        ...(await languageDetection(opened, flags.language)),
      };
      // Without an address there is no site, and the extractor works at page level.
      const identified = opened.ok
        ? withinTime(
            limits,
            () => sites.identify(opened, page),
            () => null,
          )
        : null;
      const url = identified?.ok ? identified.sitePage.url : page.url;
      const own = siteExtraction(extractor, given, overrides, url);
      if (identified?.ok) await models.load(identified.sitePage.url);
      const result = withinTime(
        limits,
        () =>
          opened.ok && identified?.ok
            ? sites.extract(opened, identified.sitePage, own.extractor, own.options)
            : extractPage(opened, own.extractor, own.options),
        (detail) => extractPage(latePage(url, detail), own.extractor, own.options),
      );
      pages++;
      bar?.update(pages, { sites: '', rate: Math.round((1000 * pages) / (performance.now() - began)) });
      const kept = await filtered(result, filters);
      await write(page, kept, url);
      if (!kept.ok && end === 'all-extracted') end = 'some-without-text';
    }
  });
  bar?.stop();
  process.stderr.write(outputs.summary());
  return end;
}
