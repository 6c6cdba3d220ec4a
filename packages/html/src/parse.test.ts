import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOf, type Page, textOf } from './page.js';
import { parse } from './parse.js';

const page = (html: string): Page => {
  const parsed = parse(html);
  assert.ok(parsed.ok);
  return parsed.page;
};
/** The tree as indented names and texts. */
const drawn = (html: string): string => {
  const p = page(html);
  const lines: string[] = [];
  for (let n = 0; n < p.size; n++)
    lines.push(`${' '.repeat(p.depth[n] as number)}${p.tag[n] === 0 ? JSON.stringify(textOf(p, n)) : nameOf(p, n)}`);
  return lines.join('\n');
};

test('nodes stand in document order, whatever the parser had to move', () => {
  assert.equal(
    drawn('<table>foster<tr><td>cell</table>'),
    '#document\n html\n  head\n  body\n   "foster"\n   table\n    tbody\n     tr\n      td\n       "cell"',
  );
  assert.equal(
    drawn('<p><b>one<p>two</b>three'),
    '#document\n html\n  head\n  body\n   p\n    b\n     "one"\n   p\n    b\n     "two"\n    "three"',
  );
});

test('parsing takes time linear in the number of siblings with text between them', () => {
  const timeFor = (count: number): number => {
    const html = '<div>word</div> '.repeat(count);
    const before = process.cpuUsage();
    assert.equal(page(html).size, 3 * count + 4);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  timeFor(5_000);
  const [small, large] = [timeFor(5_000), timeFor(40_000)];
  // Eight times the page: about eight times the time; quadratic would be sixty-four.
  assert.ok(large < 30 * Math.max(small, 20), `${Math.round(small)} ms for 5,000, ${Math.round(large)} ms for 40,000`);
});
