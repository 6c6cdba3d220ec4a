/**
 * Speed of parsing a page into columns, and into text, beside parse5's tree:
 * `node packages/lab/dist/benchmarks/parse-throughput.js [dataset] [every]`.
 *
 * Four subjects over the same decoded pages, each in a process (calls of one parser would slow the other's): parse5's default
 * tree, the same with source locations as our columns have them, our columns, and the pipeline from there to text with the
 * default extractor. Figures are megabytes (10^6 characters) per second of CPU time, all threads counted: the median of nine
 * rounds after two for warming up. Below: how many of the pages the direct parser leaves to parse5, by cause.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { extract } from '@dehusk/core';
import { decode, leftToParse5, parse } from '@dehusk/core/internal';
import { parse as parse5 } from 'parse5';
import { median, sum } from 'simple-statistics';
import { allCases } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { cpuMilliseconds } from './measure.js';

const SUBJECTS: Readonly<Record<string, (source: string) => unknown>> = {
  'parse5, default tree': (source) => parse5(source),
  'parse5, default tree with locations': (source) => parse5(source, { sourceCodeLocationInfo: true }),
  'columns (text, attributes, offsets)': (source) => parse(source),
  'pipeline with dehusk': (source) => extract(source),
};
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;

async function pagesOf(dataset: string, every: number): Promise<string[]> {
  const cases = (await allCases(openDataset(dataset))).filter((_, index) => index % every === 0);
  return cases.map((one) => decode(one.html()).text);
}

function measure(subject: string, pages: readonly string[]): number {
  const megabytes = sum(pages.map((page) => page.length)) / 1e6;
  const speeds: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const milliseconds = cpuMilliseconds(() => {
      for (const page of pages) SUBJECTS[subject](page);
    });
    if (round >= WARM_UP_ROUNDS) speeds.push((1000 * megabytes) / milliseconds);
  }
  return median(speeds);
}

const [dataset = 'wcxb-dev', every = '23', subject] = process.argv.slice(2);
const pages = await pagesOf(dataset, Number(every));
if (subject !== undefined) console.log(measure(subject, pages));
else {
  const program = fileURLToPath(import.meta.url);
  const speeds = Object.keys(SUBJECTS).map((name) =>
    Number(spawnSync(process.execPath, [program, dataset, every, name], { encoding: 'utf8' }).stdout),
  );
  const rows = Object.keys(SUBJECTS).map((name, at) => [
    name,
    speeds[at].toFixed(1),
    (speeds[at] / speeds[0]).toFixed(2),
  ]);
  console.log(textTable({ head: ['subject', 'MB/s', 'ratio'], rows }));
  const causes = new Map<string, number>();
  for (const page of pages) {
    const cause = leftToParse5(page);
    if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1);
  }
  const left = [...causes].sort(([, one], [, other]) => other - one).map(([cause, count]) => [cause, String(count)]);
  console.log(`\n${sum([...causes.values()])} of ${pages.length} pages are left to parse5`);
  if (left.length > 0) console.log(textTable({ head: ['cause', 'pages'], rows: left }));
}
