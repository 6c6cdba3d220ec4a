/** The class of @mozilla/readability over Dehusk: same constructor, same result. `docs/migration.md` lists the differences. */
import type { Document } from '../document/document.js';
import { rendererNamed } from '../render/index.js';
import { type Article, addressOf, articleOf, type DomDocument, htmlOf, isDocument } from './article.js';

/** Options of Readability. Those without a sentence here are accepted and have no effect. */
export interface ReadabilityOptions<T = string> {
  readonly debug?: boolean;
  /** Maximum elements of a document; with more, `parse` throws. 0 for no limit. Default 0. */
  readonly maxElemsToParse?: number;
  readonly nbTopCandidates?: number;
  readonly charThreshold?: number;
  readonly classesToPreserve?: readonly string[];
  readonly keepClasses?: boolean;
  /** Turns the element of the article into `content`. The document must be able to create elements. Default: its HTML. */
  readonly serializer?: (node: DomNode) => T;
  /** Read no metadata and no text from JSON-LD. Default false. */
  readonly disableJSONLD?: boolean;
  readonly allowedVideoRegex?: RegExp;
  readonly linkDensityModifier?: number;
}

/** The article of a document. */
export interface ReadabilityArticle<T = string> {
  readonly title: string | null;
  /** Clean HTML in one element, or what the serializer returns. */
  readonly content: T;
  readonly textContent: string;
  /** Length of `textContent` in UTF-16 code units. */
  readonly length: number;
  /** The page's description of itself, else the first paragraph. */
  readonly excerpt: string | null;
  readonly byline: string | null;
  readonly dir: string | null;
  readonly siteName: string | null;
  readonly lang: string | null;
  /** ISO 8601, as precise as known. */
  readonly publishedTime: string | null;
}

/** The node type that a serializer takes. Any DOM has it; the tool is compiled without one. */
type DomNode = unknown;

/** The start of a script of JSON-LD up to its type. Without `<`, or many starts without an end would each be read to the end of the page. */
const JSON_LD = /(<script\b[^<>]*)application\/ld\+json/gi;

/** @throws TypeError for anything that is no document */
function read(document: DomDocument, withoutJsonLd = false): Article {
  const html = htmlOf(document);
  return articleOf(withoutJsonLd ? html.replace(JSON_LD, '$1text/plain') : html, { url: addressOf(document) });
}

/** Extracts the article of a document. */
export class Readability<T = string> {
  /** @throws TypeError for anything that is no document */
  constructor(
    private readonly document: DomDocument,
    private readonly options: ReadabilityOptions<T> = {},
  ) {
    if (!isDocument(document))
      throw new TypeError('Readability got no DOM document; for HTML text use extract(html) of @dehusk/core');
  }

  /**
   * The article, or null when the page has no text. The document stays as it is.
   * @throws Error for a document with more elements than `maxElemsToParse`
   */
  parse(): ReadabilityArticle<T> | null {
    const { maxElemsToParse = 0, serializer, disableJSONLD = false } = this.options;
    const elements = maxElemsToParse > 0 ? elementsOf(this.document) : 0;
    if (elements > maxElemsToParse)
      throw new Error(`the document has ${elements} elements, more than maxElemsToParse (${maxElemsToParse})`);
    const { result, document, text } = read(this.document, disableJSONLD);
    if (!result.ok) return null;
    const body = rendererNamed('html').render(document, { metadata: false, title: false });
    const html = `<div id="readability-page-1" class="page">${body}</div>`;
    return {
      title: result.title,
      content: serializer === undefined ? (html as T) : serializer(elementOf(this.document, html)),
      textContent: text,
      length: text.length,
      excerpt: result.metadata.description ?? firstParagraph(document) ?? result.excerpt,
      ...{ byline: result.author, dir: result.direction, siteName: result.siteName },
      ...{ lang: result.language, publishedTime: result.date },
    };
  }
}

function firstParagraph(document: Document): string | null {
  const first = document.content.find(({ type }) => type === 'paragraph');
  return first === undefined
    ? null
    : rendererNamed('text')
        .render({ ...document, content: [first] })
        .trim();
}

function elementsOf(document: DomDocument): number {
  return (document as unknown as { querySelectorAll(selector: string): ArrayLike<unknown> }).querySelectorAll('*')
    .length;
}

/** An element of the document around some HTML. */
function elementOf(document: DomDocument, html: string): DomNode {
  const element = (document as unknown as { createElement(name: string): { innerHTML: string } }).createElement('div');
  element.innerHTML = html;
  return element;
}

/** Options of {@link isProbablyReaderable}; `visibilityChecker` is accepted and has no effect. */
export interface ReaderableOptions {
  /** Minimum characters of a paragraph that counts. Default 140. */
  readonly minContentLength?: number;
  /** The sum over these paragraphs of √(characters beyond the least) that makes a page readable. Default 20. */
  readonly minScore?: number;
  readonly visibilityChecker?: (node: DomNode) => boolean;
}

/** Whether the document has an article worth reading. It extracts the page, so ask only when you do not parse it anyway. */
export function isProbablyReaderable(document: DomDocument, options: ReaderableOptions = {}): boolean {
  const { minContentLength = 140, minScore = 20 } = options;
  const paragraphs = read(document).text.split('\n');
  const beyond = paragraphs.map(({ length }) => Math.sqrt(Math.max(0, length - minContentLength)));
  return beyond.reduce((sum, one) => sum + one, 0) > minScore;
}
