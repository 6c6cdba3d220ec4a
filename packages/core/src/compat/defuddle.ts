/** The calls of Defuddle over Dehusk: same arguments, same result. `docs/migration.md` lists the differences. */

import { countWordsBetween, hostOf, nameOf, webAddress } from '@dehusk/html';
import { readJsonLd } from '../metadata/json-ld.js';
import type { ExtractResult } from '../pipeline.js';
import { rendererNamed } from '../render/index.js';
import { addressOf, articleOf, type DomDocument, htmlOf, isDocument } from './article.js';

/** Options of Defuddle. Those without a sentence here are accepted and have no effect. */
export interface DefuddleOptions {
  /** Address of the page. Default: that of the document. */
  readonly url?: string;
  /** Whether `content` is Markdown. Default false: HTML. */
  readonly markdown?: boolean;
  /** Whether the result has `contentMarkdown` besides. Default false. */
  readonly separateMarkdown?: boolean;
  /** Leave out images. Default false. */
  readonly removeImages?: boolean;
  /** CSS selector of the main content. Without a match the content is empty. */
  readonly contentSelector?: string;
  /** True prints the comments after the content. Default `'extractors'`, as false: they are left out. */
  readonly includeReplies?: boolean | 'extractors';
  readonly debug?: boolean;
  readonly profile?: boolean;
  readonly language?: string;
  readonly removeExactSelectors?: boolean;
  readonly removePartialSelectors?: boolean;
  readonly removeHiddenElements?: boolean;
  readonly removeLowScoring?: boolean;
  readonly removeSmallImages?: boolean;
  readonly removeContentPatterns?: boolean;
  readonly standardize?: boolean;
  readonly useAsync?: boolean;
  readonly fetch?: unknown;
}

/** The result. Text that a page lacks is empty. */
export interface DefuddleResponse {
  /** HTML; Markdown with `markdown`. */
  readonly content: string;
  /** With `separateMarkdown`. */
  readonly contentMarkdown?: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  /** Publication date, ISO 8601, as precise as known. */
  readonly published: string;
  readonly site: string;
  /** Host without `www.`. */
  readonly domain: string;
  readonly favicon: string;
  readonly image: string;
  /** BCP 47. */
  readonly language: string;
  /** Words of the text. */
  readonly wordCount: number;
  /** Time of the call, milliseconds. */
  readonly parseTime: number;
  /** The records of the page's JSON-LD. */
  readonly schemaOrgData: readonly Readonly<Record<string, unknown>>[];
}

/** A page: a document, HTML text, or an object with a window, as jsdom has. */
export type DefuddleInput = DomDocument | string | { readonly window: { readonly document: DomDocument } };

/** The object of `new Defuddle(document)`. */
export interface DefuddleParser {
  /** The content and metadata of the document, which stays as it is. */
  parse(): DefuddleResponse;
  /** The same; nothing is fetched. */
  parseAsync(): Promise<DefuddleResponse>;
}

interface DefuddleCalls {
  /** As the class of the package `defuddle`. @throws TypeError for anything that is no document */
  new (document: DomDocument, options?: DefuddleOptions): DefuddleParser;
  /** As the function of `defuddle/node`. @throws TypeError for anything that is no page */
  (input: DefuddleInput, url?: string, options?: DefuddleOptions): Promise<DefuddleResponse>;
}

/** `new Defuddle(document, options).parse()` and `await Defuddle(input, url, options)`. */
export const Defuddle = function defuddle(
  input: DefuddleInput,
  second?: string | DefuddleOptions,
  third?: DefuddleOptions,
): DefuddleParser | Promise<DefuddleResponse> {
  const page = typeof input === 'object' && input !== null && 'window' in input ? input.window.document : input;
  if (typeof page !== 'string' && !isDocument(page))
    throw new TypeError('Defuddle got no page, expected a DOM document, HTML text or an object with a window');
  const url = typeof second === 'string' ? second : undefined;
  const options = { ...(typeof second === 'object' ? second : third), ...(url === undefined ? {} : { url }) };
  const parse = (): DefuddleResponse => responseOf(page, options);
  return new.target ? { parse, parseAsync: async () => parse() } : Promise.resolve().then(parse);
} as unknown as DefuddleCalls;

function responseOf(page: DomDocument | string, options: DefuddleOptions): DefuddleResponse {
  const began = performance.now();
  const isText = typeof page === 'string';
  const url = options.url ?? (isText ? null : addressOf(page));
  const { contentSelector, removeImages = false, includeReplies = false } = options;
  const { result, document, text } = articleOf(isText ? page : htmlOf(page), {
    url,
    ...(contentSelector === undefined ? {} : { contentSelector }),
  });
  const rendering = { metadata: false, title: false, images: !removeImages, comments: includeReplies === true };
  const printed = (format: string): string => (result.ok ? rendererNamed(format).render(document, rendering) : '');
  const { metadata } = result;
  return {
    content: printed(options.markdown ? 'markdown' : 'html'),
    ...(options.separateMarkdown && { contentMarkdown: printed('markdown') }),
    title: metadata.title ?? '',
    description: metadata.description ?? '',
    author: metadata.author ?? '',
    published: metadata.date ?? '',
    site: metadata.siteName ?? '',
    domain: (hostOf(url ?? metadata.canonicalUrl) ?? '').replace(/^www\./, ''),
    favicon: faviconOf(result, url),
    image: metadata.image ?? '',
    language: result.language ?? '',
    wordCount: countWordsBetween(text, 0, text.length),
    parseTime: Math.round(performance.now() - began),
    schemaOrgData: result.page === null ? [] : readJsonLd(result.page).nodes.map(({ properties }) => properties),
  };
}

/** The icon a page links to; else `/favicon.ico` of its site; empty without an address. */
function faviconOf({ page }: ExtractResult, url: string | null): string {
  for (let node = 1; page !== null && node < page.size; node++) {
    if (nameOf(page, node) !== 'link' || !/(?:^|\s)icon(?:\s|$)/i.test(page.attribute(node, 'rel') ?? '')) continue;
    const address = webAddress(page.attribute(node, 'href') ?? '', url);
    if (address !== null) return address;
  }
  return webAddress('/favicon.ico', url) ?? '';
}
