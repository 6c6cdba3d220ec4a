/**
 * Which nodes of a page a reader never sees: one column for every part of the library.
 *
 * A page is read as on a large screen with scripts on, by its attributes, its style attributes, the rules of its style elements and
 * the names that style libraries give to hidden text. Nothing is loaded or executed, so a hiding rule in a linked style sheet goes
 * unseen. What a control of the page opens, and what waits for a script to fade in, counts as visible.
 *
 * Linear in the page: two passes at most, the second without controls that are hidden themselves.
 */
import { classesOf, classTest } from './classes.js';
import { namedByControls, openingsOf } from './controls.js';
import { displays, INLINE } from './display.js';
import { tagNames } from './elements.js';
import {
  backgroundOf,
  CLEAR,
  colourOf,
  fontSizeOf,
  type Hiding,
  hidingOf,
  isSameColour,
  isWhite,
  type Styles,
  UNKNOWN,
} from './hiding-styles.js';
import { memoized } from './memo.js';
import { attributeReader, type NodeId, nameOf, type Page, TEXT, tagTable, textOf } from './page.js';
import { type Declaration, declarationsOf, ruleMatcher, type StyleRule, screensOf, styleRules } from './style-rules.js';

/** The hidden nodes of a page. */
export interface Visibility {
  /** Per node: 0 for a visible one, else 1 + the index of its way in `ways`. */
  readonly hiddenBy: Uint8Array;
  /** The ways in which the page hides text, such as `display: none`. */
  readonly ways: readonly string[];
}

/** Elements whose text is never shown, whatever their styles. */
const NEVER = tagNames('noscript textarea option optgroup datalist progress meter noframes noembed');
/** Elements that are the page, or text that other code reads. */
const WHOLE = tagNames('#document html head body');
const MATH = tagNames('math svg');
const MATH_CLASS = /katex|mathjax|mjx|mwe-math|MJX/;

/** Class names by which style libraries hide text from readers. */
const UTILITY =
  /(?:^|\s)(?:hidden|hide|d-none|is-hidden|u-hidden|u-hide|is-hide|invisible|is-invisible|sr-only|(?:u-)?visually-?hidden|is-visually-hidden|visuallyhidden|screen-reader-(?:text|only)|element-invisible|element-hidden|a11y-hidden|show-for-sr|sr-only-focusable|visually-hidden-focusable|uk-hidden|pf-u-screen-reader|a-offscreen|offscreen|off-screen|text-hide|display-none|dn|print-only|visible-print(?:-block)?|only-print|hide-on-screen|assistive-text)(?:\s|$)/;
/** Class names that show such text on larger screens. */
const RESPONSIVE =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl|tablet|desktop|laptop):(?:block|flex|inline\S*|grid|table\S*|contents|visible|not-sr-only|flow-root|list-item)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|inline\S*|grid|table\S*)|not-sr-only|(?:is-)?(?:visible|active|shown?|open))(?:\s|$)/;

/** A style attribute or rule that may make text invisible, or set what decides on it. */
const SUSPICIOUS =
  /none|hidden|collapse|visible|opacity|font|clip|indent|height|width|color|background|left|top|right|bottom|inset|margin|transform|scale|zoom|display|inline|block|translate|--|\\|\/\*/;

/** Hidden boxes of one class with a title each that a script opens. */
const MIN_TITLED = 3;

const INVISIBLE: Hiding = { way: 'visibility: hidden', isOpenable: true };

/** Share of the page's text in a hidden element that a script shows. */
const MOST = 2 / 3;
/** Share of the text around that is white where white text counts as unseen. */
const MOST_WHITE = 1 / 3;
/** Share of the page's text that fades in. */
const MOST_FADING = 1 / 2;

export const visibilityOf: (page: Page) => Visibility = memoized((page: Page) => new Sight(page).see());

/** One look at a page. */
class Sight {
  private readonly ways: string[] = [];
  private readonly reader: StyleReader;
  private readonly openings;
  private readonly named;
  private readonly never: Uint8Array;
  private readonly whole: Uint8Array;
  private readonly math: Uint8Array;
  private readonly mathClass;
  private readonly utility;
  private readonly responsive;
  private readonly display: Uint8Array;
  private readonly idOf;
  private readonly classOf;
  /** Characters of shown text before a node. */
  private readonly letters: Uint32Array;
  private readonly classIndex: Int32Array;
  /** By class attribute: how many hidden boxes come after a title. */
  private isCounted = false;
  private readonly titled = new Map<number, number>();

