/**
 * Reviewable goldens: each page of `fixtures/` with what every format prints. See `fixtures/README.md`.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { nameOf, type Page, parse } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import type { LabelledBlocks } from './blocks/block.js';
import { assemble } from './document/assemble.js';
import { NO_CONTEXT, withDefaults } from './extractors/extractor.js';
import { FORMATS } from './formats.js';
import { type Metadata, NO_METADATA } from './metadata/metadata.js';

const FOLDER = fileURLToPath(new URL('../fixtures/', import.meta.url));
const UPDATE = process.env.UPDATE_GOLDENS === '1';
/** Metadata of every golden: fixed, so that these files show how formats print it, not how it is read. */
const METADATA: Metadata = {
  ...NO_METADATA,
  title: 'Golden "page"',
  author: 'Ann Keeper',
  authors: ['Ann Keeper'],
  date: '2024-05-17',
  siteName: 'Harbour Notes',
  language: 'en',
  tags: ['lamps', 'sea'],
  licence: 'https://creativecommons.org/licenses/by/4.0/',
};

/** Every block labelled by where it stands: kept inside `<main>`. */
function keepMain(page: Page): LabelledBlocks {
  const everything = extractorNamed('everything');
  const { blocks, labels } = everything.label(page, withDefaults(everything), NO_CONTEXT);
  let main = 0;
  while (main < page.size && nameOf(page, main) !== 'main') main++;
  const keep = Uint8Array.from(blocks, (block) =>
    block.first > main && block.last < (page.end[main] as number) ? 1 : 0,
  );
  return { blocks, labels: { ...labels, keep } };
}

for (const name of readdirSync(FOLDER).filter((one) => existsSync(`${FOLDER}${one}/page.html`)))
  test(`${name}: every format prints what its golden says`, () => {
    const parsed = parse(readFileSync(`${FOLDER}${name}/page.html`, 'utf8'), {
      url: `https://example.org/${name}/page.html`,
    });
    assert.ok(parsed.ok);
    const document = assemble(parsed.page, keepMain(parsed.page), METADATA);
    for (const format of FORMATS) {
      const printed = format.print({ ok: true, document }, format.name === 'markdown' ? { metadata: true } : {});
      const file = `${FOLDER}${name}/article.${format.extension}`;
      if (UPDATE) writeFileSync(file, printed);
      assert.ok(
        existsSync(file),
        `${file} is missing: write it with npm run goldens, and read it before you commit it`,
      );
      assert.equal(printed, readFileSync(file, 'utf8'), file);
    }
  });
