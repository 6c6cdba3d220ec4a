import type { NodeId, Page } from './page.js';

/**
 * Reads several attributes of many elements. Their names are looked up once, and the attributes of an element are passed once, so
 * that most elements, which have none of them, cost next to nothing.
 */
export class AttributeReading {
  /** Per attribute name of the page: its place in the list of names, or −1. */
  private readonly places: Int8Array;
  /** Per place: the attribute of the element looked at, when it has it. */
  private readonly found: Int32Array;
  /** Bit p is 1 when the element looked at has the attribute at place p. */
  private present = 0;

  /** @param names at most 32, in lower case */
  constructor(
    private readonly page: Page,
    names: readonly string[],
  ) {
    this.places = Int8Array.from(page.attributeColumns.names, (name) => names.indexOf(name));
    this.found = new Int32Array(names.length);
  }

  /** Looks at an element. Returns the places of its attributes as bits. */
  look(node: NodeId): number {
    const { from, to, name } = this.page.attributeColumns;
    this.present = 0;
    for (let at = from[node]; at < to[node]; at++) {
      const place = this.places[name[at]];
      if (place < 0) continue;
      this.found[place] = at;
      this.present |= 1 << place;
    }
    return this.present;
  }

  /** The value of the attribute at a place in the list of names, or null. */
  value(place: number): string | null {
    return (this.present & (1 << place)) === 0 ? null : this.page.attributeColumns.value(this.found[place]);
  }
}
