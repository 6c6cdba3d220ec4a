/**
 * Boilerpipe's text blocks (Kohlschütter, Fankhauser, Nejdl, WSDM 2010; the SAX handler of the Java library).
 *
 * Observation: nearly every element but inline formatting separates texts, so blocks can be split in one pass, without the
 * page's styles.
 *
 * Steps: walk the page once as start, text and end events. Tags either do nothing (inline formatting), open or close a link,
 * hide their text (script, style, option, …), or end the block. A block has the nesting level of its first text and the
 * labels of the list items and headings around it.
 *
 * Reproduced on purpose, because thresholds were tuned with it:
 * - the cut at a start tag happens at the next text, when the tag's label is already on: in `<div>intro <h2>Head</h2>` the
 *   block "intro" is labelled as a heading too;
 * - the first block of the body has the level of the `<title>` text;
 * - blocks without a word exist (`<p>|</p>`);
 * - a link splits words: `x<a>y</a>z` reads `x y z`.
 *
 * Departures: a text event is one text node of the standard's tree; links in links count once, and text after the inner
 * one is still linked (in the reference every later word of the page counts as linked); the raw text of `iframe`,
 * `noembed` and `noframes`, which the standard's parser leaves as markup, is not text.
 */

import type { Block } from '@dehusk/core';
import { type NodeId, type Page, TEXT } from '@dehusk/html';
import { measureWords } from './boilerpipe-words.js';

/** Labels from the elements around a block, as bits of {@link TextBlock.labels}. H1 to H3 are headings; H4 to H6 are not. */
export const ELEMENT_LABELS = { listItem: 1, h1: 2, h2: 4, h3: 8, heading: 16 } as const;

/** A block with the shallow features of the paper. */
export interface TextBlock extends Block {
  /** Position among the blocks of the page, from 0. */
  readonly offset: number;
  /** Words on complete lines of 80 columns; all words when no line is complete. */
  readonly wrappedWords: number;
  /** Complete lines of 80 columns; at least 1. */
  readonly wrappedLines: number;
  /** Words a line, `wrappedWords / wrappedLines`, as a 32-bit float: filters compare densities for equality. */
  readonly textDensity: number;
  /** Share of words inside links, 0…1, as a 32-bit float; 0 without words. */
  readonly linkDensity: number;
  /** Number of open elements, inline formatting not counted, at the block's first text. */
  readonly tagLevel: number;
  /** Union of {@link ELEMENT_LABELS}. */
  readonly labels: number;
}

/** The blocks of a page. */
export interface TextBlocks {
  /** Text of the page's `<title>`, or null without one. */
  readonly title: string | null;
  readonly blocks: readonly TextBlock[];
}

interface TextBlockOptions {
  /** Count words of scripts without spaces by `Intl.Segmenter`; see `boilerpipe-words.ts`. Default false. */
  readonly segmentWords?: boolean;
}

// Actions of tags. A tag outside the table opens a nesting level and ends the block.
const BREAK = 0;
const HIDE = 1;
const LINK = 2;
const BODY = 3;
const INLINE = 4;
const SPACED = 5;
const LABELLED = 6;
const ACTIONS: ReadonlyMap<string, number> = new Map([
  ...each(HIDE, 'style script option object embed applet link noscript iframe noembed noframes'),
  ...each(LINK, 'a'),
  ...each(BODY, 'body'),
  ...each(INLINE, 'strike u b i em strong span sup sub code tt var font'),
  ...each(SPACED, 'abbr acronym'),
  ...each(LABELLED, 'li h1 h2 h3'),
]);
const LABELS_OF: Readonly<Record<string, number>> = {
  li: ELEMENT_LABELS.listItem,
  h1: ELEMENT_LABELS.h1 | ELEMENT_LABELS.heading,
  h2: ELEMENT_LABELS.h2 | ELEMENT_LABELS.heading,
  h3: ELEMENT_LABELS.h3 | ELEMENT_LABELS.heading,
};

function each(action: number, names: string): [string, number][] {
  return names.split(' ').map((name) => [name, action]);
}

/** White space as in Java's `Character.isWhitespace`: no-break spaces are text. */
const WHITE_SPACE = /[\t-\r\x1c-\x1f\u1680\u2000-\u2006\u2008-\u200a\u2028\u2029\u205f\u3000]/g;
function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code >= 0x1c;
  if (code < 0x1680) return false;
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x205f ||
    code === 0x3000
  );
}

/** Splits a page into Boilerpipe's text blocks. Linear in the page, no recursion; never throws. */
export function segmentTextBlocks(page: Page, options: TextBlockOptions = {}): TextBlocks {
  return new TextBlockWalk(page, options.segmentWords ?? false).read();
}

class TextBlockWalk {
  private readonly actions: Uint8Array;
  private readonly labelsOf: Uint8Array;
  private readonly titleTag: number;
  private readonly blocks: TextBlock[] = [];
  private title: string | null = null;

  private bodies = 0;
  private hidden = 0;
  private links = 0;
  private tagLevel = 0;
  private lastStartTag = -1;
  /** Per bit of ELEMENT_LABELS: number of open elements with it. */
  private readonly labelDepth = [0, 0, 0, 0, 0];
  private labels = 0;
  /** A boundary was passed; the block ends at the next text or end tag. */
  private boundary = false;

  // The block being collected.
  private text = '';
  private endsInSpace = false;
  private nodes: NodeId[] = [];
  private first: NodeId = -1;
  private last: NodeId = -1;
  private holder: NodeId = 0;
  /** The nearest open element that holds all text of the block so far. */
  private nextHolder: NodeId = 0;
  private blockLevel = -1;
  private linkChars = 0;
  private startsLinked = false;
  private linkEdges: number[] = [];

