/**
 * What the styles of an element say about its text: its style attribute, its attributes for colours, and the rules of the page's own
 * style elements. Nothing is loaded.
 *
 * Most elements of a page share their styles with others, so the cascade is computed once for each list of matching rules with a style
 * attribute, not for each element.
 */
import { classWords, idsOf } from './classes.js';
import { attributeReader, type NodeId, type Page, textOf } from './page.js';
import { RuleIndex } from './rule-index.js';
import { type Declaration, declarationsOf, type StyleRule, screensOf, styleRules } from './style-rules.js';
import { COLOURS, UNITS } from './style-values-data.js';

/** What the styles of an element say. */
export interface Look {
  /** How it hides its whole subtree; null when it does not. */
  readonly hiding: Hiding | null;
  /** Whether it sets `display`. */
  readonly isDisplayed: boolean;
  /** Whether it sets properties of movement. */
  readonly isMoving: boolean;
  /** Whether its height changes slowly, as that of a part that a script unfolds. */
  readonly isFolding: boolean;
  /** Whether it makes its text invisible or visible; null for neither. */
  readonly isInvisible: boolean | null;
  readonly fontSize: 0 | 1 | null;
  readonly background: number | null;
  readonly colour: number | null;
}

/** The own styles of an element, from its attributes. */
interface OwnStyles {
  readonly declarations: readonly Declaration[];
  readonly colours: readonly Declaration[];
  /** By the positions of the rules. */
  readonly looks: Map<string, Look>;
}

/** The innermost reference to a custom property, with its fallback. */
const VARIABLE = /\bvar\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/;
const MAX_SUBSTITUTIONS = 8;
/** Above all selectors. */
const INLINE_STYLE = 1e8;
const IMPORTANT = 1e9;
const MOVING = ['transform', 'transition', 'will-change', 'animation'];

export class StyleReader {
  /** Whether the page links style sheets, which nobody reads here. */
  readonly hasLinkedStyles: boolean;
  private readonly rules: readonly StyleRule[];
  private readonly index: RuleIndex | null;
  private readonly unstyled: OwnStyles = { declarations: [], colours: [], looks: new Map() };
  /** Own styles by their attributes; null for those that say nothing. */
  private readonly known = new Map<string, OwnStyles | null>();
  private readonly styleOf;
  private readonly colourAttribute;
  private readonly backgroundAttribute;
  private readonly found;
  private variables: Map<string, string> | null = null;
  private revealed: ReadonlySet<string> | null = null;

  constructor(page: Page) {
    this.found = ownRules(page);
    this.rules = this.found.rules.filter(({ isState }) => !isState);
    this.index = this.rules.length === 0 ? null : new RuleIndex(page, this.rules);
    this.hasLinkedStyles = this.found.isLinked;
    this.styleOf = attributeReader(page, 'style');
    this.colourAttribute = attributeReader(page, 'color');
    this.backgroundAttribute = attributeReader(page, 'bgcolor');
  }

  /** The names, `#id` and `.class`, of elements that a style of the page shows when something happens, whatever and wherever it is. */
  revealedNames(): ReadonlySet<string> {
    if (this.revealed !== null) return this.revealed;
    const names = new Set<string>();
    const { rules, unscripted } = this.found;
    for (const rule of rules) {
      const { isState, above, last, written, block } = rule;
      const isOpen = !isState && above.length === 0 && last.classes.length < 2 && written === null;
      if (isOpen && !unscripted.has(rule)) continue;
      const own = last.id !== '' ? [`#${last.id}`] : last.classes.slice(0, 4).map((one) => `.${one}`);
      if (own.some((one) => !names.has(one)) && showing(block.declarations)) for (const one of own) names.add(one);
    }
    this.revealed = names;
    return names;
  }

