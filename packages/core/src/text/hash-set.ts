/** An open-addressing set of non-zero 32-bit hashes, sized once. A `Set` of numbers this large would box each of them. */
export class HashSet {
  private readonly slots: Uint32Array;
  private readonly mask: number;

  /** @param most the most members it will hold */
  constructor(most: number) {
    let capacity = 16;
    while (capacity < most * 2) capacity *= 2;
    this.slots = new Uint32Array(capacity);
    this.mask = capacity - 1;
  }

  has(hash: number): boolean {
    for (let at = hash & this.mask; this.slots[at] !== 0; at = (at + 1) & this.mask)
      if (this.slots[at] === hash) return true;
    return false;
  }

  add(hash: number): void {
    let at = hash & this.mask;
    while (this.slots[at] !== 0) {
      if (this.slots[at] === hash) return;
      at = (at + 1) & this.mask;
    }
    this.slots[at] = hash;
  }

  clear(): void {
    this.slots.fill(0);
  }
}
