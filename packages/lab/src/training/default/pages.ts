/** Training pages: block facts, gold labels, token sets and page facts of each page, made in one pass over a data set. */

import { PAGE_TYPES } from '@dehusk/core';
import {
  BlockWords,
  blockFacts,
  ClassTokens,
  hiddenToken,
  type PageRows,
  pageFacts,
  pageRows,
} from '@dehusk/core/train';
import { decode, parse, tokensOf } from '@dehusk/html';
import { getDomain } from 'tldts';
import type { Case, Dataset } from '../../datasets/dataset.js';
import { alignGold } from './align.js';

/** Where a training page comes from. */
interface GoldOrigin {
  /** The data set. */
  readonly set: string;
  readonly id: string;
  readonly domain: string;
  /** Weight of the page in training: 1 for an original, less for a copy. */
  readonly share: number;
  readonly fold: number;
  /** Whether models may be trained on it; a page that may not is scored all the same. For the learning curve. */
  readonly trains: boolean;
  /** Index into PAGE_TYPES, or −1. */
  readonly type: number;
}

export interface TrainingPage extends GoldOrigin {
  readonly rows: PageRows;
  /** Word hashes of all rows; row r has [tokenFrom[r], tokenFrom[r + 1]). */
  readonly tokens: Uint32Array;
  readonly tokenFrom: Uint32Array;
  readonly gold: Uint32Array;
  /** Per row: share of its words that are gold. */
  readonly label: Float32Array;
  /** Per row: weight in training. The rows of a page together weigh about the same on every page. */
  readonly weight: Float32Array;
  readonly page: Float32Array;
  /** Class words of the page, for its type. */
  readonly pageTokens: Uint32Array;
  /** Per row. */
  readonly classTokens: readonly Uint32Array[];
  readonly wordTokens: readonly Uint32Array[];
}

/** Number of parts the domains are divided into for a learning curve: a multiple of the folds, so that each loses the same. */
const SHARE_STEPS = 500;

/** Reads the pages of a data set. `share` is the share of the domains that may be trained on, 0…1. */
export async function readTrainingPages(dataset: Dataset, folds: number, share = 1): Promise<TrainingPage[]> {
  const pages: TrainingPage[] = [];
  for await (const one of dataset.cases()) {
    const page = trainingPage(one, folds, share, dataset.name);
    if (page !== null) pages.push(page);
  }
  return pages;
}

/** Licences under which a page may train weights that ship; pages under others are scored only. WCXB's pages name none: CC-BY-4.0. */
const MAY_TRAIN = /^(?:MIT|Apache-2|BSD|ISC|MPL|BSL-1|PostgreSQL|NTP|CC0|CC-BY-\d|public domain)/;
/** Page types that only the licensed pages have. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  landing: 'service',
  portfolio: 'service',
  event: 'service',
  job: 'service',
};

/** The unit that folds never divide: the registrable domain; of a free template its name, as several sites show the same one. */
function foldUnit({ domain, site, id }: Case): string {
  const template = /^(?:t|h5)-(.+)/.exec(site ?? '');
  if (template) return template[1];
  return (domain && getDomain(domain, { allowPrivateDomains: true })) ?? domain ?? site ?? id;
}

/** Parses and aligns one case; null when the page cannot be parsed. */
export function trainingPage(one: Case, folds: number, share = 1, set = ''): TrainingPage | null {
  const domain = foldUnit(one);
  const type = OTHER_TYPES[one.pageType ?? ''] ?? one.pageType ?? '';
  return alignedPage(decode(one.html(), { httpCharset: one.charset }).text, one.url, tokensOf(one.gold), {
    set,
    id: one.id,
    share: 1,
    domain,
    fold: foldOf(domain, folds),
    trains: MAY_TRAIN.test(one.licence ?? 'CC-BY-4.0') && foldOf(domain, SHARE_STEPS) < share * SHARE_STEPS,
    type: PAGE_TYPES.indexOf(type as (typeof PAGE_TYPES)[number]),
  });
}

/** A stable hash, so that a registrable domain is always in the same fold. */
function foldOf(domain: string, folds: number): number {
  return tokensOf(domain.toLowerCase().replace(/[^a-z0-9]/g, ''))[0] % folds;
}

/**
 * Parses a page's source and aligns its gold; null when it cannot be parsed.
 *
 * @param hidesWords replaces the words of blocks by tokens no model knows
 */
export function alignedPage(
  source: string,
  url: string | null,
  gold: Uint32Array,
  origin: GoldOrigin,
  hidesWords = false,
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
  const weightOfPage = gold.length + 0.25 * visible.total + 20;
  const classes = new ClassTokens(parsed.page);
  const words = new BlockWords(visible);
  const classTokens: Uint32Array[] = [];
  const wordTokens: Uint32Array[] = [];
  for (let b = 0; b < visible.size; b++) {
    classTokens.push(classes.around(visible.blocks.element[b]));
    const found = words.found.slice(0, words.next(b));
    wordTokens.push(hidesWords ? found.map(unknown) : found);
  }
  for (const { kind, topic } of rows.hiddenTexts) {
    classTokens.push(Uint32Array.of(hiddenToken(kind, topic)));
    wordTokens.push(new Uint32Array(0));
  }
  return {
    ...origin,
    rows,
    tokens,
    tokenFrom,
    gold,
    label: alignGold({ size: rows.size, tokens, tokenFrom }, gold),
    weight: rows.words.map((count) => ((count + 0.5) / weightOfPage) * origin.share),
    page: pageFacts(visible),
    pageTokens: Uint32Array.from(classes.all()),
    classTokens,
    wordTokens,
  };
}

/** A token no model knows. */
function unknown(token: number): number {
  return (Math.imul(token, 0x9e3779b1) ^ 0x5bd1e995) >>> 0;
}

/** Offsets of the pages' rows among the rows of all pages: page p has rows [from[p], from[p + 1]). */
export function rowOffsets(pages: readonly TrainingPage[]): Uint32Array {
  const from = new Uint32Array(pages.length + 1);
  pages.forEach((page, at) => {
    from[at + 1] = from[at] + page.rows.size;
  });
  return from;
}

/** Word F1 with precision and recall, 0…1: WCXB's metric, on hashed words. Keeping nothing where the gold is empty scores 1. */
export function wordF1({ rows, tokens, tokenFrom, gold }: TrainingPage, keep: Uint8Array) {
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
