/**
 * The tree parse5 builds here instead of objects: growing columns of links between numbers, in order of creation.
 * `into-columns.ts` turns them into a page.
 */
import { html as htmlNames, type Token, type TreeAdapter } from 'parse5';
import type { Limits, Refusal } from './limits.js';
import { widened } from './text/bytes.js';

export type AdapterTypes = {
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

/** Thrown inside the parser only, to leave it; `parse()` turns it into a refusal. */
export class LimitReached extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/** Initial rows: enough for a small page; columns double as they grow. */
const FIRST_ROWS = 1024;

/** Columns whose rows start as 0, and those whose rows start as −1. */
const LINKS = ['tag', 'parent', 'first', 'last', 'next', 'previous', 'attributeFrom', 'attributeTo'] as const;
const OFFSETS = ['from', 'to', 'open'] as const;

/** One node represents all comments; it is never appended. */
const COMMENT = 0x7fffffff;

/** The growing columns. Node 0 stays unused: parse5 tests nodes for truthiness. Node 1 is the document. */
export class TreeBuilder implements TreeAdapter<AdapterTypes> {
  size = 2;
  tag = new Int32Array(FIRST_ROWS);
  space = new Uint8Array(FIRST_ROWS);
  parent = new Int32Array(FIRST_ROWS);
  first = new Int32Array(FIRST_ROWS);
  last = new Int32Array(FIRST_ROWS);
  next = new Int32Array(FIRST_ROWS);
  previous = new Int32Array(FIRST_ROWS);
  from = new Int32Array(FIRST_ROWS).fill(-1);
  to = new Int32Array(FIRST_ROWS).fill(-1);
  open = new Int32Array(FIRST_ROWS).fill(-1);
  /** Per element: its attributes are rows [attributeFrom, attributeTo) of the two columns below. */
  attributeFrom = new Int32Array(FIRST_ROWS);
  attributeTo = new Int32Array(FIRST_ROWS);
  /** Attributes in the order of their elements' creation: the name's number, and the value. No objects: they would outlive collections. */
  attributeName = new Int32Array(FIRST_ROWS);
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
    private readonly isOverBudget: () => boolean = () => false,
  ) {
    this.tag[1] = 1;
  }

  private grow(): void {
    const rows = this.tag.length;
    this.space = widened(this.space);
    for (const name of LINKS) this[name] = widened(this[name]);
    for (const name of OFFSETS) this[name] = widened(this[name]).fill(-1, rows);
  }

  /** Writes an element's attributes after those of all others. */
  private addAttributes(node: number, attrs: Iterable<Token.Attribute>): void {
    const isForeign = this.space[node] !== 0;
    this.attributeFrom[node] = this.attributeValues.length;
    for (const attr of attrs) {
      // Names of SVG and MathML attributes have capitals (`viewBox`) and prefixes in parse5's tree; here they are lower case.
      let name = attr.name;
      if (isForeign) name = attr.prefix ? `${attr.prefix}:${name.toLowerCase()}` : name.toLowerCase();
      let id = this.attributeIds.get(name);
      if (id === undefined) {
        id = this.attributeNames.push(name) - 1;
        this.attributeIds.set(name, id);
      }
      const at = this.attributeValues.push(attr.value) - 1;
      if (at >= this.attributeName.length) this.attributeName = widened(this.attributeName);
      this.attributeName[at] = id;
    }
    this.attributeTo[node] = this.attributeValues.length;
  }

  /** Writes the attributes that html and body have taken over. Call it once, after the last token. */
  finish(): void {
    for (const [node, attrs] of this.adopted) this.addAttributes(node, attrs.values());
  }

  /** Ends parsing when the time is over. Reads the clock every 2,048 tokens: that is not free. */
  tick(): void {
    if ((++this.ticks & 2047) !== 0 || !this.isOverBudget()) return;
    const detail = `parsing took more than ${this.limits.maxMilliseconds} ms`;
    throw new LimitReached({ reason: 'timeout', detail });
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
    return COMMENT;
  }
  createTextNode(value: string): number {
    this.tick();
    const node = this.create(0);
    this.texts[node] = value;
    return node;
  }
  appendChild(parent: number, node: number): void {
    if (node === COMMENT) return;
    const last = this.last[parent] as number;
    this.parent[node] = parent;
    this.previous[node] = last;
    this.next[node] = 0;
    if (last !== 0) this.next[last] = node;
    else this.first[parent] = node;
    this.last[parent] = node;
  }
  insertBefore(parent: number, node: number, reference: number): void {
    if (node === COMMENT) return;
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
    for (const attr of attrs) if (!adopted.has(attr.name)) adopted.set(attr.name, attr);
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
    return node === COMMENT;
  }
  isDocumentTypeNode(_node: number): _node is number {
    return false;
  }
  isElementNode(node: number): node is number {
    return node < this.size && (this.tag[node] as number) > 1;
  }
  setNodeSourceCodeLocation(node: number, location: Token.ElementLocation | null): void {
    if (node === COMMENT || location === null) return;
    this.from[node] = location.startOffset;
    this.to[node] = location.endOffset;
    this.open[node] = this.tag[node] === 0 ? location.startOffset : location.endOffset;
  }
  getNodeSourceCodeLocation(node: number): Token.ElementLocation | null {
    if (node === COMMENT || this.from[node] === -1) return null;
    return KNOWN_LOCATION;
  }
  updateNodeSourceCodeLocation(node: number, location: Partial<Token.ElementLocation>): void {
    if (node !== COMMENT && location.endOffset !== undefined) this.to[node] = location.endOffset;
  }
}

/** parse5 only asks whether a location is known (and whether an end tag was seen, which it may overwrite). */
const KNOWN_LOCATION = { startLine: 0, startCol: 0, startOffset: 0, endLine: 0, endCol: 0, endOffset: 0 };
