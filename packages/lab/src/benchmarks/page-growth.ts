/**
 * Time of the default extractor while one page grows: CPU milliseconds a megabyte (10^6 characters) have to stay flat, whatever
 * there is more of. The exponent is the slope of log time over log size, by least squares: 1 is linear, 2 quadratic.
 *
 * Pages are made up, see page-shapes.ts. Limits are lifted, as pages of this size would otherwise be refused. That nothing
 * grows faster than the page is also a test that counts instead of timing: work-growth.test.ts.
 *
 * Run: `node packages/lab/dist/benchmarks/page-growth.js [megabytes, default 0.1,0.5,2,10,50] [shapes, default all] [out]`
 * (out.json and out.svg are written; what out.json holds already is not measured again).
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { lines } from '../reports/plots.js';
import { standaloneSvg } from '../reports/standalone-svg.js';
import { markdownTable } from '../reports/text-table.js';
import { growthExponent } from './growth-exponent.js';
import type { GrowthMoment } from './page-growth-child.js';
import { PAGE_SHAPES } from './page-shapes.js';

/** Heap a measurement may have, in megabytes. */
const HEAP = 8_000;
/** A measurement is of a size when its page is so near to it: parts are not cut. */
const NEAR = 1.5;

const sizes = (process.argv[2] ?? '0.1,0.5,2,10,50').split(',').map(Number);
const names = PAGE_SHAPES.map(({ name }) => name);
const wanted = process.argv[3] === undefined || process.argv[3] === 'all' ? names : process.argv[3].split(',');
const out = process.argv[4];
if (sizes.some((size) => !(size > 0)))
  throw new RangeError(`page-growth: sizes got "${process.argv[2]}", expected megabytes above 0, with commas between`);
for (const name of wanted)
  if (!names.includes(name)) throw new RangeError(`page-growth: got the shape "${name}", expected ${names.join(', ')}`);

async function measure(shape: string, size: number): Promise<GrowthMoment> {
  const child = fork(new URL('./page-growth-child.js', import.meta.url), [shape, String(size)], {
    execArgv: [`--max-old-space-size=${HEAP}`],
  });
  const moment = once(child, 'message');
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`page-growth: ${shape} of ${size} MB ended with code ${code}`);
  return (await moment)[0];
}

const moments: GrowthMoment[] =
  out !== undefined && existsSync(`${out}.json`) ? JSON.parse(readFileSync(`${out}.json`, 'utf8')) : [];
const momentOf = (shape: string, size: number): GrowthMoment | undefined =>
  moments.find((one) => one.shape === shape && one.megabytes < NEAR * size && size < NEAR * one.megabytes);
for (const shape of wanted)
  for (const size of sizes) {
    if (momentOf(shape, size) !== undefined) continue;
    moments.push(await measure(shape, size));
    if (out !== undefined) writeFileSync(`${out}.json`, `${JSON.stringify(moments, null, 1)}\n`);
    process.stderr.write(`${shape}, ${size} MB done\n`);
  }

const series = wanted.map((name) => ({
  name,
  moments: sizes.map((size) => momentOf(name, size)).filter((one) => one !== undefined),
}));
const rows = series.map(({ name, moments: own }) => [
  name,
  PAGE_SHAPES.find((one) => one.name === name)?.about ?? '',
  own.length < 2 ? '–' : growthExponent(own.map(({ megabytes, milliseconds }) => [megabytes, milliseconds])).toFixed(2),
  ...own.map(({ megabytes, milliseconds }) => (milliseconds / megabytes).toFixed(0)),
  ...own.slice(-1).map(({ peak }) => peak.toFixed(0)),
]);
const head = ['shape', 'what there is more of', 'exponent', ...sizes.map((size) => `ms/MB at ${size} MB`), 'peak MB'];
process.stdout.write(`${markdownTable({ head, rows, leftColumns: [1] })}\n`);

if (out !== undefined) {
  const drawn = series.map(({ name, moments: own }) => ({
    name,
    points: own.map(({ megabytes, milliseconds }) => [megabytes, milliseconds / megabytes] as const),
  }));
  const titles = { x: 'page, MB (logarithmic)', y: 'CPU ms a MB', isFromZero: true, xScale: 'log' } as const;
  writeFileSync(`${out}.svg`, standaloneSvg(await lines(drawn, titles, 'CPU time a megabyte while one page grows')));
}
