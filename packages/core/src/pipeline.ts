/**
 * The pipeline of one page: decode → parse (`openPage`), then label → assemble → render (`extractPage`). Metadata is read on first use.
 *
 * Every way into the library and the tool goes through these two functions, so a page is opened once per run whatever is
 * done with it.
 */

import {
  binaryTextKind,
  CALLBACK,
  type Clock,
  checkOptions,
  counted,
  DEFAULT_LIMITS,
  decode,
  describeValue,
  dropColumns,
  FLAG,
  LIMIT_DOMAINS,
  type Limits,
  listOf,
  type OptionDomain,
  type OptionDomains,
  orNull,
  type Page,
  parse,
  RECORD,
  type Reason,
  type Refusal,
  real,
  STRING,
  signatureKind,
  startBudget,
  TEXT,
  tagNames,
  tagTable,
  textKind,
  textOf,
  UNREAD,
  withLazyFields,
  words,
} from '@dehusk/html';
import { articleFault, contentFault, noticeFault } from './article-check.js';
import { type LabelledBlocks, PAGE_TYPES, type PageType } from './blocks/block.js';
import { assemble } from './document/assemble.js';
import { type Document, NO_STRUCTURE } from './document/document.js';
import { Room } from './document/room.js';
import { type ExtractionContext, type Extractor, type Options, withDefaults } from './extractors/extractor.js';
import { MARKDOWN_TYPES, markdownMarkup } from './extractors/markdown-markup.js';
import { plainTextExtractor, plainTextMarkup } from './extractors/plain-text.js';
import { checkSelectors, type Selectors, withSelectors } from './extractors/selected.js';
import { HIDDEN_MODES, type HiddenMode, NO_UNSEEN, type UnseenWords, withoutUnseen } from './extractors/unseen.js';
import { type Metadata, NO_METADATA } from './metadata/metadata.js';
import { readMetadata } from './metadata/read-metadata.js';
import { documentFields, type PageRecord, pageRecord, type RecordField } from './record.js';
import { html } from './render/html.js';
import { markdown } from './render/markdown/markdown.js';
import { text as plainText } from './render/text.js';
import type { SiteKnowledge } from './site/site-learner.js';
import { withMinedArticle } from './state/mined-page.js';

/**
 * A page: bytes (decoded by BOM, HTTP charset, meta, validity, detection), HTML text, an already parsed page, or
 * the result of `openPage`.
 */
export type PageSource = string | ArrayBuffer | ArrayBufferView | Page | OpenedPage | UnopenedPage;

export interface OpenOptions {
  /** The page's address: relative links become absolute, and URL-based metadata can be read. */
  readonly url?: string | null;
  /** The charset of the HTTP Content-Type header, when the input is bytes. */
  readonly httpCharset?: string | null;
  /**
   * The media type by the HTTP header or the file's name, without parameters. With `text/plain` and `text/markdown` the text is the
   * content, and `extractor` of the result is `plain-text` or `markdown`. Other types change nothing: the content itself shows what it is.
   */
  readonly mediaType?: string | null;
  /** When the page was fetched, milliseconds since 1970: a date more than a day later is not its date. Default: unknown. */
  readonly fetchedAt?: number | null;
  /** Bounds on the work one page may cause. */
  readonly limits?: Partial<Limits>;
  /**
   * Clock that `limits.maxMilliseconds` is measured by. Default: none, and time is not limited. Pass CPU time rather than wall
   * time, or the result depends on the load of the machine.
   */
  readonly clock?: Clock;
}

export interface ExtractPageOptions extends Selectors {
  /** Options of the extractor by name; see its `optionDocs`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Overrides the language the page declares: `en`, `pt-BR`. */
  readonly language?: string | null;
  /**
   * The page's type, when it is known: `article`, `forum`, `product`, `collection`, `listing`, `documentation` or `service`.
   * The default extractor uses it instead of its prediction. With `article`, lists of articles and error pages have no text: reasons
   * `listing`, `error-page`, `needs-javascript`.
   */
  readonly pageType?: PageType | null;
  /** Whether `document.items` holds the articles below the page's own, as sites append them for endless scrolling; default false. */
  readonly allArticles?: boolean;
  /**
   * Text that the page does not show: `drop`, `keep`, or `mark`, which keeps it and says so in the reasons and in `hiddenText`. Default:
   * `drop` for the default extractor and site readers, `keep` for published algorithms.
   */
  readonly hidden?: HiddenMode;
  /** Called with the page's visible text when no language is declared; returns a BCP 47 tag or null. The core has no detector. */
  readonly detectLanguage?: (text: string) => string | null;
  /** Models of earlier pages of the same site. Each extractor documents what it can use; page-level extractors use nothing. */
  readonly site?: SiteKnowledge | null;
}

