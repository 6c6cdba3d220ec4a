/** The formats of a corpus: one table. */

import { segmentsOf } from '@dehusk/html';
import { escaped } from '@dehusk/node';

export interface CorpusParagraph {
  readonly isHeading: boolean;
  readonly text: string;
  readonly sentences: readonly Sentence[];
}

/** A document after de-duplication. */
export interface CorpusDocument {
  /** In the corpus, from 1. */
  readonly number: number;
  /** Its facts in the order they are printed; null: unknown. */
  readonly facts: Readonly<
    Record<'url' | 'site' | 'title' | 'author' | 'date' | 'language' | 'fetched', string | null>
  >;
  readonly paragraphs: readonly CorpusParagraph[];
}

export interface CorpusFormat {
  readonly name: string;
  /** Name of the file in the folder of the corpus. */
  readonly file: string;
  /** A document as lines, the last one with its line feed. */
  print(document: CorpusDocument): string;
}

/**
 * Vertical text, as Sketch Engine, NoSketch Engine and Corpus Workbench read it: a token or a structure per line. `<g/>`
 * between two tokens says that no space is between them. `& < >` are character references in tokens, `"` too in values.
 */
const vertical: CorpusFormat = {
  name: 'vertical',
  file: 'corpus.vert',
  print({ number, facts, paragraphs }) {
    const attributes = Object.entries({ id: String(number), ...facts }).flatMap(([name, value]) =>
      value === null ? [] : [` ${name}="${escaped(oneLine(value))}"`],
    );
    const lines = [`<doc${attributes.join('')}>`];
    for (const { isHeading, sentences } of paragraphs) {
      lines.push(isHeading ? '<p heading="1">' : '<p>');
      for (const { tokens } of sentences) {
        lines.push('<s>');
        for (const { text, isGlued } of tokens) {
          if (isGlued) lines.push('<g/>');
          lines.push(escapedToken(text));
        }
        lines.push('</s>');
      }
      lines.push('</p>');
    }
    lines.push('</doc>', '');
    return lines.join('\n');
  },
};

/** JSON lines: the facts, `text` with a line per paragraph, and `paragraphs`, each a list of its sentences. */
const jsonl: CorpusFormat = {
  name: 'jsonl',
  file: 'corpus.jsonl',
  print({ number, facts, paragraphs }) {
    const own = {
      tokens: paragraphs.reduce((sum, { sentences }) => sum + tokensOf(sentences), 0),
      text: paragraphs.map(({ text }) => text).join('\n'),
      paragraphs: paragraphs.map(({ sentences }) => sentences.map(({ text }) => text)),
    };
    return `${JSON.stringify({ id: number, ...facts, ...own })}\n`;
  },
};

export const CORPUS_FORMATS: readonly CorpusFormat[] = [vertical, jsonl];

/** The number of tokens of sentences. */
export function tokensOf(sentences: readonly Sentence[]): number {
  return sentences.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** A value without line feeds and other control characters. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function escapedToken(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

// Sentences and tokens of a paragraph by the rules of Unicode (UAX #29), as `Intl.Segmenter` applies them for a language.
//
// There is no list of abbreviations, so "Dr. Jones" ends a sentence after "Dr."; words of scripts without spaces are found
// by ICU's dictionaries.

interface Token {
  readonly text: string;
  /** Whether no white space precedes it in its sentence, so that it continues the token before. */
  readonly isGlued: boolean;
}

interface Sentence {
  /** Trimmed. */
  readonly text: string;
  /** At least one. */
  readonly tokens: readonly Token[];
}

/** By language; `und` has the rules for all languages. */
const segmenters = new Map<string, Record<'sentences' | 'words', Intl.Segmenter>>();
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

function segmentersFor(tag: string | null) {
  const language = baseLanguage(tag);
  const made = segmenters.get(language) ?? {
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
