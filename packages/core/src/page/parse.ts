/**
 * HTML text → the page's columns, by parse5 (the WHATWG tree) through a tree adapter of our own.
 *
 * Observation: a DOM of objects costs four times the memory of columns, and building it is most of the time of parsing.
 * parse5 lets the caller decide what a node is; here it is a number, so the parser fills growing columns of links, and one
 * pass at the end renumbers the nodes into document order (foster parenting and the adoption agency move nodes about).
 *
 * Cost (`node packages/lab/dist/bench/parse-throughput.js`): with source offsets 1.1 to 1.2 times as fast as parse5's default tree with
 * its locations, 0.7 times as fast as that tree without any. Locations are therefore reduced to offsets, and attributes are written
 * into columns as they come, where the tokens' objects would survive collections.
 *
 * Departures from a browser with scripting:
 * - `<noscript>` in the body is parsed as elements, not as raw text: forums and lazy-loading pages keep their words there.
 *   In the head it stays raw text, as an image or frame in it would close the head early.
 * - comments, processing instructions and the doctype are not nodes.
 * - the content of `<template>` hangs under the template element.
 * - nesting below `maxDepth` is flattened (see Limits).
 */
import { html as htmlNames, Parser, type ParserOptions, Token, Tokenizer, type TreeAdapter } from 'parse5';
import { DEFAULT_LIMITS, type Limits, type Refusal } from './limits.js';
import type { NodeId, Page } from './page.js';

type AdapterTypes = {
  node: number;
  parentNode: number;
  childNode: number;
  document: number;
  documentFragment: number;
  element: number;
  commentNode: number;
  textNode: number;
  template: number;
  documentType: number;
};

export interface ParseOptions {
  /** The page's address, kept in {@link Page.url}. */
  readonly url?: string | null;
  /** Bounds; see {@link Limits}. */
  readonly limits?: Partial<Limits>;
  /** Absolute end of the time budget on the clock of `performance.now()`; default: now + `maxMilliseconds`. */
  readonly deadline?: number;
}

/** What parsing gives: a page, or the reason why there is none. */
export type Parsed =
  | { readonly ok: true; readonly page: Page; readonly flattened: boolean }
  | ({ readonly ok: false } & Refusal);

/** Thrown inside the parser only, to leave it; never leaves this file. */
class LimitReached extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/** Names the tag column can number. A hostile page may invent more: those beyond share the last one, {@link OTHER_NAME}. */
const MAX_NAMES = 65_535;
const OTHER_NAME = '#other';
/** Source given to the tokenizer at a time, in UTF-16 code units; the clock is looked at in between. */
const CHUNK_LENGTH = 1 << 20;

/** The column's values at the start of a wider, empty one. */
function wider<T extends Uint8Array | Int32Array>(old: T, empty: T): T {
  empty.set(old);
  return empty;
}

/** The growing columns. Node 0 stays unused: parse5 tests nodes for truthiness. Node 1 is the document. */
class Builder implements TreeAdapter<AdapterTypes> {
  size = 2;
  tag = new Int32Array(4096);
  space = new Uint8Array(4096);
  parent = new Int32Array(4096);
  first = new Int32Array(4096);
  last = new Int32Array(4096);
  next = new Int32Array(4096);
  previous = new Int32Array(4096);
  from = new Int32Array(4096).fill(-1);
  to = new Int32Array(4096).fill(-1);
  open = new Int32Array(4096).fill(-1);
  /** Per element: its attributes stand in [attributeFrom, attributeTo) of the two columns below. */
  attributeFrom = new Int32Array(4096);
  attributeTo = new Int32Array(4096);
  /** Attributes in the order of their elements' creation: the name's number, and the value. No objects: they would outlive collections. */
  attributeName = new Int32Array(4096);
  attributeValues: string[] = [];
  /** Names of attributes, lower case, by number, and their numbers. */
  attributeNames: string[] = [];
  readonly attributeIds = new Map<string, number>();
  /** Text of text nodes. */
  texts: (string | undefined)[] = [];
  names: string[] = ['#text', '#document'];
  nameIds = new Map<string, number>([
    ['#text', 0],
    ['#document', 1],
  ]);
  spaces: htmlNames.NS[] = [htmlNames.NS.HTML, htmlNames.NS.MATHML, htmlNames.NS.SVG];
  mode: htmlNames.DOCUMENT_MODE = htmlNames.DOCUMENT_MODE.NO_QUIRKS;
  /** Set once the body exists: from there on noscript is parsed as elements. */
  onBody: () => void = () => {};
  /** The text node that was created or grew last. */
  writtenText = 0;
  /** The html and body elements that took over attributes of later tags of their name, by name. */
  private readonly adopted = new Map<number, Map<string, Token.Attribute>>();
  private ticks = 0;

