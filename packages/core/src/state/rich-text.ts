/**
 * Rich text of editors and content systems → HTML: ProseMirror and TipTap, Lexical, Slate, Contentful, Portable Text, Draft.js, Editor.js,
 * Notion, Prismic, the trees of Markdown and HTML processors (mdast, hast, minimark), and React elements in flight rows. All of them are
 * nodes with a type, children and texts, under different names; one table maps the types to elements.
 *
 * HTML inside is parsed and written again, so that an open tag or comment cannot swallow what follows. No recursion.
 */
import { HEADINGS, parse, TEXT, tagNames, tagTable, UNSEEN } from '@dehusk/html';
import { isRecord } from '../metadata/json-ld.js';
import { ATTRIBUTES, ELEMENTS, FORMATS, KEPT, OPENING_TAG } from './rich-text-data.js';

/** Replaces references inside a value (flight rows, Apollo); returns other values unchanged. */
export type ResolveReference = (value: unknown) => unknown;

export type JsonObject = Readonly<Record<string, unknown>>;

const BLOCKS = tagNames(HEADINGS, 'p h list ul ol li blockquote pre table dl figure');
export const DROPPED = tagNames(UNSEEN, 'noscript iframe object svg form button select textarea nav footer');
const VOID = tagNames('img br hr');
const ELEMENT = /^(?:[a-z][a-z0-9]*|h[1-6])$/;
/** Nodes written for one value; the rest of it is dropped. */
const MAX_NODES = 200_000;

/** Whether a tag opens and ends: what is after the last `>` does not end. */
const hasTag = (text: string): boolean => OPENING_TAG.test(text.slice(0, Math.max(0, text.lastIndexOf('>'))));

export const isHtml = (text: string): boolean => hasTag(text) || /&lt;(?:p|div|h\d|[uo]l|br)\b/.test(text);

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (one) => (one === '&' ? '&amp;' : one === '<' ? '&lt;' : one === '>' ? '&gt;' : '&quot;'));

/** A part of a page's HTML, balanced and without scripts. */
export function cleanHtml(text: string): string {
  const source = hasTag(text)
    ? text
    : text
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&quot;/g, '"');
  const parsed = parse(source, { limits: { maxNodes: MAX_NODES, maxDepth: 200 } });
  if (!parsed.ok) return '';
  const { page } = parsed;
  const kept = tagTable(page, KEPT);
  const dropped = tagTable(page, DROPPED);
  const out: string[] = [];
  const open: [end: number, tag: string][] = [];
  for (let node = 1; node <= page.size; node++) {
    for (let last = open.at(-1); last !== undefined && node >= last[0]; last = open.at(-1)) {
      out.push(`</${last[1]}>`);
      open.pop();
    }
    if (node === page.size) break;
    const tag = page.tag[node];
    if (dropped[tag] === 1) node = page.end[node] - 1;
    else if (tag === TEXT) out.push(escaped(page.chars.slice(page.textFrom[node], page.textTo[node])));
    else if (kept[tag] === 1) {
      const name = page.names[tag];
      out.push(`<${name}${attributes((key) => page.attribute(node, key))}>`);
      if (!VOID.has(name)) open.push([page.end[node], name]);
    }
  }
  return out.join('');
}

function attributes(attribute: (name: string) => unknown): string {
  let text = '';
  for (const name of ATTRIBUTES) {
    const value = attribute(name);
    if ((typeof value === 'string' && !/^\s*(?:javascript|data):/i.test(value)) || typeof value === 'number')
      text += ` ${name}="${escaped(String(value))}"`;
  }
  return text;
}

/** A node of rich text: the element it becomes, and what it contains. */
interface RichNode {
  readonly tag: string;
  readonly attributes: string;
  readonly children: unknown;
  /** Contents are HTML. */
  readonly html?: boolean;
}

/**
 * The block that a value is: a paragraph, heading, list, item, quotation, code or table.
 * @returns its element, with the list around a lone item (`ul li`); null for a value that is none
 */
export function blockOf(value: unknown): string | null {
  const tag = readNode(value)?.tag ?? '';
  return / li$/.test(tag) || BLOCKS.has(tag) ? tag : null;
}

