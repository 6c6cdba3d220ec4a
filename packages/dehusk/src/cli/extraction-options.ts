import {
  type Extractor,
  HIDDEN_MODES,
  type HiddenMode,
  PAGE_TYPES,
  type PageType,
  type RenderOptions,
} from '@dehusk/core';
import { EXTRACT_OPTIONS, type OptionValue, RENDER_OPTIONS, withDefaults } from '@dehusk/core/extend';
import { checkOption, DEFAULT_LIMITS, type Limits } from '@dehusk/html';
import type { HostExtractOptions, Shard } from '@dehusk/node';
import { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed } from '@dehusk/papers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { checked, UsageError } from './failures.js';
import { addFilterOptions, type FilterFlags } from './filter-options.js';
import { addSelectorOptions, overridesOf, type SelectorFlags, selectorsOf } from './selector-options.js';

/** The values of the options below, as commander returns them. */
export interface ExtractionFlags extends FilterFlags, SelectorFlags {
  readonly extractor?: string;
  readonly set?: readonly string[];
  readonly precision?: true;
  readonly recall?: true;
  readonly balanced?: true;
  readonly language?: string;
  readonly pageType?: PageType;
  readonly allArticles?: true;
  readonly hidden?: HiddenMode;
  readonly withMetadata?: true;
  readonly frontMatter?: true;
  readonly forLlm?: true;
  /** False after `--no-title`. */
  readonly title: boolean;
  readonly flavour?: RenderOptions['flavour'];
  readonly linkStyle?: RenderOptions['linkStyle'];
  readonly tableStyle?: RenderOptions['tableStyle'];
  readonly callouts?: RenderOptions['callouts'];
  /** False after `--no-html-fallback`. */
  readonly htmlFallback: boolean;
  readonly headingShift?: number;
  readonly wrap?: number;
  readonly links: boolean;
  readonly images: boolean;
  readonly tables: boolean;
  readonly withComments?: true;
  /** False after `--no-comments`. */
  readonly comments: boolean;
  readonly maxBytes: number;
  readonly maxNodes: number;
  readonly maxDepth: number;
  readonly timeout: number;
}

/** Values of the default extractor's option `focus`. */
const FOCUSES = ['precision', 'balanced', 'recall'] as const;

/** The folder that paths inside an input may not leave. */
export const ROOT_OPTION = [
  '--root <folder>',
  'folder that paths and links in an input may not leave (default: that of the input)',
] as const;

/**
 * Adds the options of every command that extracts.
 *
 * @param choosesExtractor false for commands with their own extractors
 */
export function addExtractionOptions(command: Command, { choosesExtractor = true } = {}): Command {
  if (choosesExtractor)
    command.addOption(
      new Option('--extractor <name>', `algorithm; default ${DEFAULT_EXTRACTOR}, --list shows all`).argParser(
        oneOf('an extractor', () => EXTRACTORS.map((one) => one.name)),
      ),
    );
  command.addOption(new Option('--set <name=value>', 'an option of the extractor; repeatable').argParser(gathered));
  if (choosesExtractor)
    command
      .option('--precision', 'prefer losing text to keeping boilerplate')
      .option('--recall', 'prefer keeping boilerplate to losing text')
      .addOption(new Option('--balanced', 'favour neither (default)').hideHelp());
  addFilterOptions(addSelectorOptions(command))
    .option('--language <tag>', 'language of the pages, overriding their own declaration (en, pt-BR)', languageTag)
    .addOption(
      new Option('--page-type <type>', `type of the pages, when it is known: ${PAGE_TYPES.join(', ')}`).argParser(
        oneOf('a page type', () => PAGE_TYPES),
      ),
    )
    .option('--all-articles', 'list the other articles of a page as items in JSON')
    .addOption(
      new Option('--hidden <what>', `text that a page does not show: ${HIDDEN_MODES.join(', ')}`).argParser(
        oneOf('one of', () => HIDDEN_MODES),
      ),
    )
    .option('--with-metadata', 'print title, author, date … before the text')
    .addOption(new Option('--front-matter', 'the same, as YAML in Markdown').implies({ withMetadata: true }))
    .option('--no-title', 'begin Markdown, HTML and TEI without the title')
    .option('--no-links', 'leave out link targets')
    .option('--no-images', 'leave out images')
    .option('--no-tables', 'leave out tables')
    .option('--with-comments', "print readers' comments after the text")
    .option('--no-comments', "leave out readers' comments")
    .option('--for-llm', 'Markdown for language models: no link targets, images as text, compact tables, no HTML')
    .addOption(choice('--flavour <name>', 'Markdown syntax', 'flavour'))
    .addOption(choice('--link-style <name>', 'link targets of Markdown in the text or at its end', 'linkStyle'))
    .addOption(choice('--table-style <name>', 'tables of Markdown', 'tableStyle'))
    .addOption(choice('--callouts <name>', 'callouts of Markdown as quotes or > [!NOTE]', 'callouts'))
    .option('--no-html-fallback', 'no HTML in Markdown where it has no syntax')
    .addOption(integer('--heading-shift <levels>', 'add to the level of headings', 'headingShift'))
    .addOption(integer('--wrap <columns>', 'maximum length of lines of Markdown prose', 'wrap'))
    .addOption(new Option('--links', 'on by default; accepted for users of trafilatura').hideHelp())
    .addOption(new Option('--images', 'on by default; accepted for users of trafilatura').hideHelp())
    .option('--max-bytes <size>', 'maximum size of a page (k, M allowed)', size, DEFAULT_LIMITS.maxBytes)
    .option('--max-nodes <count>', 'maximum nodes of a page', count, DEFAULT_LIMITS.maxNodes)
    .option('--max-depth <count>', 'maximum nesting; deeper elements are flattened', count, DEFAULT_LIMITS.maxDepth);
  return addTimeLimit(command);
}

