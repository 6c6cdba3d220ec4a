import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { diffRuns, type ErrorPage, errorPagesHtml } from './error-pages.js';

const page = (more: Partial<ErrorPage>): ErrorPage => ({
  score: {
    id: 'p',
    site: null,
    counts: [],
    score: 0.25,
    precision: 0.5,
    recall: Number.NaN,
    milliseconds: 1,
    reason: null,
  },
  gold: 'kept gone',
  output: 'kept new',
  isMarkdown: false,
  notes: [],
  url: 'https://example.org/?a=1&b="2"',
  pageType: 'article',
  reason: null,
  source: 'errors-sources/p.txt',
  ...more,
});

test('pages come in order, the first one shown; text is escaped, only web addresses are links', () => {
  const html = errorPagesHtml('x on y', 'signature', [
    page({}),
    page({
      gold: '<img src=x onerror=alert(1)>',
      output: '</div><script>alert(2)</script>',
      url: 'javascript:alert(3)',
      reason: 'timeout',
    }),
  ]);
  assert.match(html, /<article id="page-1">/);
  assert.match(html, /<article id="page-2" hidden>/);
  assert.match(html, /<td>kept<del> gone<\/del><\/td><td>kept<ins> new<\/ins><\/td>/);
  assert.match(html, /href="https:\/\/example\.org\/\?a=1&amp;b=&quot;2&quot;"/);
  assert.doesNotMatch(html, /<img|javascript:|<script>alert/);
  assert.match(html, /no text: timeout/);
  assert.equal(html.match(/<script>/g)?.length, 1);
});

test('invariant: the expected parts of all runs are the gold, the got parts the output; equal runs differ in white space alone', () => {
  const parts = fc.array(fc.constantFrom('a', 'b', ' b', '*c*', '_c_'), { maxLength: 30 });
  const key = (part: string): string => part.trim().replaceAll('_', '*');
  fc.assert(
    fc.property(parts, parts, (gold, output) => {
      const runs = diffRuns(gold, output);
      assert.deepEqual(
        runs.flatMap((run) => run.gold),
        gold,
      );
      assert.deepEqual(
        runs.flatMap((run) => run.output),
        output,
      );
      for (const { same, gold: a, output: b } of runs) if (same) assert.deepEqual(a.map(key), b.map(key));
    }),
  );
});

test('Markdown is shown side by side with its spaces; long equal runs are folded; everything is escaped', () => {
  const equal = Array.from({ length: 9 }, (_, at) => `line ${at}`).join('\n\n');
  const gold = `${equal}\n\n    code <b>\n| <script>x</script> |`;
  const output = `${equal.replace('line 0', 'line\n0')}\n\n    kode <b>\n| <script>y</script> |`;
  const html = errorPagesHtml('x', 'signature', [
    page({ isMarkdown: true, gold, output, notes: ['<i>note', 'text_edit 0.5'] }),
  ]);
  assert.match(html, /<th>expected<\/th><th>got<\/th>/);
  assert.match(html, /<details><summary>9 equal paragraphs<\/summary>line\n0\n/);
  assert.match(html, /<td><del> {4}code<\/del> &lt;b&gt;\n\|<del> &lt;script&gt;x/);
  assert.match(html, /<td><ins> {4}kode<\/ins> &lt;b&gt;\n\|<ins> &lt;script&gt;y/);
  assert.match(html, /&lt;i&gt;note · text_edit 0\.5/);
  assert.equal(html.match(/<script>/g)?.length, 1);
  assert.doesNotMatch(html, /precision/);
});
