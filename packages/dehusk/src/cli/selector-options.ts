/** Options that let the user decide what is kept: selectors, and overrides by host. */

import type { Selectors } from '@dehusk/core/extend';
import { parseSelector } from '@dehusk/html';
import { BrowserMissing, type FetcherOptions, findChromium, type Overrides, type PageFilters } from '@dehusk/node';
import { type Command, InvalidArgumentError } from 'commander';
import { checked, InputOutputError, UsageError } from './failures.js';

/** The values of the options below, as commander returns them. */
export interface SelectorFlags {
  readonly contentSelector?: readonly string[];
  readonly includeSelector?: readonly string[];
  readonly excludeSelector?: readonly string[];
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
  return Object.fromEntries(FLAGS.flatMap(([name]) => (flags[name] === undefined ? [] : [[name, flags[name]]])));
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
  return {
    ...(targetLanguage === undefined ? {} : { targetLanguages: targetLanguage }),
    ...(minLength === undefined ? {} : { minLength }),
    ...(minConfidence === undefined ? {} : { minConfidence }),
    ...(onlyWithMetadata === undefined ? {} : { onlyWithMetadata }),
  };
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
