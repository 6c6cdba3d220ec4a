/** Remedies by what was got instead of a page, as the detail of the reason `not-html` names it. */
const REMEDIES: readonly (readonly [got: RegExp, remedy: string])[] = [
  [/\bfeed\b|OPML|(?:rss|atom|rdf)\+xml/, 'dehusk watch ADDRESS --once reads the pages that a feed names'],
  [/\bsitemap\b/, 'dehusk watch reads the pages that a sitemap names (a source of kind "sitemap", docs/sources.md)'],
  [/JSON lines|JSON document/, 'dehusk batch reads pages from JSON lines'],
  [/WARC/, 'dehusk batch - reads WARC from standard input'],
  [/\barchive\b/, 'unpack it first'],
];

/** The detail of a page that is not HTML, with a remedy where another command reads such input. */
export function withRemedy(detail: string): string {
  const remedy = REMEDIES.find(([got]) => got.test(detail))?.[1];
  return remedy === undefined ? detail : `${detail}; ${remedy}`;
}
