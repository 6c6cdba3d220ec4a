/**
 * Formulas written as TeX in the text of a page: `\(x\)`, `$$x$$`, `\begin{align}…\end{align}`.
 *
 * Text is read in runs: text nodes with only line breaks and emphasis between them. Markdown processors read the underscores of
 * `$x_{i} + y_{j}$` as emphasis; inside formulas, the underscores are restored.
 */
import { type NodeId, nameOf, type Page, PREFORMATTED, TEXT, tagNames, tagTable, textOf, UNREAD } from '@dehusk/html';
import {
  type Delimiters,
  type Formula,
  formulaOf,
  isClearlyTex,
  isFormulaEnvironment,
  isPlainMath,
  isProse,
  mayConfigure,
  type TexReading,
  texReadingOf,
} from './tex.js';

/** A formula in text; null for delimiters around text that is none. */
export interface TextFormula {
  readonly formula: Formula | null;
  /** Offsets into the characters of the page, delimiters included. */
  readonly from: number;
  readonly to: number;
  /** The text node in which it ends. */
  readonly last: NodeId;
}

interface TextFormulas {
  /** By the text node in which they begin, in order. */
  readonly starting: ReadonlyMap<NodeId, readonly TextFormula[]>;
  /** Emphasis that was underscores of formulas. */
  readonly noEmphasis: ReadonlySet<NodeId>;
}

const NO_TEXT_FORMULAS: TextFormulas = { starting: new Map(), noEmphasis: new Set() };

/** First characters of the delimiters that pages need not declare. */
const SIGNS = ['$', '\\'];
/** Elements whose text is never TeX, as in MathJax and KaTeX. */
const IGNORED = tagNames(UNREAD, PREFORMATTED, 'noscript option code kbd samp annotation');
const EMPHASIS = tagNames('em');
const BREAKS = tagNames('br wbr');
/** Class names of elements whose text is TeX between delimiters, whatever the configuration. */
const TEX_CONTAINER =
  /(?:^|\s)(?:math|math-inline|math-display|arithmatex|math-container|tex|latex|mathjax|MathJax_Preview|katex|equation)(?:\s|$)/;

/** Longest formula in characters. Display formulas of a page fill a screen at most. */
const MAX_INLINE = 3_000;
const MAX_DISPLAY = 20_000;
/** Characters read in vain before a page's text is given up, besides its length: bounds the time for unclosed delimiters. */
const FREE_READING = 1_000_000;

/** Stands for the tag of emphasis in the text of a run. */
const TAG = '\ufdd0';
/** Fills up a dollar to the length of the delimiter it replaces. */
const FILL = '\ufdd1';

interface TextRun {
  text: string;
  /** Text nodes and tags of emphasis, by position in `text`. */
  readonly pieces: { readonly at: number; readonly node: NodeId }[];
  readonly tags: { readonly at: number; readonly node: NodeId }[];
  forced: boolean;
  /** True when a text may begin a formula. */
  signed: boolean;
}

interface FoundFormula {
  readonly from: number;
  readonly to: number;
  readonly tex: string;
  readonly display: boolean;
}

/**
 * Finds the formulas in a page's text. Linear in the page.
 *
 * @param elements elements whose subtrees are not searched
 * @param mispaired elements whose delimiters `\(` and `\)` were dollars, or `\[` and `\]` nothing
 */
