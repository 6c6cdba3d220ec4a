/**
 * The claims of the CIC-IPN ancestor filter on public pages: after Boilerpipe it raises precision much more than it lowers
 * recall, precision falls and recall rises with the depth, and two is the best depth. The paper's 3,400 annotated news
 * pages (2,400 Spanish, 1,000 English) are announced as freely available and cannot be reached. Here are English news (GoldMiner's CleanPortalEval, on which
 * the filter's open choices were settled, and L3S-GN1), CleanEval, which the paper has too, and articles of two Spanish sites.
 *
 * Per corpus: jusText, and for Boilerpipe's Default and Article extractors the base and the filter at depths 1 to 5;
 * precision, recall and F of the paper's character metric and of cleaneval.py (words, micro), and whether the filter's F
 * differs from the base's, and from jusText's (Mann–Whitney U as in the paper, and Wilcoxon's test, because the values are
 * paired). The share of irrelevant text is that of the visible characters which no alignment with the gold matches.
 */

import { keptText, NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import { extractorNamed } from '@dehusk/papers';
import { allCases, type Case, pageOf } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate } from '../metrics/metric.js';
import { percent, textTable } from '../reports/tables.js';
import { contaminationOf, footnotes, markOf, sign } from '../run/evaluate.js';
import { mannWhitney, wilcoxonSignedRank } from '../significance/rank-tests.js';
import { type Reproduction, signatures } from './reproduction.js';

/** Long texts are aligned by words: characters of CleanEval's longest pages take minutes. */
const METRICS = ['characters:exactUpTo=1e8', 'cleaneval'].map(metricNamed);
/** The paper's level of significance: 99 %. */
const LEVEL = 0.01;
const DEPTHS = [1, 2, 3, 4, 5];
const BEST_DEPTH = 2;

/** The last is the filter as a procedure by itself, the paper's future work. */
const BASES = ['boilerpipe-default', 'boilerpipe-article', 'everything'] as const;
const filterOf = (base: string): string => `${base}-ancestor`;
const RIVAL = 'justext';

/** The paper's characters on its own corpora: P R F of Boilerpipe by depth from 0, the base, to 5; its jusText; its irrelevant text. */
const PAPER = {
  English: {
    depths: ['.76 .92 .83', '.96 .82 .89', '.95 .84 .89', '.90 .88 .89', '.87 .88 .87', '.85 .89 .87'],
    rival: '.85 .84 .84',
    irrelevant: 0.73,
  },
  Spanish: {
    depths: ['.83 .98 .90', '.97 .92 .94', '.97 .93 .95', '.91 .95 .92', '.90 .95 .92', '.89 .95 .91'],
    rival: '.86 .93 .89',
    irrelevant: 0.63,
  },
};

interface Corpus {
  readonly dataset: string;
  /** The paper's corpus of the same language, where it is news. */
  readonly paper?: keyof typeof PAPER;
  /** Published words (cleaneval, micro P R F), by base and depth. */
  readonly words?: Readonly<Partial<Record<(typeof BASES)[number], readonly string[]>>>;
}

const CORPORA: readonly Corpus[] = [
  {
    dataset: 'cleanportaleval',
    paper: 'English',
    // Java Boilerpipe with a filter on the same pages.
    words: {
      'boilerpipe-default':
        '.783 .911 .843|.939 .842 .888|.938 .843 .888|.938 .843 .888|.934 .843 .886|.933 .843 .886'.split('|'),
      'boilerpipe-article':
        '.912 .885 .898|.935 .824 .876|.933 .826 .876|.932 .826 .876|.932 .826 .876|.932 .826 .876'.split('|'),
    },
  },
  { dataset: 'l3s-gn1', paper: 'English' },
  { dataset: 'streams/izquierda', paper: 'Spanish' },
  { dataset: 'streams/paraguayos', paper: 'Spanish' },
  // The paper's.
  { dataset: 'cleaneval', words: { 'boilerpipe-default': ['.95 .74 .83', '', '.96 .66 .78'] } },
];

type FilterResult = ReturnType<typeof scoreDepths>;

