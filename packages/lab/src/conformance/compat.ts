/**
 * Agreement of `dehusk/compat` with Mozilla's Readability on Readability's test pages, both on jsdom, field by field:
 * `node packages/lab/dist/conformance/compat.js`. `--wrong FIELD` lists the differences.
 *
 * Texts are compared by words, without case and punctuation; times as instants, to the second; the rest without case and white space. The main
 * text of both is scored against Readability's expected output.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { isProbablyReaderable, Readability } from 'dehusk/compat';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { blockText } from '../peers/block-text.js';
import { textTable } from '../reports/tables.js';

const DATASET = 'readability';
/** The address for pages without one: Readability makes links absolute. */
const ADDRESS = 'http://fakehost/test/page.html';

const words = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
const instant = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length);
};
const plain = (text: string): string => text.trim().toLowerCase();

/** The compared fields, each with the form in which values are equal. */
const FIELDS = {
  title: words,
  byline: words,
  excerpt: words,
  siteName: words,
  lang: plain,
  dir: plain,
  publishedTime: instant,
  readerable: plain,
} as const;
type FieldName = keyof typeof FIELDS;

/** How often Readability has a field, and what Dehusk has there. */
interface Agreement {
  /** Pages on which Readability has the field. */
  given: number;
  /** Of those: the same value, another one, none. */
  same: number;
  other: number;
  none: number;
  /** Pages on which only Dehusk has the field. */
  extra: number;
  /** `ID: theirs | ours` of each difference. */
  readonly differences: string[];
}

interface CompatReport {
  readonly pages: number;
  /** Pages with an article by Readability and by Dehusk. */
  readonly articles: { readonly readability: number; readonly dehusk: number };
  readonly fields: Readonly<Record<FieldName, Agreement>>;
  /** Scores against Readability's expected output. */
  readonly text: { readonly readability: Score; readonly dehusk: Score };
}

type Values = Readonly<Partial<Record<FieldName, string | null | undefined>>>;

/** Whether the data set of Readability's test pages is there. */
export function hasReadabilityPages(): boolean {
  return datasetNames().includes(DATASET);
}

/** Compares the two on every `step`-th page. */
export async function compareWithReadability(step = 1): Promise<CompatReport> {
  const original = await import('@mozilla/readability');
  const { JSDOM, VirtualConsole } = await import('jsdom');
  const cases = (await allCases(openDataset(DATASET))).filter((_, at) => at % step === 0);
  const names = Object.keys(FIELDS) as FieldName[];
  const fields = Object.fromEntries(
    names.map((name): [FieldName, Agreement] => [
      name,
      { given: 0, same: 0, other: 0, none: 0, extra: 0, differences: [] },
    ]),
  ) as Record<FieldName, Agreement>;
  const metric = metricNamed('word-multiset');
  const counts = { readability: [] as (readonly number[])[], dehusk: [] as (readonly number[])[] };
  const articles = { readability: 0, dehusk: 0 };
  for (const one of cases) {
    // As Readability's own tests read them.
    const html = new TextDecoder().decode(one.html());
    const dom = new JSDOM(html, { url: one.url ?? ADDRESS, virtualConsole: new VirtualConsole() });
    const { document } = dom.window;
    // Ours first: Readability changes the document.
    const ours = new Readability(document).parse();
    const isReaderable = [original.isProbablyReaderable(document), isProbablyReaderable(document)].map(String);
    const theirs = new original.Readability(document).parse();
    dom.window.close();
    if (theirs !== null) articles.readability++;
    if (ours !== null) articles.dehusk++;
    counts.readability.push(metric.count(one, theirs?.content ? blockText(theirs.content) : ''));
    counts.dehusk.push(metric.count(one, ours?.textContent ?? ''));
    const [readerable, own] = isReaderable;
    compare(one, fields, { ...theirs, readerable }, { ...ours, readerable: own });
  }
  return {
    pages: cases.length,
    articles,
    fields,
    text: { readability: aggregate(metric, counts.readability), dehusk: aggregate(metric, counts.dehusk) },
  };
}

function compare({ id }: Case, fields: Record<FieldName, Agreement>, theirs: Values, ours: Values): void {
  for (const [name, form] of Object.entries(FIELDS) as [FieldName, (text: string) => string][]) {
    const agreement = fields[name];
    const [their, our] = [theirs[name] || null, ours[name] || null];
    if (their === null) {
      if (our !== null) agreement.extra++;
      continue;
    }
    agreement.given++;
    if (our !== null && form(our) === form(their)) agreement.same++;
    else {
      agreement[our === null ? 'none' : 'other']++;
      agreement.differences.push(`${id}: ${their} | ${our}`);
    }
  }
}

function printed({ pages, articles, fields, text }: CompatReport): string {
  const head = ['field', 'given', 'same', 'other', 'none', 'extra'];
  const rows = Object.entries(fields).map(([name, { given, same, other, none, extra }]) =>
    [name, given, same, other, none, extra].map(String),
  );
  const score = ({ score: f1, precision, recall }: Score): string =>
    `F1 ${f1.toFixed(3)}, precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`;
  return `${pages} pages; articles: Readability ${articles.readability}, Dehusk ${articles.dehusk}
${textTable({ head, rows })}
text of Readability: ${score(text.readability)}
text of Dehusk:      ${score(text.dehusk)}`;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  if (hasReadabilityPages()) {
    const report = await compareWithReadability();
    console.log(printed(report));
    const at = process.argv.indexOf('--wrong');
    if (at > 0) console.log(report.fields[process.argv[at + 1] as FieldName].differences.join('\n'));
  } else console.log(`skipped: the data set ${DATASET} is not present`);
}