export interface PipelineOptions extends OpenOptions, ExtractPageOptions {}

/** A language tag (BCP 47). */
const LANGUAGE: OptionDomain = {
  type: 'string',
  pattern: '^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$',
  title: 'a language tag such as en or pt-BR',
};
const SELECTOR: OptionDomain = { anyOf: [STRING, listOf(STRING)] };

/** The options above, with the values that each may have. */
export const EXTRACT_DOMAINS: OptionDomains<PipelineOptions> = {
  url: orNull(STRING),
  httpCharset: orNull(STRING),
  mediaType: orNull(STRING),
  fetchedAt: orNull(real()),
  limits: RECORD,
  clock: CALLBACK,
  options: RECORD,
  language: orNull(LANGUAGE),
  pageType: orNull(words(...PAGE_TYPES)),
  allArticles: FLAG,
  hidden: words(...HIDDEN_MODES),
  detectLanguage: CALLBACK,
  site: orNull(RECORD),
  contentSelector: SELECTOR,
  includeSelector: SELECTOR,
  excludeSelector: SELECTOR,
};

/**
 * Checks the parts of an extraction's options: the limits, the options of the extractor and the selectors.
 *
 * @throws TypeError for an unknown option, a value of another type or a selector that is not valid; RangeError for a value out of range
 */
export function checkExtraction<O extends Options>(
  extractor: Extractor<O>,
  { limits = {}, options, ...selectors }: PipelineOptions,
): void {
  checkOptions('limits', limits, LIMIT_DOMAINS);
  withDefaults(extractor, options);
  checkSelectors(selectors);
}

/**
 * Non-fatal observations. `flattened`: nesting was cut at `maxDepth`; `hidden-text`: part of the text is only in JSON-LD,
 * meta or state scripts; `invisible-text`: text that the page does not show was dropped, or marked; `truncated`: the content ends early, because the page repeats itself (by references, marks around many
 * paragraphs, deep nesting) and the output would be many times as long as the page.
 */
export type Warning = 'flattened' | 'hidden-text' | 'invisible-text' | 'truncated';

/** A page that was opened. */
export interface OpenedPage {
  readonly ok: true;
  readonly page: Page;
  /** Each field is read on first use. */
  readonly metadata: Metadata;
  /** WHATWG name of the encoding the bytes were decoded by; null for other input. */
  readonly encoding: string | null;
  /** What the input was, if it was not HTML: all of it is content. */
  readonly textFormat: 'plain-text' | 'markdown' | null;
  readonly warnings: readonly Warning[];
  readonly limits: Limits;
  /** Whether the page's time budget is used up. It began when the page was opened. */
  isOverBudget(): boolean;
}

/** A page that was refused before extraction. */
export interface UnopenedPage extends Refusal {
  readonly ok: false;
  readonly url: string | null;
  readonly encoding: string | null;
}

/** The fields of a record that a result has: all but those that only the caller of a record knows. */
type ResultField = Exclude<RecordField, 'schema' | 'id' | 'at' | 'ok' | 'reason' | 'detail' | 'extractor'>;

/** The fields of the record of the page (`docs/output.md`), and more; those that cost work are read on first use. */
interface ResultFields extends Pick<PageRecord, ResultField> {
  /** The main content as Markdown and as a complete HTML page with metadata, as the formats of these names print it. */
  readonly markdown: string;
  readonly html: string;
  /** Name of the extractor that labelled the blocks. */
  readonly extractor: string;
  readonly metadata: Metadata;
  readonly document: Document;
  /** The blocks, their labels and features; empty when the page was refused before labelling. */
  readonly labelled: LabelledBlocks;
  readonly warnings: readonly Warning[];
  /** Words that the extractor kept and the page does not show, by the way in which they are hidden: dropped, or with `mark` kept. */
  readonly hiddenText: UnseenWords;
  /** The value that `JSON.stringify` prints: the record. */
  toJSON(): PageRecord;
}

