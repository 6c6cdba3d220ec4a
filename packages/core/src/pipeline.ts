/**
 * The whole road, once, in order: decode → parse → metadata → label → assemble → render.
 */
import type { LabelledBlocks } from './blocks/block.js';
import { assemble } from './document/assemble.js';
import { type Document, NO_STRUCTURE } from './document/document.js';
import type { ExtractionContext, Extractor, Options } from './extractors/extractor.js';
import { withDefaults } from './extractors/extractor.js';
import { decode } from './page/decode.js';
import { DEFAULT_LIMITS, type Limits, type Reason } from './page/limits.js';
import { readMetadata } from './page/metadata/index.js';
import { type Metadata, NO_METADATA } from './page/metadata/metadata.js';
import { type Page, TEXT, tagTable } from './page/page.js';
import { parse } from './page/parse.js';
import { html } from './renderers/html.js';
import { text as plainText } from './renderers/text.js';
import type { SiteKnowledge } from './sites/site-learner.js';

export interface RoadOptions {
  /** The page's address: relative links become absolute, and URL-based metadata can be read. */
  readonly url?: string | null;
  /** Options of the extractor by name; see its `optionDocs`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The charset of the HTTP Content-Type header, when the input is bytes. */
  readonly httpCharset?: string | null;
  /** Overrides the language the page declares: `en`, `pt-BR`. */
  readonly language?: string | null;
  /** Called with the page's visible text when nothing is declared; gives a BCP 47 tag or null. The core ships no detector. */
  readonly detectLanguage?: (text: string) => string | null;
  /**
   * What earlier pages of the same site taught, or what finds it once the page is parsed. Each extractor documents what it can
   * use; extractors of one page use nothing.
   */
  readonly site?: SiteKnowledge | ((page: Page, metadata: Metadata) => SiteKnowledge | null) | null;
  /** Bounds on the work one page may cause. */
  readonly limits?: Partial<Limits>;
}

/**
 * Seen on the way, worth telling, not a reason to give nothing: `flattened`, nesting was cut at `maxDepth`; `hidden-text`,
 * part of the text stands only in JSON-LD, meta or state scripts.
 */
export type Warning = 'flattened' | 'hidden-text';

/**
 * What `extract` gives: always an object, never null. A superset of the object of Mozilla's Readability
 * (`title content textContent length excerpt byline dir siteName lang publishedTime`).
 */
export interface ExtractResult {
  /** True when there is text. */
  readonly ok: boolean;
  /** Why there is none; null when `ok`. */
  readonly reason: Reason | null;
  /** The reason in words, with what was got and what was expected; null when `ok`. */
  readonly detail: string | null;
  readonly title: string | null;
  /** The main content as clean HTML, rendered when first asked for. */
  readonly content: string;
  /** The main content as plain text. */
  readonly textContent: string;
  /** The same as `textContent`, under the name the rest of Dehusk uses. */
  readonly text: string;
  /** Length of `textContent` in UTF-16 code units. */
  readonly length: number;
  readonly excerpt: string | null;
  readonly byline: string | null;
  readonly dir: 'ltr' | 'rtl' | null;
  readonly siteName: string | null;
  readonly lang: string | null;
  readonly publishedTime: string | null;
  /** What kind of page it is, and how sure that is (0…1); null for extractors that do not say. */
  readonly pageType: string | null;
  readonly pageTypeProbability: number | null;
  /** Expected word F1 of this extraction, calibrated, 0…1: route doubtful pages elsewhere. Null for extractors that do not say. */
  readonly confidence: number | null;
  /** Name of the extractor that labelled the blocks. */
  readonly extractor: string;
  readonly metadata: Metadata;
  readonly document: Document;
  /** The blocks, their labels and features; empty when the page was refused before labelling. */
  readonly labelled: LabelledBlocks;
  /** The page's columns; null when it was refused. */
  readonly page: Page | null;
  /** WHATWG name of the encoding the bytes were decoded by; null for string input. */
  readonly encoding: string | null;
  readonly warnings: readonly Warning[];
}

const NO_BLOCKS: LabelledBlocks = { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };

/**
 * Extracts the main content of a page with a given extractor. What `extract` does once the name is looked up; a bundle that
 * imports this and one extractor carries no other.
 *
 * @param input the page's bytes (decoded by BOM, HTTP charset, meta, validity, detection), its HTML text, or an already parsed page
 * @returns always a result; `ok` false with a `reason` when there is no text
 * @throws TypeError for an option the extractor does not have: a mistake of the program, not of the page
 */
