/** The content of the body of a post, without lines that half of the records repeat: they are buttons. */
import { HEADINGS, type NodeId, nameOf, type Page, tagNames } from '@dehusk/html';
import { type PostSubject, postParts } from '../records/post-parts.js';
import { hasTextBelow, type PostRecord } from '../records/post-records.js';
import { withoutRepeatedLines } from '../records/record-groups.js';
import type { Content } from './document.js';
import { keptLists } from './kept.js';
import { contentOf } from './walk/walk.js';

/** The subject and the body of a post. */
export interface PostBody {
  readonly title: PostSubject | null;
  /** The first node of the body; the end of the record when no element is the body. */
  readonly first: NodeId;
  /** The words of the body that were not kept. */
  readonly content: () => Content[];
  /** Their nodes. */
  readonly words: readonly NodeId[];
}

/** Bodies that are blocks themselves; of others only the content is read. */
const BLOCKS = tagNames(HEADINGS, 'p pre blockquote table ul ol dl figure');

/**
 * Finds the bodies of all records of one template. Linear in the page, but for a logarithm.
 *
 * @param roots the elements of the records of all templates, in document order
 * @param unread per node: 1 for words that are no part of a body: those of the page's content, and those a selector excludes
 * @returns a function from the position of a record to its body
 */
export function bodyReader(
  page: Page,
  records: readonly PostRecord[],
  roots: readonly NodeId[],
  unread: Uint8Array,
): (at: number) => PostBody {
  const parts = postParts(page, records, roots);
  const keptOnly = keptLists(page);
  const written = withoutRepeatedLines(
    page,
    parts.map(({ words }) => words.filter((node) => unread[node] === 0)),
  );
  const contentAt = (at: number): Content[] => {
    const answer = keptOnly(written[at]);
    const { root: line, end } = records[at];
    if (hasTextBelow(page, records[at])) return contentOf(page, answer, page.end[line], end);
    return parts[at].bodies.flatMap((root) =>
      contentOf(page, answer, BLOCKS.has(nameOf(page, root)) ? root : root + 1, page.end[root]),
    );
  };
  return (at) => {
    const { title, bodies } = parts[at];
    const [first] = bodies;
    const { root } = records[at];
    return { title, first: first === root ? page.end[root] : first, content: () => contentAt(at), words: written[at] };
  };
}
