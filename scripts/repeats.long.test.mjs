// What dedupe, --deduplicate and corpus drop by default: a text that occurs once never, and of equal texts all but the first.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runHere } from '../packages/dehusk/dist/cli/stream-process.fixture.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-repeats-'));
after(() => {
  process.chdir('/');
  rmSync(home, { recursive: true, force: true });
});
const at = (name) => join(home, name);
process.chdir(home);
/** Runs the command line in this process: a start takes half a second. */
async function dehusk(args, input = '') {
  const run = await runHere(args, [input]);
  return { ...run, lines: run.out.split('\n').filter(Boolean) };
}
const jsonl = (texts) => texts.map((text) => `${JSON.stringify({ text })}\n`).join('');
async function dedupe(texts, ...args) {
  const { code, out, err } = await dehusk(['dedupe', '--no-progress', ...args], jsonl(texts));
  assert.equal(code, 0, err);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).text);
}

const LONG =
  'Every boat of the island carries two ladders since that night, one of rope and one of old oak wood, and a lantern.';
const NEAR =
  'Every boat of the island carries two ladders since that night, one of rope and one of old oak wood, and a bell.';
const COOKIES = 'We use cookies.';

/** name, records, what is left. */
const TABLE = [
  ['short records', ['Yes.', 'No.', 'A few words.'], ['Yes.', 'No.', 'A few words.']],
  ['a record of one word', ['Ferry'], ['Ferry']],
  [
    'one paragraph in common',
    [`First.\n${COOKIES}`, `Second.\n${COOKIES}`, `Third.\n${COOKIES}`],
    [`First.\n${COOKIES}`, 'Second.', 'Third.'],
  ],
  ['near copies', [LONG, NEAR], [LONG, NEAR]],
  ['equal records', [LONG, LONG, LONG], [LONG]],
  ['repeats within a record', [`${LONG}\n${COOKIES}\n${LONG}\n${LONG}`], [`${LONG}\n${COOKIES}`]],
  ['repeats within a record and in the next', [`A b.\nA b.\nC d.`, 'C d.\nE f.\nA b.'], ['A b.\nC d.', 'E f.']],
  [
    'the order of the rest',
    ['One.\nTwo.\nThree.', 'Four.\nTwo.\nFive.\nOne.\nSix.'],
    ['One.\nTwo.\nThree.', 'Four.\nFive.\nSix.'],
  ],
  ['short text between repeats', [`${LONG}\n${NEAR}`, `${LONG}\nNew.\n${NEAR}`], [`${LONG}\n${NEAR}`, 'New.']],
  ['a paragraph within another', [LONG, `${LONG} And more.`], [LONG, `${LONG} And more.`]],
  [
    'the words in another order',
    ['one two three four five six', 'six five four three two one'],
    ['one two three four five six', 'six five four three two one'],
  ],
  [
    'Chinese',
    ['船在黎明离开。\n我们用它。', '船在黎明回来。\n我们用它。'],
    ['船在黎明离开。\n我们用它。', '船在黎明回来。'],
  ],
  ['Thai', ['เรือออกตอนเช้า\nคุกกี้', 'เรือกลับตอนเย็น\nคุกกี้'], ['เรือออกตอนเช้า\nคุกกี้', 'เรือกลับตอนเย็น']],
  ['Japanese within a record', ['船は朝に出る。\n船は朝に出る。\n夜に帰る。'], ['船は朝に出る。\n夜に帰る。']],
  [
    'Arabic and Hindi',
    ['السفينة تغادر\nनाव सुबह जाती है', 'السفينة تغادر\nनाव शाम को आती है'],
    ['السفينة تغادر\nनाव सुबह जाती है', 'नाव शाम को आती है'],
  ],
  ['case and signs are text', ['C++', 'C#', 'c++', '5 %', '5 $'], ['C++', 'C#', 'c++', '5 %', '5 $']],
  ['white space is not', ['One  two.', ' One two. ', 'One\u00a0two.'], ['One  two.']],
  ['composed and decomposed letters are one', ['Café au lait', 'Cafe\u0301 au lait'], ['Café au lait']],
  ['separators', ['One.\n***\nTwo.\n***\nThree.', 'Four.\n***\nOne.'], ['One.\n***\nTwo.\n***\nThree.', 'Four.\n***']],
  ['nothing but separators is left', ['One.\n***', '***\nOne.'], ['One.\n***']],
  ['no words at all', ['***', '— —', '***'], ['***', '— —', '***']],
  ['empty texts', ['', '\n\n', ''], ['', '\n\n', '']],
];
for (const [name, records, left] of TABLE)
  test(`dedupe: ${name}`, async () => assert.deepEqual(await dedupe(records), left));

test('dedupe: every text that occurs once is there, and of every other the first, in every memory', async () => {
  let seed = 3;
  const below = (bound) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed % bound;
  };
  const words = ['the', 'ferry', 'leaves', 'at', 'dawn', '船', 'เรือ', 'and', 'Yes', '7'];
  const paragraph = () => Array.from({ length: 1 + below(4) }, () => words[below(words.length)]).join(' ');
  const records = Array.from({ length: 400 }, () => Array.from({ length: 1 + below(5) }, paragraph).join('\n'));
  const expected = [];
  const seen = new Set();
  for (const record of records) {
    const left = record.split('\n').filter((one) => !seen.has(one) && seen.add(one));
    if (left.length > 0) expected.push(left.join('\n'));
  }
  for (const memory of [[], ['--memory', 'window']]) assert.deepEqual(await dedupe(records, ...memory), expected);
});

