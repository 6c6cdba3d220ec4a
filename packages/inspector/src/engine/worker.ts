// The worker that runs the core: a page is parsed once and extracted again whenever the settings change.
import type { BlockExplanation, Correction, ExtractResult, PageExplanation } from '@dehusk/core';
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
import type { BlockLabels } from '../state/labels.js';
import type { SiteFacts } from '../state/server.js';
import type { ExtractionSettings } from '../state/settings.js';
import { SITE_EXTRACTOR } from '../state/tables.js';
import { blockLabels, frameDocument, pageView } from './page-view.js';

/** A page to inspect. */
export interface InspectedPage {
  /** HTML text, or bytes to be decoded. */
  readonly content: string | Uint8Array;
  readonly url: string | null;
  /** How it is called: a file's name, a row's id. */
  readonly name: string;
}

/** Formats that the worker prints. */
export type PrintedFormat = 'text' | 'markdown' | 'html' | 'json';

export interface Extraction {
  /** The result without its blocks. */
  readonly result: Omit<PageExplanation, 'blocks' | 'blocksLeftOut'>;
  /** The values that each field of the metadata could have; none if blocks were not asked for. */
  readonly candidates: PageExplanation['metadata'];
  /** Null if they were not asked for. */
  readonly labels: BlockLabels | null;
  readonly printed: Readonly<Partial<Record<PrintedFormat, string>>>;
  /** The document of the page's frame; null if it was not asked for. */
  readonly view: string | null;
  /** Milliseconds the worker took. */
  readonly milliseconds: number;
}

/** A page after correction. */
export interface Corrected {
  /** The source that the ranges of its blocks are of. */
  readonly html: string;
  /** The text after correction: the kept blocks, one a line. */
  readonly text: string;
  readonly corrections: readonly Correction[];
}

/** A page that a site reader read. */
export interface ReadPage {
  readonly ok: boolean;
  readonly reason: string | null;
  readonly confidence: number | null;
  readonly words: number;
  readonly url: string | null;
}

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

function extract({
  page: given,
  settings,
  formats,
  shows,
}: {
  readonly page: InspectedPage;
  readonly settings: ExtractionSettings;
  /** Formats to print beside the text. */
  readonly formats: readonly PrintedFormat[];
  /** `labels`: its blocks are shown and asked about; `view`: the view of the page is needed, too. */
  readonly shows: 'nothing' | 'labels' | 'view';
}): Extraction {
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

/** The page that is shown, with an editor's marks: block and decision. */
function correct(marks: readonly (readonly [block: number, keep: boolean])[]): Corrected {
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

/** Extracts a page with what was learnt of its site, then learns from it. */
function read({ content, url }: InspectedPage): ReadPage {
  const page = openPage(content, { url });
  if (!page.ok) return { ok: false, reason: page.reason, confidence: null, words: 0, url };
  const { ok, reason, confidence, labelled } = extractWithSite(page, url, SITE_EXTRACTOR, {});
  learn(page, url, []);
  const words = labelled.blocks.reduce((sum, one, at) => sum + (labelled.labels.keep[at] === 1 ? one.words : 0), 0);
  return { ok, reason: reason ?? null, confidence, words, url };
}

/** Learns from a page. An empty list of corrections counts as none: reading a page again does not withdraw them. */
function learn(page: OpenedPage, url: string | null, corrections: readonly Correction[]): boolean {
  const origin = { url, title: '', at: Date.now(), ...(corrections.length > 0 && { corrections }) };
  const identified = sites.identify(page, origin);
  return identified.ok && sites.observe(identified.sitePage) > 0;
}

function site(url: string): SiteFacts {
  const { models: known } = sites.knowledge({ url, key: '', at: 0 });
  return Object.fromEntries(
    Object.entries(known).map(([name, model]) => {
      const learner = models.learner(name);
      return [name, { facts: learner.explain(model), pages: learner.pages?.(model) ?? [] }] as const;
    }),
  );
}

/** What the window may ask for. */
const HANDLERS = {
  extract,
  /** Explains a block of the page that is shown; null for one that it does not have. */
  block: (block: number): BlockExplanation | null =>
    shown?.result.labelled.blocks[block] === undefined ? null : shown.explain(block),
  correct,
  /** Learns the corrections of a page, if the page can be learnt from. */
  teach({ html, url, corrections }: Pick<Corrected, 'html' | 'corrections'> & { readonly url: string }): boolean {
    const page = openPage(html, { url });
    return page.ok && learn(page, url, corrections);
  },
  /** Takes the models of a site that a server saved. */
  restore: (saved: Uint8Array): void => models.restore(saved, SITE_EXTRACTOR),
  read,
  site,
};
export type Handlers = typeof HANDLERS;

self.onmessage = ({ data: { id, kind, request } }: MessageEvent): void => {
  try {
    self.postMessage({ id, answer: HANDLERS[kind as 'block'](request) });
  } catch (error) {
    self.postMessage({ id, message: error instanceof Error ? error.message : String(error) });
  }
};
