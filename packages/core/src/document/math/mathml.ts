/**
 * Converts presentation MathML to LaTeX. The maintained library for this (mathml-to-latex) includes an XML parser, adds 53 kB
 * gzipped (a tenth of the core), and converts strings, not the page's columns.
 *
 * Elements are converted from last to first. Children follow their parent in the page, so they are converted before it, without
 * recursion. Characters without a command are kept: KaTeX, MathJax and LuaLaTeX typeset them.
 */

import {
  firstChild,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  singleSpaced,
  TEXT,
  tagNames,
  textOf,
} from '@dehusk/html';
import { foldFormula } from './drawn.js';
import { ARROWS, COMMAND_PAIRS, MATRICES, OVER, STYLE_STARTS, UNDER, VARIANTS } from './symbols-data.js';

const COMMANDS: ReadonlyMap<string, string> = new Map(
  Array.from(COMMAND_PAIRS.matchAll(/(?<!\S)(\S+) (\S+)/g), ([, character, name]) => [character, `\\${name}`]),
);
/** Names of functions that LaTeX has as commands. */
const FUNCTIONS = tagNames(
  'arccos arcsin arctan arg cos cosh cot coth csc deg det dim exp gcd hom inf ker lg lim liminf limsup ln log max min Pr sec sin sinh ' +
    'sup tan tanh',
);
/** Letters in a style that Unicode had before the mathematical alphanumeric symbols. */
const OLDER_LETTERS = new Map(
  Object.entries({ mathbb: 'ℂℍℕℙℚℝℤ', mathcal: 'ℬℰℱℋℐℒℳℛ', mathfrak: 'ℭℌℨ', '': 'ℎ' }).flatMap(([style, letters]) =>
    [...letters].map((letter) => [letter, style]),
  ),
);

/** The command of a `mathvariant`, empty for none; null for one that is not known. */
function styleOfVariant(variant: string | null): string | null {
  return variant === null ? null : (VARIANTS[variant.trim().toLowerCase()] ?? null);
}

/** The command of a letter in a style, empty for none; undefined for other characters. */
function styleOfLetter(letter: string, code: number): string | undefined {
  const at = STYLE_STARTS.findLastIndex(([from]) => from <= code);
  // The last one is the end of the others.
  return at < 0 || at === STYLE_STARTS.length - 1 ? OLDER_LETTERS.get(letter) : STYLE_STARTS[at][1];
}

/** Maximum nesting of a formula: beyond it it is text. */
const MAX_DEPTH = 200;

/** What an element became. */
interface MathPart {
  readonly tex: string;
  /** `operator`: with its characters in `operator`; `table`: rows without an environment, in `tex`. */
  readonly kind: 'item' | 'operator' | 'table' | 'stack';
  readonly operator: string;
}

const item = (tex: string): MathPart => ({ tex, kind: 'item', operator: '' });
const NOTHING = item('');

/** Elements that are rows of their children. */
const ROWS = tagNames(
  'math mrow mstyle mpadded merror mtd menclose msqrt mphantom maction semantics mfenced mtr mlabeledtr mtable',
);

/** LaTeX of a `<math>` element; null when it is empty or too large. */
export function texOfMathml(page: Page, math: NodeId): string | null {
  const part = foldFormula<MathPart>(page, math, MAX_DEPTH, (node, parts) => partOf(page, node, parts));
  return (part && singleSpaced(asItem(part))) || null;
}

