/**
 * Memory and time of the URL Tree while a stream grows.
 *
 * Run: `node packages/lab/dist/benchmarks/urltree.js [documents] [sites] [documents a site publishes per day] [out] [scale]`
 * writes out.json and out.svg; `scale` is the share of the blocks of a page, for shorter runs. A million documents over 1,000
 * sites, each holding 350 documents of 14 days:
 * `node packages/lab/dist/benchmarks/urltree.js 1000000 1000 25 urltree-million 0.25`.
 *
 * The stream is synthetic with the shape measured on CleanPortalEval (170 distinct blocks per page, 50 of them new, dated
 * paths in a dozen sections), at the paper's settings (at most 10,000 documents per domain, 14 days). Hashes are drawn, not
 * computed, so that only the tree is measured: insertion with eviction, and the counts of one labelling.
 */
import { writeFileSync } from 'node:fs';
import { UrlTree, urltree } from '@dehusk/core/extend';
import { seededRandom } from 'dehusk/demo';
import { writeLines } from '../reports/plots.js';
import { textTable } from '../reports/tables.js';
import { cpuMilliseconds, numberArgument } from './measure.js';

const DAY = 86_400_000;
const SECTIONS = 12;
/** Blocks of a page as a share of the measured number. */
const SCALE = Number(process.argv[6] ?? 1);
/** Blocks that a page shares with its site, with its section, with recent pages, and with no page. */
const SHARED = Math.round(SCALE * 70);
const OF_SECTION = Math.round(SCALE * 20);
const RECENT = Math.round(SCALE * 30);
const OWN = Math.round(SCALE * 50);
/** Default of pages that a site publishes per day: 14 days hold the paper's 10,000. */
const PER_DAY = 800;
/** One of this many documents is also labelled. */
const LABEL_EVERY = 10;

const documents = numberArgument(0, 'documents', 100_000);
const sites = numberArgument(1, 'sites', 1);
const perDay = numberArgument(2, 'documents per day', PER_DAY);
const out = process.argv[5];
const { next: random } = seededRandom(1);
const { maxDocuments, maxDays, keepAtLeast } = urltree.defaults;
const bounds = { maxDocuments, keepAtLeast, maxAge: maxDays * DAY };
const hashing = { kind: 'fast', letterless: 'shared', legacySplit: false } as const;
/** The high half of a block's hash from the low half. */
const scramble = (low: number): number => {
  const mixed = Math.imul(low ^ (low >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};
const word = (): number => Math.floor(random() * 2 ** 32);

interface SyntheticSite {
  readonly tree: UrlTree;
  readonly shared: readonly number[];
  readonly sections: readonly (readonly number[])[];
  /** Blocks of recent pages, repeated by teasers. */
  readonly recent: number[];
  number: number;
}
const draw = (count: number): number[] => Array.from({ length: count }, word);
const all: SyntheticSite[] = Array.from({ length: sites }, () => ({
  tree: new UrlTree(hashing, bounds),
  shared: draw(SHARED),
  sections: Array.from({ length: SECTIONS }, () => draw(OF_SECTION)),
  recent: draw(500),
  number: 0,
}));

let insertion = 0;
let labelling = 0;
let kept = 0;
const step = Math.max(1, Math.floor(documents / 10));
const rows: number[][] = [];
const microseconds = (act: () => void): number => 1000 * cpuMilliseconds(act);
for (let number = 1; number <= documents; number++) {
  const site = all[number % sites];
  const section = Math.floor(random() * SECTIONS);
  const day = Math.floor(site.number / perDay);
  const own = draw(OWN);
  const recent = Array.from({ length: RECENT }, () => site.recent[Math.floor(random() * site.recent.length)]);
  // A few blocks of a page (headline, teaser) repeat on later pages.
  for (const block of own.slice(0, 5)) site.recent[Math.floor(random() * site.recent.length)] = block;
  const low = [...site.shared, ...site.sections[section], ...recent, ...own];
  const high = low.map((one) => scramble(one));
  const date = [2011 + Math.floor(day / 365), Math.floor(day / 30) % 12, day % 30].map(String);
  const branch = ['com', 'example', 'www', `section-${section}`, ...date];
  const at = (site.number++ / perDay) * DAY;
  const document = { keyHigh: word(), keyLow: word(), at, branch, high, low };
  insertion += microseconds(() => site.tree.insert(document));
  if (number % LABEL_EVERY === 0)
    labelling += microseconds(() => {
      const blocks = site.tree.blocksOf(high, low);
      const nodes = site.tree.nodesOf(branch);
      let node = nodes.length - 1;
      while (node > 0 && site.tree.supportOf(nodes[node]) < urltree.defaults.minSupport) node--;
      const count = site.tree.counter(nodes[node]);
      for (const block of blocks) if (count(block) <= 1) kept++;
    });
  if (number % step === 0) {
    const held = all.reduce((sum, { tree }) => sum + tree.size, 0);
    const bytes = all.reduce((sum, { tree }) => sum + tree.bytes, 0);
    const memory = process.memoryUsage().rss / 1e6;
    rows.push([number, held, bytes / held, insertion / step, (LABEL_EVERY * labelling) / step, memory]);
    process.stderr.write(`${number} of ${documents}\n`);
    insertion = labelling = 0;
  }
}
const head = ['documents', 'in trees', 'bytes/document', 'insert µs', 'label µs', 'resident MB'];
console.log(textTable({ head, rows: rows.map((row) => row.map((one) => one.toFixed(0))) }));
console.log(`blocks kept per document: ${((LABEL_EVERY * kept) / documents).toFixed(1)}`);
if (out !== undefined) {
  writeFileSync(`${out}.json`, `${JSON.stringify({ documents, sites, perDay, rows }, null, 1)}\n`);
  const line = (name: string, column: number) => ({ name, points: rows.map((row) => [row[0], row[column]] as const) });
  const series = [
    line('bytes per document in the trees', 2),
    line('insertion, CPU µs per document', 3),
    line('labelling, CPU µs per document', 4),
  ];
  const titles = { x: 'documents so far', y: 'bytes, or µs' };
  await writeLines(`${out}.svg`, series, titles, `URL Tree: ${documents} documents of ${sites} sites`);
}
