/**
 * Speed of WARC archives of real pages (`wcxb-dev`), written by the sink `warc`.
 *
 * Reader: ours over gzip and plain archives, beside warcio and beside zlib alone, which bounds any reader of gzip. Figures
 * are CPU time, zlib's threads included; readers take turns, and the first round warms up.
 *   `node packages/lab/dist/benchmarks/warc.js [folder for the archives, default: the system's]`
 *
 * Batch: `dehusk batch` over two archives, one several times as long as the other: pages and megabytes per second, and
 * whether memory stays flat.
 *   `node packages/lab/dist/benchmarks/warc.js batch [times, default 4] [folder for the archives] [options of dehusk batch]`
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { type RawPage, readWarc, sinkNamed } from 'dehusk';
import { WARCParser } from 'warcio';
import { openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { cpuTimer } from './measure.js';

const DATASET = 'wcxb-dev';
/** Fetch time of every page, so that the archive is always the same. */
const FETCHED_AT = Date.UTC(2026, 0, 1);
/** Counted rounds. */
const ROUNDS = 3;
const READ_BYTES = 2 ** 20;

const megabytesOf = (path: string): number => statSync(path).size / 1e6;

/** Writes the dataset's pages several times, each time with a mark, so that no page repeats. Keeps an existing archive. */
async function writeArchive(path: string, times: number): Promise<string> {
  if (existsSync(path)) return path;
  const folder = `${path}.parts`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 1e9, fsync: 'never' }, undefined);
  for (let time = 0; time < times; time++)
    for await (const page of openDataset(DATASET).cases()) {
      const url = `${page.url ?? `http://${page.id}.example/`}#${time}`;
      const raw: RawPage = {
        bytes: Buffer.from(`<!-- ${time} -->${await page.html()}`),
        status: 200,
        headers: [['Content-Type', 'text/html; charset=utf-8']],
        at: FETCHED_AT,
      };
      const id = createHash('sha256').update(url).digest('hex').slice(0, 32);
      await sink.write({ id, revision: 1, site: page.domain ?? 'example', row: { url }, markdown: null, raw });
    }
  await sink.flush();
  await sink.committed();
  await sink.close();
  renameSync(`${folder}/pages.warc.gz`, path);
  rmSync(folder, { recursive: true });
  return path;
}

interface Reading {
  readonly records: number;
  /** Bytes of blocks; for zlib, all unpacked bytes. */
  readonly bytes: number;
}

const open = (path: string) => createReadStream(path, { highWaterMark: READ_BYTES });

const READERS: Readonly<Record<string, (path: string) => Promise<Reading>>> = {
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
    let expected: Reading | null = null;
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

async function runBatch(times: number, folder: string, options: readonly string[]): Promise<void> {
  const dehusk = join(fileURLToPath(import.meta.resolve('dehusk')), '../cli/main.js');
  for (const count of [1, times]) {
    const path = await writeArchive(join(folder, `dehusk-bench-${count}.warc.gz`), count);
    const run = spawnSync(process.execPath, [dehusk, 'batch', path, '-o', `${path}.jsonl`, '--overwrite', ...options], {
      stdio: ['ignore', 'inherit', 'pipe'],
      encoding: 'utf8',
    });
    console.log(`${count} times ${DATASET}, ${megabytesOf(path).toFixed(0)} MB packed:\n${run.stderr}`);
  }
}

const [first = tmpdir(), times = '4', folder = tmpdir(), ...options] = process.argv.slice(2);
if (first === 'batch') await runBatch(Number(times), folder, options);
else await compareReaders(first);
