import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { NOTHING_KNOWN, type StructureGold } from '../../datasets/dataset.js';
import { metricNamed } from '../index.js';
import { aggregate } from '../metric.js';
import { editSimilarity, type FigureName, figuresOf } from './figures.js';
import { parseMarkdown } from './parse-markdown.js';
import { absolute, isInPage, urlKey } from './python-text.js';

const BASE = 'https://a.example/docs/page.html';

/** A gold whose structure is what its Markdown says. */
function goldOf(markdown: string, more: Partial<StructureGold> = {}): StructureGold {
  const { headings, links, images, code } = parseMarkdown(markdown, true, BASE);
  const codeLanguages = code.map(({ language }) => language || null);
  return { markdown, address: BASE, math: true, titles: [], headings, links, images, codeLanguages, ...more };
}

test('worked cases: one figure of a page', () => {
  const table = '| a | b |\n|---|---|\n| 1 | 2 |\n';
  const cases: readonly [figure: FigureName, gold: string, output: string, expected: number | null][] = [
    ['text_edit', 'abcd', 'abcx', 0.75],
    ['text_edit', 'a “b” — c', 'a "b" - c', 1],
    ['text_edit', 'one `two` [three](/x)', 'one two three', 1],
    ['text_edit', '# Title\n\ntext', 'text', 4 / 10],
    ['code_edit', '```\nabcd\n```', '    abcx', 0.75],
    ['code_edit', '```\na  \n\n```', '```\na\n```', 1],
    ['code_edit', 'text', 'text', null],
    ['code_edit', 'text', '```\na\n```', 0],
    ['formula_edit', 'so $x^2$ and \\(y_1\\)', 'so $ x^2 $ $x^2$ $$y_1$$', 1],
    ['formula_edit', 'costs $5 and $6, `$x$`', 'costs 5', null],
    ['formula_edit', '\\(no formula\\)', 'no formula', null],
    ['formula_edit', '$$\na\n\nb\n$$', 'a', null],
    ['table_edit', table, '<table><tr><th>a<th>b<tr><td>1<td>2</table>', 1],
    ['table_edit', table, 'a b 1 2', 0],
    ['table_TEDS', table, table, 1],
    ['table_TEDS', table, table.replace('| 2 |', '| 3 |'), 1 - 1 / 7],
    ['table_TEDS', `${table}\ntext\n\n${table}`, table, 0.5],
    ['rouge5', 'a b c d e f', 'a b c d e g', 0.5],
    ['heading_f1', '## a\n\n## b', '## a\n\n### b', 0.5],
    ['heading_text_f1', '## a\n\n## b', '## a\n\n### b', 1],
    ['list_f1', '- a\n  - b', '- a\n- b', 0.5],
    ['list_f1', '- [ ] a\n- [x] b', '- a\n- b', 1],
    ['link_f1', '[a](/x) [b](#y) https://c.example', '[a](https://a.example/x/index.html) https://c.example', 1],
    ['link_f1', '[a](/x)', '[a](/y)', 0],
    ['link_f1', 'see c.example and example.com', 'see c.example and example.com', null],
    ['image_f1', '![a](i.png)', '<img src="i.png">', 1],
    ['image_f1', '![a](i.png)', '<p>\n<img data-src="/docs/i.png" src="x.gif">\n</p>', 1],
    ['code_lang', '```js\na\n```\n\n```\nb\n```', '```{.javascript}\na\n```\n\n```py\nb\n```', 1],
    ['code_lang', '```sh\na\n```', '```\na\n```', 0],
    ['code_block_recall', '```\na\n```\n\n```\nb\n```', '    a', 0.5],
    ['footnote_kept', 'a[^1]\n\n[^1]: one two', 'a[^n]\n\n[^n]: one two', 1],
    ['footnote_kept', 'a[^1]\n\n[^1]: one two', 'a\n\none two', 0],
    ['footnote_text', 'a[^1]\n\n[^1]: one two', 'a\n\none two', 1],
    ['quote_f1', '> a\n\nb\n\n> c', '> a', 2 / 3],
  ];
  for (const [figure, gold, output, expected] of cases) {
    const got = figuresOf(goldOf(gold), output)[figure];
    const isSame = got === expected || (got !== null && expected !== null && Math.abs(got - expected) < 1e-12);
    assert.ok(isSame, `${figure} of ${JSON.stringify(output)}: ${got}, not ${expected}`);
  }
});

