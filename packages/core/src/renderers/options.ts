import { checkOptionNames, describeValue } from '../text/nearest-name.js';
import type { RenderOptions } from './renderer.js';

const SWITCH = [true, false];

/** The values of each option: a list, or the bounds of an integer. The first of a list of names is the default. */
export const RENDER_OPTIONS = {
  links: SWITCH,
  images: [true, false, 'alt'],
  tables: SWITCH,
  metadata: SWITCH,
  comments: SWITCH,
  title: SWITCH,
  headingShift: { minimum: -5, maximum: 5 },
  flavour: ['gfm', 'commonmark'],
  linkStyle: ['inline', 'reference'],
  tableStyle: ['pipe', 'compact', 'html'],
  callouts: ['quote', 'github'],
  htmlFallback: SWITCH,
  wrap: { minimum: 0, maximum: 10_000 },
  forLanguageModels: SWITCH,
} as const satisfies Readonly<Record<keyof RenderOptions, readonly unknown[] | { minimum: number; maximum: number }>>;

const OPTION_NAMES = Object.keys(RENDER_OPTIONS);

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
 * @throws TypeError for an unknown option; RangeError for an invalid value
 */
export function resolveOptions(format: string, given: RenderOptions): RenderOptions {
  checkOptionNames(format, given, OPTION_NAMES);
  const set = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of set) {
    const rule: readonly unknown[] | { minimum: number; maximum: number } = RENDER_OPTIONS[name as keyof RenderOptions];
    if ('minimum' in rule) {
      if (!Number.isInteger(value) || (value as number) < rule.minimum || (value as number) > rule.maximum)
        throw new RangeError(
          `${format}: ${name} got ${describeValue(value)}, expected an integer from ${rule.minimum} to ${rule.maximum}`,
        );
    } else if (!rule.includes(value))
      throw new RangeError(
        `${format}: ${name} got ${describeValue(value)}, expected ${rule.map((one) => JSON.stringify(one)).join(' or ')}`,
      );
  }
  return given.forLanguageModels ? { ...FOR_LANGUAGE_MODELS, ...Object.fromEntries(set) } : given;
}
