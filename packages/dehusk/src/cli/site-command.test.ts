import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { SiteFact } from '@dehusk/core/extend';
import { type Ended, MAIN, runHere } from './stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-site-'));
after(() => rmSync(home, { recursive: true }));
const path = (name: string): string => join(home, name);

const site = (...args: readonly string[]): Promise<Ended> => runHere(['site', ...args]);

const WORDS =
  'river stone winter market letter garden window bridge morning harbour village teacher engine forest summer paper'.split(
    ' ',
  );
/** A paragraph of its own for each seed: some 250 characters with stop words, so that page-level methods keep it. */
const paragraph = (seed: number): string => {
  const parts: string[] = [];
  for (let at = 0; at < 12; at++) {
    const word = (by: number): string => WORDS[(seed * by + at * 7 + (seed >> (at % 5))) % WORDS.length];
    parts.push(`the ${word(3)} of the ${word(5)}${seed} was in a ${word(11)}`);
  }
  return `${parts.join(', and ')}.`;
};

/** A page of a made-up news site: menu, article, teaser and footer that repeat. */
const article = (
  seed: number,
): string => `<!doctype html><html lang="en"><head><title>Story ${seed}</title></head><body>
<ul class="menu"><li><a href="/">Home page of the paper</a></li><li><a href="/sport/">All the sport there is</a></li></ul>
<div id="story" class="entry"><h1>Story number ${seed}</h1><p>${paragraph(seed)}</p><p>${paragraph(seed + 500)}</p></div>
<div class="promo"><p>${paragraph(99_999)}</p></div>
<div class="foot">Copyright of the paper, all rights are reserved by the people who own it</div></body></html>`;

const HOST = 'news.example.org';
const rows = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => {
    const n = from + at;
    const url = `https://${HOST}/${n % 2 ? 'sport' : 'politics'}/story-${n}.html`;
    return `${JSON.stringify({ id: `s${n}`, url, html: article(n), timestamp: `2026-01-${10 + (n % 20)}` })}\n`;
  }).join('');

