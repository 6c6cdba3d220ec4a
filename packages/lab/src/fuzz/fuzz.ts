/**
 * Fuzzing: random pages are extracted, and every output is checked (`checked-output.fixture.ts` of the core). A page also must not
 * throw, must take CPU time in proportion to its size, also when a part of it is repeated, and must be read by site readers with the same result twice. Failing pages are
 * minimised: parts are left out as long as the same invariant fails (Zeller and Hildebrandt 2002, "Simplifying and isolating
 * failure-inducing input", without its tests of single parts).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { type ExtractSuccess, extract, siteReader } from '@dehusk/core';
import { EXTRACTORS, extractorNamed, SITE_EXTRACTORS, siteExtractorNamed } from '@dehusk/papers';
import { seededRandom } from 'dehusk/demo';

interface FuzzOptions {
  readonly seed: number;
  /** Number of pages; the run ends earlier when `cpuSeconds` are used up. */
  readonly pages: number;
  readonly cpuSeconds: number;
  /** Sources of the pages that are mutated; at least one. */
  readonly corpus: readonly string[];
  readonly onProgress?: (pages: number) => void;
}

/** CPU time a page may take: a constant for a collection of garbage, and so much a character. Milliseconds. */
const CPU_MILLISECONDS = 1_500;
const CPU_PER_BYTE = 0.05;
/** Share of pages that are streams of tokens. */
const GRAMMAR = 0.6;
/** Lengths, in bytes, of two pages of one repeated part: four times the page may take twice as long a byte, beyond what is noise. */
const GROWN = [64_000, 256_000] as const;
const MOST_GROWTH = 8;
const NOISE_MILLISECONDS = 25;
/** One page in this many is repeated. */
const GROWN_EVERY = 200;
/** Pages that one site reader reads, twice, and the share of groups of pages that are read so: it costs as much as all other invariants. */
const SITE_PAGES = 25;
const SITE_EVERY = 4;
/** Maximum failures kept, and maximum attempts to make one smaller. */
const MAX_FAILURES = 20;
const MAX_ATTEMPTS = 300;
const PAGE_URL = 'https://site.example/news/';

type Check = (result: ExtractSuccess) => void;
/** The invariants are a part of the core's tests, so they are no export of the package. */
const { checkOutput } = (await import(
  new URL('../../../core/dist/checked-output.fixture.js', import.meta.url).href
)) as { checkOutput: Check };

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
};

export async function fuzz({ seed, pages, cpuSeconds, corpus, onProgress }: FuzzOptions) {
  const random = seededRandom(seed);
  /** `fault`: the invariant, and what broke it, on one line. */
  const failures: { readonly page: number; readonly fault: string; readonly bytes: Uint8Array }[] = [];
  const known = new Set<string>();
  const started = cpu();
  let extracted = 0;
  let done = 0;
  let group: Uint8Array[] = [];
  const report = (page: number, bytes: Uint8Array, fault: string, test: (one: Uint8Array) => string | null): void => {
    const invariant = invariantOf(fault);
    if (known.has(invariant) || failures.length >= MAX_FAILURES) return;
    known.add(invariant);
    const smallest = minimised(bytes, (one) => invariantOf(test(one) ?? '') === invariant);
    failures.push({ page, fault: test(smallest) ?? fault, bytes: smallest });
  };
  for (; done < pages && cpu() - started < cpuSeconds * 1e3; done++) {
    const bytes =
      random.next() < GRAMMAR
        ? encoded(tokenPage(random), random)
        : mutatedPage(random.pick(corpus), random, random.pick(corpus));
    const fault = faultOf(bytes);
    if (fault !== null && fault !== NOTHING) report(done, bytes, fault, faultOf);
    if (fault === null) extracted++;
    if (done % GROWN_EVERY === 0) {
      const part = bytes.subarray(0, random.between(20, 2_000));
      const [name, read] = READERS[Math.floor(done / GROWN_EVERY) % READERS.length];
      const test = (one: Uint8Array): string | null => {
        const growth = growthFault(one, costOf(read));
        return growth && `${name} ${growth}`;
      };
      const growth = test(part);
      if (growth !== null) report(done, part, growth, test);
    }
    group.push(bytes);
    if (group.length === SITE_PAGES * SITE_EVERY) {
      const { name } = SITE_EXTRACTORS[Math.floor(done / group.length) % SITE_EXTRACTORS.length];
      group = group.slice(-SITE_PAGES);
      const site = siteFault(name, group);
      if (site !== null) report(done, group[0], site, (one) => siteFault(name, [one, one, one]));
      group = [];
    }
    if (done % 10 === 0) {
      onProgress?.(done);
      // Lets signals and the bar through.
      await new Promise(setImmediate);
    }
  }
  onProgress?.(done);
  const peakMegabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
  return { pages: done, extracted, cpuSeconds: (cpu() - started) / 1e3, peakMegabytes, failures };
}

