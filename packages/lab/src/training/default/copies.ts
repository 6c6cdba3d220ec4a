/**
 * Augmented copies of the training pages (here and in `splice-blocks.ts`) as rows of features. Each copy is reduced
 * to a sample of its rows at once, so that hundreds of thousands of rows fit in memory beside the pages.
 */

import { PAGE_TYPES } from '@dehusk/core';
import { FEATURE_NAMES, featureMatrix } from '@dehusk/core/train';
import { tokensOf } from '@dehusk/html';
import { assembleEdges } from './assemble-edges.js';
import { alignedPage, type TrainingPage } from './pages.js';
import { seededRandom } from './seeded-random.js';
import { type Donors, donorsOf, spliceBlocks } from './splice-blocks.js';
import type { trainBlockTokens, trainPageTokens } from './token-models.js';

export type CopyRows = ReturnType<typeof sampledRows>;

interface CopyOptions {
  /** Copies of every page with changed markup, of every article with spliced blocks, and of every text with assembled edges. */
  readonly augmented: number;
  readonly spliced: number;
  readonly assembled: number;
  /** Share of a copy's rows that is sampled. */
  readonly rowShare: number;
  readonly seed: number;
}

/** Scores of the token models that were not trained on a fold. */
interface FoldScores {
  readonly classWords: ReturnType<typeof trainBlockTokens>['scoreOf'];
  readonly blockWords: ReturnType<typeof trainBlockTokens>['scoreOf'];
  readonly pageWords: ReturnType<typeof trainPageTokens>['scoreOf'];
}

/** The data set whose pages are copied with other markup: the others have few articles. */
const COPIED = 'wcxb-dev';
const ARTICLE = PAGE_TYPES.indexOf('article');
/** Types of pages with one text. */
const TEXTS = [ARTICLE, PAGE_TYPES.indexOf('documentation')];
/** Weight of a copy: an article has several. */
const COPY_SHARE = 0.5;
const ARTICLE_COPY_SHARE = 0.2;
const ASSEMBLED_SHARE = 0.3;

/** Makes the copies of all pages, page after page. Blocks are spliced only from pages of the same fold. */
export function copiesOf(
  pages: readonly TrainingPage[],
  folds: number,
  scores: FoldScores,
  options: CopyOptions,
): CopyRows[] {
  const donors = Array.from({ length: folds }, (_, fold) =>
    donorsOf(pages.filter((page) => page.trains && page.fold === fold)),
  );
  const copies: CopyRows[] = [];
  pages.forEach((page, p) => {
    if (!page.trains) return;
    const isCopied = page.set === COPIED;
    const kinds: CopyKind[] = [
      ...(isCopied ? new Array<CopyKind>(options.augmented).fill('augmented') : []),
      ...(isCopied && page.type === ARTICLE ? new Array<CopyKind>(options.spliced).fill('spliced') : []),
      ...(TEXTS.includes(page.type) ? new Array<CopyKind>(options.assembled).fill('assembled') : []),
    ];
    kinds.forEach((kind, c) => {
      const seed = (options.seed + p) * 16 + c;
      const copy = trainingCopy(page, kind, donors[page.fold], seed);
      if (copy !== null && copy.gold.length > 0) copies.push(sampledRows(copy, scores, options.rowShare, seed));
    });
  });
  return copies;
}

/** What a copy changes: the markup, the blocks around the text, or the edges of the text. */
type CopyKind = 'augmented' | 'spliced' | 'assembled';

const CHANGES = { augmented: () => null, spliced: spliceBlocks, assembled: assembleEdges };

/**
 * A copy of a page, deterministic by seed; null when it cannot be parsed.
 * @param donors blocks of pages of the same fold
 */
export function trainingCopy(
  original: TrainingPage,
  kind: CopyKind,
  donors: Donors,
  seed: number,
): TrainingPage | null {
  const { page } = original.rows.visible;
  const spliced = CHANGES[kind](original, donors, seed);
  if (spliced === null && kind === 'assembled') return null;
  const augmentation = drawAugmentation(seed, spliced !== null);
  const source = augmentMarkup(spliced?.source ?? page.source, augmentation, seed);
  const { set, id, domain, fold, type } = original;
  const url = augmentation.dropsHead ? null : page.url;
  const gold = spliced ? tokensOf(spliced.gold) : original.gold;
  const share = kind === 'assembled' ? ASSEMBLED_SHARE : type === ARTICLE ? ARTICLE_COPY_SHARE : COPY_SHARE;
  const origin = { set, id: `${id}~${seed}`, share, domain, fold, trains: true, type };
  return alignedPage(source, url, gold, origin, augmentation.hidesWords);
}

function sampledRows(copy: TrainingPage, scores: FoldScores, rowShare: number, seed: number) {
  const { fold, type, share, rows, page } = copy;
  const typeScores = scores.pageWords(fold, copy.pageTokens);
  const all = featureMatrix(rows, {
    page,
    types: new Float32Array(PAGE_TYPES.length),
    classScore: Float32Array.from(copy.classTokens, (tokens) => scores.classWords(fold, tokens)),
    wordScore: Float32Array.from(copy.wordTokens, (tokens) => scores.blockWords(fold, tokens)),
  });
  const random = seededRandom(seed);
  const sample: number[] = [];
  for (let row = 0; row < rows.size; row++) if (random() < rowShare) sample.push(row);
  const stride = FEATURE_NAMES.length;
  const matrix = new Float32Array(sample.length * stride);
  sample.forEach((row, at) => {
    matrix.set(all.subarray(row * stride, (row + 1) * stride), at * stride);
  });
  return {
    ...{ fold, trains: true, type, share, page },
    /** Log-odds of each page type by the class words of the page. */
    typeScores,
    /** Row-major features; the columns of page type are filled in later. */
    matrix,
    label: Float32Array.from(sample, (row) => copy.label[row]),
    weight: Float32Array.from(sample, (row) => copy.weight[row] / rowShare),
  };
}