  constructor(private readonly page: Page) {
    this.reader = new StyleReader(page);
    this.openings = openingsOf(page);
    this.named = namedByControls(page);
    this.never = tagTable(page, NEVER);
    this.whole = tagTable(page, WHOLE);
    this.math = tagTable(page, MATH);
    this.mathClass = classTest(page, MATH_CLASS);
    this.utility = classTest(page, UTILITY);
    this.responsive = classTest(page, RESPONSIVE);
    this.display = displays(page);
    this.idOf = attributeReader(page, 'id');
    this.classOf = attributeReader(page, 'class');
    this.letters = lettersBefore(page);
    this.classIndex = classesOf(page).of;
  }

  see(): Visibility {
    const asked = new Set<NodeId>();
    const first = this.pass((control) => asked.add(control) !== undefined);
    this.isCounted = true;
    for (const [index, count] of this.titled) if (count < MIN_TITLED) this.titled.delete(index);
    // Controls that nobody sees open nothing.
    const unseen = (node: NodeId): boolean => first[node] !== 0;
    const anyUnseen = [...asked].some(unseen);
    const hiddenBy = anyUnseen || this.titled.size > 0 ? this.pass((control) => !unseen(control)) : first;
    return { hiddenBy, ways: this.ways };
  }

  private codeOf(way: string): number {
    const at = this.ways.indexOf(way);
    return at >= 0 ? at + 1 : this.ways.push(way);
  }

  /** Per node: the code of the way in which it is hidden. */
  private pass(isSeen: (control: NodeId) => boolean): Uint8Array {
    const { page, reader } = this;
    const { size, tag, end, parent } = page;
    const hiddenBy = new Uint8Array(size);
    const state = new Inherited(page, reader.hasLinkedStyles);
    for (let node = 1; node < size; node++) {
      if (tag[node] === TEXT) {
        const way = state.wayOfText(parent[node]);
        if (way !== null) hiddenBy[node] = this.codeOf(way);
        continue;
      }
      if (this.math[tag[node]] === 1 || this.mathClass(node)) {
        node = end[node] - 1;
        continue;
      }
      const styles = reader.stylesOf(node);
      state.enter(node, styles);
      if (this.whole[tag[node]] === 1) {
        state.show(node);
        continue;
      }
      if (state.hides(node) && this.isShownLater(node, INVISIBLE, styles, isSeen)) state.show(node);
      const hiding = this.hidingOf(node, styles);
      if (hiding === null || this.isShownLater(node, hiding, styles, isSeen)) continue;
      hiddenBy.fill(this.codeOf(hiding.way), node, end[node]);
      node = end[node] - 1;
    }
    for (const node of state.aloneInWhite((one) => this.lettersIn(one)))
      hiddenBy.fill(this.codeOf('colour of the background'), node, page.end[node]);
    this.showFading(hiddenBy);
    return hiddenBy;
  }

  /** Shows what fades in when it is most of the page's text: a script shows it. */
  private showFading(hiddenBy: Uint8Array): void {
    const codes = ['opacity: 0', INVISIBLE.way].map((way) => this.ways.indexOf(way) + 1).filter((code) => code > 0);
    if (codes.length === 0) return;
    let faded = 0;
    for (let node = 1; node < hiddenBy.length; node++)
      if (codes.includes(hiddenBy[node])) faded += this.letters[node + 1] - this.letters[node];
    if (faded <= MOST_FADING * this.letters[this.page.size]) return;
    for (let node = 1; node < hiddenBy.length; node++) if (codes.includes(hiddenBy[node])) hiddenBy[node] = 0;
  }

  private lettersIn(node: NodeId): number {
    return this.letters[this.page.end[node]] - this.letters[node];
  }

