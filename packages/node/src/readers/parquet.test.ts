// Hostile Parquet files: what they declare is not what they have. The footers are written here, because no writer makes them.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readParquetRows } from './parquet.js';

const home = mkdtempSync(join(tmpdir(), 'dehusk-parquet-'));
after(() => rmSync(home, { recursive: true }));

/** Thrift's compact protocol. */
const varint = (value: bigint): Buffer => {
  const bytes: number[] = [];
  for (let left = value; ; left >>= 7n) {
    bytes.push(Number(left & 0x7fn) | (left > 0x7fn ? 0x80 : 0));
    if (left <= 0x7fn) return Buffer.from(bytes);
  }
};
type Field = readonly [id: number, type: number, value: Buffer];
const zigzag = (value: number | bigint): Buffer =>
  varint(BigInt.asUintN(64, (BigInt(value) << 1n) ^ (BigInt(value) >> 63n)));
const int = (id: number, value: number): Field => [id, 5, zigzag(value)];
const long = (id: number, value: number | bigint): Field => [id, 6, zigzag(value)];
const sized = (text: string | Buffer): Buffer => Buffer.concat([varint(BigInt(text.length)), Buffer.from(text)]);
const list = (id: number, type: number, values: readonly Buffer[]): Field => [
  id,
  9,
  Buffer.concat([Buffer.from([0xf0 | type]), varint(BigInt(values.length)), ...values]),
];
const struct = (...fields: readonly Field[]): Buffer =>
  Buffer.concat([
    ...fields.flatMap(([id, type, value], at) => [
      Buffer.from([((id - (fields[at - 1]?.[0] ?? 0)) << 4) | type]),
      value,
    ]),
    Buffer.from([0]),
  ]);

interface Declared {
  readonly rows?: number | bigint;
  readonly groupRows?: number | bigint;
  /** Unpacked bytes of the page; packed with snappy. */
  readonly unpacked?: number;
  /** Groups around the column. */
  readonly depth?: number;
  /** Length of a run of nulls, which is all that the page has. */
  readonly run?: number;
  /** Values of the page. */
  readonly values?: number;
}

const pageOf = (unpacked: number | undefined): Buffer =>
  unpacked === undefined ? Buffer.from('\x03\0\0\0<p>') : Buffer.from([0x80, 0x94, 0xeb, 0xdc, 3, 0, 65]);

/** Definition levels: one run of zeros. */
function nullsOf(run: number): Buffer {
  const levels = Buffer.concat([varint(BigInt(run) << 1n), Buffer.from([0])]);
  return Buffer.concat([Buffer.from([levels.length, 0, 0, 0]), levels]);
}

/** A file with one row, `<p>`, in one column. */
function fileOf({ rows = 1, groupRows = rows, unpacked, depth = 0, run, values = 1 }: Declared): string {
  const groups = Array<string>(depth).fill('g');
  const value = run === undefined ? pageOf(unpacked) : nullsOf(run);
  const header = struct(int(1, 0), int(2, unpacked ?? value.length), int(3, value.length), [
    5,
    12,
    struct(int(1, values), int(2, 0), int(3, 3), int(4, 3)),
  ]);
  const page = Buffer.concat([header, value]);
  const column = struct(
    int(1, 6),
    list(2, 5, [zigzag(0)]),
    list(3, 8, [...groups, 'html'].map(sized)),
    int(4, unpacked === undefined ? 0 : 1),
    long(5, 1),
    long(6, page.length),
    long(7, page.length),
    long(9, 4),
  );
  const group = struct(list(1, 12, [struct(long(2, 4), [3, 12, column])]), long(2, page.length), long(3, groupRows));
  const schema = [
    struct([4, 8, sized('schema')], int(5, 1)),
    ...groups.map(() => struct(int(3, 0), [4, 8, sized('g')], int(5, 1))),
    struct(int(1, 6), int(3, run === undefined ? 0 : 1), [4, 8, sized('html')], int(6, 0)),
  ];
  const footer = struct(int(1, 1), list(2, 12, schema), long(3, rows), list(4, 12, [group]));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  const path = join(home, 'a.parquet');
  writeFileSync(path, Buffer.concat([Buffer.from('PAR1'), page, footer, length, Buffer.from('PAR1')]));
  return path;
}

/** Reads at most ten rows: without its check, a file would have billions. */
async function rowsOf(path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { row } of readParquetRows(path)) if (rows.push(row) === 10) break;
  return rows;
}

test('the rows before an error are read', async () => {
  const read: unknown[] = [];
  await assert.rejects(async () => {
    for await (const { row } of readParquetRows(fileOf({ rows: 2 }))) read.push(row);
  }, /ends after 1 rows/);
  assert.deepEqual(read, [{ html: '<p>' }]);
});

test('the files of these tests are readable', async () => {
  assert.deepEqual(await rowsOf(fileOf({})), [{ html: '<p>' }]);
  assert.deepEqual(await rowsOf(fileOf({ run: 2, values: 2, rows: 2 })), [{ html: null }, { html: null }]);
});

const BILLION: readonly [what: string, declared: Declared, message: RegExp] = [
  'a page of a billion nulls',
  { run: 1e9, values: 1e9, rows: 1e9 },
  /values take more than the 1024 MB allowed/,
];
const CASES: readonly (readonly [what: string, declared: Declared, message: RegExp])[] = [
  ['two billion rows in the groups', { rows: 2e9 }, /the column "html" ends after 1 rows, expected 2000000000/],
  ['more rows than the groups have', { rows: 9_000_000_000_000_000_000n, groupRows: 1 }, /groups have 1 rows/],
  ['a negative number of rows', { rows: -5 }, /groups have -5 rows/],
  ['a page of a gigabyte in seven bytes', { unpacked: 1e9 }, /7 bytes declares 1000000000 unpacked/],
  ['a schema of 1,000 levels', { depth: 1_000 }, /more than 64 levels/],
  ['a run that is longer than its page', { run: 1e9, values: 2, rows: 2 }, /values take more than the 1024 MB allowed/],
];
for (const [what, declared, message] of [...CASES, ...(process.env.LONG_TESTS === '1' ? [BILLION] : [])])
  test(`${what}: an error that names the file`, async () => {
    await assert.rejects(rowsOf(fileOf(declared)), (error: NodeJS.ErrnoException) => {
      assert.equal(error.code, 'EBADMSG');
      assert.match(error.message, /^a\.parquet cannot be read as Parquet/);
      assert.match(error.message, message);
      return true;
    });
  });
