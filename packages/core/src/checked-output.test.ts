import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOutput } from './checked-output.fixture.js';
import { extract } from './extract.js';
import { openPage } from './pipeline.js';

test('text has no control characters of ASCII, and the laws of outputs notice what breaks them', () => {
  const source = `<article>${'<p>The \x1b[31mwords&#27;[0m of &#1;an article, and more of them\x7f.</p>'.repeat(5)}</article>`;
  const [opened, result] = [openPage(source), extract(source)];
  assert.ok(opened.ok && result.ok);
  assert.match(result.text, /^The \[31mwords\[0m of an article/);
  checkOutput(result, opened.page);
  for (const text of [`${result.text}\x1b`, `${result.text} Zebra`])
    assert.throws(() => checkOutput({ ...result, text }, opened.page), /text has/);
});
