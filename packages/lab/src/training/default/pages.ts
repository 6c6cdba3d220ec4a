/** Training pages: block facts, gold labels, token sets and page facts of each page, made in one pass over a data set. */
import { PAGE_TYPES } from '@dehusk/core';
import { BlockWords, blockFacts, ClassTokens, hiddenToken, pageFacts, pageRows } from '@dehusk/core/train';
import { parse, tokensOf } from '@dehusk/html';
import { getDomain } from 'tldts';
import { type Case, type Dataset, sourceOf } from '../../datasets/dataset.js';

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

export type TrainingPage = NonNullable<ReturnType<typeof alignedPage>>;

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
const SERVICES = ['landing', 'portfolio', 'event', 'job'];

/** The unit that folds never divide: the registrable domain; of a free template its name, as several sites show the same one. */
function foldUnit({ domain, site, id }: Case): string {
  const template = /^(?:t|h5)-(.+)/.exec(site ?? '');
  if (template) return template[1];
  return (domain && getDomain(domain, { allowPrivateDomains: true })) ?? domain ?? site ?? id;
}

/** Parses and aligns one case; null when the page cannot be parsed. */
export function trainingPage(one: Case, folds: number, share = 1, set = '') {
  const domain = foldUnit(one);
  const type = SERVICES.includes(one.pageType ?? '') ? 'service' : one.pageType;
  return alignedPage(sourceOf(one), one.url, tokensOf(one.gold), {
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
 * @param hidesWords replaces the words of blocks by tokens no model knows
 */
export function alignedPage(
  source: string,
  url: string | null,
  gold: Uint32Array,
  origin: GoldOrigin,
  hidesWords = false,
) {
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
    ...{ ...origin, rows, gold },
    /** Word hashes of all rows; row r has [tokenFrom[r], tokenFrom[r + 1]). */
    ...{ tokens, tokenFrom },
    /** Per row: share of its words that are gold. */
    label: alignGold({ size: rows.size, tokens, tokenFrom }, gold),
    /** Per row: weight in training. The rows of a page together weigh about the same on every page. */
    weight: rows.words.map((count) => ((count + 0.5) / weightOfPage) * origin.share),
    page: pageFacts(visible),
    /** Class words of the page, for its type, and of each row; words of each row. */
    ...{ pageTokens: Uint32Array.from(classes.all()), classTokens, wordTokens },
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

// Which words of a page's blocks are the words of its gold: labels for training.
//
// Gold is text without positions, and the same short text may stand on a page many times. So: blocks whose word trigrams
// are unique in the gold are anchors; the heaviest increasing chain of anchors fixes the order; blocks between anchors are
// matched inside the stretch of gold left between them, long ones first; what is left and long is matched anywhere. Every
// gold word is used once.

/** A page's blocks as ranges of word hashes. */
interface BlockWordRanges {
  readonly size: number;
  readonly tokens: Uint32Array;
  readonly tokenFrom: Uint32Array;
}

const ANCHOR_WORDS = 6;
/** Widths of blocks matched between anchors, with the share of their words that must be found: long ones first. */
const PASSES: readonly (readonly [least: number, most: number, share: number])[] = [
  [8, Number.POSITIVE_INFINITY, 0.5],
  [4, 7, 0.6],
  [3, 3, 1],
  [2, 2, 1],
  [1, 1, 1],
];
const FREE_WORDS = 4;
const FREE_SHARE = 0.7;
/** How many blocks away an anchor may be for one- and two-word blocks to be believed. */
const SHORT_REACH = 40;
const SHORT_NEAR = 12;
const SHORT_GAP = 400;
const SHORT_STRETCH = 60;

/** @returns per block: matched words / words, 0…1 */
export function alignGold(blocks: BlockWordRanges, gold: Uint32Array): Float32Array {
  const { size, tokens, tokenFrom } = blocks;
  const places = new Map<number, number[]>();
  const trigrams = new Map<number, number[]>();
  const key = (list: Uint32Array, at: number): number =>
    (Math.imul(list[at], 0x9e3779b1) ^ Math.imul(list[at + 1], 0x85ebca77) ^ list[at + 2]) >>> 0;
  for (let at = 0; at < gold.length; at++) {
    push(places, gold[at], at);
    if (at + 2 < gold.length) push(trigrams, key(gold, at), at);
  }
  const used = new Uint8Array(gold.length);
  const matched = new Float32Array(size);
  const from = new Int32Array(size).fill(-1);
  const to = new Int32Array(size).fill(-1);

  /** Matches block b inside gold [low, high); keeps the match when it covers the share asked for. */
  const match = (b: number, low: number, high: number, share: number): boolean => {
    const start = tokenFrom[b];
    const count = tokenFrom[b + 1] - start;
    if (count < 3) {
      for (const place of places.get(tokens[start]) ?? []) {
        if (place < low || place + count > high || used[place] === 1) continue;
        if (count === 2 && (gold[place + 1] !== tokens[start + 1] || used[place + 1] === 1)) continue;
        used.fill(1, place, place + count);
        matched[b] = count;
        from[b] = place;
        to[b] = place + count;
        return true;
      }
      return false;
    }
    const runs: [number, number][] = [];
    let covered = 0;
    let last = low;
    let at = 0;
    while (at + 2 < count) {
      let best = -1;
      for (const place of trigrams.get(key(tokens, start + at)) ?? []) {
        if (place < low || place + 3 > high || used[place] + used[place + 1] + used[place + 2] > 0) continue;
        if (best < 0 || Math.abs(place - last) < Math.abs(best - last)) best = place;
      }
      if (best < 0) {
        at++;
        continue;
      }
      let length = 3;
      while (
        at + length < count &&
        best + length < high &&
        used[best + length] === 0 &&
        gold[best + length] === tokens[start + at + length]
      )
        length++;
      used.fill(1, best, best + length);
      runs.push([best, length]);
      covered += length;
      last = best + length;
      at += length;
    }
    // The last one or two words of a block have no trigram of their own.
    for (; at < count && runs.length > 0; at++)
      for (let step = 0; step < 3; step++)
        if (last + step < high && used[last + step] === 0 && gold[last + step] === tokens[start + at]) {
          used[last + step] = 1;
          runs.push([last + step, 1]);
          covered++;
          last += step + 1;
          break;
        }
    if (covered === 0 || covered < share * count) {
      for (const [place, length] of runs) used.fill(0, place, place + length);
      return false;
    }
    matched[b] = covered;
    from[b] = runs[0][0];
    to[b] = last;
    return true;
  };

  for (const { block, place } of anchorChain(blocks, gold.length, trigrams, key)) {
    const count = tokenFrom[block + 1] - tokenFrom[block];
    match(block, Math.max(0, place - 3), Math.min(gold.length, place + count * 2 + 10), 0.3);
  }

  for (const [least, most, share] of PASSES) {
    const { before, after, beforeDistance, afterDistance } = neighbours(from, to, gold.length);
    let reached = -1;
    for (let b = 0; b < size; b++) {
      const count = tokenFrom[b + 1] - tokenFrom[b];
      if (matched[b] > 0 || count < least || count > most) continue;
      let low = before[b];
      let high = after[b];
      if (low > high) high = Math.min(gold.length, low + 80);
      if (count <= 2 && (beforeDistance[b] < NEVER || afterDistance[b] < NEVER)) {
        const near = Math.min(beforeDistance[b], afterDistance[b]);
        if (near > SHORT_REACH || (near > SHORT_NEAR && high - low > SHORT_GAP)) continue;
        if (beforeDistance[b] >= NEVER) low = Math.max(low, high - SHORT_STRETCH);
        if (afterDistance[b] >= NEVER) high = Math.min(high, low + SHORT_STRETCH);
      }
      if (reached >= low && reached < high) low = reached;
      if (match(b, low, high, share)) reached = to[b];
    }
  }

  const rest: number[] = [];
  for (let b = 0; b < size; b++) if (matched[b] === 0 && tokenFrom[b + 1] - tokenFrom[b] >= FREE_WORDS) rest.push(b);
  rest.sort((x, y) => tokenFrom[y + 1] - tokenFrom[y] - (tokenFrom[x + 1] - tokenFrom[x]) || x - y);
  for (const b of rest) match(b, 0, gold.length, FREE_SHARE);

  const labels = new Float32Array(size);
  for (let b = 0; b < size; b++) labels[b] = matched[b] / Math.max(1, tokenFrom[b + 1] - tokenFrom[b]);
  return labels;
}

const NEVER = 1_000_000;

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** The heaviest chain of anchors that grows in both block and gold place. */
function anchorChain(
  blocks: BlockWordRanges,
  goldLength: number,
  trigrams: ReadonlyMap<number, readonly number[]>,
  key: (list: Uint32Array, at: number) => number,
) {
  const { size, tokens, tokenFrom } = blocks;
  const anchors: { block: number; place: number; weight: number; total: number; previous: number }[] = [];
  // A Fenwick tree of the best chain that ends at or before a place.
  const offset = 64;
  const best = new Int32Array(goldLength + 2 * offset + 2).fill(-1);
  const find = (place: number): number => {
    let found = -1;
    for (let at = place; at > 0; at -= at & -at)
      if (best[at] >= 0 && (found < 0 || anchors[best[at]].total > anchors[found].total)) found = best[at];
    return found;
  };
  let last = -1;
  for (let b = 0; b < size; b++) {
    const count = tokenFrom[b + 1] - tokenFrom[b];
    if (count < ANCHOR_WORDS) continue;
    let place = Number.NEGATIVE_INFINITY;
    let weight = 0;
    for (let at = 0; at + 2 < count; at++) {
      const found = trigrams.get(key(tokens, tokenFrom[b] + at));
      if (found === undefined) continue;
      weight++;
      if (found.length === 1 && place === Number.NEGATIVE_INFINITY) place = found[0] - at;
    }
    if (place < -50 || weight < 3 || weight < 0.5 * (count - 2)) continue;
    const slot = place + offset;
    const previous = find(slot - 1);
    const id = anchors.length;
    anchors.push({ block: b, place, weight, previous, total: weight + (previous >= 0 ? anchors[previous].total : 0) });
    for (let at = slot; at < best.length; at += at & -at)
      if (best[at] < 0 || anchors[best[at]].total < anchors[id].total) best[at] = id;
    if (last < 0 || anchors[id].total > anchors[last].total) last = id;
  }
  const chain: typeof anchors = [];
  for (let at = last; at >= 0; at = anchors[at].previous) chain.push(anchors[at]);
  return chain.reverse();
}

/** Per block: the gold stretch between the nearest matched blocks, and how many blocks away those are. */
function neighbours(from: Int32Array, to: Int32Array, goldLength: number) {
  const size = from.length;
  const [before, after, beforeDistance, afterDistance] = [0, 1, 2, 3].map(() => new Int32Array(size));
  let place = 0;
  let distance = NEVER;
  for (let b = 0; b < size; b++, distance++) {
    before[b] = place;
    beforeDistance[b] = distance;
    if (to[b] >= 0) {
      place = to[b];
      distance = 0;
    }
  }
  place = goldLength;
  distance = NEVER;
  for (let b = size - 1; b >= 0; b--, distance++) {
    after[b] = place;
    afterDistance[b] = distance;
    if (from[b] >= 0) {
      place = from[b];
      distance = 0;
    }
  }
  return { before, after, beforeDistance, afterDistance };
}