writeFileSync(path('crawl.jsonl'), rows(0, 30));
const learnt = path('learnt');
const first = await runHere([path('crawl.jsonl'), '--site', '--state', learnt, '--format', 'jsonl']);
const PROMO = paragraph(99_999);
const rowsIn = ({ out }: Ended): { text: string; url: string; ok: boolean }[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

test('--site leaves out what a site repeats, of a page that reads like text, too; again, nothing changes', async () => {
  assert.equal(first.code, 0, first.err);
  const found = rowsIn(first);
  assert.equal(found.length, 30);
  assert.ok(found.every(({ ok, text }, at) => ok && text.includes(paragraph(at)) && !text.includes(PROMO)));
  const before = (await site('explain', HOST, '--state', learnt, '--json')).out;
  assert.equal((await runHere([path('crawl.jsonl'), '--state', learnt])).code, 0);
  assert.equal((await site('explain', HOST, '--state', learnt, '--json')).out, before);
  assert.ok(before.length > 100);
});

test('batch --site writes the same rows; from standard input pages are learnt as they come', async () => {
  const fields = ['--fields', 'id,url,ok,text'];
  const batch = await runHere(['batch', path('crawl.jsonl'), '--site', ...fields]);
  assert.equal(batch.code, 0, batch.err);
  assert.deepEqual(
    rowsIn(batch).map(({ text }) => text),
    rowsIn(first).map(({ text }) => text),
  );
  assert.match(batch.err, /30 pages: 30 kept/);
  const piped = spawnSync(process.execPath, [MAIN, 'batch', '--site', ...fields], { input: rows(0, 30) });
  const texts = rowsIn({ code: 0, out: String(piped.stdout), err: '' }).map(({ text }) => text);
  assert.equal(texts.length, 30);
  assert.ok(!texts.slice(10).join().includes(PROMO));
});

test('a state is a start: one later page is extracted with what was learnt; another site is read alone', async () => {
  writeFileSync(path('new.jsonl'), rows(100, 101));
  const [later] = rowsIn(await runHere([path('new.jsonl'), '--state', learnt, '--format', 'jsonl']));
  assert.equal(later.url, `https://${HOST}/politics/story-100.html`);
  assert.ok(later.text.includes(paragraph(100)) && !later.text.includes(PROMO));
  writeFileSync(path('unseen.jsonl'), rows(100, 101).replaceAll(HOST, 'other.example.net'));
  const [unseen] = rowsIn(await runHere([path('unseen.jsonl'), '--state', learnt, '--format', 'jsonl']));
  assert.ok(unseen.text.includes(PROMO));
});

test('a folder of pages without addresses is one site', async () => {
  mkdirSync(path('pages/politics'), { recursive: true });
  for (let n = 0; n < 8; n++) writeFileSync(path(`pages/politics/story-${n}.html`), article(n));
  const done = await runHere([path('pages'), '--site', '--format', 'jsonl']);
  assert.equal(done.code, 0, done.err);
  assert.ok(rowsIn(done).every(({ url, text }) => url === null && !text.includes(PROMO)));
  assert.ok((await runHere([path('pages'), '--format', 'jsonl'])).out.includes(PROMO));
});

test('the site methods of the papers are extractors of --site', async () => {
  const done = await runHere([path('crawl.jsonl'), '--site', '--extractor', 'urltree-justext', '--format', 'jsonl']);
  assert.ok(!done.out.includes(PROMO), done.err);
});

test('rows with corrections teach them: the file that the inspector exports', async () => {
  const html = article(40).replace(PROMO, paragraph(4_000));
  const from = html.indexOf(paragraph(4_000));
  const gold = {
    ...{ id: 'gold', url: 'https://desk.example/40', html, gold: '' },
    corrections: [{ from, to: from + 9, keep: false }],
  };
  writeFileSync(path('gold.jsonl'), `${JSON.stringify(gold)}\n`);
  const state = path('corrected');
  const done = await runHere([path('gold.jsonl'), '--state', state]);
  assert.equal(done.code, 0, done.err);
  const later = { id: 'later', url: 'https://desk.example/41', html: article(41).replace(PROMO, paragraph(4_100)) };
  writeFileSync(path('later.jsonl'), `${JSON.stringify(later)}\n`);
  const { out } = await runHere([path('later.jsonl'), '--state', state, '--format', 'jsonl']);
  assert.ok(JSON.parse(out).text.includes(paragraph(41)) && !out.includes(paragraph(4_100)));
  const explained = (await site('explain', 'desk.example', '--state', state)).out.replace(/\s+/g, ' ');
  assert.match(explained, /Editors marked 1 block in .*div\.promo/);
});

test('explain: sites, facts, an unknown host', async () => {
  const list = await site('explain', '--state', learnt);
  assert.match(list.out, /^site +KiB +learnt by\n(.*\n)*.*example\.org/);
  const facts = await site('explain', `https://${HOST}/any/page`, '--state', learnt);
  assert.equal(facts.code, 0);
  assert.match(
    facts.out,
    /^containers {2}news\.example\.org\n- Pages learned from: 31, of at most 60 that are kept\. Articles: 31;/,
  );
  assert.match(facts.out, /\n- The article is in .+ on all 31 articles; text outside it is dropped\.\n {2}https:/);
  assert.match(facts.out, /\n- This is certain: it holds 100 % of the text/);
  assert.match(facts.out, /urltree {2}example\.org\n- Known documents: 31; parts of the site: \d+;/);
  const [{ facts: found }] = JSON.parse((await site('explain', HOST, '--state', learnt, '--json')).out);
  assert.ok(found.some(({ what, support, of }: SiteFact) => what === 'main content' && support === 31 && of === 31));
  const unknown = await site('explain', 'nobody.example.com', '--state', learnt);
  assert.equal(unknown.code, 3);
  assert.match(unknown.err, /knows nothing of nobody\.example\.com/);
});

test('explain says what is not learnt and why', async () => {
  writeFileSync(path('few.jsonl'), rows(0, 3));
  const plain = (n: number): string => `<body><p>${paragraph(n)}</p><p>${paragraph(n + 500)}</p></body>`;
  const nameless = Array.from({ length: 8 }, (_, n) =>
    JSON.stringify({ id: `n${n}`, url: `https://plain.example/story-${n}.html`, html: plain(n) }),
  );
  writeFileSync(path('nameless.jsonl'), nameless.join('\n'));
  for (const [input, host, reason] of [
    ['few.jsonl', HOST, /not learnt: 3 pages are known, 5 are needed\. Until then dehusk reads each page alone\./],
    ['nameless.jsonl', 'plain.example', /not learnt: their text has no element in common .*read by dehusk alone\./],
  ] as const) {
    const state = path(`state-of-${input}`);
    assert.equal((await runHere([path(input), '--state', state])).code, 0);
    const { out } = await site('explain', host, '--state', state);
    assert.match(out.replaceAll(/\n {2}(?! )/g, ' '), reason);
  }
});

test('wrong usage and unusable state end in words and exit codes', async () => {
  for (const [args, code, message] of [
    [['site', 'explain', HOST, '--state', path('absent')], 3, /there is no folder .*absent/],
    [['site', 'explain', HOST], 2, /required option '--state/],
    [[path('missing.jsonl'), '--site'], 3, /there is no file or folder/],
    [[path('crawl.jsonl'), '--site', '--extractor', 'bte'], 2, /no site extractor is named "bte"/],
    [[path('crawl.jsonl'), '--extractor', 'urltree'], 2, /--extractor urltree learns sites; add --site/],
    [[path('crawl.jsonl'), '--site', '--set', 'x=1'], 2, /site has no option "x"/],
  ] as const) {
    const done = await runHere(args);
    assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`);
    assert.match(done.err, message);
  }
  assert.ok(!existsSync(path('absent')));
});
