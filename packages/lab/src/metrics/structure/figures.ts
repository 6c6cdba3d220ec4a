/** The figures of one page: its Markdown beside the author's. */

import { distance } from 'fastest-levenshtein';
import type { StructureGold } from '../../datasets/dataset.js';
import type { Metric, MetricDefinition } from '../metric.js';
import { sharedCount } from '../tokens.js';
import {
  codeKey,
  isBareLink,
  type MarkdownStructure,
  type MarkdownTable,
  type MarkdownTableRow,
  parseMarkdown,
} from './parse-markdown.js';
import { urlKey, withoutSpaces, wordsOf, wordText } from './python-text.js';

/** Name, and one sentence, of each figure. The first five are WebMainBench's, whose mean is `structure`. */
export const FIGURES = {
  text_edit: 'edit similarity of the text, without code, formulas and tables',
  code_edit: 'edit similarity of the code blocks',
  formula_edit: 'edit similarity of the formulas, without white space',
  table_edit: 'edit similarity of the tables as Markdown',
  table_TEDS: 'tree similarity of the tables, rows and cells aligned in order',
  rouge5: 'F1 of five-word runs of everything but formulas',
  heading_f1: 'F1 of the headings, by level and text',
  heading_text_f1: 'F1 of the headings, by text',
  list_f1: 'F1 of the list items, by depth and the beginning of their text',
  link_f1: 'F1 of the links to other pages, by text and target',
  image_f1: 'F1 of the images, by target',
  code_lang: 'share of the code blocks that keep the language the page names',
  code_block_recall: 'share of the code blocks whose beginning is kept in one block',
  footnote_kept: 'share of the footnotes whose text is in a footnote',
  footnote_text: 'share of the footnotes whose text is kept anywhere',
  quote_f1: 'F1 of the number of block quotes',
} as const;

export type FigureName = keyof typeof FIGURES;

/** The figures of a page, 0…1; null where neither the author's Markdown nor the output has the kind. */
type Figures = Readonly<Record<FigureName, number | null>>;

/** The parsed Markdown of the author, and the figures of the output scored last: each metric asks for its own figure. */
const known = new WeakMap<StructureGold, { author: MarkdownStructure; output: string; figures: Figures }>();

export function figuresOf(gold: StructureGold, output: string): Figures {
  const before = known.get(gold);
  if (before?.output === output) return before.figures;
  const author = before?.author ?? parsed(gold, gold.markdown);
  const figures = compare(gold, author, parsed(gold, output));
  known.set(gold, { author, output, figures });
  return figures;
}

/** Parses a Markdown text; a leading heading that is the page's title is left out. */
function parsed({ math, address, titles }: StructureGold, markdown: string): MarkdownStructure {
  const structure = parseMarkdown(markdown, math, address);
  const [first] = structure.headings;
  if (first === undefined || structure.text[0] !== first[1]) return structure;
  const words = wordText(first[1]);
  if (!titles.includes(words) && !(first[0] === 1 && titles.some((title) => title.includes(words)))) return structure;
  const { headings, text, plain } = structure;
  return { ...structure, headings: headings.slice(1), text: text.slice(1), plain: plain.slice(1) };
}