  constructor(
    private readonly limits: Limits,
    private readonly deadline: number,
  ) {
    this.tag[1] = 1;
  }

  private grow(): void {
    const length = this.tag.length * 2;
    this.tag = wider(this.tag, new Int32Array(length));
    this.space = wider(this.space, new Uint8Array(length));
    this.parent = wider(this.parent, new Int32Array(length));
    this.first = wider(this.first, new Int32Array(length));
    this.last = wider(this.last, new Int32Array(length));
    this.next = wider(this.next, new Int32Array(length));
    this.previous = wider(this.previous, new Int32Array(length));
    this.from = wider(this.from, new Int32Array(length).fill(-1));
    this.to = wider(this.to, new Int32Array(length).fill(-1));
    this.open = wider(this.open, new Int32Array(length).fill(-1));
    this.attributeFrom = wider(this.attributeFrom, new Int32Array(length));
    this.attributeTo = wider(this.attributeTo, new Int32Array(length));
  }

  /** Writes an element's attributes behind those of all others. */
  private addAttributes(node: number, attrs: Iterable<Token.Attribute>): void {
    const isForeign = this.space[node] !== 0;
    this.attributeFrom[node] = this.attributeValues.length;
    for (const one of attrs) {
      // SVG's and MathML's names have capitals in the tree (`viewBox`) and prefixes of their own; here names are lower case.
      let name = one.name;
      if (isForeign) name = one.prefix ? `${one.prefix}:${name.toLowerCase()}` : name.toLowerCase();
      let id = this.attributeIds.get(name);
      if (id === undefined) {
        id = this.attributeNames.push(name) - 1;
        this.attributeIds.set(name, id);
      }
      const at = this.attributeValues.push(one.value) - 1;
      if (at >= this.attributeName.length) this.attributeName = wider(this.attributeName, new Int32Array(2 * at));
      this.attributeName[at] = id;
    }
    this.attributeTo[node] = this.attributeValues.length;
  }

  /** Writes the attributes that html and body have taken over. To be called once, when the page is read. */
  finish(): void {
    for (const [node, attrs] of this.adopted) this.addAttributes(node, attrs.values());
  }

  /** Ends parsing when the time is over; looked at every 2,048 tokens, as reading the clock is not free. */
  tick(): void {
    if ((++this.ticks & 2047) === 0) this.checkDeadline();
  }

  /** Ends parsing when the time is over. */
  checkDeadline(): void {
    if (performance.now() > this.deadline) {
      const detail = `parsing was not done within ${this.limits.maxMilliseconds} ms`;
      throw new LimitReached({ reason: 'timeout', detail });
    }
  }

  private create(tag: number): number {
    if (this.size >= this.limits.maxNodes) {
      const detail = `the page has more than the ${this.limits.maxNodes} nodes allowed (option maxNodes)`;
      throw new LimitReached({ reason: 'too-many-nodes', detail });
    }
    if (this.size >= this.tag.length) this.grow();
    const node = this.size++;
    this.tag[node] = tag;
    return node;
  }

  private nameId(name: string): number {
    let id = this.nameIds.get(name);
    if (id === undefined) {
      id = this.names.length;
      this.names.push(name);
      this.nameIds.set(name, id);
    }
    return id;
  }

