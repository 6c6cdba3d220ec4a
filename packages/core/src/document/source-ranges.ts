/** Where running text and code of a document are in the source of its page. */

/** A range of the decoded HTML, in UTF-16 code units. */
type SourceRange = readonly [from: number, to: number];

const ranges = new WeakMap<object, SourceRange>();

/** Remembers the range of a run of text, or of a block of code. */
export function setSourceRange(part: object, from: number, to: number): void {
  if (to > from) ranges.set(part, [from, to]);
}

/** The range of a part that `assemble` built; null for another. */
export function sourceRangeOf(part: object): SourceRange | null {
  return ranges.get(part) ?? null;
}
