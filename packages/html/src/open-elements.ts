/** The stack of open elements and the list of active formatting elements (WHATWG HTML § 13.2.4.2 and 13.2.4.3), by keys of `html-tags.ts`. */
import { CLASSES, IMPLIED_END, IMPLIED_END_IN_TEMPLATE, SCOPE, tagIds, UNLISTED } from './html-tags.js';
import type { NodeId } from './page.js';
import type { PageWriter } from './page-writer.js';

const [P, FIRST_HEADING, LAST_HEADING] = tagIds('p h1 h6');

/** Open elements beyond which a page is left to the other parser, as many as the default limit lets nest: its tree takes much memory. */
export const MAX_OPEN = 1_000;

export class ElementStack {
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

/** An entry's key when it is a marker. */
const MARKER = 0;
/** Entries beyond which a page is left to the other parser. */
const MAX_FORMATTING = 200;
/** Equal elements that the list holds at most. */
const SAME = 3;

export class FormattingList {
  length = 0;
  readonly keys = new Int32Array(MAX_FORMATTING + 2);
  readonly nodes = new Int32Array(MAX_FORMATTING + 2);
  /** The tags of the elements: offsets in the source. Copies of an element have its tag. */
  readonly from = new Uint32Array(MAX_FORMATTING + 2);
  readonly to = new Uint32Array(MAX_FORMATTING + 2);

  constructor(
    private readonly writer: PageWriter,
    private readonly open: ElementStack,
  ) {}

  get isFull(): boolean {
    return this.length >= MAX_FORMATTING;
  }

  addMarker(): void {
    this.keys[this.length++] = MARKER;
  }

  clearToMarker(): void {
    while (this.length > 0 && this.keys[--this.length] !== MARKER);
  }

  /** Adds an element. Of four equal ones after the last marker, the first is removed (the "Noah's Ark clause"). */
  add(node: number, key: number): void {
    let same = 0;
    let first = -1;
    for (let at = this.length - 1; at >= 0 && this.keys[at] !== MARKER; at--)
      if (this.keys[at] === key && this.areEqual(this.nodes[at], node)) {
        same++;
        first = at;
      }
    if (same >= SAME) this.removeAt(first);
    this.keys[this.length] = key;
    this.from[this.length] = this.writer.rows.sourceFrom[node];
    this.to[this.length] = this.writer.rows.openTo[node];
    this.nodes[this.length++] = node;
  }

  /** Puts a copy of the element of another entry at a place. */
  insertCopy(place: number, node: number, entry: number): void {
    const key = this.keys[entry];
    const from = this.from[entry];
    const to = this.to[entry];
    for (const column of [this.keys, this.nodes, this.from, this.to]) column.copyWithin(place + 1, place, this.length);
    this.keys[place] = key;
    this.nodes[place] = node;
    this.from[place] = from;
    this.to[place] = to;
    this.length++;
  }

  /** Renumbers nodes, as {@link ElementStack.shift}. */
  shift(node: number, before: number): void {
    for (let at = 0; at < this.length; at++)
      if (this.keys[at] !== MARKER && this.nodes[at] >= node)
        this.nodes[at] += this.nodes[at] === node ? before : before + 1;
  }

  private areEqual(one: number, other: number): boolean {
    const { writer } = this;
    const { attributeFrom: from, attributeTo: to } = writer.rows;
    if (to[one] - from[one] !== to[other] - from[other]) return false;
    for (let at = from[one]; at < to[one]; at++) {
      const name = writer.attributeRows.name[at];
      let twin = from[other];
      while (twin < to[other] && writer.attributeRows.name[twin] !== name) twin++;
      if (twin === to[other] || writer.attributeValue(at) !== writer.attributeValue(twin)) return false;
    }
    return true;
  }

  removeAt(place: number): void {
    if (place < this.length - 1)
      for (const column of [this.keys, this.nodes, this.from, this.to])
        column.copyWithin(place, place + 1, this.length);
    this.length--;
  }

  /** The place of the last entry with a key after the last marker; −1 without one. */
  last(key: number): number {
    for (let at = this.length - 1; at >= 0 && this.keys[at] !== MARKER; at--) if (this.keys[at] === key) return at;
    return -1;
  }

  placeOf(node: number): number {
    let at = this.length - 1;
    while (at >= 0 && (this.keys[at] === MARKER || this.nodes[at] !== node)) at--;
    return at;
  }

  /** The first of the last entries that are not open, after the last marker; the length when all are open. */
  firstClosed(): number {
    let at = this.length;
    while (at > 0 && this.keys[at - 1] !== MARKER && this.open.placeOf(this.nodes[at - 1]) < 0) at--;
    return at;
  }
}
