/**
 * What all rules of tree construction (WHATWG HTML § 13.2.6) share: the state of the parser, and how text and elements are inserted
 * and closed. The rules are in `body-rules.ts` and `table-rules.ts`.
 */

import {
  BUTTON_SCOPE,
  CLASSES,
  listedName,
  MATHML,
  SCOPE,
  SPECIAL,
  SVG,
  TABLE_PARTS,
  table,
  tagIds,
  UNLISTED,
} from './html-tags.js';
import type { Limits } from './limits.js';
import { ElementStack, FormattingList, MAX_OPEN } from './open-elements.js';
import type { NodeId } from './page.js';
import { decodedText, type PageWriter, withLineFeeds } from './page-writer.js';
import { isSpace, leave, TagReader } from './tag-reader.js';

/** Insertion modes, in the order of the standard. */
export const [INITIAL, BEFORE_HTML, BEFORE_HEAD, IN_HEAD, AFTER_HEAD, IN_BODY, IN_TABLE, IN_CAPTION] = [
  0, 1, 2, 3, 4, 5, 6, 7,
];
export const [IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL, IN_SELECT, IN_SELECT_IN_TABLE] = [8, 9, 10, 11, 12, 13];
export const [IN_TEMPLATE, AFTER_BODY] = [14, 15];

const [TABLE, TEMPLATE, P, TITLE, TEXTAREA, SCRIPT] = tagIds('table template p title textarea script');
const [FOREIGN_OBJECT, DESC] = tagIds('foreignobject desc');

/** The mode inside of an element, by its key; 0 when it does not change the mode. */
const MODE_INSIDE = new Uint8Array(SVG);
for (const [mode, names] of [
  [IN_HEAD, 'head'],
  [AFTER_HEAD, 'html'],
  [IN_BODY, 'body'],
  [IN_TABLE, 'table'],
  [IN_CAPTION, 'caption'],
  [IN_COLUMN_GROUP, 'colgroup'],
  [IN_TABLE_BODY, 'tbody thead tfoot'],
  [IN_ROW, 'tr'],
  [IN_CELL, 'td th'],
  [IN_SELECT, 'select'],
  [IN_TEMPLATE, 'template'],
] as const)
  for (const id of tagIds(names)) MODE_INSIDE[id] = mode;
export const HEAD_CONTENT = table('base basefont bgsound link meta noframes script style template title');
/** Elements whose content is text up to their end tag. */
const TEXT_CONTENT = table('title style script noframes noembed iframe xmp textarea');
const MATHML_TEXT = table('mi mo mn ms mtext');
/** Times the adoption agency runs for one end tag. */
const MAX_ADOPTIONS = 8;
/** Rows it may move in a page: the time is bounded whatever the page nests. */
const MAX_MOVED = 1 << 18;

export abstract class TreeConstruction {
  protected readonly open: ElementStack;
  protected readonly formatting: FormattingList;
  protected readonly tags: TagReader;
  protected mode = INITIAL;
  protected readonly maxOpen: number;
  protected readonly maxNodes: number;
  protected ticks = 0;
  /** The last tag: its offsets, its key when it is an end tag, and the number of attributes before it. */
  protected from = 0;
  protected to = 0;
  protected closes = -1;
  protected attributesFrom = 0;
  /** The offsets of the end tag that was read with the last start tag; the second is 0 when none was. */
  protected textTo = 0;
  protected textEnd = 0;
  protected head: NodeId = 0;
  protected form: NodeId = 0;
  protected skipsLineFeed = false;
  protected isQuirky: boolean | null = true;
  protected hasScripting = true;
  /** Whether foster parenting is enabled. */
  protected fosters = false;
  /** White space after the head: tags that follow may still add to the head. */
  protected spaceFrom = -1;
  protected spaceTo = 0;
  protected space = '';
  protected readonly templateModes: number[] = [];

  constructor(
    protected readonly source: string,
    protected readonly writer: PageWriter,
    limits: Limits,
    protected readonly isOverBudget: () => boolean,
  ) {
    this.open = new ElementStack((node, key) => this.setEnd(node, key));
    this.formatting = new FormattingList(writer, this.open);
    this.tags = new TagReader(source, writer);
    this.maxOpen = Math.min(MAX_OPEN, limits.maxDepth);
    this.maxNodes = limits.maxNodes;
  }

