import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { replacePart } from './session.js';

const file = (text: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'dehusk-replace-')), 'README.md');
  writeFileSync(path, text);
  return path;
};

test('a part is replaced, twice as well as once, and everything around it is kept', () => {
  const path = file('before\n<!-- speed:begin -->\nold $& table\n<!-- speed:end -->\nafter\n');
  for (const inside of ["| new $' |", '| newer |']) {
    replacePart(path, 'speed', inside);
    assert.equal(readFileSync(path, 'utf8'), `before\n<!-- speed:begin -->\n${inside}\n<!-- speed:end -->\nafter\n`);
  }
});

for (const [what, text] of [
  ['no markers', 'before\nafter\n'],
  ['no end', '<!-- speed:begin -->\n'],
  ['the end before the beginning', '<!-- speed:end -->\n<!-- speed:begin -->\n'],
  ['another part', '<!-- scores:begin -->\n<!-- scores:end -->\n'],
])
  test(`${what}: the file is named and stays as it is`, () => {
    const path = file(text);
    assert.throws(() => replacePart(path, 'speed', 'new'), { message: new RegExp(`${path} has no <!-- speed:begin`) });
    assert.equal(readFileSync(path, 'utf8'), text);
  });
