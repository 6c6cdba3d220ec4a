/**
 * Which systems saw which data sets before they are scored on them. Such a figure is too good, and every table marks it.
 *
 * A system that contains another one (a wrapper, a combination, a site learner around the page level) has its row, too. Papers that
 * name no training pages are not in the table, so a figure without a mark is not proven clean.
 */

/** How a system saw the pages. */
export type Contamination = 'trained' | 'gold' | 'tuned';

/** The mark after a figure, and the footnote. */
export const CONTAMINATIONS: Readonly<Record<Contamination, { readonly mark: string; readonly note: string }>> = {
  trained: { mark: '†', note: 'weights or rules of the system were trained on pages of this data set' },
  gold: {
    mark: '‡',
    note: 'the gold standard of this data set is output of the system, or of the program it is built on',
  },
  tuned: { mark: '§', note: 'parameters of the system were chosen on some of the sites of this data set' },
};

/** Extractors with Boilerpipe's decision trees, learned on L3S-GN1 (Kohlschütter, Fankhauser and Nejdl 2010). */
const WITH_TREES = [
  ...['article', 'article-1.2', 'article-sentences', 'default', 'largest', 'num-words', 'density'].map(
    (one) => `boilerpipe-${one}`,
  ),
  ...['boilerpipe-default-ancestor', 'boilerpipe-article-ancestor', 'precision', 'recall'],
  ...['urltree-boilerpipe-article', 'goldminer-boilerpipe-article'],
];
/** Extractors that contain the default extractor. */
const WITH_DEFAULT = ['dehusk', 'containers', 'site'];

/** One row per kind and data set: the systems. */
const TABLE: readonly (readonly [Contamination, dataset: string, systems: readonly string[]])[] = [
  ['trained', 'wcxb-dev', [...WITH_DEFAULT, 'maximum-subsequence', 'ncleaner', 'ncleaner-non-lexical', 'victor']],
  ['trained', 'l3s-gn1', WITH_TREES],
  ['trained', 'canola', ['boilerpipe-canola']],
  ['gold', 'readability', ['readability-jsdom', 'readability-linkedom', 'readability-turndown', 'article-extractor']],
  ['tuned', 'wcxb-dev', ['precision', 'recall']],
  // Half of the sites chose the form of the training copies and two numbers of the decoder: fold 0 of `--split 0/2:default`.
  ...['canola', 'cleaneval', 'cleanportaleval', 'l3s-gn1', 'readability', 'daniel-a'].map(
    (dataset): (typeof TABLE)[number] => ['tuned', dataset, WITH_DEFAULT],
  ),
  // Half of the sites for `dehusk`, 17 of 24 for the learners (`datasets/split.ts`).
  ['tuned', 'streams', WITH_DEFAULT],
  ['tuned', 'structure', ['dehusk']],
  // Pages of `--split 0/3` and `1/3` were read.
  ['tuned', 'recipes', WITH_DEFAULT],
];

/** The half of the sites on which the default extractor was not tuned, as signatures name it. */
const HELD_OUT = '|split:1/2:default ';

/**
 * How a system saw a data set, or null where nothing is known.
 *
 * @param system its name in tables; options after a colon do not matter
 * @param dataset `wcxb-dev`, `streams/lukem`, …
 * @param signature names the choice of pages: the default extractor was not tuned on the half held out
 */
export function contaminationOf(system: string, dataset: string, signature = ''): Contamination | null {
  const name = system.split(':')[0];
  const set = dataset.split('/')[0];
  const [kind = null] = TABLE.find(([, of, systems]) => of === set && systems.includes(name)) ?? [];
  return kind === 'tuned' && name === 'dehusk' && signature.includes(HELD_OUT) ? null : kind;
}

/** The mark of a figure; empty where nothing is known. */
export function markOf(contamination: Contamination | null): string {
  return contamination === null ? '' : CONTAMINATIONS[contamination].mark;
}

/** One footnote for each mark that occurs, in the order of the table; empty without any. */
export function footnotes(found: Iterable<Contamination | null>): readonly string[] {
  const kinds = new Set(found);
  return Object.entries(CONTAMINATIONS)
    .filter(([kind]) => kinds.has(kind as Contamination))
    .map(([, { mark, note }]) => `${mark} ${note}`);
}