/** The main content of a page. */
export interface ExtractSuccess extends ResultFields {
  readonly ok: true;
  readonly reason: null;
  readonly detail: null;
  /** The page's description of itself, else the beginning of the text. */
  readonly excerpt: string;
  readonly page: Page;
}

/** A page without text: `text`, `markdown`, `html` and `content` are empty. */
export interface ExtractFailure extends ResultFields {
  readonly ok: false;
  readonly reason: Reason;
  /** The reason as a sentence, with got and expected. */
  readonly detail: string;
  /** Null when the page was refused before it was parsed. */
  readonly page: Page | null;
}

/** The result of `extract`; check `ok` first. */
export type ExtractResult = ExtractSuccess | ExtractFailure;

/**
 * Decodes and parses a page. Returns a page that is open already unchanged. A page whose article is only in its
 * state (data for its scripts) is parsed with the article in its place.
 *
 * @returns the opened page, or the reason why it was refused. Pass either to {@link extractPage}
 * @param options checked by the caller (`checkExtraction`)
 * @throws TypeError for an input that is no page
 */
export function openPage(input: PageSource, options: OpenOptions = {}): OpenedPage | UnopenedPage {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  const isOverBudget = startBudget(limits, options.clock);
  const url = options.url ?? null;
  let encoding: string | null = null;
  let textFormat: OpenedPage['textFormat'] = null;
  const opened = (page: Page, warnings: readonly Warning[]): OpenedPage => ({
    ...{ ok: true, page, encoding, textFormat, warnings, limits, isOverBudget },
    metadata: readMetadata(page, options.fetchedAt ?? null),
  });
  const refuse = (reason: Reason, detail: string): UnopenedPage => ({ ok: false, reason, detail, url, encoding });
  const source = pageSource(input);
  if (typeof source === 'object' && 'ok' in source) return source;
  if (typeof source === 'object' && !(source instanceof Uint8Array)) return opened(source, []);
  if (source.length === 0) return refuse('empty-input', 'the input is empty');
  if (source.length > limits.maxBytes) {
    const unit = typeof source === 'string' ? 'characters' : 'bytes';
    const detail = `the input has ${source.length} ${unit}, more than the ${limits.maxBytes} allowed (option maxBytes)`;
    return refuse('too-large', detail);
  }
  const notHtml = (kind: string): UnopenedPage => refuse('not-html', `the input is ${kind}, expected HTML`);
  const signature = signatureKind(source);
  if (signature !== null) return notHtml(signature);
  let text: string;
  if (typeof source === 'string') text = source;
  else ({ text, encoding } = decode(source, { httpCharset: options.httpCharset ?? null }));
  const type = options.mediaType?.toLowerCase() ?? '';
  const isMarkdown = MARKDOWN_TYPES.has(type);
  const markup = isMarkdown ? markdownMarkup(text) : type === 'text/plain' ? plainTextMarkup(text) : null;
  const kind = markup === null ? textKind(text) : binaryTextKind(text);
  if (kind !== null) return notHtml(kind);
  textFormat = markup === null ? null : isMarkdown ? 'markdown' : 'plain-text';
  text = markup ?? text;
  // Decoding may make more characters than there were bytes; the bound is on the input.
  const parsed = parse(text, { url, limits: { ...limits, maxBytes: Number.MAX_SAFE_INTEGER }, isOverBudget });
  if (!parsed.ok) return refuse(parsed.reason, parsed.detail);
  const warnings: Warning[] = parsed.flattened ? ['flattened'] : [];
  if (textFormat !== null) return opened(parsed.page, warnings);
  const mined = withMinedArticle(parsed.page, limits, isOverBudget);
  if (mined === null) return opened(parsed.page, warnings);
  return opened(mined.page, [...warnings, 'hidden-text', ...(mined.isCut ? (['truncated'] as const) : [])]);
}

