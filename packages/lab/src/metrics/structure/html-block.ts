/**
 * Reads HTML inside Markdown: its tables, code, links, images and remaining text. It is parsed as browsers do; the reference
 * scorer uses libxml2, which differs on malformed tables and on entities that HTML 4 did not have.
 */
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import type { MarkdownStructure, MarkdownTable, MarkdownTableRow } from './markdown-structure.js';
import { normalise } from './python-text.js';

type HtmlBlockNode = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

const isElement = (node: HtmlBlockNode): node is Element => 'tagName' in node;
const attribute = ({ attrs }: Element, name: string): string => attrs.find((one) => one.name === name)?.value ?? '';

/** The elements below a node in document order, without the inside of those for which `skip` is true. */
function* elementsIn(root: DefaultTreeAdapterTypes.ParentNode, skip: (one: Element) => boolean): Generator<Element> {
  const waiting = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (!isElement(node)) continue;
    yield node;
    if (!skip(node)) waiting.push(...[...node.childNodes].reverse());
  }
}

/** The text below a node without scripts and without the elements for which `skip` is true; `<br>` is a space if `breaks`. */
function textIn(
  root: DefaultTreeAdapterTypes.ParentNode,
  { skip, breaks }: { readonly skip: (one: Element) => boolean; readonly breaks: boolean },
): string {
  let text = '';
  const waiting = [...root.childNodes].reverse();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.nodeName === '#text') text += (node as DefaultTreeAdapterTypes.TextNode).value;
    if (!isElement(node) || isScript(node) || skip(node)) continue;
    if (breaks && node.tagName === 'br') text += ' ';
    waiting.push(...[...node.childNodes].reverse());
  }
  return text;
}

const isScript = ({ tagName }: Element): boolean => tagName === 'script' || tagName === 'style';
const isTable = ({ tagName }: Element): boolean => tagName === 'table';
const isPre = ({ tagName }: Element): boolean => tagName === 'pre';
const EVERYTHING = { skip: (): boolean => false, breaks: false };

/**
 * Adds the structure of an HTML block.
 *
 * @param put adds a line of text
 * @param putCode adds a code block
 */
export function readHtmlBlock(
  html: string,
  into: Pick<MarkdownStructure, 'images' | 'links' | 'tables' | 'plain'>,
  put: (text: string) => void,
  putCode: (code: string, language: string) => void,
): void {
  const root = parseFragment(html, { scriptingEnabled: false });
  for (const one of elementsIn(root, isScript)) {
    if (one.tagName === 'img') into.images.push(attribute(one, 'data-src') || attribute(one, 'src'));
    if (one.tagName === 'a' && attribute(one, 'href') !== '')
      into.links.push([normalise(textIn(one, EVERYTHING)), attribute(one, 'href')]);
  }
  for (const one of elementsIn(root, isTable)) {
    const table = isTable(one) ? tableOf(one) : [];
    if (table.length === 0) continue;
    into.tables.push(table);
    for (const { cells } of table) into.plain.push(...cells);
  }
  const isBlock = (one: Element): boolean => isTable(one) || isPre(one);
  for (const one of elementsIn(root, isBlock)) if (isPre(one)) putCode(textIn(one, EVERYTHING), '');
  put(textIn(root, { skip: isBlock, breaks: true }));
}

function tableOf(table: Element): MarkdownTable {
  const rows: MarkdownTableRow[] = [];
  for (const row of elementsIn(table, isTable)) {
    if (row.tagName !== 'tr') continue;
    const cells = row.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'td' || tagName === 'th');
    if (cells.length === 0) continue;
    rows.push({
      cells: cells.map((cell) => normalise(textIn(cell, EVERYTHING))),
      isHead: cells.every(({ tagName }) => tagName === 'th'),
    });
  }
  return rows;
}
