// The worker that runs the core: a page is parsed once and extracted again whenever the settings change.
import type { BlockExplanation, ExtractResult } from '@dehusk/core';
import { formatNamed } from '@dehusk/core';
import {
  blockExplainer,
  explainResult,
  extractPage,
  learnersInUse,
  memoryModels,
  metadataCandidates,
  type OpenedPage,
  openPage,
  type SiteProcessor,
  siteProcessor,
  type UnopenedPage,
} from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { anyExtractorNamed, learnersOf } from '@dehusk/papers';
import { SITE_EXTRACTOR } from '../state/tables.js';
import type { Answers, Extraction, InspectedPage, Reply, Request, RequestOf } from './messages.js';
import { blockLabels, frameDocument, pageView } from './page-view.js';

let opened: {
  readonly key: string | Uint8Array;
  readonly url: string | null;
  readonly page: OpenedPage | UnopenedPage;
} | null = null;
/** The page that is shown. */
let shown: { readonly result: ExtractResult; readonly explain: (block: number) => BlockExplanation } | null = null;

/** Candidates of metadata shown at most. */
const MAX_CANDIDATES = 300;

const learners = learnersInUse(learnersOf(SITE_EXTRACTOR));
const models = memoryModels(learners.map(({ learner }) => learner));
const sites = siteProcessor({ learners, models });

function open({ content, url }: InspectedPage): OpenedPage | UnopenedPage {
  if (opened === null || opened.key !== content || opened.url !== url)
    opened = { key: content, url, page: openPage(content, { url }) };
  return opened.page;
}

type SiteExtractOptions = Parameters<SiteProcessor['extract']>[3];

/** Extracts a page with what was learnt of its site, if its address is known. */
function extractWithSite(
  page: OpenedPage,
  url: string | null,
  extractor: string,
  options: SiteExtractOptions,
): ExtractResult {
  const chosen = anyExtractorNamed(extractor);
  const identified = sites.identify(page, { url, title: '', at: Date.now() });
  return identified.ok ? sites.extract(page, identified.sitePage, chosen, options) : extractPage(page, chosen, options);
}

function extract({ page: given, settings, formats, shows }: RequestOf<'extract'>): Extraction {
  const began = performance.now();
  const { extractor, options, pageType, contentSelector, excludeSelector } = settings;
  const selectors = {
    ...(contentSelector.trim() === '' ? {} : { contentSelector }),
    ...(excludeSelector.trim() === '' ? {} : { excludeSelector }),
  };
  const page = open(given);
  const chosen = { options, pageType, ...selectors };
  const result = page.ok
    ? extractWithSite(page, given.url, extractor, chosen)
    : extractPage(page, anyExtractorNamed(extractor), chosen);
  const labels = shows === 'nothing' ? null : blockLabels(result, result.text);
  if (shows !== 'nothing') shown = { result, explain: blockExplainer(result) };
  return {
    result: explainResult(result),
    candidates: shows === 'nothing' || result.page === null ? [] : candidatesOf(result.page),
    labels,
    printed: Object.fromEntries(formats.map((name) => [name, formatNamed(name).print(result, {}, { id: given.name })])),
    view:
      shows === 'view' && labels !== null && result.page !== null
        ? frameDocument(pageView(result.page, result.labelled.blocks, labels))
        : null,
    milliseconds: performance.now() - began,
  };
}

function candidatesOf(page: Page): Extraction['candidates'] {
  return metadataCandidates(page)
    .slice(0, MAX_CANDIDATES)
    .map(({ field, value, source, confidence, features }) => ({
      field: `${field}, candidate`,
      value,
      source: confidence === null ? source : `${source}, ${confidence.toFixed(2)} right: ${features.join(', ')}`,
    }));
}

function correct({ marks }: RequestOf<'correct'>): Answers['correct'] {
  if (shown === null) return { html: '', text: '', corrections: [] };
  const { result, explain } = shown;
  const { blocks, labels } = result.labelled;
  const kept = labels.keep.slice();
  const corrections = marks.flatMap(([block, keep]) => {
    kept[block] = keep ? 1 : 0;
    return explain(block).source.map(([from, to]) => ({ from, to, keep }));
  });
  const lines = blocks.flatMap(({ text }, at) => (kept[at] === 1 ? text.replace(/\s+/g, ' ').trim() : '') || []);
  return { html: result.page?.source ?? '', text: lines.join('\n'), corrections };
}

function read({ page: { content, url } }: RequestOf<'read'>): Answers['read'] {
  const page = openPage(content, { url });
  if (!page.ok) return { ok: false, reason: page.reason, confidence: null, words: 0, url };
  const { ok, reason, confidence, labelled } = extractWithSite(page, url, SITE_EXTRACTOR, {});
  learn(page, url, []);
  const words = labelled.blocks.reduce((sum, one, at) => sum + (labelled.labels.keep[at] === 1 ? one.words : 0), 0);
  return { ok, reason: reason ?? null, confidence, words, url };
}

/** Learns from a page. An empty list of corrections counts as none: reading a page again does not withdraw them. */
function learn(page: OpenedPage, url: string | null, corrections: RequestOf<'teach'>['corrections']): boolean {
  const origin = { url, title: '', at: Date.now(), ...(corrections.length > 0 && { corrections }) };
  const identified = sites.identify(page, origin);
  return identified.ok && sites.observe(identified.sitePage) > 0;
}

function factsOf(url: string): Answers['site'] {
  const { models: known } = sites.knowledge({ url, key: '', at: 0 });
  return Object.fromEntries(
    Object.entries(known).map(([name, model]) => {
      const learner = models.learner(name);
      return [name, { facts: learner.explain(model), pages: learner.pages?.(model) ?? [] }] as const;
    }),
  );
}

function answer(request: Request): Answers[keyof Answers] {
  switch (request.kind) {
    case 'extract':
      return extract(request);
    case 'block':
      return shown?.result.labelled.blocks[request.block] === undefined ? null : shown.explain(request.block);
    case 'correct':
      return correct(request);
    case 'teach': {
      const page = openPage(request.html, { url: request.url });
      return page.ok && learn(page, request.url, request.corrections);
    }
    case 'restore':
      models.restore(request.saved, SITE_EXTRACTOR);
      return null;
    case 'read':
      return read(request);
    case 'site':
      return factsOf(request.url);
  }
}

self.onmessage = ({ data }: MessageEvent<{ readonly id: number; readonly request: Request }>): void => {
  const { id, request } = data;
  let reply: Reply;
  try {
    reply = { id, ok: true, answer: answer(request) };
  } catch (error) {
    reply = { id, ok: false, message: error instanceof Error ? error.message : String(error) };
  }
  self.postMessage(reply);
};
