/** What goes into a URL Tree and what can be read off it. */

/** What is kept: algorithms.md, section 9.3. */
export interface TreeBounds {
  /** Most documents. */
  readonly maxDocuments: number;
  /** Age, against the newest document, above which a document goes; milliseconds. */
  readonly maxAge: number;
  /** Never fewer documents than this, however old. */
  readonly keepAtLeast: number;
}

/** Where a document belongs. */
export interface DocumentPlace {
  /** 64-bit hash of the URL key. */
  readonly keyHigh: number;
  readonly keyLow: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Segments from the root's child down. */
  readonly branch: readonly string[];
}

/** A document as the tree takes it. */
export interface TreeDocument extends DocumentPlace {
  /** Hashes of its blocks; repeats do not matter. */
  readonly high: ArrayLike<number>;
  readonly low: ArrayLike<number>;
}

/** A node, for people: how deep, how called, how many documents, and how many distinct blocks these have in sum. */
export interface TreeRow {
  readonly depth: number;
  readonly segment: string;
  readonly documents: number;
  readonly blocks: number;
}
