/**
 * GoldMiner (Endrédy and Novák 2013, "More Effective Boilerplate Removal: the GoldMiner Algorithm", Polibits 48).
 *
 * Observation: jusText takes for text whatever reads like text, teasers, comments and leads of other articles included; but on one
 * site the article always stands between the same tags. So the tags are learnt from about a hundred pages of a site, pages
 * are cut to what stands between them, and jusText decides within. A page without the tags is no article: an index page.
 *
 * Steps: features of each page (`page-features.ts`) → a bounded sample that does not depend on order (`sample.ts`) → boundaries
 * of the article by uniqueness and nearest common parent (`boundaries.ts`) → start and end patterns, minimum support, plan B,
 * learning again (`learn.ts`) → cut (`find-cut.ts`) → the page-level extractor within (`label-cut.ts`).
 *
 * Departures: order of pages never matters; a site with less than `minLearnPages` pages is not left without text but answered
 * by the page level minus repeated paragraphs, or by the patterns of a sister subdomain (`donor.ts`); any page-level extractor
 * can stand in jusText's place; the pages learnt from are labelled again by asking `label`.
 */
import type { LabelledBlocks } from '../../blocks/block.js';
import type { ExtractionContext, Extractor } from '../../extractors/extractor.js';
import { NO_CONTEXT } from '../../extractors/extractor.js';
import { memoized } from '../../page/memo.js';
import type { Page } from '../../page/page.js';
import type { SiteFact, SiteLearner, SitePage, SiteVerdict } from '../site-learner.js';
import { findCut } from './find-cut.js';
import { labelWithin, withoutRepeated } from './label-cut.js';
import { type CutPair, type Learned, type LearnOptions, learn } from './learn.js';
import { decodeModel, encodeModel } from './model-bytes.js';
import { featuresOf, type HashedTokens, hashedTokens } from './page-features.js';
import { digestOf, rankOf, type SampledPage, withPage } from './sample.js';

export interface GoldminerOptions extends LearnOptions {
  readonly [name: string]: number;
  readonly sampleSize: number;
  readonly halfLifeDays: number;
  readonly templateShare: number;
}

const DEFAULTS: GoldminerOptions = {
  sampleSize: 100,
  halfLifeDays: 30,
  minLearnPages: 10,
  minChars: 300,
  repeatedPages: 2,
  maxSequence: 5,
  endScan: 20,
  minSupport: 0.3,
  planBBelow: 0.8,
  failureWindow: 40,
  relearnFailures: 0.5,
  templateShare: 0.2,
};

const OPTION_DOCS: { readonly [K in keyof GoldminerOptions]: string } = {
  sampleSize: 'Pages learnt from, at most (paper: about 100).',
  halfLifeDays: 'Days after which a page’s chance to be in the sample has halved, above 0 (ours: 30).',
  minLearnPages: 'Pages with an article below which no pattern is learnt (ours: 10).',
  minChars: 'Characters of unique text below which a page teaches nothing (program: 300; 0: none).',
  repeatedPages: 'Number of sampled pages from which a paragraph is boilerplate (paper: 2).',
  maxSequence: 'Tags in a pattern, at most (program: 5).',
  endScan: 'Tags after the article among which its end pattern begins (program: 20).',
  minSupport:
    'Share of the pages, 0…1, a pair of patterns must fit to be used (ours: 0.3, as sites have two templates and odd pages).',
  planBBelow: 'Share of the pages, 0…1, below which a second pair is learnt for the others (program: 0.8).',
  failureWindow: 'Latest sampled articles that are watched for a change of template (ours: 40).',
  relearnFailures: 'Share of them, 0…1, without a pattern above which they are learnt from anew (ours: 0.5).',
  templateShare:
    'Share of the sampled pages, 0…1, from which a paragraph is dropped wherever it stands; above 1: never (ours: 0.2, more than the two pages an article can have).',
};

/** What GoldMiner knows of a site. A closed value: only `observe` and `forget` change it. */
export interface GoldminerModel {
  readonly options: GoldminerOptions;
  /** Name of the page-level extractor. */
  readonly extractor: string;
  /** The sample in order of rank. */
  pages: readonly SampledPage[];
  /** Normalised forms of the tags of the sample, by hash. */
  readonly names: Map<number, string>;
  /** A model whose patterns serve while this one has none (see `donor.ts`), or null. Not encoded. */
  readonly donor: GoldminerModel | null;
  /** What the sample teaches under some options; null until it is asked. */
  lesson: { readonly pages: readonly SampledPage[]; readonly options: string; readonly learned: Learned } | null;
}

