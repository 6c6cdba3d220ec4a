/** The URL Tree against what its authors' program printed for CleanPortalEval. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { urlKey } from '@dehusk/core';
import { branchOf, UrlTree, urlTreeBlocks } from '@dehusk/core/extend';
import { decode, parse } from '@dehusk/html';
import { hashBlocks } from './block-hash.js';

const SHARED = new URL('../../../../../shared/', import.meta.url);
const OUTPUT = new URL('refs/latino-cs/urltree-cleanportaleval.jsonl.gz', SHARED);
const TREE = new URL('refs/latino-cs/urltree-cleanportaleval.jsonl.tree.txt', SHARED);
const PAGES = new URL('data/cleanportaleval/html/', SHARED);
const skip = existsSync(OUTPUT) ? false : 'skipped: needs ../shared/refs/latino-cs';

interface Row {
  readonly id: string;
  readonly url: string;
  readonly texts: readonly (readonly [text: string, hash: string])[];
  readonly insert: readonly {
    readonly docCount: number;
    readonly urlPart: string;
    readonly counts: readonly number[];
  }[];
}
const AS_REFERENCE = { kind: 'md5', letterless: 'shared', legacySplit: true } as const;
const hashed = (texts: Row['texts']) =>
  hashBlocks(
    texts.map(([text]) => text),
    'md5',
    'shared',
  );
const UNBOUNDED = { maxDocuments: 1e6, maxAge: Number.POSITIVE_INFINITY, keepAtLeast: 0 };

const rows = (): Row[] =>
  gunzipSync(readFileSync(OUTPUT))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

test('block hashes are the authors’, all 71 pages', { skip }, () => {
  let blocks = 0;
  for (const { id, texts } of rows()) {
    const { high, low } = hashed(texts);
    for (const [at, [text, hash]] of texts.entries()) {
      const [wantHigh, wantLow] = [Number(BigInt(hash) >> 32n), Number(BigInt(hash) & 0xffffffffn)];
      assert.deepEqual([high[at], low[at]], [wantHigh, wantLow], `${id}: ${text}`);
      blocks++;
    }
  }
  assert.equal(blocks, 17_711);
});

test('counts of every block at every node of the branch are the authors’, after each of the 71 insertions', {
  skip,
}, () => {
  const tree = new UrlTree(AS_REFERENCE, UNBOUNDED);
  let compared = 0;
  for (const [number, { id, url, texts, insert }] of rows().entries()) {
    const hashes = hashed(texts);
    const branch = branchOf(url, urlKey(url).key).segments;
    tree.insert({ keyHigh: 0, keyLow: number, at: number, branch, ...hashes });
    const nodes = tree.nodesOf(branch).filter((node, place) => place === 0 || tree.supportOf(node) >= 2);
    assert.deepEqual(
      nodes.map((node) => tree.supportOf(node)),
      insert.map(({ docCount }) => docCount).reverse(),
      id,
    );
    const blocks = Array.from(hashes.high, (high, at) => tree.nearBlocks(high, hashes.low[at])[0]);
    for (const [place, node] of nodes.entries()) {
      const count = tree.counter(node);
      const got = blocks.map(count);
      assert.deepEqual(
        got,
        insert[nodes.length - 1 - place].counts,
        `${id} at ${insert[nodes.length - 1 - place].urlPart}`,
      );
      compared += got.length;
    }
  }
  assert.equal(compared, 112_931);
});

test('the final tree is the authors’, documents and blocks of every node', { skip }, () => {
  const tree = new UrlTree(AS_REFERENCE, UNBOUNDED);
  for (const [number, { url, texts }] of rows().entries())
    tree.insert({
      keyHigh: 0,
      keyLow: number,
      at: number,
      branch: branchOf(url, urlKey(url).key).segments,
      ...hashed(texts),
    });
  const paths = (lines: readonly { depth: number; text: string }[]): string[] => {
    const path: string[] = [];
    return lines
      .map(({ depth, text }) => {
        path.length = depth;
        path.push(text);
        return path.join(' > ');
      })
      .sort();
  };
  const printed = readFileSync(TREE, 'utf8').trimEnd().split(/\r?\n/);
  assert.deepEqual(
    paths(
      tree
        .rows()
        .map(({ depth, segment, documents, blocks }) => ({ depth, text: `${segment} (${documents}/${blocks})` })),
    ),
    paths(printed.map((line) => ({ depth: (line.length - line.trimStart().length) / 2, text: line.trim() }))),
  );
});

test('our segmenter makes the authors’ blocks', {
  skip: existsSync(PAGES) ? skip : 'skipped: needs ../shared/data',
}, () => {
  const files = new Set(readdirSync(PAGES));
  const bare = (text: string): string => text.replace(/[^\p{L}]+/gu, '');
  let blocks = 0;
  for (const { id, texts } of rows()) {
    const file = [...files].find((name) => name.startsWith(`${id}.`));
    assert.ok(file, `a page for ${id}`);
    const bytes = readFileSync(new URL(file, PAGES));
    // Letters are compared, as the tree compares them: the reference printed characters it could not encode as `?`.
    const parsed = parse(decode(file.endsWith('.gz') ? gunzipSync(bytes) : bytes, { httpCharset: null }).text);
    assert.ok(parsed.ok);
    const got = urlTreeBlocks(parsed.page, { legacySplit: true }).map(({ text }) => bare(text));
    assert.deepEqual(
      got,
      texts.map(([text]) => bare(text)),
      id,
    );
    blocks += got.length;
  }
  assert.equal(blocks, 17_711);
});
