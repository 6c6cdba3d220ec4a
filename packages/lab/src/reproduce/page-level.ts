/**
 * jusText and BTE beside the reference programs: paragraph classes and spans on the pages those were run on, and the
 * figures published with GoldMiner.
 *
 * CleanPortalEval's gold keeps the entities of the source (`there&#8217;s`), as do BTE's and the C++ jusText's outputs; our text
 * has them decoded. So the figures stand twice: of our text, and of the same kept text nodes in the source's own spelling.
 *
 * Run: `node packages/lab/dist/reproduce/page-level.js [data folder]`
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  bteMarkedText,
  bteSourceSpan,
  bteSourceTokens,
  decode,
  extractorNamed,
  JUSTEXT_PARITY,
  NO_CONTEXT,
  type Page,
  parse,
  withDefaults,
} from '@dehusk/core/internal';
import { allCases } from '../datasets/dataset.js';
import { datasetsRoot, openDataset } from '../datasets/index.js';
import { metricNamed } from '../metrics/index.js';
import { aggregate, type Score } from '../metrics/metric.js';
import { signatureOf } from '../metrics/signature.js';
import { LAB_VERSION, labCommit } from '../run/evaluate.js';
import { JUSTEXT_ENGLISH } from './justext-english.js';
import { keptMarkup } from './kept-markup.js';

const SETS = ['cleanportaleval', 'wcxb-dev'] as const;

/** Agreement with a reference program on one set of pages, in words. */
export interface Parity {
  readonly set: string;
  readonly pages: number;
  readonly words: number;
  readonly equal: number;
  /** Words by why they differ. */
  readonly causes: Readonly<Record<string, number>>;
}

interface JustextParagraph {
  readonly text: string;
  readonly words_count: number;
  readonly class_type: string;
  readonly cf_class: string;
}

/** The reference outputs of a program on a set of pages, with each page's source. */
function* references<T>(program: string, set: string, root: string): Generator<{ reference: T; source: string }> {
  const folder = join(root, '..', 'refs', program, set);
  if (!existsSync(folder)) throw new Error(`the reference outputs of ${program} are not in ${folder}`);
  for (const file of readdirSync(folder).sort()) {
    const reference = JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString()) as T & { id: string };
    const bytes = gunzipSync(readFileSync(join(root, set, 'html', `${reference.id}.html.gz`)));
    yield { reference, source: decode(bytes).text };
  }
}

const glued = (text: string): string => text.replace(/[\s\u200b]+/g, '');

/** Words in paragraphs of the same text and the same final class. */
export function justextParity(set: string, root: string): Parity {
  const extractor = extractorNamed('justext');
  const options = withDefaults(extractor, { ...JUSTEXT_PARITY, stopWords: JUSTEXT_ENGLISH });
  const causes: Record<string, number> = {};
  let pages = 0;
  let words = 0;
  let equal = 0;
  for (const { reference, source } of references<{ paragraphs: JustextParagraph[] }>('justext-py', set, root)) {
    const parsed = parse(source);
    if (!parsed.ok) continue;
    pages++;
    const { blocks, labels, features } = extractor.label(parsed.page, options, NO_CONTEXT);
    const byText = new Map<string, number[]>();
    blocks.forEach(({ text }, at) => {
      byText.set(glued(text), [...(byText.get(glued(text)) ?? []), at]);
    });
    for (const paragraph of reference.paragraphs) {
      words += paragraph.words_count;
      const at = byText.get(glued(paragraph.text))?.shift();
      let cause: string | null = null;
      if (at === undefined) cause = 'no paragraph of this text (tree or encoding differs)';
      else if ((labels.keep[at] === 1) !== (paragraph.class_type === 'good'))
        cause =
          features?.contextFreeClass[at] === paragraph.cf_class ? 'a neighbour differs' : 'context-free class differs';
      if (cause === null) equal += paragraph.words_count;
      else causes[cause] = (causes[cause] ?? 0) + paragraph.words_count;
    }
  }
  return { set, pages, words, equal, causes };
}

/** Words that our reading of the source and the reference's output share, as multisets. */
export function bteParity(set: string, root: string): Parity {
  const causes: Record<string, number> = {};
  let pages = 0;
  let words = 0;
  let equal = 0;
  for (const { reference, source } of references<BteReference>('bte-py', set, root)) {
    pages++;
    const tokens = bteSourceTokens(source);
    const span = bteSourceSpan(tokens, -1);
    const ours = span === null ? [] : bteMarkedText(source, tokens, span.from, span.to).split(/\s+/);
    const theirs = reference.text_head_list_par.split(/\s+/);
    const left = new Map<string, number>();
    for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
    let shared = 0;
    for (const word of ours) {
      const count = left.get(word) ?? 0;
      if (count > 0) shared++;
      left.set(word, count - 1);
    }
    const all = Math.max(ours.length, theirs.length);
    words += all;
    equal += shared;
    if (shared === all) continue;
    const isSameSpan = span?.from === reference.start && span?.to === reference.end;
    const cause = isSameSpan ? 'same span, other characters (encoding)' : 'another span';
    causes[cause] = (causes[cause] ?? 0) + all - shared;
  }
  return { set, pages, words, equal, causes };
}

