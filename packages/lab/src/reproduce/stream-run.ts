/**
 * One page stream, page by page as a crawler would have met it: every learner observes a page, then every method extracts
 * it with what is known by then. Nothing is ever known of later pages.
 *
 * Page-level outputs do not depend on the stream and are kept on disk; learnt ones are made anew.
 */
import { type Extractor, extractWith, SITE_EXTRACTORS, urlKey } from '@dehusk/core';
import {
  decode,
  extractorNamed,
  learnersOf,
  parse,
  SITE_LEARNERS,
  type SiteKnowledge,
  withLearnerDefaults,
} from '@dehusk/core/internal';
import type { Case } from '../datasets/dataset.js';
import { streamPart, wasUnseenStream } from '../datasets/split.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { outputCache } from '../run/output-cache.js';
import { systemNamed } from '../run/system.js';

/** A method: a page-level extractor, or one with what the stream has taught so far. */
export interface StreamMethod {
  /** The name in tables and plots. */
  readonly name: string;
  readonly kind: 'page' | 'site';
  readonly extractor: Extractor;
  readonly options: Readonly<Record<string, unknown>>;
  /** Of the papers' page-level rivals or learners, or ours. */
  readonly isOurs: boolean;
}

/** One page's scores. */
export interface StreamPage {
  readonly id: string;
  readonly kind: 'article' | 'index';
  /** Per method, in their order: LCS word F1, 0…1. An empty gold: 1 for an empty output, else 0. */
  readonly scores: readonly number[];
  /** Per method: 1 when the output is empty. */
  readonly empty: readonly number[];
}

export interface StreamResult {
  readonly site: string;
  readonly domain: string;
  /** Parameters were chosen on `tuning`. */
  readonly part: 'tuning' | 'unseen';
  /** Whether it was unseen from the beginning: the unseen part of today and the streams opened since. */
  readonly wasUnseen: boolean;
  /** Pages left out because a page of the same URL key came before. */
  readonly duplicates: number;
  readonly pages: readonly StreamPage[];
}

/**
 * Days after which models forget, here: never. The paper's stream was eight weeks long; these are thinned to a page in
 * several days over years, and a window of 14 days would hold two or three.
 */
const NEVER_DAYS = 1e6;

export interface StreamOptions {
  /** Pages taken of the stream, the earliest first. */
  readonly pages: number;
  /** Folder of the kept page-level outputs; null keeps none. */
  readonly cacheFolder: string | null;
  /** Digest of the dataset, for the cache. */
  readonly sha256: string;
  readonly onPage?: () => void;
}

/** Runs all methods over a stream. */
export function runStream(
  cases: readonly Case[],
  methods: readonly StreamMethod[],
  options: StreamOptions,
): StreamResult {
  const metric = lcsWords.create(lcsWords.defaults);
  const learners = SITE_LEARNERS.filter((learner) => methods.some(({ extractor }) => uses(extractor, learner.name)));
  const models: Record<string, unknown> = {};
  const settings = new Map(
    learners.map((learner) => {
      const given = 'maxDays' in learner.defaults ? { maxDays: NEVER_DAYS } : {};
      return [learner.name, withLearnerDefaults(learner, given)] as const;
    }),
  );
  for (const learner of learners) models[learner.name] = learner.empty(settings.get(learner.name));
  const caches = methods.map(({ kind, extractor }) => {
    if (kind === 'site' || options.cacheFolder === null) return null;
    const dataset = { name: `streams-${cases[0].site}`, sha256: options.sha256 };
    const cache = outputCache(options.cacheFolder, dataset, systemNamed(extractor.name));
    return { kept: cache.read(0), cache };
  });

  const seen = new Set<string>();
  const pages: StreamPage[] = [];
  let duplicates = 0;
  for (const one of cases.slice(0, options.pages)) {
    options.onPage?.();
    const { url } = one;
    if (url === null) continue;
    const { key } = urlKey(url, one.title);
    if (seen.has(key)) {
      duplicates++;
      continue;
    }
    seen.add(key);
    const at = one.timestamp === null ? 0 : Date.parse(one.timestamp);
    const parsed = parse(decode(one.html(), { httpCharset: one.charset }).text, { url });
    if (!parsed.ok) continue;
    const { page } = parsed;
    for (const learner of learners)
      learner.observe(models[learner.name], { page, url, key, at }, settings.get(learner.name));
    // What others learn is not shown to it.
    const knowledgeOf = (extractor: Extractor): SiteKnowledge => {
      const own = Object.entries(models).filter(([learner]) => uses(extractor, learner));
      return { url, key, at, models: Object.fromEntries(own) };
    };
    const texts = methods.map((method, index) => {
      const cached = caches[index];
      const before = cached?.kept.get(one.id);
      if (before) return before.text;
      const {
        text,
        reason = null,
        detail = null,
      } = extractWith(method.extractor, page, {
        url,
        language: one.language,
        options: method.options,
        ...(method.kind === 'site' ? { site: knowledgeOf(method.extractor) } : {}),
      });
      cached?.cache.add({ id: one.id, text, reason, detail, milliseconds: 0 }, 0);
      return text;
    });
    pages.push({
      id: one.id,
      kind: one.kind ?? (one.gold === '' ? 'index' : 'article'),
      scores: texts.map((text) => metric.score(metric.count(one, text))),
      empty: texts.map((text) => (text.trim() === '' ? 1 : 0)),
    });
  }
  const [first] = cases;
  return {
    site: first.site ?? '',
    domain: first.domain ?? '',
    part: streamPart(first),
    wasUnseen: wasUnseenStream(first),
    duplicates,
    pages,
  };
}

/** Whether a site extractor draws on a learner's model. */
function uses(extractor: Extractor, learner: string): boolean {
  return learnersOf(extractor.name).some(({ name }) => name === learner);
}

const page = (name: string, isOurs = false): StreamMethod => ({
  name,
  kind: 'page',
  extractor: extractorNamed(name),
  options: {},
  isOurs,
});

const ofSite = (
  name: string,
  extractor: string,
  options: StreamMethod['options'] = {},
  isOurs = false,
): StreamMethod => {
  const found = SITE_EXTRACTORS.find((one) => one.name === extractor);
  if (!found) throw new RangeError(`no site extractor is named "${extractor}"`);
  return { name, kind: 'site', extractor: found, options, isOurs };
};

/** The methods compared: the papers' rivals, the URL Tree's heuristics, GoldMiner, and ours. */
export function streamMethods(defaultExtractor: string): StreamMethod[] {
  const rivals = ['article', 'article-sentences', 'default', 'largest', 'num-words'].map((one) => `boilerpipe-${one}`);
  return [
    page('justext'),
    ...rivals.map((name) => page(name)),
    ...(rivals.includes(defaultExtractor) ? [] : [page(defaultExtractor, true)]),
    ofSite('urltree strict', 'urltree'),
    ofSite('urltree strict-support-100', 'urltree', { heuristic: 'strict-support', support: 100 }),
    ofSite('urltree strict-at-domain', 'urltree', { heuristic: 'strict-at-domain' }),
    ofSite('urltree relaxed-at-domain-500', 'urltree', { heuristic: 'relaxed-at-domain', relaxAbove: 500 }),
    ofSite('urltree vote-slow', 'urltree', { heuristic: 'vote-slow', linkRule: true, tagRule: true }),
    ofSite('goldminer', 'goldminer'),
    ofSite('containers', 'containers', {}, true),
    ofSite('site', 'site', {}, true),
  ];
}
