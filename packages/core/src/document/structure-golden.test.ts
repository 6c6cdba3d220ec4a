/**
 * Reviewable goldens of posts, comments and items: each page of `fixtures/structure/` with the records a person finds in it, and the
 * Markdown of discussions. Kept is `<main>` without elements with the attribute `data-dropped`; the page type is given, so that these files show how records are read, not how pages are classified.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nameOf, type Page, parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import type { LabelledBlocks } from '../blocks/block.js';
import { NO_CONTEXT, withDefaults } from '../extractors/extractor.js';
import { readMetadata } from '../metadata/read-metadata.js';
import { recordWith } from '../record.js';
import { markdown } from '../render/markdown/markdown.js';
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

/** Keeps the blocks of `<main>` outside dropped elements. */
function keepMain(page: Page, pageType: string): LabelledBlocks {
  const dehusk = extractorNamed('dehusk');
  const { blocks, labels } = dehusk.label(page, withDefaults(dehusk), NO_CONTEXT);
  const kept = new Uint8Array(page.size);
  for (let node = 1; node < page.size; node++) {
    const own = page.attribute(node, 'data-dropped') === null ? kept[page.parent[node]] : 0;
    kept[node] = nameOf(page, node) === 'main' ? 1 : own;
  }
  const keep = Uint8Array.from(blocks, ({ first }) => kept[first]);
  const prediction = { pageType, pageTypeProbability: 1, confidence: 1 };
  return { blocks, labels: { ...labels, keep }, prediction };
}

for (const [name, pageType] of PAGES)
  test(`${name}: the records are those of its golden`, () => {
    const parsed = parse(readFileSync(`${FOLDER}${name}.html`, 'utf8'), { url: `https://example.org/${name}` });
    assert.ok(parsed.ok);
    const document = assemble(parsed.page, keepMain(parsed.page, pageType), readMetadata(parsed.page));
    const records = recordWith(['posts', 'comments', 'items'], { ok: true, document });
    const lines = document.posts.length === 0 ? [] : markdown.render(document).trimEnd().split('\n');
    const markdownLines = lines.length === 0 ? {} : { markdown: lines };
    const printed = `${JSON.stringify({ ...records, ...markdownLines }, null, 2)}\n`;
    const file = `${FOLDER}${name}.json`;
    if (UPDATE) writeFileSync(file, printed);
    assert.ok(existsSync(file), `${file} is missing: write it with npm run goldens, and read it before you commit it`);
    assert.equal(printed, readFileSync(file, 'utf8'), file);
  });
