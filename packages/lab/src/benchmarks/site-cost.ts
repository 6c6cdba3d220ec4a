/**
 * What reading a site costs more than reading its pages one by one: CPU time of `site` (its learners' observation included)
 * over that of the default extractor, on the first pages of two streams. Turn by turn in one process, so that what else the
 * machine does touches both alike; the median turn and the quickest are told.
 *
 * Run: `node packages/lab/dist/benchmarks/site-cost.js [turns, default 5] [pages of each stream, default 100]`
 */
import { DEFAULT_EXTRACTOR, extract, siteReader } from '@dehusk/core';
import { decode } from '@dehusk/core/internal';
import { allCases } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { textTable } from '../reports/text-table.js';

const STREAMS = ['hopit', 'stargate'];

const turns = Number(process.argv[2] ?? 5);
const count = Number(process.argv[3] ?? 100);
if (![turns, count].every((one) => Number.isInteger(one) && one > 0))
  throw new RangeError(`turns and pages got ${process.argv[2]} ${process.argv[3]}, expected whole numbers above 0`);

const pages: { readonly html: string; readonly url: string; readonly at: number }[] = [];
for (const name of STREAMS)
  for (const one of (await allCases(openDataset(`streams/${name}`))).slice(0, count))
    if (one.url !== null)
      pages.push({
        html: decode(one.html(), { httpCharset: one.charset }).text,
        url: one.url,
        at: one.timestamp === null ? 0 : Date.parse(one.timestamp),
      });

const subjects: readonly { readonly name: string; readonly run: () => void }[] = [
  {
    name: DEFAULT_EXTRACTOR,
    run: () => {
      for (const { html, url } of pages) extract(html, { url });
    },
  },
  {
    name: 'site',
    run: () => {
      const site = siteReader();
      for (const { html, url, at } of pages) site.read(html, { url, at });
    },
  },
];
const spent = subjects.map((): number[] => []);
for (let turn = 0; turn <= turns; turn++)
  subjects.forEach(({ run }, at) => {
    const from = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(from);
    // The first turn warms up.
    if (turn > 0) spent[at].push((user + system) / 1000 / pages.length);
  });
for (const own of spent) own.sort((a, b) => a - b);
const median = (own: readonly number[]): number => own[own.length >> 1];
const rows = subjects.map(({ name }, at) => [
  name,
  median(spent[at]).toFixed(2),
  spent[at][0].toFixed(2),
  (median(spent[at]) / median(spent[0])).toFixed(2),
  (spent[at][0] / spent[0][0]).toFixed(2),
]);
process.stdout.write(
  `${pages.length} pages of ${STREAMS.join(' and ')}, ${turns} turns; CPU ms a page\n${textTable({ head: ['', 'median', 'quickest', 'ratio', 'ratio of the quickest'], rows })}\n`,
);
