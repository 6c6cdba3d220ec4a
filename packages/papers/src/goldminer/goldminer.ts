/**
 * GoldMiner (Endrédy and Novák 2013, "More Effective Boilerplate Removal: the GoldMiner Algorithm", Polibits 48).
 *
 * Observation: jusText keeps whatever reads like text, including teasers, comments and leads of other articles. But on one
 * site the article is always between the same tags. So the tags are learnt from about a hundred pages, each page is cut to the
 * text between them, and jusText decides within. A page without the tags is no article but an index page.
 *
 * Steps: features of each page (`page-features.ts`) → a bounded sample (the core's `sample-learner.ts`) → boundaries of the article by
 * uniqueness and nearest common parent (`boundaries.ts`) → start and end patterns (`learn.ts`) → the page-level extractor
 * runs on the page with all other text emptied.
 *
 * Departures: order of pages never matters; a site with fewer than `minLearnPages` pages gets the page level's text without
 * repeated paragraphs instead of none; any page-level extractor can take jusText's place; pages learnt from are labelled
 * again through `label`. The program also borrows patterns from sister subdomains; this was left out, as nothing used it. Plan B is
 * the program's, `templateShare` ours: `goldminer-paper` has neither.
 */
import type { Block, Extractor, LabelledBlocks } from '@dehusk/core';
import {
  COUNT,
  DAY,
  divideBlocks,
  NO_CONTEXT,
  type OptionsOf,
  type OptionTable,
  optionsOf,
  type RecordReading,
  type SampleModel,
  type SiteDecision,
  type SiteFact,
  type SitePage,
  type StoredModel,
  sampleLearner,
} from '@dehusk/core/extend';
import {
  above,
  ByteReader,
  ByteWriter,
  HASH_SEED_HIGH,
  HASH_SEED_LOW,
  hashHigh,
  type NodeId,
  type Page,
  real,
  SHARE,
  seal,
  stepHigh,
  stepLow,
  TEXT,
  unseal,
  whole,
} from '@dehusk/html';
import { type BoundaryPair, boundariesIn, type Learnt, learn } from './learn.js';
import {
  featuresOf,
  type HashedTokens,
  hashedTokens,
  joined,
  type PageFeatures,
  paragraphKey,
} from './page-features.js';

const OPTIONS = {
  sampleSize: [100, whole(1, 10_000), 'Pages learnt from, at most (paper: about 100).'],
  halfLifeDays: [30, above(0), 'Days after which a page’s chance to be in the sample has halved, above 0 (ours: 30).'],
  minLearnPages: [10, whole(1, 1_000), 'Pages with an article below which no pattern is learnt (ours: 10).'],
  minChars: [300, COUNT, 'Characters of unique text below which a page teaches nothing (ours: 300; 0: none).'],
  repeatedPages: [2, whole(1, 1_000), 'Number of sampled pages from which a paragraph is boilerplate (paper: 2).'],
  maxSequence: [5, whole(1, 1_000), 'Tags in a pattern, at most (program: 5).'],
  endScan: [20, whole(1, 1_000), 'Tags after the article among which its end pattern begins (program: 20).'],
  minSupport: [
    0.3,
    SHARE,
    'Share of the pages, 0…1, a pair of patterns must fit to be used (ours: 0.3, as sites have two templates and odd pages).',
  ],
  planBBelow: [
    0.8,
    SHARE,
    'Share of the pages, 0…1, below which a second pair is learnt for the others (program: 0.8).',
  ],
  failureWindow: [40, whole(1, 1_000), 'Latest sampled articles that are watched for a change of template (ours: 40).'],
  relearnFailures: [
    0.5,
    SHARE,
    'Share of them, 0…1, without a pattern above which patterns are learnt again from them (ours: 0.5).',
  ],
  templateShare: [
    0.2,
    real(0, 2),
    'Share of the sampled pages, 0…1, from which a paragraph is dropped everywhere; above 1: never (ours: 0.2, more than the two pages an article can have).',
  ],
} satisfies OptionTable;
export type GoldminerOptions = OptionsOf<typeof OPTIONS>;
export type GoldminerModel = SampleModel<PageFeatures, Learnt, GoldminerOptions>;

