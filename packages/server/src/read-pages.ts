/** The pages that one client had fetched: the next part of a page comes from the text of the first. */

import { type ExtractResult, type ExtractSuccess, explainPage, formatNamed } from '@dehusk/core';
import type { HostExtractOptions, RawPage } from '@dehusk/node';
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
