import type { Extractor, RenderOptions } from '@dehusk/core';
import { EXTRACT_OPTIONS, type OptionValue, RENDER_OPTIONS, type Selectors } from '@dehusk/core/extend';
import {
  checkOption,
  checkOptions,
  DEFAULT_LIMITS,
  type OptionDomain,
  type OptionDomains,
  parseSelector,
} from '@dehusk/html';
import {
  BrowserMissing,
  defined,
  type FetcherOptions,
  findChromium,
  type HostExtractOptions,
  type Overrides,
  type PageFilters,
  type Shard,
} from '@dehusk/node';
import { DEFAULT_EXTRACTOR, EXTRACTORS, extractorNamed, SITE_EXTRACTORS, siteExtractorNamed } from '@dehusk/papers';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { checked, InputOutputError, UsageError } from './failures.js';

/** The values of the options below, as commander returns them. */
export interface ExtractionFlags extends FilterFlags, SelectorFlags {
  readonly extractor?: string;
  /** Of the commands that learn sites. */
  readonly site?: true;
  readonly set?: readonly string[];
  readonly language?: string;
  readonly withMetadata?: true;
  readonly forLlm?: true;
  /** False after `--no-tables` and `--no-comments` of trafilatura. */
  readonly tables?: boolean;
  readonly comments?: boolean;
  readonly maxBytes: number;
  readonly timeout: number;
}

/** Options of `extract` for `--set`. */
export const EXTRACTION_SETTINGS = {
  pageType: EXTRACT_OPTIONS.pageType,
  hidden: EXTRACT_OPTIONS.hidden,
  allArticles: EXTRACT_OPTIONS.allArticles,
};

/** The options of commands that learn sites. */
export function addSiteOptions(command: Command): Command {
  return command
    .option('--site', 'learn the template of each site from all pages, and extract with it (two passes over files)')
    .addOption(
      new Option('--state <folder>', 'keep what --site learns, and start from what is there').implies({ site: true }),
    );
}

/** The folder that paths inside an input may not leave. */
export const ROOT_OPTION = [
  '--root <folder>',
  'folder that paths and links in an input may not leave (default: that of the input)',
] as const;

/** Adds the options of every command that extracts. */
export function addExtractionOptions(command: Command): Command {
  command.option('--extractor <name>', `algorithm; default ${DEFAULT_EXTRACTOR}, --list shows all`, extractorName);
  command.option(
    '--set <name=value>',
    'an option of the extractor or of the output, as focus=recall or links=false (--list shows them); repeatable',
    gathered,
  );
  addFilterOptions(addSelectorOptions(command))
    .option('--language <tag>', 'language of the pages, overriding their own declaration (en, pt-BR)', languageTag)
    .option('--for-llm', 'Markdown for language models: no link targets, images as text, compact tables, no HTML')
    .option('--max-bytes <size>', 'maximum size of a page (k, M allowed)', size, DEFAULT_LIMITS.maxBytes);
  return addTimeLimit(command);
}

/** Adds the limit on the CPU time of a page. */
export function addTimeLimit(command: Command): Command {
  return command.option('--timeout <time>', 'CPU time to extract one page, as 2s or 500ms', seconds, DEFAULT_TIMEOUT);
}

/** Adds `--quiet` to a command without a log. */
export function addQuietOption(command: Command): Command {
  return command.option('--quiet', 'report only errors: no progress, no summary');
}

const DEFAULT_TIMEOUT = DEFAULT_LIMITS.maxMilliseconds / 1000;

/** Options of `extract()` that hold for every page of a run. */
export type RunExtraction = Omit<HostExtractOptions, 'url' | 'httpCharset' | 'mediaType' | 'detectLanguage'> & {
  readonly extractor: string;
};

/** The extractor of `--site`, unless another one is named. */
const DEFAULT_SITE_EXTRACTOR = 'site';

/** The extractor for the flags given: one that uses models of sites with `--site`. @throws UsageError for the other kind */
export function chosenExtractor({ extractor, site }: Pick<ExtractionFlags, 'extractor' | 'site'>): Extractor {
  if (site) return checked(() => siteExtractorNamed(extractor ?? DEFAULT_SITE_EXTRACTOR));
  if (SITE_EXTRACTORS.some(({ name }) => name === extractor))
    throw new UsageError(`--extractor ${extractor} learns sites; add --site`);
  return checked(() => extractorNamed(extractor ?? DEFAULT_EXTRACTOR));
}