function compare(gold: StructureGold, author: MarkdownStructure, output: MarkdownStructure): Figures {
  const edit = (of: (one: MarkdownStructure) => readonly string[], between = '\n'): number | null => {
    const [a, b] = [of(author).join(between), of(output).join(between)];
    return a === '' && b === '' ? null : editSimilarity(a, b);
  };
  const goldHeadings = author.headings.length === 0 ? [] : gold.headings.slice(-author.headings.length);
  const headingText = ([, text]: readonly [number, string]): string => wordText(text);
  const headingKey = (one: readonly [number, string]): string => `${one[0]} ${headingText(one)}`;
  const itemKey = ([depth, text]: readonly [number, string]): string =>
    `${depth} ${[...wordText(text)].slice(0, ITEM_LENGTH).join('')}`;
  const linkKey = ([text, target]: readonly [string, string]): string => `${wordText(text)}\0${urlKey(target)}`;
  const imageKey = (target: string): string => urlKey(target.split('#')[0]);
  const goldLinks = gold.links.filter(([text, target]) => !isBareLink(text, target));
  return {
    text_edit: edit(({ text }) => text),
    code_edit: edit(({ code }) => code.map((one) => codeKey(one.code))),
    formula_edit: edit(({ formulas }) => formulas.map(withoutSpaces)),
    table_edit: edit(({ tables }) => tables.map(tableText), '\n\n'),
    table_TEDS: tableSimilarity(author.tables, output.tables),
    rouge5: rouge5(author.plain, output.plain),
    heading_f1: f1(goldHeadings.map(headingKey), output.headings.map(headingKey)),
    heading_text_f1: f1(goldHeadings.map(headingText), output.headings.map(headingText)),
    list_f1: f1(author.items.map(itemKey), output.items.map(itemKey)),
    link_f1: f1(goldLinks.map(linkKey), output.links.map(linkKey)),
    image_f1: f1(gold.images.map(imageKey), output.images.map(imageKey)),
    ...codeFigures(gold.codeLanguages, author.code, output.code),
    ...footnoteFigures(author.footnotes, output),
    quote_f1:
      author.quotes + output.quotes === 0
        ? null
        : (2 * Math.min(author.quotes, output.quotes)) / (author.quotes + output.quotes),
  };
}

/** Characters of a list item that are compared. */
const ITEM_LENGTH = 80;

function f1(gold: readonly string[], output: readonly string[]): number | null {
  return gold.length + output.length === 0 ? null : (2 * sharedCount(gold, output)) / (gold.length + output.length);
}

function rouge5(gold: readonly string[], output: readonly string[]): number {
  const runs = (texts: readonly string[]): string[] => {
    const words = wordsOf(texts.join(' '));
    if (words.length < 5) return words.length === 0 ? [] : [words.join(' ')];
    return Array.from({ length: words.length - 4 }, (_, at) => words.slice(at, at + 5).join(' '));
  };
  return f1(runs(gold), runs(output)) ?? 1;
}

/** Characters without white space by which code blocks are matched. */
const CODE_LENGTH = 200;

function codeFigures(
  languages: readonly (string | null)[],
  gold: MarkdownStructure['code'],
  output: MarkdownStructure['code'],
) {
  const keyOf = (code: string): string => [...withoutSpaces(code)].slice(0, CODE_LENGTH).join('');
  const languagesOf = new Map<string, string[]>();
  for (const { code, language } of output)
    languagesOf.set(keyOf(code), [...(languagesOf.get(keyOf(code)) ?? []), languageKey(language)]);
  let found = 0;
  let named = 0;
  let kept = 0;
  for (const [at, { code }] of gold.entries()) {
    const got = languagesOf.get(keyOf(codeKey(code)))?.shift();
    if (got !== undefined) found++;
    const wanted = languages[at] ?? null;
    // Only languages that the page itself names can be kept.
    if (wanted === null || wanted === '' || wanted === 'text') continue;
    named++;
    if (got === languageKey(wanted)) kept++;
  }
  return {
    code_lang: named === 0 ? null : kept / named,
    code_block_recall: gold.length === 0 ? null : found / gold.length,
  };
}

function footnoteFigures(gold: readonly string[], output: MarkdownStructure) {
  if (gold.length === 0) return { footnote_kept: null, footnote_text: null };
  const everything = wordText(output.plain.join(' '));
  const footnotes = output.footnotes.map(wordText);
  let inText = 0;
  let inFootnotes = 0;
  for (const words of gold.map(wordText)) {
    if (words === '') continue;
    if (everything.includes(words)) inText++;
    if (footnotes.some((one) => one.includes(words))) inFootnotes++;
  }
  return {
    footnote_kept: output.footnoteReferences === 0 ? 0 : inFootnotes / gold.length,
    footnote_text: inText / gold.length,
  };
}