  createDocument(): number {
    return 1;
  }
  createDocumentFragment(): number {
    return this.create(1);
  }
  createElement(tagName: string, namespace: htmlNames.NS, attrs: Token.Attribute[]): number {
    this.tick();
    const node = this.create(this.nameId(tagName.toLowerCase()));
    if (namespace !== htmlNames.NS.HTML) {
      let space = this.spaces.indexOf(namespace);
      if (space < 0) space = this.spaces.push(namespace) - 1;
      this.space[node] = space;
    } else if (tagName === 'body') this.onBody();
    if (attrs.length > 0) this.addAttributes(node, attrs);
    return node;
  }
  createCommentNode(): number {
    // One shared row stands for all comments; appending it is ignored.
    return 0x7fffffff;
  }
  createTextNode(value: string): number {
    this.tick();
    const node = this.create(0);
    this.texts[node] = value;
    return node;
  }
  appendChild(parent: number, node: number): void {
    if (node === 0x7fffffff) return;
    const last = this.last[parent] as number;
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = 0;
    if (last !== 0) this.next[last] = node;
    else this.first[parent] = node;
    this.last[parent] = node;
  }
  insertBefore(parent: number, node: number, reference: number): void {
    if (node === 0x7fffffff) return;
    const previous = this.previous[reference] as number;
    this.parent[node] = parent;
    this.previous[node] = previous;
    this.next[node] = reference;
    this.previous[reference] = node;
    if (previous !== 0) this.next[previous] = node;
    else this.first[parent] = node;
  }
  detachNode(node: number): void {
    const parent = this.parent[node] as number;
    if (parent === 0) return;
    const previous = this.previous[node] as number;
    const next = this.next[node] as number;
    if (previous !== 0) this.next[previous] = next;
    else this.first[parent] = next;
    if (next !== 0) this.previous[next] = previous;
    else this.last[parent] = previous;
    this.parent[node] = this.previous[node] = this.next[node] = 0;
  }
  insertText(parent: number, text: string): void {
    let node = this.last[parent] as number;
    if (node !== 0 && this.tag[node] === 0) this.texts[node] += text;
    else {
      node = this.createTextNode(text);
      this.appendChild(parent, node);
    }
    this.writtenText = node;
  }
  insertTextBefore(parent: number, text: string, reference: number): void {
    let node = this.previous[reference] as number;
    if (node !== 0 && this.tag[node] === 0) this.texts[node] += text;
    else {
      node = this.createTextNode(text);
      this.insertBefore(parent, node, reference);
    }
    this.writtenText = node;
  }
  adoptAttributes(recipient: number, attrs: Token.Attribute[]): void {
    this.tick();
    // Kept apart until the end: a page may repeat `<body …>` thousands of times with other attributes each time.
    let adopted = this.adopted.get(recipient);
    if (adopted === undefined) {
      adopted = new Map(this.getAttrList(recipient).map((one) => [one.name, one]));
      this.adopted.set(recipient, adopted);
    }
    for (const one of attrs) if (!adopted.has(one.name)) adopted.set(one.name, one);
  }
  setTemplateContent(template: number, content: number): void {
    this.appendChild(template, content);
  }
  getTemplateContent(template: number): number {
    return this.first[template] as number;
  }
  getAttrList(element: number): Token.Attribute[] {
    const attrs: Token.Attribute[] = [];
    for (let at = this.attributeFrom[element]; at < this.attributeTo[element]; at++)
      attrs.push({ name: this.attributeNames[this.attributeName[at]], value: this.attributeValues[at] });
    return attrs;
  }
  getFirstChild(node: number): number | null {
    return (this.first[node] as number) || null;
  }
  getChildNodes(node: number): number[] {
    const children: number[] = [];
    for (let child = this.first[node] as number; child !== 0; child = this.next[child] as number) children.push(child);
    return children;
  }
  getParentNode(node: number): number | null {
    return (this.parent[node] as number) || null;
  }
  getTagName(element: number): string {
    return this.names[this.tag[element] as number] as string;
  }
  getNamespaceURI(element: number): htmlNames.NS {
    return this.spaces[this.space[element] as number] as htmlNames.NS;
  }
  getTextNodeContent(node: number): string {
    return this.texts[node] ?? '';
  }
  getCommentNodeContent(): string {
    return '';
  }
  setDocumentType(): void {}
  getDocumentTypeNodeName(): string {
    return 'html';
  }
  getDocumentTypeNodePublicId(): string {
    return '';
  }
  getDocumentTypeNodeSystemId(): string {
    return '';
  }
  setDocumentMode(_document: number, mode: htmlNames.DOCUMENT_MODE): void {
    this.mode = mode;
  }
  getDocumentMode(): htmlNames.DOCUMENT_MODE {
    return this.mode;
  }
  isTextNode(node: number): node is number {
    return this.tag[node] === 0;
  }
  isCommentNode(node: number): node is number {
    return node === 0x7fffffff;
  }
  isDocumentTypeNode(_node: number): _node is number {
    return false;
  }
  isElementNode(node: number): node is number {
    return node < this.size && (this.tag[node] as number) > 1;
  }
  setNodeSourceCodeLocation(node: number, location: Token.ElementLocation | null): void {
    if (node === 0x7fffffff || location === null) return;
    this.from[node] = location.startOffset;
    this.to[node] = location.endOffset;
    this.open[node] = this.tag[node] === 0 ? location.startOffset : location.endOffset;
  }
  getNodeSourceCodeLocation(node: number): Token.ElementLocation | null {
    if (node === 0x7fffffff || this.from[node] === -1) return null;
    return KNOWN_LOCATION;
  }
  updateNodeSourceCodeLocation(node: number, location: Partial<Token.ElementLocation>): void {
    if (node !== 0x7fffffff && location.endOffset !== undefined) this.to[node] = location.endOffset;
  }
}

