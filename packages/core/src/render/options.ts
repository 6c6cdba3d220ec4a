import { checkOptions, FLAG, type OptionDomains, whole, words } from '@dehusk/html';
import type { RenderOptions } from './renderer.js';

/** The values of each option. The first of a list of words is the default. */
export const RENDER_OPTIONS = {
  links: FLAG,
  images: words(true, false, 'alt'),
  tables: FLAG,
  metadata: FLAG,
  comments: FLAG,
  title: FLAG,
  headingShift: whole(-5, 5),
  flavour: words('gfm', 'commonmark'),
  linkStyle: words('inline', 'reference'),
  tableStyle: words('pipe', 'compact', 'html'),
  callouts: words('quote', 'github'),
  htmlFallback: FLAG,
  wrap: whole(0, 10_000),
  maxTokens: whole(1, 1_000_000),
  overlap: whole(0, 100_000),
  forLanguageModels: FLAG,
} as const satisfies OptionDomains<RenderOptions>;

/** Options that `forLanguageModels` sets unless the caller sets them. */
const FOR_LANGUAGE_MODELS: RenderOptions = {
  links: false,
  images: 'alt',
  tableStyle: 'compact',
  callouts: 'github',
  htmlFallback: false,
};

/**
 * The given options, completed by those of the preset.
 *
 * @throws as `checkOptions`
 */
export function resolveOptions(format: string, given: RenderOptions): RenderOptions {
  checkOptions(format, given, RENDER_OPTIONS);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  return given.forLanguageModels ? { ...FOR_LANGUAGE_MODELS, ...Object.fromEntries(set) } : given;
}
