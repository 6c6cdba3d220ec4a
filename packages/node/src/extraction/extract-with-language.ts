/**
 * Extraction with language detection for pages that declare no language, limited by the CPU time of the thread.
 *
 * The detector's table takes about 0.3 s and 100 MB to load, and most pages declare their language, so it is loaded for the
 * first page that declares none.
 */
import { type ExtractResult, extract, type PageSource } from '@dehusk/core';
import { type OpenedPage, openPage, type UnopenedPage } from '@dehusk/core/extend';
import { checkHostOptions, type HostExtractOptions, withNamedExtractor, withOverrides } from './overrides.js';
import { latePage, threadMilliseconds, withinTime } from './within-time.js';

/** The language of a text. */
export interface DetectedLanguage {
  /** ISO 639-1 code. */
  readonly language: string;
  /** Of the detector, 0 to 1. It is no probability. */
  readonly score: number;
}

/** Null when the text is too short to decide. */
type Detector = (text: string) => DetectedLanguage | null;

let loading: Promise<Detector> | null = null;

/**
 * `extract()` of the core with the detector and overrides in place.
 *
 * @throws RangeError or TypeError for an unknown extractor, option or value
 */
export async function extractWithLanguage(input: PageSource, given: HostExtractOptions = {}): Promise<ExtractResult> {
  checkHostOptions('extractWithLanguage', given);
  const options = withNamedExtractor(withOverrides(given));
  const { limits } = options;
  const open = () => openPage(input, { clock: threadMilliseconds, fetchedAt: Date.now(), ...options });
  const late = (detail: string): UnopenedPage => latePage(options.url, detail);
  const opened = withinTime<OpenedPage | UnopenedPage>(limits, open, late);
  const detection = await languageDetection(opened, options.language);
  const read = (page: OpenedPage | UnopenedPage): ExtractResult => extract(page, { ...detection, ...options });
  // The time of an opened page goes on, so a second attempt opens it again.
  let attempts = 0;
  return withinTime(
    limits,
    () => read(attempts++ === 0 ? opened : open()),
    (detail) => read(late(detail)),
  );
}

/** The detector as an option of an extraction, for a page that needs it. */
export async function languageDetection(
  opened: OpenedPage | UnopenedPage,
  language: string | null | undefined,
): Promise<{ readonly detectLanguage?: (text: string) => string | null }> {
  if (!opened.ok || typeof language === 'string') return {};
  const declared = withinTime(
    opened.limits,
    () => opened.metadata.language,
    () => null,
  );
  if (declared !== null) return {};
  const detect = await loadDetector();
  return { detectLanguage: (text) => detect(text)?.language ?? null };
}

/** The language of a text, or null when the text is too short to decide. */
export async function languageOfText(text: string): Promise<DetectedLanguage | null> {
  return (await loadDetector())(text);
}

/** Loads the detector (eld, small table) once. */
function loadDetector(): Promise<Detector> {
  loading ??= import('eld/small').then(({ eld }) => (text: string): DetectedLanguage | null => {
    const found = eld.detect(sample(text));
    const { language } = found;
    return found.isReliable() && language !== '' ? { language, score: found.getScores()[language] } : null;
  });
  return loading;
}

/** Characters the detector looks at. */
const SAMPLE = 1_000;

/** The middle of the text: the beginning is often a menu, with names and foreign words. */
function sample(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const from = Math.max(0, (plain.length - SAMPLE) >> 1);
  return plain.slice(from, from + SAMPLE);
}
