/**
 * Reviewable goldens of the default extractor's own choice: what it keeps of each page of `fixtures/default/`, so that new
 * weights or another decoder show in review what they do. `npm run goldens` writes them anew. See `fixtures/README.md`.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { extract } from './index.js';
import type { ExtractResult } from './pipeline.js';

const FOLDER = fileURLToPath(new URL('../fixtures/default/', import.meta.url));
const UPDATE = process.env.UPDATE_GOLDENS === '1';
/** Figures are rounded to tenths: a retrain should show what it moves, not that it moved. */
const tenths = (value: number | null): string => (value ?? 0).toFixed(1);

/** Type and confidence, then every block in reading order: kept or not, its probability, its text. */
function choiceOf({ pageType, pageTypeProbability, confidence, labelled }: ExtractResult): string {
  const { blocks, labels, hidden } = labelled;
  return [
    `${pageType} ${tenths(pageTypeProbability)}, confidence ${tenths(confidence)}`,
    ...blocks.map(
      ({ text }, b) => `${labels.keep[b] === 1 ? '+' : '-'} ${tenths(labels.probability?.[b] ?? 0)} ${text}`,
    ),
    ...(hidden ?? []).map(({ text, from }) => `+ ${from}: ${text}`),
    '',
  ].join('\n');
}

for (const page of readdirSync(FOLDER).filter((one) => one.endsWith('.html')))
  test(`${page}: the default extractor keeps what its golden says`, () => {
    const result = extract(readFileSync(`${FOLDER}${page}`, 'utf8'), { url: `https://example.org/${page}` });
    const printed = choiceOf(result);
    const file = `${FOLDER}${page.replace(/\.html$/, '.txt')}`;
    if (UPDATE) writeFileSync(file, printed);
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens, and read it before you commit it`);
    assert.equal(
      printed,
      readFileSync(file, 'utf8'),
      `${file} differs: when that is meant, npm run goldens, and read the difference`,
    );
  });
