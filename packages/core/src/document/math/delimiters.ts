/**
 * The delimiters of TeX in a page's text: those of its MathJax or KaTeX configuration, or the usual ones without a configuration.
 */
import { memoized, type NodeId, type Page, textOf } from '@dehusk/html';

/**
 * The reason to read text between two delimiters as TeX. `declared`: the page's configuration names them. `typeset`: the page
 * loads a program that typesets TeX, with a configuration that is not visible. `none`: only the text can tell.
 */
type DelimiterEvidence = 'declared' | 'typeset' | 'none';

export interface Delimiters {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
  readonly evidence: DelimiterEvidence;
}

export interface TexReading {
  /** Longest opening first. */
  readonly delimiters: readonly Delimiters[];
  /** True when the page loads a program that typesets TeX. */
  readonly typesets: boolean;
  /** Class names of elements whose text is not TeX, and of elements inside them whose text is. */
  readonly ignored: ReadonlySet<string>;
  readonly processed: ReadonlySet<string>;
  /** True when only `processed` elements have TeX. */
  readonly ignoresAll: boolean;
}

const TYPESETTER = /mathjax|katex|mathlive|texme|temml|jsmath/i;
/** Words in scripts that configure or call such a program. */
const CONFIGURING = ['MathJax', 'renderMathInElement', 'inlineMath', 'katex', 'KaTeX'];
/** One of them is in each of those. Short words with rare first letters are found in a fifth of the time. */
const MAYBE_CONFIGURING = ['Math', 'katex', 'KaTeX'];
/** Longest part of a script searched for a configuration, and longest list of delimiters, in characters. */
const MAX_SCRIPT = 200_000;
const MAX_LIST = 2_000;
/** Lists of delimiters read in one script, and pairs of a page: each is searched for at each character. */
const MAX_LISTS = 10;
const MAX_PAIRS = 100;

/** Without a configuration, MathJax and KaTeX read these, but not single dollars. */
const USUAL: readonly (readonly [open: string, close: string, display: boolean])[] = [
  ['$$', '$$', true],
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$', '$', false],
];

/** False when no script declares delimiters or calls a program that typesets TeX. */
export const mayConfigure: (page: Page) => boolean = memoized(({ chars }: Page) => hasOne(chars, MAYBE_CONFIGURING));

const hasOne = (text: string, words: readonly string[]): boolean => words.some((word) => text.includes(word));