/** Adds the limit on the CPU time of a page, under both of its names. */
export function addTimeLimit(command: Command): Command {
  return command
    .option('--timeout <time>', 'CPU time to extract one page, as 2s or 500ms', seconds, DEFAULT_TIMEOUT)
    .option('--limit-cpu <time>', 'the same as --timeout', seconds)
    .on('option:limit-cpu', (time: string) => command.setOptionValue('timeout', seconds(time)));
}

const DEFAULT_TIMEOUT = DEFAULT_LIMITS.maxMilliseconds / 1000;

/** Options of `extract()` that hold for every page of a run. */
export type RunExtraction = Omit<HostExtractOptions, 'url' | 'httpCharset' | 'mediaType' | 'detectLanguage'> & {
  readonly extractor: string;
};

/**
 * The core's options for the flags given.
 *
 * @throws UsageError for flags that contradict each other and for wrong names or values of `--set`
 */
export async function extractionOf(flags: ExtractionFlags): Promise<RunExtraction> {
  const focuses = FOCUSES.filter((one) => flags[one]);
  if (focuses.length > 1)
    throw new UsageError(`${focuses.map((one) => `--${one}`).join(' and ')} contradict each other`);
  const focus = focuses[0];
  const extractor = checked(() => extractorNamed(flags.extractor ?? DEFAULT_EXTRACTOR));
  if (focus !== undefined && !Object.hasOwn(extractor.defaults, 'focus'))
    throw new UsageError(
      `--${focus} is for --extractor ${DEFAULT_EXTRACTOR}, but --extractor ${extractor.name} was given too; its own options: dehusk --list --extractor ${extractor.name}`,
    );
  return {
    extractor: extractor.name,
    options: { ...settingsOf(extractor, flags.set ?? []), ...(focus === undefined ? {} : { focus }) },
    ...(flags.language === undefined ? {} : { language: flags.language }),
    ...(flags.pageType === undefined ? {} : { pageType: flags.pageType }),
    ...(flags.allArticles === undefined ? {} : { allArticles: flags.allArticles }),
    ...(flags.hidden === undefined ? {} : { hidden: flags.hidden }),
    ...selectorsOf(flags),
    overrides: await overridesOf(flags),
    limits: limitsOf(flags),
  };
}

/** The bounds on one page for the flags given. */
export function limitsOf(flags: Pick<ExtractionFlags, 'maxBytes' | 'maxNodes' | 'maxDepth' | 'timeout'>): Limits {
  return {
    maxBytes: flags.maxBytes,
    maxNodes: flags.maxNodes,
    maxDepth: flags.maxDepth,
    maxMilliseconds: flags.timeout * 1000,
  };
}

/**
 * The renderers' options for the flags given.
 *
 * @throws UsageError for flags that contradict each other
 */
export function renderingOf(
  flags: Omit<ExtractionFlags, 'maxBytes' | 'maxNodes' | 'maxDepth' | 'timeout'>,
): RenderOptions {
  if (flags.withComments && !flags.comments)
    throw new UsageError('--with-comments and --no-comments contradict each other');
  const { flavour, linkStyle, tableStyle, callouts, headingShift, wrap } = flags;
  // Only what was asked for, as the preset sets the rest.
  const off = (['title', 'links', 'images', 'tables', 'comments', 'htmlFallback'] as const).filter(
    (one) => !flags[one],
  );
  return definedOnly({
    ...{ flavour, linkStyle, tableStyle, callouts, headingShift, wrap },
    ...Object.fromEntries(off.map((one) => [one, false])),
    metadata: flags.withMetadata,
    comments: flags.comments ? flags.withComments : false,
    forLanguageModels: flags.forLlm,
  });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** A record without the fields that are undefined. */
function definedOnly<T extends object>(all: T): Defined<T> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Defined<T>;
}