/** A page's tags, the page level's labels, and what is remembered. */
interface GoldminerReading extends RecordReading<PageFeatures> {
  readonly tokens: HashedTokens;
  readonly pageLevel: LabelledBlocks;
}

/**
 * GoldMiner around a page-level extractor.
 * @param name of the row; the paper's own, with jusText inside, is `goldminer-paper`
 * @param other defaults than ours
 */
export function goldminerWith(name: string, extractor: Extractor, other: Partial<GoldminerOptions> = {}) {
  const described = optionsOf(OPTIONS);
  return sampleLearner<PageFeatures, Learnt, GoldminerOptions, GoldminerReading>({
    name,
    summary: `The stretch between the tags a site’s articles begin and end with, then ${extractor.name} within.`,
    source: 'Endrédy and Novák 2013, More Effective Boilerplate Removal: the GoldMiner Algorithm',
    version: VERSION,
    ...described,
    defaults: { ...described.defaults, ...other },
    extractor: extractor.name,
    read({ page }) {
      const tokens = hashedTokens(page);
      const pageLevel = extractor.label(page, extractor.defaults, NO_CONTEXT);
      const names = new Map(tokens.texts.map((text, at) => [tokens.hashes[at], text] as const));
      return { tokens, pageLevel, names, record: featuresOf(page, tokens, pageLevel) };
    },
    rankOf,
    digestOf,
    namesIn: ({ tokens }) => tokens,
    learn: ({ pages, names }, options) => learn(pages, (hash) => /^<!|=/.test(names.get(hash) ?? ''), options),
    label: (page, model, learnFrom, options, context) =>
      labelBy(page, model, learnFrom(), options, (own) => extractor.label(own, extractor.defaults, context)),
    encode: encodeModel,
    decode: (bytes) => decodeModel<GoldminerOptions>(bytes),
    hasPattern: (_, learnFrom) => learnFrom().pairs.length > 0,
    explain: explainModel,
  });
}

/**
 * A page's rank: its time plus a number of half-lives that is k with a chance of one in 2^k, by the hash of its key.
 * Sums and products only, so that it is the same number on every machine.
 */
function rankOf(key: string, at: number, { halfLifeDays }: { readonly halfLifeDays: number }): number {
  const bits = hashHigh(key, HASH_SEED_LOW);
  const zeros = Math.clz32(bits);
  // Minus the binary logarithm of the hash as a fraction, linear between the powers of two.
  const logarithm = zeros + 2 - (bits * 2 ** zeros) / 0x80000000;
  return at + halfLifeDays * DAY * logarithm;
}

/** 53-bit digest of a page's features. */
function digestOf({ tokens, keys }: PageFeatures): number {
  let high = HASH_SEED_HIGH;
  let low = HASH_SEED_LOW;
  for (const token of tokens) {
    high = stepHigh(high, token);
    low = stepLow(low, token);
  }
  for (const key of keys) {
    high = stepHigh(high, key % 0x100000000);
    low = stepLow(low, key / 0x200000);
  }
  return joined(high, low);
}

function labelBy(
  { page, reading: { tokens, pageLevel } }: SitePage & { readonly reading: GoldminerReading },
  model: GoldminerModel,
  { frequencies, pairs, winner }: Learnt,
  options: GoldminerOptions,
  label: (page: Page) => LabelledBlocks,
): SiteDecision {
  const repeatedFrom = Math.max(options.repeatedPages, options.templateShare * model.pages.length);
  const isRepeated = ({ text }: Block): boolean => (frequencies.get(paragraphKey(text)) ?? 0) >= repeatedFrom;
  if (pairs.length === 0) {
    if (model.pages.length < options.repeatedPages)
      return { ok: false, reason: 'unseen-site', detail: 'no other page of the site is known' };
    return { ok: true, labelled: inOrder(rowsOf(pageLevel, isRepeated)) };
  }
  const cut = boundariesIn(tokens.hashes, pairs);
  if (cut === null) {
    const tags = patternText(model, pairs[0].start);
    return { ok: false, reason: 'no-pattern', detail: `the start pattern ${tags} is not on the page` };
  }
  const from = tokens.from[cut.from];
  const to = cut.to === null ? endOfWinner(page, tokens, winner, from) : tokens.from[cut.to];
  const isInside = (node: NodeId): boolean => page.sourceFrom[node] >= from && page.sourceFrom[node] < to;
  const rows = rowsOf(label(withText(page, isInside)), isRepeated);
  for (const { block, isChosen } of divideBlocks(page, pageLevel.blocks, isInside))
    if (!isChosen) rows.push({ block, keep: 0, why: page.sourceFrom[block.first] < from ? BEFORE : AFTER });
  return { ok: true, labelled: inOrder(rows) };
}

