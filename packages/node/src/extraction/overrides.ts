/** Settings of an extraction for the pages of some hosts, set by the user. */
import { type ExtractOptions, type Extractor, PAGE_TYPES, type PageType } from '@dehusk/core';
import {
  checkExtractOptions,
  checkSelectors,
  EXTRACT_OPTIONS,
  type ExtractPageOptions,
  SELECTOR_OPTIONS,
  type Selectors,
  withDefaults,
} from '@dehusk/core/extend';
import { checkOptions, type OptionDomains, RECORD, STRING, words } from '@dehusk/html';
import { EXTRACTORS, type ExtractorName, extractorNamed } from '@dehusk/papers';
import { type HostTable, hostLookup } from '../host-table.js';
import type { JsonSchema } from '../json-schema.js';

/** The settings of a host. They replace those of the run. */
interface Override extends Selectors {
  /** An extractor of pages. */
  readonly extractor?: ExtractorName | (string & {});
  /** Options of that extractor. */
  readonly options?: Readonly<Record<string, unknown>>;
  readonly pageType?: PageType;
}

/** Overrides by host. The nearest entry holds: `example.org`, then `*.example.org`, then `*`, which is also for pages without address. */
export type Overrides = HostTable<Override>;

/** Options of `extract()` of the core, and overrides. */
export interface HostExtractOptions extends Omit<ExtractOptions, 'extractor'> {
  /** Name of an extractor of pages; default `dehusk`. */
  readonly extractor?: ExtractorName | (string & {});
  /** Settings by the host of `url`, in place of those beside this one. */
  readonly overrides?: Overrides;
}

const SELECTOR = (description: string): JsonSchema => ({
  type: ['string', 'array'],
  items: { type: 'string' },
  description,
});

const PROPERTIES: Readonly<Record<keyof Override, JsonSchema>> = {
  contentSelector: SELECTOR('CSS selectors: the text of these elements is the content, and nothing else.'),
  includeSelector: SELECTOR('Elements whose text is kept besides what the extractor keeps.'),
  excludeSelector: SELECTOR('Elements of which nothing is kept.'),
  extractor: {
    enum: EXTRACTORS.map(({ name }) => name),
    description: 'The extractor of these pages, a name of `dehusk --list`; sites are learnt all the same.',
  },
  options: {
    type: 'object',
    description: 'Options of this extractor, as `dehusk --list --extractor NAME` shows them.',
  },
  pageType: { enum: [...PAGE_TYPES], description: 'The type of these pages.' },
};

/** The schema of one override. */
export const OVERRIDE_SCHEMA: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  dependentRequired: { options: ['extractor'] },
  properties: PROPERTIES,
};

const DOMAINS: OptionDomains<Override> = {
  contentSelector: EXTRACT_OPTIONS.contentSelector,
  includeSelector: EXTRACT_OPTIONS.includeSelector,
  excludeSelector: EXTRACT_OPTIONS.excludeSelector,
  extractor: STRING,
  options: EXTRACT_OPTIONS.options,
  pageType: words(...PAGE_TYPES),
};

/** The wrong settings of an override, each with what was got and expected. */
export function overrideFaults(override: Override): { readonly setting: string; readonly message: string }[] {
  const faults: { setting: string; message: string }[] = [];
  const check = (setting: string, run: () => unknown): void => {
    try {
      run();
    } catch (error) {
      faults.push({ setting, message: (error as Error).message });
    }
  };
  check('', () => checkOptions('an override', override, DOMAINS));
  if (faults.length > 0) return faults;
  const { extractor, options } = override;
  for (const option of SELECTOR_OPTIONS) check(option, () => checkSelectors({ [option]: override[option] }));
  if (extractor !== undefined) check('options', () => withDefaults(extractorNamed(extractor), options));
  else if (options !== undefined)
    faults.push({ setting: 'options', message: 'it has "options" but lacks "extractor"' });
  return faults;
}

/** Lookups of tables that were checked. A table may be long, and is asked for every page. */
const LOOKUPS = new WeakMap<Overrides, (host: string) => Override | undefined>();

/** @throws TypeError naming the host and the first wrong setting */
export function checkOverrides(overrides: Overrides): void {
  if (LOOKUPS.has(overrides)) return;
  for (const [host, override] of Object.entries(overrides))
    for (const { message } of overrideFaults(override)) throw new TypeError(`override of "${host}": ${message}`);
  LOOKUPS.set(overrides, hostLookup(overrides));
}

/** The options of `extract` and overrides, with the values that each may have. */
const HOST_OPTIONS: OptionDomains<HostExtractOptions> = { ...EXTRACT_OPTIONS, extractor: STRING, overrides: RECORD };

/** Options with the extractor of the name that they have. @throws RangeError for an unknown name */
export function withNamedExtractor<O extends { readonly extractor?: string }>({
  extractor,
  ...options
}: O): Omit<O, 'extractor'> & { readonly extractor?: Extractor } {
  return extractor === undefined ? options : { ...options, extractor: extractorNamed(extractor) };
}

/**
 * Checks the options of an extraction with overrides, before any page.
 *
 * @param owner whose options they are, for messages
 * @param refused those that the owner sets itself
 * @throws TypeError or RangeError with got and expected
 */
export function checkHostOptions(
  owner: string,
  given: HostExtractOptions,
  refused: readonly (keyof HostExtractOptions)[] = [],
): void {
  const own = Object.entries(HOST_OPTIONS).filter(([name]) => !refused.includes(name as keyof HostExtractOptions));
  checkOptions(owner, given, Object.fromEntries(own));
  const { overrides = {}, ...options } = given;
  checkExtractOptions(owner, withNamedExtractor(options));
  checkOverrides(overrides);
}

/** The options with those of the page's host in place. */
export function withOverrides<O extends HostExtractOptions>(options: O): Omit<O, 'overrides'> {
  const { overrides, ...given } = options;
  if (overrides === undefined) return given;
  checkOverrides(overrides);
  const { url } = given;
  const found = LOOKUPS.get(overrides)?.(url && URL.canParse(url) ? new URL(url).hostname : '');
  if (found === undefined) return given;
  // Options belong to their extractor.
  const isOther = found.extractor !== undefined && found.extractor !== given.extractor;
  return { ...given, ...(isOther ? { options: {} } : {}), ...found };
}

/** The extractor and the options for a page of a site. */
export function siteExtraction(
  extractor: Extractor,
  options: Omit<ExtractPageOptions, 'site'>,
  overrides: Overrides,
  url: string | null,
): { readonly extractor: Extractor; readonly options: Omit<ExtractPageOptions, 'site'> } {
  const { name } = extractor;
  const { extractor: own, ...rest } = withOverrides<HostExtractOptions>({
    ...options,
    extractor: name,
    url,
    overrides,
  });
  return { extractor: own === undefined || own === name ? extractor : extractorNamed(own), options: rest };
}
