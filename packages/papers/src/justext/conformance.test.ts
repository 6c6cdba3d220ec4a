/** Compares the class of every paragraph with jusText 3.0.2 on the pages of its reference outputs. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { NO_CONTEXT, withDefaults } from '@dehusk/core/extend';
import { decode, parse } from '@dehusk/html';
import { extractorNamed } from '../extractors.js';

const shared = fileURLToPath(new URL('../../../../../shared/', import.meta.url));
const skip = existsSync(`${shared}refs/justext-py`) ? false : 'skipped: needs ../shared/refs and ../shared/data';
const unpacked = (path: string): Buffer => gunzipSync(readFileSync(path));
const withoutSpaces = (text: string): string => text.replace(/[\s\u200b]+/g, '');

interface Reference {
  readonly id: string;
  readonly paragraphs: readonly { readonly text: string; readonly words_count: number; readonly class_type: string }[];
}

for (const set of ['cleanportaleval', 'wcxb-dev'])
  test(`justext-parity gives at least 99 % of words the class of the Python program: ${set}`, { skip }, () => {
    const extractor = extractorNamed('justext-parity');
    const options = withDefaults(extractor, { language: 'en' });
    const folder = `${shared}refs/justext-py/${set}`;
    let [words, equal] = [0, 0];
    for (const file of readdirSync(folder).sort()) {
      const { id, paragraphs } = JSON.parse(unpacked(`${folder}/${file}`).toString()) as Reference;
      const parsed = parse(decode(unpacked(`${shared}data/${set}/html/${id}.html.gz`)).text);
      if (!parsed.ok) continue;
      const { blocks, labels } = extractor.label(parsed.page, options, NO_CONTEXT);
      const byText = new Map<string, boolean[]>();
      blocks.forEach(({ text }, at) => {
        const key = withoutSpaces(text);
        byText.set(key, [...(byText.get(key) ?? []), labels.keep[at] === 1]);
      });
      for (const { text, words_count, class_type } of paragraphs) {
        words += words_count;
        if (byText.get(withoutSpaces(text))?.shift() === (class_type === 'good')) equal += words_count;
      }
    }
    assert.ok(words > 80_000, `${words} words`);
    assert.ok(equal >= 0.99 * words, `${equal} of ${words} words`);
  });