/** Runs every extractor over annotated pages; a page that is refused or was never annotated, or an index page, is left out. */
export function scoreDepths(cases: Iterable<Case>, onPage?: () => void) {
  const runs = [
    { name: RIVAL, depth: null as number | null },
    ...BASES.flatMap((base) => [0, ...DEPTHS].map((depth) => ({ name: depth === 0 ? base : filterOf(base), depth }))),
  ].map(({ name, depth }) => {
    const extractor = extractorNamed(name);
    const options = withDefaults(extractor, depth ? { depth } : {});
    return { name, depth, extractor, options, counts: METRICS.map((): (readonly number[])[] => []) };
  });
  const [characters] = METRICS;
  let pages = 0;
  for (const gold of cases) {
    onPage?.();
    const isArticle = gold.kind !== 'index' && (gold.gold !== '' || gold.goldMarkup !== null);
    const page = isArticle ? pageOf(gold) : null;
    if (page === null) continue;
    pages++;
    const context = { ...NO_CONTEXT, language: gold.language };
    // Many depths keep the same text, and counting takes most of the time.
    const known = new Map<string, (readonly number[])[]>();
    for (const { extractor, options, counts } of runs) {
      const text = keptText(extractor.label(page, options, context));
      const own = known.get(text) ?? METRICS.map((metric) => metric.count(gold, text));
      known.set(text, own);
      for (const at of METRICS.keys()) counts[at].push(own[at]);
    }
  }
  return {
    pages,
    /** Share of the visible characters that are not in the gold, of the sums over pages. */
    irrelevant:
      1 - aggregate(characters, runs.find(({ name }) => name === 'everything')?.counts[0] ?? [], 'micro').precision,
    rows: runs.map(({ name, depth, counts }) => ({
      ...{ extractor: name, depth },
      scores: METRICS.map((metric, at) => aggregate(metric, counts[at])),
      /** Per metric: F of each page. */
      pages: METRICS.map((metric, at) => counts[at].map((one) => metric.score(one))),
    })),
  };
}

/** p of Mann–Whitney's and of Wilcoxon's test, starred at the paper's level. */
function tests(a: readonly number[], b: readonly number[]): string {
  return [mannWhitney(a, b).p, wilcoxonSignedRank(a, b).p]
    .map((p) => `${p.toExponential(1)}${p < LEVEL ? '*' : ' '}`)
    .join(' ');
}

function print({ dataset, paper, words }: Corpus, { pages, irrelevant, rows }: FilterResult): string {
  const at = (extractor: string, depth: number | null): number =>
    rows.findIndex((row) => row.extractor === extractor && row.depth === depth);
  const cells = rows.map(({ extractor, depth, scores, pages: own }) => {
    const base = BASES.find((one) => one === extractor || filterOf(one) === extractor);
    const before = base !== undefined && depth ? rows[at(base, 0)].pages : undefined;
    const inPaper = (of: keyof typeof PAPER): string | undefined =>
      base === undefined ? PAPER[of].rival : base === BASES[0] ? PAPER[of].depths[depth ?? 0] : undefined;
    const published = [paper && inPaper(paper), base && words?.[base]?.[depth ?? 0]];
    const figures = METRICS.flatMap((_, metric) => [
      published[metric] || '–',
      [scores[metric].precision, scores[metric].recall, scores[metric].score].map(threeDigits).join(' '),
      before === undefined ? '' : tests(own[metric], before[metric]),
    ]);
    return [`${extractor}${markOf(contaminationOf(extractor, dataset))}`, depth ? String(depth) : '–', ...figures];
  });
  const head = ['extractor', 'depth', 'paper', 'characters', 'U and W', 'published', 'words', 'U and W'];
  const filter = rows[at(filterOf(BASES[0]), BEST_DEPTH)];
  const rival = rows[at(RIVAL, null)];
  const againstRival = METRICS.map(({ name }, metric) => `${name} ${tests(filter.pages[metric], rival.pages[metric])}`);
  return [
    `${dataset}, ${pages} pages; irrelevant text ${percent(irrelevant, 0)} % of the characters${paper ? ` (paper: ${percent(PAPER[paper].irrelevant, 0)} % of its ${paper} pages)` : ''}`,
    textTable({ head, rows: cells }),
    `${filter.extractor} at depth ${BEST_DEPTH} against ${RIVAL}: ${againstRival.join(', ')}`,
    ...footnotes(rows.map(({ extractor }) => contaminationOf(extractor, dataset))),
    '',
  ].join('\n');
}

function threeDigits(share: number): string {
  return share.toFixed(3).replace(/^0/, '');
}

export const ancestorFilter: Reproduction = {
  name: 'ancestor-filter',
  summary:
    'the claims of the CIC-IPN ancestor filter on English and Spanish news and CleanEval: depths 1 to 5, words, characters, tests at 99 %',
  async run(data, { onPage }) {
    const results: string[] = [];
    const signed: string[] = [];
    for (const corpus of CORPORA) {
      const dataset = openDataset(corpus.dataset, data);
      const result = scoreDepths(await allCases(dataset), onPage);
      results.push(print(corpus, result));
      for (const metric of METRICS)
        for (const { extractor, depth } of result.rows)
          signed.push(sign(metric, dataset, result.pages, extractor, depth ? { depth } : {}));
    }
    return [
      'P R F; * differs from its base at 99 % (p of Mann–Whitney U, of Wilcoxon). Published words: the Java library on CleanPortalEval, the paper on CleanEval\n',
      ...results,
      signatures(signed),
    ].join('\n');
  },
};
