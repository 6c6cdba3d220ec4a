/**
 * A page as the token string that span algorithms score: tags and words, in document order.
 *
 * A text node is one entry with its number of words, because a span never gains by ending inside one. An element is one
 * entry where it opens and one where it closes (void elements and elements without tags in the source have no second one).
 * Only the body counts. The text of scripts, styles and other hidden elements is left out, their tags are not.
 */
import { countWordsBetween, FALLBACKS, type NodeId, type Page, TEXT, tagNames, tagTable, VOID } from '@dehusk/html';

const NOT_SHOWN = tagNames(FALLBACKS, 'script style template');

/** Entries of the token string. */
interface PageTokens {
  readonly size: number;
  /** Per entry: the text node or the element. */
  readonly node: Int32Array;
  /** Per entry: number of words of a text node; 0 for a tag. */
  readonly words: Int32Array;
  /** Per entry: 1 where an element closes. */
  readonly closes: Uint8Array;
}

/** The token string of a page's body. Linear in the page. */
export function pageTokens(page: Page): PageTokens {
  const { tag, end, size, chars, textFrom, textTo, sourceFrom, openTo } = page;
  const notShown = tagTable(page, NOT_SHOWN);
  const isVoid = tagTable(page, VOID);
  const body = page.nameIndex('body');
  let at = 0;
  while (at < size && tag[at] !== body) at++;
  const limit = at < size ? end[at] : size;
  const node = new Int32Array(2 * size);
  const words = new Int32Array(2 * size);
  const closes = new Uint8Array(2 * size);
  let count = 0;
  const close = (element: NodeId): void => {
    closes[count] = 1;
    node[count++] = element;
  };
  const open: NodeId[] = [];
  for (at++; at < limit; at++) {
    while (open.length > 0 && at >= end[open[open.length - 1]]) close(open.pop() as NodeId);
    const name = tag[at];
    if (name === TEXT) {
      const number = countWordsBetween(chars, textFrom[at], textTo[at]);
      if (number === 0) continue;
      node[count] = at;
      words[count++] = number;
    } else if (openTo[at] > sourceFrom[at]) {
      node[count++] = at;
      if (isVoid[name] === 1) continue;
      if (notShown[name] === 1) {
        close(at);
        at = end[at] - 1;
      } else open.push(at);
    } else if (notShown[name] === 1) at = end[at] - 1;
  }
  while (open.length > 0) close(open.pop() as NodeId);
  return {
    size: count,
    node: node.subarray(0, count),
    words: words.subarray(0, count),
    closes: closes.subarray(0, count),
  };
}