  /** The look of an element; null without styles. */
  lookOf(node: NodeId): Look | null {
    const rules = this.index?.rulesOf(node) ?? [];
    const own = this.ownStyles(node);
    if (rules.length === 0 && own === this.unstyled) return null;
    const key = rules.length === 0 ? '' : rules.join();
    let look = own.looks.get(key);
    if (look === undefined) own.looks.set(key, (look = lookBy(this.cascade(rules, own))));
    return look;
  }

  private ownStyles(node: NodeId): OwnStyles {
    const style = this.styleOf(node) ?? '';
    const colour = this.colourAttribute(node);
    const background = this.backgroundAttribute(node);
    if (style === '' && colour === null && background === null) return this.unstyled;
    const key = colour === null && background === null ? style : JSON.stringify([style, colour, background]);
    let own = this.known.get(key);
    if (own === undefined) {
      const declarations = declarationsOf(style);
      const colours: Declaration[] = [];
      if (colour !== null) colours.push({ name: 'color', value: colour, isImportant: false });
      if (background !== null) colours.push({ name: 'background-color', value: background, isImportant: false });
      own = declarations.length + colours.length === 0 ? null : { declarations, colours, looks: new Map() };
      this.known.set(key, own);
    }
    return own ?? this.unstyled;
  }

  private cascade(rules: readonly number[], own: OwnStyles): Styles {
    const values = new Map<string, string>();
    const weights = new Map<string, number>();
    const set = ({ name, value, isImportant }: Declaration, specificity: number): void => {
      const weight = specificity + (isImportant ? IMPORTANT : 0);
      if ((weights.get(name) ?? 0) > weight) return;
      weights.set(name, weight);
      values.set(name, value);
    };
    for (const one of own.colours) set(one, 0);
    for (const at of rules) for (const one of this.rules[at].block.declarations) set(one, this.rules[at].specificity);
    for (const one of own.declarations) set(one, INLINE_STYLE);
    for (const [name, value] of values) if (value.includes('var(')) values.set(name, this.substituted(value, values));
    return values;
  }

  /** A value with the custom properties in it: those of the element, else the ones that the page declares last. */
  private substituted(value: string, own: Styles): string {
    const variables = (this.variables ??= declaredVariables(this.rules));
    let text = value;
    for (let left = MAX_SUBSTITUTIONS; left > 0 && text.includes('var('); left--)
      text = text.replace(
        VARIABLE,
        (_, name, fallback) => own.get(name) ?? variables.get(name) ?? fallback?.trim() ?? '',
      );
    return text;
  }
}

function lookBy(styles: Styles): Look {
  const visibility = styles.get('visibility');
  const painted = styles.get('-webkit-text-fill-color') ?? 'currentcolor';
  const fill = painted === 'currentcolor' ? styles.get('color') : painted;
  const shadow = styles.get('text-shadow') ?? 'none';
  const clip = `${styles.get('background-clip')} ${styles.get('-webkit-background-clip')}`;
  // Text that a gradient or a shadow draws.
  const isDrawn = shadow !== 'none' || clip.includes('text');
  return {
    hiding: hidingOf(styles),
    isDisplayed: styles.has('display'),
    isMoving: MOVING.some((one) => styles.has(one)),
    isFolding: styles.has('max-height') && styles.get('transition')?.includes('height') === true,
    isInvisible: visibility === 'hidden' || visibility === 'collapse' || (visibility === 'visible' ? false : null),
    fontSize: fontSizeOf(styles),
    background: backgroundOf(styles),
    colour: isDrawn ? UNKNOWN : fill === undefined || fill === 'inherit' ? null : colourOf(fill),
  };
}

/** The custom properties that rules declare. */
function declaredVariables(rules: readonly StyleRule[]): Map<string, string> {
  const variables = new Map<string, string>();
  for (const { block } of rules)
    if (block.text.includes('--'))
      for (const { name, value } of block.declarations) if (name.startsWith('--')) variables.set(name, value);
  return variables;
}

