/**
 * Which nodes of a page a reader never sees: one column for every part of the library.
 *
 * A page is read as on a large screen with scripts on, by its attributes, its style attributes, the rules of its style elements and
 * the names that style libraries give to hidden text. Nothing is loaded or executed, so a hiding rule in a linked style sheet goes
 * unseen. What a control of the page opens, and what waits for a script to fade in, counts as visible.
 *
 * Linear in the page: two passes at most, the second without controls that are hidden themselves.
 */
import { classesOf, classTest, classWords } from './classes.js';
import { namedByControls, openingsOf } from './controls.js';
import { displays, INLINE } from './display.js';
import { HEADINGS, tagNames } from './elements.js';
import { addTo, memoized } from './memo.js';
import { attributeReader, type NodeId, nameOf, type Page, TEXT, tagTable, textOf } from './page.js';
import { CLEAR, type Hiding, isSameColour, type Look, StyleReader, UNKNOWN } from './style-reader.js';
import { newColumn } from './text/bytes.js';
import { isSpace } from './text/characters.js';

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
/** Elements whose text counts as no words. */
const SILENT = tagNames(MATH, 'script style title template head');
const MATH_CLASS = /katex|mathjax|mjx|mwe-math|MJX/;

/** Class names by which style libraries hide text from readers. */
const UTILITY =
  /(?:^|\s)(?:hidden|hide|d-none|is-hidden|u-hidden|u-hide|is-hide|invisible|is-invisible|sr-only|(?:u-)?visually-?hidden|is-visually-hidden|visuallyhidden|screen-reader-(?:text|only)|element-invisible|element-hidden|a11y-hidden|show-for-sr|sr-only-focusable|visually-hidden-focusable|uk-hidden|pf-u-screen-reader|a-offscreen|offscreen|off-screen|text-hide|display-none|dn|print-only|visible-print(?:-block)?|only-print|hide-on-screen|assistive-text)(?:\s|$)/;
/** Class names that show such text on larger screens. */
const RESPONSIVE =
  /(?:^|\s)(?:(?:sm|md|lg|xl|2xl|tablet|desktop|laptop):(?:block|flex|inline\S*|grid|table\S*|contents|visible|not-sr-only|flow-root|list-item)|d-(?:sm|md|lg|xl|xxl)-(?:block|flex|inline\S*|grid|table\S*)|not-sr-only|(?:is-)?(?:visible|active|shown?|open))(?:\s|$)/;

/** Hidden boxes of one class that a script opens: with a title each, or beside a shown one. */
const MIN_TITLED = 3;

const STREAMS = /\$R[CRSVX]\b|<template id="[BP]:/;
const INVISIBLE: Hiding = { way: 'visibility: hidden', isOpenable: true };

/** Share of the page's text in a hidden element that a script shows. */
const MOST = 2 / 3;
/** Share of the text around that is white where white text counts as unseen. */
const MOST_WHITE = 1 / 3;
/** Share of the page's text that fades in. */
const MOST_FADING = 1 / 2;