/** Says that a page has no text, which is no fault. */
const NOTHING = 'no text';

/** The broken invariant of a page, null for none. */
export function faultOf(bytes: Uint8Array): string | null {
  try {
    const started = performance.now();
    const result = extract(bytes, { url: PAGE_URL });
    const most = CPU_MILLISECONDS + CPU_PER_BYTE * bytes.length;
    // The clock is cheap to read and is the larger time. The second page pays for neither the compiler nor other processes.
    if (performance.now() - started > most) {
      const again = cpu();
      extract(bytes, { url: PAGE_URL });
      const spent = cpu() - again;
      if (spent > most) return `slow: ${Math.round(spent)} ms for ${bytes.length} bytes`;
    }
    JSON.stringify(result.metadata);
    if (!result.ok) return result.reason === 'internal-error' ? `internal error: ${result.detail}` : NOTHING;
    checkOutput(result);
    return null;
  } catch (failure) {
    return failure instanceof Error ? failure.message.replace(/\s+/g, ' ').slice(0, 300) : String(failure);
  }
}

type FuzzReading = (page: Uint8Array) => unknown;

function everyFormat(page: Uint8Array): unknown {
  const result = extract(page, { url: PAGE_URL });
  return JSON.stringify([result, result.markdown, result.html]);
}

/** What reads pages of repeated parts, by name: the formats, each extractor, and those that learn a site. */
const READERS: readonly (readonly [string, FuzzReading])[] = [
  ['formats', everyFormat],
  ...EXTRACTORS.map(
    ({ name }) => [name, (page: Uint8Array) => extract(page, { extractor: extractorNamed(name) }).text] as const,
  ),
  ...SITE_EXTRACTORS.map(({ name }) => [name, (page: Uint8Array) => readSite(name, [page, page])] as const),
];

/** The texts of pages, or the reasons why they have none, as one site reader reads them in order. */
function readSite(extractor: string, pages: readonly Uint8Array[]): string[] {
  const site = siteReader({ extractor: siteExtractorNamed(extractor) });
  return pages.map((page, at) => {
    const result = site.read(page, { url: `${PAGE_URL}${at}.html`, at: at * 60_000 });
    return result.ok ? result.text : result.reason;
  });
}

/** A function that measures CPU time of a page, milliseconds: the least of three when it is long. */
function costOf(read: FuzzReading): (page: Uint8Array) => number {
  return (page) => {
    let least = Number.POSITIVE_INFINITY;
    for (let round = 0; round < 3 && least > NOISE_MILLISECONDS; round++) {
      const started = cpu();
      read(page);
      least = Math.min(least, cpu() - started);
    }
    return least;
  };
}

/**
 * Whether a page of a repeated part takes more time for its length when it is longer; null when not.
 * @param cost milliseconds that a page takes
 */
export function growthFault(part: Uint8Array, cost: (page: Uint8Array) => number): string | null {
  if (part.length === 0) return null;
  let fault: string | null = null;
  // Twice: the first pages of their kind also pay for the compiler.
  for (let attempt = 0; attempt < 2; attempt++) {
    const [short, long] = GROWN.map((length) => cost(Buffer.alloc(length, part)));
    if (long <= MOST_GROWTH * Math.max(short, NOISE_MILLISECONDS)) return null;
    fault = `grows: ${Math.round(short)} ms for ${GROWN[0]} bytes, ${Math.round(long)} ms for ${GROWN[1]}`;
  }
  return fault;
}

