/**
 * One page stream, page by page as a crawler meets it: every learner observes a page, then every method extracts it with the
 * models of that moment. Later pages are never known.
 *
 * Page-level outputs do not depend on the stream and are stored on disk; learnt ones are computed again.
 */
import { type Extractor, extractWith, SITE_EXTRACTORS, urlKey } from '@dehusk/core';
import { extractorNamed, learnersOf, SITE_LEARNERS } from '@dehusk/core/internal';
import type { Case } from '../datasets/dataset.js';
import { streamPart, wasUnseenStream } from '../datasets/split.js';
import { lcsWords } from '../metrics/lcs-words.js';
import { outputCache } from '../run/output-cache.js';
import { systemNamed } from '../run/system.js';
import { neverForgetting, sitePageOf } from './reproduction.js';

/** A method: a page-level extractor, or one with the models of the stream so far. */
export interface StreamMethod {
  /** The name in tables and plots. */
  readonly name: string;
  readonly kind: 'page' | 'site';
  readonly extractor: Extractor;
  readonly options: Readonly<Record<string, unknown>>;
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
  /** Whether it was in the unseen half from the beginning. */
  readonly wasUnseen: boolean;
  /** Pages skipped because an earlier page has the same URL key. */
  readonly duplicates: number;
  readonly pages: readonly StreamPage[];
}

export interface StreamOptions {
  /** Pages taken of the stream, the earliest first. */
  readonly pages: number;
  /** Folder of the stored page-level outputs; null stores none. */
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
  for (const learner of learners) models[learner.name] = learner.empty(neverForgetting(learner));
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
    if (one.url === null) continue;
    const { key } = urlKey(one.url, one.title);
    if (seen.has(key)) {
      duplicates++;
      continue;
    }
    seen.add(key);
    const sitePage = sitePageOf(one);
    if (sitePage === null) continue;
    const { page, url, at } = sitePage;
    for (const learner of learners) learner.observe(models[learner.name], sitePage, neverForgetting(learner));
    // A method sees only the models of its own learners.
    const siteOf = (extractor: Extractor) => {
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
        ...(method.kind === 'site' ? { site: siteOf(method.extractor) } : {}),
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

/** Whether a site extractor uses a learner's model. */
function uses(extractor: Extractor, learner: string): boolean {
  return learnersOf(extractor.name).some(({ name }) => name === learner);
}

const pageMethod = (name: string): StreamMethod => ({
  name,
  kind: 'page',
  extractor: extractorNamed(name),
  options: {},
});

const siteMethod = (name: string, extractor: string, options: StreamMethod['options'] = {}): StreamMethod => {
  const found = SITE_EXTRACTORS.find((one) => one.name === extractor);
  if (!found) throw new RangeError(`no site extractor is named "${extractor}"`);
  return { name, kind: 'site', extractor: found, options };
};

/** The compared methods: the papers' page-level rivals, the URL Tree's heuristics, GoldMiner, and ours. */
export function streamMethods(defaultExtractor: string): StreamMethod[] {
  const rivals = ['article', 'article-sentences', 'default', 'largest', 'num-words'].map((one) => `boilerpipe-${one}`);
  return [...new Set(['justext', ...rivals, defaultExtractor])]
    .map(pageMethod)
    .concat([
      siteMethod('urltree strict', 'urltree'),
      siteMethod('urltree strict-support-100', 'urltree', { heuristic: 'strict-support', support: 100 }),
      siteMethod('urltree strict-at-domain', 'urltree', { heuristic: 'strict-at-domain' }),
      siteMethod('urltree relaxed-at-domain-500', 'urltree', { heuristic: 'relaxed-at-domain', relaxAbove: 500 }),
      siteMethod('urltree vote-slow', 'urltree', { heuristic: 'vote-slow', linkRule: true, tagRule: true }),
      siteMethod('goldminer', 'goldminer'),
      siteMethod('containers', 'containers'),
      siteMethod('site', 'site'),
    ]);
}
