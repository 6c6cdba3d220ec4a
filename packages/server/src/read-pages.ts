/** The pages that one client had fetched: the next part of a page comes from the text of the first. */

import { type ExtractResult, type ExtractSuccess, explainPage, formatNamed } from '@dehusk/core';
import {
  fetchReadable,
  type HostExtractOptions,
  hostLookup,
  type MarkdownMode,
  openFetcher,
  type RawPage,
} from '@dehusk/node';
import type { FetchedForRequest } from './routes.js';
import type { Done, GivenExtraction, GivenOutput, NoText } from './service.js';

export interface FetchedText {
  readonly url: string | null;
  readonly mediaType: string;
  /** All of its text in a format. */
  readonly text: string;
  readonly found?: Done['found'] | undefined;
}

/** Pages and characters kept. */
const MAX_PAGES = 50;
const MAX_CHARACTERS = 20_000_000;

export class ReadPages {
  private readonly pages = new Map<string, FetchedText & { readonly id: string }>();
  private characters = 0;
  private number = 0;

  get(key: string): FetchedText | undefined {
    return this.pages.get(key);
  }

  /** Keeps a page, and forgets the ones read first where there are too many. @returns whether the list is another one now */
  add(key: string, page: FetchedText): boolean {
    const known = this.pages.get(key);
    this.pages.delete(key);
    this.characters += page.text.length - (known?.text.length ?? 0);
    this.pages.set(key, { ...page, id: known?.id ?? String(++this.number) });
    for (const [oldest, { text }] of this.pages) {
      if (this.pages.size <= MAX_PAGES && this.characters <= MAX_CHARACTERS) break;
      this.pages.delete(oldest);
      this.characters -= text.length;
    }
    return known === undefined;
  }

  list(): readonly (FetchedText & { readonly id: string })[] {
    return [...this.pages.values()];
  }
}

/** The work of one request, in whatever thread. */

/** A page to extract or explain. Its bytes are a field of the message, so that they are transferred between threads. */
export interface RequestWork extends RawPage {
  readonly kind: 'page';
  readonly extraction: GivenExtraction;
  /** Null to explain. */
  readonly output: GivenOutput | null;
}

/** `extract` of the core, or the tool's with a language detector. */
export type Extract = (
  page: Uint8Array | string,
  options: HostExtractOptions,
) => ExtractResult | Promise<ExtractResult>;

const encoder = new TextEncoder();

/** Does the work. Never throws for a page. */
export async function doPageWork(work: RequestWork, extract: Extract): Promise<Done | NoText> {
  const { page, url, charset: httpCharset, mediaType, extraction, output } = work;
  const result = await extract(page, { ...extraction, url, httpCharset, mediaType });
  if (output === null) return { kind: 'done', bytes: encoder.encode(JSON.stringify(explainPage(result))) };
  if (!result.ok) return { kind: 'no-text', reason: result.reason, detail: result.detail };
  const { title, extractor, hiddenText } = result;
  return { kind: 'done', bytes: printed(result, output), found: { title, extractor, hiddenText } };
}

/** A page with text in the format asked for, in UTF-8. */
export function printed(result: ExtractSuccess, { format, fields, rendering }: GivenOutput): Uint8Array {
  const chosen = format === 'json' && fields !== null ? formatNamed(format, fields) : formatNamed(format);
  return encoder.encode(chosen.print(result, rendering));
}

/** The polite fetcher for the pages that requests name. */

/** Longest wait for a page that is fetched, in milliseconds. */
const FETCH_MILLISECONDS = 30_000;

export function openFetching({
  allowHosts,
  allowPrivate = false,
  maxBytes,
}: {
  readonly allowHosts?: readonly string[];
  readonly allowPrivate?: boolean;
  readonly maxBytes: number;
}) {
  const allowed = allowHosts && hostLookup<boolean>(Object.fromEntries(allowHosts.map((name) => [name, true])));
  const fetcher = openFetcher({ allowPrivate, maxBytes }, (host) => allowed?.(host) ?? allowed === undefined);
  return {
    async fetchPage(url: string, signal: AbortSignal, markdown: MarkdownMode): Promise<FetchedForRequest> {
      const time = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MILLISECONDS)]);
      const answer = await fetchReadable(fetcher, url, markdown, time);
      if (answer.kind === 'fetched') return { ok: true, ...answer };
      if (answer.kind === 'failed')
        return { ok: false, reason: answer.reason === 'stopped' ? 'timeout' : answer.reason, detail: answer.detail };
      return { ok: false, reason: 'http-status', detail: 'got 304, expected a page' };
    },
    close: () => fetcher.close(),
  };
}
