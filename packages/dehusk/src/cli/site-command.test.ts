import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { SiteFact } from '@dehusk/core/extend';
import { until } from '../../../node/dist/until.fixture.js';
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
const first = await site('learn', path('crawl.jsonl'), '--state', learnt);

test('learn says what it learnt; learning the same again changes nothing', async () => {
  assert.equal(first.code, 0, first.err);
  assert.match(first.err, /^30 pages of 1 sites learnt by urltree/);
  const before = (await site('explain', HOST, '--state', learnt, '--json')).out;
  assert.equal((await site('learn', path('crawl.jsonl'), '--state', learnt)).code, 0);
  assert.equal((await site('explain', HOST, '--state', learnt, '--json')).out, before);
  assert.ok(before.length > 100);
});

test('what the site repeats is left out, of a page that reads like text, too', async () => {
  writeFileSync(path('new.jsonl'), rows(100, 101));
  const done = await site(
    'extract',
    path('new.jsonl'),
    '--state',
    learnt,
    '--format',
    'jsonl',
    '--site-extractor',
    'urltree-justext',
  );
  assert.equal(done.code, 0, done.err);
  const row = JSON.parse(done.out);
  assert.equal(row.ok, true);
  assert.equal(row.url, `https://${HOST}/politics/story-100.html`);
  assert.ok(row.text.includes(paragraph(100)) && row.text.includes(paragraph(600)));
  assert.ok(!row.text.includes(paragraph(99_999)), 'the promo stands on every page');

  const elsewhere = path('unseen.jsonl');
  writeFileSync(elsewhere, rows(100, 101).replaceAll(HOST, 'other.example.com'));
  const unseen = await site(
    'extract',
    elsewhere,
    '--state',
    learnt,
    '--format',
    'jsonl',
    '--site-extractor',
    'urltree-justext',
  );
  assert.ok(JSON.parse(unseen.out).text.includes(paragraph(99_999)), 'of an unseen site the page level alone decides');
});

test('extracting in shards gives the rows of one process', async () => {
  const crawl = path('two-pass.jsonl');
  writeFileSync(crawl, rows(0, 24));
  const whole = path('one-state');
  assert.equal((await site('learn', crawl, '--state', whole)).code, 0);
  const expected = await site('extract', crawl, '--state', whole, '--format', 'jsonl');
  const found: string[] = [];
  for (const number of ['1', '2', '3'])
    found.push((await site('extract', crawl, '--state', whole, '--format', 'jsonl', '--shard', `${number}/3`)).out);
  const linesOf = (text: string): string[] => text.split('\n').filter(Boolean).sort();
  assert.deepEqual(linesOf(found.join('')), linesOf(expected.out));
});

test('rows with corrections teach them: the file that the inspector exports', async () => {
  const html = article(40).replace(paragraph(99_999), paragraph(4_000));
  const from = html.indexOf(paragraph(4_000));
  const gold = {
    id: 'gold',
    url: 'https://desk.example/40',
    html,
    gold: '',
    corrections: [{ from, to: from + 9, keep: false }],
  };
  writeFileSync(path('gold.jsonl'), `${JSON.stringify(gold)}\n`);
  const state = path('corrected');
  const done = await site('learn', path('gold.jsonl'), '--state', state);
  assert.equal(done.code, 0, done.err);
  const later = {
    id: 'later',
    url: 'https://desk.example/41',
    html: article(41).replace(paragraph(99_999), paragraph(4_100)),
  };
  writeFileSync(path('later.jsonl'), `${JSON.stringify(later)}\n`);
  const { out } = await site('extract', path('later.jsonl'), '--state', state, '--format', 'jsonl');
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
    /^containers {2}news\.example\.org\n- Learned from 30 pages, of at most 60 that are kept: 30 articles/,
  );
  assert.match(facts.out, /\n- The article is in .+ on all 30 articles; text outside it is dropped\.\n {2}https:/);
  assert.match(facts.out, /\n- This is certain: it holds 100 % of the text/);
  assert.match(facts.out, /urltree {2}example\.org\n- 30 documents in \d+ parts of the site are known/);
  const [{ facts: found }] = JSON.parse((await site('explain', HOST, '--state', learnt, '--json')).out);
  assert.ok(found.some(({ what, support, of }: SiteFact) => what === 'main content' && support === 30 && of === 30));
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
    assert.equal((await site('learn', path(input), '--state', state)).code, 0);
    const { out } = await site('explain', host, '--state', state);
    assert.match(out.replaceAll(/\n {2}(?! )/g, ' '), reason);
  }
});

