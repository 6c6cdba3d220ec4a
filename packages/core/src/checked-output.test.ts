import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkOutput } from './checked-output.fixture.js';
import { extract } from './extract.js';

test('text has no control characters of ASCII, and the laws of outputs notice what breaks them', () => {
  const source = `<article>${'<p>The \x1b[31mwords&#27;[0m of &#1;an article, and more of them\x7f.</p>'.repeat(5)}</article>`;
  const result = extract(source);
  assert.ok(result.ok);
  assert.match(result.text, /^The \[31mwords\[0m of an article/);
  checkOutput(result);
  for (const text of [`${result.text}\x1b`, `${result.text} Zebra`])
    assert.throws(() => checkOutput({ ...result, text }), /text has/);
});
