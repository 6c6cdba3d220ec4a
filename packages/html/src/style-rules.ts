/**
 * The rules of a page's own style elements that a screen follows, with their selectors as compounds of tag, id, classes and
 * attributes. Nothing is loaded. Rules that hold in a state only (`:hover`, `:checked`, beside a sibling) never hide: they show what a
 * control opens.
 *
 * Linear in the style sheet: one scan. Most rules of a page match none of its elements, so the declarations of a rule are read when
 * somebody asks for them.
 */
import { PROPERTIES, RELEVANT } from './style-values-data.js';

/** A part of a selector without combinators. */
interface Compound {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly attributes: readonly (readonly [name: string, operator: string, value: string])[];
}

export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly isImportant: boolean;
}

export interface StyleRule {
  readonly last: Compound;
  /** The compounds above, the nearest first; `isParent` after `>`. */
  readonly above: readonly { readonly compound: Compound; readonly isParent: boolean }[];
  /** Whether it holds in some state only, as with a pseudo-class or a sibling. */
  readonly isState: boolean;
  readonly block: StyleBlock;
  readonly specificity: number;
  /** The selector as it is written, where compounds do not say all of it. */
  readonly written: string | null;
}

/** The declarations of the rules of one list of selectors. */
class StyleBlock {
  private read: readonly Declaration[] | null = null;
  constructor(readonly text: string) {}

  get declarations(): readonly Declaration[] {
    this.read ??= declarationsIn(this.text);
    return this.read;
  }
}

/** Widths of the screens that media queries are asked about, in pixels. */
const WIDTHS = [390, 820, 1280];

/**
 * Where a list of media queries holds: on every screen, on some, or on none. A rule of some screens does not hide, as readers of the
 * others see the text; it shows what others hide.
 */
export function screensOf(media: string): 'all' | 'some' | 'none' {
  let best: 'all' | 'some' | 'none' = 'none';
  for (const query of media.toLowerCase().split(',')) {
    if (/\b(?:print|speech|tty|tv|projection|braille|embossed)\b/.test(query)) {
      if (/\bnot\b/.test(query)) best = 'some';
      continue;
    }
    const conditions = query.match(/\([^()]*\)/g) ?? [];
    if (!/\bnot\b/.test(query) && conditions.every(holdsAtAllWidths)) return 'all';
    best = 'some';
  }
  return best;
}

function holdsAtAllWidths(condition: string): boolean {
  const [, bound, number, unit] =
    /^\((min|max)-(?:device-)?width:([\d.]+)(px|r?em|)\)$/.exec(condition.replace(/\s/g, '')) ?? [];
  const pixels = Number(number) * (/em/.test(unit) ? 16 : 1);
  return bound !== undefined && WIDTHS.every((width) => (bound === 'min' ? width >= pixels : width <= pixels));
}

/** At-rules whose rules hold. */
const GROUPS = /^@(?:supports|layer|scope|starting-style|document)\b/i;

interface OpenRule {
  readonly kind: 'group' | 'rule';
  readonly screens: 'all' | 'some' | 'none';
  readonly selectors: string;
  body: string;
}

const MARKS = Array.from('"\';\\{}', (one) => one.charCodeAt(0));
const [DOUBLE, SINGLE, SEMICOLON, BACKSLASH, OPEN, CLOSE] = MARKS;
const IS_MARK = new Uint8Array(CLOSE + 1);
for (const mark of MARKS) IS_MARK[mark] = 1;

/** Calls back for each rule that holds on a screen, with its selectors and declarations as text, and whether it holds on some only. */
function scanStyles(source: string, found: (selectors: string, body: string, isSome: boolean) => void): void {
  const css = withoutComments(source);
  const open: OpenRule[] = [];
  let from = 0;
  let lastEnd = 0;
  for (let at = 0; at < css.length; at++) {
    const code = css.charCodeAt(at);
    if (code > CLOSE || IS_MARK[code] === 0) continue;
    if (code === DOUBLE || code === SINGLE) {
      for (at++; at < css.length && css.charCodeAt(at) !== code && css[at] !== '\n'; at++) if (css[at] === '\\') at++;
    } else if (code === BACKSLASH) at++;
    else if (code === SEMICOLON) {
      lastEnd = at + 1;
      if (open[open.length - 1]?.kind === 'rule') continue;
      // Outside of rules, only a statement such as `@import` ends here. White space is passed once.
      while (from < at && css.charCodeAt(from) <= 0x20) from++;
      if (css[from] === '@' || from === at) from = lastEnd;
    } else if (code === OPEN) {
      const around = open[open.length - 1];
      // Declarations of the rule around come before a nested one.
      if (around?.kind === 'rule' && lastEnd > from) {
        around.body += css.slice(from, lastEnd);
        from = lastEnd;
      }
      const head = css.slice(from, at).trim();
      const isGroup = head.startsWith('@');
      let screens = around?.screens ?? 'all';
      if (isGroup && screens !== 'none') {
        const own = /^@(?:media|container)\b/i.test(head)
          ? screensOf(head.replace(/^@\w+/, ''))
          : GROUPS.test(head)
            ? 'all'
            : 'none';
        if (own !== 'all') screens = own;
      }
      const kind = isGroup && screens !== 'none' ? 'group' : 'rule';
      const above = open.findLast((block) => block.selectors !== '')?.selectors ?? '';
      // A group inside a rule has declarations of the rule.
      const selectors = isGroup ? (kind === 'group' ? above : '') : above === '' ? head : nested(above, head);
      open.push({ kind: isGroup && above !== '' ? 'rule' : kind, screens, selectors, body: '' });
      from = lastEnd = at + 1;
    } else if (code === CLOSE) {
      const block = open.pop();
      if (block?.kind === 'rule' && block.screens !== 'none' && block.selectors !== '')
        found(block.selectors, block.body + css.slice(from, at), block.screens === 'some');
      from = lastEnd = at + 1;
    }
  }
}