/** Names of the same language: the key, then its other names. */
const SAME_LANGUAGES = [
  ...[
    'javascript js jsx mjs',
    'typescript ts tsx',
    'bash sh shell zsh console shell-session shellsession bash-session',
  ],
  ...['yaml yml', 'python py python3', 'rust rs', 'go golang', 'cpp c++ cc', 'csharp cs c#', 'markdown md', 'ruby rb'],
  ...['text txt plain plaintext', 'markup html xml svg', 'makefile make', 'dockerfile docker', 'kotlin kt'],
  ...['haskell hs', 'powershell ps1', 'objectivec objc', 'latex tex'],
];
const LANGUAGE_KEYS = new Map(
  SAME_LANGUAGES.flatMap((names) => names.split(' ').map((name, _, [key]) => [name, key] as const)),
);

function languageKey(language: string): string {
  const name = language.toLowerCase();
  return LANGUAGE_KEYS.get(name) ?? name;
}

// Structure of Markdown output beside the Markdown that the page's author wrote: one metric per kind (headings, tables, code,
// …), and `structure`, the mean of WebMainBench's five. A page counts for a metric where the author's Markdown or the output
// has the kind; the score is the mean over these pages, undefined (NaN) when there are none or the dataset has no Markdown.
//
// The figures equal those of the reference scorer (`refs/structure-score/score.py`): `conformance.test.ts` compares them page by page.

const SOURCE = 'WebMainBench 2025 (text, code, formula, table and ROUGE-5); reference scorer of issue 14';

const mean = (sum: number, pages: number): number => (pages === 0 ? Number.NaN : sum / pages);

/** The metric of these figures: of several, the mean of their means. */
function metricOf(
  name: string,
  summary: string,
  figures: readonly FigureName[],
): MetricDefinition<Record<never, never>> {
  const metric: Metric = {
    name,
    tokeniser: 'python-words-cjk',
    options: {},
    reads: 'markdown',
    columns: figures.flatMap((figure) => [figure, `${figure} pages`]),
    aggregations: ['micro'],
    count({ structure }, output) {
      if (structure === null) return figures.flatMap(() => [0, 0]);
      const of = figuresOf(structure, output);
      return figures.flatMap((figure) => [of[figure] ?? 0, of[figure] === null ? 0 : 1]);
    },
    score(counts) {
      const means = figures
        .map((_, at) => mean(counts[2 * at], counts[2 * at + 1]))
        .filter((one) => !Number.isNaN(one));
      const sum = means.reduce((all, one) => all + one, 0);
      return mean(sum, means.length);
    },
  };
  return { name, summary, source: SOURCE, defaults: {}, optionDocs: {}, create: () => metric };
}

const NAMES = Object.keys(FIGURES) as FigureName[];

/** `structure`, then one metric per figure. */
export const STRUCTURE_METRICS: readonly MetricDefinition<Record<never, never>>[] = [
  metricOf('structure', 'mean of text_edit, code_edit, formula_edit, table_edit and table_TEDS', NAMES.slice(0, 5)),
  ...NAMES.map((name) => metricOf(name, FIGURES[name], [name])),
];

// Similarity of tables: TEDS as WebMainBench measures it and the reference scorer approximates it: rows are aligned, then cells within a row.

/** A table as Markdown, for the edit distance of tables. */
function tableText(table: MarkdownTable): string {
  const lines = table.map(({ cells }) => `| ${cells.join(' | ')} |`);
  if (table.length > 0) lines.splice(1, 0, `|${'---|'.repeat(table[0].cells.length)}`);
  return lines.join('\n');
}

const nodesOf = (table: MarkdownTable): number => table.reduce((sum, { cells }) => sum + 1 + cells.length, 1);
const sameCells = (a: MarkdownTableRow, b: MarkdownTableRow): boolean =>
  a.cells.length === b.cells.length && a.cells.every((cell, at) => cell === b.cells[at]);

/** The cost of turning one row's cells into another's; a header cell never equals a body cell. */
function rowCost(a: MarkdownTableRow, b: MarkdownTableRow): number {
  if (sameCells(a, b)) return a.isHead === b.isHead ? 0 : a.cells.length;
  let before = Array.from({ length: b.cells.length + 1 }, (_, at) => at);
  for (const [i, left] of a.cells.entries()) {
    const now = [i + 1];
    for (const [j, right] of b.cells.entries()) {
      const change = a.isHead !== b.isHead ? 1 : left === right ? 0 : 1 - editSimilarity(left, right);
      now.push(Math.min(before[j + 1] + 1, now[j] + 1, before[j] + change));
    }
    before = now;
  }
  return before[b.cells.length];
}

