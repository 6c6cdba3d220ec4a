/**
 * parse5's own tree as the reference for ours: the same parser with its default adapter, drawn as one line a node.
 *
 * What our tree leaves out is left out here: comments and the doctype (text on both sides of a comment is then one text), and the
 * fragment between a template and its content. Scripting is on until the body starts, as in parse.ts.
 */
import { type DefaultTreeAdapterMap, defaultTreeAdapter, html, Parser } from 'parse5';
import type { Page } from './page.js';

type Node = DefaultTreeAdapterMap['node'];

/** The reference tree as lines: depth, then the name with its attributes, or the text. */
export function referenceLines(source: string): string[] {
  const parser = new Parser({
    scriptingEnabled: true,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(tagName, namespace, attributes) {
        if (tagName === 'body' && namespace === html.NS.HTML) parser.options.scriptingEnabled = false;
        return defaultTreeAdapter.createElement(tagName, namespace, attributes);
      },
    },
  });
  parser.tokenizer.write(source, true);
  const lines: string[] = [];
  let text: { depth: number; value: string } | null = null;
  const pending: { node: Node; depth: number }[] = [{ node: parser.document, depth: 0 }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, depth } = next;
    if (node.nodeName === '#comment' || node.nodeName === '#documentType') continue;
    if ('value' in node) {
      if (text !== null && text.depth === depth) text.value += node.value;
      else {
        if (text !== null) lines.push(textLine(text.depth, text.value));
        text = { depth, value: node.value };
      }
      continue;
    }
    if (text !== null) lines.push(textLine(text.depth, text.value));
    text = null;
    const attributes = 'attrs' in node ? node.attrs : [];
    lines.push(
      elementLine(
        depth,
        node.nodeName,
        attributes.map(({ prefix, name, value }) => [prefix ? `${prefix}:${name}` : name, value] as const),
      ),
    );
    const inner = 'content' in node ? node.content : node;
    if ('childNodes' in inner)
      for (let index = inner.childNodes.length - 1; index >= 0; index--)
        pending.push({ node: inner.childNodes[index], depth: depth + 1 });
  }
  if (text !== null) lines.push(textLine(text.depth, text.value));
  return lines;
}

/** Our tree in the same form. */
export function pageLines(page: Page): string[] {
  const lines: string[] = [];
  for (let node = 0; node < page.size; node++)
    lines.push(
      page.tag[node] === 0
        ? textLine(page.depth[node], page.chars.slice(page.textFrom[node], page.textTo[node]))
        : elementLine(page.depth[node], page.names[page.tag[node]], page.attributes(node)),
    );
  return lines;
}

const textLine = (depth: number, value: string): string => `${depth} ${JSON.stringify(value)}`;
const elementLine = (depth: number, name: string, attributes: readonly (readonly [string, string])[]): string =>
  `${depth} ${name.toLowerCase()} ${JSON.stringify(attributes.map(([key, value]) => [key.toLowerCase(), value]))}`;