  /** Treats the start tag that was read last by the rules of the insertion mode. */
  protected abstract start(id: number): void;

  /** The same for an end tag. */
  protected abstract finish(id: number): void;

  protected setEnd(node: NodeId, key: number): void {
    const { rows } = this.writer;
    // Elements without a tag in the source get their offsets at the end.
    if (rows.openTo[node] !== 0xffffffff) rows.sourceTo[node] = key === this.closes ? this.to : this.from;
  }

  /** The key of the last tag's name in a language; one that no element has when no element has the name. */
  protected keyOf(id: number, language: number): number {
    return id > 0 ? language + id : UNLISTED + 3 * this.writer.unlistedNumber(this.tags.name) + language / SVG;
  }

  protected addText(from: number, to: number, isEncoded: boolean, written = from): void {
    const piece = this.source.slice(from, to);
    this.writeText(isEncoded ? decodedText(piece) : piece, written, to);
  }

  /** The offset after a line feed at the beginning of a pre, listing or textarea element. */
  protected behindLineFeed(from: number, to: number): number {
    const { source } = this;
    // A decoded line feed counts as well, and the other parser's offsets differ.
    if (/^(?:(?:\r?\n|\r)&|&(?:#|Tab|NewLine))/.test(source.slice(from, from + 8)))
      leave('reference at the start of pre');
    const at = from < to && source.charCodeAt(from) === 13 ? from + 1 : from;
    return at < to && source.charCodeAt(at) === 10 ? at + 1 : at;
  }

  protected writeText(text: string, from: number, to: number): void {
    if (this.writer.size + 8 + this.templateModes.length >= this.maxNodes) leave('many nodes');
    if (this.fosters && this.isInTable()) this.writer.appendFosteredText(text, this.fosterTable(), from, to);
    else this.writer.appendText(text, this.open.node, from, to);
  }

  protected endOfSpace(from: number, to: number): number {
    let at = from;
    while (at < to && isSpace(this.source.charCodeAt(at))) at++;
    return at;
  }

  /** Inserts the element of the last start tag. */
  protected insert(id: number, language = 0): NodeId {
    const node = this.append(id);
    this.open.push(node, this.keyOf(id, language));
    return node;
  }

  /** Inserts the element of the last start tag without opening it. */
  protected append(id: number): NodeId {
    const { writer, tags } = this;
    const node = this.appendNode(writer.tagNumber(id, tags.name), this.from, this.to);
    writer.rows.attributeFrom[node] = this.attributesFrom;
    return node;
  }

  /** Appends a node at the appropriate place for inserting a node. */
  private appendNode(tag: number, from: number, to: number): NodeId {
    if (this.fosters && this.isInTable()) return this.writer.appendFostered(tag, this.fosterTable(), from, to);
    return this.writer.append(tag, this.open.node, from, to);
  }

  /** Whether the current node is a table, or a part of one, that holds no text. */
  protected isInTable(): boolean {
    const { key } = this.open;
    return key < TABLE_PARTS.length && TABLE_PARTS[key] === 1;
  }

  /** The table that fostered nodes go before. */
  private fosterTable(): NodeId {
    const place = this.open.topmost(TABLE);
    if (place < this.open.topmost(TEMPLATE)) leave('foster parenting in a template');
    return this.open.nodes[place];
  }

  /** Inserts an element that has no tag in the source. */
  protected insertImplied(id: number): NodeId {
    const node = this.appendNode(this.writer.tagNumber(id, ''), -1, -1);
    this.open.push(node, id);
    return node;
  }

  /** Whether the current node is in SVG or MathML, and no place for HTML. */
  protected isForeign(): boolean {
    const { key } = this.open;
    return key >= SVG && languageOf(key) !== 0 && !isIntegrationPoint(key);
  }

  protected reconstruct(): void {
    const { formatting, open, writer } = this;
    if (formatting.length === 0) return;
    for (let at = formatting.firstClosed(); at < formatting.length; at++) {
      const old = formatting.nodes[at];
      const { rows } = writer;
      const node = this.appendNode(rows.tag[old], formatting.from[at], formatting.to[at]);
      writer.rows.attributeFrom[node] = writer.rows.attributeFrom[old];
      writer.rows.attributeTo[node] = writer.rows.attributeTo[old];
      open.push(node, formatting.keys[at]);
      formatting.nodes[at] = node;
    }
  }

  protected closeParagraph(): void {
    if (this.open.inScope(P, BUTTON_SCOPE)) this.open.popParagraph();
  }

  /** Base, link, meta, script, style, template, title and their like, in the head or elsewhere. */
  protected startInHead(id: number): void {
    if (TEXT_CONTENT[id] === 1) this.insertTextElement(id);
    else if (id === TEMPLATE) {
      this.insert(TEMPLATE);
      this.formatting.addMarker();
      this.mode = IN_TEMPLATE;
      this.templateModes.push(IN_TEMPLATE);
    } else this.append(id);
  }

  /** Inserts an element whose content is text, with its text and up to its end tag. */
  protected insertTextElement(id: number): void {
    const { source, tags } = this;
    const name = listedName(id);
    const node = this.append(id);
    const from = this.to;
    const found = id === SCRIPT ? tags.findScriptEnd(from) : tags.findEndTag(name, from);
    const to = found < 0 ? source.length : found;
    if (source.slice(from, to).includes('\0')) leave('NUL');
    const isEscapable = id === TITLE || id === TEXTAREA;
    const isEncoded = isEscapable && source.slice(from, to).includes('&');
    const textFrom = id === TEXTAREA ? this.behindLineFeed(from, to) : from;
    if (to > textFrom) {
      const piece = source.slice(textFrom, to);
      const written = isSpace(source.charCodeAt(textFrom)) ? from : textFrom;
      this.writer.appendText(isEncoded ? decodedText(piece) : withLineFeeds(piece), node, written, to);
    }
    let end = to + 2 + name.length;
    if (source.charCodeAt(end) === 62) end++;
    else {
      const { attributes } = this.writer;
      end = tags.readAttributes(end);
      this.writer.attributes = attributes;
    }
    // As parse5 does: an element that the page's end closes ends where it begins.
    this.writer.rows.sourceTo[node] = end < 0 ? this.from : end;
    this.textTo = end < 0 ? this.from : to;
    this.textEnd = end < 0 ? source.length : end;
  }

  /** Keeps the attributes of a repeated html or body tag for the element. */
  protected adoptAttributes(node: NodeId): void {
    this.writer.adoptAttributes(node, this.attributesFrom);
    this.attributesFrom = this.writer.attributes;
  }

  /** The value of an attribute of the last tag. */
  protected attribute(name: string): string | null {
    const { writer } = this;
    for (let at = this.attributesFrom; at < writer.attributes; at++)
      if (writer.attributeName(at) === name) return writer.attributeValue(at);
    return null;
  }

  protected finishTemplate(): void {
    if (this.templateModes.length === 0) return;
    if (this.open.topmost(TEMPLATE) < 0) leave('template closed by a table');
    this.open.popImpliedBut(0);
    this.open.popUntil(TEMPLATE);
    this.formatting.clearToMarker();
    this.templateModes.pop();
    this.resetMode();
  }

  /** An end tag without a rule. */
  protected finishOther(key: number): void {
    const { open } = this;
    const place = open.topmost(key);
    if (place <= 0 || open.hasAbove(place, SPECIAL)) return;
    open.popImpliedBut(key);
    open.popTo(place);
  }

  /** The adoption agency, where it moves no nodes. */
  protected adopt(id: number): void {
    const { open, formatting, writer } = this;
    if (open.key === id && formatting.placeOf(open.node) < 0) {
      open.pop();
      return;
    }
    for (let step = 0; step < MAX_ADOPTIONS; step++) {
      const entry = formatting.last(id);
      if (entry < 0) {
        this.finishOther(id);
        return;
      }
      const place = open.placeOf(formatting.nodes[entry]);
      if (place < 0) {
        formatting.removeAt(entry);
        return;
      }
      if (open.hasAbove(place, SCOPE)) return;
      if (!open.hasAbove(place, SPECIAL)) {
        open.popTo(place);
        formatting.removeAt(entry);
        return;
      }
      if (writer.moved > MAX_MOVED) leave('many moved nodes');
      if (writer.size + 8 + this.templateModes.length >= this.maxNodes) leave('many nodes');
      const moved = moveBlockOut(open, formatting, writer, entry, place);
      if (moved === null) leave('adoption agency in a table');
      else if (this.form >= moved.block) this.form += moved.copies + (this.form === moved.block ? 0 : 1);
    }
  }

  /** Resets the insertion mode appropriately. */
  protected resetMode(): void {
    const { open } = this;
    const mode = MODE_INSIDE[open.keys[open.topmostOf(MODE_INSIDE)]] ?? IN_BODY;
    if (mode === IN_SELECT && open.topmost(TABLE) > open.topmost(TEMPLATE)) this.mode = IN_SELECT_IN_TABLE;
    else this.mode = mode === IN_TEMPLATE ? this.templateModes[this.templateModes.length - 1] : mode;
  }
}

/** 0 for HTML, {@link SVG} or {@link MATHML}. */
export function languageOf(key: number): number {
  return key < UNLISTED ? key & ~255 : ((key - UNLISTED) % 3) * SVG;
}

/** Whether an element of SVG or MathML holds HTML. */
export function isIntegrationPoint(key: number): boolean {
  if (key >= UNLISTED) return false;
  if (key >= MATHML) return MATHML_TEXT[key - MATHML] === 1;
  return key === SVG + FOREIGN_OBJECT || key === SVG + DESC || key === SVG + TITLE;
}

/** Elements between the formatting element and the block that are copied at most. */
const MAX_COPIES = 3;
/** Elements that may not hold a block: it would go before their table. */
const TABLE_STRUCTURE = table('table tbody tfoot thead tr');

/**
 * The adoption agency (WHATWG HTML § 13.2.6.4.7) where a block is inside a formatting element that ends: `<b>one<p>two</b>three`. The
 * block leaves the element, and gets a copy of it around its content. The text of a page keeps its order, so no row moves against
 * another: rows of copies are opened before the block and after it.
 *
 * @param entry place of the formatting element in the list
 * @param place its place on the stack
 * @returns the block's number before, and that of the copies before it; null where nodes go before a table
 */
function moveBlockOut(
  open: ElementStack,
  formatting: FormattingList,
  writer: PageWriter,
  entry: number,
  place: number,
): { readonly block: NodeId; readonly copies: number } | null {
  const outside = open.keys[place - 1];
  if (outside < TABLE_STRUCTURE.length && TABLE_STRUCTURE[outside] === 1) return null;
  const element = formatting.nodes[entry];
  const key = formatting.keys[entry];
  let top = place + 1;
  while (open.keys[top] >= UNLISTED || (CLASSES[open.keys[top]] & SPECIAL) === 0) top++;
  if (writer.lastFostered > open.nodes[top]) return null;
  for (let at = top - 1, step = 0; at > place; at--, step++) {
    const own = formatting.placeOf(open.nodes[at]);
    if (own >= 0 && step < MAX_COPIES) continue;
    if (own >= 0) formatting.removeAt(own);
    open.removeAt(at);
    top--;
  }
  const block = open.nodes[top];
  const copies = top - place - 1;
  writer.openRows(block + 1, 1);
  writer.openRows(block, copies);
  open.shift(block, copies);
  formatting.shift(block, copies);
  // Copies hold each other and the block, which holds a copy of the formatting element, which holds its content.
  let parent = open.nodes[place - 1];
  for (let copy = 0; copy < copies; copy++) {
    const old = open.nodes[place + 1 + copy];
    writer.copyRow(old, block + copy, parent);
    parent = block + copy;
    formatting.nodes[formatting.placeOf(old)] = parent;
    open.nodes[place + 1 + copy] = parent;
  }
  const moved = block + copies;
  writer.rows.parent[moved] = parent;
  writer.copyRow(element, moved + 1, moved);
  writer.wrapContent(block, moved);
  const bookmark = copies > 0 ? formatting.placeOf(moved - 1) : formatting.placeOf(element);
  formatting.insertCopy(bookmark + 1, moved + 1, formatting.placeOf(element));
  formatting.removeAt(formatting.placeOf(element));
  open.removeAt(place);
  open.insertAt(top, moved + 1, key);
  return { block, copies };
}