function partOf(page: Page, node: NodeId, parts: ReadonlyMap<NodeId, MathPart>): MathPart {
  const name = nameOf(page, node);
  switch (name) {
    case 'mi':
      return item(identifier(page, node));
    case 'mn':
      return item(styled(escaped(textAt(page, node)), page.attribute(node, 'mathvariant')));
    case 'mo':
      return operator(page, node);
    case 'mtext':
    case 'ms':
      return item(textTex(textOf(page, node), page.attribute(node, 'mathvariant')));
    case 'mspace':
      return item(space(page.attribute(node, 'width') ?? '', page.attribute(node, 'linebreak')));
    case 'annotation':
    case 'annotation-xml':
    case 'none':
    case 'mprescripts':
      return NOTHING;
  }
  const children: MathPart[] = [];
  const names: string[] = [];
  for (let child = firstChild(page, node); child >= 0; child = nextSibling(page, child))
    if (page.tag[child] !== TEXT) {
      children.push(parts.get(child) ?? NOTHING);
      names.push(nameOf(page, child));
    }
  if (ROWS.has(name)) return rowElement(page, node, name, children);
  const [a, b, c] = children.map(asItem);
  const base = children[0] ?? NOTHING;
  switch (name) {
    case 'mfrac':
      return fraction(page.attribute(node, 'linethickness'), a ?? '', b ?? '');
    case 'mroot':
      return item(`\\sqrt[${b ?? ''}]{${a ?? ''}}`);
    case 'msub':
      return scripted(base, b, undefined);
    case 'msup':
      return scripted(base, undefined, b);
    case 'msubsup':
      return scripted(base, b, c);
    case 'munder':
      return under(base, b ?? '');
    case 'mover':
      return over(base, children[1] ?? NOTHING);
    case 'munderover':
      return hasLimits(base) ? scripted(base, b, c) : over(under(base, b ?? ''), children[2] ?? NOTHING);
    case 'mmultiscripts':
      return multiscripts(children, names);
    default:
      // An unknown element is a row of its children, or its text.
      return children.length > 0 ? row(children) : item(textTex(textOf(page, node), null));
  }
}

function rowElement(page: Page, node: NodeId, name: string, children: readonly MathPart[]): MathPart {
  switch (name) {
    case 'semantics':
    case 'maction':
      return children[0] ?? NOTHING;
    case 'msqrt':
      return item(`\\sqrt{${row(children).tex}}`);
    case 'mphantom':
      return item(`\\phantom{${row(children).tex}}`);
    case 'menclose': {
      const notation = page.attribute(node, 'notation') ?? '';
      const inner = asItem(row(children));
      if (/box/.test(notation)) return item(`\\boxed{${inner}}`);
      return item(/strike/.test(notation) ? `\\cancel{${inner}}` : inner);
    }
    case 'mfenced': {
      const separators = (page.attribute(node, 'separators') ?? ',').replace(/\s/g, '');
      const inner = children.map((child, at) => {
        const separator = separators[Math.min(at, separators.length) - 1] ?? separators.at(-1) ?? '';
        return at === 0 ? asItem(child) : `${separator}${separator === ',' ? ' ' : ''}${asItem(child)}`;
      });
      const [open, close] = [page.attribute(node, 'open') ?? '(', page.attribute(node, 'close') ?? ')'];
      const only = children.length === 1 ? children[0] : item(inner.join(''));
      return fenced(open, only, close);
    }
    case 'mtd':
      return item(asItem(row(children)));
    case 'mlabeledtr': {
      const [label, ...cells] = children.map(asItem);
      return item(
        `${cells.join(' & ')}${label ? ` \\tag{${label.replace(/^(?:\\text\{)?\((.*?)\)\}?$/, '$1')}}` : ''}`,
      );
    }
    case 'mtr':
      return item(children.map(asItem).join(' & '));
    case 'mtable':
      return {
        tex: children.map(asItem).join(' \\\\ '),
        kind: 'table',
        operator: page.attribute(node, 'columnalign') ?? '',
      };
    default:
      return row(children);
  }
}

/** Several parts after another; the pair of fences around all of them grows with tall content. */
function row(children: readonly MathPart[]): MathPart {
  const visible = children.filter(({ tex, kind }) => tex !== '' || kind === 'operator');
  if (visible.length === 1) return visible[0];
  const first = visible[0];
  const last = visible.at(-1);
  if (visible.length >= 2 && first.kind === 'operator' && OPENING.includes(first.operator) && last !== undefined) {
    const inner = visible.slice(1, -1);
    if (last.kind === 'operator' && CLOSING.includes(last.operator))
      return fenced(first.operator, inner.length === 1 ? inner[0] : item(joined(inner)), last.operator);
    if (visible.length === 2 && last.kind === 'table' && first.operator === '{') return fenced('{', last, '');
  }
  return item(joined(pairedTables(visible)));
}

