/**
 * Counts, in a separate process, the executions of the pipeline for a page and for one several times as large. A
 * {@link WorkGrowth} per subject is sent to the parent.
 *
 * Counts come from V8's precise block coverage: the same code on the same page has the same counts on every machine, and a
 * place that runs too often has a name. A built-in's work within one call (a regular expression, a sort, a copy) counts as
 * one execution; `page-growth.js` times it. Counting must begin before the core is loaded.
 */

import { readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { extractorNamed, siteExtractorNamed } from '@dehusk/papers';
import {
  ATTACK_SHAPES,
  BYTE_SHAPES,
  FEED_SHAPES,
  MANY_PAGES,
  ROBOTS_SHAPES,
  SITEMAP_SHAPES,
} from './attack-shapes.fixture.js';
import { LIFTED_LIMITS, PAGE_SHAPES, type PageShape } from './page-shapes.js';

/** The executions of one subject on a page of one shape and on a larger one. */
export interface WorkGrowth {
  readonly subject: string;
  readonly shape: string;
  /** Per page its length in characters and the sum of executions over the characters of the source. */
  readonly points: readonly [size: number, executed: number][];
  /** Places that ran more often than the larger page allows. */
  readonly grown: readonly GrownPlace[];
}

/** Characters of the smaller page, and the factor to the larger one. Two towers of the shape `nested` fit. */
const SMALL = 50_000;
/** Characters of the smaller page of the shape `mixed`, which every extractor and format reads. */
const SMALL_MIXED = 20_000;
const TIMES = 6;
/** Largest exponent of a place, for searches, sorts and tables that fill up. */
const EXPONENT = 1.2;
/** Executions per character that a place may have on the larger page alone, because of thresholds and caches. */
const BEGIN_WITH = 1;

/** Executions by script address, then by offset of the source character. */
type Executions = ReadonlyMap<string, Float64Array>;

/**
 * Starts counting in modules loaded from now on: code compiled earlier has no counters.
 *
 * @param scripts matches the addresses of the counted scripts
 * @returns runs a piece of work and returns the executions of every place
 */
function startCounting(scripts: RegExp): (work: () => unknown) => Promise<Executions> {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): readonly Profiler.ScriptCoverage[] => {
    let taken: readonly Profiler.ScriptCoverage[] = [];
    // The callback runs before post() returns, because the session is of this thread.
    session.post('Profiler.takePreciseCoverage', (failure, { result }) => {
      if (failure !== null) throw failure;
      taken = result;
    });
    return taken;
  };
  return async (work) => {
    take();
    await work();
    const matching = take().filter(({ url }) => scripts.test(url));
    return new Map(matching.map(({ url, functions }) => [url, paint(functions)]));
  };
}

/** Counts per character. Inner ranges overwrite outer ones: a range that V8 omits has the count of its surroundings. */
function paint(functions: readonly Profiler.FunctionCoverage[]): Float64Array {
  const ranges = functions
    .flatMap((one) => one.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const counts = new Float64Array(ranges.reduce((most, { endOffset }) => Math.max(most, endOffset), 0));
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count, startOffset, endOffset);
  return counts;
}

/** Source characters executed, each as often as it ran. */
function sourceExecuted(executions: Executions): number {
  let sum = 0;
  for (const counts of executions.values()) for (const count of counts) sum += count;
  return sum;
}

/** A place of the source and its executions in two pieces of work. */
interface GrownPlace {
  /** Script, line and column. */
  readonly place: string;
  readonly small: number;
  readonly large: number;
}

/**
 * The places whose executions grew more than allowed, the most executed first.
 *
 * @param allowed largest number of executions of the larger work, given those of the smaller
 */
function grownPlaces(small: Executions, large: Executions, allowed: (small: number) => number): GrownPlace[] {
  const grown: GrownPlace[] = [];
  for (const [url, counts] of large) {
    const before = small.get(url);
    for (let at = 0; at < counts.length; at++) {
      if (counts[at] === counts[at - 1] && before?.[at] === before?.[at - 1]) continue;
      const ran = before?.[at] ?? 0;
      if (counts[at] > allowed(ran)) grown.push({ place: placeOf(url, at), small: ran, large: counts[at] });
    }
  }
  return grown.sort((a, b) => b.large - a.large);
}

function placeOf(url: string, offset: number): string {
  const path = fileURLToPath(url);
  const before = readFileSync(path, 'utf8').slice(0, offset).split('\n');
  return `${path.replace(/^.*\/(packages|node_modules)\//, '')}:${before.length}:${before[before.length - 1].length + 1}`;
}