  /** How an element hides its subtree; null when it does not. */
  private hidingOf(node: NodeId, styles: Styles | null): Hiding | null {
    const { page } = this;
    const name = nameOf(page, node);
    if (this.never[page.tag[node]] === 1) {
      if (name === 'textarea' && /code|crayon/i.test(this.classOf(node) ?? '')) return null;
      return { way: name, isOpenable: false };
    }
    if (name === 'template')
      return page.attribute(node, 'shadowrootmode') === null ? { way: name, isOpenable: false } : null;
    const own = styles === null ? null : hidingOf(styles);
    if (own !== null) return own;
    const isDisplayed = styles?.has('display') === true;
    if (name === 'dialog' && !isDisplayed && page.attribute(node, 'open') === null)
      return { way: 'closed dialog', isOpenable: true };
    const hidden = page.attribute(node, 'hidden');
    if (hidden !== null && hidden.toLowerCase() !== 'until-found' && !isDisplayed)
      return { way: 'attribute hidden', isOpenable: true };
    if (page.attribute(node, 'popover') !== null && !isDisplayed) return { way: 'closed popover', isOpenable: true };
    if (this.utility(node) && !this.responsive(node) && !isDisplayed) return { way: 'class', isOpenable: true };
    if (this.display[node] !== INLINE && page.attribute(node, 'aria-hidden') === 'true')
      return { way: 'aria-hidden', isOpenable: true };
    return null;
  }

  /** Whether a reader gets to see a hidden element: a control opens it, or a script shows the page. */
  private isShownLater(
    node: NodeId,
    { way, isOpenable }: Hiding,
    styles: Styles | null,
    isSeen: (control: NodeId) => boolean,
  ): boolean {
    if (this.lettersIn(node) > MOST * this.letters[this.page.size] && way !== 'template') return true;
    if (!isOpenable) return false;
    const id = this.idOf(node);
    if (id !== null && this.isNamed(`#${id}`, node, isSeen)) return true;
    for (const one of (this.classOf(node) ?? '').split(/\s+/, 8))
      if (one !== '' && this.isNamed(`.${one}`, node, isSeen)) return true;
    // Parts that React sends later, which its scripts put into their places.
    if (way === 'attribute hidden' && id !== null && /^S:[\da-f]+$/.test(id) && this.isStreamed()) return true;
    if (way === 'closed dialog' || way === 'closed popover') return false;
    if (this.reader.isRevealed(node) || this.openings.isOpened(node, isSeen)) return true;
    if (this.isOneOfMany(node)) return true;
    if (way !== 'opacity: 0' && way !== 'no size') return false;
    return (
      this.openings.isAnimated(node) ||
      ['transform', 'transition', 'will-change', 'animation'].some((one) => styles?.has(one) === true)
    );
  }

  /** Whether an element is one of several hidden boxes with a title each, as the answers of a list of questions. */
  private isOneOfMany(node: NodeId): boolean {
    const index = this.classIndex[node];
    if (index === 0 || this.display[node] === INLINE || !this.openings.isTitled(node)) return false;
    const count = (this.titled.get(index) ?? 0) + 1;
    this.titled.set(index, count);
    // The first pass counts.
    return this.isCounted && count > MIN_TITLED;
  }

  private isStreamed(): boolean {
    return /\$R[CRSVX]\b|<template id="[BP]:/.test(this.page.source);
  }

  private isNamed(key: string, node: NodeId, isSeen: (control: NodeId) => boolean): boolean {
    const controls = this.named.get(key);
    if (controls === undefined) return false;
    const outside = (one: NodeId): boolean => one < node || one >= this.page.end[node];
    return controls.some((one) => outside(one) && isSeen(one));
  }
}

/** Per node: characters of words before it, without scripts and styles; the last is the sum. */
function lettersBefore(page: Page): Uint32Array {
  const silent = tagTable(page, tagNames('script style title template svg math head'));
  const before = new Uint32Array(page.size + 1);
  let silentTo = 0;
  for (let node = 0; node < page.size; node++) {
    let own = 0;
    if (page.tag[node] === TEXT) {
      if (node >= silentTo) own = textOf(page, node).trim().length;
    } else if (silent[page.tag[node]] === 1) silentTo = Math.max(silentTo, page.end[node]);
    before[node + 1] = before[node] + own;
  }
  return before;
}

/** What text inherits: visibility, the size of its font, its colour and the background it is on. */
class Inherited {
  private readonly invisible: Uint8Array;
  private readonly unreadable: Uint8Array;
  private readonly colour: Int32Array;
  private readonly background: Int32Array;
  private readonly display: Uint8Array;
  private readonly own;

