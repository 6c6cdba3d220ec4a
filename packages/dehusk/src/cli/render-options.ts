/** Options of commands that fetch: whether pages are rendered in a browser. */

import { BrowserMissing, type FetcherOptions, findChromium } from '@dehusk/node';
import type { Command } from 'commander';
import { InputOutputError } from './failures.js';

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
