// Parts of a text cover it, keep their size, and are whole Markdown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { partOfText, type TextPart } from './part-of-text.js';

function partsOf(text: string, maxLength: number): TextPart[] {
  const parts: TextPart[] = [];
  for (let start: number | null = 0; start !== null; ) {
    const part = partOfText(text, start, maxLength);
    assert.equal(part.start, start);
    assert.ok(part.next === null || part.next > start, 'no part is empty');
    assert.ok((part.next ?? text.length) - start <= maxLength);
    parts.push(part);
    start = part.next;
  }
  return parts;
}

const LINES = [
  'word',
  'two words',
  '',
  '',
  '```',
  '```js',
  '````',
  '| a | b |',
  '| - | - |',
  '<table>',
  '</table>',
  '> ```',
  '😀😀😀',
  '- item',
];

test('parts cover any text', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...LINES), { maxLength: 40 }),
      fc.integer({ min: 2, max: 60 }),
      (lines, max) => {
        const text = lines.join('\n');
        const parts = partsOf(text, max);
        const covered = parts.map(({ start, next }) => text.slice(start, next ?? undefined)).join('');
        assert.equal(covered, text);
        for (const { content } of parts) assert.ok(!/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(content), content);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('parts end between blocks; code and tables that are longer are whole in each', () => {
  const code = `\`\`\`js\n${Array.from({ length: 40 }, (_, at) => `count(${at});\n\n`).join('')}\`\`\`\n`;
  const table = `| Name | Age |\n| --- | --- |\n${Array.from({ length: 40 }, (_, at) => `| Boat ${at} | ${at} |\n`).join('')}`;
  const text = `# Boats\n\n${'A paragraph of some words. '.repeat(3)}\n\n${code}\n${table}\nThe end of it all.\n`;
  const parts = partsOf(text, 200);
  assert.ok(parts.length > 5);
  for (const { content } of parts) {
    assert.equal((content.match(/^```/gm) ?? []).length % 2, 0, content);
    if (/^\| Boat/m.test(content)) assert.match(content, /\| Name \| Age \|\n\| --- \| --- \|\n\| Boat/);
  }
  assert.ok(parts[0].content.endsWith('\n\n'), JSON.stringify(parts[0].content.slice(-20)));
  // A short table is never divided.
  const short = `${'Words and words. '.repeat(9)}\n\n| a | b |\n| - | - |\n| 1 | 2 |\n| 3 | 4 |\n`;
  assert.ok(partsOf(short, 180)[1].content.startsWith('| a'));
  assert.deepEqual(partOfText('abc', 9, 5), { content: '', start: 3, next: null, total: 3 });
});
