/**
 * Finds the formulas of a Markdown text outside code and replaces each by a placeholder, so that the Markdown parser cannot
 * read `_` or `\\` in them. The patterns and their limits are the reference scorer's.
 */
import { SPACE, trim, trimEnd } from './python-text.js';

/** Around a formula's number in the text, and around a code span's number while formulas are searched. */
const FORMULA = /\ue000(\d+)\ue001/g;
const CODE = /\ue002(\d+)\ue003/g;

export function replaceFormulas(text: string, by: (formula: number) => string): string {
  return text.replace(FORMULA, (_, formula: string) => by(Number(formula)));
}

const FENCE = /^(?:[ \t]*(?:>[ \t]?)*(?:(?:[-*+]|\p{Nd}+[.)])[ \t]+)*)[ \t]*(`{3,}|~{3,})([^\n]*)$/u;
/** The line breaks of Python's `splitlines`. */
const LINES =
  /(?:[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]))|[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]+$/g;
const INLINE_CODE = /(?<![`\\])(`+)(?!`)((?:(?!\n[ \t]*\n)[\s\S])+?)(?<!`)\1(?!`)/g;

type FormulaSpan = readonly [from: number, to: number];

/** Fenced blocks and code spans, in order. */
function codeSpans(markdown: string): readonly FormulaSpan[] {
  const fenced: FormulaSpan[] = [];
  let open: { readonly from: number; readonly fence: string } | null = null;
  let at = 0;
  for (const line of markdown.match(LINES) ?? []) {
    if (open === null) {
      // The test first: the pattern is slow on long runs of spaces.
      const [, fence, info] = (/```|~~~/.test(line) && FENCE.exec(line.replace(/\n+$/, ''))) || [];
      if (fence !== undefined && !(fence.startsWith('`') && info.includes('`'))) open = { from: at, fence };
    } else {
      const text: string = trim(line).replace(/^[> \t]+/, '');
      if (text.length >= open.fence.length && text === open.fence[0].repeat(text.length)) {
        fenced.push([open.from, at + line.length]);
        open = null;
      }
    }
    at += line.length;
  }
  if (open !== null) fenced.push([open.from, markdown.length]);
  const spans: FormulaSpan[] = [];
  const addInline = (from: number, to: number): void => {
    for (const found of markdown.slice(from, to).matchAll(INLINE_CODE))
      spans.push([from + found.index, from + found.index + found[0].length]);
  };
  let last = 0;
  for (const [from, to] of fenced) {
    addInline(last, from);
    spans.push([from, to]);
    last = to;
  }
  addInline(last, markdown.length);
  return spans;
}

const NO_BLANK_LINE = '(?!\\n[ \\t]*\\n)';
const ENVIRONMENTS = 'align|aligned|equation|gather|eqnarray|multline|alignat|cases|array|[bpvB]?matrix';
const MATH = new RegExp(
  [
    `(?<!\\\\)\\$\\$(?<dollars>(?:${NO_BLANK_LINE}[^$]|\\\\\\$){1,6000}?)\\$\\$`,
    `(?<!\\\\)\\\\\\[(?<brackets>(?:${NO_BLANK_LINE}[\\s\\S]){1,6000}?)\\\\\\]`,
    `(?<!\\\\)\\\\\\((?<parentheses>(?:${NO_BLANK_LINE}[\\s\\S]){1,2000}?)\\\\\\)`,
    `(?<environment>\\\\begin\\{(?<name>${ENVIRONMENTS})(?<star>\\*?)\\}[\\s\\S]{1,6000}?\\\\end\\{\\k<name>\\k<star>\\})`,
    `(?<![\\\\$A-Za-z0-9])\\$(?<dollar>(?![${SPACE}$])(?:${NO_BLANK_LINE}[^$\\\\]|\\\\[\\s\\S]){0,1500}?(?<![${SPACE}]))\\$(?![\\p{Nd}$])`,
  ].join('|'),
  'gu',
);
/** What `\(…\)` and `\[…\]` need to be a formula instead of escaped brackets. */
const TEX = /\\[a-zA-Z]+|[\^_=]/;

/** Takes the formulas out of a Markdown text: the text with placeholders, and TeX without delimiters in the order of the text. */
export function takeFormulas(markdown: string) {
  const code: string[] = [];
  let text = '';
  let last = 0;
  for (const [from, to] of codeSpans(markdown)) {
    text += `${markdown.slice(last, from)}\ue002${code.push(markdown.slice(from, to)) - 1}\ue003`;
    last = to;
  }
  text += markdown.slice(last);
  const withCode = (of: string): string => of.replace(CODE, (_, at: string) => code[Number(at)] ?? '');
  const formulas: string[] = [];
  text = text.replace(MATH, (...found) => {
    const groups: Readonly<Record<string, string | undefined>> = found.at(-1);
    const { dollars, brackets, parentheses, environment, dollar } = groups;
    const inner = dollars || brackets || parentheses || environment || dollar || '';
    if ((brackets || parentheses) && !TEX.test(inner)) return found[0];
    if (trim(inner) === '') return found[0];
    return `\ue000${formulas.push(trim(inner)) - 1}\ue001`;
  });
  return { text: withCode(text), formulas: formulas.map(withCode) };
}

/** A code block without white space at the end of lines, and without empty lines at its ends. */
export function codeKey(code: string): string {
  const lines = code
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/\u00a0/g, ' ')
    .replace(/^\n+|\n+$/g, '')
    .split('\n');
  return lines
    .map(trimEnd)
    .join('\n')
    .replace(/^\n+|\n+$/g, '');
}
