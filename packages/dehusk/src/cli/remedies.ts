/** Remedies by reason and by what its detail says was got. */
const REMEDIES: readonly (readonly [reason: string, got: RegExp, remedy: string])[] = [
  ['not-html', /\bfeed\b|OPML|(?:rss|atom|rdf)\+xml/, 'dehusk watch ADDRESS --once reads the pages that a feed names'],
  [
    'not-html',
    /\bsitemap\b/,
    'dehusk watch reads the pages that a sitemap names (a source of kind "sitemap", docs/sources.md)',
  ],
  ['not-html', /JSON lines|JSON document/, 'dehusk batch reads pages from JSON lines'],
  ['not-html', /WARC/, 'dehusk batch - reads WARC from standard input'],
  ['not-html', /\barchive\b/, 'unpack it first'],
  // A host, not a file: the last part is no extension of a page or a list.
  [
    'unreadable',
    /there is no file or folder (?:[\w-]{1,63}\.)+(?!html?|xhtml|txt|md|gz|zst|jsonl?|warc|xml|csv)[a-z]{2,}(?:\/|$)/,
    'an address begins with https://',
  ],
  ['too-large', /^/, '--max-bytes allows more'],
];

/** The detail of a page without text, with a remedy where there is one. */
export function withRemedy(reason: string, detail: string): string {
  const remedy = REMEDIES.find(([of, got]) => of === reason && got.test(detail))?.[2];
  return remedy === undefined ? detail : `${detail}; ${remedy}`;
}
