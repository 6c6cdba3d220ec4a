/**
 * Extraction with language detection for pages that declare none.
 *
 * The detector's table takes about 0.3 s and 100 MB to load, and most pages declare their language, so it is loaded when a
 * page first asks. `extract()` is synchronous and loading is not: the page that asks first is extracted once more after
 * loading, one page in the life of a process.
 */
import { type ExtractOptions, type ExtractResult, extract } from '@dehusk/core';

type Detector = (text: string) => string | null;

let loaded: Detector | null = null;
let loading: Promise<Detector> | null = null;

/**
 * `extract()` of the core, with the detector in place. Same result, same promises.
 *
 * @throws RangeError or TypeError for an unknown extractor or option
 */
export async function extractWithLanguage(
  input: string | Uint8Array,
  options: ExtractOptions = {},
): Promise<ExtractResult> {
  return withLanguage((detectLanguage) => extract(input, { detectLanguage, ...options }));
}

/** Runs an extraction with the detector in place; once more when it asked before the detector was loaded. */
export async function withLanguage(
  run: (detectLanguage: (text: string) => string | null) => ExtractResult,
): Promise<ExtractResult> {
  let asked = false;
  const detectLanguage: Detector = (text) => {
    asked = true;
    return loaded === null ? null : loaded(text);
  };
  const wasLoaded = loaded !== null;
  const result = run(detectLanguage);
  if (!asked || wasLoaded) return result;
  await loadDetector();
  return run(detectLanguage);
}

/** Loads the detector (eld, small table) once. Gives an ISO 639-1 code, or null when the text is too short to tell. */
export async function loadDetector(): Promise<Detector> {
  loading ??= import('eld/small').then(({ eld }) => (text: string): string | null => {
    const found = eld.detect(sample(text));
    return found.isReliable() ? found.language || null : null;
  });
  loaded = await loading;
  return loaded;
}

/** Characters the detector looks at. */
const SAMPLE = 1_000;

/** The middle of the text: what comes first on a page is often a menu, with names and foreign words. */
function sample(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  const from = Math.max(0, (plain.length - SAMPLE) >> 1);
  return plain.slice(from, from + SAMPLE);
}
