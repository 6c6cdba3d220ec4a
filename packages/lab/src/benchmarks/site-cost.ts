/**
 * The extra cost of reading pages as a site: CPU time of `site` (observation by its learners included) over that of the
 * default extractor, on the first pages of two streams. Turns alternate in one process, so that other load affects both
 * alike; median and fastest turn are printed.
 *
 * Run: `node packages/lab/dist/benchmarks/site-cost.js [turns, default 5] [pages of each stream, default 100]`
 */

import { extract, siteReader } from '@dehusk/core';
import { decode } from '@dehusk/html';
import { DEFAULT_EXTRACTOR } from '@dehusk/papers';
import { median, min } from 'simple-statistics';
import { allCases } from '../datasets/dataset.js';
import { openDataset } from '../datasets/index.js';
import { textTable } from '../reports/tables.js';
import { cpuMilliseconds, numberArgument } from './measure.js';

const STREAMS = ['hopit', 'stargate'];

const turns = numberArgument(0, 'turns', 5);
const count = numberArgument(1, 'pages', 100);

const pages: { readonly html: string; readonly url: string; readonly at: number }[] = [];
for (const name of STREAMS)
  for (const one of (await allCases(openDataset(`streams/${name}`))).slice(0, count))
    if (one.url !== null)
      pages.push({
        html: decode(one.html(), { httpCharset: one.charset }).text,
        url: one.url,
        at: one.timestamp === null ? 0 : Date.parse(one.timestamp),
      });

const SUBJECTS: Readonly<Record<string, () => void>> = {
  [DEFAULT_EXTRACTOR]() {
    for (const { html, url } of pages) extract(html, { url });
  },
  site() {
    const site = siteReader();
    for (const { html, url, at } of pages) site.read(html, { url, at });
  },
};
const names = Object.keys(SUBJECTS);
const spent = names.map((): number[] => []);
for (let turn = 0; turn <= turns; turn++)
  names.forEach((name, at) => {
    const milliseconds = cpuMilliseconds(SUBJECTS[name]);
    // The first turn warms up.
    if (turn > 0) spent[at].push(milliseconds / pages.length);
  });
const rows = names.map((name, at) => [
  name,
  ...[median, min].map((of) => of(spent[at]).toFixed(2)),
  ...[median, min].map((of) => (of(spent[at]) / of(spent[0])).toFixed(2)),
]);
process.stdout.write(
  `${pages.length} pages of ${STREAMS.join(' and ')}, ${turns} turns; CPU ms per page\n${textTable({ head: ['', 'median', 'fastest', 'ratio', 'ratio of the fastest'], rows })}\n`,
);