interface BteReference {
  readonly start: number;
  readonly end: number;
  readonly text_head_list_par: string;
}

/** One figure beside what was published. */
export interface PublishedFigure {
  readonly what: string;
  readonly dataset: string;
  /** Published F P R, percent. */
  readonly published: readonly number[];
  readonly score: Score;
  readonly signature: string;
}

type Reading = (page: Page) => string;

/** The kept blocks of an extractor, each behind the marker of what it is, in decoded or in the source's spelling. */
function kept(name: string, isSpelling: boolean): Reading {
  const extractor = extractorNamed(name);
  return (page) => keptMarkup(page, extractor.label(page, extractor.defaults, NO_CONTEXT), isSpelling);
}

const bteText: Reading = ({ source }) => {
  const tokens = bteSourceTokens(source);
  const span = bteSourceSpan(tokens, -1);
  return span === null ? '' : bteMarkedText(source, tokens, span.from, span.to);
};

const FIGURES: readonly { what: string; dataset: string; published: readonly number[]; read: Reading; by: string }[] = [
  figure('jusText, GoldMiner’s parameters', 'cleaneval', [93.61, 95.29, 91.99], 'justext-goldminer', false),
  figure('jusText, GoldMiner’s parameters', 'cleanportaleval', [87.26, 78.82, 97.72], 'justext-goldminer', false),
  figure('the same, spelt as the source', 'cleanportaleval', [87.26, 78.82, 97.72], 'justext-goldminer', true),
  figure('jusText', 'cleanportaleval', [82.77, 79.31, 86.54], 'justext', false),
  figure('BTE', 'cleanportaleval', [81.63, 71.2, 95.64], 'bte', false),
  {
    what: 'BTE, the reference’s reading',
    dataset: 'cleanportaleval',
    published: [81.71, 70.55, 97.05],
    read: bteText,
    by: 'bte-parity',
  },
];

function figure(what: string, dataset: string, published: readonly number[], by: string, isSpelling: boolean) {
  return { what, dataset, published, by, read: kept(by, isSpelling) };
}

/** Scores our text with cleaneval.py's metric, micro; pages without gold are skipped as the original does. */
export async function publishedFigures(root: string): Promise<PublishedFigure[]> {
  const metric = metricNamed('cleaneval');
  const rows: PublishedFigure[] = [];
  for (const name of new Set(FIGURES.map((one) => one.dataset))) {
    const dataset = openDataset(name, { root });
    const sha256 = dataset.sha256();
    const figures = FIGURES.filter((one) => one.dataset === name);
    const counts = figures.map(() => [] as (readonly number[])[]);
    for (const gold of await allCases(dataset)) {
      if (gold.goldMarkup === null && gold.gold === '') continue;
      const parsed = parse(decode(gold.html(), { httpCharset: gold.charset }).text);
      for (let at = 0; at < figures.length; at++)
        counts[at].push(metric.count(gold, parsed.ok ? figures[at].read(parsed.page) : ''));
    }
    figures.forEach(({ what, published, by }, at) => {
      const score = aggregate(metric, counts[at], 'micro');
      const signature = signatureOf({
        metric,
        aggregation: 'micro',
        dataset: { name, sha256 },
        pages: counts[at].length,
        extractor: { name: by },
        version: LAB_VERSION,
        commit: labCommit(),
      });
      rows.push({ what, dataset: name, published, score, signature });
    });
  }
  return rows;
}

/** All tables as text. */
export async function pageLevelTables(root: string = datasetsRoot()): Promise<string> {
  const lines: string[] = [];
  const parity = (program: string, rows: readonly Parity[]): void => {
    for (const { set, pages, words, equal, causes } of rows) {
      lines.push(
        `${program}, ${set}: ${((100 * equal) / words).toFixed(3)} % of ${words} words equal on ${pages} pages`,
      );
      for (const [cause, count] of Object.entries(causes))
        lines.push(`    ${String(count).padStart(6)} words: ${cause}`);
    }
  };
  parity(
    'jusText 3.0.2, class of paragraphs',
    SETS.map((set) => justextParity(set, root)),
  );
  parity(
    'BTE script, words of the span',
    SETS.map((set) => bteParity(set, root)),
  );
  lines.push('', 'cleaneval, micro F P R in percent: published | ours');
  const percent = (values: readonly number[]): string => values.map((value) => value.toFixed(2).padStart(6)).join(' ');
  const figures = await publishedFigures(root);
  for (const { what, dataset, published, score } of figures)
    lines.push(
      `${what.padEnd(34)} ${dataset.padEnd(16)} ${percent(published)} | ${percent([score.score, score.precision, score.recall].map((value) => 100 * value))}`,
    );
  lines.push('', 'Signatures:', ...figures.map((one) => one.signature), '');
  return lines.join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await pageLevelTables(process.argv[2]));
