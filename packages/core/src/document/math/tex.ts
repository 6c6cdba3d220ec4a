/** Operations on TeX strings: clean them, remove delimiters, distinguish TeX from prose. */
import { singleSpaced } from '@dehusk/html';
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

const PAIRS: readonly (readonly [open: string, close: string, display: boolean])[] = [
  ['\\[', '\\]', true],
  ['\\(', '\\)', false],
  ['$$', '$$', true],
  ['$', '$', false],
];

/** TeX without the delimiters around all of it, and what they say: display, inline, or null without delimiters. */
export function undelimited(text: string): { readonly tex: string; readonly display: boolean | null } {
  const tex = text.trim();
  for (const [open, close, display] of PAIRS) {
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
