/** docs/migration.md has an item for every flag, and every flag is an option of the command or an error. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Command, Option } from 'commander';
import { describeExtract } from './extract-command.js';
import { runHere } from './stream-process.fixture.js';
import { OUTPUT_FORMATS, TRAFILATURA_FLAGS } from './trafilatura-flags.js';

const PAGE = readFileSync(new URL('../../../../docs/migration.md', import.meta.url), 'utf8');
const namesOf = (flags: string): string[] => flags.split(/[ ,]+/).filter((one) => one.startsWith('-'));
const rows = [...PAGE.matchAll(/^- (`-[^:]*): (.*)$/gm)].map(([, cell, text]) => ({
  names: namesOf(cell.replaceAll('`', '')),
  text,
}));

test('the list has an item for every flag, in the same order', () =>
  assert.deepEqual(
    rows.map(({ names }) => names),
    TRAFILATURA_FLAGS.map(({ flags }) => namesOf(flags)),
  ));

test('an item says that a flag is an error if it is one', () =>
  assert.deepEqual(
    rows.filter(({ text }) => text.startsWith('error')).map(({ names }) => names),
    TRAFILATURA_FLAGS.filter(({ kind }) => kind === 'refused').map(({ flags }) => namesOf(flags)),
  ));

const command = new Command();
describeExtract(command.version('1', '-V, --version'), () => {});
for (const { flags, kind } of TRAFILATURA_FLAGS) {
  const { long, required, optional } = new Option(flags);
  test(`${long} is an option that takes the same`, () => {
    const option = command.options.find((one) => one.long === long) ?? assert.fail('no such option');
    assert.deepEqual([option.required, option.optional], [required, optional]);
  });
  if (kind === 'refused')
    test(`${long} is one line that names what to use`, async () => {
      const { code, out, err } = await runHere([long as string, ...(required ? ['x'] : [])]);
      assert.equal(code, 2);
      assert.equal(out, '');
      assert.match(err, new RegExp(`^dehusk: ${long} of trafilatura is not available: .{10,}\n$`));
    });
}

test('every output format is a format of Dehusk', async () => {
  for (const name of Object.keys(OUTPUT_FORMATS)) {
    const { code, err } = await runHere(['--output-format', name], ['<p>x']);
    assert.notEqual(code, 2, err);
  }
  const { code, err } = await runHere(['--output-format', 'docx']);
  assert.equal(code, 2);
  assert.match(err, /Expected csv, json, html, markdown, txt, xml, xmltei/);
});
