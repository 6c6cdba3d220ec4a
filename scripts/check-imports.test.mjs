import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importViolations, readSources } from './check-imports.mjs';

const sources = readSources();

const before = new Set(importViolations(sources));
/** Violations that appear when files are added to the real tree. */
function planted(files) {
  return importViolations(new Map([...sources, ...Object.entries(files)])).filter((one) => !before.has(one));
}

test('the tree has no violation', () => assert.deepEqual([...before], []));

const CASES = [
  [
    'a lower folder imports a higher one',
    { 'packages/core/src/blocks/planted.ts': "import '../render/index.js';" },
    /blocks may not import render/,
  ],
  [
    'a type import counts',
    { 'packages/core/src/metadata/planted.ts': "import type { Block } from '../blocks/block.js';" },
    /metadata may not import blocks/,
  ],
  ['a Node built-in', { 'packages/html/src/text/planted.ts': "import 'node:fs';" }, /pure/],
  [
    'a package imports one below it',
    { 'packages/core/src/blocks/planted.ts': "import '@dehusk/papers';" },
    /@dehusk\/papers/,
  ],
  [
    'a source imports another',
    { 'packages/stream/src/sources/feed/planted.ts': "import '../crawl/crawl.js';" },
    /variants of stream\/src\/sources/,
  ],
  [
    'two files import each other',
    {
      'packages/html/src/text/one.ts': "import './two.js';",
      'packages/html/src/text/two.ts': "export * from './one.js';",
    },
    /files import each other/,
  ],
  [
    'against the order of folders',
    { 'packages/stream/src/stores/planted.ts': "import '../operations/log.js';" },
    /stores may not import operations/,
  ],
  [
    'a dynamic import counts',
    { 'packages/node/src/terminal/planted.ts': "await import('../batch/batch.js');" },
    /terminal may not import batch/,
  ],
  ['an undeclared dependency', { 'packages/node/src/fetch/planted.ts': "import 'jsdom';" }, /not a dependency/],
  [
    'lab, against the order',
    { 'packages/lab/src/metrics/planted.ts': "import '../reports/report.js';" },
    /metrics may not import reports/,
  ],
  [
    'reaches into another package',
    { 'packages/lab/src/run/planted.ts': "import '../../../core/src/index.js';" },
    /leaves its package/,
  ],
  [
    'two folders import each other',
    {
      'packages/stream/src/sources/feed/planted.ts': "import '../crawl/planted.js';",
      'packages/stream/src/sources/crawl/planted.ts': "import '../feed/planted.js';",
    },
    /folders import each other/,
  ],
];

for (const [name, files, expected] of CASES)
  test(`finds a planted violation: ${name}`, () => assert.match(planted(files).join('\n'), expected));