test('tree: drawn, with documents and blocks, by depth and size', async () => {
  const { code, out } = await site('tree', HOST, '--state', learnt);
  assert.equal(code, 0);
  assert.match(out, /^node +documents +blocks\n# +30 /);
  assert.match(out, /\n +└─ news +30 .*\n +├─ (politics|sport) +15 .*\n +└─ (politics|sport) +15 /);
  const cut = (await site('tree', HOST, '--state', learnt, '--depth', '2')).out;
  assert.ok(!cut.includes('politics') && /smaller or deeper nodes omitted/.test(cut));
});

test('folders, manifests and templates give addresses; without one a page is told', async () => {
  mkdirSync(path('pages/politics'), { recursive: true });
  for (let n = 0; n < 6; n++) writeFileSync(path(`pages/politics/story-${n}.html`), article(n));
  const nowhere = await site('learn', path('pages'), '--state', path('none'));
  assert.equal(nowhere.code, 3);
  assert.match(nowhere.err, /no-url: neither the input nor the page names its address/);
  const made = await site(
    'learn',
    path('pages'),
    '--state',
    path('made'),
    '--url-template',
    `https://${HOST}/{path}.html`,
  );
  assert.equal(made.code, 0, made.err);
  assert.match((await site('tree', HOST, '--state', path('made'))).out, /politics +6 /);

  mkdirSync(path('set/one/html'), { recursive: true });
  writeFileSync(path('set/one/html/1.html.gz'), gzipSync(article(1)));
  const line = { id: '1', url: `https://${HOST}/politics/1`, html: 'html/1.html.gz' };
  writeFileSync(path('set/one/manifest.jsonl.gz'), gzipSync(`${JSON.stringify(line)}\n`));
  for (const input of ['set', 'set/one', 'set/one/manifest.jsonl.gz']) {
    const done = await site('learn', path(input), '--state', path(`m-${input.length}`));
    assert.match(done.err, /^1 pages of 1 sites learnt/, input);
  }
});

test('wrong usage and unusable state end in words and exit codes', async () => {
  for (const [args, code, message] of [
    [['learn', path('crawl.jsonl')], 2, /required option '--state/],
    [['learn', path('crawl.jsonl'), '--state', learnt, '--learner', 'nobody'], 2, /no site learner is named "nobody"/],
    [['learn', path('crawl.jsonl'), '--state', learnt, '--set', 'urltree.x=1'], 2, /urltree has no option "x"/],
    [['learn', path('crawl.jsonl'), '--state', learnt, '--set', 'x=1'], 2, /expected learner\.name=value/],
    [['learn', path('pages'), '--state', learnt, '--url-template', 'nothing'], 2, /--url-template got "nothing"/],
    [['learn', path('missing.jsonl'), '--state', learnt], 3, /there is no file or folder/],
    [['explain', HOST, '--state', path('absent')], 3, /there is no folder .*absent/],
    [['extract', path('crawl.jsonl'), '--state', path('absent')], 3, /there is no folder/],
    [['extract', path('crawl.jsonl'), '--state', learnt, '--site-extractor', 'x'], 2, /Expected a site extractor/],
  ] as const) {
    const done = await site(...args);
    assert.equal(done.code, code, `${args.join(' ')}: ${done.err}`);
    assert.match(done.err, message);
  }
  assert.ok(!existsSync(path('absent')));
});

test('killed, a run keeps what it committed and --resume goes on there', async () => {
  writeFileSync(path('many.jsonl'), rows(0, 400));
  const state = path('killed');
  const args = ['learn', path('many.jsonl'), '--state', state, '--learner', 'urltree', '--commit-pages', '20'];
  const child = spawn(process.execPath, [MAIN, 'site', ...args], { stdio: 'ignore' });
  const closed = new Promise((resolve) => child.on('close', resolve));
  await until(() => existsSync(join(state, 'data.mdb')) || child.exitCode !== null, 5);
  await new Promise((go) => setTimeout(go, 150));
  child.kill('SIGKILL');
  await closed;
  const resumed = await site(...args, '--resume');
  assert.equal(resumed.code, 0, resumed.err);
  const before = Number(/^(\d+) pages were committed before/.exec(resumed.err)?.[1] ?? 0);
  const after = Number(/(\d+) pages of/.exec(resumed.err)?.[1]);
  assert.equal(before % 20, 0);
  assert.equal(before + after, 400);
  const whole = await site('learn', path('many.jsonl'), '--state', path('whole'), '--learner', 'urltree');
  assert.equal(whole.code, 0);
  assert.equal(
    (await site('explain', HOST, '--state', state, '--json')).out,
    (await site('explain', HOST, '--state', path('whole'), '--json')).out,
  );
});