export function textFormulas(
  page: Page,
  elements: ReadonlyMap<NodeId, unknown>,
  mispaired: ReadonlySet<NodeId>,
): TextFormulas {
  const signed = textsWithSigns(page);
  if (signed.indexOf(1) < 0) return NO_TEXT_FORMULAS;
  const reading = texReadingOf(page);
  const starting = new Map<NodeId, TextFormula[]>();
  const noEmphasis = new Set<NodeId>();
  const search = searchOf(reading, page.chars.length + FREE_READING);

  const endRun = (run: TextRun): void => {
    for (const one of crossingWhole(run, search(run.text, run.forced), noEmphasis)) {
      const first = pieceAt(run, one.from);
      const last = pieceAt(run, one.to - 1);
      const formula = formulaOf(one.tex.replace(/^latex\s/, ''), one.display);
      const formulas = starting.get(first.node) ?? [];
      if (formulas.length === 0) starting.set(first.node, formulas);
      formulas.push({
        formula,
        from: page.textFrom[first.node] + one.from - first.at,
        to: page.textFrom[last.node] + one.to - last.at,
        last: last.node,
      });
    }
  };
  readRuns(page, signed, reading, elements, mispaired, endRun);
  return { starting, noEmphasis };
}

/** Per node: 1 for text outside scripts and code that has what may begin a formula. */
function textsWithSigns(page: Page): Uint8Array {
  const signed = new Uint8Array(page.size);
  if (mayConfigure(page) && texReadingOf(page).delimiters.some(({ open }) => !SIGNS.includes(open[0])))
    return signed.fill(1);
  const ignored = tagTable(page, IGNORED);
  for (const sign of SIGNS) {
    let node: NodeId = 0;
    for (let at = page.chars.indexOf(sign); at >= 0; at = page.chars.indexOf(sign, page.textTo[node])) {
      while (page.tag[node] !== TEXT || page.textTo[node] <= at) node++;
      if (ignored[page.tag[page.parent[node]]] === 0) signed[node] = 1;
    }
  }
  return signed;
}

/** Walks over a page and hands on each run that may have a formula. Elements without one are skipped. */
function readRuns(
  page: Page,
  signed: Uint8Array,
  reading: TexReading,
  elements: ReadonlyMap<NodeId, unknown>,
  mispaired: ReadonlySet<NodeId>,
  endRun: (run: TextRun) => void,
): void {
  const ignored = tagTable(page, IGNORED);
  const emphasis = tagTable(page, EMPHASIS);
  const breaks = tagTable(page, BREAKS);
  /** Per element: 0 where text is not TeX, 1 where it may be, 2 where it is. */
  const mode = new Uint8Array(page.size);
  /** Per element: itself, or for emphasis the nearest element around that is none. */
  const holder = new Int32Array(page.size);
  mode[0] = reading.ignoresAll ? 0 : 1;
  const newRun = (): TextRun => ({ text: '', pieces: [], tags: [], forced: false, signed: false });
  let run = newRun();
  let nextSigned = 0;
  let runHolder = -1;
  const open: NodeId[] = [];
  const flush = (): void => {
    if (run.signed) endRun(run);
    if (run.pieces.length + run.tags.length > 0) run = newRun();
    open.length = 0;
  };
  const addTag = (node: NodeId): void => {
    run.tags.push({ at: run.text.length, node });
    run.text += TAG;
  };
  for (let node = 1; node < page.size; node++) {
    while (open.length > 0 && page.end[open[open.length - 1]] <= node) addTag(open.pop() as NodeId);
    const parent = page.parent[node];
    if (page.tag[node] === TEXT) {
      if (mode[parent] === 0) continue;
      if (holder[parent] !== runHolder) {
        flush();
        runHolder = holder[parent];
      }
      run.forced ||= mode[parent] === 2;
      run.signed ||= signed[node] === 1;
      run.pieces.push({ at: run.text.length, node });
      run.text += mispaired.has(parent) ? inDollars(textOf(page, node)) : textOf(page, node);
    } else if (breaks[page.tag[node]] === 1) {
      if (run.pieces.length > 0 && nameOf(page, node) === 'br') run.text += '\n';
    } else if (elements.has(node)) {
      flush();
      runHolder = -1;
      node = page.end[node] - 1;
    } else if (mispaired.has(node)) {
      mode[node] = 2;
      holder[node] = holder[parent];
    } else if (emphasis[page.tag[node]] === 1) {
      mode[node] = mode[parent];
      holder[node] = holder[parent];
      if (holder[node] !== runHolder) {
        flush();
        runHolder = holder[node];
      }
      addTag(node);
      open.push(node);
    } else {
      flush();
      runHolder = -1;
      if (nextSigned < node) nextSigned = signed.indexOf(1, node);
      if (nextSigned < 0) break;
      if (nextSigned >= page.end[node]) {
        node = page.end[node] - 1;
        continue;
      }
      holder[node] = node;
      mode[node] = modeOf(page, node, ignored[page.tag[node]] === 1, mode[parent], reading);
    }
  }
  flush();
}

