/** Operations on TeX strings: clean them, remove delimiters, distinguish TeX from prose. */
import { memoized, type NodeId, type Page, singleSpaced, textOf } from '@dehusk/html';
import type { Inline } from '../document.js';

export type Formula = Inline & { readonly type: 'math' };

/** Environments that are formulas without other delimiters. */
const ENVIRONMENTS =
  'equation align alignat flalign gather multline eqnarray displaymath math subequations split aligned alignedat gathered ' +
  'array cases dcases rcases matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix IEEEeqnarray CD tikzcd';
const FORMULA_ENVIRONMENTS: ReadonlySet<string> = new Set(ENVIRONMENTS.split(' '));

/** Signs that prose does not have: a command of two letters, a script in braces, a script after one letter. */
const CLEARLY_TEX =
  /\\[a-zA-Z]{2}|[_^]\s*\{|(?<![A-Za-z])[A-Za-z]'*_[A-Za-z0-9](?![A-Za-z0-9_])|[A-Za-z0-9)\]}]\s*\^\s*[A-Za-z0-9\\+*-]/;
const TEX_SIGN = /[\\^_={}<>|]/;
const WORD = /^["'(]?\p{L}{2,}[\p{P}]*$/u;
/** Words of formulas. */
const FUNCTION_NAMES =
  /\b(?:sin|cos|tan|cot|sec|csc|log|ln|lg|exp|min|max|sup|inf|lim|det|dim|mod|gcd|lcm|arg|deg|ker|Pr)\b/g;

/** True for an environment that typesets a formula, starred or not. */
export function isFormulaEnvironment(name: string): boolean {
  return FORMULA_ENVIRONMENTS.has(name.replace(/\*$/, ''));
}

/** True for text that has signs of TeX which prose and code in prose do not have. */
export function isClearlyTex(text: string): boolean {
  return CLEARLY_TEX.test(text);
}

/** True for text between two dollars that is prose: a price with the words or the number after it. */
export function isProse(text: string, after = ''): boolean {
  if (TEX_SIGN.test(text)) return false;
  if (/^\s*\d/.test(text) && /\d/.test(after)) return true;
  const words = text.trim().split(/\s+/);
  const startsWithPrice = /^\d/.test(words[0]);
  return words.some((word, at) => WORD.test(word) && at > 0 && (startsWithPrice || WORD.test(words[at - 1])));
}

/** True for letters, numbers and operators without a word: `n`, `O(n log n)`, `x + y`. */
export function isPlainMath(text: string): boolean {
  return text.length <= 80 && !/\p{L}{3,}/u.test(text.replace(FUNCTION_NAMES, ''));
}

/** The formula of TeX as a page has it: comments removed, white space collapsed; null for none. */
export function formulaOf(tex: string, display: boolean, text = ''): Formula | null {
  const cleaned = cleanTex(tex);
  return cleaned === '' ? null : { type: 'math', tex: cleaned, text, display };
}

/** TeX on one line: without comments, which would swallow what follows, and without MediaWiki's style around all of it. */
function cleanTex(tex: string): string {
  const marked = tex.replace(/(?:%\s*)?(?:<!\[CDATA\[|\]\]>)/g, '');
  // A comment ends with its line: after the last line feed there is none.
  const end = marked.lastIndexOf('\n') + 1;
  const bare = (marked.slice(0, end).replace(/(?<!\\)((?:\\\\)*)%[^\n]*\n/g, '$1\n') + marked.slice(end))
    .replace(/[\u200b\u2060\ufeff]/g, '')
    .replace(/\u00a0/g, ' ');
  const single = singleSpaced(bare);
  const style = /^\{\\(?:display|text|script)style\s/.exec(single);
  return style !== null && closingBrace(single) === single.length - 1
    ? single.slice(style[0].length, -1).trim()
    : single;
}

/** Position of the brace that closes the one at the start, or −1. */
function closingBrace(tex: string): number {
  let level = 0;
  for (let at = 0; at < tex.length; at++)
    if (tex[at] === '\\') at++;
    else if (tex[at] === '{') level++;
    else if (tex[at] === '}' && --level === 0) return at;
  return -1;
}

/** The usual delimiters; without a configuration, MathJax and KaTeX read these, but not single dollars. */
const USUAL: readonly (readonly [open: string, close: string, display: boolean])[] = [
  ['$$', '$$', true],
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$', '$', false],
];

/** TeX without the delimiters around all of it, and what they say: display, inline, or null without delimiters. */
export function undelimited(text: string): { readonly tex: string; readonly display: boolean | null } {
  const tex = text.trim();
  for (const [open, close, display] of USUAL) {
    const end = tex.length - close.length;
    if (!tex.startsWith(open) || !tex.endsWith(close) || end < open.length) continue;
    return tex.indexOf(close, open.length) === end
      ? { tex: tex.slice(open.length, end), display }
      : { tex, display: null };
  }
  const environment = /^\\begin\{([a-zA-Z]+\*?)\}/.exec(tex)?.[1];
  const whole = environment !== undefined && tex.endsWith(`\\end{${environment}}`) && isFormulaEnvironment(environment);
  return {
    tex,
    display: whole && /^(?:equation|align|gather|multline|eqnarray|displaymath)/.test(environment) ? true : null,
  };
}

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
    ignoresAll ||= ignore.some((name) => name.includes('*'));
    for (const name of ignore) ignored.add(name);
    for (const name of classesAfter(text, /\bprocess(?:Html)?Class\b["']?\s*:\s*/)) processed.add(name);
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

/** The class names of `ignoreHtmlClass: 'a|b'` after a pattern. */
function classesAfter(text: string, pattern: RegExp): string[] {
  const found = pattern.exec(text);
  if (found === null) return [];
  STRING.lastIndex = found.index + found[0].length;
  const names = STRING.exec(text)?.[0].slice(1, -1).split('|') ?? [];
  return names.filter((name) => name !== '');
}
