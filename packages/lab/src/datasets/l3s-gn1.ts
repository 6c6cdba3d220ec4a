/**
 * L3S-GN1 as distributed: `original/<id>.html` and `annotated/<id>.html`, the same page with its text runs labelled.
 * Pages are UTF-8 whatever they declare. Gold: headline, full text and supplement, as the SIGIR 2023 benchmark reads it;
 * `goldMarkup` has every content class, one line a run of text, each line headed `<class number>`.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { decode, parse } from '@dehusk/core/internal';
import { type Case, type Dataset, type DatasetReader, NOTHING_KNOWN } from './dataset.js';
import { annotatedLines } from './l3s-annotation.js';
import { digestOf, firstPresent, lazily, namesIn, readBytes, stemOf } from './stored-files.js';

const ENDINGS = ['.html', '.html.gz'];
const GOLD_CLASSES = [1, 2, 3];
const CONTENT_CLASSES = new Set([1, 2, 3, 4, 5]);
const UTF8 = 'utf-8';

export const l3sGn1: DatasetReader = {
  format: 'l3s-gn1',
  summary: 'original/<id>.html beside annotated/<id>.html, text runs labelled by <span class="x-nc-selN">',
  recognises: (folder) =>
    existsSync(join(folder, 'original')) && namesIn(join(folder, 'annotated'), ENDINGS).length > 0,
  open(folder, record): Dataset {
    const names = namesIn(join(folder, 'annotated'), ENDINGS);
    return {
      ...record,
      folder,
      format: 'l3s-gn1',
      sha256: () =>
        digestOf(
          folder,
          names.map((name) => join(folder, 'annotated', name)),
        ),
      async *cases() {
        for (const name of names) {
          const id = stemOf(name, ['.html']);
          const original = firstPresent(ENDINGS.map((ending) => join(folder, 'original', `${id}${ending}`)));
          if (original !== null) yield caseOf(id, original, join(folder, 'annotated', name));
        }
      },
    };
  },
};

function caseOf(id: string, original: string, annotated: string): Case {
  const parsed = parse(decode(readBytes(annotated), { httpCharset: UTF8 }).text);
  const lines = parsed.ok ? annotatedLines(parsed.page, CONTENT_CLASSES) : [];
  return {
    ...NOTHING_KNOWN,
    id,
    language: 'en',
    charset: UTF8,
    gold: lines
      .filter(({ kind }) => GOLD_CLASSES.includes(kind))
      .map(({ text }) => text)
      .join('\n'),
    goldMarkup: lines.map(({ kind, text }) => `<${kind}>${text}`).join('\n'),
    html: lazily(original),
    annotated: lazily(annotated),
  };
}