/** `\(x\)` with dollars, `\[x\]` without delimiters, as long as before. */
function inDollars(text: string): string {
  const [open, close] = text.startsWith('\\(') ? [`${FILL}$`, `$${FILL}`] : [FILL + FILL, FILL + FILL];
  return open + text.slice(2, -2) + close;
}

function modeOf(page: Page, node: NodeId, ignored: boolean, around: number, reading: TexReading): number {
  if (ignored) return 0;
  const classes = page.attribute(node, 'class');
  if (nameOf(page, node) === 'math-renderer') return 2;
  if (classes === null || classes === '') return around;
  const names = classes.split(/\s+/, 50);
  if (names.some((name) => reading.processed.has(name))) return Math.max(1, around);
  if (names.some((name) => reading.ignored.has(name))) return 0;
  return TEX_CONTAINER.test(classes) ? 2 : around;
}

/** A function that finds the formulas of a run's text. It gives up after reading `budget` characters in vain. */
function searchOf(reading: TexReading, budget: number): (text: string, forced: boolean) => FoundFormula[] {
  const escaped = reading.delimiters.map(({ open }) => open.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const source = `${FILL}+|\\\\\\\\|\\\\\\$|(${escaped.join('|')})|\\\\begin\\{([a-zA-Z]+\\*?)\\}`;
  const pattern = new RegExp(source, 'g');
  let left = budget;
  return (text, forced) => {
    const found: FoundFormula[] = [];
    if (left <= 0) return found;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
      const [whole, opening, environment] = match;
      const from = match.index;
      const innerFrom = from + whole.length;
      if (whole.startsWith(FILL)) found.push({ from, to: innerFrom, tex: '', display: false });
      else if (environment !== undefined) {
        if (!isFormulaEnvironment(environment)) continue;
        const to = environmentEnd(text, innerFrom, environment);
        if (to > 0) {
          found.push({ from, to, tex: restored(text, from, to), display: environment !== 'math' });
          pattern.lastIndex = to;
        } else left -= MAX_DISPLAY;
      } else if (opening !== undefined) {
        const delimiters = reading.delimiters.find(({ open }) => open === opening) as Delimiters;
        const end = endOf(text, innerFrom, delimiters);
        const tex = end < 0 ? '' : restored(text, innerFrom, end);
        const to = end + delimiters.close.length;
        if (end >= 0 && isFormula(tex, delimiters, text[from - 1], text[to], forced)) {
          found.push({ from, to, tex, display: delimiters.display });
          pattern.lastIndex = to;
        } else left -= end < 0 ? longest(delimiters) : end - from;
      }
      if (left <= 0) break;
    }
    return found;
  };
}

const longest = ({ display }: Delimiters): number => (display ? MAX_DISPLAY : MAX_INLINE);

/** Position of the closing delimiter outside braces, else of the first one; −1 for none. */
function endOf(text: string, from: number, delimiters: Delimiters): number {
  const { close } = delimiters;
  const end = Math.min(text.length, from + longest(delimiters));
  let level = 0;
  let inBraces = -1;
  for (let at = from; at < end; at++) {
    if (text.startsWith(close, at)) {
      if (level <= 0) return at;
      if (inBraces < 0) inBraces = at;
    }
    const character = text[at];
    if (character === '\\') at++;
    else if (character === '{') level++;
    else if (character === '}') level--;
  }
  return inBraces;
}