export function extractWith<O extends Options>(
  extractor: Extractor<O>,
  input: string | Uint8Array | Page,
  options: RoadOptions = {},
): ExtractResult {
  const extractorOptions = withDefaults(extractor, options.options);
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const deadline = performance.now() + limits.maxMilliseconds;
  const warnings: Warning[] = [];
  let encoding: string | null = null;
  let metadata: Metadata = NO_METADATA;

  const refuse = (reason: Reason, detail: string, page: Page | null = null, labelled = NO_BLOCKS): ExtractResult =>
    resultOf(
      { ok: false, reason, detail, extractor: extractor.name, metadata, page, labelled, encoding, warnings },
      options,
    );
  const late = (page: Page): ExtractResult =>
    refuse('timeout', `extraction was not done within ${limits.maxMilliseconds} ms`, page);

  let page: Page;
  if (typeof input === 'string' || input instanceof Uint8Array) {
    if (input.length === 0) return refuse('empty-input', 'the input is empty');
    if (input.length > limits.maxBytes)
      return refuse(
        'too-large',
        `the input has ${input.length} ${typeof input === 'string' ? 'characters' : 'bytes'}, more than the ${limits.maxBytes} allowed (option maxBytes)`,
      );
    let source: string;
    if (typeof input === 'string') source = input;
    else {
      const decoded = decode(input, { httpCharset: options.httpCharset ?? null });
      source = decoded.text;
      encoding = decoded.encoding;
    }
    const parsed = parse(source, {
      url: options.url ?? null,
      limits: { ...limits, maxBytes: Number.MAX_SAFE_INTEGER },
      deadline,
    });
    if (!parsed.ok) return refuse(parsed.reason, parsed.detail);
    if (parsed.flattened) warnings.push('flattened');
    page = parsed.page;
  } else page = input;

  metadata = readMetadata(page);
  if (performance.now() > deadline) return late(page);
  const site = typeof options.site === 'function' ? options.site(page, metadata) : (options.site ?? null);
  const knowledge: ExtractionContext = { language: languageOf(page, metadata, options), site };
  const labelled = extractor.label(page, extractorOptions, knowledge);
  if (performance.now() > deadline) return late(page);
  if (labelled.blocks.length === 0 && !labelled.hidden?.length)
    return refuse('no-text', 'the page has no visible text', page, labelled);
  if (labelled.refused) return refuse(labelled.refused.reason, labelled.refused.detail, page, labelled);
  const hidden = labelled.hidden?.length ?? 0;
  if (hidden > 0) warnings.push('hidden-text');
  if (hidden === 0 && !labelled.labels.keep.includes(1))
    return refuse(
      'no-content',
      `${extractor.name} found no main content in ${labelled.blocks.length} blocks`,
      page,
      labelled,
    );
  const result = resultOf(
    { ok: true, reason: null, detail: null, extractor: extractor.name, metadata, page, labelled, encoding, warnings },
    options,
    knowledge.language,
  );
  // Kept blocks of which nothing is document content, such as the choices of a form, are no text either.
  if (result.text.trim() === '') {
    const kept = labelled.labels.keep.reduce((sum, one) => sum + one, 0);
    return refuse('no-content', `${extractor.name} kept ${kept} blocks that hold no document text`, page, labelled);
  }
  return result;
}

/** Declared language, else what the caller's detector says. */
function languageOf(page: Page, metadata: Metadata, options: RoadOptions): string | null {
  const given = options.language ?? metadata.language ?? options.detectLanguage?.(visibleSample(page)) ?? null;
  return given === null ? null : (given.toLowerCase().split(/[-_]/)[0] as string);
}

/** Characters of visible text a language detector is shown: more than any needs, less than a long page. */
const LANGUAGE_SAMPLE = 20_000;
const NOT_LANGUAGE = new Set([
  'head',
  'script',
  'style',
  'template',
  'textarea',
  'select',
  'svg',
  'math',
  'code',
  'pre',
]);

/** The page's first visible text, without scripts, styles and code, which speak no language. */
function visibleSample(page: Page): string {
  const skipped = tagTable(page, NOT_LANGUAGE);
  const pieces: string[] = [];
  let length = 0;
  for (let node = 1; node < page.size && length < LANGUAGE_SAMPLE; node++) {
    if (skipped[page.tag[node]] === 1) node = page.end[node] - 1;
    else if (page.tag[node] === TEXT) {
      const text = page.chars.slice(page.textFrom[node], page.textTo[node]).trim();
      if (text !== '') {
        pieces.push(text);
        length += text.length;
      }
    }
  }
  return pieces.join(' ');
}

interface Outcome {
  readonly ok: boolean;
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly extractor: string;
  readonly metadata: Metadata;
  readonly page: Page | null;
  readonly labelled: LabelledBlocks;
  readonly encoding: string | null;
  readonly warnings: readonly Warning[];
}

function resultOf(outcome: Outcome, options: RoadOptions, language: string | null = null): ExtractResult {
  const { metadata, page } = outcome;
  const document: Document =
    outcome.ok && page !== null
      ? assemble(page, outcome.labelled, metadata)
      : { url: options.url ?? page?.url ?? null, metadata, content: [], ...NO_STRUCTURE };
  const text = outcome.ok ? plainText.render(document) : '';
  let content: string | undefined;
  return {
    ...outcome,
    title: metadata.title,
    get content(): string {
      content ??= outcome.ok ? html.render(document, { metadata: false }) : '';
      return content;
    },
    textContent: text,
    text,
    length: text.length,
    excerpt: metadata.description ?? excerptOf(text),
    byline: metadata.byline,
    dir: metadata.direction,
    siteName: metadata.siteName,
    lang: metadata.language ?? options.language ?? language,
    publishedTime: metadata.datePublished,
    pageType: outcome.labelled.prediction?.pageType ?? null,
    pageTypeProbability: outcome.labelled.prediction?.pageTypeProbability ?? null,
    confidence: outcome.labelled.prediction?.confidence ?? null,
    document,
  };
}

/** The first paragraph with a sentence's worth of words; Readability's fallback for a missing description. */
function excerptOf(text: string): string | null {
  for (const line of text.split('\n')) if (line.length >= 60) return line.trim();
  return text.trim().split('\n')[0] || null;
}
