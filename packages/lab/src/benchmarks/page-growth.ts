/**
 * CPU time and peak memory of the default extractor while one page grows: milliseconds per megabyte (10^6 characters) must stay flat,
 * whatever there is more of. The exponent is the slope of log time over log size, by least squares: 1 is linear, 2 quadratic.
 *
 * Pages are synthetic (page-shapes.ts). Limits are lifted, because pages of this size would otherwise be refused. Each
 * measurement has a process, so that heap, collector and compiled code are not shared. A test counts executions instead of
 * time: work-growth.long.test.ts.
 *
 * Run: `node packages/lab/dist/benchmarks/page-growth.js [megabytes, default 0.01,0.1,1,10,50] [shapes, default all]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { rowNamed } from '@dehusk/html';
import { linearRegression } from 'simple-statistics';
import { markdownTable } from '../reports/tables.js';
import { LIFTED_LIMITS, PAGE_SHAPES } from './page-shapes.js';

/** Heap of a measurement, in megabytes. */
const HEAP = 8_000;
/** Characters extracted before counting, so that the compiler is done; in pages of this size. */
const WARM_UP = 5e6;
const WARM_UP_PAGE = 1e5;
/** Least number of characters per measurement: small pages are extracted several times. */
const MIN_CHARACTERS = 2e6;
const CHILD = 'measure';

function measureHere(name: string, size: number) {
  const shape = rowNamed('shape', PAGE_SHAPES, name);
  const warm = shape.page(WARM_UP_PAGE);
  for (let done = 0; done < WARM_UP; done += warm.length) extract(warm, { limits: LIFTED_LIMITS });
  const html = shape.page(size * 1e6);
  const before = peakMegabytes();
  const times = Math.max(1, Math.round(MIN_CHARACTERS / html.length));
  const cpuBefore = process.cpuUsage();
  for (let time = 0; time < times; time++) extract(html, { limits: LIFTED_LIMITS });
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    /** Length of the page, 10^6 characters. */
    megabytes: html.length / 1e6,
    /** CPU time of all threads of the process, collection included. */
    milliseconds: (user + system) / 1000 / times,
    /** Peak resident memory, 10^6 bytes; and how much of it came after the page was made, the page itself left out. */
    peak: peakMegabytes(),
    added: peakMegabytes() - before,
  };
}

/** Peak resident memory of this process so far, 10^6 bytes. */
function peakMegabytes(): number {
  return (process.resourceUsage().maxRSS * 1024) / 1e6;
}

async function measureInProcess(shape: string, size: number): Promise<ReturnType<typeof measureHere>> {
  const child = fork(fileURLToPath(import.meta.url), [CHILD, shape, String(size)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
  });
  const moment = once(child, 'message');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`page-growth: ${shape} of ${size} MB ended with code ${code}`);
  return (await moment)[0];
}

async function main(): Promise<void> {
  const [sizeList = '0.01,0.1,1,10,50', shapeList = 'all'] = process.argv.slice(2);
  const sizes = sizeList.split(',').map(Number);
  if (sizes.some((size) => !(size > 0)))
    throw new RangeError(`page-growth: sizes got "${sizeList}", expected megabytes above 0, separated by commas`);
  const wanted =
    shapeList === 'all' ? PAGE_SHAPES : shapeList.split(',').map((name) => rowNamed('shape', PAGE_SHAPES, name));
  const times: string[][] = [];
  const memory: string[][] = [];
  for (const { name, about } of wanted) {
    const own: ReturnType<typeof measureHere>[] = [];
    for (const size of sizes) own.push(await measureInProcess(name, size));
    const exponent = growthExponent(own.map(({ megabytes, milliseconds }) => [megabytes, milliseconds] as const));
    const perMegabyte = own.map(({ milliseconds, megabytes }) => (milliseconds / megabytes).toFixed(0));
    times.push([name, about, own.length < 2 ? '–' : exponent.toFixed(2), ...perMegabyte]);
    const peaks = own.map(({ peak, added, megabytes }) => `${peak.toFixed(0)} (${(added / megabytes).toFixed(0)})`);
    memory.push([name, ...peaks]);
    process.stderr.write(`${name} done\n`);
  }
  const timeHead = ['shape', 'what there is more of', 'exponent', ...sizes.map((size) => `ms/MB at ${size} MB`)];
  const memoryHead = ['peak MB (× the page)', ...sizes.map((size) => `at ${size} MB`)];
  console.log(markdownTable({ head: timeHead, rows: times, leftColumns: [1] }));
  console.log(`\n${markdownTable({ head: memoryHead, rows: memory })}`);
}

/**
 * The growth of a cost with a size: the slope of a line through their logarithms, by least squares. 1 is linear, 2 quadratic; n log
 * n is slightly above 1.
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