test('dedupe: Onion by its name, and options that the mode does not use are refused', async () => {
  assert.deepEqual(await dedupe([LONG, NEAR, 'Yes.'], '--mode', 'onion'), [LONG, 'Yes.']);
  assert.deepEqual(await dedupe([LONG, 'Yes.'], '--mode', 'onion', '--smoothing'), [LONG]);
  for (const option of [['--threshold', '.3'], ['-n', '7'], ['--smoothing'], ['--max-stub', '3']]) {
    const { code, err } = await dehusk(['dedupe', ...option], jsonl([LONG]));
    assert.equal(code, 2);
    assert.match(err, /got --mode paragraph, which does not use it, expected --mode onion or document/);
  }
  assert.equal((await dehusk(['dedupe', '--mode', 'document', '--threshold', '.3'], jsonl([LONG]))).code, 0);
  const { out } = await dehusk(['dedupe', '--help']);
  for (const mode of ['paragraph', 'onion', 'document', 'near', 'exact'])
    assert.match(out, new RegExp(`^  ${mode} {2,}\\w`, 'm'));
});

const html = (...paragraphs) =>
  `<!doctype html><html lang="en"><title>x</title><article>${paragraphs.map((one) => `<p>${one}</p>`).join('')}</article>`;
const OPTIONS = ['--extractor', 'everything', '--deduplicate'];

test('--deduplicate: one page keeps the first of what it repeats', async () => {
  const run = await dehusk([...OPTIONS, '-'], html(LONG, COOKIES, LONG, 'New.', COOKIES));
  assert.deepEqual([run.code, run.out.trim().split('\n').filter(Boolean)], [0, [LONG, COOKIES, 'New.']], run.err);
});

test('--deduplicate: pages, in their order, and short new text stays', async () => {
  mkdirSync(at('pages'));
  const pages = [
    html(LONG, COOKIES),
    html(COOKIES, NEAR, COOKIES, 'Short.'),
    html(COOKIES, LONG),
    html('Tiny.', COOKIES),
  ];
  for (const [name, page] of pages.entries()) writeFileSync(at(`pages/${name}.html`), page);
  const run = await dehusk([...OPTIONS, '--format', 'jsonl', ...pages.map((_, name) => `pages/${name}.html`)]);
  const rows = run.out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    rows.map(({ ok, text, reason }) => (ok ? text.split('\n').filter(Boolean) : reason)),
    [[LONG, COOKIES], [NEAR, 'Short.'], 'duplicate', ['Tiny.']],
  );
});

test('--deduplicate: the posts of a forum keep the first of each', async () => {
  const post = (name, ...texts) =>
    `<div class="post" itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author">${name}</span><div itemprop="text">${texts.map((one) => `<p>${one}</p>`).join('')}</div></div>`;
  const page = `<!doctype html><html lang="en"><title>x</title><main itemscope itemtype="https://schema.org/DiscussionForumPosting"><h1>Ladders</h1>${post('a', LONG, COOKIES)}${post('b', NEAR, COOKIES)}${post('c', LONG, 'I see.')}</main>`;
  const run = await dehusk(['--deduplicate', '--set', 'pageType=forum', '--json', '-'], page);
  assert.equal(run.code, 0, run.err);
  for (const text of [LONG, NEAR, COOKIES])
    assert.equal(JSON.parse(run.out).text.split(text).length, 2, `${text} in ${run.out}`);
});

test('corpus: nothing that occurs once is dropped; Onion by its name', async () => {
  const rows = [html(LONG, COOKIES), html(NEAR, COOKIES), html('Short.', COOKIES), html(LONG, COOKIES)];
  writeFileSync(
    at('pages.jsonl'),
    rows.map((page, id) => `${JSON.stringify({ url: `https://a.example/${id}`, html: page })}\n`).join(''),
  );
  const corpus = async (...args) => {
    const run = await dehusk([
      'corpus',
      '--from',
      'pages.jsonl',
      '-o',
      'corpus',
      '--extractor',
      'everything',
      '--format',
      'jsonl',
      ...args,
    ]);
    assert.ok(run.code === 0, run.err);
    return readFileSync(at('corpus/corpus.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).text);
  };
  assert.deepEqual(await corpus(), [`${LONG}\n${COOKIES}`, NEAR, 'Short.']);
  assert.deepEqual(await corpus('--dedupe', 'onion'), [`${LONG}\n${COOKIES}`]);
  assert.match(
    readFileSync(at('corpus/report.html'), 'utf8'),
    /dropped by Onion \(n-grams of 5 words, threshold 0\.5\)/,
  );
  assert.equal((await dehusk(['corpus', '--from', 'pages.jsonl', '-o', 'corpus', '--threshold', '.4'])).code, 2);
});