/** The broken invariant of a site reader that reads pages, null for none. */
function siteFault(extractor: string, pages: readonly Uint8Array[]): string | null {
  try {
    const [first, second] = [0, 1].map(() => readSite(extractor, pages));
    const differs = first.findIndex((one, at) => one !== second[at]);
    return differs < 0 ? null : `site reader ${extractor}: page ${differs} differs the second time`;
  } catch (failure) {
    return `site reader ${extractor}: ${failure instanceof Error ? failure.message : failure}`;
  }
}

/** The invariant without the values that broke it: each is reported once. */
const invariantOf = (fault: string): string => fault.replace(/["'`].*|\d+/g, '').slice(0, 40);

/** The page without the parts that the failure does not need. */
function minimised(bytes: Uint8Array, fails: (one: Uint8Array) => boolean): Uint8Array {
  let smallest = bytes;
  let attempts = 0;
  for (
    let size = Math.ceil(bytes.length / 2);
    size >= 1 && attempts < MAX_ATTEMPTS;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let at = 0; at < smallest.length && attempts < MAX_ATTEMPTS; ) {
      const without = Buffer.concat([smallest.subarray(0, at), smallest.subarray(at + size)]);
      attempts++;
      if (fails(without)) smallest = new Uint8Array(without);
      else at += size;
    }
  return smallest;
}

export const FIXTURES = fileURLToPath(new URL('../../../core/fixtures', import.meta.url));
/** Larger pages are left out: mutations of many small ones find more. */
const MAX_BYTES = 200_000;

/** The sources of the `.html` and `.html.gz` files below a folder, by path. @throws Error when there is no such folder */
export function pagesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.html?(?:\.gz)?$/.test(path))
    .sort()
    .flatMap((path) => {
      const bytes = readFileSync(join(folder, path));
      const page = path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
      return page.length <= MAX_BYTES ? [page.toString('utf8')] : [];
    });
}

// Random pages: mutations of given pages, and streams of tokens like those of html5lib's tests. The same random numbers make the
// same pages.

type Random = ReturnType<typeof seededRandom>;

const NAMES = (
  'a abbr article aside b blockquote body br button caption code col colgroup dd del details div dl dt em figcaption figure font ' +
  'footer form frameset h1 h2 h3 head header hr html i iframe img input kbd li link main mark math meta nav nobr noscript ol ' +
  'option p picture plaintext pre ruby rt s script section select small source span strong style sub summary sup svg table tbody ' +
  'td template textarea tfoot th thead time title tr u ul video annotation foreignobject mi mtext desc x-y'
).split(' ');
const ATTRIBUTES = (
  'href src srcset alt title class id style type rel name content property datetime encoding itemprop itemscope itemtype colspan ' +
  'rowspan start display data-src data-latex data-tex aria-label role hidden lang dir width height open checked value onclick'
).split(' ');
const WORDS = [
  ...['word', 'The words of a sentence, which goes on for a while.', ' ', '\n', '   ', '你好。', 'é', '😀', '\u202e'],
  ...['\u0085', '\x1b[31m'],
  ...'&lt;br&gt; &lt;script&gt;alert(1)&lt;/script&gt; &#0; &#x80; &amp;amp; &colon; & &#xd800; \0'.split(' '),
  ...['](javascript:alert(1))', '![x](http://evil.example/)', '[1]: javascript:x'],
  ...'``` $$ $x$ \\(x\\) | \\ ` * _ #'.split(' '),
  ...['javascript:alert(1)', 'http://e', 'www.a.b', 'a@b.c', 'By Jane Doe', '2024-05-17', 'author', 'comment', 'post'],
  ...['math', 'tex', 'katex', 'application/x-tex', 'math/tex', 'application/ld+json'],
  ...['{"@type":"Article","headline":"x"', 'og:title', 'citation_author', '65534', '-1'],
  ...['<!--', '-->', ']]>', '<![CDATA[', '<?x', '<!doctype html>', '"', "'", '>', '<', '</', '/>'],
];

