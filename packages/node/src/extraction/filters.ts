/** Filters of pages by language, length and confidence. A page that a filter refuses has no text, and the reason. */
import type { Document, ExtractResult, RecordPage } from '@dehusk/core';
import { NO_STRUCTURE } from '@dehusk/core/extend';
import { FLAG, listOf, type OptionDomains, real, STRING, whole } from '@dehusk/html';
import { languageOfText } from './extract-with-language.js';

export interface PageFilters {
  /** Language codes (`en`, `pt`); the text must be in one of them. Default: any language. */
  readonly targetLanguages?: readonly string[];
  /** Least length of the text in UTF-16 code units; default 0. */
  readonly minLength?: number;
  /** Least expected word F1 of the text, 0 to 1; default 0. Refuses every page of an extractor that does not predict it. */
  readonly minConfidence?: number;
  /** Refuse pages without title, address or date; default false. */
  readonly onlyWithMetadata?: boolean;
}

/** The values of the filters. */
export const FILTER_DOMAINS: OptionDomains<PageFilters> = {
  targetLanguages: listOf(STRING),
  minLength: whole(0),
  minConfidence: real(0, 1),
  onlyWithMetadata: FLAG,
};

/** Why a filter refused a page. */
export type FilterReason = 'wrong-language' | 'too-short' | 'low-confidence' | 'no-metadata' | 'duplicate';

/** A page without text. */
export interface WithoutText<R extends string> {
  readonly ok: false;
  readonly reason: R;
  /** What was got and expected, in words. */
  readonly detail: string;
}

/** A page that a filter refused. Its metadata is kept. */
export type FilteredPage = RecordPage & WithoutText<FilterReason>;

/** The result, or what is left of it when a filter refuses the page. Failures pass unchanged. */
export async function filtered(result: ExtractResult, filters: PageFilters): Promise<ExtractResult | FilteredPage> {
  if (!result.ok) return result;
  const { length, confidence } = result;
  const { minLength = 0, minConfidence = 0, targetLanguages = [] } = filters;
  if (length < minLength)
    return refused(result, 'too-short', `the text has fewer than the ${minLength} characters wanted: ${length}`);
  if ((confidence ?? 0) < minConfidence) {
    const got =
      confidence === null ? `${result.extractor} predicts no confidence` : `confidence ${confidence.toFixed(3)}`;
    return refused(result, 'low-confidence', `${got}, expected at least ${minConfidence}`);
  }
  const missing = filters.onlyWithMetadata ? missingMetadata(result.document) : [];
  if (missing.length > 0) return refused(result, 'no-metadata', `the page has no ${missing.join(' and no ')}`);
  if (targetLanguages.length === 0) return result;
  // The text decides: the declaration is often that of the publishing system.
  const language =
    (await languageOfText(result.text))?.language ?? result.language?.toLowerCase().split('-')[0] ?? null;
  if (language !== null && targetLanguages.includes(language)) return result;
  const got = language === null ? 'the language of the text is unknown' : `the text is in "${language}"`;
  return refused(result, 'wrong-language', `${got}, expected ${targetLanguages.join(' or ')}`);
}

/** Which of title, address and date a document lacks. */
function missingMetadata({ url, metadata }: Document): string[] {
  const required = { title: metadata.title, address: url ?? metadata.canonicalUrl, date: metadata.date };
  return Object.entries(required).flatMap(([name, value]) => (value === null ? [name] : []));
}

/** What is left of a refused page. */
export function refused(result: ExtractResult, reason: FilterReason, detail: string): FilteredPage {
  const { url, metadata } = result.document;
  const document = { url, metadata, content: [], ...NO_STRUCTURE };
  return { ...withDocument(result, document), ok: false, reason, detail };
}

/** What the record of a result is read from, with another document. A copy of the result would hold all its formats. */
export function withDocument(result: ExtractResult, document: Document): RecordPage {
  const { ok, reason, detail, excerpt, language, pageType, pageTypeProbability, confidence } = result;
  const { extractor, encoding, warnings } = result;
  return {
    ...{ ok, reason, detail, document, excerpt, language },
    ...{ pageType, pageTypeProbability, confidence, extractor, encoding, warnings },
  };
}
