/** The settings of the inspector, as they are in the address bar: a link reproduces the view, without the page's content. */
import type { PageType } from '@dehusk/core';
import { useEffect, useState } from 'preact/hooks';
import { DEFAULT_NAME, EXTRACTOR_TABLE, TYPES } from './tables.js';

/** Sample pages, written for Dehusk: the pages of `dehusk demo --pages`, by name: `news-article.en`. */
const FILES = import.meta.glob<string>('../../../dehusk/demo/*.html', { query: '?raw', import: 'default' });
export const SAMPLES = Object.entries(FILES)
  .map(([path, load]) => ({ name: path.replace(/^.*\/|\.html$/g, ''), load }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

/** Views of the inspector: their names in the address and their titles. */
export const PANELS = [
  ['inspect', 'Inspect'],
  ['compare', 'Compare'],
  ['correct', 'Correct it'],
  ['review', 'Review'],
  ['site', 'Site'],
  ['help', 'Help'],
] as const;
export type Panel = (typeof PANELS)[number][0];

/** Formats of the output view. */
export const OUTPUTS = ['text', 'preview', 'markdown', 'html', 'json', 'metadata'] as const;
export type OutputName = (typeof OUTPUTS)[number];

/** Which blocks the page view shows. */
const SHOWN = ['all', 'kept', 'dropped'] as const;
type Shown = (typeof SHOWN)[number];

/** How a page is extracted. */
export interface ExtractionSettings {
  readonly extractor: string;
  /** Options that differ from the extractor's defaults. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly pageType: PageType | null;
  /** CSS selectors, or empty: the text of these elements is the content; nothing of these is kept. */
  readonly contentSelector: string;
  readonly excludeSelector: string;
}

export interface Settings {
  readonly panel: Panel;
  readonly output: OutputName;
  readonly shown: Shown;
  /** Colours blocks by their record (post, comment, item) instead of their label. */
  readonly byRecord: boolean;
  /** Also shows hidden text of the page. */
  readonly hidden: boolean;
  readonly main: ExtractionSettings;
  /** The other side of a comparison. */
  readonly other: ExtractionSettings;
  /** Name of a sample page, or null. */
  readonly sample: string | null;
  /** The page's address, or empty. */
  readonly url: string;
}

const DEFAULT_EXTRACTION: ExtractionSettings = {
  extractor: DEFAULT_NAME,
  options: {},
  pageType: null,
  contentSelector: '',
  excludeSelector: '',
};

const DEFAULTS: Settings = {
  panel: 'inspect',
  output: 'text',
  shown: 'all',
  byRecord: false,
  hidden: false,
  main: DEFAULT_EXTRACTION,
  other: { ...DEFAULT_EXTRACTION, extractor: 'boilerpipe-article' },
  sample: null,
  url: '',
};

/** The settings as the fragment of an address, without `#`; what is as by default is left out. */
function settingsToHash(settings: Settings): string {
  const usual: Readonly<Record<string, string>> = fieldsOf(DEFAULTS);
  const changed = Object.entries(fieldsOf(settings)).filter(([name, value]) => value !== (usual[name] ?? ''));
  return new URLSearchParams(changed).toString();
}

const fieldsOf = ({ panel, output, shown, byRecord, hidden, main, other, sample, url }: Settings) => ({
  ...{ panel, output, shown, records: byRecord ? '1' : '', hidden: hidden ? '1' : '' },
  ...sideFields('', main),
  ...sideFields('other-', other),
  ...{ sample: sample ?? '', url },
});

function sideFields(prefix: string, { extractor, options, pageType, ...selectors }: ExtractionSettings) {
  const { contentSelector: content, excludeSelector: exclude } = selectors;
  const fields: [string, string][] = Object.entries({ extractor, type: pageType ?? '', content, exclude });
  for (const [name, value] of Object.entries(options)) fields.push([`set.${name}`, JSON.stringify(value)]);
  return Object.fromEntries(fields.map(([name, value]) => [prefix + name, value]));
}

/** Reads the fragment of an address. What is unknown or wrong is as by default: links outlive versions. */
function settingsFromHash(hash: string): Settings {
  const fields = new URLSearchParams(hash.replace(/^#/, ''));
  const choice = <T extends string>(name: string, known: readonly T[], usual: T): T =>
    known.find((one) => one === fields.get(name)) ?? usual;
  return {
    panel: choice(
      'panel',
      PANELS.map(([name]) => name),
      DEFAULTS.panel,
    ),
    output: choice('output', OUTPUTS, DEFAULTS.output),
    shown: choice('shown', SHOWN, DEFAULTS.shown),
    byRecord: fields.get('records') === '1',
    hidden: fields.get('hidden') === '1',
    main: extractionFrom(fields, '', DEFAULTS.main),
    other: extractionFrom(fields, 'other-', DEFAULTS.other),
    sample: fields.get('sample'),
    url: /^https?:\/\//i.test(fields.get('url') ?? '') ? (fields.get('url') as string) : '',
  };
}

function extractionFrom(fields: URLSearchParams, prefix: string, usual: ExtractionSettings): ExtractionSettings {
  const name = fields.get(`${prefix}extractor`) ?? usual.extractor;
  const extractor = EXTRACTOR_TABLE.find((one) => one.name === name) ?? EXTRACTOR_TABLE[0];
  const options: Record<string, unknown> = {};
  for (const [option, value] of Object.entries(extractor.defaults)) {
    const given = parsed(fields.get(`${prefix}set.${option}`));
    if (given !== undefined && typeof given === typeof value) options[option] = given;
  }
  const pageType = (TYPES.find((one) => one === fields.get(`${prefix}type`)) ?? null) as PageType | null;
  return {
    extractor: extractor.name,
    options,
    pageType,
    contentSelector: fields.get(`${prefix}content`) ?? '',
    excludeSelector: fields.get(`${prefix}exclude`) ?? '',
  };
}

function parsed(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The settings, kept equal to the address bar in both directions. */
export function useSettings(): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(() => settingsFromHash(location.hash));
  useEffect(() => {
    const read = (): void => setSettings(settingsFromHash(location.hash));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  const change = (changes: Partial<Settings>): void =>
    setSettings((before) => {
      const after = { ...before, ...changes };
      const hash = settingsToHash(after);
      // Replaced, so that the back button leaves the inspector instead of undoing a knob.
      history.replaceState(null, '', hash === '' ? location.pathname + location.search : `#${hash}`);
      return after;
    });
  return [settings, change];
}