/** Tables between a pair of fences in a row, as matrices. */
function pairedTables(parts: readonly MathPart[]): MathPart[] {
  const result: MathPart[] = [];
  for (let at = 0; at < parts.length; at++) {
    const [open, inner, close] = [parts[at], parts[at + 1], parts[at + 2]];
    const opens = open.kind === 'operator' && OPENING.includes(open.operator);
    if (opens && (inner?.kind === 'table' || inner?.kind === 'stack')) {
      if (close?.kind === 'operator' && CLOSING.includes(close.operator)) {
        result.push(fenced(open.operator, inner, close.operator));
        at += 2;
        continue;
      }
      if (inner.kind === 'table' && open.operator === '{') {
        result.push(fenced('{', inner, ''));
        at++;
        continue;
      }
    }
    result.push(open);
  }
  return result;
}

const OPENING = '([{|‖⟨⌊⌈';
const CLOSING = ')]}|‖⟩⌋⌉';
/** Content taller than a line. */
const TALL = /\\(?:frac|begin|sum|int|prod|binom|sqrt|overbrace|underbrace)\b/;

function fenced(open: string, inner: MathPart, close: string): MathPart {
  if (inner.kind === 'table') {
    const matrix = MATRICES[open + close];
    if (matrix !== undefined) return item(`\\begin{${matrix}} ${inner.tex} \\end{${matrix}}`);
  }
  if (inner.kind === 'stack' && open === '(' && close === ')') return item(inner.operator);
  const tex = asItem(inner);
  const [left, right] = [fence(open), fence(close)];
  if (TALL.test(tex)) return item(`\\left${left || '.'} ${tex} \\right${right || '.'}`);
  return item(`${spaced(left, tex)}${spaced(tex, right).slice(tex.length)}`);
}

const fence = (character: string): string => COMMANDS.get(character) ?? escaped(character);

const LONGEST_COMMAND = 30;

/** Two pieces of TeX, the second after a space when it would continue a command. */
function spaced(left: string, right: string): string {
  return left + (/\\[a-zA-Z]+$/.test(left.slice(-LONGEST_COMMAND)) && /^[a-zA-Z]/.test(right) ? ' ' : '') + right;
}

/** Operators with space around them. */
const RELATION =
  /^(?:[=<>+]|-|\\(?:[lg]eq?|neq|approx|equiv|sim(?:eq)?|cong|propto|to|gets|mapsto|in|notin|ni|subset(?:eq)?|supset(?:eq)?|cup|cap|pm|mp|times|cdot|div|oplus|otimes|wedge|vee|(?:long)?(?:left)?rightarrow|(?:Left)?Rightarrow|leftarrow|Leftarrow|implies|iff|mid|parallel|perp|ll|gg|prec|succ|vdash|models|circ|setminus|triangleq|coloneqq))$/;

function joined(parts: readonly MathPart[]): string {
  let tex = '';
  let previous: MathPart | null = null;
  for (const part of parts) {
    const next = asItem(part);
    if (next === '') continue;
    // At the start of a row, a relation belongs to a cell of aligned equations, and a plus or minus is a sign.
    const infix =
      part.kind === 'operator' &&
      RELATION.test(next) &&
      (previous === null ? !/^(?:[-+]|\\[pm]{2})$/.test(next) : previous.kind !== 'operator');
    const after =
      previous !== null && previous.kind === 'operator' && (/[,;]$/.test(previous.tex) || tex.endsWith(' '));
    if (infix) tex += ` ${next} `;
    // After a script of one character without braces, which the next letter would seem to belong to.
    else if ((after || (/[_^][A-Za-z0-9]$/.test(tex.slice(-2)) && /^[A-Za-z0-9]/.test(next))) && !tex.endsWith(' '))
      tex += ` ${next}`;
    else tex = spaced(tex, next);
    previous = part;
  }
  return tex.trim();
}

/** A part as TeX that may be anywhere. */
function asItem({ tex, kind, operator: alignment }: MathPart): string {
  if (kind !== 'table') return tex;
  // Equations align at their relation: columns right, left.
  const environment = /^right\s+left/.test(alignment) ? 'aligned' : 'matrix';
  return `\\begin{${environment}} ${tex} \\end{${environment}}`;
}

const textAt = (page: Page, node: NodeId): string =>
  textOf(page, node)
    .replace(/[\u00a0\s]+/g, ' ')
    .trim();

/** Characters that no backslash escapes. */
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\backslash ', '^': '\\hat{}', '~': '\\sim ' };