/** parse5 only asks whether a location is known (and whether an end tag was seen, which it may overwrite). */
const KNOWN_LOCATION = { startLine: 0, startCol: 0, startOffset: 0, endLine: 0, endCol: 0, endOffset: 0 };

/** parse5's tokenizer, which here locates tags and texts by offset only: no lines and columns, no place for every attribute. */
class OffsetTokenizer extends Tokenizer {
  private inAttribute = false;

  protected override _createAttr(firstCharacter: string): void {
    this.inAttribute = true;
    super._createAttr(firstCharacter);
    this.inAttribute = false;
  }

  protected override getCurrentLocation(back: number): Token.Location | null {
    if (this.inAttribute) return null;
    const startOffset = this.preprocessor.offset - back;
    return { startLine: 0, startCol: 0, startOffset, endLine: 0, endCol: 0, endOffset: -1 };
  }
}

/** parse5's parser, with nesting bounded: see the file's opening comment. */
class BoundedParser extends Parser<AdapterTypes> {
  maxDepth = 1_000;
  flattened = false;

  constructor(options: ParserOptions<AdapterTypes>) {
    super(options);
    this.tokenizer = new OffsetTokenizer(this.options, this);
  }

  /** As parse5 does it, without copying the location. */
  override _attachElementToTree(
    element: number,
    location: Token.LocationWithAttributes | null,
    place: { parent: number; beforeElement: number | null },
  ): void {
    const builder = this.treeAdapter as Builder;
    if (location !== null) {
      builder.from[element] = location.startOffset;
      builder.to[element] = builder.open[element] = location.endOffset;
    }
    if (place.beforeElement) builder.insertBefore(place.parent, element, place.beforeElement);
    else builder.appendChild(place.parent, element);
  }

  /** As parse5 does it: behind its own end tag, else before the token that closed it. */
  override _setEndLocation(element: number, closing: Token.Token): void {
    const builder = this.treeAdapter as Builder;
    if (builder.from[element] === -1 || closing.location === null) return;
    const isOwnEndTag = closing.type === Token.TokenType.END_TAG && closing.tagName === builder.getTagName(element);
    builder.to[element] = isOwnEndTag ? closing.location.endOffset : closing.location.startOffset;
  }
  /** Start tags dropped for depth and not yet closed, by name. */
  private readonly dropped = new Map<string, number>();

