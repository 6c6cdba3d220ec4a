/**
 * Code that reads a rendered page. It runs in an isolated world of the browser, where the page's scripts cannot replace the
 * functions it calls.
 */

/** Evaluates to a string that changes with the DOM, as soon as the page's scripts pause. */
export const DOM_SIGNATURE = `new Promise((resolve) => {
  const sign = () => {
    const all = document.getElementsByTagName('*').length;
    resolve(all + ' ' + (document.documentElement?.textContent.length ?? 0));
  };
  requestIdleCallback(sign, { timeout: 1000 });
})`;

/**
 * Evaluates to `{ html, url }`; `html` is null when it has more than `maxLength` characters.
 *
 * The tree is the one that is shown: open shadow roots in place of their hosts' children, slots filled. Scripts and
 * `noscript` are left out, as they have done their part; JSON-LD stays for the metadata.
 */
export function snapshotScript(maxLength: number): string {
  return `(${takeSnapshot})(${maxLength})`;
}

const takeSnapshot = `(maxLength) => {
  const copy = document.implementation.createHTMLDocument('');
  const isLeftOut = (node) =>
    node.localName === 'noscript' || (node.localName === 'script' && node.type !== 'application/ld+json');
  const childrenOf = (node) => {
    if (node.shadowRoot) return node.shadowRoot.childNodes;
    const assigned = node.localName === 'slot' ? node.assignedNodes({ flatten: true }) : [];
    return assigned.length > 0 ? assigned : node.childNodes;
  };
  const root = copy.importNode(document.documentElement, false);
  const open = [[document.documentElement, root]];
  while (open.length > 0) {
    const [node, into] = open.pop();
    for (const child of childrenOf(node)) {
      if (isLeftOut(child)) continue;
      const copied = copy.importNode(child, child.localName === 'template');
      into.append(copied);
      if (child.nodeType === 1 && child.localName !== 'template') open.push([child, copied]);
    }
  }
  const html = '<!doctype html>' + root.outerHTML;
  return { html: html.length > maxLength ? null : html, url: location.href };
}`;