/** Reasons for blocks that the patterns or the sample dropped. */
export const BEFORE = 'goldminer: before the start pattern';
export const AFTER = 'goldminer: after the end pattern';
const REPEATED = 'goldminer: repeated on other pages of the site';

interface TaggedBlock {
  readonly block: Block;
  readonly keep: number;
  readonly why: string;
}

/** An extractor's blocks with its decisions, repeated ones dropped. */
function rowsOf({ blocks, labels }: LabelledBlocks, isRepeated: (block: Block) => boolean): TaggedBlock[] {
  return blocks.map((block, at) =>
    labels.keep[at] === 1 && isRepeated(block)
      ? { block, keep: 0, why: REPEATED }
      : { block, keep: labels.keep[at], why: labels.why[at] },
  );
}

/** Blocks in document order without overlaps: text moved by the parser can make ranges of nodes cross. */
function inOrder(rows: TaggedBlock[]): LabelledBlocks {
  rows.sort((a, b) => a.block.first - b.block.first || b.keep - a.keep);
  const apart: TaggedBlock[] = [];
  for (const row of rows) {
    const before = apart.at(-1);
    if (before === undefined || row.block.first > before.block.last) apart.push(row);
    else if (row.keep > before.keep) apart[apart.length - 1] = row;
  }
  return {
    blocks: apart.map(({ block }) => block),
    labels: { keep: Uint8Array.from(apart, ({ keep }) => keep), why: apart.map(({ why }) => why) },
  };
}

/**
 * The page with the text of some nodes only: blocks keep their nodes, and text outside the cut has no influence as a neighbour.
 */
function withText(page: Page, isKept: (node: NodeId) => boolean): Page {
  const textTo = page.textTo.slice();
  for (let node = 1; node < page.size; node++)
    if (page.tag[node] === TEXT && !isKept(node)) textTo[node] = page.textFrom[node];
  return { ...page, textTo, memo: new Map() };
}

/** Source offset at which the common parent around or after an offset ends; the page's end when there is none. */
function endOfWinner(page: Page, tokens: HashedTokens, winner: number | null, from: number): number {
  const token = winner === null ? -1 : tokens.hashes.indexOf(winner);
  if (token < 0) return page.source.length;
  for (let node = 1; node < page.size; node++)
    if (page.sourceFrom[node] === tokens.from[token] && page.openTo[node] > page.sourceFrom[node])
      return page.sourceTo[node] > from ? page.sourceTo[node] : page.source.length;
  return page.source.length;
}

/** The tags of a pattern on one line. */
function patternText({ names }: GoldminerModel, pattern: readonly number[]): string {
  return pattern.map((hash) => names.get(hash) ?? '?').join(' ');
}

function explainModel(model: GoldminerModel, { pages, pairs, isRelearnt, winner, frequencies }: Learnt): SiteFact[] {
  const facts: SiteFact[] = [];
  const add = (what: string, value: string, support: number, total: number, example: string | null = null): void => {
    const sentence = `The ${what} is ${value} (${support} of ${total}).`;
    facts.push({ what, value, support, of: total, example, sentence });
  };
  pairs.forEach(({ start, end, support, of: fitting, example }: BoundaryPair, at) => {
    const which = at === 0 ? '' : isRelearnt && at === 1 ? ' before the change' : ', plan B';
    add(`start pattern${which}`, patternText(model, start), support, fitting, example);
    add(`end pattern${which}`, patternText(model, end), support, fitting, example);
  });
  const of = model.pages.length;
  if (winner !== null) {
    const having = model.pages.filter(({ record }) => record.tokens.includes(winner));
    add('common parent', patternText(model, [winner]), having.length, of);
  }
  add('pages with an article', `${pages} of ${of} sampled`, pages, of);
  const repeated = [...frequencies.values()].filter((count) => count >= model.options.repeatedPages).length;
  add('repeated paragraphs', `${repeated} of ${frequencies.size}`, repeated, frequencies.size);
  return facts;
}

