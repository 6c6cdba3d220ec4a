/**
 * NCleaner (Evert 2008, "A lightweight and efficient tool for cleaning Web pages", LREC).
 *
 * Observation: running text and boilerplate are written differently, down to the letter: sentences have commas and function
 * words, menus have capitals, digits and bars. So two models of character n-grams, one of clean and one of dirty text, can
 * tell them apart without looking at the page's structure.
 *
 * Steps: cut the page into segments, each with a marker for paragraph, heading or list item (`segments.ts`) → see them as
 * characters of a small alphabet (`characters.ts`) → cross-entropy under each model (`language-model.ts`, summed ready in
 * `score-tables.ts`) → keep a segment when CE(dirty) − CE(clean) is at least the bias.
 *
 * Departures: segments are paragraphs of the parsed page, not of a text dump by Lynx; the models are our own, trained on
 * WCXB's development pages (`dehusk-lab`, `train/ncleaner`), n = 3; a segment is dirty when less than half of it is in the gold,
 * where the program subtracts the clean text's counts from the whole's; scripts other than Latin: see `characters.ts`.
 *
 * Weakness, by design: no neighbour is asked, so short segments are judged on a few dozen characters; and the standard model
 * knows English.
 */

import type { Block, LabelledBlocks } from '../../blocks/block.js';
import type { Page } from '../../page/page.js';
import { fromBase64 } from '../../text/bytes.js';
import type { Extractor } from '../extractor.js';
import { type CharacterMode, characterCodes } from './characters.js';
import { NON_LEXICAL_MODEL } from './non-lexical-model.js';
import { unpackModels } from './packed-model.js';
import { cleanMargin, type ScoreTables, type SharePair, scoreTables } from './score-tables.js';
import { segmentsOf } from './segments.js';
import { STANDARD_MODEL } from './standard-model.js';

export interface NcleanerOptions {
  readonly [name: string]: number;
  readonly bias: number;
  readonly smoothing: number;
}

const DEFAULTS: NcleanerOptions = { bias: 0, smoothing: 0.6 };

const OPTION_DOCS: { readonly [K in keyof NcleanerOptions]: string } = {
  bias: 'Bits per character by which a segment must look clean rather than dirty; above 0 for precision, below for recall (program: 0).',
  smoothing:
    'Weight of each shorter history against the next longer one, above 0 and below 1; near 1 smooths strongly (program: 0.6).',
};

export const ncleaner = extractorOver(
  'ncleaner',
  'NCleaner: character n-gram models of clean and of dirty text decide on each paragraph by itself; for English.',
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
  /** The tables for a smoothing: made when first asked for, kept for the next page. */
  const tablesOf = (smoothing: number): ScoreTables => {
    if (tablesFor === smoothing) return tables;
    if (!(smoothing > 0 && smoothing < 1))
      throw new RangeError(`${name}: option "smoothing" got ${smoothing}, expected a number above 0 and below 1`);
    shares ??= sharesFrom(packed, mode);
    tables = scoreTables(shares, smoothing);
    tablesFor = smoothing;
    return tables;
  };
  return {
    name,
    summary,
    source: 'Stefan Evert: A lightweight and efficient tool for cleaning Web pages, LREC 2008',
    defaults: DEFAULTS,
    optionDocs: OPTION_DOCS,
    label: (page, options) => label(page, mode, tablesOf(options.smoothing), options.bias),
  };
}

function sharesFrom(packed: string, mode: CharacterMode): SharePair {
  const { card, shares } = unpackModels(fromBase64(packed));
  if (card.mode !== mode) throw new RangeError(`NCleaner model: mode got "${card.mode}", expected "${mode}"`);
  return shares;
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
