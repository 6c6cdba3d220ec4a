/**
 * How often the metadata read from a page is the annotated one, by field: `node packages/lab/dist/conformance/metadata.js`.
 *
 * `--kinds` adds each kind of source by itself: how many pages have it, and how often its first valid finding is right. That table is
 * what the order of trust in core's metadata/index.ts was chosen by, so figures on these sets are development figures.
 * `--wrong FIELD` lists what differs. A dataset's name as argument restricts the run to it.
 *
 * Compared: titles by their letters and digits; authors by the share of pages with the same set of names, and by the F1 of the words
 * of all names; dates by day. WCXB's tags were given by its annotators, not by the pages, so they are counted, not scored.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Metadata } from '@dehusk/core';
import { decode, metadataFindings, type Page, parse, readMetadata } from '@dehusk/core/internal';
import { datasetsRoot } from '../datasets/index.js';

interface Row {
  readonly id: string;
  readonly url: string | null;
  readonly html: string;
  readonly title?: string | null;
  readonly author?: string | null;
  readonly publishDate?: string | null;
  readonly tags?: readonly string[] | null;
}

/** Folded names of a byline, as a set. */
const words = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const folded = (text: string): string => words(text).join('');

/** F1 of the words of two texts, each word counted once. */
function wordF1(gold: string, got: string): number {
  const a = new Set(words(gold));
  const b = new Set(words(got));
  let both = 0;
  for (const word of a) if (b.has(word)) both++;
  return a.size + b.size === 0 ? 0 : (2 * both) / (a.size + b.size);
}

class FieldScore {
  gold = 0;
  given = 0;
  right = 0;
  f1 = 0;
  extra = 0;
  readonly wrong: string[] = [];

  constructor(
    readonly name: string,
    private readonly same: (gold: string, got: string) => boolean,
  ) {}

  add(id: string, gold: string | null, got: string | null, source: string): void {
    if (gold === null) {
      if (got !== null) this.extra++;
      return;
    }
    this.gold++;
    if (got === null) {
      this.wrong.push(`${id}\t${gold}\t(none)`);
      return;
    }
    this.given++;
    this.f1 += wordF1(gold, got);
    if (this.same(gold, got)) this.right++;
    else this.wrong.push(`${id}\t${gold}\t${got}\t${source}`);
  }

  toString(): string {
    const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
    return [
      this.name.padEnd(34),
      String(this.gold).padStart(6),
      share(this.given, this.gold).padStart(9),
      share(this.right, this.given).padStart(10),
      share(this.right, this.gold).padStart(8),
      share(this.f1, this.given).padStart(8),
      String(this.extra).padStart(7),
    ].join(' ');
  }
}

const sameText = (gold: string, got: string): boolean => folded(gold) === folded(got);
/** The same names, in any order, titles and commas aside. */
const sameNames = (gold: string, got: string): boolean =>
  [...new Set(words(gold))].sort().join(' ') === [...new Set(words(got))].sort().join(' ');
const sameDay = (gold: string, got: string): boolean => gold.slice(0, 10) === got.slice(0, 10);

const HEADER = `${'field'.padEnd(34)}   gold     given precision   right word F1   extra`;
const FIELDS: readonly (readonly [
  name: string,
  gold: (row: Row) => string | null | undefined,
  got: (metadata: Metadata) => string | null,
  source: (metadata: Metadata) => string,
  same: (gold: string, got: string) => boolean,
])[] = [
  ['title', (row) => row.title, (it) => it.title, (it) => it.sources.title ?? '', sameText],
  ['author', (row) => row.author, (it) => it.byline, (it) => it.sources.authors ?? '', sameNames],
  ['published', (row) => row.publishDate, (it) => it.datePublished, (it) => it.sources.datePublished ?? '', sameDay],
];

function pageOf(folder: string, row: Row): Page | null {
  const bytes = new Uint8Array(gunzipSync(readFileSync(join(folder, row.html))));
  const parsed = parse(decode(bytes).text, { url: row.url });
  return parsed.ok ? parsed.page : null;
}

function run(dataset: string, byKind: boolean, wrong: string | null): void {
  const folder = join(datasetsRoot(), dataset);
  if (!existsSync(folder)) {
    console.log(`${dataset}: skipped: needs ${dataset} in ${datasetsRoot()}`);
    return;
  }
  const rows: Row[] = gunzipSync(readFileSync(join(folder, 'manifest.jsonl.gz')))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const scores = FIELDS.map(([name, , , , same]) => new FieldScore(name, same));
  const kinds = new Map<string, FieldScore>();
  const present = new Map<string, number>();
  let milliseconds = 0;
  let parsing = 0;
  for (const row of rows) {
    const began = performance.now();
    const page = pageOf(folder, row);
    parsing += performance.now() - began;
    if (page === null) continue;
    const from = performance.now();
    const metadata = readMetadata(page);
    milliseconds += performance.now() - from;
    for (const [field, value] of Object.entries(metadata))
      if (field !== 'sources' && value !== null && value.length > 0) present.set(field, (present.get(field) ?? 0) + 1);
    for (const [index, [, gold, got, source]] of FIELDS.entries())
      scores[index].add(row.id, gold(row)?.trim() || null, got(metadata), source(metadata));
    if (byKind) {
      const findings = metadataFindings(page);
      for (const [field, gold, , , same] of FIELDS) {
        const own = field === 'author' ? 'authors' : field === 'published' ? 'datePublished' : field;
        const seen = new Set<string>();
        for (const one of findings) {
          if (one.field !== own || seen.has(one.kind)) continue;
          seen.add(one.kind);
          const name = `  ${field} ${one.kind}`;
          let score = kinds.get(name);
          if (score === undefined) kinds.set(name, (score = new FieldScore(name, same)));
          score.add(row.id, gold(row)?.trim() || null, one.value, one.source);
        }
      }
    }
  }
  console.log(`\n${dataset}: ${rows.length} pages\n${HEADER}`);
  for (const score of scores) console.log(String(score));
  for (const [, score] of [...kinds].sort()) console.log(String(score));
  console.log(
    `present: ${[...present].map(([field, count]) => `${field} ${((100 * count) / rows.length).toFixed(0)} %`).join(', ')}`,
  );
  console.log(
    `${(milliseconds / rows.length).toFixed(2)} ms a page, ${((100 * milliseconds) / parsing).toFixed(0)} % of reading, decoding and parsing it`,
  );
  for (const score of scores) if (score.name === wrong) console.log(score.wrong.join('\n'));
}

const args = process.argv.slice(2);
const wrongAt = args.indexOf('--wrong');
const wrong = wrongAt < 0 ? null : (args[wrongAt + 1] ?? null);
const names = args.filter((word, index) => !word.startsWith('--') && (wrongAt < 0 || index !== wrongAt + 1));
for (const dataset of names.length > 0 ? names : ['wcxb-dev', 'readability'])
  run(dataset, args.includes('--kinds'), wrong);
