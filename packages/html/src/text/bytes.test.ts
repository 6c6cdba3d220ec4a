import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ByteReader, ByteWriter, newColumn, widened } from './bytes.js';

test('numbers and text come back as written', () => {
  const counts = [0, 1, 127, 128, 300, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 5, Number.MAX_SAFE_INTEGER];
  const writer = new ByteWriter();
  for (let round = 0; round < 100; round++) {
    writer.byte(200);
    writer.half(60_000);
    writer.word(4_000_000_000);
    writer.float(-0.25);
    for (const count of counts) writer.count(count);
    writer.text('é\ud800');
  }
  const reader = new ByteReader(writer.bytes, 'a test');
  for (let round = 0; round < 100; round++) {
    assert.deepEqual([reader.byte(), reader.half(), reader.word(), reader.float()], [200, 60_000, 4e9, -0.25]);
    for (const count of counts) assert.equal(reader.count(), count);
    assert.equal(reader.text(), 'é\ud800');
  }
  reader.end();
  assert.throws(() => reader.byte(), { name: 'RangeError', message: /not a test: body got .* expected 1 bytes/ });
});

test('a column has its length and zeros; a large one has a block that goes back to the system', () => {
  for (const length of [0, 3, 1 << 20, (1 << 23) + 1]) {
    const column = newColumn(Int32Array, length);
    assert.deepEqual([column.length, column.every((one) => one === 0)], [length, true]);
    assert.equal(column.buffer.byteLength > 1 << 25, length >= 1 << 20, String(length));
  }
  const column = newColumn(Uint16Array, 1 << 21).fill(7);
  const wider = widened(column);
  assert.deepEqual([wider.length, wider[column.length - 1], wider[column.length]], [1 << 22, 7, 0]);
});

test('damaged bytes are refused with got and expected', () => {
  const of = (...bytes: number[]): ByteReader => new ByteReader(Uint8Array.from(bytes), 'a test');
  assert.throws(() => of(...new Array<number>(9).fill(255)).count(), /body got 9 bytes, expected a number/);
  assert.throws(() => of(128).count(), /body got 1 bytes, expected 1 bytes from byte 1/);
  assert.throws(() => of(5, 0).length(), /body got 2 bytes, expected 5 entries/);
  assert.throws(() => of(0).end(), /body got 1 bytes, expected an end at byte 0/);
});