  constructor(
    private readonly page: Page,
    private readonly hasLinkedStyles: boolean,
  ) {
    this.invisible = new Uint8Array(page.size);
    this.unreadable = new Uint8Array(page.size);
    this.colour = new Int32Array(page.size).fill(UNKNOWN);
    this.background = new Int32Array(page.size).fill(UNKNOWN);
    this.display = displays(page);
    this.own = attributeReader(page, 'class');
    // Without a style sheet that may say otherwise, a page is white.
    if (!hasLinkedStyles) this.background[0] = 0xffffff;
  }

  enter(node: NodeId, styles: Styles | null): void {
    const { page, invisible, unreadable, colour, background } = this;
    const parent = page.parent[node];
    invisible[node] = invisible[parent];
    unreadable[node] = unreadable[parent];
    colour[node] = colour[parent];
    background[node] = background[parent];
    // A linked style sheet may set sizes and backgrounds of boxes and of elements with classes.
    const mayDiffer = this.hasLinkedStyles && (this.display[node] !== INLINE || this.own(node) !== null);
    if (mayDiffer) {
      background[node] = UNKNOWN;
      unreadable[node] = 0;
    }
    if (styles === null) return;
    const visibility = styles.get('visibility');
    if (visibility === 'hidden' || visibility === 'collapse') invisible[node] = 1;
    else if (visibility === 'visible') invisible[node] = 0;
    const size = fontSizeOf(styles);
    if (size !== null) unreadable[node] = size === 0 ? 1 : 0;
    const behind = backgroundOf(styles);
    if (behind !== null && behind !== CLEAR) background[node] = behind;
    const painted = styles.get('-webkit-text-fill-color') ?? 'currentcolor';
    const fill = painted === 'currentcolor' ? styles.get('color') : painted;
    if (fill !== undefined && fill !== 'inherit') colour[node] = colourOf(fill);
    // Text that a gradient or a shadow draws.
    if (styles.has('text-shadow') && styles.get('text-shadow') !== 'none') colour[node] = UNKNOWN;
    if (/text/.test(`${styles.get('background-clip')} ${styles.get('-webkit-background-clip')}`))
      colour[node] = UNKNOWN;
  }

  /** Whether an element makes its text invisible itself. */
  hides(node: NodeId): boolean {
    return this.invisible[node] === 1 && this.invisible[this.page.parent[node]] === 0;
  }

  show(node: NodeId): void {
    this.invisible[node] = 0;
  }

  /** How text directly in an element is hidden by what it inherits; null when it is not. */
  wayOfText(parent: NodeId): string | null {
    if (this.invisible[parent] === 1) return 'visibility: hidden';
    if (this.unreadable[parent] === 1) return 'font-size: 0';
    const colour = this.colour[parent];
    return colour === CLEAR || isSameColour(colour, this.background[parent]) ? 'colour of the background' : null;
  }

  /**
   * The elements that are white and say nothing else of themselves, beside more text in the colour of the page. A linked style sheet may set
   * the background, but then the text beside would be white as well.
   */
  aloneInWhite(lettersIn: (node: NodeId) => number): NodeId[] {
    const { page, colour, background } = this;
    const white = new Map<NodeId, NodeId[]>();
    for (let node = 1; node < page.size; node++) {
      if (!isWhite(colour[node]) || background[node] !== UNKNOWN || colour[page.parent[node]] !== UNKNOWN) continue;
      let around = page.parent[node];
      if (this.display[node] === INLINE && this.own(around) === null) around = page.parent[around];
      const nodes = white.get(around);
      if (nodes === undefined) white.set(around, [node]);
      else nodes.push(node);
    }
    return [...white].flatMap(([parent, nodes]) => {
      const letters = nodes.reduce((sum, node) => sum + lettersIn(node), 0);
      return letters < lettersIn(parent) * MOST_WHITE ? nodes.filter((node) => this.own(node) === null) : [];
    });
  }
}

/** Reads the values of elements from style attributes and the page's own style elements. */
class StyleReader {
  /** Whether the page links style sheets, which nobody reads here. */
  readonly hasLinkedStyles: boolean;
  private readonly rulesOf: ((node: NodeId) => readonly StyleRule[]) | null;
  private readonly revealing: ((node: NodeId) => readonly StyleRule[]) | null;
  private readonly styleOf;
  private readonly colourAttribute;
  private readonly backgroundAttribute;
  private readonly known = new Map<string, readonly Declaration[]>();
  private readonly variables = new Map<string, string>();