/**
 * The core's options for the flags given.
 *
 * @throws UsageError for flags that contradict each other and for wrong names or values of `--set`
 */
export async function extractionOf(flags: ExtractionFlags): Promise<RunExtraction> {
  const extractor = chosenExtractor(flags);
  const { options, extraction } = settingsOf(extractor, flags.set ?? []);
  return {
    extractor: extractor.name,
    ...{ options, ...extraction },
    ...defined({ language: flags.language }),
    ...selectorsOf(flags),
    overrides: await overridesOf(flags),
    limits: { ...DEFAULT_LIMITS, maxBytes: flags.maxBytes, maxMilliseconds: flags.timeout * 1000 },
  };
}

/**
 * The renderers' options for the flags given.
 *
 * @param extractor whose options `--set` may name too
 */
export function renderingOf(
  flags: Pick<ExtractionFlags, 'set' | 'withMetadata' | 'forLlm' | 'tables' | 'comments'>,
  extractor: Extractor,
): RenderOptions {
  const { tables, comments, withMetadata, forLlm } = flags;
  return {
    ...(tables === false && { tables }),
    ...(comments === false && { comments }),
    ...(withMetadata && { metadata: true }),
    ...(forLlm && { forLanguageModels: true }),
    ...settingsOf(extractor, flags.set ?? []).rendering,
  };
}

/**
 * Reads `name=value` pairs: options of an extractor, of `extract`, and of the renderers.
 *
 * @throws UsageError for a malformed pair, an unknown option, or a wrong value
 */
function settingsOf({ name: owner, domains }: Extractor, pairs: readonly string[]) {
  const all: OptionDomains = { ...RENDER_OPTIONS, ...EXTRACTION_SETTINGS, ...domains };
  const given: Record<string, unknown> = {};
  for (const pair of pairs) {
    const [name, value] = namedValue(pair);
    if (name === undefined) throw new UsageError(`--set got "${pair}", expected name=value`);
    given[name] = Object.hasOwn(all, name) ? valueIn(all[name], value) : value;
  }
  checked(() => checkOptions(owner, given, all));
  const takeFrom = (owned: object): Record<string, unknown> => {
    const taken = Object.entries(given).filter(([name]) => Object.hasOwn(owned, name));
    for (const [name] of taken) delete given[name];
    return Object.fromEntries(taken);
  };
  const options = takeFrom(domains) as Readonly<Record<string, OptionValue>>;
  const extraction: Pick<RunExtraction, keyof typeof EXTRACTION_SETTINGS> = takeFrom(EXTRACTION_SETTINGS);
  return { options, extraction, rendering: given as RenderOptions };
}

/** The two parts of `name=value`; none of other text. */
export function namedValue(text: string): readonly string[] {
  return /^([^=]+)=(.*)$/s.exec(text)?.slice(1) ?? [];
}

