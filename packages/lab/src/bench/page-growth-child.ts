/**
 * Measures one shape of {@link PAGE_SHAPES} in a process of its own, so that heap, collector and compiled code are its own:
 * arguments are the shape's name and a size in megabytes; a {@link GrowthMoment} goes to the parent.
 */
import { extract } from '@dehusk/core';
import { parse as parse5 } from 'parse5';
import { PAGE_SHAPES } from './page-shapes.js';

/** What one page cost. Times are CPU milliseconds of all threads of the process, collection included. */
export interface GrowthMoment {
  readonly shape: string;
  /** Length of the page, 10^6 characters. */
  readonly megabytes: number;
  readonly blocks: number;
  /** The whole default extraction. */
  readonly own: number;
  /** parse5's default tree alone; null where it was given up. */
  readonly parse5: number | null;
  /** Most memory the process held, 10^6 bytes. */
  readonly peak: number;
}

/** Characters read before counting, so that the compiler is done; in pages of so many. */
const WARM_UP = 5e6;
const WARM_UP_PAGE = 1e5;
/** Characters read for one figure at least: small pages are read several times. */
const LEAST = 2e6;
/** parse5 needs quadratic time for some shapes; it is not asked for pages beyond this many milliseconds, foreseen from a tenth. */
const GIVE_UP = 60_000;
const LIMITS = { maxBytes: 1e9, maxNodes: 1e8, maxMilliseconds: 3_600_000 };

const [name, size] = process.argv.slice(2);
const shape = PAGE_SHAPES.find((one) => one.name === name);
if (shape === undefined) throw new RangeError(`page-growth-child: got the shape "${name}"`);

function milliseconds(act: () => unknown): number {
  const from = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1000;
}

const warm = shape.page(WARM_UP_PAGE);
for (let done = 0; done < WARM_UP; done += warm.length) extract(warm, { limits: LIMITS });

const characters = Number(size) * 1e6;
const html = shape.page(characters);
const times = Math.max(1, Math.round(LEAST / html.length));
let blocks = 0;
const own = milliseconds(() => {
  for (let time = 0; time < times; time++) blocks = extract(html, { limits: LIMITS }).labelled.blocks.length;
});
const peak = (process.resourceUsage().maxRSS * 1024) / 1e6;
// A quadratic parser takes a hundred times what it takes for a tenth of the page.
const tenth = shape.page(characters / 10);
const isBearable = 100 * milliseconds(() => parse5(tenth)) < GIVE_UP;
const reference = isBearable
  ? milliseconds(() => {
      for (let time = 0; time < times; time++) parse5(html);
    })
  : null;
const moment: GrowthMoment = {
  shape: name,
  megabytes: html.length / 1e6,
  blocks,
  own: own / times,
  parse5: reference === null ? null : reference / times,
  peak,
};
process.send?.(moment);
