// The worker that runs the core: a page is parsed once and extracted again whenever the settings change.
import { explainPage, type SiteReader, siteReader } from '@dehusk/core';
import {
  extractorNamed,
  extractPage,
  formatNamed,
  type OpenedPage,
  openPage,
  type UnopenedPage,
} from '@dehusk/core/internal';
import type { Answers, Extraction, InspectedPage, Mover, Reply, Request } from './messages.js';
import { frameDocument, pageView } from './page-view.js';

let opened: {
  readonly key: string | Uint8Array;
  readonly url: string | null;
  readonly page: OpenedPage | UnopenedPage;
} | null = null;
let sites: SiteReader | null = null;
let movers: ((block: number) => readonly Mover[]) | null = null;

function open({ content, url }: InspectedPage): OpenedPage | UnopenedPage {
  if (opened === null || opened.key !== content || opened.url !== url)
    opened = { key: content, url, page: openPage(content, { url }) };
  return opened.page;
}

function extract({ page: given, settings, formats, view }: Request & { readonly kind: 'extract' }): Extraction {
  const began = performance.now();
  const { extractor, options, pageType, contentSelector, excludeSelector } = settings;
  const selectors = {
    ...(contentSelector.trim() === '' ? {} : { contentSelector }),
    ...(excludeSelector.trim() === '' ? {} : { excludeSelector }),
  };
  const page = open(given);
  const result = extractPage(page, extractorNamed(extractor), { options, pageType, ...selectors });
  movers = result.labelled.movers ?? null;
  return {
    explanation: explainPage(result, { movers: false }),
    printed: Object.fromEntries(formats.map((name) => [name, formatNamed(name).print(result, {}, { id: given.name })])),
    view: view && result.page !== null ? frameDocument(pageView(result.page, result.labelled.blocks)) : null,
    milliseconds: performance.now() - began,
  };
}

function answer(request: Request): Answers[keyof Answers] {
  switch (request.kind) {
    case 'extract':
      return extract(request);
    case 'movers':
      return movers?.(request.block) ?? [];
    case 'read': {
      sites ??= siteReader();
      const { content, url } = request.page;
      const result = sites.read(content, { url });
      const words = result.labelled.blocks.reduce(
        (sum, one, at) => sum + (result.labelled.labels.keep[at] === 1 ? one.words : 0),
        0,
      );
      return { ok: result.ok, reason: result.reason ?? null, confidence: result.confidence, words, url };
    }
    case 'site':
      sites ??= siteReader();
      return sites.explain(request.url);
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