/**
 * GoldMiner around a page-level extractor.
 *
 * @param name of the row; the paper's own, with jusText inside, is `goldminer`
 */
export function goldminerWith(name: string, extractor: Extractor): SiteLearner<GoldminerModel, GoldminerOptions> {
  const VERSION = 1;
  const read = memoized((page: Page): PageReading => readPage(page, extractor));
  return {
    name,
    summary: `The stretch between the tags a site’s articles begin and end with, then ${extractor.name} within.`,
    source: 'Endrédy and Novák 2013, More Effective Boilerplate Removal: the GoldMiner Algorithm',
    version: VERSION,
    defaults: DEFAULTS,
    optionDocs: OPTION_DOCS,
    unit: learningUnit,
    empty: (options) => ({
      options,
      extractor: extractor.name,
      pages: [],
      names: new Map(),
      donor: null,
      lesson: null,
    }),
    observe(model, sitePage) {
      const reading = read(sitePage.page);
      const pages = withPage(model.pages, sampled(sitePage, reading, model.options), model.options.sampleSize);
      if (pages !== model.pages) takeIn(model, pages, reading.tokens);
    },
    label(model, sitePage, options, knowledge) {
      const reading = read(sitePage.page);
      const page = sampled(sitePage, reading, model.options);
      const pages = withPage(model.pages, page, model.options.sampleSize);
      // A page that would be sampled is counted in; what it teaches is not kept, as only `observe` changes a model.
      const known = pages === model.pages ? model : { ...model, pages, names: new Map(model.names), lesson: null };
      if (known !== model) nameTokens(known.names, reading.tokens);
      return labelBy(known, learnedBy(known, options), sitePage.page, reading, extractor, options, knowledge);
    },
    merge(a, b) {
      const joint = joined(a, b);
      let pages = joint.pages;
      for (const page of b.pages) pages = withPage(pages, page, a.options.sampleSize);
      return { ...joint, pages };
    },
    forget(model, before) {
      const pages = model.pages.filter(({ at }) => at >= before);
      if (pages.length < model.pages.length) model.pages = pages;
    },
    encode: (model) => encodeModel(model, VERSION),
    decode(bytes) {
      const stored = decodeModel<GoldminerOptions>(bytes, VERSION);
      if (stored.extractor !== extractor.name)
        throw new RangeError(
          `these bytes are not a ${name} model: extractor got "${stored.extractor}", expected "${extractor.name}"`,
        );
      return { ...stored, names: new Map(stored.names), donor: null, lesson: null };
    },
    hasPattern: (model) => learnedBy(model, model.options).pairs.length > 0,
    explain: explainModel,
  };
}

/** A page read once: its tags, what the page level says of it, and what is remembered. */
interface PageReading {
  readonly tokens: HashedTokens;
  readonly whole: LabelledBlocks;
}

function readPage(page: Page, extractor: Extractor): PageReading {
  return { tokens: hashedTokens(page), whole: extractor.label(page, extractor.defaults, NO_CONTEXT) };
}

function sampled({ page, key, at }: SitePage, { tokens, whole }: PageReading, options: GoldminerOptions): SampledPage {
  const time = Number.isFinite(at) ? at : 0;
  const features = featuresOf(page, tokens, whole);
  return { key, at: time, rank: rankOf(key, time, options.halfLifeDays), digest: digestOf(features), features };
}

/** Host of a URL without `www.`; empty for what is no web address. */
function learningUnit(url: string): string {
  if (!URL.canParse(url)) return '';
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? hostname.replace(/^www\.(?=.*\.)/, '') : '';
}

function nameTokens(names: Map<number, string>, { hashes, texts }: HashedTokens): void {
  for (let at = 0; at < hashes.length; at++) nameToken(names, hashes[at], texts[at]);
}

/** Two tags of one hash are one tag; the first by name stands for both, whichever was seen first. */
function nameToken(names: Map<number, string>, hash: number, text: string): void {
  const known = names.get(hash);
  if (known === undefined || text < known) names.set(hash, text);
}

/** How many names per name in use are kept before the unused are thrown away. */
const NAMES_SLACK = 4;

function takeIn(model: GoldminerModel, pages: readonly SampledPage[], tokens: HashedTokens): void {
  model.pages = pages;
  nameTokens(model.names, tokens);
  if (model.names.size < NAMES_SLACK * 1000) return;
  const used = new Set<number>();
  for (const { features } of pages) for (const token of features.tokens) used.add(token);
  if (model.names.size < NAMES_SLACK * used.size) return;
  for (const hash of model.names.keys()) if (!used.has(hash)) model.names.delete(hash);
}

