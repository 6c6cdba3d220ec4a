/** Where the posts, comments and items of a document are in its page. */
import type { NodeId } from '@dehusk/html';
import type { Document, Structure } from './document.js';

/** Per post, comment and item: the nodes of its words, its title and its author. */
type RecordNodes = Readonly<Record<'posts' | 'comments' | 'items', readonly (readonly NodeId[])[]>>;

/** Records of one kind, and the nodes of each. */
export interface Located<R> {
  readonly records: readonly R[];
  readonly nodes: readonly (readonly NodeId[])[];
}

/** The records of a document, and their nodes. */
export interface FoundStructure {
  readonly structure: Structure;
  readonly nodes: RecordNodes;
}

export const NO_RECORDS: RecordNodes = { posts: [], comments: [], items: [] };

const found = new WeakMap<Document, () => FoundStructure>();

export function withRecordNodes(document: Document, structure: () => FoundStructure): Document {
  found.set(document, structure);
  return document;
}

/** The nodes of the records of a document that `assemble` built; none of another. */
export function recordNodesOf(document: Document): RecordNodes {
  return found.get(document)?.().nodes ?? NO_RECORDS;
}
