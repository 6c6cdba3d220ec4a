/**
 * Time of the default extractor while one page grows: CPU milliseconds a megabyte (10^6 characters) have to stay flat.
 *
 * The page is made up, seeded: a template of menus and footer around one article of more and more paragraphs. Limits are lifted,
 * as a page of this size would otherwise be refused. CPU time counts all threads of the process, collection included.
 *
 * Run: `node --max-old-space-size=8000 packages/lab/dist/bench/page-growth.js [megabytes, default 0.1,1,10,50]`
 */
import { extract } from '@dehusk/core';
import { parse as parse5 } from 'parse5';
import { textTable } from '../report/text-table.js';
import { seededRandom } from './seeded-random.js';
import { syntheticDocument } from './synthetic-document.js';

/** Characters of one made-up paragraph with its tags, about. */
const PARAGRAPH = 330;
/** Characters read before counting, so that the compiler is done. */
const WARM_UP = 5e6;
const LIMITS = { maxBytes: 1e9, maxNodes: 1e8, maxMilliseconds: 3_600_000 };

const sizes = (process.argv[2] ?? '0.1,1,10,50').split(',').map(Number);
if (sizes.some((size) => !(size > 0)))
  throw new RangeError(`page-growth: sizes got "${process.argv[2]}", expected megabytes above 0, with commas between`);

function milliseconds(act: () => void): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

const pageOf = (megabytes: number): string =>
  syntheticDocument(1, 1, seededRandom(5), Math.max(1, Math.round((megabytes * 1e6) / PARAGRAPH))).html;
const warm = pageOf(0.1);
for (let done = 0; done < WARM_UP; done += warm.length) extract(warm, { limits: LIMITS });

const rows: string[][] = [];
for (const size of sizes) {
  const html = pageOf(size);
  // Small pages are read several times: what is counted has to be more than one collection.
  const times = Math.max(1, Math.round(2 / size));
  const megabytes = (html.length * times) / 1e6;
  let blocks = 0;
  const reference = milliseconds(() => {
    for (let time = 0; time < times; time++) parse5(html);
  });
  const own = milliseconds(() => {
    for (let time = 0; time < times; time++) blocks = extract(html, { limits: LIMITS }).labelled.blocks.length;
  });
  rows.push([
    (html.length / 1e6).toFixed(1),
    String(blocks),
    (own / megabytes).toFixed(0),
    (reference / megabytes).toFixed(0),
    (own / reference).toFixed(2),
    (process.resourceUsage().maxRSS / 1024).toFixed(0),
  ]);
  process.stderr.write(`${size} MB done\n`);
}
process.stdout.write(`${textTable({ head: ['MB', 'blocks', 'ms/MB', 'parse5 ms/MB', 'ratio', 'peak MB'], rows })}\n`);