/** Reads a value as a node of rich text; null for one that is none. */
function readNode(value: unknown): RichNode | null {
  if (Array.isArray(value)) return readElement(value);
  if (!isRecord(value)) return null;
  if (value._type === 'block' && Array.isArray(value.children)) return readPortableBlock(value);
  const given = value.nodeType ?? value.type ?? value._type ?? value.name;
  if (typeof given !== 'string' || given.length > 40) return null;
  if (given === 'element') {
    const name = value.tag ?? value.tagName;
    if (typeof name !== 'string' || !Array.isArray(value.children)) return null;
    const own = isRecord(value.properties) ? value.properties : isRecord(value.props) ? value.props : {};
    return { tag: name.toLowerCase(), attributes: attributes((key) => own[key]), children: value.children };
  }
  const type = given
    .toLowerCase()
    .replace(/^core\//, '')
    .replace(/[^a-z0-9]/g, '');
  let tag = Object.hasOwn(ELEMENTS, type) ? ELEMENTS[type] : null;
  if (tag === null) return null;
  const data = isRecord(value.data) ? value.data : {};
  const own = isRecord(value.attrs) ? value.attrs : isRecord(value.fields) ? value.fields : {};
  const nested = isRecord(value[given]) ? (value[given] as JsonObject) : {};
  const content =
    value.children ??
    value.content ??
    value.nodes ??
    nested.rich_text ??
    data.items ??
    data.content ??
    data.text ??
    data.code ??
    (tag === 'hr' || tag === 'br' ? [] : (value.text ?? (typeof value.value === 'string' ? value.value : undefined)));
  if (!Array.isArray(content) && typeof content !== 'string') return null;
  // Contents of Editor.js are HTML; other texts are text.
  const html = typeof data.text === 'string' || Array.isArray(data.items);
  if (tag === 'h') {
    const named = typeof value.tag === 'string' ? Number(value.tag.slice(1)) : undefined;
    const level = Number(own.level ?? data.level ?? value.depth ?? value.level ?? named ?? 2);
    tag = `h${level >= 1 && level <= 6 ? Math.floor(level) : 2}`;
  } else if (tag === 'list') {
    const kind = String(value.listType ?? value.style ?? data.style ?? own.listType ?? '');
    tag =
      value.ordered === true || value.tag === 'ol' || /order|number/.test(kind.replace('unordered', '')) ? 'ol' : 'ul';
    if (html && Array.isArray(content))
      return { tag, attributes: '', children: content.map((text) => ({ type: 'li', data: { text: listText(text) } })) };
  }
  if (tag === 'a') {
    const to = value.url ?? own.href ?? own.url ?? data.uri ?? data.href ?? value.href;
    return { tag, attributes: attributes((key) => (key === 'href' ? to : null)), children: content };
  }
  return { tag, attributes: '', children: content, html };
}

const listText = (item: unknown): string =>
  typeof item === 'string' ? item : isRecord(item) && typeof item.content === 'string' ? item.content : '';

/** React's `["$", type, key, props]`, and minimark's `[tag, attributes, …children]`. */
function readElement(value: readonly unknown[]): RichNode | null {
  const isReact = value[0] === '$' && value.length >= 4;
  const tag = isReact ? value[1] : value[0];
  const own = isReact ? value[3] : value[1];
  if (typeof tag !== 'string' || !ELEMENT.test(tag) || !isRecord(own)) return null;
  const inner = isRecord(own.dangerouslySetInnerHTML) ? own.dangerouslySetInnerHTML.__html : undefined;
  const attributesOf = attributes((key) => (key === 'class' ? (own.class ?? own.className) : own[key]));
  if (typeof inner === 'string') return { tag, attributes: attributesOf, children: inner, html: true };
  return { tag, attributes: attributesOf, children: isReact ? own.children : value.slice(2) };
}

function readPortableBlock(value: JsonObject): RichNode {
  const style = String(value.style ?? 'normal');
  const tag =
    typeof value.listItem === 'string'
      ? value.listItem === 'number'
        ? 'ol li'
        : 'ul li'
      : style === 'blockquote' || HEADINGS.has(style)
        ? style
        : 'p';
  const links = new Map<unknown, unknown>();
  for (const one of Array.isArray(value.markDefs) ? value.markDefs : [])
    if (isRecord(one) && typeof one.href === 'string') links.set(one._key, one.href);
  const children = (value.children as unknown[]).map((child) => {
    if (!isRecord(child) || !Array.isArray(child.marks)) return child;
    const marks = child.marks.map((mark) =>
      links.has(mark) ? { type: 'link', attrs: { href: links.get(mark) } } : mark,
    );
    return { text: child.text, marks };
  });
  return { tag, attributes: '', children };
}

/** The marks of a text: opening tags, outermost first. */
function marksOf(value: JsonObject): [open: string, close: string][] {
  const tags: [string, string][] = [];
  const add = (name: unknown, href?: unknown): void => {
    const tag = typeof name === 'string' ? ELEMENTS[name.toLowerCase().replace(/[^a-z]/g, '')] : undefined;
    if (tag === 'a') tags.push([`<a${attributes((key) => (key === 'href' ? href : null))}>`, '</a>']);
    else if (tag === 'strong' || tag === 'em' || tag === 's') tags.push([`<${tag}>`, `</${tag}>`]);
    else if (tag === 'pre') tags.push(['<code>', '</code>']);
  };
  const given = Array.isArray(value.marks) ? value.marks.slice(0, 10) : [];
  for (const mark of given)
    if (isRecord(mark)) add(mark.type, isRecord(mark.attrs) ? mark.attrs.href : undefined);
    else add(mark);
  if (typeof value.href === 'string') add('link', value.href);
  if (typeof value.format === 'number') for (const [bit, tag] of FORMATS) if ((value.format & bit) !== 0) add(tag);
  const flags = isRecord(value.annotations) ? value.annotations : value;
  for (const flag of ['bold', 'italic', 'strikethrough', 'code']) if (flags[flag] === true) add(flag);
  return tags;
}

/** Already written HTML in the list of what remains to be written. */
class WrittenHtml {
  constructor(readonly html: string) {}
}

/** Characters of a state that may still be read and written. Below 0: there were more. */
export interface Allowance {
  left: number;
}

/** Writes a value as HTML, at most once every object in it, and strings while the allowance lasts. */
export function richHtml(
  value: unknown,
  resolve: ResolveReference,
  visited: Set<unknown>,
  allowance: Allowance,
): string {
  const out: string[] = [];
  const pending: unknown[] = [value];
  for (let nodes = 0; pending.length > 0 && nodes < MAX_NODES && allowance.left >= 0; nodes++) {
    const given = pending.pop();
    if (given instanceof WrittenHtml) {
      out.push(given.html);
      continue;
    }
    const next = resolve(given);
    if (typeof next === 'string' || typeof next === 'number') {
      const text = escaped(String(next));
      allowance.left -= text.length;
      if (allowance.left >= 0) out.push(text);
      continue;
    }
    if (typeof next !== 'object' || next === null || visited.has(next)) continue;
    visited.add(next);
    const node = readNode(next);
    if (node === null) {
      if (Array.isArray(next)) pushAll(pending, next[0] === '$' ? [isRecord(next[3]) ? next[3].children : null] : next);
      else writeLeaf(next as JsonObject, out, pending, allowance);
      continue;
    }
    const html = node.html === true && typeof node.children === 'string' ? node.children : null;
    allowance.left -= node.attributes.length + (html?.length ?? 0);
    if (allowance.left < 0) break;
    const inner = html === null ? node.children : new WrittenHtml(cleanHtml(html));
    const tag = node.tag === 'inline' ? 'code' : node.tag.replace(/^[uo]l /, '');
    if (DROPPED.has(tag)) continue;
    if (!KEPT.has(tag)) pending.push(inner);
    else {
      out.push(`<${tag}${node.attributes}>`);
      if (VOID.has(tag)) continue;
      pending.push(new WrittenHtml(`</${tag}>`));
      pending.push(inner);
    }
  }
  // What is open at the limit is closed.
  for (const one of pending.reverse()) if (one instanceof WrittenHtml) out.push(one.html);
  return out.join('');
}

/** A text with its marks; of other records what they contain. */
function writeLeaf(value: JsonObject, out: string[], pending: unknown[], allowance: Allowance): void {
  const text = value.plain_text ?? value.text ?? value.value;
  if (typeof text === 'string') {
    const marks = marksOf(value);
    const opening = marks.map(([open]) => open).join('');
    allowance.left -= text.length + opening.length;
    if (allowance.left < 0) return;
    out.push(
      opening,
      escaped(text),
      marks
        .reverse()
        .map(([, close]) => close)
        .join(''),
    );
    return;
  }
  pending.push(value.children ?? value.content ?? value.nodes);
}

function pushAll(pending: unknown[], values: readonly unknown[]): void {
  for (let at = values.length - 1; at >= 0; at--) pending.push(values[at]);
}
