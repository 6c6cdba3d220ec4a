/**
 * Speed of the WARC reader over real pages (`wcxb-dev`), gzip and plain, beside warcio's and beside zlib alone, which is
 * the bound of any reader of gzip. CPU time, threads of zlib included: other programs on the machine disturb it least.
 * Readers take turns; the first round warms up.
 *
 * Run: `node packages/lab/dist/benchmarks/warc.js [folder for the archives, default: the system's]`
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readWarc } from 'dehusk';
import { WARCParser } from 'warcio';
import { megabytesOf, writeBenchArchive } from './warc-file.js';

/** Counted rounds. */
const ROUNDS = 3;
const READ_BYTES = 2 ** 20;

interface Reading {
  readonly records: number;
  /** Of blocks; of zlib, of everything unpacked. */
  readonly bytes: number;
}
type Reader = (path: string) => Promise<Reading>;

const open = (path: string) => createReadStream(path, { highWaterMark: READ_BYTES });

const READERS: readonly (readonly [name: string, reads: 'any' | 'gzip', reader: Reader])[] = [
  [
    'dehusk',
    'any',
    async (path) => {
      let [records, bytes] = [0, 0];
      for await (const record of readWarc(open(path))) {
        if (record.kind === 'fault') throw new Error(`${record.reason}: ${record.detail}`);
        records++;
        bytes += record.block.length;
      }
      return { records, bytes };
    },
  ],
  [
    'warcio',
    'any',
    async (path) => {
      let [records, bytes] = [0, 0];
      for await (const record of new WARCParser(open(path), { parseHttp: false })) {
        records++;
        bytes += (await record.readFully(false)).length;
      }
      return { records, bytes };
    },
  ],
  [
    'zlib alone',
    'gzip',
    async (path) => {
      let bytes = 0;
      for await (const chunk of open(path).pipe(createGunzip({ chunkSize: 2 ** 16 }))) bytes += chunk.length;
      return { records: 0, bytes };
    },
  ],
];

async function cpuSeconds(act: () => Promise<Reading>): Promise<Reading & { readonly seconds: number }> {
  const from = process.cpuUsage();
  const reading = await act();
  const { user, system } = process.cpuUsage(from);
  return { ...reading, seconds: (user + system) / 1e6 };
}

const folder = process.argv[2] ?? tmpdir();
const packed = await writeBenchArchive(join(folder, 'dehusk-bench.warc.gz'), 'wcxb-dev', 1);
const plain = join(folder, 'dehusk-bench.warc');
if (!existsSync(plain)) await pipeline(createReadStream(packed), createGunzip(), createWriteStream(plain));

for (const path of [packed, plain]) {
  const isPacked = path === packed;
  console.log(`${path}: ${megabytesOf(packed).toFixed(0)} MB packed, ${megabytesOf(plain).toFixed(0)} MB unpacked`);
  const spent = new Map<string, number>();
  let expected: Reading | null = null;
  for (let round = 0; round <= ROUNDS; round++)
    for (const [name, reads, reader] of READERS) {
      if (reads === 'gzip' && !isPacked) continue;
      const { records, bytes, seconds } = await cpuSeconds(() => reader(path));
      if (reads === 'any') {
        expected ??= { records, bytes };
        if (records !== expected.records || bytes !== expected.bytes)
          throw new Error(`${name} got ${records} records, ${bytes} bytes, expected ${JSON.stringify(expected)}`);
      }
      if (round > 0) spent.set(name, (spent.get(name) ?? 0) + seconds);
    }
  for (const [name, seconds] of spent) {
    const rate = (megabytes: number): string => `${((ROUNDS * megabytes) / seconds).toFixed(0)} MB/s`;
    console.log(
      `  ${name.padEnd(12)} ${rate(megabytesOf(plain)).padStart(9)} unpacked ${isPacked ? `${rate(megabytesOf(packed)).padStart(9)} packed` : ''}`,
    );
  }
  console.log(
    `  ${expected?.records} records, ${((expected?.bytes ?? 0) / 1e6).toFixed(0)} MB of blocks, the same by both`,
  );
}
