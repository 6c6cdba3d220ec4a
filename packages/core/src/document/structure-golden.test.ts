/**
 * Reviewable goldens of posts, comments and items: each page of `fixtures/structure/` with the records a person finds in it. Kept is
 * `<main>`; the page type is given, so that these files show how records are read, not how pages are classified.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LabelledBlocks } from '../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { extractorNamed } from '../extractors/index.js';
import { readMetadata } from '../page/metadata/read-metadata.js';
import { nameOf, type Page } from '../page/page.js';
import { parse } from '../page/parse.js';
import { json } from '../renderers/json.js';
import { assemble } from './assemble.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/structure/', import.meta.url));
const UPDATE = process.env.UPDATE_GOLDENS === '1';

const PAGES: readonly (readonly [name: string, pageType: string])[] = [
  ['forum-board', 'forum'],
  ['forum-articles', 'forum'],
  ['forum-crawler', 'forum'],
  ['forum-tables', 'forum'],
  ['nested-rows', 'forum'],
  ['nested-divs', 'forum'],
  ['questions', 'forum'],
  ['shop-grid', 'collection'],
  ['blog-index', 'listing'],
  ['blog-comments', 'article'],
  ['lamp-product', 'product'],
];

/** Keeps the blocks inside `<main>`. */
function keepMain(page: Page, pageType: string): LabelledBlocks {
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(page, withDefaults(everything), NO_CONTEXT);
  let main = 0;
  while (main < page.size && nameOf(page, main) !== 'main') main++;
  const keep = Uint8Array.from(blocks, (block) => (block.first > main && block.last < page.end[main] ? 1 : 0));
  const prediction = { pageType, pageTypeProbability: 1, confidence: 1 };
  return { blocks, labels: { ...labels, keep }, prediction };
}

for (const [name, pageType] of PAGES)
  test(`${name}: the records are those of its golden`, () => {
    const parsed = parse(readFileSync(`${FOLDER}${name}.html`, 'utf8'), { url: `https://example.org/${name}` });
    assert.ok(parsed.ok);
    const document = assemble(parsed.page, keepMain(parsed.page, pageType), readMetadata(parsed.page));
    const { posts, comments, items } = JSON.parse(json.render(document, { metadata: false })) as Record<
      string,
      unknown
    >;
    const printed = `${JSON.stringify({ posts, comments, items }, null, 2)}\n`;
    const file = `${FOLDER}${name}.json`;
    if (UPDATE) writeFileSync(file, printed);
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens, and read it before you commit it`);
    assert.equal(printed, readFileSync(file, 'utf8'), file);
  });