function showing(declarations: readonly Declaration[]): boolean {
  return declarations.some(({ name, value }) => {
    if (name === 'display') return value !== 'none';
    if (name === 'visibility') return value === 'visible';
    if (name === 'opacity') return Number.parseFloat(value) > 0.1;
    if (name === 'height' || name === 'max-height') return /[1-9]|auto|none|fit|max/.test(value);
    return name === 'color' && value !== 'transparent';
  });
}

/** The rules of the style elements of a page; those for pages without scripts never hide. */
function ownRules(page: Page) {
  const rules: StyleRule[] = [];
  const unscripted = new Set<StyleRule>();
  let isLinked = false;
  const [ids, words] = [idsOf(page), classWords(page).all];
  const isNamed = (mark: string, name: string): boolean => (mark === '#' ? ids : words).has(name);
  const [style, link, noscript, template] = ['style', 'link', 'noscript', 'template'].map((one) => page.nameIndex(one));
  let unscriptedTo = 0;
  for (let node = 1; node < page.size; node++) {
    const tag = page.tag[node];
    if (tag === template) node = page.end[node] - 1;
    else if (tag === noscript) unscriptedTo = page.end[node];
    else if (tag === link) isLinked ||= /\bstylesheet\b/i.test(page.attribute(node, 'rel') ?? '');
    else if (tag === style) {
      const screens = screensOf(page.attribute(node, 'media') ?? '');
      if (screens === 'none') continue;
      if (/@import/.test(textOf(page, node))) isLinked = true;
      for (const rule of styleRules(textOf(page, node), isNamed)) {
        const isUnscripted = node < unscriptedTo;
        const own = isUnscripted || screens === 'some' ? { ...rule, isState: true } : rule;
        if (isUnscripted) unscripted.add(own);
        rules.push(own);
      }
    }
  }
  return { rules, unscripted, isLinked };
}

// What the values of an element say about its text: lengths, colours, and the ways of hiding.

/** The values of an element's known properties, by name, in lower case. */
type Styles = ReadonlyMap<string, string>;

