/** The figures of one page: its Markdown beside the author's. */
import type { StructureGold } from '../../datasets/dataset.js';
import type { Metric, MetricDefinition } from '../metric.js';
import { sharedCount } from '../tokens.js';
import type { MarkdownStructure } from './parse-markdown.js';
import { codeKey, isBareLink, parseMarkdown } from './parse-markdown.js';
import { urlKey, withoutSpaces, wordsOf, wordText } from './python-text.js';
import { editSimilarity, tableSimilarity, tableText } from './tables.js';

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
const known = new WeakMap<
  StructureGold,
  { readonly parsed: MarkdownStructure; output: string | null; figures: Figures | null }
>();

export function figuresOf(gold: StructureGold, output: string): Figures {
  let entry = known.get(gold);
  if (entry === undefined) {
    entry = { parsed: parsed(gold, gold.markdown), output: null, figures: null };
    known.set(gold, entry);
  }
  if (entry.figures === null || entry.output !== output) {
    entry.figures = compare(gold, entry.parsed, parsed(gold, output));
    entry.output = output;
  }
  return entry.figures;
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
): Pick<Figures, 'code_lang' | 'code_block_recall'> {
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

function footnoteFigures(
  gold: readonly string[],
  output: MarkdownStructure,
): Pick<Figures, 'footnote_kept' | 'footnote_text'> {
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
