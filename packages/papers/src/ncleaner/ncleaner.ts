/**
 * NCleaner (Evert 2008, "A lightweight and efficient tool for cleaning Web pages", LREC).
 *
 * Observation: running text and boilerplate differ down to the letter: sentences have commas and function words, menus have
 * capitals, digits and bars. So two models of character n-grams, one of clean and one of dirty text, can separate them
 * without looking at the page's structure.
 *
 * Steps: split the page into segments, each with a marker for paragraph, heading or list item → map them to a small alphabet
 * → cross-entropy under each model (`language-model.ts`) → keep a segment when CE(dirty) − CE(clean) is at
 * least the bias.
 *
 * Departures: segments are paragraphs of the parsed page, not of a text dump by Lynx; the models are ours, trained on WCXB's
 * development pages (`dehusk-lab train ncleaner`), n = 3; a segment is dirty when less than half of it is in the gold, where
 * the program subtracts the clean text's counts from those of all text; scripts other than Latin: see `language-model.ts`.
 *
 * Weakness, by design: no neighbour has a say, so short segments are judged by a few dozen characters; and the standard model
 * knows English only.
 */
import type { Block, Extractor, LabelledBlocks } from '@dehusk/core';
import { type OptionsOf, type OptionTable, optionsOf } from '@dehusk/core/extend';
import type { Page } from '@dehusk/html';
import { fromBase64, real } from '@dehusk/html';
import { type Paragraph, PLAIN_PARAGRAPHS, paragraphsOf } from '../justext/paragraphs.js';
import {
  type CharacterMode,
  characterCodes,
  cleanMargin,
  type ScoreTables,
  type SharePair,
  scoreTables,
  unpackModels,
} from './language-model.js';
import { NON_LEXICAL_MODEL } from './non-lexical-model.js';
import { STANDARD_MODEL } from './standard-model.js';

const OPTIONS = {
  bias: [
    0,
    real(-1_000, 1_000),
    'Bits per character by which a segment must look clean rather than dirty; above 0 for precision, below for recall (program: 0).',
  ],
  smoothing: [
    0.6,
    { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
    'Weight of each shorter history against the next longer one, above 0 and below 1; near 1 smooths strongly (program: 0.6).',
  ],
} satisfies OptionTable;
type NcleanerOptions = OptionsOf<typeof OPTIONS>;

export const ncleaner = extractorOver(
  'ncleaner',
  'NCleaner: character n-gram models of clean and of dirty text decide on each paragraph alone; for English.',
  'standard',
  STANDARD_MODEL,
);
export const ncleanerNonLexical = extractorOver(
  'ncleaner-non-lexical',
  'NCleaner without words: all letters alike, all digits alike, so punctuation and word lengths decide; any language.',
  'non-lexical',
  NON_LEXICAL_MODEL,
);

function extractorOver(name: string, summary: string, mode: CharacterMode, packed: string): Extractor<NcleanerOptions> {
  let shares: SharePair | null = null;
  let tables: ScoreTables = [];
  let tablesFor = Number.NaN;
  /** The tables for a smoothing, kept until another one is used. */
  const tablesOf = (smoothing: number): ScoreTables => {
    if (tablesFor === smoothing) return tables;
    shares ??= sharesFrom(packed, mode);
    tables = scoreTables(shares, smoothing);
    tablesFor = smoothing;
    return tables;
  };
  return {
    name,
    summary,
    source: 'Stefan Evert: A lightweight and efficient tool for cleaning Web pages, LREC 2008',
    ...optionsOf(OPTIONS),
    label: (page, options) => label(page, mode, tablesOf(options.smoothing), options.bias),
  };
}

function sharesFrom(packed: string, mode: CharacterMode): SharePair {
  const { card, shares } = unpackModels(fromBase64(packed));
  if (card.mode !== mode) throw new RangeError(`NCleaner model: mode got "${card.mode}", expected "${mode}"`);
  return shares;
}

/** A paragraph of the page and its text as the models read it. */
interface Segment extends Paragraph {
  /** The text with a marker: `<h>` before headings, `<l>` before text in a list item, else `<p>`. */
  readonly marked: string;
}

/** The segments of a page in document order. Linear in the page. */
export function segmentsOf(page: Page): Segment[] {
  const item = page.nameIndex('li');
  let node = 0;
  let itemEnd = 0;
  return paragraphsOf(page, PLAIN_PARAGRAPHS).map((paragraph) => {
    for (; node <= paragraph.first; node++)
      if (page.tag[node] === item && page.end[node] > itemEnd) itemEnd = page.end[node];
    const marker = paragraph.isHeading ? '<h>' : paragraph.first < itemEnd ? '<l>' : '<p>';
    return { ...paragraph, marked: marker + paragraph.text };
  });
}

function label(page: Page, mode: CharacterMode, tables: ScoreTables, bias: number): LabelledBlocks {
  const blocks: Block[] = [];
  const why: string[] = [];
  const segments = segmentsOf(page);
  const keep = new Uint8Array(segments.length);
  const margins = new Float32Array(segments.length);
  for (let at = 0; at < segments.length; at++) {
    const { first, last, nodes, parent, text, words, linkWords, linkChars, marked } = segments[at];
    blocks.push({ first, last, nodes, parent, text, words, linkWords, linkChars });
    const margin = cleanMargin(tables, characterCodes(marked, mode));
    margins[at] = margin;
    keep[at] = margin >= bias ? 1 : 0;
    const bits = Math.abs(margin).toFixed(3);
    why.push(margin >= 0 ? `reads as clean by ${bits} bits a character` : `reads as dirty by ${bits} bits a character`);
  }
  return { blocks, labels: { keep, why }, features: { cleanMargin: margins } };
}