/** The selectors of a rule inside another one. */
function nested(above: string, head: string): string {
  // Each level may repeat the one around several times.
  if (head.length + above.length * head.split('&').length > MAX_SELECTOR) return '';
  const around = above.includes(',') ? `:is(${above})` : above;
  return selectorList(head)
    .map((one) => (one.includes('&') ? one.replaceAll('&', around) : `${around} ${one}`))
    .join(',');
}

function withoutComments(css: string): string {
  const pieces: string[] = [];
  let from = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', from)) {
    pieces.push(css.slice(from, start));
    const end = css.indexOf('*/', start + 2);
    from = end < 0 ? css.length : end + 2;
  }
  // Two pieces at least, so that join copies: V8 reads the characters of a copy faster than those of a slice.
  pieces.push(css.slice(from), '');
  const plain = pieces.join(' ');
  return plain.includes('<!--') || plain.includes('-->') ? plain.replace(/<!--|-->/g, ' ') : plain;
}

/** Characters of a value that are read. */
const MAX_VALUE = 300;
function plainCss(css: string): string {
  const plain = css.includes('/*') ? withoutComments(css) : css;
  if (!plain.includes('\\')) return plain;
  return plain.replace(/\\(?:([\da-f]{1,6})\s?|(.))/gi, (_, code, character) =>
    code === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  );
}

/** The declarations in a style attribute; none when no property matters here. */
export function declarationsOf(given: string): Declaration[] {
  const body = plainCss(given);
  return RELEVANT.test(body) ? declarationsIn(body) : [];
}

/** The declarations of {@link PROPERTIES} and custom properties. */
function declarationsIn(body: string): Declaration[] {
  const found: Declaration[] = [];
  for (let from = 0, to = 0; from < body.length; from = to + 1) {
    to = body.indexOf(';', from);
    if (to < 0) to = body.length;
    const colon = body.indexOf(':', from);
    if (colon < 0 || colon >= to) continue;
    const name = body.slice(from, colon).trim().toLowerCase();
    const properties = name.startsWith('--') ? [name] : PROPERTIES.get(name);
    if (properties === undefined) continue;
    const text = body.slice(colon + 1, Math.min(to, colon + MAX_VALUE)).toLowerCase();
    const mark = text.lastIndexOf('!');
    const isImportant = mark >= 0 && text.slice(mark + 1).trim() === 'important';
    const value = (isImportant ? text.slice(0, mark) : text).trim();
    for (const property of properties) found.push({ name: property, value, isImportant });
  }
  return found;
}

const NAME_CODES = Uint8Array.from({ length: 0x80 }, (_, code) => (/[\w-]/.test(String.fromCharCode(code)) ? 1 : 0));
const NAME = '(?:[\\w-]|[^\\0-\\x7f]|\\\\.)+';
const PART = new RegExp(
  `([#.]?)(${NAME})|\\[\\s*([\\w:-]+)\\s*(?:([~|^$*]?=)\\s*(?:"([^"]*)"|'([^']*)'|([^\\]\\s"']+))\\s*[is]?\\s*)?\\]|(\\*)|(::?[\\w-]+)|\\s*([>+~])\\s*|(\\s+)`,
  'y',
);
/** Pseudo-classes that depend on the elements of the page alone. */
const STRUCTURAL = /^:(?:nth-|first-|last-|only-|not$|is$|where$|has$|root$|empty$)/;
/** Names that scripts give to elements and take away. */
const TOGGLED =
  /\b(?:is|has|js|no-js|open(?:ed)?|active|show[ns]?|visible|expanded|selected|current|checked|loaded|ready|hover|focus|in|on)\b/i;
