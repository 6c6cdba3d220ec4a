/**
 * The element that holds the surest running text of a page: where its article stands, if it is one.
 *
 * Observation: each block is judged by itself, and the judgements of an article's body differ little from one block to the
 * next. So what stands between two sure paragraphs, and what stands in a list elsewhere, can be told by where the body is.
 */
import type { PageRows } from '../../blocks/features.js';
import type { NodeId } from '../../page/page.js';

/** A block of running text of at least this probability is sure. */
export const SURE = 0.75;
/** The body holds at least this share of the words of the sure blocks, of which there are at least this many. */
const BODY_SHARE = 0.75;
const MIN_WORDS = 60;

export interface ArticleBody {
  /** The innermost element that holds it. */
  readonly node: NodeId;
  /** Its first block, one past its last, and how many of them are sure. */
  readonly first: number;
  readonly end: number;
  readonly sureBlocks: number;
}

/** Whether a block is running text that is most likely main content. */
export function isSure({ visible }: PageRows, probability: Float32Array, b: number): boolean {
  return visible.prose[b] === 1 && probability[b] >= SURE;
}

/**
 * The body of the article a page may be, null when little is sure or no element holds most of it. Linear in the page.
 *
 * @param probability per row: of main content
 */
export function articleBody(rows: PageRows, probability: Float32Array): ArticleBody | null {
  const { page, size, words, blocks, blocksBefore } = rows.visible;
  const sureWords = new Float64Array(page.size);
  let all = 0;
  for (let b = 0; b < size; b++) {
    if (!isSure(rows, probability, b)) continue;
    all += words[b];
    // A body is more than one paragraph: counting begins above the block's own element.
    sureWords[Math.max(0, page.parent[blocks.element[b]])] += words[b];
  }
  if (all < MIN_WORDS) return null;
  for (let node = page.size - 1; node > 0; node--) sureWords[page.parent[node]] += sureWords[node];
  // Elements with more than half of the words lie inside one another: the last of them is the innermost.
  let node = page.size - 1;
  while (node > 0 && sureWords[node] < BODY_SHARE * all) node--;
  if (node === 0) return null;
  const first = blocksBefore[node];
  const end = blocksBefore[page.end[node]];
  let sureBlocks = 0;
  for (let b = first; b < end; b++) if (isSure(rows, probability, b)) sureBlocks++;
  return { node, first, end, sureBlocks };
}
