/** Filters by language, length and confidence, in every command that extracts. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { runHere } from './stream-process.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'dehusk-filters-'));
const at = (name: string): string => join(folder, name);
after(() => rmSync(folder, { recursive: true }));

const ENGLISH = 'The harbour master counts the boats every evening and writes their number into the book by the door. ';
const GERMAN =
  'Der Hafenmeister zählt jeden Abend die Boote und schreibt ihre Zahl in das Buch neben der Tür am Steg. ';
/** Every page claims to be in English, as templates do. */
const page = (title: string, text: string): string =>
  `<html lang="en"><title>${title}</title><body><h1>${title}</h1><p>${text}</p>`;
const PAGES = {
  english: page('Boats', ENGLISH.repeat(6)),
  german: page('Boote', GERMAN.repeat(6)),
  short: page('Short', ENGLISH),
};

before(() => {
  mkdirSync(at('pages'));
  for (const [id, html] of Object.entries(PAGES)) writeFileSync(at(`pages/${id}.html`), html);
  writeFileSync(
    at('pages.jsonl'),
    Object.entries(PAGES)
      .map(([id, html]) => `${JSON.stringify({ id, url: `https://a.example/${id}`, html })}\n`)
      .join(''),
  );
});

interface Case {
  readonly flags: readonly string[];
  /** The reasons of the English, the German and the short page. */
  readonly reasons: readonly (string | null)[];
  readonly detail?: RegExp;
}
const CASES: readonly Case[] = [
  { flags: [], reasons: [null, null, null] },
  { flags: ['--target-language', 'en'], reasons: [null, 'wrong-language', null], detail: /in "de", expected en$/ },
  { flags: ['--target-language', 'DE, fr'], reasons: ['wrong-language', null, 'wrong-language'] },
  {
    flags: ['--min-length', '200'],
    reasons: [null, null, 'too-short'],
    detail: /fewer than the 200 characters wanted/,
  },
  { flags: ['--min-confidence', '1'], reasons: ['low-confidence', 'low-confidence', 'low-confidence'] },
  {
    flags: ['--min-confidence', '0.1', '--extractor', 'everything'],
    reasons: ['low-confidence', 'low-confidence', 'low-confidence'],
    detail: /everything predicts no confidence, expected at least 0.1/,
  },
];

const recordsOf = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>);

for (const { flags, reasons, detail } of CASES)
  test(`${flags.join(' ') || 'no filter'}: the same pages are refused by dehusk and by batch, with title and without text`, async () => {
    const wanted = Object.keys(PAGES).map((id, index) => [id, reasons[index]]);
    const single = await runHere([
      ...Object.keys(PAGES).map((id) => at(`pages/${id}.html`)),
      '--format',
      'jsonl',
      ...flags,
    ]);
    const batch = await runHere(['batch', at('pages.jsonl'), '--threads', '1', ...flags]);
    for (const run of [single, batch]) {
      const records = recordsOf(run.out);
      assert.deepEqual(
        records.map(({ id, reason }) => [String(id).replace(/^.*\/(.*)\.html$/, '$1'), reason]),
        wanted,
        run.err,
      );
      for (const { ok, text, title } of records) {
        assert.equal(text === '', !ok);
        assert.match(String(title), /^(Boats|Boote|Short)$/);
      }
      if (detail !== undefined) assert.ok(records.some((one) => detail.test(String(one.detail))));
      assert.equal(run.code, run === single && reasons.some((one) => one !== null) ? 1 : 0);
    }
    const counts = new Map<string, number>();
    for (const reason of reasons) if (reason !== null) counts.set(reason, (counts.get(reason) ?? 0) + 1);
    for (const [reason, count] of counts) assert.match(batch.err, new RegExp(`\\b${count} ${reason}\\b`));
  });

test('a refused page is a line on standard error, and nothing on standard output in formats for people', async () => {
  const run = await runHere([at('pages/german.html'), '--target-language', 'en']);
  assert.deepEqual([run.code, run.out], [1, '']);
  assert.match(run.err, /german\.html: wrong-language: the text is in "de", expected en/);
});

for (const [flags, message] of [
  [['--target-language', 'english'], /"english" is no language code/],
  [['--target-language', 'en,qq'], /"qq" is no language code/],
  [['--min-length', '-1'], /number of characters/],
  [['--min-confidence', '70'], /from 0 to 1/],
] as const)
  test(`${flags.join(' ')} is an error`, async () => {
    const run = await runHere([...flags, at('pages/english.html')]);
    assert.equal(run.code, 2);
    assert.match(run.err, message);
  });
