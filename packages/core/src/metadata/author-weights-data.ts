/** Evidence for authors, chosen on two thirds of the development sites. */
import type { SourceKind } from './finding.js';

export const WEIGHTS: Readonly<Partial<Record<SourceKind, number>>> = {
  'json-ld': 5,
  citation: 5,
  'dublin-core': 4,
  microdata: 4,
  'open-graph': 3.4,
  meta: 3.4,
  twitter: 3.4,
  link: 3.2,
};
export const BYLINE_WEIGHTS: Readonly<Record<string, number>> = {
  'visible author element': 4,
  'visible byline': 3.3,
  'visible link to an author': 2.4,
};
/** What the kind of the best name adds: far more than sources differ, so that a person wins. A namesake has the name of the site. */
export const KIND = { person: 2.5, namesake: 0, account: 0, organisation: -2.5, site: -3.5 } as const;
/** Evidence below which nobody is the author: one word in a line of text. */
export const LEAST = { person: 0, namesake: 0, account: 3.35, organisation: 0, site: 0 } as const;
/** No candidate has more. */
export const MOST = 7.5;
