/**
 * An invariant on real pages: the text of a discussion and its Markdown, HTML, TEI and XML have the same words in the same order. Posts group
 * the kept words, so no format may add, lose, move or repeat one.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { extract } from '../extract.js';
import { printedWords } from './plain-words.fixture.js';

const data = fileURLToPath(new URL('../../../../../shared/data', import.meta.url));
const skip = existsSync(join(data, 'wcxb-dev')) ? false : 'skipped: needs ../shared/data';

interface Row {
  readonly id: string;
  readonly url: string | null;
  readonly pageType?: string;
}

const rowsOf = (set: string): Row[] =>
  gunzipSync(readFileSync(join(data, set, 'manifest.jsonl.gz')))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** Of how many forum pages one is read: NIGHTLY_TESTS=1 reads all. */
const FORUM = process.env.NIGHTLY_TESTS === '1' ? 1 : 3;
/** Datasets, the share of their other pages that is read, and the minimum number of discussions on all of their forum pages. */
const SETS: readonly (readonly [set: string, every: number, discussions: number])[] = [
  ['wcxb-dev', 20, 80],
  ['cleaneval', 10, 0],
  ['canola', 5, 0],
  ['readability', 5, 0],
];

for (const [set, every, discussions] of SETS)
  test(`discussions of ${set} have the same words in every format`, { skip }, () => {
    let found = 0;
    for (const { id, url } of rowsOf(set).filter(
      ({ pageType }, at) => at % (pageType === 'forum' ? FORUM : every) === 0,
    )) {
      const { ok, document } = extract(gunzipSync(readFileSync(join(data, set, 'html', `${id}.html.gz`))), { url });
      if (!ok || document.posts.length === 0) continue;
      found++;
      const words = printedWords(document, 'text');
      for (const format of ['markdown', 'html', 'tei', 'xml'])
        assert.deepEqual(printedWords(document, format), words, `${set}/${id}: ${format}`);
    }
    assert.ok(found * FORUM >= discussions, `${found} discussions`);
  });