  constructor(
    private readonly page: Page,
    private readonly segmentWords: boolean,
  ) {
    this.actions = Uint8Array.from(page.names, (name) => ACTIONS.get(name) ?? BREAK);
    this.labelsOf = Uint8Array.from(page.names, (name) => LABELS_OF[name] ?? 0);
    this.titleTag = page.nameIndex('title');
  }

  read(): TextBlocks {
    const { page } = this;
    let open: NodeId = 0;
    for (let node = 1; node < page.size; node++) {
      while (page.end[open] <= node) {
        this.onEnd(open);
        open = page.parent[open];
      }
      if (page.tag[node] === TEXT) this.onText(node);
      else {
        this.onStart(page.tag[node]);
        open = node;
      }
    }
    for (; open > 0; open = page.parent[open]) this.onEnd(open);
    this.endBlock();
    return { title: this.title, blocks: this.blocks };
  }

  private onStart(tag: number): void {
    switch (this.actions[tag]) {
      case INLINE:
        break;
      case SPACED:
        this.space();
        break;
      case LINK:
        this.tagLevel++;
        this.links++;
        if (this.hidden === 0) {
          this.space();
          this.linkEdges.push(this.text.length);
        }
        break;
      case BODY:
        this.endBlock();
        this.tagLevel++;
        this.bodies++;
        break;
      case HIDE:
        this.hidden++;
        this.tagLevel++;
        this.boundary = true;
        break;
      default:
        this.label(this.labelsOf[tag], 1);
        this.tagLevel++;
        this.boundary = true;
    }
    this.lastStartTag = tag;
  }

  private onEnd(node: NodeId): void {
    const tag = this.page.tag[node];
    switch (this.actions[tag]) {
      case INLINE:
        break;
      case SPACED:
        this.space();
        break;
      case LINK:
        this.tagLevel--;
        this.links--;
        if (this.hidden === 0 && this.links === 0) {
          this.space();
          this.linkEdges.push(~this.text.length);
        }
        break;
      case BODY:
        this.endBlock();
        this.bodies--;
        this.tagLevel--;
        break;
      case HIDE:
        this.hidden--;
        this.tagLevel--;
        this.boundary = true;
        break;
      default:
        this.tagLevel--;
        this.boundary = true;
    }
    if (this.boundary) this.endBlock();
    this.label(this.labelsOf[tag], -1);
    if (this.nextHolder === node) this.nextHolder = this.page.parent[node];
  }

  private onText(node: NodeId): void {
    const { chars, textFrom, textTo, parent } = this.page;
    let from = textFrom[node];
    let to = textTo[node];
    if (from === to) return;
    if (this.boundary) {
      this.endBlock();
      this.boundary = false;
    }
    if (this.hidden > 0) return;
    while (from < to && isWhiteSpace(chars.charCodeAt(from))) from++;
    if (from > textFrom[node]) this.space();
    if (from === to) return;
    while (isWhiteSpace(chars.charCodeAt(to - 1))) to--;
    if (this.blockLevel < 0) this.blockLevel = this.tagLevel;
    this.text += chars.slice(from, to).replace(WHITE_SPACE, ' ');
    this.endsInSpace = false;
    if (to < textTo[node]) this.space();
    if (this.links > 0) this.linkChars += to - from;
    if (this.first < 0) {
      this.first = node;
      this.nextHolder = parent[node];
    }
    this.last = node;
    this.nodes.push(node);
    this.holder = this.nextHolder;
  }

  private space(): void {
    if (this.endsInSpace) return;
    this.text += ' ';
    this.endsInSpace = true;
  }

  private label(bits: number, by: 1 | -1): void {
    if (bits === 0) return;
    const { labelDepth } = this;
    for (let bit = 0; bit < labelDepth.length; bit++)
      if ((bits & (1 << bit)) !== 0) {
        labelDepth[bit] += by;
        if (labelDepth[bit] > 0) this.labels |= 1 << bit;
        else this.labels &= ~(1 << bit);
      }
  }

  private endBlock(): void {
    if (this.first >= 0) {
      if (this.bodies > 0) this.addBlock();
      else if (this.lastStartTag === this.titleTag) this.title = trimControls(this.text) || this.title;
    }
    this.text = '';
    this.nodes = [];
    this.first = -1;
    this.linkChars = 0;
    this.startsLinked = this.links > 0;
    this.linkEdges = [];
  }

  private addBlock(): void {
    const { text } = this;
    const measure = measureWords(text, this.startsLinked, this.linkEdges, this.segmentWords);
    this.blocks.push({
      first: this.first,
      last: this.last,
      nodes: this.nodes,
      parent: this.holder,
      text: trimControls(text),
      words: measure.words,
      linkWords: measure.linkWords,
      linkChars: this.linkChars,
      offset: this.blocks.length,
      wrappedWords: measure.wrappedWords,
      wrappedLines: measure.wrappedLines,
      textDensity: Math.fround(measure.wrappedWords / measure.wrappedLines),
      linkDensity: measure.words === 0 ? 0 : Math.fround(measure.linkWords / measure.words),
      tagLevel: this.blockLevel,
      labels: this.labels,
    });
    this.blockLevel = -1;
  }
}

/** Removes spaces and control characters (up to U+0020) at both ends, as Java's `trim`. */
function trimControls(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && text.charCodeAt(from) <= 0x20) from++;
  while (from < to && text.charCodeAt(to - 1) <= 0x20) to--;
  return text.slice(from, to);
}
