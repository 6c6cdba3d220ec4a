/** The stack of open elements: WHATWG HTML, "The stack of open elements". Keys and classes are those of `html-tags.ts`. */
import {
  CLASSES,
  FIRST_HEADING,
  IMPLIED_END,
  IMPLIED_END_IN_TEMPLATE,
  LAST_HEADING,
  SCOPE,
  tagId,
  UNLISTED,
} from './html-tags.js';
import type { NodeId } from './page.js';

const P = tagId('p');

/** Open elements beyond which a page is left to the other parser: it finds elements in a deep stack without a scan. */
export const MAX_OPEN = 250;

export class ElementStack {
  /** Number of open elements. */
  depth = 0;
  readonly keys = new Int32Array(MAX_OPEN + 2);
  readonly nodes = new Int32Array(MAX_OPEN + 2);
  /** Key and node of the current element; 0 before the first. */
  key = 0;
  node: NodeId = 0;
  /** Number of open p elements: most searches for one need not begin. */
  private paragraphs = 0;

  /** @param onPop called with each element that is closed */
  constructor(private readonly onPop: (node: NodeId, key: number) => void) {}

  push(node: NodeId, key: number): void {
    this.keys[this.depth] = this.key = key;
    this.nodes[this.depth++] = this.node = node;
    if (key === P) this.paragraphs++;
  }

  pop(): void {
    const { node, key } = this;
    if (key === P) this.paragraphs--;
    this.depth--;
    this.node = this.nodes[this.depth - 1];
    this.key = this.keys[this.depth - 1];
    this.onPop(node, key);
  }

  /** Closes elements until `depth` are open. */
  popTo(depth: number): void {
    while (this.depth > depth) this.pop();
  }

  /** Removes the element at a place from the stack, and leaves those above it open. */
  removeAt(place: number): void {
    if (place === this.depth - 1) {
      this.pop();
      return;
    }
    const node = this.nodes[place];
    const key = this.keys[place];
    if (key === P) this.paragraphs--;
    this.nodes.copyWithin(place, place + 1, this.depth);
    this.keys.copyWithin(place, place + 1, this.depth);
    this.depth--;
    this.onPop(node, key);
  }

  /** Puts an element at a place, below those from there on. */
  insertAt(place: number, node: NodeId, key: number): void {
    this.nodes.copyWithin(place + 1, place, this.depth);
    this.keys.copyWithin(place + 1, place, this.depth);
    this.nodes[place] = node;
    this.keys[place] = key;
    this.depth++;
    this.node = this.nodes[this.depth - 1];
    this.key = this.keys[this.depth - 1];
  }

  /** Renumbers nodes when rows were opened: some before a node, and one after it. */
  shift(node: NodeId, before: number): void {
    for (let at = this.depth - 1; at >= 0 && this.nodes[at] >= node; at--)
      this.nodes[at] += this.nodes[at] === node ? before : before + 1;
    this.node = this.nodes[this.depth - 1];
  }

  /** The place of the topmost element with a key; −1 without one. */
  topmost(key: number): number {
    let place = this.depth - 1;
    while (place >= 0 && this.keys[place] !== key) place--;
    return place;
  }

  /** The place of the topmost element whose name is in a table; −1 without one. */
  topmostOf(names: Uint8Array): number {
    let place = this.depth - 1;
    while (place >= 0 && (this.keys[place] >= names.length || names[this.keys[place]] === 0)) place--;
    return place;
  }

  /** The place of a node; −1 when it is not open. Nodes higher in the stack have larger numbers. */
  placeOf(node: NodeId): number {
    let place = this.depth - 1;
    while (place >= 0 && this.nodes[place] > node) place--;
    return place >= 0 && this.nodes[place] === node ? place : -1;
  }

  /** Whether an element with one of the classes is open above a place. */
  hasAbove(place: number, classes: number): boolean {
    for (let at = this.depth - 1; at > place; at--)
      if (this.keys[at] < UNLISTED && (CLASSES[this.keys[at]] & classes) !== 0) return true;
    return false;
  }

  /** Whether an element with a key is open above every boundary of a scope. */
  inScope(key: number, scope: number): boolean {
    if (key === P && this.paragraphs === 0) return false;
    for (let at = this.depth - 1; at >= 0; at--) {
      const other = this.keys[at];
      if (other === key) return true;
      if (other < UNLISTED && (CLASSES[other] & scope) !== 0) return false;
    }
    return false;
  }
  hasHeadingInScope(): boolean {
    for (let at = this.depth - 1; at >= 0; at--) {
      const key = this.keys[at];
      if (key >= FIRST_HEADING && key <= LAST_HEADING) return true;
      if (key < UNLISTED && (CLASSES[key] & SCOPE) !== 0) return false;
    }
    return false;
  }

  popUntil(key: number): void {
    this.popTo(Math.max(this.topmost(key), 0));
  }

  /** Generates implied end tags. */
  popImplied(): void {
    while (this.key < UNLISTED && (CLASSES[this.key] & IMPLIED_END) !== 0) this.pop();
  }

  /** The same with the end tags that a template implies, but for one key. */
  popImpliedBut(key: number): void {
    while (this.key !== key && this.key < UNLISTED && (CLASSES[this.key] & IMPLIED_END_IN_TEMPLATE) !== 0) this.pop();
  }

  /** Closes a p element. */
  popParagraph(): void {
    this.popImpliedBut(P);
    this.popUntil(P);
  }
}
