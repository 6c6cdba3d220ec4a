import assert from 'node:assert/strict';
import { parse } from '@dehusk/html';
import { PAGE_TYPES } from '../page-types.js';
import { blockFacts } from './features/facts.js';
import { type PageRows, pageRows } from './features.js';

type Rule = (rows: PageRows, types: Float32Array, probability: Float32Array) => void;

/**
 * Applies a context rule to a page of a type, whose blocks are as probable as their last word says (`… .9`), else .6.
 *
 * @returns the first two words of each block whose probability changed
 */
export function changedBlocks(rule: Rule, html: string, type = 'article'): string[] {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  const rows = pageRows(blockFacts(parsed.page));
  const texts = rows.visible.blocks.text;
  const before = Float32Array.from({ length: rows.size }, (_, b) => Number(texts[b]?.match(/\.\d$/)?.[0] ?? 0.6));
  const after = before.slice();
  rule(
    rows,
    Float32Array.from(PAGE_TYPES, (name) => (name === type ? 1 : 0)),
    after,
  );
  return texts.filter((_, b) => after[b] !== before[b]).map((text) => text.split(' ', 2).join(' '));
}