/** @throws TypeError that describes the value, for anything that is no page */
function pageSource(input: unknown): string | Uint8Array | Page | OpenedPage | UnopenedPage {
  if (typeof input === 'string' || input instanceof Uint8Array) return input;
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  // Tested by its tag: an ArrayBuffer of another realm (a frame, node:vm) is not an instance of this realm's class.
  if (Object.prototype.toString.call(input) === '[object ArrayBuffer]') return new Uint8Array(input as ArrayBuffer);
  if (typeof input === 'object' && input !== null) {
    if ('tag' in input && 'textFrom' in input) return input as Page;
    if ('ok' in input && ('isOverBudget' in input || 'reason' in input)) return input as OpenedPage | UnopenedPage;
  }
  throw new TypeError(
    `a page got ${describeValue(input)}, expected HTML text, bytes (an ArrayBuffer or a view of one) or a parsed page`,
  );
}

/**
 * Labels the blocks of an opened page and makes its document and text. A page that was refused keeps its reason.
 *
 * @param options checked by the caller (`checkExtraction`), but for those of the extractor and the selectors
 * @throws TypeError for an option the extractor does not have, a value of another type, or a selector that is not valid; RangeError
 *   for a value out of range
 */
export function extractPage<O extends Options>(
  opened: OpenedPage | UnopenedPage,
  extractor: Extractor<O>,
  options: ExtractPageOptions = {},
): ExtractResult {
  const extractorOptions = withDefaults(extractor, options.options);
  const selecting = withSelectors(extractor, options);
  const { pageType = null } = options;
  if (!opened.ok) {
    const { url, encoding, reason, detail } = opened;
    return failed({ reason, detail }, { ...NOTHING_READ, url, encoding, extractor: extractor.name }, options.language);
  }
  const { page, metadata, encoding, limits, textFormat } = opened;
  const name = textFormat ?? extractor.name;
  const mode =
    textFormat === 'plain-text'
      ? 'keep'
      : (options.hidden ?? (textFormat === null ? extractor.hidden : 'drop') ?? 'keep');
  const read: PageFindings = { page, url: page.url, metadata, encoding, warnings: opened.warnings, extractor: name };
  const late: Refusal = { reason: 'timeout', detail: `extraction took more than ${limits.maxMilliseconds} ms` };
  if (opened.isOverBudget()) return failed(late, read, options.language);
  // Few extractors use the language.
  const context: ExtractionContext = withLazyFields(
    { pageType, site: options.site ?? null },
    { language: () => languageOf(page, metadata, options) },
  );
  const given =
    textFormat !== null
      ? plainTextExtractor.label(page, {}, context)
      : selecting.label(page, extractorOptions, context);
  // The columns of the decision take several times the memory of the page, as does the document.
  dropColumns(page);
  const { labelled, unseen } = withoutUnseen(page, given, mode);
  if (opened.isOverBudget()) return failed(late, read, options.language);

  const refuse = (reason: Reason, detail: string, warnings = read.warnings): ExtractResult =>
    failed({ reason, detail }, { ...read, labelled, unseen, warnings }, options.language);
  const { blocks, labels, hidden = [], refused } = labelled;
  if (refused?.reason === 'no-pattern') return refuse(refused.reason, refused.detail);
  const isEmpty = hidden.length === 0 && !labels.keep.includes(1);
  const check = pageType === 'article' ? articleFault : isEmpty ? contentFault : noticeFault;
  const fault = check(page, labelled, metadata);
  if (fault !== null) return refuse(fault.reason, fault.detail);
  if (blocks.length === 0 && hidden.length === 0) return refuse('no-text', 'the page has no visible text');
  let warnings = read.warnings;
  const warn = (warning: Warning): void => {
    if (!warnings.includes(warning)) warnings = [...warnings, warning];
  };
  if (hidden.length > 0) warn('hidden-text');
  if (unseen.words > 0) warn('invisible-text');
  const unfound = refused?.detail ?? `${extractor.name} found no main content in ${counted(blocks.length, 'block')}`;
  if (isEmpty) return refuse('no-content', unfound);
  const room = new Room(page);
  const document = assemble(page, labelled, metadata, options.allArticles, room);
  if (room.isUsedUp) warn('truncated');
  const text = plainText.render(document);
  // Some blocks, such as the choices of a form, are no document content.
  if (text.trim() === '') {
    const kept = labels.keep.reduce((sum, one) => sum + one, 0);
    return refuse('no-content', `${extractor.name} kept ${counted(kept, 'block')} without document text`, warnings);
  }
  return withLazyFields(
    {
      ...{ ok: true as const, reason: null, detail: null },
      ...fieldsOf({ ...read, labelled, unseen, warnings }),
      ...{ page, document, text, length: text.length },
    },
    {
      ...lazyFields(document, () => options.language ?? context.language),
      excerpt: () => metadata.description ?? excerptOf(text),
      markdown: () => markdown.render(document),
      html: () => html.render(document),
    },
  );
}