// Markup augmentation for training: the same text under the markup of another author.
//
// Observation: WCXB's pages date from the 2020s, and the names their templates give to elements decide most blocks. On pages
// without such names (table layouts of 2008, hand-written weblogs, press in Greek or Chinese) a model trained on them alone
// treats missing names as evidence and keeps menus. Copies without names, landmarks and linked data teach the features that
// still discriminate there.
//
// Works on the source, so that a copy passes through the parser like any other page.

/** No change at all. */
export const AS_IS = {
  /** Share of class words, ids and data attributes that are dropped, 0…1; a name is dropped everywhere or nowhere. */
  dropsNames: 0,
  /** Landmarks (article, main, nav, header, footer, aside, section, figure …) become div. */
  dropsLandmarks: false,
  /** Linked data, Open Graph, generator and address are dropped: all of the head but the title. */
  dropsHead: false,
  /** Share of div elements that become a table of one cell, 0…1. */
  tables: 0,
  /** Paragraphs become text between double line breaks. */
  breaks: false,
  /** List items become lines that end with a break. */
  lists: false,
  /** The words of blocks are unknown to the word model, as in a language it was not trained on. */
  hidesWords: false,
};
export type MarkupAugmentation = Readonly<typeof AS_IS>;

/** Share of pages with spliced blocks whose markup stays as it is. */
const AS_IS_SHARE = 0.35;

/** Draws an augmentation: a combination of properties that old, hand-written and foreign pages have. */
export function drawAugmentation(seed: number, isSpliced: boolean): MarkupAugmentation {
  const random = seededRandom(seed ^ 0x5851f42d);
  if (isSpliced && random() < AS_IS_SHARE) return AS_IS;
  const isOld = random() < 0.5;
  return {
    dropsNames: isOld ? 1 : 0.3 + 0.7 * random(),
    dropsLandmarks: isOld || random() < 0.5,
    dropsHead: isOld || random() < 0.5,
    tables: isOld ? random() * 0.7 : 0,
    breaks: isOld && random() < 0.4,
    lists: isOld && random() < 0.3,
    hidesWords: random() < 0.4,
  };
}

const PARTS =
  /<!--[\s\S]*?-->|<(script|style|textarea|title|noscript)\b[\s\S]*?<\/\1\s*>|<(\/?)([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/gi;
const ATTRIBUTES =
  /\s(?:class|id|role|itemprop|itemtype|itemscope|aria-[a-z]+|data-[\w-]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?/gi;
const CLASS = /\s(class|id)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+))/gi;
const LANDMARKS = new Set(
  'article main nav header footer aside section figure figcaption hgroup details summary address'.split(' '),
);

/** The source of a page with its markup changed. Deterministic by seed. */
export function augmentMarkup(source: string, how: MarkupAugmentation, seed: number): string {
  const random = seededRandom(seed);
  const dropped = new Map<string, boolean>();
  const isDropped = (name: string): boolean => {
    const known = dropped.get(name) ?? random() < how.dropsNames;
    dropped.set(name, known);
    return known;
  };
  const attributesOf = (all: string): string => {
    if (how.dropsNames <= 0) return all;
    if (how.dropsNames >= 1) return all.replace(ATTRIBUTES, '');
    const rest = all.replace(ATTRIBUTES, (one) => (/^\s(?:class|id)\b/i.test(one) || !isDropped(one) ? one : ''));
    return rest.replace(CLASS, (_, attribute: string, double?: string, single?: string, bare?: string) => {
      const words = (double ?? single ?? bare ?? '').split(/\s+/).filter((word) => word !== '' && !isDropped(word));
      return words.length > 0 ? ` ${attribute}="${words.join(' ')}"` : '';
    });
  };
  // Per open div: whether it became a table, so that its end tag matches. Unbalanced tags are left to the parser.
  const openDivs: boolean[] = [];
  return source.replace(
    PARTS,
    (all: string, raw: string | undefined, slash: string, tag: string, attributes: string) => {
      if (tag === undefined) {
        if (raw === undefined) return '';
        return how.dropsHead && /^script/i.test(raw) && /json/i.test(all.slice(0, 300)) ? '' : all;
      }
      const name = tag.toLowerCase();
      if (how.dropsHead && (name === 'meta' || name === 'link')) return /charset/i.test(attributes) ? all : '';
      let own = how.dropsLandmarks && LANDMARKS.has(name) ? 'div' : name;
      if (own === 'div' && how.tables > 0) {
        if (slash === '') {
          const isTable = random() < how.tables;
          openDivs.push(isTable);
          if (isTable) return `<table><tr><td${attributesOf(attributes)}>`;
        } else if (openDivs.pop() === true) return '</td></tr></table>';
      }
      if (own === 'p' && how.breaks) return slash === '' ? '' : '<br><br>';
      if (how.lists) {
        if (own === 'li') return slash === '' ? '' : '<br>';
        if (own === 'ul' || own === 'ol') own = 'div';
      }
      return `<${slash}${own}${slash === '' ? attributesOf(attributes) : ''}>`;
    },
  );
}
