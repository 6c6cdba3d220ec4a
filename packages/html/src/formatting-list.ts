/** The list of active formatting elements: WHATWG HTML, "The list of active formatting elements". */
import type { ElementStack } from './element-stack.js';
import type { PageWriter } from './page-writer.js';

/** An entry's key when it is a marker. */
const MARKER = 0;
/** Entries beyond which a page is left to the other parser. */
export const MAX_FORMATTING = 200;
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

  /** The place of a node; −1 when it is not in the list. */
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
