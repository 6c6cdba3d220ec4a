/**
 * Agreement of a page's metadata with annotations, by field: `node packages/lab/dist/conformance/metadata.js [dataset …]`.
 *
 * `--kinds` adds each kind of source: the number of pages that have it, and how often its first valid finding is right. The
 * order of trust in core's metadata/read-metadata.ts was chosen by that table, so results on these sets are development results.
 * `--wrong FIELD` lists the differences.
 *
 * Titles are compared by letters and digits; authors by the share of pages with the same set of names, and by the F1 of the
 * words of all names; dates by day.
 */
import type { Metadata } from '@dehusk/core';
import { decode, metadataFindings, parse, readMetadata } from '@dehusk/core/internal';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { sharedCount } from '../metrics/tokens.js';
import { textTable } from '../reports/tables.js';

/** Words in lower case without accents. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
const nameSet = (text: string): string[] => [...new Set(wordsOf(text))].sort();

/** F1 of the words of two texts, each word counted once. */
function wordF1(gold: string, got: string): number {
  const [a, b] = [nameSet(gold), nameSet(got)];
  return a.length + b.length === 0 ? 0 : (2 * sharedCount(a, b)) / (a.length + b.length);
}

interface Field {
  readonly name: string;
  readonly gold: (one: Case) => string | null;
  readonly got: (metadata: Metadata) => string | null;
  /** Key of the field in the sources and findings of metadata. */
  readonly key: 'title' | 'authors' | 'date';
  readonly isSame: (gold: string, got: string) => boolean;
}

const FIELDS: readonly Field[] = [
  {
    name: 'title',
    gold: (one) => one.title,
    got: (it) => it.title,
    key: 'title',
    isSame: (gold, got) => wordsOf(gold).join('') === wordsOf(got).join(''),
  },
  {
    name: 'author',
    gold: (one) => one.author,
    got: (it) => it.author,
    key: 'authors',
    isSame: (gold, got) => nameSet(gold).join(' ') === nameSet(got).join(' '),
  },
  {
    name: 'published',
    gold: (one) => one.publishDate,
    got: (it) => it.date,
    key: 'date',
    isSame: (gold, got) => gold.slice(0, 10) === got.slice(0, 10),
  },
];

/** Counts of a field, or of one kind of source of a field. */
class FieldScore {
  private counts = { gold: 0, given: 0, right: 0, f1: 0, extra: 0 };
  readonly wrong: string[] = [];

  constructor(
    readonly name: string,
    private readonly isSame: Field['isSame'],
  ) {}

  add(id: string, gold: string | null, got: string | null, source: string): void {
    if (gold === null) {
      if (got !== null) this.counts.extra++;
      return;
    }
    this.counts.gold++;
    if (got === null) {
      this.wrong.push(`${id}\t${gold}\t(none)`);
      return;
    }
    this.counts.given++;
    this.counts.f1 += wordF1(gold, got);
    if (this.isSame(gold, got)) this.counts.right++;
    else this.wrong.push(`${id}\t${gold}\t${got}\t${source}`);
  }

  row(): string[] {
    const { gold, given, right, f1, extra } = this.counts;
    const share = (part: number, whole: number): string => (whole === 0 ? '–' : (part / whole).toFixed(3));
    const shares = [share(given, gold), share(right, given), share(right, gold), share(f1, given)];
    return [this.name, String(gold), ...shares, String(extra)];
  }
}

async function report(dataset: string, byKind: boolean, wrong: string | null): Promise<void> {
  if (!datasetNames().includes(dataset)) {
    console.log(`${dataset}: skipped: the dataset is not present`);
    return;
  }
  const cases = await allCases(openDataset(dataset));
  const scores = FIELDS.map(({ name, isSame }) => new FieldScore(name, isSame));
  const kinds = new Map<string, FieldScore>();
  const present = new Map<string, number>();
  for (const one of cases) {
    const parsed = parse(decode(one.html()).text, { url: one.url });
    if (!parsed.ok) continue;
    const metadata = readMetadata(parsed.page);
    for (const [field, value] of Object.entries(metadata))
      if (field !== 'sources' && value !== null && value.length > 0) present.set(field, (present.get(field) ?? 0) + 1);
    const findings = byKind ? metadataFindings(parsed.page) : [];
    FIELDS.forEach(({ name, gold, got, key, isSame }, index) => {
      const expected = gold(one)?.trim() || null;
      scores[index].add(one.id, expected, got(metadata), metadata.sources[key] ?? '');
      const seen = new Set<string>();
      for (const { field, kind, value, source } of findings) {
        if (field !== key || seen.has(kind)) continue;
        seen.add(kind);
        const row = `  ${name} ${kind}`;
        const score = kinds.get(row) ?? new FieldScore(row, isSame);
        kinds.set(row, score);
        score.add(one.id, expected, value, source);
      }
    });
  }
  const rows = [...scores, ...[...kinds].sort().map(([, score]) => score)].map((score) => score.row());
  const head = ['field', 'gold', 'given', 'precision', 'right', 'word F1', 'extra'];
  const shares = [...present].map(([field, count]) => `${field} ${((100 * count) / cases.length).toFixed(0)} %`);
  console.log(`\n${dataset}: ${cases.length} pages\n${textTable({ head, rows })}\npresent: ${shares.join(', ')}`);
  for (const score of scores) if (score.name === wrong) console.log(score.wrong.join('\n'));
}

const words = process.argv.slice(2);
const wrongAt = words.indexOf('--wrong');
const wrong = wrongAt < 0 ? null : (words.splice(wrongAt, 2)[1] ?? null);
const names = words.filter((word) => !word.startsWith('--'));
for (const dataset of names.length > 0 ? names : ['wcxb-dev', 'readability'])
  await report(dataset, words.includes('--kinds'), wrong);
