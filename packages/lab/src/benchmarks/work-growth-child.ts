/**
 * Counts in a process of its own what the whole road executes for a page and for one several times as large, as counting has to
 * begin before the core is loaded. A {@link WorkGrowth} a subject goes to the parent.
 */
import { type GrownPlace, grownPlaces, sourceExecuted, startCounting } from './executions.js';
import { LIFTED_LIMITS, PAGE_SHAPES } from './page-shapes.js';

/** What one subject executes on a page of one shape, and on a larger one. */
export interface WorkGrowth {
  readonly subject: string;
  readonly shape: string;
  /** Lengths of the pages, in characters, and source characters executed, each as often as it ran. */
  readonly points: readonly [size: number, executed: number][];
  /** Places that ran more often than the larger page explains. */
  readonly grown: readonly GrownPlace[];
}

/** Characters of the smaller page, and how many times as long the larger one is. Two towers of the shape `nested` fit. */
const SMALL = 50_000;
/** The same where the shape is mixed, as every extractor and format reads it. */
const SMALL_MIXED = 20_000;
const TIMES = 6;
/** A place may grow as the page to this power, for searches, sorts and tables that fill up. */
const EXPONENT = 1.2;
/** Executions a character of the page that a place may begin with on the larger page alone: thresholds, caches. */
const BEGIN_WITH = 1;

const count = startCounting(/\/core\/dist\/|\/node_modules\/(parse5|entities)\//);
const { EXTRACTORS, RENDERERS, extract, siteReader } = await import('@dehusk/core');

function measure(subject: string, shape: string, read: (html: string) => void): void {
  const make = PAGE_SHAPES.find(({ name }) => name === shape);
  if (make === undefined) throw new RangeError(`work-growth-child: got the shape "${shape}"`);
  const characters = shape === 'mixed' ? SMALL_MIXED : SMALL;
  const [small, large] = [make.page(characters), make.page(TIMES * characters)];
  // Tables made when first used belong to no page.
  read(make.page(1));
  const [before, after] = [small, large].map((html) => count(() => read(html)));
  const growth: WorkGrowth = {
    subject,
    shape,
    points: [
      [small.length, sourceExecuted(before)],
      [large.length, sourceExecuted(after)],
    ],
    grown: grownPlaces(
      before,
      after,
      (ran) => (ran + BEGIN_WITH * small.length) * (large.length / small.length) ** EXPONENT,
    ),
  };
  process.send?.(growth);
}

for (const { name } of PAGE_SHAPES)
  if (name !== 'mixed') measure('dehusk', name, (html) => void extract(html, { limits: LIFTED_LIMITS }));
for (const { name } of EXTRACTORS)
  measure(name, 'mixed', (html) => void extract(html, { limits: LIFTED_LIMITS, extractor: name }));
for (const renderer of RENDERERS)
  measure(`${renderer.name} of all text`, 'mixed', (html) => {
    renderer.render(extract(html, { limits: LIFTED_LIMITS, extractor: 'everything' }).document);
  });
measure('site', 'mixed', (html) => {
  const site = siteReader();
  for (let at = 0; at < 2; at++) extract(html, { limits: LIFTED_LIMITS, site, url: `https://site.example/${at}.html` });
});
