/** Options of commands that fetch: whether pages are rendered in a browser. */

import type { FetcherOptions } from '@dehusk/node';
import { BrowserMissing, findChromium } from '@dehusk/node';
import type { Command } from 'commander';
import { InputOutputError, UsageError } from './failures.js';

export interface RenderFlags {
  readonly render?: true;
  readonly renderWhenNeeded?: true;
  readonly chromium?: string;
}

export function addRenderOptions(command: Command): Command {
  return command
    .option('--render', 'run the scripts of every page in your Chromium or Chrome')
    .option('--render-when-needed', 'the same, only for pages that need JavaScript to have text')
    .option('--chromium <path>', 'the browser to render with (default: CHROMIUM_PATH, else the usual places)');
}

/**
 * The fetcher's options for the flags given.
 *
 * @throws UsageError for flags that contradict each other; InputOutputError without a browser
 */
export function browserOf({ render, renderWhenNeeded, chromium }: RenderFlags): Partial<FetcherOptions> {
  if (render && renderWhenNeeded) throw new UsageError('--render and --render-when-needed contradict each other');
  const given = chromium === undefined ? {} : { chromium };
  if (!render && !renderWhenNeeded) return given;
  try {
    return { render: { '*': render ?? 'when-needed' }, chromium: findChromium(chromium ?? '') };
  } catch (error) {
    if (error instanceof BrowserMissing) throw new InputOutputError(error.message);
    throw error;
  }
}