/** The facts that successes and failures share. */
interface PageFindings {
  readonly page: Page | null;
  readonly url: string | null;
  readonly metadata: Metadata;
  readonly encoding: string | null;
  readonly warnings: readonly Warning[];
  readonly extractor: string;
  readonly labelled?: LabelledBlocks;
  readonly unseen?: UnseenWords;
}

const NOTHING_READ = { page: null, metadata: NO_METADATA, warnings: [] } as const;
const NO_BLOCKS: LabelledBlocks = { blocks: [], labels: { keep: new Uint8Array(0), why: [] } };

function failed(refusal: Refusal, read: PageFindings, language: string | null | undefined): ExtractFailure {
  const { page, url, metadata } = read;
  const document: Document = { url, metadata, content: [], ...NO_STRUCTURE };
  return withLazyFields(
    {
      ...{ ok: false as const, ...refusal, ...fieldsOf(read) },
      ...{ page, document, markdown: '', html: '', text: '', length: 0 },
    },
    { ...lazyFields(document, () => language ?? null), excerpt: () => metadata.description },
  );
}

function fieldsOf({ encoding, warnings, extractor, labelled = NO_BLOCKS, unseen = NO_UNSEEN }: PageFindings) {
  return {
    pageType: labelled.prediction?.pageType ?? null,
    pageTypeProbability: labelled.prediction?.pageTypeProbability ?? null,
    confidence: labelled.prediction?.confidence ?? null,
    ...{ extractor, labelled, encoding, warnings, hiddenText: unseen, toJSON },
  };
}

function lazyFields(document: Document, otherLanguage: () => string | null) {
  const { metadata } = document;
  return {
    ...documentFields(document),
    language: () => metadata.language ?? otherLanguage(),
    metadata: () => ({ ...metadata }),
  };
}

function toJSON(this: ExtractResult): PageRecord {
  return pageRecord(this);
}

/** The declared language, else the detected one, as a lower-case primary tag. */
function languageOf(page: Page, metadata: Metadata, options: ExtractPageOptions): string | null {
  const given = options.language ?? metadata.language ?? options.detectLanguage?.(visibleSample(page)) ?? null;
  return given === null ? null : (given.toLowerCase().split(/[-_]/)[0] as string);
}

/** Maximum visible text passed to a language detector, in characters: more than any needs, less than a long page. */
const LANGUAGE_SAMPLE = 20_000;
const NOT_LANGUAGE = tagNames(UNREAD, 'code pre');

/** The page's first visible text, without scripts, styles and code. */
function visibleSample(page: Page): string {
  const skipped = tagTable(page, NOT_LANGUAGE);
  const pieces: string[] = [];
  let length = 0;
  for (let node = 1; node < page.size && length < LANGUAGE_SAMPLE; node++) {
    if (skipped[page.tag[node]] === 1) node = page.end[node] - 1;
    else if (page.tag[node] === TEXT) {
      const text = textOf(page, node).trim();
      if (text !== '') {
        pieces.push(text);
        length += text.length;
      }
    }
  }
  return pieces.join(' ');
}

/** The first paragraph with a sentence's worth of words: Readability's fallback for a missing description. */
function excerptOf(text: string): string {
  const lines = text.split('\n');
  return (lines.find((line) => line.length >= 60) ?? text.trim().split('\n')[0]).trim();
}
