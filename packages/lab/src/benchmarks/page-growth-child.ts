/**
 * Measures one shape of {@link PAGE_SHAPES} in a process of its own, so that heap, collector and compiled code are its own:
 * arguments are the shape's name and a size in megabytes; a {@link GrowthMoment} goes to the parent.
 */
import { extract } from '@dehusk/core';
import { LIFTED_LIMITS, PAGE_SHAPES } from './page-shapes.js';

/** What one page cost the whole default extraction. */
export interface GrowthMoment {
  readonly shape: string;
  /** Length of the page, 10^6 characters. */
  readonly megabytes: number;
  readonly blocks: number;
  /** CPU time of all threads of the process, collection included. */
  readonly milliseconds: number;
  /** Most memory the process held, 10^6 bytes. */
  readonly peak: number;
}

/** Characters read before counting, so that the compiler is done; in pages of so many. */
const WARM_UP = 5e6;
const WARM_UP_PAGE = 1e5;
/** Characters read for one figure at least: small pages are read several times. */
const LEAST = 2e6;

const [name, size] = process.argv.slice(2);
const shape = PAGE_SHAPES.find((one) => one.name === name);
if (shape === undefined) throw new RangeError(`page-growth-child: got the shape "${name}"`);

const warm = shape.page(WARM_UP_PAGE);
for (let done = 0; done < WARM_UP; done += warm.length) extract(warm, { limits: LIFTED_LIMITS });

const html = shape.page(Number(size) * 1e6);
const times = Math.max(1, Math.round(LEAST / html.length));
let blocks = 0;
const from = process.cpuUsage();
for (let time = 0; time < times; time++) blocks = extract(html, { limits: LIFTED_LIMITS }).labelled.blocks.length;
const { user, system } = process.cpuUsage(from);
const moment: GrowthMoment = {
  shape: name,
  megabytes: html.length / 1e6,
  blocks,
  milliseconds: (user + system) / 1000 / times,
  peak: (process.resourceUsage().maxRSS * 1024) / 1e6,
};
process.send?.(moment);
