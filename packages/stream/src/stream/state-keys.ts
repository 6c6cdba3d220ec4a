/** The stream's keys in the store, beside the learners' models (`site-models.ts`) and the sources' own. */

/** The checkpoint of a sink's last committed flush, which the sink is opened with after a restart. */
export function sinkCheckpointKey(name: string): string {
  return `sink/${name}`;
}

/** A site's duplicate filter. */
export function duplicatesKey(site: string): string {
  return `duplicates/${site}`;
}

/** A site's record: revisions above the first, pages waiting for its pattern. */
export function siteKey(site: string): string {
  return `site/${site}`;
}

/** The addresses of a site, and the URL rules learnt from them. */
export function addressesKey(site: string): string {
  return `addresses/${site}`;
}

/** A page of a young site, packed, to be extracted again once the site's pattern is learnt. */
export function learningKey(site: string, id: string): string {
  return `learning/${site}/${id}`;
}

/** Positions of an ordered input finished beyond its position: a run after a crash skips them. */
export function aheadKey(input: string): string {
  return `ahead/${input}`;
}

/** Totals of all runs on a state. */
export const TOTALS_KEY = 'stream/totals';
