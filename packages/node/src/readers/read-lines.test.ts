import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readLines } from './read-lines.js';

async function linesOf(text: string | Uint8Array, chunk: number, most = 1000) {
  const bytes = Buffer.from(text);
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  };
  const lines: { text: string; number: number; tooLong: boolean; endsAt: number }[] = [];
  for await (const line of readLines(chunks(), most)) lines.push({ ...line, text: Buffer.from(line.bytes).toString() });
  return lines;
}

const CASES: readonly (readonly [what: string, input: string, lines: readonly string[], numbers: readonly number[]])[] =
  [
    ['nothing', '', [], []],
    ['one line without an end', 'a', ['a'], [1]],
    ['two lines', 'a\nb\n', ['a', 'b'], [1, 2]],
    ['blank lines are counted and left out', '\n\n a\n \t\r\n\nb', [' a', 'b'], [3, 6]],
    ['carriage returns', 'a\r\nb\r\n', ['a', 'b'], [1, 2]],
    ['a byte order mark', '\ufeffa\n\ufeffb\n', ['a', '\ufeffb'], [1, 2]],
    ['letters of several bytes', 'größe\n木\n', ['größe', '木'], [1, 2]],
  ];
for (const [what, input, expected, numbers] of CASES)
  test(`lines: ${what}`, async () => {
    for (const chunk of [1, 2, 3, 1000]) {
      const lines = await linesOf(input, chunk);
      assert.deepEqual([lines.map((one) => one.text), lines.map((one) => one.number)], [expected, numbers]);
    }
  });

test('law: however a stream is cut, the lines and their ends are those of the whole', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'ß', '木', ' ', '\r') }), { maxLength: 12 }),
      fc.integer({ min: 1, max: 9 }),
      async (parts, chunk) => {
        const input = parts.join('\n');
        const lines = await linesOf(input, chunk);
        const expected = parts
          .map((one) => (one.endsWith('\r') ? one.slice(0, -1) : one))
          .filter((one) => one.replace(/[ \t\r]/g, '') !== '');
        assert.deepEqual(
          lines.map((one) => one.text),
          expected,
        );
        const bytes = Buffer.from(input);
        for (const { endsAt } of lines) assert.ok(endsAt === bytes.length || bytes[endsAt - 1] === 0x0a);
      },
    ),
  ));

test('a line over the bound is told and dropped, its neighbours are read', async () => {
  const lines = await linesOf(`a\n${'x'.repeat(5000)}\nb\n`, 64, 100);
  assert.deepEqual(
    lines.map(({ text, number, tooLong }) => [text, number, tooLong]),
    [
      ['a', 1, false],
      ['', 2, true],
      ['b', 3, false],
    ],
  );
});