/** Position after the `\end` of an environment, −1 for none. */
function environmentEnd(text: string, from: number, name: string): number {
  const close = `\\end{${name}}`;
  const open = `\\begin{${name}}`;
  const part = text.slice(from, from + MAX_DISPLAY);
  let level = 1;
  let at = 0;
  for (;;) {
    const end = part.indexOf(close, at);
    if (end < 0) return -1;
    for (let inner = part.indexOf(open, at); inner >= 0 && inner < end; inner = part.indexOf(open, inner + 1)) level++;
    at = end + close.length;
    if (--level === 0) return from + at;
  }
}

const ALPHANUMERIC = /[\p{L}\p{N}]/u;

/** True when the text between two delimiters is a formula. */
function isFormula(
  inner: string,
  { open, evidence }: Delimiters,
  before: string | undefined,
  after: string | undefined,
  forced: boolean,
): boolean {
  const tex = inner.trim();
  if (tex === '') return false;
  const single = open === '$';
  if (single && isProse(inner, after)) return false;
  if (forced || evidence === 'declared') return true;
  if (!single) return evidence === 'typeset' || isClearlyTex(tex);
  // As in Pandoc: no space inside the dollars, no digit after them. A word before or after makes them names of variables.
  if (/\s/.test(inner[0]) || /\s/.test(inner[inner.length - 1])) return /^latex\s/.test(inner) && isClearlyTex(tex);
  if (isAsciiWord(before) || isAsciiWord(after)) return false;
  return isClearlyTex(tex) || (evidence === 'typeset' && isPlainMath(tex));
}

/** Letters of scripts without spaces between words may be beside a formula. */
const isAsciiWord = (character: string | undefined): boolean =>
  character !== undefined && character < '\u0250' && ALPHANUMERIC.test(character);

function pieceAt({ pieces }: TextRun, at: number): { readonly at: number; readonly node: NodeId } {
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (pieces[middle].at <= at) low = middle;
    else high = middle - 1;
  }
  return pieces[low];
}

/** The formulas without those that hold one tag of an emphasis whose other tag is in none. */
function crossingWhole(run: TextRun, found: readonly FoundFormula[], noEmphasis: Set<NodeId>): readonly FoundFormula[] {
  if (run.tags.length === 0 || found.length === 0) return found;
  let formulas = found;
  // Dropping a formula may leave another with half an emphasis. Two rounds settle all but made-up pages.
  for (let round = 0; round < 3; round++) {
    const inside = tagsInside(run, formulas);
    const counts = new Map<NodeId, number>();
    for (const tags of inside) for (const node of tags) counts.set(node, (counts.get(node) ?? 0) + 1);
    const whole = formulas.filter((_, at) => inside[at].every((node) => counts.get(node) === 2));
    if (whole.length === formulas.length) {
      for (const node of counts.keys()) noEmphasis.add(node);
      return formulas;
    }
    formulas = whole;
  }
  const inside = tagsInside(run, formulas);
  return formulas.filter((_, at) => inside[at].length === 0);
}

/** Per formula: the elements with a tag inside. */
function tagsInside({ tags }: TextRun, formulas: readonly FoundFormula[]): NodeId[][] {
  let next = 0;
  return formulas.map(({ from, to }) => {
    const inside: NodeId[] = [];
    while (next < tags.length && tags[next].at < from) next++;
    for (; next < tags.length && tags[next].at < to; next++) inside.push(tags[next].node);
    return inside;
  });
}

/** A part of a run's text with the characters that became emphasis. */
function restored(text: string, from: number, to: number): string {
  const part = text.slice(from, to).replaceAll(FILL, '');
  if (!part.includes(TAG)) return part;
  // A star after `^` or an operator; an underscore elsewhere.
  return part.replaceAll(TAG, (_, at: number) => (/[\^\s(,+=-]/.test(part[at - 1] ?? '') ? '*' : '_'));
}