/** A text as a value of a domain; the text itself where it is none. */
function valueIn(domain: OptionDomain, text: string): unknown {
  if ('enum' in domain) return domain.enum.find((word) => String(word) === text) ?? text;
  if ('anyOf' in domain) return text === 'null' ? null : valueIn(domain.anyOf[0], text);
  switch (domain.type) {
    case 'integer':
    case 'number':
      return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'array': {
      const { items } = domain;
      return text.split(',').map((part) => (items === undefined ? part.trim() : valueIn(items, part.trim())));
    }
    default:
      return text;
  }
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

/** A commander parser of the name of an extractor. */
export const extractorName = oneOf('an extractor', () => [...EXTRACTORS, ...SITE_EXTRACTORS].map(({ name }) => name));

/** Short names of formats. */
const FORMAT_ALIASES: Readonly<Record<string, string>> = { md: 'markdown', txt: 'text' };

/** A commander parser of the name of a format, or a short one of it. */
export function formatName(names: readonly string[]): (text: string) => string {
  const parse = oneOf('a format', () => names);
  return (text) => parse(FORMAT_ALIASES[text] ?? text);
}

/** A commander parser of names of fields. @param check throws RangeError for another name */
export function fieldList(check: (name: string) => void): (text: string) => string[] {
  return (text) => {
    const names = text.split(',').map((one) => one.trim());
    for (const name of names)
      try {
        check(name);
      } catch (error) {
        throw new InvalidArgumentError(`${(error as Error).message}.`);
      }
    return names;
  };
}

/** The name of a folder: who names a file wants no folder `texts.md`. */
export function folderName(text: string): string {
  if (/\.(?:md|txt|html?|jsonl?|csv|xml|parquet)$/i.test(text))
    throw new InvalidArgumentError(`Expected a folder; for one file, redirect the output: > ${text}`);
  return text;
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

// Options that let the user decide what is kept: selectors, and overrides by host.

/** The values of the options below, as commander returns them. */
export interface SelectorFlags extends Readonly<Partial<Record<keyof Selectors, readonly string[]>>> {
  readonly overrides?: string;
}

const FLAGS = [
  [
    'contentSelector',
    '--content-selector',
    'the content is the text of the elements a CSS selector matches; repeatable',
  ],
  ['includeSelector', '--include-selector', 'also keep the text of these elements; repeatable'],
  ['excludeSelector', '--exclude-selector', 'keep nothing of these elements; repeatable'],
] as const;

/** Adds the options to a command. */
export function addSelectorOptions(command: Command): Command {
  for (const [, flag, help] of FLAGS)
    command.option(`${flag} <css>`, help, (text: string, before: readonly string[] = []): readonly string[] => {
      checked(() => parseSelector(flag, text));
      return [...before, text];
    });
  return command.option('--overrides <file>', 'selectors and extractors by host, in TOML or JSON');
}

/** The selectors given. */
export function selectorsOf(flags: SelectorFlags): Selectors {
  return defined(Object.fromEntries(FLAGS.map(([name]) => [name, flags[name]])));
}

/**
 * The overrides of the file given; empty without one.
 *
 * @throws UsageError naming every fault of the file with its place; the system error of a file that cannot be read
 */
export async function overridesOf({ overrides: file }: SelectorFlags): Promise<Overrides> {
  if (file === undefined) return {};
  // Loaded on demand: the schema of configurations takes most of the program.
  const { loadOverrides } = await import('@dehusk/stream');
  const loaded = loadOverrides(file);
  if (loaded.ok) return loaded.overrides;
  throw new UsageError(
    loaded.faults
      .map(({ line, column, message }) => `${file}:${line ?? 1}:${column ?? 1}: ${message}`)
      .join('\ndehusk: '),
  );
}

// The options of the filters, for every command that extracts.

/** The values of the options below, as commander returns them. */
export interface FilterFlags {
  readonly targetLanguage?: readonly string[];
  readonly minLength?: number;
  readonly minConfidence?: number;
  readonly onlyWithMetadata?: true;
}

export function addFilterOptions(command: Command): Command {
  return command
    .option('--target-language <codes>', 'refuse pages whose text is in another language (en or en,pt)', languages)
    .option('--min-length <characters>', 'refuse pages whose text is shorter', length)
    .option('--min-confidence <share>', 'refuse pages with a lower confidence, 0 to 1', share);
}

/** The filters for the flags given. */
export function filtersOf({ targetLanguage, minLength, minConfidence, onlyWithMetadata }: FilterFlags): PageFilters {
  return defined({ targetLanguages: targetLanguage, minLength, minConfidence, onlyWithMetadata });
}

function languages(text: string): string[] {
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return text.split(',').map((one) => {
    const code = one.trim().toLowerCase();
    if (/^[a-z]{2,3}$/.test(code) && names.of(code) !== undefined) return code;
    throw new InvalidArgumentError(`"${one}" is no language code; expected ISO 639 codes such as en or en,pt.`);
  });
}

function length(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('Expected a number of characters, such as 200.');
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Expected a number from 0 to 1, such as 0.7.');
}

// Options of commands that fetch: whether pages are rendered in a browser.

export function addRenderOption(command: Command): Command {
  return command.option('--render', 'run the scripts of every page in your Chromium or Chrome (CHROMIUM_PATH)');
}

/**
 * The fetcher's options for pages that are rendered.
 *
 * @throws InputOutputError without a browser
 */
export function browserOf(renders: true | string | undefined): Partial<FetcherOptions> {
  if (renders === undefined) return {};
  try {
    return { render: { '*': renders === true ? true : 'when-needed' }, chromium: findChromium('') };
  } catch (error) {
    if (error instanceof BrowserMissing) throw new InputOutputError(error.message);
    throw error;
  }
}
