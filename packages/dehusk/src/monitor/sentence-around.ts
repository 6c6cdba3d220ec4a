/** The sentence around a hit, by the sentence boundaries of Unicode (UAX 29) as `Intl.Segmenter` finds them. */

/** A hit in its sentence. */
export interface HitSentence {
  /** The sentence; `…` where it was cut. */
  readonly text: string;
  /** Characters [from, to) of `text` that are the hit. */
  readonly from: number;
  readonly to: number;
}

/** Most characters before and after a hit: bounds the work on a text of one endless sentence. */
const REACH = 300;
const segmenters = new Map<string, Intl.Segmenter>();

/**
 * @param from the hit: characters [from, to) of the text
 * @param language a language tag, or null
 */
export function sentenceAround(text: string, from: number, to: number, language: string | null): HitSentence {
  let start = Math.max(0, from - REACH);
  let end = Math.min(text.length, to + REACH);
  // Not inside a surrogate pair.
  if (isLowSurrogate(text.charCodeAt(start))) start++;
  if (end < text.length && isLowSurrogate(text.charCodeAt(end))) end--;
  start += text.slice(start, from).lastIndexOf('\n') + 1;
  const lineEnd = text.slice(to, end).indexOf('\n');
  if (lineEnd >= 0) end = to + lineEnd;
  const segments = segmenterOf(language).segment(text.slice(start, end));
  const last = segments.containing(to - 1 - start);
  let begins = start + (segments.containing(from - start)?.index ?? 0);
  let ends = last === undefined ? end : start + last.index + last.segment.length;
  const isCutBefore = begins === start && start > 0 && text[start - 1] !== '\n';
  const isCutAfter = ends === end && end < text.length && text[end] !== '\n' && !/\s$/.test(text.slice(begins, ends));
  while (begins < from && isSpace(text[begins])) begins++;
  while (ends > to && isSpace(text[ends - 1])) ends--;
  const before = isCutBefore ? '…' : '';
  return {
    text: before + text.slice(begins, ends) + (isCutAfter ? '…' : ''),
    from: before.length + from - begins,
    to: before.length + to - begins,
  };
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isSpace(character: string): boolean {
  return /\s/.test(character);
}

/** By the language alone: regions and extensions do not change sentences, and there is no end of them. */
function segmenterOf(language: string | null): Intl.Segmenter {
  const tag = /^[a-z]{2,3}(?![a-z])/i.exec(language ?? '')?.[0].toLowerCase() ?? 'en';
  const known = segmenters.get(tag) ?? new Intl.Segmenter(tag, { granularity: 'sentence' });
  segmenters.set(tag, known);
  return known;
}
