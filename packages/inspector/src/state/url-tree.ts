/** Addresses as a tree of their path segments, with counts. */

export interface UrlNode {
  /** Host, or a segment with its slash. */
  readonly name: string;
  readonly depth: number;
  /** Pages at and below it. */
  readonly pages: number;
  /** Of these, pages with text. */
  readonly withText: number;
  readonly children: readonly UrlNode[];
}

/** Children of a node that are listed; the others are counted in one row. */
const MAX_CHILDREN = 50;
/** Deepest segment. */
const MAX_DEPTH = 6;

interface Growing {
  pages: number;
  withText: number;
  readonly children: Map<string, Growing>;
}

/** The tree of addresses; what is no address is left out. */
export function urlTree(pages: readonly { readonly url: string; readonly ok: boolean }[]): UrlNode[] {
  const root: Growing = { pages: 0, withText: 0, children: new Map() };
  for (const { url, ok } of pages) {
    if (!/^https?:\/\/[^/]/i.test(url)) continue;
    const [host, ...segments] = url
      .replace(/^https?:\/\//i, '')
      .replace(/[?#].*/, '')
      .split('/')
      .filter(Boolean);
    let node = root;
    for (const name of [host, ...segments.map((one) => `/${one}`)].slice(0, MAX_DEPTH)) {
      let child = node.children.get(name);
      if (child === undefined) {
        child = { pages: 0, withText: 0, children: new Map() };
        node.children.set(name, child);
      }
      child.pages++;
      if (ok) child.withText++;
      node = child;
    }
  }
  return nodesOf(root, 0);
}

function nodesOf({ children }: Growing, depth: number): UrlNode[] {
  const sorted = [...children].sort(([a, x], [b, y]) => y.pages - x.pages || (a < b ? -1 : 1));
  const nodes = sorted.slice(0, MAX_CHILDREN).map(
    ([name, { pages, withText, ...rest }]): UrlNode => ({
      name,
      depth,
      pages,
      withText,
      children: nodesOf({ pages, withText, ...rest }, depth + 1),
    }),
  );
  const others = sorted.slice(MAX_CHILDREN).map(([, node]) => node);
  if (others.length === 0) return nodes;
  const sum = (of: (node: Growing) => number): number => others.reduce((all, node) => all + of(node), 0);
  return [
    ...nodes,
    {
      name: `${others.length} more`,
      depth,
      pages: sum((node) => node.pages),
      withText: sum((node) => node.withText),
      children: [],
    },
  ];
}
