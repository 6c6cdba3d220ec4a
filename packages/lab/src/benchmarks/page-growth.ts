/**
 * CPU time and peak memory of the default extractor while one page grows: milliseconds per megabyte (10^6 characters) must stay flat,
 * whatever there is more of. The exponent is the slope of log time over log size, by least squares: 1 is linear, 2 quadratic.
 *
 * Pages are synthetic (page-shapes.ts). Limits are lifted, because pages of this size would otherwise be refused. Each
 * measurement has a process, so that heap, collector and compiled code are not shared. A test counts executions instead of
 * time: work-growth.long.test.ts.
 *
 * Run: `node packages/lab/dist/benchmarks/page-growth.js [megabytes, default 0.01,0.1,1,10,50] [shapes, default all] [out]`
 * writes out.json and out.svg; measurements that out.json already holds are not repeated.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { rowNamed } from '@dehusk/html';
import { linearRegression } from 'simple-statistics';
import { writeLines } from '../reports/draw.js';
import { markdownTable } from '../reports/tables.js';
import { cpuTimer } from './measure.js';
import { LIFTED_LIMITS, PAGE_SHAPES } from './page-shapes.js';

interface GrowthMoment {
  readonly shape: string;
  /** Length of the page, 10^6 characters. */
  readonly megabytes: number;
  readonly blocks: number;
  /** CPU time of all threads of the process, collection included. */
  readonly milliseconds: number;
  /** Peak resident memory, 10^6 bytes; and how much of it came after the page was made, the page itself left out. */
  readonly peak: number;
  readonly added: number;
}

/** Heap of a measurement, in megabytes. */
const HEAP = 8_000;
/** Largest ratio of a page's size to the size asked for: parts of pages are not cut. */
const NEAR = 1.5;
/** Characters extracted before counting, so that the compiler is done; in pages of this size. */
const WARM_UP = 5e6;
const WARM_UP_PAGE = 1e5;
/** Least number of characters per measurement: small pages are extracted several times. */
const MIN_CHARACTERS = 2e6;
const CHILD = 'measure';

function measureHere(name: string, size: number): GrowthMoment {
  const shape = rowNamed('shape', PAGE_SHAPES, name);
  const warm = shape.page(WARM_UP_PAGE);
  for (let done = 0; done < WARM_UP; done += warm.length) extract(warm, { limits: LIFTED_LIMITS });
  const html = shape.page(size * 1e6);
  const before = peakMegabytes();
  const times = Math.max(1, Math.round(MIN_CHARACTERS / html.length));
  let blocks = 0;
  const spent = cpuTimer();
  for (let time = 0; time < times; time++) blocks = extract(html, { limits: LIFTED_LIMITS }).labelled.blocks.length;
  return {
    shape: name,
    megabytes: html.length / 1e6,
    blocks,
    milliseconds: spent() / times,
    peak: peakMegabytes(),
    added: peakMegabytes() - before,
  };
}

/** Peak resident memory of this process so far, 10^6 bytes. */
function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

async function measureInProcess(shape: string, size: number): Promise<GrowthMoment> {
  const child = fork(fileURLToPath(import.meta.url), [CHILD, shape, String(size)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
  });
  const moment = once(child, 'message');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`page-growth: ${shape} of ${size} MB ended with code ${code}`);
  return (await moment)[0];
}

function isNear(one: number, other: number): boolean {
  return one < NEAR * other && other < NEAR * one;
}

async function main(): Promise<void> {
  const [sizeList = '0.01,0.1,1,10,50', shapeList = 'all', out] = process.argv.slice(2);
  const sizes = sizeList.split(',').map(Number);
  if (sizes.some((size) => !(size > 0)))
    throw new RangeError(`page-growth: sizes got "${sizeList}", expected megabytes above 0, separated by commas`);
  const wanted =
    shapeList === 'all' ? PAGE_SHAPES : shapeList.split(',').map((name) => rowNamed('shape', PAGE_SHAPES, name));

  const moments: GrowthMoment[] =
    out !== undefined && existsSync(`${out}.json`) ? JSON.parse(readFileSync(`${out}.json`, 'utf8')) : [];
  const momentOf = (shape: string, size: number): GrowthMoment | undefined =>
    moments.find((one) => one.shape === shape && isNear(one.megabytes, size));
  for (const { name } of wanted)
    for (const size of sizes) {
      if (momentOf(name, size) !== undefined) continue;
      moments.push(await measureInProcess(name, size));
      if (out !== undefined) writeFileSync(`${out}.json`, `${JSON.stringify(moments, null, 1)}\n`);
      process.stderr.write(`${name}, ${size} MB done\n`);
    }

  const series = wanted.map(({ name, about }) => {
    const own = sizes.flatMap((size) => momentOf(name, size) ?? []);
    const cells = (show: (one: GrowthMoment) => string): string[] =>
      sizes.map((size) => {
        const one = momentOf(name, size);
        return one === undefined ? '–' : show(one);
      });
    const points = own.map(({ megabytes, milliseconds }) => [megabytes, milliseconds] as const);
    const exponent = own.length < 2 ? '–' : growthExponent(points).toFixed(2);
    return {
      time: [name, about, exponent, ...cells((one) => (one.milliseconds / one.megabytes).toFixed(0))],
      memory: [name, ...cells((one) => `${one.peak.toFixed(0)} (${(one.added / one.megabytes).toFixed(0)})`)],
      line: { name, points: points.map(([x, y]) => [x, y / x] as const) },
    };
  });
  const timeHead = ['shape', 'what there is more of', 'exponent', ...sizes.map((size) => `ms/MB at ${size} MB`)];
  const memoryHead = ['peak MB (× the page)', ...sizes.map((size) => `at ${size} MB`)];
  const tables = [
    markdownTable({ head: timeHead, rows: series.map(({ time }) => time), leftColumns: [1] }),
    markdownTable({ head: memoryHead, rows: series.map(({ memory }) => memory) }),
  ];
  process.stdout.write(`${tables.join('\n\n')}\n`);
  if (out === undefined) return;
  const lines = series.map(({ line }) => line);
  const titles = { x: 'page, MB (logarithmic)', y: 'CPU ms a MB', isFromZero: true, xScale: 'log' } as const;
  await writeLines(`${out}.svg`, lines, titles, 'CPU time a megabyte while one page grows');
}

/**
 * The growth of a cost with a size: the slope of a line through their logarithms, by least squares. 1 is linear, 2
 * quadratic; n log n is slightly above 1.
 *
 * @param points size and cost, both above 0; at least two different sizes
 */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  return linearRegression(points.map((point) => point.map(Math.log))).m;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode, shape, size] = process.argv.slice(2);
  if (mode === CHILD) process.send?.(measureHere(shape, Number(size)));
  else await main();
}