const PSEUDO_ELEMENT = /^:(?::|before$|after$|first-l)/;
/** Parts and characters of a selector that are read. */
const MAX_PARTS = 24;
const MAX_SELECTOR = 400;

/** Reads the rule of one selector; null for what is not understood and for pseudo-elements. */
function ruleOf(text: string, block: StyleBlock, isSome: boolean): StyleRule | null {
  const compounds: {
    compound: Compound & { classes: string[]; attributes: [string, string, string][] };
    isParent: boolean;
  }[] = [];
  let current = { tag: '', id: '', classes: [] as string[], attributes: [] as [string, string, string][] };
  let isState = isSome;
  let specificity = 0;
  let written = /\\[\da-f]|\s[is]\s*\]/i.test(text) ? text : null;
  if (text.length > MAX_SELECTOR) return null;
  PART.lastIndex = 0;
  const addName = (mark: string, name: string): void => {
    if (mark === '#') current.id = name;
    else if (mark === '.') current.classes.push(name);
    else current.tag = name.toLowerCase();
    specificity += mark === '#' ? 10_000 : mark === '.' ? 100 : 1;
  };
  for (let parts = 0; PART.lastIndex < text.length; parts++) {
    if (parts > MAX_PARTS) return null;
    // Names are most parts, and the expression takes long.
    const at = PART.lastIndex;
    const first = text[at] === '.' || text[at] === '#' ? at + 1 : at;
    const last = plainNameEnd(text, first);
    if (last > first && text[last] !== '\\') {
      addName(text.slice(at, first), text.slice(first, last));
      PART.lastIndex = last;
      continue;
    }
    const found = PART.exec(text);
    if (found === null) return null;
    const [, mark, name, attribute, operator, double, single, bare, , pseudo, combinator, space] = found;
    if (name !== undefined) addName(mark, name.replace(/\\(.)/g, '$1'));
    else if (attribute !== undefined) {
      current.attributes.push([attribute.toLowerCase(), operator ?? '', double ?? single ?? bare ?? '']);
      specificity += 100;
    } else if (pseudo !== undefined) {
      if (PSEUDO_ELEMENT.test(pseudo)) return null;
      const from = PART.lastIndex;
      if (text[from] === '(') PART.lastIndex = closing(text, from);
      const argument = text.slice(from, PART.lastIndex);
      if (
        STRUCTURAL.test(pseudo) &&
        !TOGGLED.test(argument) &&
        !/:(?!:|is|where|not|has|nth|first|last|only)/.test(argument)
      )
        written = text;
      else isState = true;
      specificity += 100;
    } else if (combinator !== undefined || space !== undefined) {
      if (combinator === '+' || combinator === '~') written = text;
      compounds.push({ compound: current as never, isParent: combinator === '>' });
      current = { tag: '', id: '', classes: [], attributes: [] };
    }
  }
  // Nothing to find its elements by.
  if (current.tag === '' && current.id === '' && current.classes.length + current.attributes.length === 0)
    written = text;
  return { last: current, above: compounds.reverse(), isState, block, specificity, written };
}

/** The end of the name without escapes at an offset. */
function plainNameEnd(text: string, from: number): number {
  let at = from;
  for (let code = text.charCodeAt(at); code > 0x7f || NAME_CODES[code] === 1; code = text.charCodeAt(at)) at++;
  return at;
}

/** The offset after the bracket that closes the one at `from`. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function selectorList(text: string): string[] {
  if (!text.includes(',')) return text === '' ? [] : [text];
  const found: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth--;
    else if (character === ',' && depth <= 0) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  found.push(text.slice(from).trim());
  return found.filter((one) => one !== '');
}

/** A selector without pseudo-classes, siblings, attributes and escapes that ends in a compound with one class or id. */
const PLAIN = /^(?:[\w.# >-]{0,200}[ >])?[\w-]*([.#])([\w-]+)$/;

/**
 * The rules of a style sheet with properties that matter here, in their order.
 *
 * @param isNamed whether the page has a class (`.`) or an id (`#`): rules for the others are left out where a look at their end tells
 */
export function styleRules(source: string, isNamed: (mark: string, name: string) => boolean): StyleRule[] {
  const rules: StyleRule[] = [];
  scanStyles(source, (selectors, body, isSome) => {
    let block: StyleBlock | null = null;
    const mayHaveVariables = body.includes('--');
    for (const one of selectorList(selectors)) {
      const [, mark, name] = mayHaveVariables ? [] : (PLAIN.exec(one) ?? []);
      if (name !== undefined && !isNamed(mark, name)) continue;
      if (block === null) {
        const plain = plainCss(body);
        if (!RELEVANT.test(plain)) return;
        block = new StyleBlock(plain);
      }
      const rule = ruleOf(one, block, isSome);
      if (rule !== null) rules.push(rule);
    }
  });
  return rules;
}
