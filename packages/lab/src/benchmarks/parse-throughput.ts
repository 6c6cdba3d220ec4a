/**
 * How fast a page becomes columns, and text, beside parse5's own tree: `node packages/lab/dist/benchmarks/parse-throughput.js [dataset] [every]`.
 *
 * Four subjects over the same decoded pages, each in a process of its own (one parser's calls would slow the other's): parse5's
 * default tree, the same with source locations as our columns have them, ours, and the whole road from there to text with the
 * default extractor. The figure is megabytes (10^6 characters) a second
 * of processor time, all threads of the process counted, so that other work on the machine disturbs little; the median of nine rounds
 * after two for warming up.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { extract } from '@dehusk/core';
import { decode, parse } from '@dehusk/core/internal';
import { parse as parse5 } from 'parse5';
import { datasetsRoot } from '../datasets/index.js';

const SUBJECTS: Readonly<Record<string, (source: string) => unknown>> = {
  'parse5, default tree': (source) => parse5(source),
  'parse5, default tree with locations': (source) => parse5(source, { sourceCodeLocationInfo: true }),
  'columns (text, attributes, offsets)': (source) => parse(source),
  'the whole road with dehusk': (source) => extract(source),
};
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;

function measure(subject: string, dataset: string, every: number): number {
  const folder = join(datasetsRoot(), dataset, 'html');
  const pages = readdirSync(folder)
    .sort()
    .filter((_, index) => index % every === 0)
    .map((file) => decode(new Uint8Array(gunzipSync(readFileSync(join(folder, file))))).text);
  const megabytes = pages.reduce((sum, page) => sum + page.length, 0) / 1e6;
  const speeds: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const began = process.cpuUsage();
    for (const page of pages) SUBJECTS[subject](page);
    const { user, system } = process.cpuUsage(began);
    if (round >= WARM_UP_ROUNDS) speeds.push(megabytes / ((user + system) / 1e6));
  }
  return speeds.sort((a, b) => a - b)[ROUNDS >> 1];
}

const [dataset = 'wcxb-dev', every = '23', subject] = process.argv.slice(2);
if (subject !== undefined) console.log(measure(subject, dataset, Number(every)));
else {
  let reference = 0;
  for (const name of Object.keys(SUBJECTS)) {
    const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), dataset, every, name], {
      encoding: 'utf8',
    });
    const speed = Number(run.stdout);
    reference ||= speed;
    console.log(`${name.padEnd(38)} ${speed.toFixed(1).padStart(6)} MB/s  ${(speed / reference).toFixed(2)}`);
  }
}
