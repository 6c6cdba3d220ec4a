/**
 * Sentences and tokens of a paragraph by the rules of Unicode (UAX #29), as `Intl.Segmenter` applies them for a language.
 *
 * There is no list of abbreviations, so "Dr. Jones" ends a sentence after "Dr."; words of scripts without spaces are found
 * by ICU's dictionaries.
 */
import { segmentsOf } from '@dehusk/html';

interface Token {
  readonly text: string;
  /** Whether no white space precedes it in its sentence, so that it continues the token before. */
  readonly isGlued: boolean;
}

export interface Sentence {
  /** Trimmed. */
  readonly text: string;
  /** At least one. */
  readonly tokens: readonly Token[];
}

interface Segmenters {
  readonly sentences: Intl.Segmenter;
  readonly words: Intl.Segmenter;
}

/** By language; `und` has the rules for all languages. */
const segmenters = new Map<string, Segmenters>();
/** Segments that are no token: white space and control characters. */
const BLANK = /^[\s\p{Cc}\p{Cf}]*$/u;

/**
 * The sentences of a text with their tokens. Tokens joined by their spaces are the text, with each run of white space as one.
 *
 * @param language BCP 47 tag, or null; an unknown one is taken as null
 */
export function sentencesOf(text: string, language: string | null): Sentence[] {
  const { sentences, words } = segmentersFor(language);
  const found: Sentence[] = [];
  for (const { segment } of segmentsOf(sentences, text)) {
    const tokens: Token[] = [];
    let isGlued = false;
    for (const { segment: token } of segmentsOf(words, segment))
      if (BLANK.test(token)) isGlued &&= !/[\s\p{Cc}]/u.test(token);
      else {
        tokens.push({ text: token, isGlued });
        isGlued = true;
      }
    if (tokens.length > 0) found.push({ text: segment.trim(), tokens });
  }
  return found;
}

function segmentersFor(tag: string | null): Segmenters {
  const language = baseLanguage(tag);
  const known = segmenters.get(language);
  if (known !== undefined) return known;
  const made = {
    sentences: new Intl.Segmenter(language, { granularity: 'sentence' }),
    words: new Intl.Segmenter(language, { granularity: 'word' }),
  };
  segmenters.set(language, made);
  return made;
}

/** The language of a tag, `en` of `en-GB`; `und` for none and for one that ICU does not know. Pages choose tags, so they are bounded. */
export function baseLanguage(tag: string | null): string {
  const language = (tag ?? '').split('-')[0].toLowerCase();
  const isKnown = /^[a-z]{2,3}$/.test(language) && Intl.Segmenter.supportedLocalesOf(language).length > 0;
  return isKnown ? language : 'und';
}