/** Characters of a title, with the white space around it. */
const MAX_LABEL = 200;

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
  private readonly template: number;
  private readonly dialog: number;
  private readonly idOf;
  private readonly hiddenOf;
  private readonly popoverOf;
  private readonly ariaHiddenOf;
  /** Characters of shown text before a node. */
  private readonly letters: Uint32Array;
  private readonly classIndex: Int32Array;
  private isCounted = false; // by the first pass
  private readonly looks: (Look | null | undefined)[];
  /** By class attribute: how many hidden boxes come after a title, or after one that is shown. */
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
    this.hiddenOf = attributeReader(page, 'hidden');
    this.popoverOf = attributeReader(page, 'popover');
    this.ariaHiddenOf = attributeReader(page, 'aria-hidden');
    this.template = page.nameIndex('template');
    this.dialog = page.nameIndex('dialog');
    this.letters = lettersBefore(page);
    this.classIndex = classesOf(page).of;
    this.looks = new Array(page.size);
  }

  see(): Visibility {
    const asked = new Set<NodeId>();
    const first = this.pass((control) => asked.add(control) !== undefined);
    this.isCounted = true;
    for (const [index, count] of this.titled) if (count < MIN_TITLED) this.titled.delete(index);
    // Controls that nobody sees open nothing.
    const unseen = (node: NodeId): boolean => first[node] !== 0;
    const hiddenBy = [...asked].some(unseen) || this.titled.size > 0 ? this.pass((control) => !unseen(control)) : first;
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
    const hiddenBy = newColumn(Uint8Array, size);
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
      let look = this.looks[node];
      if (look === undefined) this.looks[node] = look = reader.lookOf(node);
      state.enter(node, look);
      if (this.whole[tag[node]] === 1) {
        state.show(node);
        continue;
      }
      if (state.hides(node) && this.isShownLater(node, INVISIBLE, look, isSeen)) state.show(node);
      const hiding = this.hidingOf(node, look);
      if (hiding === null || this.isShownLater(node, hiding, look, isSeen)) continue;
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
  private hidingOf(node: NodeId, look: Look | null): Hiding | null {
    const { page } = this;
    const tag = page.tag[node];
    if (this.never[tag] === 1) {
      const name = nameOf(page, node);
      if (name === 'textarea' && /code|crayon/i.test(page.attribute(node, 'class') ?? '')) return null;
      return { way: name, isOpenable: false };
    }
    if (tag === this.template)
      return page.attribute(node, 'shadowrootmode') === null ? { way: 'template', isOpenable: false } : null;
    if (look !== null && look.hiding !== null) return look.hiding;
    const isDisplayed = look?.isDisplayed === true;
    if (tag === this.dialog && !isDisplayed && page.attribute(node, 'open') === null)
      return { way: 'closed dialog', isOpenable: true };
    const hidden = this.hiddenOf(node);
    if (hidden !== null && hidden.toLowerCase() !== 'until-found' && !isDisplayed)
      return { way: 'attribute hidden', isOpenable: true };
    if (this.popoverOf(node) !== null && !isDisplayed) return { way: 'closed popover', isOpenable: true };
    if (this.utility(node) && !this.responsive(node) && !isDisplayed) return { way: 'class', isOpenable: true };
    if (this.display[node] !== INLINE && this.ariaHiddenOf(node) === 'true' && !this.isLabel(node))
      return { way: 'aria-hidden', isOpenable: true };
    return null;
  }

  /** Whether an element is the title of the one around it, which says so to screen readers itself. */
  private isLabel(node: NodeId): boolean {
    const { page } = this;
    const label = page.attribute(page.parent[node], 'aria-label')?.trim();
    return page.textTo[node] - page.textFrom[node] <= MAX_LABEL && textOf(page, node).trim() === label;
  }

  /** Whether a reader gets to see a hidden element: a control opens it, or a script shows the page. */
  private isShownLater(
    node: NodeId,
    { way, isOpenable }: Hiding,
    look: Look | null,
    isSeen: (control: NodeId) => boolean,
  ): boolean {
    const { page, reader, openings } = this;
    if (this.lettersIn(node) > MOST * this.letters[page.size] && way !== 'template') return true;
    // The link to a heading opens nothing.
    if (!isOpenable || (way === 'class' && HEADINGS.has(nameOf(page, node)))) return false;
    const id = this.idOf(node);
    if (id !== null && this.isNamed(`#${id}`, node, isSeen)) return true;
    const classes = classWords(page).of[this.classIndex[node]];
    if (classes.slice(0, 8).some((one) => one !== '' && this.isNamed(`.${one}`, node, isSeen))) return true;
    // Parts that React sends later, which its scripts put into their places.
    if (way === 'attribute hidden' && id !== null && /^S:[\da-f]+$/.test(id) && STREAMS.test(page.source)) return true;
    if (way === 'closed dialog' || way === 'closed popover') return false;
    const revealed = reader.revealedNames();
    if ((id !== null && revealed.has(`#${id}`)) || classes.some((one) => revealed.has(`.${one}`))) return true;
    if (openings.isOpened(node, isSeen) || this.isOneOfMany(node)) return true;
    if (way === 'display: none') return look?.isFolding === true;
    if (way !== 'opacity: 0' && way !== 'no size') return false;
    return look?.isMoving === true || openings.isAnimated(node);
  }

  /** Whether an element is one of several hidden boxes: with a title each, as answers to questions, or like a shown one, as lists in tabs. */
  private isOneOfMany(node: NodeId): boolean {
    const index = this.classIndex[node];
    if (index === 0 || this.display[node] === INLINE || !this.openings.isOneOfMany(node)) return false;
    const count = (this.titled.get(index) ?? 0) + 1;
    this.titled.set(index, count);
    return this.isCounted && count > MIN_TITLED;
  }

  private isNamed(key: string, node: NodeId, isSeen: (control: NodeId) => boolean): boolean {
    const controls = this.named.get(key) ?? [];
    return controls.some((one) => (one < node || one >= this.page.end[node]) && isSeen(one));
  }
}