// A GoldMiner model as sealed bytes: the sample in order of rank. Patterns are learnt again after reading.

const VERSION = 1;
const MAGIC = 'DhGm';
const WHAT = 'a GoldMiner model';

interface GoldminerHeader<O> {
  readonly extractor: string;
  readonly options: O;
  readonly pages: readonly { readonly key: string; readonly at: number }[];
  /** The tags of all pages, ordered by hash; their hashes begin the body. */
  readonly names: readonly string[];
}

/** The canonical form: equal models have equal bytes. */
function encodeModel<O>(model: StoredModel<PageFeatures, O>): Uint8Array {
  const used = new Set<number>();
  for (const { record } of model.pages) for (const token of record.tokens) used.add(token);
  const hashes = [...used].sort((a, b) => a - b);
  const index = new Map(hashes.map((hash, at) => [hash, at]));
  const writer = new ByteWriter();
  for (let at = 0; at < hashes.length; at++) writer.count(hashes[at] - (at > 0 ? hashes[at - 1] : 0));
  for (const { record } of model.pages) {
    const { tokens, keys, marks, lengths, before, after, holder, elementFrom, elementTo, elementParent } = record;
    writer.count(tokens.length);
    for (const token of tokens) writer.count(index.get(token) ?? 0);
    writer.count(keys.length);
    for (let row = 0; row < keys.length; row++) {
      writer.count(keys[row]);
      writer.count(marks[row]);
      writer.count(lengths[row]);
      writer.count(before[row]);
      writer.count(after[row] - before[row]);
      writer.count(holder[row] + 1);
    }
    writer.count(elementFrom.length);
    for (let row = 0; row < elementFrom.length; row++) {
      writer.count(elementFrom[row]);
      writer.count(elementTo[row] - elementFrom[row]);
      writer.count(elementParent[row] + 1);
    }
  }
  const header: GoldminerHeader<O> = {
    extractor: model.extractor,
    options: model.options,
    pages: model.pages.map(({ key, at }) => ({ key, at })),
    names: hashes.map((hash) => model.names.get(hash) ?? ''),
  };
  return seal(MAGIC, VERSION, header, writer.bytes);
}

/**
 * Reads a model.
 * @throws RangeError with got and expected when the bytes are something else, of another version, cut or damaged
 */
function decodeModel<O>(bytes: Uint8Array): StoredModel<PageFeatures, O> {
  const { header, body } = unseal<GoldminerHeader<O>>(bytes, MAGIC, VERSION, WHAT);
  const reader = new ByteReader(body, WHAT);
  let hash = 0;
  const hashes = header.names.map(() => {
    hash += reader.count();
    return hash;
  });
  const pages = header.pages.map(({ key, at }) => {
    const tokens = Uint32Array.from({ length: reader.length() }, () => hashes[reader.count()]);
    const size = reader.length();
    const keys = new Float64Array(size);
    const marks = new Uint8Array(size);
    const [lengths, before, after] = [new Uint32Array(size), new Uint32Array(size), new Uint32Array(size)];
    const holder = new Int32Array(size);
    for (let row = 0; row < size; row++) {
      keys[row] = reader.count();
      marks[row] = reader.count();
      lengths[row] = reader.count();
      before[row] = reader.count();
      after[row] = before[row] + reader.count();
      holder[row] = reader.count() - 1;
    }
    const elements = reader.length();
    const [elementFrom, elementTo] = [new Uint32Array(elements), new Uint32Array(elements)];
    const elementParent = new Int32Array(elements);
    for (let row = 0; row < elements; row++) {
      elementFrom[row] = reader.count();
      elementTo[row] = elementFrom[row] + reader.count();
      elementParent[row] = reader.count() - 1;
    }
    const paragraphs = { keys, marks, lengths, before, after, holder };
    return { key, at, record: { tokens, ...paragraphs, elementFrom, elementTo, elementParent } };
  });
  reader.end();
  const names = new Map(hashes.map((one, at) => [one, header.names[at]]));
  return { extractor: header.extractor, options: header.options, pages, names };
}