/** A length in pixels; NaN for what is none. */
function pixels(value: string | undefined): number {
  if (value === undefined) return Number.NaN;
  const [, name, inside] = /^(calc|min|max|clamp)\(([^()]*)\)$/.exec(value.trim()) ?? [];
  if (name !== undefined) {
    const parts = inside.split(',').map(product);
    if (name === 'clamp') return Math.max(parts[0], Math.min(parts[1], parts[2]));
    return name === 'max' ? Math.max(...parts) : Math.min(...parts);
  }
  const [, number, unit] = /^([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*|%)$/.exec(value.trim()) ?? [];
  return number === undefined || UNITS[unit] === undefined ? Number.NaN : Number(number) * UNITS[unit];
}

/** A product of lengths and numbers, in pixels. */
function product(text: string): number {
  return text.split('*').reduce((result, factor) => result * pixels(factor), 1);
}

/** A position this far out is not on the screen. */
const OFF_SCREEN = 900;
/** The same for an element that is positioned for sure. */
const OFF_POSITIONED = 400;

const isTiny = (value: string | undefined): boolean => Math.abs(pixels(value)) <= 1;

/** How an element hides its whole subtree. */
export interface Hiding {
  readonly way: string;
  /** Whether it is a way in which scripts and styles show parts of a page later. */
  readonly isOpenable: boolean;
}

const openable = (way: string): Hiding => ({ way, isOpenable: true });
const lasting = (way: string): Hiding => ({ way, isOpenable: false });

/** How the values of an element hide all that is in it; null when they do not. */
function hidingOf(styles: Styles): Hiding | null {
  if (styles.get('display') === 'none') return openable('display: none');
  if (styles.get('content-visibility') === 'hidden') return openable('content-visibility: hidden');
  if (isTransparent(styles)) return openable('opacity: 0');
  if (isClipped(styles)) return lasting('clip');
  if (isOffScreen(styles)) return openable('off screen');
  if (isWithoutSize(styles)) return openable('no size');
  const indent = pixels(styles.get('text-indent'));
  if (indent <= -OFF_POSITIONED || indent >= 2 * OFF_SCREEN) return lasting('text-indent');
  if (pixels(styles.get('zoom')) === 0) return lasting('zoom: 0');
  return null;
}

function isTransparent(styles: Styles): boolean {
  const opacity = styles.get('opacity');
  const by = opacity?.endsWith('%') ? Number.parseFloat(opacity) / 100 : pixels(opacity ?? '1');
  if (by <= 0.05) return true;
  const [, filter] = /\bopacity\(\s*([\d.]+)/.exec(styles.get('filter') ?? '') ?? [];
  return filter !== undefined && Number(filter) <= 0.05;
}

function isClipped(styles: Styles): boolean {
  const clip = styles.get('clip')?.match(/^rect\(([^()]*)\)$/)?.[1];
  if (clip !== undefined) {
    const [top, right, bottom, left] = clip
      .split(/[\s,]+/)
      .filter((one) => one !== '')
      .map(pixels);
    if (bottom - top <= 1 || right - left <= 1) return true;
  }
  const path = styles.get('clip-path') ?? styles.get('-webkit-clip-path') ?? '';
  const [, inset] = /^inset\(\s*([\d.]+)%\s*\)$/.exec(path) ?? [];
  if (inset !== undefined && Number(inset) >= 50) return true;
  return /^(?:circle|ellipse)\(\s*0(?:px|%)?(?:\s+0(?:px|%)?)?\s*(?:at|\))|^polygon\(\s*0(?:px|%)?\s+0(?:px|%)?\s*(?:,\s*0(?:px|%)?\s+0(?:px|%)?\s*)*\)/.test(
    path,
  );
}

function isOffScreen(styles: Styles): boolean {
  const isPositioned = /^(?:absolute|fixed)$/.test(styles.get('position') ?? '');
  const bound = isPositioned ? OFF_POSITIONED : OFF_SCREEN;
  for (const side of ['left', 'top', 'right', 'bottom', 'margin-left', 'margin-top', 'margin-right']) {
    const value = pixels(styles.get(side));
    if (value <= -bound || (isPositioned && value >= 2 * OFF_SCREEN)) return true;
  }
  const shift = styles.get('translate')?.split(/\s+/) ?? [];
  if (shift.some((one) => pixels(one) <= -OFF_SCREEN)) return true;
  const first = (styles.get('inset') ?? styles.get('margin') ?? '').split(/\s+/).map(pixels);
  if (first.some((one) => one <= -bound)) return true;
  const transform = styles.get('transform') ?? '';
  if (transform === '0' || /\bmatrix\(\s*0\s*,\s*0\s*,\s*0\s*,\s*0\s*,/.test(transform)) return true;
  if (/\bscale(?:3d|x|y)?\(\s*0(?:\.0\d*)?\s*[,)]/.test(transform)) return true;
  if (/\brotate[xy]\(\s*-?(?:90|270)deg\s*\)/.test(transform)) return true;
  return /\btranslate(?:3d|x|y)?\([^()]*-\s*(?:\d{4,}(?:\.\d+)?px|[1-9]\d{2,}(?:v[wh]|r?em))/.test(transform);
}

function isWithoutSize(styles: Styles): boolean {
  const overflow = `${styles.get('overflow') ?? ''} ${styles.get('overflow-y') ?? ''} ${styles.get('overflow-x') ?? ''}`;
  if (!/hidden|clip/.test(overflow)) return false;
  // A box whose padding keeps the proportions of a video has no height, and shows what is in it.
  if (['padding', 'padding-bottom', 'padding-top'].some((one) => /[1-9]/.test(styles.get(one) ?? ''))) return false;
  return ['height', 'max-height', 'width', 'max-width'].some((one) => isTiny(styles.get(one)));
}

/** The size of the font by these values: 0 for one that nobody can read, 1 for another absolute one, null when it follows the parent's. */
function fontSizeOf(styles: Styles): 0 | 1 | null {
  const given = styles.get('font-size');
  if (given === undefined) return null;
  // Of the shorthand `font` the first length.
  const [value] = /(?<![\w.-])(?:(?:\d+(?:\.\d+)?|\.\d+)(?:px|pt|r?em|ex|ch|%)|0)(?=[\s/]|$)/.exec(given) ?? [given];
  const size = pixels(value);
  if (value.endsWith('%')) return Number.parseFloat(value) <= 10 ? 0 : null;
  if (size <= 2) return 0;
  if (/\d(?:em|ex|ch)$/.test(value) && !value.endsWith('rem')) return null;
  return /^(?:inherit|unset|smaller|larger)$/.test(value) ? null : 1;
}

/** No colour that is known. */
export const UNKNOWN = -1;
/** A colour that nothing is seen of. */
export const CLEAR = -2;

/** A colour as 0xRRGGBB, {@link UNKNOWN}, or {@link CLEAR} with at most so much of it. */
function colourOf(value: string, least = 0.05): number {
  const text = value.trim().toLowerCase();
  if (text === 'transparent') return CLEAR;
  if (Object.hasOwn(COLOURS, text)) return COLOURS[text];
  const [, hex] = /^#?([\da-f]{3,8})$/.exec(text) ?? [];
  if (hex !== undefined && hex.length !== 5 && hex.length !== 7) {
    const digits = hex.length < 6 ? hex.replace(/./g, '$&$&') : hex;
    return Number.parseInt(digits.slice(6) || 'ff', 16) <= least * 255
      ? CLEAR
      : Number.parseInt(digits.slice(0, 6), 16);
  }
  if (/^(?:ok)?(?:lab|lch)\(\s*(?:1|100%?)\s/.test(text)) return 0xffffff;
  const [, model, inside] = /^(rgb|hsl)a?\(([^()]*)\)$/.exec(text) ?? [];
  if (model === undefined) return UNKNOWN;
  const parts = inside.split(/[\s,/]+/).filter((one) => one !== '');
  const alpha = parts[3] === undefined ? 1 : Number.parseFloat(parts[3]) / (parts[3].endsWith('%') ? 100 : 1);
  if (alpha <= least) return CLEAR;
  const [one, two, three] = parts.map((part) => Number.parseFloat(part));
  if ([one, two, three].some((part) => !Number.isFinite(part))) return UNKNOWN;
  const rgb =
    model === 'hsl'
      ? fromHsl(one, two / 100, three / 100)
      : [one, two, three].map((part, at) => (parts[at].endsWith('%') ? part * 2.55 : part));
  return rgb.reduce((sum, part) => sum * 256 + Math.max(0, Math.min(255, Math.round(part))), 0);
}

function fromHsl(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((offset) => {
    const k = (((offset + hue / 30) % 12) + 12) % 12;
    return (
      255 * (lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
    );
  });
}

/** The colour of a background: {@link CLEAR} where the one around shows through, {@link UNKNOWN} with a picture; null for no value. */
function backgroundOf(styles: Styles): number | null {
  if (/url\(|gradient\(|image/.test(styles.get('background-image') ?? '')) return UNKNOWN;
  const value = styles.get('background-color');
  if (value === undefined) return null;
  if (/url\(|gradient\(|var\(|image/.test(value)) return UNKNOWN;
  if (/^(?:none|inherit|initial|unset)$/.test(value)) return CLEAR;
  for (const part of value.match(/[a-z#][\w#]*(?:\([^()]*\))?/g) ?? []) {
    const colour = colourOf(part, 0.5);
    if (colour !== UNKNOWN) return colour;
  }
  return UNKNOWN;
}

/** Whether text of one colour cannot be seen on the other. */
export function isSameColour(one: number, other: number): boolean {
  if (one < 0 || other < 0) return false;
  const isNear = (shift: number): boolean => Math.abs(((one >> shift) & 255) - ((other >> shift) & 255)) <= 12;
  return isNear(16) && isNear(8) && isNear(0);
}
