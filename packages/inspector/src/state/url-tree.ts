/** Addresses as a tree of their path segments, with counts. */

export interface UrlNode {
  /** Host, or a segment with its slash. */
  readonly name: string;
  readonly depth: number;
  /** Pages at and below it, and those of them with text. */
  pages: number;
  withText: number;
  readonly children: Map<string, UrlNode>;
}

/** Children of a node that are listed; the others are counted in one row. */
const MAX_CHILDREN = 50;
/** Deepest segment. */
const MAX_DEPTH = 6;

const nodeOf = (name: string, depth: number): UrlNode => ({ name, depth, pages: 0, withText: 0, children: new Map() });

/** The tree of addresses, whose children are hosts; what is no address is left out. */
export function urlTree(pages: readonly { readonly url: string; readonly ok: boolean }[]): UrlNode {
  const root = nodeOf('', -1);
  for (const { url, ok } of pages) {
    if (!/^https?:\/\/[^/]/i.test(url)) continue;
    const plain = url.replace(/^https?:\/\//i, '').replace(/[?#].*/, '');
    const [host, ...segments] = plain.split('/').filter(Boolean);
    let node = root;
    for (const name of [host, ...segments.map((one) => `/${one}`)].slice(0, MAX_DEPTH)) {
      const child = node.children.get(name) ?? nodeOf(name, node.depth + 1);
      node.children.set(name, child);
      child.pages++;
      if (ok) child.withText++;
      node = child;
    }
  }
  return root;
}

/** The children of a node, those with most pages first. */
export function childrenOf({ children, depth }: UrlNode): UrlNode[] {
  const sorted = [...children.values()].sort((a, b) => b.pages - a.pages || (a.name < b.name ? -1 : 1));
  const others = sorted.slice(MAX_CHILDREN);
  if (others.length === 0) return sorted;
  const more = nodeOf(`${others.length} more`, depth + 1);
  for (const { pages, withText } of others) {
    more.pages += pages;
    more.withText += withText;
  }
  return [...sorted.slice(0, MAX_CHILDREN), more];
}
