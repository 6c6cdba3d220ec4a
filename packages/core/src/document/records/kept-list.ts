import type { NodeId, Page } from '../../page/page.js';
import type { KeptNodes } from '../kept.js';

/**
 * Answers for some text nodes and images, in document order, as `keptNodes` does for those of kept blocks. What it answers costs the logarithm of
 * their number, so that many short lists can be read from one page.
 *
 * @param kept per node of the page: 1 for those nodes; may hold nodes of other lists, which no answer leads to
 * @param block per node of the page: anything that tells blocks apart
 */
export function keptList(page: Page, nodes: readonly NodeId[], kept: Uint8Array, block: Uint32Array): KeptNodes {
  const between = (from: NodeId, to: NodeId): boolean => {
    let low = 0;
    let high = nodes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (nodes[middle] < from) low = middle + 1;
      else high = middle;
    }
    return low < nodes.length && nodes[low] < to;
  };
  return {
    kept,
    block,
    has: (node) => between(node, page.end[node]),
    hasText: (node) => between(node, page.end[node]),
    hasTextBetween: between,
  };
}