  /**
   * As parse5 does it, but the text node is known: parse5 looks for it in an array of all children of the parent, made anew
   * for every piece of text, which takes seconds for an element with 10,000 children.
   */
  override _insertCharacters(token: Token.CharacterToken): void {
    const builder = this.treeAdapter as Builder;
    if (this._shouldFosterParentOnInsertion()) {
      const { parent, beforeElement } = this._findFosterParentingLocation();
      if (beforeElement) builder.insertTextBefore(parent, token.chars, beforeElement);
      else builder.insertText(parent, token.chars);
    } else builder.insertText(this.openElements.currentTmplContentOrNode, token.chars);
    if (token.location === null) return;
    const text = builder.writtenText;
    if (builder.getNodeSourceCodeLocation(text) === null) builder.setNodeSourceCodeLocation(text, token.location);
    else builder.updateNodeSourceCodeLocation(text, { endOffset: token.location.endOffset });
  }

  override onStartTag(token: Token.TagToken): void {
    if (this.openElements.stackTop >= this.maxDepth && !KEPT_AT_DEPTH.has(token.tagName)) {
      this.flattened = true;
      if (!token.selfClosing) this.dropped.set(token.tagName, (this.dropped.get(token.tagName) ?? 0) + 1);
      token.ackSelfClosing = true;
      (this.treeAdapter as Builder).tick();
      return;
    }
    super.onStartTag(token);
  }

  override onEndTag(token: Token.TagToken): void {
    if (this.flattened) {
      const count = this.dropped.get(token.tagName) ?? 0;
      if (count > 0) {
        this.dropped.set(token.tagName, count - 1);
        return;
      }
    }
    super.onEndTag(token);
  }
}

/** Elements that never nest, or whose content the tokenizer must read in a state of its own. */
const KEPT_AT_DEPTH = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'script style title textarea xmp iframe noembed noframes plaintext template'
  ).split(' '),
);

/**
 * Parses decoded HTML into the page's columns.
 *
 * @param source decoded HTML; anything is accepted, also plain text and the empty string
 * @returns the page, or the reason why a limit ended it; never throws on any input
 */
export function parse(source: string, options: ParseOptions = {}): Parsed {
  const limits: Limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (source.length > limits.maxBytes) {
    const detail = `the page has ${source.length} characters, more than the ${limits.maxBytes} allowed (option maxBytes)`;
    return { ok: false, reason: 'too-large', detail };
  }
  const builder = new Builder(limits, options.deadline ?? performance.now() + limits.maxMilliseconds);
  const parser = new BoundedParser({ treeAdapter: builder, sourceCodeLocationInfo: true, scriptingEnabled: true });
  parser.maxDepth = limits.maxDepth;
  builder.onBody = () => {
    parser.options.scriptingEnabled = false;
  };
  try {
    for (let from = 0; from === 0 || from < source.length; from += CHUNK_LENGTH) {
      if (from > 0) builder.checkDeadline();
      const isLast = from + CHUNK_LENGTH >= source.length;
      parser.tokenizer.write(from === 0 && isLast ? source : source.slice(from, from + CHUNK_LENGTH), isLast);
    }
  } catch (error) {
    if (error instanceof LimitReached) return { ok: false, ...error.refusal };
    throw error;
  }
  builder.finish();
  return { ok: true, page: intoColumns(builder, source, options.url ?? null), flattened: parser.flattened };
}

