/** A page given as a DOM document, extracted without the heading that repeats its title: both libraries leave it out. */
import { type Document, NO_STRUCTURE } from '../document/document.js';
import { type ExtractOptions, extract } from '../extract.js';
import type { ExtractResult } from '../pipeline.js';
import { rendererNamed } from '../render/index.js';

/** The part of a DOM document that is read: of a browser, jsdom, linkedom or happy-dom. It is never changed. */
export interface DomDocument {
  readonly documentElement: { readonly outerHTML: string };
  readonly documentURI?: string | null;
  readonly baseURI?: string | null;
  readonly compatMode?: string;
}

export function isDocument(value: unknown): value is DomDocument {
  const root = (value as Partial<DomDocument> | null | undefined)?.documentElement;
  return typeof root?.outerHTML === 'string';
}

/** The HTML of a document, parsed again in the mode it has. */
export function htmlOf({ documentElement, compatMode }: DomDocument): string {
  return `${compatMode === 'BackCompat' ? '' : '<!doctype html>'}${documentElement.outerHTML}`;
}

/** The address of a document, or null when it has none of the web. */
export function addressOf({ documentURI, baseURI }: DomDocument): string | null {
  return [documentURI, baseURI].find((url) => /^https?:/.test(url ?? '')) ?? null;
}

/** A page, and its content without the title. */
export interface Article {
  readonly result: ExtractResult;
  readonly document: Document;
  readonly text: string;
}

export function articleOf(html: string, options: ExtractOptions): Article {
  const result = extract(html, options);
  const text = rendererNamed('text');
  const { url, metadata, content } = result.document;
  const [first, ...rest] = content;
  const isTitle =
    first?.type === 'heading' &&
    rest.length > 0 &&
    wordsOf(text.render({ ...NO_STRUCTURE, url, metadata, content: [first] })) === wordsOf(metadata.title ?? '');
  const document = {
    ...NO_STRUCTURE,
    url,
    metadata,
    content: isTitle ? rest : content,
    // Found on first use.
    get comments() {
      return result.document.comments;
    },
  };
  return { result, document, text: text.render(document) };
}

function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}