  constructor(page: Page) {
    const found = ownRules(page);
    const rules = found.rules.filter(({ isState }) => !isState);
    this.rulesOf = rules.length === 0 ? null : ruleMatcher(page, rules);
    // Rules that show in a state, whatever the state is and wherever it is.
    const revealing = found.rules.flatMap((rule): StyleRule[] => {
      const shows = showing(rule.declarations);
      const { isState, above, last } = rule;
      const isCondition =
        isState || above.length > 0 || last.classes.length > 1 || rule.written !== null || found.unscripted.has(rule);
      if (!shows || !isCondition) return [];
      const { id, classes } = last;
      const loose = { ...rule, above: [], written: null };
      if (id !== '') return [{ ...loose, last: { ...NOTHING, id } }];
      return classes.slice(0, 4).map((one) => ({ ...loose, last: { ...NOTHING, classes: [one] } }));
    });
    this.revealing = revealing.length === 0 ? null : ruleMatcher(page, revealing);
    this.hasLinkedStyles = found.isLinked;
    for (const { declarations } of rules)
      for (const { name, value } of declarations) if (name.startsWith('--')) this.variables.set(name, value);
    this.styleOf = attributeReader(page, 'style');
    this.colourAttribute = attributeReader(page, 'color');
    this.backgroundAttribute = attributeReader(page, 'bgcolor');
  }

  /** Whether a style of the page shows an element when something happens. */
  isRevealed(node: NodeId): boolean {
    return this.revealing !== null && this.revealing(node).length > 0;
  }

  /** The values of an element; null without any. */
  stylesOf(node: NodeId): Styles | null {
    const rules = this.rulesOf?.(node) ?? [];
    const style = this.styleOf(node);
    const own = style === null ? [] : this.inline(style);
    const colour = this.colourAttribute(node);
    const background = this.backgroundAttribute(node);
    if (rules.length === 0 && own.length === 0 && colour === null && background === null) return null;
    const values = new Map<string, string>();
    const weights = new Map<string, number>();
    const set = ({ name, value, isImportant }: Declaration, specificity: number): void => {
      const weight = specificity + (isImportant ? IMPORTANT : 0);
      if ((weights.get(name) ?? 0) > weight) return;
      weights.set(name, weight);
      values.set(name, value);
    };
    if (colour !== null) set({ name: 'color', value: colour, isImportant: false }, 0);
    if (background !== null) set({ name: 'background-color', value: background, isImportant: false }, 0);
    for (const { declarations, specificity } of rules) for (const one of declarations) set(one, specificity);
    for (const one of own) set(one, INLINE_STYLE);
    for (const [name, value] of values) if (value.includes('var(')) values.set(name, this.substituted(value, values));
    return values;
  }

  /** A value with the custom properties in it: those of the element, else the ones that the page declares last. */
  private substituted(value: string, own: Styles): string {
    let text = value;
    for (let left = MAX_SUBSTITUTIONS; left > 0 && text.includes('var('); left--)
      text = text.replace(
        VARIABLE,
        (_, name, fallback) => own.get(name) ?? this.variables.get(name) ?? fallback?.trim() ?? '',
      );
    return text;
  }

  private inline(style: string): readonly Declaration[] {
    let found = this.known.get(style);
    if (found === undefined) {
      found = SUSPICIOUS.test(style.toLowerCase()) ? declarationsOf(style) : [];
      this.known.set(style, found);
    }
    return found;
  }
}

/** The innermost reference to a custom property, with its fallback. */
const VARIABLE = /\bvar\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/;
const MAX_SUBSTITUTIONS = 8;
const NOTHING = { tag: '', id: '', classes: [], attributes: [] };
/** Above all selectors. */
const INLINE_STYLE = 1e8;
const IMPORTANT = 1e9;

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
      for (const rule of styleRules(textOf(page, node))) {
        const isUnscripted = node < unscriptedTo;
        const own = isUnscripted || screens === 'some' ? { ...rule, isState: true } : rule;
        if (isUnscripted) unscripted.add(own);
        rules.push(own);
      }
    }
  }
  return { rules, unscripted, isLinked };
}
