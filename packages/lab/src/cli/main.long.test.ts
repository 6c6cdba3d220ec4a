import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { runLab } from './main.js';

const start = process.cwd();
const folder = mkdtempSync(join(tmpdir(), 'dehusk-lab-cli-'));
// Outputs and stored pages go to the current folder. The tests of this file run one after the other.
process.chdir(folder);
after(() => {
  process.chdir(start);
  rmSync(folder, { recursive: true });
});
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const VILLAGE = fixture('village');
const PARAGRAPHS = fixture('systems/paragraphs.mjs');

interface Run {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The command line in this process, in an empty folder. */
async function lab(...words: string[]): Promise<Run> {
  let [out, err] = ['', ''];
  const code = await runLab(words, {
    writeOut: (text) => {
      out += text;
    },
    writeErr: (text) => {
      err += text;
    },
  });
  return { code, out, err };
}

/** The command line as a program. */
function program(...words: string[]): Run {
  const bin = fileURLToPath(new URL('../../bin/dehusk-lab.js', import.meta.url));
  const run = spawnSync(process.execPath, [bin, ...words], { cwd: folder, encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

const SCORE = ['score', VILLAGE, '-e', `boilerpipe-article,${PARAGRAPHS}`, '--by', 'pageType'];
const METRICS = ['-m', 'word-multiset,lcs-words:figure=recall'];

test('score: a table with signatures on stdout, JSON, stored pages', async () => {
  const first = program(...SCORE, ...METRICS, '--json', 'scores.json');
  assert.equal(first.code, 0, first.err);
  assert.equal(first.err, '', 'no progress bar when stderr is not a terminal');
  assert.match(first.out, /boilerpipe-article +\d+\.\d\d/);
  assert.match(first.out, /paragraphs +\d+\.\d\d/);
  assert.match(first.out, /article +4 /);
  assert.match(first.out, /\|n:6\|by:paragraphs@file-[0-9a-f]{12}\|/);
  assert.match(first.out, /lcs-words:figure=recall, 6 pages/);
  assert.equal(JSON.parse(readFileSync('scores.json', 'utf8')).evaluations[3].pages.length, 6);
  assert.equal(readdirSync('.dehusk-lab/outputs').length, 1);
  const second = await lab(...SCORE, ...METRICS);
  assert.equal(second.out, first.out, 'the same scores from stored pages');
});

test('figures of a system on pages it was trained on are marked, with a footnote and a field', async () => {
  cpSync(VILLAGE, 'data/wcxb-dev', { recursive: true });
  const asked = ['wcxb-dev', '--data', 'data', '-e', 'dehusk,bte', '-m', 'word-multiset', '--json', 'marked.json'];
  const note = /† weights or rules of the system were trained on pages of this data set/;
  const score = (await lab('score', ...asked)).out;
  assert.match(score, /\ndehusk† +\d/);
  assert.match(score, /\nbte +\d/);
  assert.match(score, note);
  const fields = JSON.parse(readFileSync('marked.json', 'utf8')).evaluations.map(
    (one: { readonly contamination: unknown }) => one.contamination,
  );
  assert.deepEqual(fields, ['trained', null]);
  const table = asked.slice(0, -2);
  assert.match((await lab('table', ...table)).out, /\ndehusk +[\d.]+† +[\d.]+\n/);
  writeFileSync('T.md', '<!-- scores:begin -->\n<!-- scores:end -->\n');
  await lab('table', ...table, '--write', 'T.md');
  const markdown = readFileSync('T.md', 'utf8');
  assert.match(markdown, /\| dehusk \| [\d.*]+† \| [\d.]+ \|/);
  assert.match(markdown, note);
});

test('metadata: sites kept aside and tuned, every system', async () => {
  const page = (n: number): string => `<title>Story ${n}</title><h1>Story ${n}</h1><p class=byline>By Jane Doe`;
  const rows = Array.from({ length: 12 }, (_, n) =>
    JSON.stringify({
      id: `${n}`,
      url: `https://site${n}.example/a`,
      html: page(n),
      gold: 'x',
      title: `Story ${n}`,
      author: 'Jane Doe',
    }),
  );
  mkdirSync('stories');
  writeFileSync('stories/pages.jsonl', rows.join('\n'));
  const { code, out, err } = await lab('metadata', 'stories', '-e', 'dehusk,readability-linkedom');
  assert.equal(code, 0, err);
  for (const field of ['authors', 'title'])
    for (const part of ['kept aside', 'tuned'])
      assert.match(out, new RegExp(`\\n${field} +${part} +dehusk +\\d+ +1\\.000 +1\\.000`));
  assert.match(out, /readability-linkedom/);
  const wrong = await lab('metadata', 'stories', '-e', 'bte');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /no system with metadata is named "bte"/);
});

test('the signature names a sample and a split', async () => {
  assert.match((await lab('score', VILLAGE, '-n', '2')).out, /\|n:2\|.*\|sample:2\/6 by id hash/);
  let pages = 0;
  for (const split of ['0/2', '1/2'])
    pages += Number(/\|n:(\d+)\|.*\|split:/.exec((await lab('score', VILLAGE, '--split', split)).out)?.[1]);
  assert.equal(pages, 6);
});

test('stored outputs are scored; missing pages count as empty', async () => {
  writeFileSync('stored.json', JSON.stringify({ mill: 'The mill is back' }));
  const run = await lab('score', VILLAGE, '--stored', 'theirs=stored.json');
  assert.equal(run.code, 0, run.err);
  assert.match(run.out, /theirs .*5 missing/);
});

test('bench and the lists run', async () => {
  const bench = await lab('bench', VILLAGE, '-e', PARAGRAPHS, '--rounds', '1');
  assert.equal(bench.code, 0, bench.err);
  assert.match(bench.out, /htmlparser2 tokens +1\.00 +\d[\s\S]*parse5 tree[\s\S]*paragraphs/);
  for (const list of ['datasets', 'extractors', 'metrics', 'reproduce']) assert.equal((await lab(list)).code, 0, list);
  assert.match((await lab('extractors')).out, /readability-jsdom/);
});

/** A dataset of two pages whose author's Markdown is known; one domain is held aside. */
function writeMarkdownDataset(): readonly string[] {
  const prose = 'The mill is turning again, and those who had come to watch stayed on until the evening. ';
  for (const [site, domain] of [
    ['tuning', 'jestjs.io'],
    ['aside', 'flink.apache.org'],
  ]) {
    const rows = '<table><tr><th>Year</th><th>Mills</th></tr><tr><td>1900</td><td>7</td></tr></table>';
    const html = `<title>Mills</title><article><h1>Mills</h1><p>${prose.repeat(4)}</p><h2>Count</h2><p>${prose.repeat(3)}</p>${rows}<p>${prose.repeat(3)}</p></article>`;
    const table = '| Year | Mills |\n|---|---|\n| 1900 | 7 |';
    const gold = `${prose.repeat(4)}\n\n## Count\n\n${prose.repeat(3)}\n\n${table}\n\n${prose.repeat(3)}`;
    const fields = { titles: ['mills'], headings: [[2, 'Count']], links: [], images: [], codeLangs: [], math: false };
    const row = { id: '1', site, url: `https://${domain}/1`, domain, lang: 'en', gold, goldText: gold, ...fields };
    mkdirSync(join('data', 'structure', site, 'html'), { recursive: true });
    writeFileSync(join('data', 'structure', site, 'manifest.jsonl.gz'), gzipSync(JSON.stringify(row)));
    writeFileSync(join('data', 'structure', site, 'html', '1.html.gz'), gzipSync(html));
  }
  return ['structure', '--data', 'data'];
}

test('structure and tokens read Markdown', async () => {
  const dataset = writeMarkdownDataset();
  writeFileSync(
    'cut.json',
    JSON.stringify({ 'tuning/1': { markdown: '## Count' }, 'aside/1': { text: 'x', markdown: '' } }),
  );
  const run = await lab('structure', ...dataset, '-e', 'dehusk', '--stored', 'cut=cut.json');
  assert.equal(run.code, 0, run.err);
  assert.match(run.out, /sites for tuning, 1 pages\n\nmetric +dehusk +cut +pages/);
  assert.match(run.out, /sites held aside, 1 pages/);
  assert.match(run.out, /all sites, 2 pages[^|]*\nheading_f1 +1\.000 +\.500 +2\n/);
  assert.match(run.out, /\ncode_edit +– +– +0\n/);
  const elsewhere = await lab('structure', join('data', 'structure'), '-e', 'dehusk');
  assert.doesNotMatch(elsewhere.out, /sites for tuning|held aside/);
  assert.match(elsewhere.out, /all sites, 2 pages/);
  writeFileSync('S.md', '<!-- structure:begin -->\n<!-- structure:end -->\n');
  assert.equal(
    (await lab('structure', ...dataset, '-e', 'dehusk', '--stored', 'cut=cut.json', '--write', 'S.md')).code,
    0,
  );
  assert.match(readFileSync('S.md', 'utf8'), /\| heading_f1 \| \*\*1\.000\*\* \| \.500 \| 2 \|/);

  const forms = 'text,markdown,markdown:tables=false';
  const tokens = await lab('tokens', ...dataset, '-e', 'dehusk,defuddle', '--as', forms);
  assert.equal(tokens.code, 0, tokens.err);
  const ratios = [...tokens.out.matchAll(/^dehusk .* (\S+)$/gm)].map(([, ratio]) => Number(ratio));
  assert.equal(ratios.length, 3);
  assert.equal(tokens.out.match(/^defuddle /gm)?.length, 2);
  assert.ok(ratios[0] === 1 && ratios[1] > ratios[2] && ratios[2] > 0.5, `${ratios}`);
  for (const form of ['markdwn', 'markdown:lnks=false', 'markdown:wrap=a']) {
    const wrong = await lab('tokens', ...dataset, '--as', form);
    assert.deepEqual([wrong.code, wrong.out], [2, ''], form);
  }
  assert.match((await lab('structure', ...dataset, '-e', 'unfluff')).err, /unfluff returns no markdown \(Markdown: /);
});

test('table --write replaces only the text between the markers', async () => {
  writeFileSync('README.md', 'before\n<!-- scores:begin -->\nold\n<!-- scores:end -->\nafter\n');
  const run = await lab('table', VILLAGE, '-e', 'everything,boilerpipe-article', '--write', 'README.md');
  assert.equal(run.code, 0, run.err);
  const text = readFileSync('README.md', 'utf8');
  assert.match(text, /^before\n<!-- scores:begin -->\n\| word-multiset, % \|[\s\S]*<!-- scores:end -->\nafter\n$/);
  assert.doesNotMatch(text, /old/);
  writeFileSync('OTHER.md', 'no markers');
  assert.equal((await lab('table', VILLAGE, '-e', 'everything', '--write', 'OTHER.md')).code, 2);
});

test('the gate passes at its floors, fails below them, and lowers none without a reason', async () => {
  const gate = (...words: string[]) => lab('gate', '--file', 'gate.json', ...words);
  const row = { dataset: VILLAGE, sha256: '', limit: null, extractor: 'everything', metric: 'word-multiset' };
  writeFileSync('gate.json', JSON.stringify({ floors: [{ ...row, floor: 0, lowered: [] }] }));
  assert.equal((await gate('--set')).code, 0);
  const passed = await gate();
  assert.equal(passed.code, 0, passed.out);
  assert.match(passed.out, /all 1 floors reached/);
  writeFileSync('gate.json', readFileSync('gate.json', 'utf8').replace(/"floor": [\d.]+/, '"floor": 0.9999'));
  const missed = await gate();
  assert.equal(missed.code, 1);
  assert.match(missed.out, /below the floor[\s\S]*1 of 1 floors missed/);
  const refused = await gate('--set');
  assert.equal(refused.code, 2);
  assert.match(refused.err, /would fall from 0\.9999 .*give --reason/);
  assert.match(readFileSync('gate.json', 'utf8'), /0\.9999/, 'the file is unchanged');
  assert.equal((await gate('--set', '--reason', 'raised by hand in this test')).code, 0);
  assert.match(readFileSync('gate.json', 'utf8'), /"reason": "raised by hand in this test"/);
  assert.equal((await gate()).code, 0);
});

test("the repository's gate passes and skips absent datasets", async () => {
  const run = await lab('gate', '--data', folder);
  assert.equal(run.code, 0, run.out + run.err);
  assert.match(run.out, /fixtures\/village[\s\S]*skipped: cleanportaleval is not present/);
});

test('mistakes are reported with the known names, on stderr, exit code 2', async () => {
  const cases: readonly [words: string[], message: RegExp][] = [
    [['score', 'no-such-dataset'], /no dataset "no-such-dataset".*wcxb-dev/],
    [
      ['score', VILLAGE, '-e', 'nix'],
      /no extractor is named "nix"\n {2}extractors: .*boilerpipe-article[\s\S]*peers: /,
    ],
    [['score', VILLAGE, '-m', 'nix'], /no metric is named "nix" \(there are: .*cleaneval/],
    [['score', VILLAGE, '-m', 'cleaneval:nix=1'], /has no option "nix"/],
    [['score', VILLAGE, '-e', 'boilerpipe-article:nix=1'], /has no option "nix"/],
    [['score', VILLAGE, '-n', 'many'], /got "many", expected a whole number/],
    [['score', VILLAGE, '--split', '2/2'], /expected fold\/folds/],
    [['score', VILLAGE, '--by', 'colour'], /Allowed choices are pageType/],
    [['score', VILLAGE, '--stored', 'x=/no/such'], /there is no \/no\/such/],
    [['reproduce', 'nix'], /no reproduction is named "nix" \(there are: goldminer-tables/],
    [['nix'], /unknown command 'nix'/],
  ];
  for (const [words, message] of cases) {
    const run = await lab(...words);
    assert.equal(run.code, 2, `${words.join(' ')}: ${run.err}`);
    assert.match(run.err, message);
    assert.equal(run.out, '', words.join(' '));
    assert.doesNotMatch(run.err, /\n {4}at /, 'no stack');
  }
  assert.equal((await lab('--help')).code, 0);
  assert.match((await lab('score', '--help')).out, /Examples:/);
  assert.equal(program('nix').code, 2, 'the program ends with the exit code');
});