/** The first model's record with both models' names. */
function joined(a: GoldminerModel, b: GoldminerModel): GoldminerModel {
  const got = JSON.stringify([b.extractor, b.options]);
  const expected = JSON.stringify([a.extractor, a.options]);
  if (got !== expected) throw new TypeError(`merging GoldMiner models got ${got}, expected ${expected}`);
  const names = new Map(a.names);
  for (const [hash, text] of b.names) nameToken(names, hash, text);
  return { ...a, names, lesson: null };
}

/** What a model's sample teaches, learnt when first asked for. */
export function learnedBy(model: GoldminerModel, options: GoldminerOptions): Learned {
  const key = JSON.stringify(options);
  if (model.lesson !== null && model.lesson.pages === model.pages && model.lesson.options === key)
    return model.lesson.learned;
  const isTelling = (hash: number): boolean => /^<!|=/.test(model.names.get(hash) ?? '');
  const own = learn(model.pages, isTelling, options);
  const donated = own.pairs.length > 0 || model.donor === null ? null : learnedBy(model.donor, options);
  const learned = donated === null ? own : { ...own, pairs: donated.pairs, winner: donated.winner };
  model.lesson = { pages: model.pages, options: key, learned };
  return learned;
}

function labelBy(
  model: GoldminerModel,
  learned: Learned,
  page: Page,
  { tokens, whole }: PageReading,
  extractor: Extractor,
  options: GoldminerOptions,
  knowledge: ExtractionContext,
): SiteVerdict {
  const repeatedFrom = Math.max(options.repeatedPages, options.templateShare * model.pages.length);
  const isRepeated = (key: number): boolean => (learned.frequencies.get(key) ?? 0) >= repeatedFrom;
  if (learned.pairs.length === 0) {
    if (model.pages.length < options.repeatedPages)
      return { ok: false, reason: 'unseen-site', detail: 'no other page of the site is known' };
    return { ok: true, labelled: withoutRepeated(whole, isRepeated) };
  }
  const cut = findCut(tokens.hashes, learned.pairs);
  if (cut === null) {
    const tags = patternText(model, learned.pairs[0].start);
    return { ok: false, reason: 'no-pattern', detail: `the start pattern ${tags} is not on the page` };
  }
  const stretch = {
    from: tokens.from[cut.from],
    to: cut.to === null ? endOfWinner(page, tokens, learned.winner, cut.from) : tokens.from[cut.to],
  };
  return { ok: true, labelled: labelWithin(page, stretch, extractor, knowledge, whole, isRepeated) };
}

/** Where the common parent around or after a token ends in the source; the page's end when it is not there. */
function endOfWinner(page: Page, tokens: HashedTokens, winner: number | null, from: number): number {
  const token = winner === null ? -1 : tokens.hashes.indexOf(winner);
  if (token < 0) return page.source.length;
  for (let node = 1; node < page.size; node++)
    if (page.sourceFrom[node] === tokens.from[token] && page.openTo[node] > page.sourceFrom[node])
      return page.sourceTo[node] > tokens.from[from] ? page.sourceTo[node] : page.source.length;
  return page.source.length;
}

/** Tags of a pattern as one line. */
function patternText(model: GoldminerModel, pattern: readonly number[]): string {
  return pattern.map((hash) => model.names.get(hash) ?? model.donor?.names.get(hash) ?? '?').join(' ');
}

function explainModel(model: GoldminerModel): SiteFact[] {
  const { pages, pairs, isRelearnt, winner, frequencies } = learnedBy(model, model.options);
  const facts: SiteFact[] = [];
  const fact = (what: string, value: string, { support, of, example }: CutPair): void => {
    facts.push({ what, value, support, of, example });
  };
  pairs.forEach((pair, at) => {
    const which = at === 0 ? '' : isRelearnt && at === 1 ? ' before the change' : ', plan B';
    fact(`start pattern${which}`, patternText(model, pair.start), pair);
    fact(`end pattern${which}`, patternText(model, pair.end), pair);
  });
  const of = model.pages.length;
  if (winner !== null)
    facts.push({
      what: 'common parent',
      value: patternText(model, [winner]),
      support: model.pages.filter(({ features }) => features.tokens.includes(winner)).length,
      of,
      example: null,
    });
  facts.push({ what: 'pages with an article', value: `${pages} of ${of} sampled`, support: pages, of, example: null });
  let repeated = 0;
  for (const count of frequencies.values()) if (count >= model.options.repeatedPages) repeated++;
  facts.push({
    what: 'repeated paragraphs',
    value: `${repeated} of ${frequencies.size}`,
    support: repeated,
    of: frequencies.size,
    example: null,
  });
  return facts;
}