function escaped(text: string): string {
  const plain = text.replace(/[−‐–]/g, '-');
  return plain.replace(/[\\{}#$%&_^~]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}

function identifier(page: Page, node: NodeId): string {
  const text = textAt(page, node);
  const variant = page.attribute(node, 'mathvariant');
  const characters = [...text];
  if (characters.length === 1) return symbol(characters[0], variant);
  if (FUNCTIONS.has(text)) return `\\${text}`;
  const letters = characters.map((character) => symbol(character, null)).join('');
  if (!/^[\p{L}\p{N} .-]+$/u.test(text)) return letters;
  const style = styleOfVariant(variant);
  if (style !== null && style !== '') return `\\${style}{${text}}`;
  return letters === text ? `\\mathrm{${text}}` : letters;
}

/** Variants of Greek letters, and where each style has them. */
const SIGNS = 'ϵϑϰϕϱϖ';
const SYMBOL_LETTERS = [0x1d6dc, 0x1d716, 0x1d750, 0x1d78a, 0x1d7c4];

/** One character in its style: `ℝ` is `\mathbb{R}`, `α` is `\alpha`. */
function symbol(character: string, variant: string | null): string {
  const command = COMMANDS.get(character);
  if (command !== undefined) return styled(command, variant === 'normal' ? null : variant);
  const code = character.codePointAt(0) as number;
  // The compatible forms of these would be the plain letters.
  const sign = SYMBOL_LETTERS.find((first) => code >= first && code < first + SIGNS.length);
  const plain = sign === undefined ? character.normalize('NFKC') : SIGNS[code - sign];
  const style = styleOfLetter(character, code);
  if (style !== undefined && plain !== character) {
    const letter = COMMANDS.get(plain) ?? plain;
    return style === '' ? letter : `\\${style}{${letter}}`;
  }
  // Letters of scripts without italics are upright anyway.
  return styled(escaped(character), variant === 'normal' && !/[A-Za-z]/.test(character) ? null : variant);
}

function styled(tex: string, variant: string | null): string {
  const style = styleOfVariant(variant);
  return style === null || style === '' || tex === '' ? tex : `\\${style}{${tex}}`;
}

/** Characters that only speech needs: application of a function, invisible times, comma and plus. */
const INVISIBLE = /^[\u2061-\u2064\u200b]*$/;

function operator(page: Page, node: NodeId): MathPart {
  const text = textAt(page, node);
  if (INVISIBLE.test(text)) return NOTHING;
  if (FUNCTIONS.has(text)) return item(`\\${text}`);
  const characters = [...text].filter((character) => !INVISIBLE.test(character));
  const tex =
    COMMANDS.get(text) ??
    characters.map((character) => COMMANDS.get(character) ?? escaped(character)).reduce(spaced, '');
  if (/^\p{L}{2,}$/u.test(text)) return item(`\\operatorname{${text}}`);
  return { tex, kind: 'operator', operator: text };
}

function textTex(text: string, variant: string | null): string {
  const collapsed = text.replace(/[\u00a0\s]+/g, ' ');
  if (collapsed === '') return '';
  if (collapsed === ' ') return '\\ ';
  const style = variant === 'bold' ? 'textbf' : variant === 'italic' ? 'textit' : 'text';
  const words = collapsed.replace(/[\\{}#$%&_^~]/g, (character) =>
    character === '\\' ? '\\textbackslash{}' : /[\^~]/.test(character) ? `\\${character}{}` : `\\${character}`,
  );
  return `\\${style}{${words}}`;
}

function space(width: string, linebreak: string | null): string {
  if (linebreak === 'newline') return '\\\\';
  const size =
    Number.parseFloat(width) *
    (width.endsWith('em') ? 1 : width.endsWith('ex') ? 0.5 : width.endsWith('px') ? 1 / 16 : 0);
  return size >= 2 ? '\\qquad ' : size >= 0.9 ? '\\quad ' : size > 0.1 ? '\\, ' : '';
}

function fraction(thickness: string | null, top: string, bottom: string): MathPart {
  if (thickness === null || !/^0(?:\.0*)?\D*$/.test(thickness)) return item(`\\frac{${top}}{${bottom}}`);
  return { tex: `{${top} \\atop ${bottom}}`, kind: 'stack', operator: `\\binom{${top}}{${bottom}}` };
}

const PRIMES: Readonly<Record<string, string>> = { '′': "'", '″': "''", '‴': "'''", "'": "'" };

function scripted(base: MathPart, sub: string | undefined, sup: string | undefined): MathPart {
  const prime = sup === undefined ? undefined : primes(sup);
  let tex = grouped(base);
  if (prime !== undefined) tex += prime;
  if (sub !== undefined && sub !== '') tex += `_${braced(sub)}`;
  if (prime === undefined && sup !== undefined && sup !== '') tex += `^${braced(sup)}`;
  return item(tex);
}

function primes(tex: string): string | undefined {
  const characters = tex.replace(/\\prime ?/g, '′').replace(/[{}]/g, '');
  return characters !== '' && [...characters].every((character) => PRIMES[character] !== undefined)
    ? [...characters].map((character) => PRIMES[character]).join('')
    : undefined;
}

const braced = (tex: string): string => (/^[A-Za-z0-9*+]$/.test(tex) ? tex : `{${tex.trim()}}`);

/** A base that scripts apply to as one. */
function grouped(base: MathPart): string {
  const tex = asItem(base);
  const isOne =
    /^(?:.|\d+|\\[a-zA-Z]+|\\[{}|]|\\(?:math\w+|operatorname|text|overline|bar|hat|tilde|vec|dot|ddot|overbrace|underbrace)\{[^{}]*\}|\\(?:over|under)brace\{.*\})$/su.test(
      tex,
    );
  return tex === '' ? '{}' : isOne || base.kind === 'operator' ? tex : isFenced(tex) ? tex : `{${tex}}`;
}

/** Fences around everything: `(a+b)^2` needs no braces. */
const isFenced = (tex: string): boolean =>
  /^(?:\\left)?[([][^()[\]]*[)\]]$/.test(tex) || /^\\begin\{(\w+)\}.*\\end\{\1\}$/s.test(tex);

const LIMITS =
  /^\\(?:sum|prod|coprod|int|iint|iiint|oint|bigcup|bigcap|bigoplus|bigotimes|bigvee|bigwedge|bigsqcup|lim|limsup|liminf|max|min|sup|inf|det|gcd|Pr|argmax|argmin|operatorname\{\w+\})$/;

const hasLimits = ({ tex }: MathPart): boolean => LIMITS.test(tex) || /^\\(?:under|over)brace\{/.test(tex);

const ARROW = /^[→←⟶⟵⇒⇌]$/;

function under(base: MathPart, below: string): MathPart {
  if (hasLimits(base)) return item(`${asItem(base)}_${braced(below)}`);
  const accent = UNDER[below] ?? UNDER[below.replace(/\\_/, '_')];
  return item(accent === undefined ? `\\underset{${below}}{${asItem(base)}}` : `\\${accent}{${asItem(base)}}`);
}

function over(base: MathPart, above: MathPart): MathPart {
  const inner = asItem(base);
  const accent = above.kind === 'operator' ? OVER[above.operator] : OVER[above.tex];
  if (accent !== undefined)
    return item(`\\${accent[/^(?:.|\\[a-zA-Z]+|\\math\w+\{.\})$/su.test(inner) ? 0 : 1]}{${inner}}`);
  if (base.kind === 'operator' && ARROW.test(base.operator))
    return item(`\\${ARROWS[base.operator]}{${asItem(above)}}`);
  if (hasLimits(base)) return item(`${inner}^${braced(asItem(above))}`);
  return item(`\\overset{${asItem(above)}}{${inner}}`);
}

/** A base with pairs of scripts after it, and before it those after `<mprescripts>`. */
function multiscripts(children: readonly MathPart[], names: readonly string[]): MathPart {
  const split = names.indexOf('mprescripts');
  const scripts = (from: number, to: number): string => {
    let tex = '';
    for (let at = from; at < to; at += 2) {
      const [sub, sup] = [asItem(children[at]), at + 1 < to ? asItem(children[at + 1]) : ''];
      tex += `${at > from ? '{}' : ''}${sub === '' ? '' : `_${braced(sub)}`}${sup === '' ? '' : `^${braced(sup)}`}`;
    }
    return tex;
  };
  const before = split < 0 ? '' : scripts(split + 1, children.length);
  const base = grouped(children[0] ?? NOTHING);
  return item(`${before === '' ? '' : `{}${before}`}${base}${scripts(1, split < 0 ? children.length : split)}`);
}
