/** `dehusk site extract`: extracts pages with the templates of their sites. */
import { type Extractor, type ExtractResult, RENDERERS, rendererNamed, SITE_EXTRACTORS } from '@dehusk/core';
import {
  extractPage,
  learnersInUse,
  openPage,
  SITE_LEARNERS,
  siteProcessor,
  withDefaults,
} from '@dehusk/core/internal';
import { type Command, Option } from 'commander';
import { languageDetection } from '../extraction/extract-with-language.js';
import { threadMilliseconds } from '../extraction/thread-clock.js';
import { inputNamed, readPages } from '../inputs/index.js';
import type { InputPage } from '../inputs/input.js';
import { StoredModels } from '../stream/site-models.js';
import {
  addExtractionOptions,
  type ExtractionFlags,
  limitsOf,
  oneOf,
  renderingOf,
  settingsOf,
} from './extraction-options.js';
import { type CommandEnd, checked, UsageError } from './failures.js';
import { outputFolder, print, READABLE, standardOutput } from './outputs.js';
import { checkTemplate } from './site-learn-command.js';
import { pagesBar, STATE_HELP, withState } from './site-state.js';

interface SiteExtractFlags extends Omit<ExtractionFlags, 'extractor'> {
  readonly state: string;
  readonly siteExtractor: string;
  readonly format: string;
  readonly outputDir?: string;
  readonly overwrite?: true;
  readonly urlTemplate?: string;
}

/** The default of `--site-extractor`. */
const DEFAULT_SITE_EXTRACTOR = 'site';

const HELP = `
Inputs are those of dehusk site learn. A page of a site the state does not know is extracted at page level.
With --format jsonl every page is a row {"name", "url", "ok", "reason", "detail", "title", "text"} on standard output; otherwise
pages without text are reported on standard error. The reason "no-pattern" means: the site is known, the page is no article.

Examples:
  dehusk site extract new.jsonl --state sites/ --format jsonl > texts.jsonl
  dehusk site extract saved/ --state sites/ --url-template https://example.org/{path}.html -o texts/
  dehusk site extract page.html --state sites/ --site-extractor urltree`;

/** Adds the command's arguments and options. */
export function describeSiteExtract(command: Command, finish: (end: CommandEnd) => void): void {
  const extractors = (): string[] => SITE_EXTRACTORS.map(({ name }) => name);
  const formats = (): string[] => RENDERERS.map(({ name }) => name);
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
    .option(
      '--url-template <template>',
      'addresses of pages from files, with {path} below the folder or {name} of the file',
    );
  addExtractionOptions(command, { choosesExtractor: false })
    .addHelpText('after', HELP)
    .action(async (inputs: string[], _flags: unknown, self: Command) => {
      finish(await runExtract(inputs, self.opts() as SiteExtractFlags));
    });
}

async function runExtract(inputs: readonly string[], flags: SiteExtractFlags): Promise<CommandEnd> {
  const extractor = SITE_EXTRACTORS.find(({ name }) => name === flags.siteExtractor) as Extractor;
  const options = settingsOf(extractor, flags.set ?? []);
  checked(() => withDefaults(extractor, options));
  checkTemplate(flags.urlTemplate);
  if (flags.format === 'jsonl' && flags.outputDir !== undefined)
    throw new UsageError('--format jsonl writes rows to standard output; leave out --output-dir');
  const limits = limitsOf(flags);
  const renderer = rendererNamed(flags.format);
  const outputs =
    flags.outputDir === undefined
      ? standardOutput(READABLE.has(flags.format))
      : outputFolder(flags.outputDir, renderer, flags.overwrite === true);
  const bar = flags.outputDir === undefined ? null : pagesBar('extracted');

  let end: CommandEnd = 'all-extracted';
  const began = performance.now();
  let pages = 0;
  await withState(flags.state, false, async (store) => {
    const models = new StoredModels(store, learnersInUse(SITE_LEARNERS));
    const sites = siteProcessor({ learners: models.learners, models });
    const tell = async (page: InputPage, url: string | null, reason: string, detail: string): Promise<void> => {
      if (flags.format === 'jsonl')
        await row({ name: page.name, url, ok: false, reason, detail, title: null, text: '' });
      else process.stderr.write(`dehusk: ${page.name}: ${reason}: ${detail}\n`);
    };
    for await (const page of readPages(inputs.map(inputNamed), {
      maxBytes: flags.maxBytes,
      urlTemplate: flags.urlTemplate ?? null,
    })) {
      if (!page.ok) {
        await tell(page, null, page.reason, page.detail);
        end = 'some-unreadable';
        continue;
      }
      const opened = openPage(page.page, {
        url: page.url,
        httpCharset: page.charset,
        mediaType: page.mediaType,
        limits,
        clock: threadMilliseconds,
      });
      const given = {
        options,
        language: flags.language ?? null,
        pageType: flags.pageType ?? null,
        allArticles: flags.allArticles === true,
        ...(await languageDetection(opened, flags.language)),
      };
      // Without an address there is no site, and the extractor works at page level.
      const identified = opened.ok ? sites.identify(opened, page) : null;
      let url = page.url;
      let result: ExtractResult;
      if (opened.ok && identified?.ok) {
        ({ url } = identified.sitePage);
        await models.load(url);
        result = sites.extract(opened, identified.sitePage, extractor, given);
      } else result = extractPage(opened, extractor, given);
      pages++;
      bar?.update(pages, { sites: '', rate: Math.round((1000 * pages) / (performance.now() - began)) });
      if (!result.ok) {
        await tell(page, url, result.reason, result.detail);
        if (end === 'all-extracted') end = 'some-without-text';
      } else if (flags.format === 'jsonl')
        await row({
          name: page.name,
          url,
          ok: true,
          reason: null,
          detail: null,
          title: result.title,
          text: result.text,
        });
      else {
        const place = outputs.reserve(page.place, page.at);
        if (place !== null) await outputs.write(page.name, place, renderer.render(result.document, renderingOf(flags)));
      }
    }
  });
  bar?.stop();
  process.stderr.write(outputs.summary());
  return end;
}

interface Row {
  readonly name: string;
  readonly url: string | null;
  readonly ok: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly title: string | null;
  readonly text: string;
}

function row(fields: Row): Promise<void> {
  return print(`${JSON.stringify(fields)}\n`);
}
