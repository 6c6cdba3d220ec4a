import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importViolations, readSources } from './check-imports.mjs';

const sources = readSources();

/** Violations that appear when files are added to the real tree. */
function planted(files) {
  const before = new Set(importViolations(sources));
  return importViolations(new Map([...sources, ...Object.entries(files)])).filter((one) => !before.has(one));
}

test('the tree has no violation', () => assert.deepEqual(importViolations(sources), []));

const CASES = [
  [
    'core, a lower folder imports a higher one',
    { 'packages/core/src/text/planted.ts': "import '../page/page.js';" },
    /text may not import page/,
  ],
  [
    'core, a type import counts',
    { 'packages/core/src/page/planted.ts': "import type { Block } from '../blocks/block.js';" },
    /page may not import blocks/,
  ],
  ['core, Node built-in', { 'packages/core/src/text/planted.ts': "import 'node:fs';" }, /pure/],
  [
    'core, an extractor imports another',
    { 'packages/core/src/extractors/bte/planted.ts': "import '../justext/justext.js';" },
    /variants of core\/src\/extractors/,
  ],
  [
    'core, two files import each other',
    {
      'packages/core/src/text/one.ts': "import './two.js';",
      'packages/core/src/text/two.ts': "export * from './one.js';",
    },
    /files import each other/,
  ],
  [
    'dehusk, against the order',
    { 'packages/dehusk/src/stores/planted.ts': "import '../cli/main.js';" },
    /stores may not import cli/,
  ],
  [
    'dehusk, a dynamic import counts',
    { 'packages/dehusk/src/terminal/planted.ts': "await import('../stream/stream.js');" },
    /terminal may not import stream/,
  ],
  ['dehusk, undeclared dependency', { 'packages/dehusk/src/fetch/planted.ts': "import 'jsdom';" }, /not a dependency/],
  [
    'lab, against the order',
    { 'packages/lab/src/metrics/planted.ts': "import '../reports/report.js';" },
    /metrics may not import reports/,
  ],
  [
    'lab, reaches into another package',
    { 'packages/lab/src/run/planted.ts': "import '../../../core/src/index.js';" },
    /leaves its package/,
  ],
  [
    'dehusk, two folders import each other',
    {
      'packages/dehusk/src/sources/feed/planted.ts': "import '../crawl/planted.js';",
      'packages/dehusk/src/sources/crawl/planted.ts': "import '../feed/planted.js';",
    },
    /folders import each other/,
  ],
];

for (const [name, files, expected] of CASES)
  test(`finds a planted violation: ${name}`, () => assert.match(planted(files).join('\n'), expected));