/** Reads the scripts of a page once. */
export const texReadingOf: (page: Page) => TexReading = memoized((page: Page) => {
  const declared: Delimiters[] = [];
  const ignored = new Set(['tex2jax_ignore', 'mathjax_ignore', 'no-mathjax', 'nomath', 'notex']);
  const processed = new Set(['tex2jax_process', 'mathjax_process']);
  let ignoresAll = false;
  let typesets = false;
  let namesInline = false;
  const declare = (open: string, close: string, display: boolean): void => {
    if (open.length > 0 && close.length > 0 && open.length < 20 && declared.length < MAX_PAIRS)
      declared.push({ open, close, display, evidence: 'declared' });
  };
  const hasConfiguration = mayConfigure(page);
  const script = page.nameIndex('script');
  const link = page.nameIndex('link');
  for (let node: NodeId = 0; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag === link) typesets ||= TYPESETTER.test(page.attribute(node, 'href') ?? '');
    if (tag !== script) continue;
    typesets ||= TYPESETTER.test(page.attribute(node, 'src') ?? '');
    if (!hasConfiguration) continue;
    const text = textOf(page, node).slice(0, MAX_SCRIPT);
    if (!hasOne(text, MAYBE_CONFIGURING) || !hasOne(text, CONFIGURING)) continue;
    typesets = true;
    for (const list of listsAfter(text, /\binlineMath\b["']?\s*[:=]\s*/g)) {
      namesInline ||= !list.includes('[+]');
      for (const [open, close] of pairsOf(list)) declare(open, close, false);
    }
    for (const list of listsAfter(text, /\bdisplayMath\b["']?\s*[:=]\s*/g))
      for (const [open, close] of pairsOf(list)) declare(open, close, true);
    for (const list of listsAfter(text, /\bdelimiters\b["']?\s*[:=]\s*/g))
      for (const [open, close, display] of katexDelimiters(list)) {
        namesInline = true;
        declare(open, close, display);
      }
    const ignore = classesAfter(text, /\bignore(?:Html)?Class\b["']?\s*:\s*/);
    if (ignore?.some((name) => name.includes('*'))) ignoresAll = true;
    for (const name of ignore ?? []) ignored.add(name);
    for (const name of classesAfter(text, /\bprocess(?:Html)?Class\b["']?\s*:\s*/) ?? []) processed.add(name);
  }
  const delimiters = [...declared];
  for (const [open, close, display] of USUAL)
    if (!declared.some((one) => one.open === open)) {
      // A configuration without single dollars leaves them to prices.
      if (open === '$' && namesInline) continue;
      const evidence = typesets && !(namesInline && open === '\\(') ? 'typeset' : 'none';
      delimiters.push({ open, close, display, evidence });
    }
  delimiters.sort((one, other) => other.open.length - one.open.length);
  return { delimiters, typesets, ignored, processed, ignoresAll };
});

/** The lists and objects after each match of a pattern that ends before them. */
function* listsAfter(text: string, pattern: RegExp): Generator<string> {
  let lists = 0;
  for (const found of text.matchAll(pattern)) {
    if (++lists > MAX_LISTS) return;
    const from = found.index + found[0].length;
    if (text[from] === '[' || text[from] === '{') yield balanced(text, from);
  }
}

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/y;

/** The bracketed part of a script that begins at `from`, as far as {@link MAX_LIST}. */
function balanced(text: string, from: number): string {
  let level = 0;
  const end = Math.min(text.length, from + MAX_LIST);
  for (let at = from; at < end; at++) {
    STRING.lastIndex = at;
    const string = STRING.exec(text);
    if (string !== null) at += string[0].length - 1;
    else if (text[at] === '[' || text[at] === '{') level++;
    else if ((text[at] === ']' || text[at] === '}') && --level === 0) return text.slice(from, at + 1);
  }
  return text.slice(from, end);
}

const STRINGS = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g;

/** The value of a string literal without its quotes. */
function literalValue(literal: string): string {
  return literal.replace(/\\(.)/g, '$1');
}

/** Pairs of a MathJax configuration: `[['$','$'],['\\(','\\)']]`, also after the key `'[+]'`. */
function pairsOf(list: string): [string, string][] {
  const values = Array.from(list.matchAll(STRINGS), ([, a, b, c]) => literalValue(a ?? b ?? c));
  if (/^[[(]?[+-]/.test(values[0] ?? '')) values.shift();
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < values.length; at += 2) pairs.push([values[at], values[at + 1]]);
  return pairs;
}

const KATEX_FIELD =
  /\b(left|right|display)\b["']?\s*:\s*(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(true|false|!0|!1))/g;

/** Delimiters of KaTeX's auto-render: `[{left: '$', right: '$', display: false}]`. */
function katexDelimiters(list: string): [string, string, boolean][] {
  const found: [string, string, boolean][] = [];
  let one: { left?: string; right?: string; display?: boolean } = {};
  for (const [, field, a, b, truth] of list.matchAll(KATEX_FIELD)) {
    if (field === 'display') one.display = truth === 'true' || truth === '!0';
    else one[field as 'left' | 'right'] = literalValue(a ?? b ?? '');
    if (one.left === undefined || one.right === undefined || one.display === undefined) continue;
    // Environments are read without configuration.
    if (!one.left.startsWith('\\begin')) found.push([one.left, one.right, one.display]);
    one = {};
  }
  return found;
}

/** The class names of `ignoreHtmlClass: 'a|b'` after a pattern, or null without one. */
function classesAfter(text: string, pattern: RegExp): string[] | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  STRING.lastIndex = found.index + found[0].length;
  const literal = STRING.exec(text)?.[0];
  return literal === undefined
    ? null
    : literal
        .slice(1, -1)
        .split('|')
        .filter((name) => name !== '');
}