/** A stream of random tokens, nested or not. */
function tokenPage({ pick, between, next }: Random): string {
  const open: string[] = [];
  const parts: string[] = next() < 0.5 ? ['<!doctype html>'] : [];
  for (let left = between(5, 120); left > 0; left--) {
    const turn = next();
    if (turn < 0.4) {
      const name = pick(NAMES);
      const attributes = Array.from({ length: between(0, 3) }, () => {
        const value = `${pick(WORDS)}${next() < 0.3 ? pick(WORDS) : ''}`;
        return ` ${pick(ATTRIBUTES)}="${value.replaceAll('"', '&quot;')}"`;
      });
      parts.push(`<${name}${attributes.join('')}>`);
      open.push(name);
    } else if (turn < 0.6) parts.push(`</${open.length > 0 && next() < 0.7 ? (open.pop() as string) : pick(NAMES)}>`);
    else if (turn < 0.65) parts.push(`<p>${'The words of a paragraph, more of them. '.repeat(between(1, 12))}</p>`);
    else parts.push(pick(WORDS));
  }
  return parts.join('');
}

/** Changes of the source of a page; `other` is the source of another one. */
const CHANGES: readonly ((html: string, random: Random, other: string) => string)[] = [
  // Remove, repeat or move a part.
  (html, random) => spliced(html, random, ''),
  (html, random) => spliced(html, random, part(html, random).repeat(random.next() < 0.2 ? 30 : 3)),
  (html, random, other) => spliced(html, random, part(other, random)),
  (html, { between }, other) => html.slice(0, between(0, html.length)) + other.slice(between(0, other.length)),
  // Put a word or tag anywhere; put one in an attribute, in a text, in the place of a tag's name.
  (html, random) => spliced(html, random, random.pick(WORDS), 0),
  (html, random) => spliced(html, random, tokenPage(random), 0),
  (html, random) => replaced(html, /="[^"]*"/g, random, () => `="${random.pick(WORDS).replaceAll('"', '&quot;')}"`),
  (html, random) => replaced(html, />[^<]+</g, random, () => `>${random.pick(WORDS)}${random.pick(WORDS)}<`),
  (html, random) => replaced(html, /(?<=<\/?)[a-z][a-z\d]*/gi, random, () => random.pick(NAMES)),
  (html, random) => replaced(html, / [a-z-]+(?==)/gi, random, () => ` ${random.pick(ATTRIBUTES)}`),
  (html, random) => replaced(html, /<\/[a-z][a-z\d]*>/gi, random, () => ''),
];

/** Some of the mutations of a page, as bytes of some encoding, damaged or not. */
function mutatedPage(html: string, random: Random, other: string): Uint8Array {
  let source = html;
  for (let left = random.between(1, 6); left > 0; left--)
    source = random.pick(CHANGES)(source, random, other).slice(0, MAX_CHARACTERS);
  return encoded(source, random);
}

/** Maximum characters of a page: repeated parts grow. */
const MAX_CHARACTERS = 200_000;

/** The bytes of a page: mostly UTF-8, sometimes other encodings, sometimes with changed bytes. */
function encoded(source: string, { next, between, pick }: Random): Uint8Array {
  const bytes = new Uint8Array(Buffer.from(source, next() < 0.8 ? 'utf8' : pick(['latin1', 'utf16le'] as const)));
  if (next() < 0.2 && bytes.length > 0)
    for (let left = between(1, 20); left > 0; left--) bytes[between(0, bytes.length - 1)] = between(0, 255);
  return bytes;
}

/** Maximum characters of a part that is removed, repeated or moved. */
const MAX_PART = 2_000;

function part(html: string, { between }: Random): string {
  const from = between(0, html.length);
  return html.slice(from, from + between(1, MAX_PART));
}

function spliced(html: string, { between }: Random, put: string, removed = between(0, MAX_PART)): string {
  const at = between(0, html.length);
  return html.slice(0, at) + put + html.slice(at + removed);
}

/** The source with one to ten of the matches replaced. */
function replaced(html: string, pattern: RegExp, { between, some }: Random, by: () => string): string {
  const matches = [...html.matchAll(pattern)];
  if (matches.length === 0) return html;
  const chosen = new Set(some(matches, between(1, 10)).map(({ index }) => index));
  return html.replace(pattern, (found, ...rest) => (chosen.has(rest[rest.length - 2] as number) ? by() : found));
}