/** Per node: characters of words before it, without scripts and styles; the last is the sum. */
function lettersBefore(page: Page): Uint32Array {
  const silent = tagTable(page, SILENT);
  const before = newColumn(Uint32Array, page.size + 1);
  let silentTo = 0;
  for (let node = 0; node < page.size; node++) {
    let own = 0;
    if (page.tag[node] === TEXT) {
      let from = page.textFrom[node];
      let to = page.textTo[node];
      if (node < silentTo) from = to;
      while (from < to && isSpace(page.chars.charCodeAt(from))) from++;
      while (from < to && isSpace(page.chars.charCodeAt(to - 1))) to--;
      own = to - from;
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
  private readonly classIndex: Int32Array;

  constructor(
    private readonly page: Page,
    private readonly hasLinkedStyles: boolean,
  ) {
    this.invisible = newColumn(Uint8Array, page.size);
    this.unreadable = newColumn(Uint8Array, page.size);
    this.colour = newColumn(Int32Array, page.size).fill(UNKNOWN);
    this.background = newColumn(Int32Array, page.size).fill(UNKNOWN);
    this.display = displays(page);
    this.classIndex = classesOf(page).of;
    // Without a style sheet that may say otherwise, a page is white.
    if (!hasLinkedStyles) this.background[0] = 0xffffff;
  }

  enter(node: NodeId, look: Look | null): void {
    const { page, invisible, unreadable, colour, background } = this;
    const parent = page.parent[node];
    invisible[node] = invisible[parent];
    unreadable[node] = unreadable[parent];
    colour[node] = colour[parent];
    background[node] = background[parent];
    // A linked style sheet may set sizes and backgrounds of boxes and of elements with classes.
    const mayDiffer = this.hasLinkedStyles && (this.display[node] !== INLINE || this.classIndex[node] > 0);
    if (mayDiffer) {
      background[node] = UNKNOWN;
      unreadable[node] = 0;
    }
    if (look === null) return;
    if (look.isInvisible !== null) invisible[node] = look.isInvisible ? 1 : 0;
    if (look.fontSize !== null) unreadable[node] = look.fontSize === 0 ? 1 : 0;
    if (look.background !== null && look.background !== CLEAR) background[node] = look.background;
    if (look.colour !== null) colour[node] = look.colour;
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
      if (
        !isSameColour(colour[node], 0xffffff) ||
        background[node] !== UNKNOWN ||
        colour[page.parent[node]] !== UNKNOWN
      )
        continue;
      let around = page.parent[node];
      if (this.display[node] === INLINE && this.classIndex[around] === 0) around = page.parent[around];
      addTo(white, around, node);
    }
    return [...white].flatMap(([parent, nodes]) => {
      const letters = nodes.reduce((sum, node) => sum + lettersIn(node), 0);
      return letters < lettersIn(parent) * MOST_WHITE ? nodes.filter((node) => this.classIndex[node] === 0) : [];
    });
  }
}
