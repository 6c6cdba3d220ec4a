/**
 * Pages turned into what the trainer needs: block facts, gold labels, token sets, page facts. One pass over the data.
 */
import {
  BlockWords,
  blockFacts,
  ClassTokens,
  decode,
  hiddenToken,
  PAGE_TYPES,
  type PageRows,
  pageFacts,
  pageRows,
  parse,
  tokensOf,
} from '@dehusk/core/internal';
import type { Case } from '../../datasets/dataset.js';
import { alignGold } from './align.js';
import { disguised, drawMarkupAugmentation } from './augment-markup.js';
import { type Donors, spliceBlocks } from './splice-blocks.js';

export interface TrainingPage {
  readonly id: string;
  readonly domain: string;
  /** Weight of the whole page in training: 1 for an original, less for a copy. */
  readonly share: number;
  readonly fold: number;
  /** Whether it may be learnt from; a page that may not is judged all the same. For the learning curve. */
  readonly trains: boolean;
  /** Index into PAGE_TYPES, or −1. */
  readonly type: number;
  readonly rows: PageRows;
  /** Word hashes of all rows; row r has [tokenFrom[r], tokenFrom[r + 1]). */
  readonly tokens: Uint32Array;
  readonly tokenFrom: Uint32Array;
  readonly gold: Uint32Array;
  /** Per block: share of its words that are gold. */
  readonly label: Float32Array;
  /** Per block: weight in training; a page's blocks together weigh about the same on every page. */
  readonly weight: Float32Array;
  readonly page: Float32Array;
  /** Class words of the whole page, for its type. */
  readonly pageTokens: Uint32Array;
  readonly classTokens: readonly Uint32Array[];
  readonly wordTokens: readonly Uint32Array[];
}

/** Weight of a copy: an article has several. */
const COPY_SHARE = 0.5;
const ARTICLE_COPY_SHARE = 0.2;

/** Steps that domains are divided into when only a share of them is learnt from; a multiple of the folds gives each the same. */
const SHARE_STEPS = 500;

/**
 * Parses and aligns one case; null when the page cannot be parsed.
 *
 * @param learnt share of the domains that may be learnt from, 0…1; which ones a hash tells
 */
export function trainingPage(one: Case, folds: number, learnt = 1): TrainingPage | null {
  const domain = domainOf(one);
  return aligned(decode(one.html(), { httpCharset: one.charset }).text, one.url, tokensOf(one.gold), {
    id: one.id,
    share: 1,
    domain,
    fold: foldOf(domain, folds),
    trains: foldOf(domain, SHARE_STEPS) < learnt * SHARE_STEPS,
    type: PAGE_TYPES.indexOf((one.pageType ?? '') as (typeof PAGE_TYPES)[number]),
    isForeign: false,
  });
}

/**
 * A copy of a page for training: an article is grafted with pieces of other pages, any page may stand in disguise.
 * Null when nothing can be made of it. Deterministic by seed.
 *
 * @param donors pieces from pages of the same fold; null for a copy that is only disguised
 */
export function trainingCopy(original: TrainingPage, donors: Donors | null, seed: number): TrainingPage | null {
  const { page } = original.rows.visible;
  const graft = donors === null ? null : spliceBlocks(original, donors, seed);
  const disguise = drawMarkupAugmentation(seed, graft !== null);
  const source = disguised(graft?.source ?? page.source, disguise, seed);
  const { id, domain, fold, type } = original;
  return aligned(source, disguise.headless ? null : page.url, graft ? tokensOf(graft.gold) : original.gold, {
    id: `${id}~${seed}`,
    share: PAGE_TYPES[type] === 'article' ? ARTICLE_COPY_SHARE : COPY_SHARE,
    domain,
    fold,
    trains: true,
    type,
    isForeign: disguise.foreign,
  });
}

/** A page's source with its gold, parsed and aligned. */
function aligned(
  source: string,
  url: string | null,
  gold: Uint32Array,
  known: Pick<TrainingPage, 'id' | 'share' | 'domain' | 'fold' | 'trains' | 'type'> & { readonly isForeign: boolean },
): TrainingPage | null {
  const parsed = parse(source, { url });
  if (!parsed.ok) return null;
  const visible = blockFacts(parsed.page);
  const rows = pageRows(visible);
  const { hidden } = rows;
  const tokens = new Uint32Array(visible.tokens.length + hidden.tokens.length);
  tokens.set(visible.tokens);
  tokens.set(hidden.tokens, visible.tokens.length);
  const tokenFrom = new Uint32Array(rows.size + 1);
  tokenFrom.set(visible.tokenFrom);
  for (let at = 0; at <= hidden.size; at++) tokenFrom[visible.size + at] = visible.tokens.length + hidden.tokenFrom[at];
  const label = alignGold({ size: rows.size, tokens, tokenFrom }, gold);
  const all = gold.length + 0.25 * visible.total + 20;
  const collect: number[] = [];
  const classes = new ClassTokens(parsed.page);
  const words = new BlockWords(visible);
  const classTokens: Uint32Array[] = [];
  const wordTokens: Uint32Array[] = [];
  for (let b = 0; b < visible.size; b++) {
    classes.around(visible.blocks.element[b], collect);
    classTokens.push(Uint32Array.from(collect));
    words.next(b, collect);
    wordTokens.push(Uint32Array.from(collect, (token) => (known.isForeign ? mixed(token) : token)));
  }
  for (const { kind, topic } of rows.hiddenTexts) {
    classTokens.push(Uint32Array.of(hiddenToken(kind, topic)));
    wordTokens.push(new Uint32Array(0));
  }
  const { isForeign: _, ...rest } = known;
  return {
    ...rest,
    rows,
    tokens,
    tokenFrom,
    gold,
    label,
    weight: rows.words.map((count) => ((count + 0.5) / all) * known.share),
    page: pageFacts(visible),
    pageTokens: Uint32Array.from(classes.all()),
    classTokens,
    wordTokens,
  };
}

/** A token no model knows. */
function mixed(token: number): number {
  return (Math.imul(token, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
}

/** The unit of folds: the registrable domain, else what is known. */
export function domainOf(one: Pick<Case, 'domain' | 'site' | 'id'>): string {
  return one.domain ?? one.site ?? one.id;
}

/** The fold of a registrable domain: a stable hash, so that a site is never on both sides. */
export function foldOf(domain: string, folds: number): number {
  return tokensOf(domain.toLowerCase().replace(/[^a-z0-9]/g, ''))[0] % folds;
}

/** Word-multiset F1 of the kept blocks against the gold: WCXB's metric on hashed words; an empty gold scores 1 with nothing kept. */
export function wordF1(page: TrainingPage, keep: Uint8Array): { f1: number; precision: number; recall: number } {
  const { rows, tokens, tokenFrom, gold } = page;
  const counts = new Map<number, number>();
  for (const token of gold) counts.set(token, (counts.get(token) ?? 0) + 1);
  let kept = 0;
  let hits = 0;
  for (let b = 0; b < rows.size; b++) {
    if (keep[b] === 0) continue;
    for (let at = tokenFrom[b]; at < tokenFrom[b + 1]; at++) {
      kept++;
      const left = counts.get(tokens[at]) ?? 0;
      if (left > 0) {
        hits++;
        counts.set(tokens[at], left - 1);
      }
    }
  }
  if (gold.length === 0 && kept === 0) return { f1: 1, precision: 1, recall: 1 };
  if (hits === 0) return { f1: 0, precision: 0, recall: 0 };
  const precision = hits / kept;
  const recall = hits / gold.length;
  return { f1: (2 * precision * recall) / (precision + recall), precision, recall };
}
