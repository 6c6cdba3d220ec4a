// Laws of explanations over the pages of fixtures, for extractors with and without scores.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { matchingElements, parseSelector } from '@dehusk/html';
import { extractorNamed } from '@dehusk/papers';
import { explainPage } from './explain.js';
import { extract } from './index.js';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const PAGES = (readdirSync(FIXTURES, { recursive: true }) as string[]).filter((name) =>
  /^(?:default|discussions|kinds)\/.*(?<!\.md)\.html$/.test(name),
);
const words = (text: string): string => text.replace(/\s+/g, '');

/** By extractor: one page in so many. NIGHTLY_TESTS=1 takes all. */
const SAMPLES = { dehusk: 3, 'boilerpipe-article': 8, everything: 8 };
for (const [extractor, every] of Object.entries(SAMPLES))
  test(`explanations of ${extractor} are those of its result`, () => {
    const sample = PAGES.filter((_, at) => at % every === 0 || process.env.NIGHTLY_TESTS === '1');
    assert.ok(sample.length > 20);
    for (const name of sample) {
      const result = extract(readFileSync(FIXTURES + name), {
        extractor: extractorNamed(extractor),
        url: 'https://fixtures.example/page',
      });
      const explanation = explainPage(result);
      assert.deepEqual(JSON.parse(JSON.stringify(explanation)), explanation, name);
      const { page, labelled } = result;
      assert.ok(page !== null);
      assert.equal(explanation.blocks.length, labelled.blocks.length);
      for (const { index, text, source, keep, kind, movers, path, why, probability } of explanation.blocks) {
        const block = labelled.blocks[index];
        assert.equal(keep, labelled.labels.keep[index] === 1);
        assert.equal(kind === 'content', keep, `${name}: block ${index} is ${kind}`);
        assert.ok(why !== '' && (probability === null || (probability >= 0 && probability <= 1)));
        let end = 0;
        for (const [from, to] of source) {
          assert.ok(from >= end && to > from && to <= page.source.length, `${name}: range ${from}–${to} after ${end}`);
          end = to;
        }
        // Character references apart, the ranges hold the text of the block.
        const ranges: string = source.map(([from, to]) => page.source.slice(from, to)).join('');
        if (!/[&<]/.test(ranges)) assert.equal(words(ranges), words(text), `${name}: block ${index}`);
        assert.ok(extractor === 'dehusk' ? movers.length > 0 && movers.length <= 3 : movers.length === 0);
        for (let at = 1; at < movers.length; at++)
          assert.ok(Math.abs(movers[at - 1].effect) >= Math.abs(movers[at].effect));
        assert.equal(matchingElements(page, parseSelector('path', path))[block.parent], 1, `${name}: ${path}`);
      }
      for (const { field, value, source } of explanation.metadata)
        assert.ok(field !== '' && value.length > 0 && source !== '');
    }
  });

test('kept blocks of a thread name the post they belong to, in order', () => {
  const post = (at: number): string =>
    `<div class="post"><div class="author">member-${at}</div><time datetime="2026-05-0${at}T10:00:00Z">May ${at}</time><div class="body"><p>Answer ${at}: the gate valve of the lower lock has to be greased before it is closed for winter, number ${at}.</p></div></div>`;
  const html = `<!doctype html><html lang="en"><title>Lock gates</title><body><h1>Lock gates</h1><div class="thread">${[1, 2, 3, 4, 5].map(post).join('')}</div></body></html>`;
  const result = extract(html, { pageType: 'forum' });
  const { blocks } = explainPage(result);
  assert.equal(result.document.posts.length, 5);
  for (let at = 1; at <= 5; at++) {
    const block = blocks.find(({ text }) => text.startsWith(`Answer ${at}:`));
    assert.deepEqual(block?.record, { kind: 'post', index: at - 1 });
  }
});

test('dropped blocks have a kind, and comments of the document are comments whatever their names', () => {
  const text = 'The lock was closed for the winter, and its gates were greased and painted by the keeper. '.repeat(8);
  const reply = (at: number): string =>
    `<li class=x><b class=author>Reader ${at}</b> <time datetime=2026-05-0${at}>May ${at}</time><p>I saw the gates, number ${at}.</li>`;
  const html = `<title>Lock</title><body><nav><a href=/>Home</a></nav><article><h1>Lock</h1><p>${text}</p></article><h2>3 replies</h2><ol>${[1, 2, 3].map(reply).join('')}</ol><footer>© 2026 Lock</footer>`;
  const result = extract(html, { pageType: 'article' });
  const kindOf = (part: string): string | undefined =>
    explainPage(result).blocks.find((block) => block.text.includes(part))?.kind;
  assert.equal(result.document.comments.length, 3);
  assert.deepEqual(['Home', 'The lock was', 'I saw the gates, number 2', '©'].map(kindOf), [
    ...['navigation', 'content', 'comment', 'copyright'],
  ]);
});

test('movers of one block are the same whichever blocks were asked before', () => {
  const { labelled } = extract(readFileSync(`${FIXTURES}${PAGES[0]}`));
  const all = explainPage(extract(readFileSync(`${FIXTURES}${PAGES[0]}`))).blocks.map(({ movers }) => movers);
  for (let at = all.length - 1; at >= 0; at--) assert.deepEqual(labelled.movers?.(at), all[at]);
  assert.ok(
    explainPage(extract(readFileSync(`${FIXTURES}${PAGES[0]}`)), { movers: false }).blocks.every(
      ({ movers }) => movers.length === 0,
    ),
  );
});

test('a page that was refused is explained by its reason', () => {
  const { ok, reason, blocks, metadata } = explainPage(extract(''));
  assert.deepEqual([ok, reason, blocks, metadata], [false, 'empty-input', [], []]);
});

test('thousands of blocks and posts end', () => {
  const html = `<body>${'<div class="post"><b>a</b> 2026-01-01 <p>text text text</p></div>'.repeat(6_000)}`;
  const { blocks, blocksLeftOut } = explainPage(extract(html));
  assert.equal(blocks.length, 5_000);
  assert.ok(blocks.length + blocksLeftOut >= 6_000);
});