test('a leading heading that is the title counts for nobody', () => {
  const titles = ['the mill', 'the mill – news'];
  assert.equal(figuresOf(goldOf('text', { titles }), '# The Mill\n\ntext').heading_f1, null);
  assert.equal(figuresOf(goldOf('text', { titles }), '# The Mill\n\ntext').text_edit, 1);
  assert.equal(figuresOf(goldOf('text', { titles }), '## The Mill\n\ntext').heading_f1, null);
  assert.equal(figuresOf(goldOf('text', { titles }), '## Mill\n\ntext').heading_f1, 0);
});

test('structure is the mean of the means of five kinds; a kind that no page has does not count', () => {
  const metric = metricNamed('structure');
  const count = (gold: string, output: string): readonly number[] =>
    metric.count({ ...NOTHING_KNOWN, gold: '', structure: goldOf(gold) }, output);
  const rows = [count('abcd', 'abcd'), count('abcd\n\n```\nabcd\n```', 'abcd'), count('ab', '')];
  assert.equal(aggregate(metric, rows).score, (2 / 3 + 0) / 2);
  assert.ok(Number.isNaN(metric.score(metric.count({ ...NOTHING_KNOWN, gold: 'a' }, 'a'))), 'no Markdown, no score');
});

test('invariant: edit similarity is one minus the edit distance in code points over the longer length', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', '\ue000', '🐝', '🐜', '的'), { maxLength: 60 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [left, right] = [[...a], [...b]];
      let before = right.map((_, at) => at).concat(right.length);
      for (const [i, one] of left.entries()) {
        const now = [i + 1];
        for (const [j, other] of right.entries())
          now.push(Math.min(before[j + 1] + 1, now[j] + 1, before[j] + Number(one !== other)));
        before = now;
      }
      const longer = Math.max(left.length, right.length);
      const expected = longer === 0 ? 1 : 1 - before[right.length] / longer;
      assert.ok(Math.abs(editSimilarity(a, b) - expected) < 1e-12);
    }),
  );
});

test('addresses are resolved and compared as Python does', () => {
  const cases: readonly [url: string, expected: string][] = [
    ['x.html', 'https://a.example/docs/x.html'],
    ['/x?y#z', 'https://a.example/x?y#z'],
    ['../../x/./y/', 'https://a.example/x/y/'],
    ['?q', 'https://a.example/docs/page.html?q'],
    ['//b.example', 'https://b.example'],
    ['MAILTO:me', 'MAILTO:me'],
    ['http://b.example/a/../b', 'http://b.example/a/../b'],
    [' a&amp;b&copy=1 ', 'https://a.example/docs/a&b©=1'],
    ['', BASE],
  ];
  for (const [url, expected] of cases) assert.equal(absolute(BASE, url), expected, url);
  assert.equal(urlKey('https://a.example/%E7%9A%84/index.html#%20x'), '//a.example/的#x'.replace('#x', '# x'));
  assert.equal(urlKey('http://a.example/x//'), '//a.example/x');
  assert.ok(isInPage(BASE, '#x') && isInPage(BASE, 'page.html#x') && !isInPage(BASE, 'other.html#x'));
});

test('invariant: any Markdown is parsed, in any form of code, formulas, tables and HTML', () => {
  const pieces = [
    '`',
    '```',
    '~~~',
    '$',
    '$$',
    '\\(',
    '\\)',
    '\\begin{align}',
    '\\end{align}',
    '<table>',
    '<tr><td>',
    '</td>',
    '\ue0000\ue001',
    '\ue0029\ue003',
  ];
  const more = [
    '| a | b |',
    '|---|---|',
    '[^1]',
    '[^1]: x',
    '> ',
    '- ',
    '# ',
    '\n',
    '\n\n',
    '<pre>',
    '<a href="x">',
    '&#0;',
    '🐝',
    '\ud800',
  ];
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces, ...more), { maxLength: 40 }), (parts) => {
      const markdown = parts.join('');
      for (const figure of Object.values(figuresOf(goldOf(markdown), markdown)))
        assert.ok(figure === null || (figure >= 0 && figure <= 1), `${figure}`);
    }),
  );
});
