/**
 * Memory and time of the URL Tree while a stream grows: `node packages/lab/dist/benchmarks/urltree.js [documents] [sites] [a day] [out] [scale]`
 * (documents a site publishes a day; out.json and out.svg are written; share of the blocks a page has, to be sooner done). A million documents over 1,000 sites, each holding the
 * 14 days' 350: `node packages/lab/dist/benchmarks/urltree.js 1000000 1000 25 urltree-million 0.25`.
 *
 * A synthetic stream with the shape measured on CleanPortalEval (170 distinct blocks a page, 50 of them new, dated paths in a
 * dozen sections), at the paper's settings (at most 10,000 documents a domain, 14 days). Hashes are drawn, not computed, so
 * that the tree alone is measured: insertion with eviction, and the counts of one labelling.
 */
import { writeFileSync } from 'node:fs';
import { UrlTree, urltree } from '@dehusk/core/internal';
import { seededRandom } from 'dehusk/demo';
import { lines } from '../reports/plots.js';
import { standaloneSvg } from '../reports/standalone-svg.js';

const DAY = 86_400_000;
const SECTIONS = 12;
/** Blocks a page has, as a share of what was measured. */
const SCALE = Number(process.argv[6] ?? 1);
/** Blocks a page shares with the whole site, with its section, takes from recent pages, and has alone. */
const SHARED = Math.round(SCALE * 70);
const OF_SECTION = Math.round(SCALE * 20);
const RECENT = Math.round(SCALE * 30);
const OWN = Math.round(SCALE * 50);
/** Pages a site publishes a day, unless told otherwise: 14 days hold the paper's 10,000. */
const PER_DAY = 800;
/** One document in this many is labelled, too. */
const LABEL_EVERY = 10;

const documents = Number(process.argv[2] ?? 100_000);
const sites = Number(process.argv[3] ?? 1);
const perDay = Number(process.argv[4] ?? PER_DAY);
const out = process.argv[5];
const { next: random } = seededRandom(1);
const { maxDocuments, maxDays, keepAtLeast } = urltree.defaults;
const bounds = { maxDocuments, keepAtLeast, maxAge: maxDays * DAY };
const hashing = { kind: 'fast', letterless: 'shared', legacySplit: false } as const;
/** The other half of a block's hash. */
const scramble = (low: number): number => {
  const mixed = Math.imul(low ^ (low >>> 16), 0x7feb352d);
  return (mixed ^ (mixed >>> 15)) >>> 0;
};
const word = (): number => Math.floor(random() * 2 ** 32);

interface Site {
  readonly tree: UrlTree;
  readonly shared: readonly number[];
  readonly sections: readonly (readonly number[])[];
  /** Blocks of recent pages, which teasers repeat. */
  readonly recent: number[];
  number: number;
}
const draw = (count: number): number[] => Array.from({ length: count }, word);
const all: Site[] = Array.from({ length: sites }, () => ({
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
/** CPU time, which other programs on the machine disturb least. */
function microseconds(act: () => void): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return user + system;
}
console.log('documents  in trees  bytes/document  insert µs  label µs  resident MB');
for (let number = 1; number <= documents; number++) {
  const site = all[number % sites];
  const section = Math.floor(random() * SECTIONS);
  const day = Math.floor(site.number / perDay);
  const own = draw(OWN);
  const recent = Array.from({ length: RECENT }, () => site.recent[Math.floor(random() * site.recent.length)]);
  // A few of a page's blocks (its headline, its teaser) come back on later pages.
  for (const block of own.slice(0, 5)) site.recent[Math.floor(random() * site.recent.length)] = block;
  const low = [...site.shared, ...site.sections[section], ...recent, ...own];
  const high = low.map((one) => scramble(one));
  const branch = [
    'com',
    'example',
    'www',
    `section-${section}`,
    `${2011 + Math.floor(day / 365)}`,
    `${Math.floor(day / 30) % 12}`,
    `${day % 30}`,
  ];
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
    const columns = [
      number,
      held,
      bytes / held,
      insertion / step,
      (LABEL_EVERY * labelling) / step,
      process.memoryUsage().rss / 1e6,
    ];
    rows.push(columns);
    console.log(columns.map((one, at) => String(Math.round(one)).padStart([9, 9, 15, 10, 9, 12][at])).join(' '));
    insertion = labelling = 0;
  }
}
console.log(`blocks kept a document: ${((LABEL_EVERY * kept) / documents).toFixed(1)}`);
if (out !== undefined) {
  writeFileSync(`${out}.json`, `${JSON.stringify({ documents, sites, perDay, rows }, null, 1)}\n`);
  const series = [
    { name: 'bytes a document in the trees', points: rows.map(([number, , bytes]) => [number, bytes] as const) },
    { name: 'insertion, CPU µs a document', points: rows.map(([number, , , time]) => [number, time] as const) },
    { name: 'labelling, CPU µs a document', points: rows.map(([number, , , , time]) => [number, time] as const) },
  ];
  const titles = { x: 'documents so far', y: 'bytes, or µs' };
  const svg = await lines(series, titles, `URL Tree: ${documents} documents of ${sites} sites`);
  writeFileSync(`${out}.svg`, standaloneSvg(svg));
}
