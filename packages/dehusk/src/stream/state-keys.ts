/** The stream's keys in the store, beside the learners' models (`sites/site-models.ts`) and the sources' own. */

/** What an output's sink is opened with after a restart: the mark its last committed flush gave. */
export function sinkMarkKey(name: string): string {
  return `sink/${name}`;
}

/** A site's duplicate filter. */
export function duplicatesKey(site: string): string {
  return `duplicates/${site}`;
}

/** What is known of a site besides: revisions above the first, pages waiting for its pattern. */
export function siteKey(site: string): string {
  return `site/${site}`;
}

/** A page of a young site, packed, to be read again once the site's pattern is learnt. */
export function learningKey(site: string, id: string): string {
  return `learning/${site}/${id}`;
}

/** What of an ordered input was finished beyond its position: a run after a crash leaves that out. */
export function aheadKey(input: string): string {
  return `ahead/${input}`;
}

/** What all runs on a state emitted and rejected. */
export const TOTALS_KEY = 'stream/totals';
