/** Options that let the user decide what is kept: selectors, and overrides by host. */

import type { Selectors } from '@dehusk/core/extend';
import { parseSelector } from '@dehusk/html';
import type { Overrides } from '@dehusk/node';
import type { Command } from 'commander';
import { checked, UsageError } from './failures.js';

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