const count = startCounting(
  /\/(?:html|core|papers|node|stream|server|dehusk)\/dist\/|\/node_modules\/(?:parse5|entities|jschardet|feedsmith|fast-xml-\w+|htmlparser2|@?hono)\//,
);
const { EXTRACTORS, SITE_EXTRACTORS } = await import('@dehusk/papers'),
  { extract, FORMATS, RENDERERS, siteReader } = await import('@dehusk/core');
const { openInlineService, openServer } = await import('@dehusk/server'),
  { readFeed, readSitemap } = await import('@dehusk/stream'),
  { readRobots } = await import('@dehusk/node');

/** Reads something of a shape; returns once it is done. */
type Read = (text: string) => unknown;

async function measure(subject: string, { name, page }: PageShape, read: Read): Promise<void> {
  const characters = name === 'mixed' ? SMALL_MIXED : SMALL;
  const [small, large] = [page(characters), page(TIMES * characters)];
  // Tables built on first use belong to no page.
  await read(page(1));
  const before = await count(() => read(small));
  const after = await count(() => read(large));
  const growth: WorkGrowth = {
    subject,
    shape: name,
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

const everything = (html: string) => extract(html, { limits: LIFTED_LIMITS, extractor: extractorNamed('everything') });
/** The ways that a document is printed in, each of which reads parts of it that others skip. */
function printed(html: string): void {
  const page = everything(html);
  for (const { name, print } of FORMATS) {
    print(page);
    if (name !== 'json' && name !== 'jsonl' && name !== 'csv') print(page, { links: false, images: 'alt' });
  }
}
const readTwice = (html: string): void => {
  const site = siteReader();
  for (let at = 0; at < 2; at++) extract(html, { limits: LIFTED_LIMITS, site, url: `https://site.example/${at}.html` });
};

const SHAPES = [...PAGE_SHAPES, ...ATTACK_SHAPES];
const shapeNamed = (name: string): PageShape => SHAPES.find((one) => one.name === name) as PageShape;
for (const [at, shape] of SHAPES.entries())
  if (shape.name !== 'mixed' && (process.env.NIGHTLY_TESTS === '1' || at % 2 === 0))
    await measure('dehusk', shape, (html) => JSON.stringify(extract(html, { limits: LIFTED_LIMITS }).metadata));
for (const { name } of EXTRACTORS)
  await measure(name, shapeNamed('mixed'), (html) =>
    extract(html, { limits: LIFTED_LIMITS, extractor: extractorNamed(name) }),
  );
for (const { name, render } of RENDERERS)
  await measure(`${name} of all text`, shapeNamed('mixed'), (html) => render(everything(html).document));
for (const name of ['marks', 'pictures', 'rowspans', 'all-rowspans', 'nested-tables'])
  await measure('every format of all text', shapeNamed(name), printed);
for (const name of ['mixed', 'rowspans', 'all-rowspans', 'nested-tables', 'cells'])
  await measure('site', shapeNamed(name), readTwice);
for (const { name } of SITE_EXTRACTORS)
  await measure(`${name} of many pages`, MANY_PAGES, (text) => {
    const site = siteReader({ extractor: siteExtractorNamed(name) });
    for (const [at, html] of text.split('\f').entries())
      extract(html, { limits: LIFTED_LIMITS, site, url: `https://site.example/${at % 7}/${at}.html` });
  });
await measure('precision', shapeNamed('names'), (html) =>
  extract(html, { limits: LIFTED_LIMITS, extractor: extractorNamed('precision') }),
);
for (const shape of BYTE_SHAPES)
  await measure('charset of bytes', shape, (text) =>
    extract(Buffer.from(text, 'latin1'), { limits: LIFTED_LIMITS, extractor: extractorNamed('everything') }),
  );

for (const shape of FEED_SHAPES)
  await measure('feed', shape, (text) => readFeed(Buffer.from(text), null, 'https://site.example/feed'));
for (const shape of SITEMAP_SHAPES)
  await measure('sitemap', shape, async (text) => {
    for await (const _ of readSitemap(Buffer.from(text)));
  });
for (const shape of ROBOTS_SHAPES)
  await measure('robots.txt', shape, (text) => readRobots(text, 'dehusk').isAllowed(`/${'a'.repeat(4_000)}`));

const server = await openServer(openInlineService(LIFTED_LIMITS), {
  ...{ host: '127.0.0.1', port: 0, version: '0', maxBytes: LIFTED_LIMITS.maxBytes, requestMilliseconds: 600_000 },
  ...{ maxConnections: 10, token: null, cors: null, hostNames: null, fetchPage: null, onAnswer: () => {} },
  onError(fault) {
    throw fault;
  },
});
await measure('request to the service', shapeNamed('mixed'), async (body) => {
  const answer = await fetch(`${server.address}/v1/extract`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/html' },
  });
  if (!answer.ok) throw new Error(`the service answered ${answer.status}: ${await answer.text()}`);
  await answer.arrayBuffer();
});
await server.drain(0);
