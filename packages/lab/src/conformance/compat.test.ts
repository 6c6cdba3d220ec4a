// `dehusk/compat` beside Mozilla's Readability and Defuddle, whose calls it has. Texts are compared by words, without case and
// punctuation; times as instants, to the second; the rest without case and white space. `READABILITY_STEP=1` compares all pages.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DefuddleResponse, isProbablyReaderable, Readability } from '@dehusk/core/compat';
import {
  Readability as TheirReadability,
  isProbablyReaderable as theirIsProbablyReaderable,
} from '@mozilla/readability';
import { JSDOM, VirtualConsole } from 'jsdom';
import { parseHTML } from 'linkedom';
import { allCases, type Case } from '../datasets/dataset.js';
import { datasetNames, openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate } from '../metrics/metric.js';
import { blockText } from '../peers/peers.js';

const SENTENCE = 'The keeper of the light wrote down every ship that passed the island in that winter. ';
const HTML = `<html lang="en"><title>Ships</title><body><article><h1>Ships</h1><p>${SENTENCE.repeat(8)}</p><p><img src="a.png">${SENTENCE.repeat(8)}</p></article></body></html>`;

test('the class takes documents of jsdom and linkedom, and its types are those of the original', () => {
  const { document } = new JSDOM(HTML, { url: 'https://example.org/ships' }).window;
  const article: ReturnType<TheirReadability['parse']> = new Readability(document).parse();
  assert.ok(article);
  assert.match(article.content ?? '', /<img src="https:\/\/example\.org\/a\.png"/);
  const text = new Readability(parseHTML(HTML).document).parse()?.textContent;
  assert.equal(text, article.textContent);
  const serialized = new Readability(document, {
    serializer: (node) => (node as Element).querySelectorAll('p').length,
  });
  assert.equal(serialized.parse()?.content, 2);
  assert.equal(document.querySelectorAll('h1').length, 1, 'the document is not changed');
});

test('the result of Defuddle has the fields of the original', () => {
  type Common = Pick<DefuddleResponse, 'content' | 'title' | 'author' | 'published' | 'wordCount'>;
  const fits = (response: DefuddleResponse): Pick<import('defuddle').DefuddleResponse, keyof Common> => response;
  assert.equal(typeof fits, 'function');
});

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

type Values = Readonly<Partial<Record<FieldName, string | null | undefined>>>;

/** Whether the data set of Readability's test pages is there. */
function hasReadabilityPages(): boolean {
  return datasetNames().includes(DATASET);
}

/** Compares the two on every `step`-th page. */
async function compareWithReadability(step: number) {
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
    const isReaderable = [theirIsProbablyReaderable(document), isProbablyReaderable(document)].map(String);
    const theirs = new TheirReadability(document).parse();
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

const skip =
  process.env.LONG_TESTS !== '1' ? 'a long test' : !hasReadabilityPages() && 'skipped: needs the data set readability';
test("agreement with Readability on a fifth of Readability's own test pages", { skip }, async (context) => {
  const { articles, fields, text } = await compareWithReadability(Number(process.env.READABILITY_STEP ?? 5));
  for (const [name, { differences, ...counts }] of Object.entries(fields))
    context.diagnostic(`${name}: ${JSON.stringify(counts)}, ${differences.length} differ`);
  context.diagnostic(JSON.stringify({ articles, text }));
  assert.ok(articles.dehusk >= 0.96 * articles.readability, `${articles.dehusk} articles`);
  assert.ok(text.dehusk.score >= 0.93, `word F1 ${text.dehusk.score}`);
  const least = {
    title: 0.6,
    byline: 0.55,
    excerpt: 0.75,
    siteName: 0.8,
    lang: 1,
    dir: 0.8,
    publishedTime: 0.6,
    readerable: 0.8,
  };
  for (const [name, share] of Object.entries(least)) {
    const { same, given, differences } = fields[name as keyof typeof fields];
    assert.ok(same >= share * given, `${name}: ${same} of ${given}\n${differences.join('\n')}`);
  }
});