/** TEDS of two tables, 0…1. Rows are aligned within a band around the diagonal, so long tables stay affordable. */
function flatTeds(gold: MarkdownTable, output: MarkdownTable): number {
  if (
    gold.length === output.length &&
    gold.every((row, at) => row.isHead === output[at].isHead && sameCells(row, output[at]))
  )
    return 1;
  const band = Math.max(12, Math.abs(gold.length - output.length) + 6);
  const sizeOf = ({ cells }: MarkdownTableRow): number => 1 + cells.length;
  let before = [0];
  for (const row of output) before.push(before[before.length - 1] + sizeOf(row));
  for (let i = 1; i <= gold.length; i++) {
    const now = new Array<number>(output.length + 1).fill(Number.POSITIVE_INFINITY);
    now[0] = before[0] + sizeOf(gold[i - 1]);
    for (let j = Math.max(1, i - band); j <= Math.min(output.length, i + band); j++) {
      now[j] = Math.min(before[j] + sizeOf(gold[i - 1]), now[j - 1] + sizeOf(output[j - 1]));
      if (before[j - 1] < now[j]) now[j] = Math.min(now[j], before[j - 1] + rowCost(gold[i - 1], output[j - 1]));
    }
    before = now;
  }
  return Math.max(0, 1 - before[output.length] / Math.max(nodesOf(gold), nodesOf(output)));
}

/** Tables per page beyond which they are compared by position. */
const MAX_TABLE_PAIRS = 900;

/**
 * Similarity of a page's tables: the best alignment that keeps their order, over the number of tables of the page with more.
 * @returns 0…1, or null when neither has tables
 */
function tableSimilarity(gold: readonly MarkdownTable[], output: readonly MarkdownTable[]): number | null {
  const [n, m] = [gold.length, output.length];
  if (n === 0 && m === 0) return null;
  if (n === 0 || m === 0) return 0;
  if (n * m > MAX_TABLE_PAIRS) {
    let sum = 0;
    for (let at = 0; at < Math.min(n, m); at++) sum += flatTeds(gold[at], output[at]);
    return sum / Math.max(n, m);
  }
  let before = new Array<number>(m + 1).fill(0);
  for (let i = 1; i <= n; i++) {
    const now = [0];
    for (let j = 1; j <= m; j++) {
      const skip = Math.max(before[j], now[j - 1]);
      const isFar = Math.abs(i - j) > Math.abs(n - m) + 3;
      now.push(isFar ? skip : Math.max(skip, before[j - 1] + flatTeds(gold[i - 1], output[j - 1])));
    }
    before = now;
  }
  return before[m] / Math.max(n, m);
}

/**
 * 1 − Levenshtein's distance / length of the longer text, in code points; 1 when both are empty. Memory is linear, time is
 * the product of the lengths (without common beginning and end) over 32.
 */
export function editSimilarity(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = /[\ud800-\udfff]/.test(a + b) ? inOneUnit(a, b) : [a, b];
  const longer = Math.max(left.length, right.length);
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left.charCodeAt(start) === right.charCodeAt(start)) start++;
  let end = 0;
  while (end < shorter - start && left.charCodeAt(left.length - 1 - end) === right.charCodeAt(right.length - 1 - end))
    end++;
  return 1 - distance(left.slice(start, left.length - end), right.slice(start, right.length - end)) / longer;
}

/** The texts with each code point beyond U+FFFF as one unit that occurs in neither: only equality counts. */
function inOneUnit(a: string, b: string): readonly [string, string] {
  const used = new Set(a + b);
  const units = new Map<string, string>();
  // From the private use area upwards and around: a text holds far fewer than 65,536 different characters.
  let next = 0xe000;
  const unitOf = (pair: string): string => {
    let unit = units.get(pair);
    if (unit === undefined) {
      do unit = String.fromCharCode(next++ & 0xffff);
      while (used.has(unit));
      units.set(pair, unit);
    }
    return unit;
  };
  const replace = (text: string): string => text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, unitOf);
  return [replace(a), replace(b)];
}
