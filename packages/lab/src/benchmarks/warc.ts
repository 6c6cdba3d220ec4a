/**
 * Speed of WARC archives of real pages (`wcxb-dev`), written by the sink `warc`.
 *
 * Reader: ours over gzip and plain archives, beside warcio and beside zlib alone, which bounds any reader of gzip. Figures
 * are CPU time, zlib's threads included; readers take turns, and the first round warms up.
 *   `node packages/lab/dist/benchmarks/warc.js [folder for the archives, default: the system's]`
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { readWarc } from '@dehusk/node';
import { WARCParser } from 'warcio';
import { textTable } from '../reports/tables.js';
import { cpuTimer } from './measure.js';
import { megabytesOf, READ_BYTES, writeArchive } from './warc-archive.js';

const ROUNDS = 3;

interface WarcReading {
  readonly records: number;
  /** Bytes of blocks; for zlib, all unpacked bytes. */
  readonly bytes: number;
}

const open = (path: string) => createReadStream(path, { highWaterMark: READ_BYTES });

const READERS: Readonly<Record<string, (path: string) => Promise<WarcReading>>> = {
  async dehusk(path) {
    let [records, bytes] = [0, 0];
    for await (const record of readWarc(open(path))) {
      if (record.kind === 'fault') throw new Error(`${record.reason}: ${record.detail}`);
      records++;
      bytes += record.block.length;
    }
    return { records, bytes };
  },
  async warcio(path) {
    let [records, bytes] = [0, 0];
    for await (const record of new WARCParser(open(path), { parseHttp: false })) {
      records++;
      bytes += (await record.readFully(false)).length;
    }
    return { records, bytes };
  },
  async 'zlib alone'(path) {
    let bytes = 0;
    for await (const chunk of open(path).pipe(createGunzip({ chunkSize: 2 ** 16 }))) bytes += chunk.length;
    return { records: 0, bytes };
  },
};

async function compareReaders(folder: string): Promise<void> {
  const packed = await writeArchive(join(folder, 'dehusk-bench.warc.gz'), 1);
  const plain = join(folder, 'dehusk-bench.warc');
  if (!existsSync(plain)) await pipeline(createReadStream(packed), createGunzip(), createWriteStream(plain));
  for (const path of [packed, plain]) {
    const names = Object.keys(READERS).filter((name) => path === packed || name !== 'zlib alone');
    const spent = new Map<string, number>();
    let expected: WarcReading | null = null;
    for (let round = 0; round <= ROUNDS; round++)
      for (const name of names) {
        const elapsed = cpuTimer();
        const { records, bytes } = await READERS[name](path);
        const seconds = elapsed() / 1000;
        if (records > 0) {
          expected ??= { records, bytes };
          if (records !== expected.records || bytes !== expected.bytes)
            throw new Error(`${name} got ${records} records, ${bytes} bytes, expected ${JSON.stringify(expected)}`);
        }
        if (round > 0) spent.set(name, (spent.get(name) ?? 0) + seconds);
      }
    const rate = (file: string, seconds: number): string => ((ROUNDS * megabytesOf(file)) / seconds).toFixed(0);
    const rows = names.map((name) => {
      const seconds = spent.get(name) ?? Number.NaN;
      return [name, rate(plain, seconds), path === packed ? rate(packed, seconds) : '–'];
    });
    console.log(`${path}: ${megabytesOf(packed).toFixed(0)} MB packed, ${megabytesOf(plain).toFixed(0)} MB unpacked`);
    console.log(textTable({ head: ['reader', 'MB/s unpacked', 'MB/s packed'], rows }));
    console.log(
      `${expected?.records} records, ${((expected?.bytes ?? 0) / 1e6).toFixed(0)} MB of blocks in both readers\n`,
    );
  }
}

await compareReaders(process.argv[2] ?? tmpdir());
