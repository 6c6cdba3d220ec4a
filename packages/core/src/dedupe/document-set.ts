/**
 * The n-grams of one document: a set emptied in one step, by raising the epoch, so that a short document after a long one
 * pays for its own length only.
 */
export class DocumentSet {
  #high = new Int32Array(4096);
  #low = new Int32Array(4096);
  #epochs = new Uint32Array(4096);
  #epoch = 0;

  /** Empties the set and makes room for so many fingerprints. */
  begin(expected: number): void {
    if (expected * 2 > this.#high.length) {
      let slots = this.#high.length;
      while (slots < expected * 2) slots *= 2;
      this.#high = new Int32Array(slots);
      this.#low = new Int32Array(slots);
      this.#epochs = new Uint32Array(slots);
      this.#epoch = 0;
    }
    if (this.#epoch === 0xffffffff) {
      this.#epochs.fill(0);
      this.#epoch = 0;
    }
    this.#epoch++;
  }

  /** Puts a fingerprint in; true when it was there already. */
  seen(high: number, low: number): boolean {
    const first = high | 0;
    const second = low | 0;
    const mask = this.#high.length - 1;
    for (let at = first & mask; ; at = (at + 1) & mask) {
      if (this.#epochs[at] !== this.#epoch) {
        this.#epochs[at] = this.#epoch;
        this.#high[at] = first;
        this.#low[at] = second;
        return false;
      }
      if (this.#high[at] === first && this.#low[at] === second) return true;
    }
  }
}
