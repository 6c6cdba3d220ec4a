/**
 * Tables of the core that the window shows. The build writes them out as data, so that the window loads no extractor: those are in
 * the worker (`vite.config.js`).
 */

import { PAGE_TYPES } from '@dehusk/core';
import { FOCUS } from '@dehusk/core/train';
import type { OptionDomains } from '@dehusk/html';
import { anyExtractorNamed, DEFAULT_EXTRACTOR, EXTRACTORS } from '@dehusk/papers';

/** Extractors with their options, the default first; the last one uses what was learnt of a page's site. */
export const EXTRACTOR_TABLE = [...EXTRACTORS, anyExtractorNamed('site')].map(
  ({ name, summary, defaults, domains, optionDocs }) => ({
    name,
    summary,
    defaults: defaults as Readonly<Record<string, unknown>>,
    domains: domains as OptionDomains,
    optionDocs: optionDocs as Readonly<Record<string, string>>,
  }),
);

export const DEFAULT_NAME: string = DEFAULT_EXTRACTOR;
export const SITE_EXTRACTOR = 'site';
export const TYPES: readonly string[] = PAGE_TYPES;
/** Steps of the precision–recall knob. */
export const FOCUSES: readonly string[] = Object.keys(FOCUS).sort(
  (one, other) => FOCUS[other].floor - FOCUS[one].floor,
);
