import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfiguration } from '@dehusk/stream';
import { printConfiguration } from './watch-options.js';

const SMALLEST = '[[sources]]\nkind = "list"\npath = "urls.txt"\n\n[[sinks]]\nkind = "jsonl"\nfolder = "out"\n';

test('invariant: what is printed reads in as the same configuration', () => {
  for (const more of [
    '',
    '[rejects]\nkind = "jsonl"\nfolder = "rejects"\n',
    '[overrides."*.example.org"]\nexcludeSelector = [".a", "b"]\nextractor = "bte"\noptions = { tagWeight = 2 }\n',
    '[[stream.urlRules]]\npattern = "^https?://a\\\\.example/story"\nkeep = ["id", "page"]\n',
  ]) {
    const loaded = parseConfiguration(SMALLEST + more, 'toml');
    assert.ok(loaded.ok);
    const printed = printConfiguration(loaded.configuration);
    const again = parseConfiguration(printed, 'toml');
    assert.ok(again.ok, again.ok ? '' : `${JSON.stringify(again.faults)}\n${printed}`);
    assert.deepEqual(again.configuration, loaded.configuration);
  }
});
