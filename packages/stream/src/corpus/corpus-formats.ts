/** The formats of a corpus: one table. */
import { escaped } from '@dehusk/node';
import type { Sentence } from './sentences.js';

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
