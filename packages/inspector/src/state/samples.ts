/** Sample pages, written for Dehusk: the pages of `dehusk demo --pages`. */
const FILES = import.meta.glob<string>('../../../dehusk/demo/*.html', { query: '?raw', import: 'default' });

interface Sample {
  /** As in the address bar: `news-article.en`. */
  readonly name: string;
  load(): Promise<string>;
}

/** The sample that is shown when no page is given. */
export const FIRST_SAMPLE = 'news-article.en';

export const SAMPLES: readonly Sample[] = Object.entries(FILES)
  .map(([path, load]) => ({ name: path.replace(/^.*\/|\.html$/g, ''), load }))
  .sort((a, b) => (a.name < b.name ? -1 : 1));