/** Renumbers the builder's nodes into document order and joins their text. One pass, no recursion. */
function intoColumns(builder: Builder, source: string, url: string | null): Page {
  // Order of visit: document order. Fragments (template contents) vanish; their children take their place.
  const capacity = builder.size;
  const tag = new Uint16Array(capacity);
  const parent = new Int32Array(capacity);
  const end = new Int32Array(capacity);
  const depth = new Uint16Array(capacity);
  const textFrom = new Uint32Array(capacity);
  const textTo = new Uint32Array(capacity);
  const sourceFrom = new Uint32Array(capacity);
  const sourceTo = new Uint32Array(capacity);
  const openTo = new Uint32Array(capacity);
  const attributeFrom = new Int32Array(capacity);
  const attributeTo = new Int32Array(capacity);
  const pieces: string[] = [];
  let characters = 0;
  let size = 0;

  let old = 1;
  let up = -1; // the new id of the current parent
  walk: for (;;) {
    const isFragment = builder.tag[old] === 1 && old !== 1;
    let id = up;
    if (!isFragment) {
      id = size++;
      tag[id] = Math.min(builder.tag[old], MAX_NAMES);
      parent[id] = up;
      depth[id] = up < 0 ? 0 : (depth[up] as number) + 1;
      textFrom[id] = characters;
      const text = builder.texts[old];
      if (text !== undefined) {
        pieces.push(text);
        characters += text.length;
      }
      textTo[id] = characters;
      const from = builder.from[old] as number;
      sourceFrom[id] = from < 0 ? NO_SOURCE : from;
      sourceTo[id] = from < 0 ? 0 : (builder.to[old] as number);
      openTo[id] = from < 0 ? NO_SOURCE : (builder.open[old] as number);
      attributeFrom[id] = builder.attributeFrom[old];
      attributeTo[id] = builder.attributeTo[old];
    }
    const child = builder.first[old] as number;
    if (child !== 0) {
      up = id;
      old = child;
      continue;
    }
    if (!isFragment) end[id] = size;
    // Up until a node has a next sibling; closing each element on the way.
    while ((builder.next[old] as number) === 0) {
      old = builder.parent[old] as number;
      if (old === 0) break walk;
      if (builder.tag[old] !== 1 || old === 1) {
        end[up] = size;
        textTo[up] = characters;
        up = parent[up] as number;
      }
      if (old === 1) break walk;
    }
    old = builder.next[old] as number;
  }

  // Elements without a tag of their own (implied html, head, tbody …) span their children. Children come after parents,
  // so one backward pass settles all of them.
  sourceFrom[0] = 0;
  openTo[0] = 0;
  sourceTo[0] = source.length;
  for (let node = size - 1; node > 0; node--) {
    if (sourceFrom[node] === NO_SOURCE) {
      const child = (end[node] as number) > node + 1 ? node + 1 : -1;
      const from = child >= 0 ? (sourceFrom[child] as number) : 0;
      sourceFrom[node] = from === NO_SOURCE ? 0 : from;
      openTo[node] = sourceFrom[node] as number;
      if ((sourceTo[node] as number) < (sourceFrom[node] as number)) sourceTo[node] = sourceFrom[node] as number;
    }
    const up = parent[node] as number;
    if (sourceFrom[up] === NO_SOURCE && (sourceTo[up] as number) < (sourceTo[node] as number))
      sourceTo[up] = sourceTo[node] as number;
  }

  const { names, nameIds, attributeName, attributeNames, attributeIds, attributeValues } = builder;
  if (names.length > MAX_NAMES) {
    for (const name of names.splice(MAX_NAMES)) nameIds.delete(name);
    nameIds.set(OTHER_NAME, names.push(OTHER_NAME) - 1);
  }
  const chars = pieces.join('');
  const page: Page = {
    url,
    source,
    size,
    names,
    tag: tag.subarray(0, size),
    parent: parent.subarray(0, size),
    end: end.subarray(0, size),
    depth: depth.subarray(0, size),
    chars,
    textFrom: textFrom.subarray(0, size),
    textTo: textTo.subarray(0, size),
    sourceFrom: sourceFrom.subarray(0, size),
    sourceTo: sourceTo.subarray(0, size),
    openTo: openTo.subarray(0, size),
    attribute(node: NodeId, name: string): string | null {
      const to = attributeTo[node];
      let at = attributeFrom[node];
      if (at === to) return null;
      const id = attributeIds.get(name);
      if (id === undefined) return null;
      for (; at < to; at++) if (attributeName[at] === id) return attributeValues[at];
      return null;
    },
    attributes(node: NodeId): readonly (readonly [string, string])[] {
      const pairs: [string, string][] = [];
      for (let at = attributeFrom[node]; at < attributeTo[node]; at++)
        pairs.push([attributeNames[attributeName[at]], attributeValues[at]]);
      return pairs;
    },
    nameIndex: (name: string): number => nameIds.get(name) ?? -1,
  };
  return Object.freeze(page);
}

const NO_SOURCE = 0xffffffff;
