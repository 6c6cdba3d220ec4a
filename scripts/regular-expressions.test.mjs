// Every regular expression literal that may see text of pages, feeds or servers takes linear time, or only sees text of bounded
// length. scslre finds those that backtrack or start again over the same characters; JUSTIFIED lists those that may.
// Expressions built from strings (`new RegExp`) are not read.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { analyse } from 'scslre';
import ts from 'typescript';

/** Folders below packages/. */
const FOLDERS = ['core/src', 'dehusk/src/sources', 'dehusk/src/fetch', 'dehusk/src/inputs', 'dehusk/src/warc'];

/** Values of metadata are cut to 2,000 characters (`oneLine`), and few are read. */
const METADATA = 'reads one value of metadata, 2,000 characters at most';
/** By file: expressions that are not linear, each by a part of its source, with the reason why their text is short. */
const JUSTIFIED = {
  'core/src/boilerplate-kinds.ts': [
    ['leave a (?:reply', 'reads titles of 80 characters'],
    ['advertisements?|ads?', 'reads the first 300 characters of a block'],
  ],
  'core/src/article-check.ts': [['[|–—·•»:-]\\s+', METADATA]],
  'core/src/blocks/features/facts.ts': [['[$€£¥₹₽₩]\\s?', 'reads the first 200 characters of a block']],
  'core/src/extractors/boilerpipe/decision-trees.ts': [['0+$', 'reads a number']],
  'core/src/extractors/dehusk/item-rules.ts': [['kKmM', 'reads 80 characters']],
  'core/src/page/metadata/author-names.ts': [
    ['https?:', METADATA],
    ['published|posted', METADATA],
    ['und|et|y', METADATA],
    ['\\s*,\\s*', METADATA],
  ],
  'core/src/page/metadata/dates.ts': [['[?#].*$', 'matches at the first sign']],
  'core/src/page/metadata/elements.ts': [['[¶§#🔗]', METADATA]],
  'core/src/page/metadata/title.ts': [['[|｜]', METADATA]],
  'core/src/document/math/tex.ts': [['%[^\\n]*\\n', 'reads up to the last line feed, so that every sign ends at one']],
  'core/src/page/state/mined-article.ts': [['<[^>]*>', 'reads up to the last >, so that every < ends at one']],
  'core/src/records/marks.ts': [['schreibt', METADATA]],
  'dehusk/src/fetch/render/load-page.ts': [['[^=]+?', 'reads cookies of the user']],
};

/** The regular expression literals of a source, with their lines. */
function literalsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern, flags] = /^\/([\s\S]*)\/(\w*)$/.exec(node.text);
      found.push({ source: pattern, flags, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

const isSlow = (literal) =>
  analyse(literal, { reportTypes: { Move: true, Self: true, Trade: true } }).reports.length > 0;

test('regular expressions that see text from outside are linear, or their text is short', () => {
  const used = new Set();
  let read = 0;
  for (const folder of FOLDERS)
    for (const name of readdirSync(join('packages', folder), { recursive: true })) {
      if (!/\.ts$/.test(name) || /\.(?:test|fixture)\.ts$/.test(name)) continue;
      const path = `${folder}/${name}`.replaceAll('\\', '/');
      for (const literal of literalsOf(path, readFileSync(join('packages', path), 'utf8'))) {
        read++;
        if (!isSlow(literal)) continue;
        const reason = JUSTIFIED[path]?.find(([part]) => literal.source.includes(part));
        assert.ok(
          reason,
          `packages/${path}:${literal.line}: /${literal.source}/ is not linear: change it, or justify it in this test`,
        );
        used.add(reason);
      }
    }
  assert.ok(read > 500, `${read} expressions`);
  for (const [path, reasons] of Object.entries(JUSTIFIED))
    for (const reason of reasons) assert.ok(used.has(reason), `${path}: nothing needs ${reason[0]} any longer`);
});

test('the check finds what it should', () => {
  for (const slow of ['(a+)+$', 'x\\s*\\[?\\s*y', '\\s+$', '<[^>]*>'])
    assert.ok(isSlow({ source: slow, flags: 'g' }), slow);
  for (const fast of ['x\\s*(?:\\[\\s*)?y', '(?<!\\s)\\s+$', '^\\s*a'])
    assert.ok(!isSlow({ source: fast, flags: 'g' }), fast);
});
