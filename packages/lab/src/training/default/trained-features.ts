/**
 * The values of all features on a few pages, as hashes, recorded when the shipped weights were trained. Features that change later
 * make weights useless without an error, because their names stay: a test compares.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PAGE_TYPES } from '@dehusk/core';
import { DEFAULT_WEIGHTS, FEATURE_GROUPS, FEATURE_NAMES, featureMatrix } from '@dehusk/core/train';
import { tokensOf } from '@dehusk/html';
import { alignedPage } from './pages.js';

const PAGES = new URL('../../../../core/fixtures/default/', import.meta.url);
/** The record, written with the weights. */
export const TRAINED_FEATURES = fileURLToPath(new URL('../../../fixtures/trained-features.json', import.meta.url));

export interface TrainedFeatures {
  /** A digest of the weights. */
  readonly weights: string;
  /** By page: digests of its source, blocks and tokens, and of each group of features. */
  readonly pages: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Significant digits: other engines round logarithms otherwise. */
const DIGITS = 4;
const HEX = 8;

/** The features as they are now, and the digest of the weights in a module's source. */
export function trainedFeatures(weights = DEFAULT_WEIGHTS): TrainedFeatures {
  const names = readdirSync(PAGES).filter((name) => name.endsWith('.html'));
  return { weights: digest([weights]), pages: Object.fromEntries(names.map((name) => [name, featuresOf(name)])) };
}

function featuresOf(name: string): Record<string, string> {
  const html = readFileSync(new URL(name, PAGES), 'utf8');
  const origin = { set: 'default', id: name, domain: name, share: 1, fold: 0, trains: true, type: -1 };
  const page = alignedPage(html, `https://example.org/${name}`, tokensOf(''), origin);
  if (page === null) throw new Error(`${name} cannot be parsed`);
  const { rows, classTokens, wordTokens, pageTokens } = page;
  // Some scores, so that what is computed from them is compared, too.
  const score = Float32Array.from({ length: rows.size }, (_, row) => ((row * 7) % 11) / 11);
  const types = Float32Array.from(PAGE_TYPES, (_, at) => at / 21);
  const matrix = featureMatrix(rows, { page: page.page, types, classScore: score, wordScore: score });
  const stride = FEATURE_NAMES.length;
  const groups = FEATURE_GROUPS.map(({ name: group, from, to }) => {
    const values: number[] = [];
    for (let row = 0; row < rows.size; row++) values.push(...matrix.subarray(row * stride + from, row * stride + to));
    return [group, digest(values.map((value) => value.toPrecision(DIGITS)))];
  });
  return {
    source: digest([html]),
    blocks: digest([...rows.visible.blocks.text, ...rows.hiddenTexts.map(({ text }) => text)]),
    tokens: digest([...classTokens, ...wordTokens, pageTokens].map((tokens) => tokens.join())),
    ...Object.fromEntries(groups),
  };
}

function digest(parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, HEX);
}
