import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-lab-cli-'));
after(() => rmSync(folder, { recursive: true }));
const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const VILLAGE = fixture('village');
const PARAGRAPHS = fixture('systems/paragraphs.mjs');

/** The real program, in an empty folder. */
function lab(...words: string[]): { code: number | null; out: string; err: string } {
  const main = fileURLToPath(new URL('./main.js', import.meta.url));
  const run = spawnSync(process.execPath, [main, ...words], { cwd: folder, encoding: 'utf8' });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

test('score: a table with signatures on stdout, JSON and CSV beside it, finished pages kept', () => {
  const first = lab(
    'score',
    VILLAGE,
    '-e',
    `boilerpipe-article,${PARAGRAPHS}`,
    '-m',
    'word-multiset,cleaneval:unlabelled=true',
    '--by',
    'pageType',
    '--json',
    'scores.json',
    '--csv',
    'scores.csv',
  );
  assert.equal(first.code, 0, first.err);
  assert.equal(first.err, '', 'no progress bar when stderr is not a terminal');
  assert.match(first.out, /boilerpipe-article +\d+\.\d\d/);
  assert.match(first.out, /paragraphs +\d+\.\d\d/);
  assert.match(first.out, /article +4 /);
  assert.match(first.out, /\|n:6\|by:paragraphs@file-[0-9a-f]{12}\|/);
  assert.match(first.out, /cleaneval:unlabelled=true, 6 pages/);
  assert.equal(readFileSync(join(folder, 'scores.csv'), 'utf8').trim().split('\r\n').length, 1 + 2 * 2 * 6);
  assert.equal(readdirSync(join(folder, '.dehusk-lab/outputs')).length, 1);
  const second = lab(
    'score',
    VILLAGE,
    '-e',
    `boilerpipe-article,${PARAGRAPHS}`,
    '-m',
    'word-multiset,cleaneval:unlabelled=true',
    '--by',
    'pageType',
  );
  assert.equal(second.out, first.out, 'the same scores from kept pages');
});

test('a sample says so in its signature, a split too', () => {
  assert.match(lab('score', VILLAGE, '-n', '2').out, /\|n:2\|.*\|sample:2\/6 by id hash/);
  const halves = ['0/2', '1/2'].map(
    (split) => /\|n:(\d+)\|.*\|split:/.exec(lab('score', VILLAGE, '--split', split).out)?.[1],
  );
  assert.equal(Number(halves[0]) + Number(halves[1]), 6);
});

test('stored outputs are scored; pages they lack count as empty', () => {
  writeFileSync(join(folder, 'stored.json'), JSON.stringify({ mill: 'The mill is back' }));
  const run = lab('score', VILLAGE, '--stored', 'theirs=stored.json');
  assert.equal(run.code, 0, run.err);
  assert.match(run.out, /theirs .*5 missing/);
});

test('compare, errors, report, bench, datasets, extractors, metrics, reproduce do their work', () => {
  const compared = lab('compare', 'everything', PARAGRAPHS, VILLAGE);
  assert.equal(compared.code, 0, compared.err);
  assert.match(compared.out, /paired bootstrap[\s\S]*Wilcoxon signed rank[\s\S]*Mann–Whitney U/);
  const errors = lab('errors', VILLAGE, '-e', 'everything', '--pages', '3', '--out', 'errors.html');
  assert.equal(errors.code, 0, errors.err);
  assert.equal(readFileSync(join(folder, 'errors.html'), 'utf8').match(/<article /g)?.length, 3);
  assert.equal(readdirSync(join(folder, 'errors-sources')).length, 3);
  const bench = lab('bench', VILLAGE, '-e', PARAGRAPHS, '--rounds', '1', '--json', 'bench.json');
  assert.equal(bench.code, 0, bench.err);
  assert.match(bench.out, /htmlparser2 tokens +1\.00 +\d[\s\S]*parse5 tree[\s\S]*paragraphs/);
  const report = lab('report', '--scores', 'scores.json', '--bench', 'bench.json', '--out', 'report.html');
  assert.equal(report.code, 0, report.err);
  assert.ok(existsSync(join(folder, 'report.html')));
  for (const list of ['datasets', 'extractors', 'metrics', 'reproduce']) assert.equal(lab(list).code, 0, list);
  assert.match(lab('extractors').out, /readability-jsdom/);
});

test('outdone lists the pages one system fails on where another does well, and says on how many', () => {
  const run = lab(
    'outdone',
    VILLAGE,
    '--judged',
    'everything',
    '-e',
    `everything,${PARAGRAPHS}`,
    '--below',
    '0.8',
    '--page-type',
    'article',
    '--json',
    'outdone.json',
  );
  assert.equal(run.code, 0, run.err);
  assert.match(
    run.out,
    /: [1-4] of 4 pages with precision of everything < 0\.8 where another has > 0\.9[\s\S]* paragraphs [\s\S]*\|type:article/,
  );
  const [list] = JSON.parse(readFileSync(join(folder, 'outdone.json'), 'utf8'));
  assert.equal(list.pages, 4);
  assert.equal(list.found[0].by, 'paragraphs');
  const stored = JSON.stringify(
    Object.fromEntries(list.found.map((one: { own: { id: string } }) => [one.own.id, 'x'])),
  );
  writeFileSync(join(folder, 'ours.json'), stored);
  const beside = lab(
    'outdone',
    VILLAGE,
    '--stored',
    'everything=ours.json',
    '--judged',
    'everything',
    '-e',
    PARAGRAPHS,
  );
  assert.match(beside.out, /pages with precision of everything < 0\.5/, beside.err);
});

test('table --write replaces what stands between the markers and nothing else', () => {
  writeFileSync(join(folder, 'README.md'), 'before\n<!-- scores:begin -->\nold\n<!-- scores:end -->\nafter\n');
  const run = lab('table', VILLAGE, '-e', 'everything,boilerpipe-article', '--write', 'README.md');
  assert.equal(run.code, 0, run.err);
  const text = readFileSync(join(folder, 'README.md'), 'utf8');
  assert.match(text, /^before\n<!-- scores:begin -->\n\| word-multiset, % \|[\s\S]*<!-- scores:end -->\nafter\n$/);
  assert.doesNotMatch(text, /old/);
  writeFileSync(join(folder, 'OTHER.md'), 'no markers');
  assert.equal(lab('table', VILLAGE, '-e', 'everything', '--write', 'OTHER.md').code, 2);
});

test('the gate passes at its floors, fails below them, and refuses to lower one without a reason', () => {
  const gate = (...words: string[]) => lab('gate', '--file', 'gate.json', ...words);
  writeFileSync(join(folder, 'gate.json'), '{"floors":[]}');
  assert.equal(gate('--add', VILLAGE, '-e', 'everything').code, 0);
  const passed = gate();
  assert.equal(passed.code, 0, passed.out);
  assert.match(passed.out, /all 1 floors reached/);
  const file = join(folder, 'gate.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/"floor": [\d.]+/, '"floor": 0.9999'));
  const missed = gate();
  assert.equal(missed.code, 1);
  assert.match(missed.out, /below the floor[\s\S]*1 of 1 floors missed/);
  const refused = gate('--set');
  assert.equal(refused.code, 2);
  assert.match(refused.err, /would sink from 0\.9999 .*give --reason/);
  assert.match(readFileSync(file, 'utf8'), /0\.9999/, 'the file is as it was');
  assert.equal(gate('--set', '--reason', 'raised by hand in this test').code, 0);
  assert.match(readFileSync(file, 'utf8'), /"reason": "raised by hand in this test"/);
  assert.equal(gate().code, 0);
});

test("the repository's own gate passes, and passes over datasets that are not here", () => {
  const run = lab('gate', '--data', folder);
  assert.equal(run.code, 0, run.out + run.err);
  assert.match(run.out, /fixtures\/village/);
});

test('what was mistyped is said with what there is, on stderr, exit code 2', () => {
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
    [['outdone', VILLAGE, '-e', 'bte'], /--judged got "dehusk", expected one of bte/],
    [['outdone', VILLAGE, '--below', '2'], /--below got "2", expected a number from 0 to 1/],
    [['outdone', VILLAGE, '--page-type', 'nix', '-e', 'dehusk'], /has no page of type "nix"/],
    [['reproduce', 'nix'], /no reproduction is named "nix" \(there are: goldminer-tables/],
    [['nix'], /unknown command 'nix'/],
  ];
  for (const [words, message] of cases) {
    const run = lab(...words);
    assert.equal(run.code, 2, `${words.join(' ')}: ${run.err}`);
    assert.match(run.err, message);
    assert.equal(run.out, '', words.join(' '));
    assert.doesNotMatch(run.err, /\n {4}at /, 'no stack');
  }
  assert.equal(lab('--help').code, 0);
  assert.match(lab('score', '--help').out, /Examples:/);
});
