/**
 * Where `dehusk batch` stops scaling with cores: the rates of its stages over a WARC of `wcxb-dev`, each alone, and of the command
 * with one and two workers. Stages take turns; medians of the rounds. Starting the command is not counted.
 *   `node packages/lab/dist/benchmarks/batch.js [pages, default 300] [rounds, default 3] [options of dehusk batch]`
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';
import { readWarcPages, type WarcPage } from '@dehusk/node';
import { type RawResponse, sinkNamed } from '@dehusk/stream';
import { median } from 'simple-statistics';
import { openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { type Spent, spent } from './batch-clock.js';

const WORKERS = [1, 2];

const DEHUSK = import.meta.resolve('dehusk');
/** Fetch time of every page, so that the archive is always the same. */
const FETCHED_AT = Date.UTC(2026, 0, 1);
const READ_BYTES = 2 ** 20;
const [count, rounds] = [process.argv[2] ?? '300', process.argv[3] ?? '3'].map(Number);
if (!(count >= 1 && rounds >= 1))
  throw new RangeError(`batch got ${process.argv.slice(2, 4)}, expected pages and rounds of at least 1`);
const options = process.argv.slice(4);

const folder = mkdtempSync(join(tmpdir(), 'dehusk-batch-'));
try {
  const archive = await writeArchive(join(folder, 'pages.warc.gz'), Math.ceil(count / 1000), count);
  const onePage = await writeArchive(join(folder, 'one-page.warc.gz'), 1, 1);
  const pages = await pagesOf(archive);
  const stages: Readonly<Record<string, () => Promise<Spent>>> = {
    'decompression alone': () => timed(() => unpack(archive)),
    'reading and splitting alone': () => timed(() => pagesOf(archive)),
    ...Object.fromEntries(
      WORKERS.map((workers) => [
        `dehusk batch, ${workers} worker${workers > 1 ? 's' : ''}`,
        async () => less(runBatch(archive, workers), runBatch(onePage, workers)),
      ]),
    ),
  };
  const turns = Object.entries(stages).map(([name, run]) => ({ name, run, spent: [] as Spent[] }));
  for (let round = 0; round < rounds; round++) for (const turn of turns) turn.spent.push(await turn.run());
  const bytes = pages.reduce((sum, { body }) => sum + body.length, 0);
  report(turns, pages.length, bytes / 1e6);
} finally {
  rmSync(folder, { recursive: true });
}

async function pagesOf(archive: string): Promise<WarcPage[]> {
  const pages: WarcPage[] = [];
  for await (const page of readWarcPages(archive)) if (page.kind === 'page') pages.push(page);
  return pages;
}

async function unpack(archive: string): Promise<void> {
  const packed = createReadStream(archive, { highWaterMark: READ_BYTES });
  for await (const _ of packed.pipe(createGunzip({ chunkSize: 2 ** 16 })));
}

async function timed(act: () => Promise<unknown>): Promise<Spent> {
  const before = spent();
  await act();
  return less(spent(), before);
}

function runBatch(archive: string, workers: number): Spent {
  const clock = join(folder, 'clock.json');
  const command = [fileURLToPath(new URL('./cli/main.js', DEHUSK)), 'batch', archive, '--threads', String(workers)];
  const preload = ['--import', new URL('./batch-clock.js', import.meta.url).href];
  const run = spawnSync(process.execPath, [...preload, ...command, '-o', '/dev/null', '--quiet', ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, BATCH_CLOCK: clock },
  });
  if (run.status === null || run.status > 1) throw new Error(`dehusk batch ended with ${run.status ?? run.signal}`);
  return JSON.parse(readFileSync(clock, 'utf8')) as Spent;
}

function less(a: Spent, b: Spent): Spent {
  return { wall: a.wall - b.wall, cpu: a.cpu - b.cpu, mainThread: a.mainThread - b.mainThread };
}

function report(
  turns: readonly { readonly name: string; readonly spent: Spent[] }[],
  pages: number,
  megabytes: number,
) {
  const perPage = (at: number, which: keyof Spent): number => median(turns[at].spent.map((one) => one[which])) / pages;
  const rows = turns.map(({ name }, at) => {
    const rate = 1_000 / perPage(at, 'wall');
    return [
      name,
      rate.toFixed(0),
      ((rate * megabytes) / pages).toFixed(1),
      ...(['wall', 'cpu', 'mainThread'] as const).map((which) => perPage(at, which).toFixed(2)),
    ];
  });
  console.log(
    `${pages} pages, ${megabytes.toFixed(0)} MB of HTML, ${rounds} rounds, ${availableParallelism()} cores\n`,
  );
  const head = ['stage', 'pages/s', 'MB/s of HTML', 'ms/page', 'CPU ms/page', 'of it main thread'];
  console.log(textTable({ head, rows }));
}

/**
 * Writes the dataset's pages several times, each time with a mark, so that no page repeats.
 * @param limit pages at most
 */
async function writeArchive(path: string, times: number, limit: number): Promise<string> {
  const folder = `${path}.parts`;
  const sink = await sinkNamed('warc').open({ folder, maxMegabytes: 1e9, fsync: 'never' }, undefined);
  let pages = 0;
  for (let time = 0; time < times; time++)
    for await (const page of openDataset('wcxb-dev').cases()) {
      if (++pages > limit) break;
      const url = `${page.url ?? `http://${page.id}.example/`}#${time}`;
      const raw: RawResponse = {
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