type ChoiceName = 'flavour' | 'linkStyle' | 'tableStyle' | 'callouts';

/** An option of the renderers with a list of values, the first of which is the default. */
function choice(flag: string, summary: string, name: ChoiceName): Option {
  const values: readonly string[] = RENDER_OPTIONS[name].enum;
  return new Option(flag, `${summary}: ${values.join(', ')}`).argParser(oneOf('one of', () => values));
}

/** An option of the renderers that is an integer. */
function integer(flag: string, summary: string, name: 'headingShift' | 'wrap'): Option {
  const { minimum, maximum } = RENDER_OPTIONS[name];
  return new Option(flag, summary).argParser((text) => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= minimum && number <= maximum) return number;
    throw new InvalidArgumentError(`Expected an integer from ${minimum} to ${maximum}.`);
  });
}

/** Anything with named options: an extractor, a site learner. */
type Configurable = Pick<Extractor, 'name' | 'defaults' | 'optionDocs'>;

/**
 * Reads `name=value` pairs by the types of the defaults.
 *
 * @throws UsageError for a malformed pair, an unknown option, or a value of the wrong type
 */
export function settingsOf(extractor: Configurable, pairs: readonly string[]): Record<string, OptionValue> {
  const options: Record<string, OptionValue> = {};
  for (const pair of pairs) {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
    if (name === undefined) throw new UsageError(`--set got "${pair}", expected name=value`);
    options[name] = valueFor(extractor.defaults[name], value);
  }
  checked(() => withDefaults(extractor as Extractor, options));
  return options;
}

function valueFor(standard: OptionValue | undefined, text: string): OptionValue {
  if (typeof standard === 'number') return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
  if (typeof standard === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (Array.isArray(standard)) {
    const parts = text.split(',').map((one) => one.trim());
    return typeof standard[0] === 'number' ? parts.map(Number) : parts;
  }
  return standard === null && text === 'null' ? null : text;
}

/** The tag of a language. */
function languageTag(text: string): string {
  checked(() => checkOption('--language', text, EXTRACT_OPTIONS.language));
  return text;
}

/** A commander parser that accepts one of several names. */
export function oneOf(what: string, names: () => readonly string[]): (text: string) => string {
  return (text) => {
    if (names().includes(text)) return text;
    throw new InvalidArgumentError(`Expected ${what}: ${names().join(', ')}.`);
  };
}

/** A commander parser that collects repeated values. */
export function gathered(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** A number of bytes: `5000`, `200k`, `16M`. */
export function size(text: string): number {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)\s*([kmg]?)(?:i?b)?$/i.exec(text) ?? [];
  const bytes = Math.round(Number(digits) * 1024 ** ' kmg'.indexOf(unit?.toLowerCase() || ' '));
  if (!(bytes > 0)) throw new InvalidArgumentError('Expected a number of bytes such as 5000, 200k or 16M.');
  return bytes;
}

/** A positive integer. */
export function count(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Expected an integer of at least 1.');
  return number;
}

/** Seconds of a unit of time. */
const UNITS: Readonly<Record<string, number>> = { '': 1, ms: 0.001, s: 1, m: 60 };

/** A positive time in seconds: `2`, `2s`, `500ms`, `1m`. */
export function seconds(text: string): number {
  const [, digits, unit] = /^(\d*\.?\d+)(ms|s|m|)$/.exec(text) ?? [];
  const number = Number(digits) * UNITS[unit ?? ''];
  if (!(number > 0) || !Number.isFinite(number))
    throw new InvalidArgumentError('Expected a positive number of seconds, as 2, 2s or 500ms.');
  return number;
}

/** A pause in seconds, also 0. */
export function pause(text: string): number {
  return text === '0' ? 0 : seconds(text);
}

/** A shard; the first of n is 1/n, and 0/n is n/n, so that task numbers from 0 or from 1 both divide the work. */
export function shardOf(text: string): Shard {
  const [number, total] = (/^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []).slice(1).map(Number);
  if (!(number >= 0 && number <= total && total > 0))
    throw new InvalidArgumentError(`A shard got ${text}, expected i/n with i from 0 or 1 to n, as 2/8.`);
  return { number, count: total };
}

/** A TCP port. */
export function port(text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65_535)
    throw new InvalidArgumentError('Expected a port, 1 to 65535.');
  return number;
}
