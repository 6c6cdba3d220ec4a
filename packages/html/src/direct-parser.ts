/**
 * HTML text → the page's columns in one pass, for pages without rare constructs. No tokens, no tree in between: names are numbers,
 * attributes spans of the source, and nodes are written in the order of the source (`page-writer.ts` moves what leaves tables).
 *
 * WHATWG HTML, "Tokenization" and "Tree construction". What few pages have is left to parse5: then the answer is the construct's
 * name, and `parse.ts` reads the whole page again. Left are framesets, NUL, CDATA, rare doctypes, pages that end inside a template,
 * and deep nesting.
 *
 * The columns equal those of `parseWithParse5`, offsets in the source included (`direct-parser.test.ts`).
 */

import { MAX_NAMES } from './columns.js';
import { SVG, tagIds } from './html-tags.js';
import type { Limits } from './limits.js';
import type { Page } from './page.js';
import { decodedText, PageWriter } from './page-writer.js';
import { TableRules } from './table-rules.js';
import { isSpace, Left, leave } from './tag-reader.js';
import {
  AFTER_BODY,
  AFTER_HEAD,
  BEFORE_HTML,
  IN_BODY,
  IN_CAPTION,
  IN_CELL,
  IN_COLUMN_GROUP,
  IN_HEAD,
  IN_ROW,
  IN_SELECT,
  IN_SELECT_IN_TABLE,
  IN_TABLE,
  IN_TABLE_BODY,
  IN_TEMPLATE,
  INITIAL,
  languageOf,
} from './tree-construction.js';

const [HTML, TEMPLATE] = tagIds('html template');
const [CARRIAGE_RETURN, AMPERSAND, LESS_THAN] = [13, 38, 60];

type DirectlyParsed = { readonly page: Page } | { readonly left: string };

/**
 * Parses a page, or answers why it is left to the other parser: the name of the first construct that is not read here, or a limit.
 *
 * @param isOverBudget as in `ParseOptions`; asked every 1,024 opening tags, as often as parse5 asks
 */
export function parseDirectly(
  source: string,
  url: string | null,
  limits: Limits,
  isOverBudget: () => boolean,
): DirectlyParsed {
  if (source.charCodeAt(0) === 0xfeff) return { left: 'byte order mark' };
  const writer = new PageWriter(source);
  try {
    new DirectParser(source, writer, limits, isOverBudget).read();
    return { page: writer.finish(url) };
  } catch (error) {
    if (error instanceof Left) return { left: error.construct };
    throw error;
  } finally {
    writer.release();
  }
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

class DirectParser extends TableRules {
  /** Reads the whole page. @throws Left */
  read(): void {
    const { source } = this;
    for (let at = 0; at < source.length; ) {
      if (source.charCodeAt(at) !== LESS_THAN) at = this.readText(at);
      else {
        const next = source.charCodeAt(at + 1);
        if (isLetter(next)) at = this.readStartTag(at);
        else if (next === 47) at = this.readEndTag(at);
        else if (next === 33 || next === 63) at = this.readMarkup(at);
        else at = this.readText(at);
      }
    }
    this.end();
  }

  protected readText(from: number): number {
    const { source } = this;
    let at = from;
    let isEncoded = false;
    let hasGap = false;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code > LESS_THAN) continue;
      if (code === LESS_THAN) {
        const next = source.charCodeAt(at + 1);
        if (isLetter(next) || next === 47 || next === 33 || next === 63) {
          // `</` before anything but a letter begins a comment, and nothing at all before `>` or the page's end.
          if (next !== 47) break;
          const third = source.charCodeAt(at + 2);
          if (third === 62) hasGap = true;
          else if (at + 2 < source.length) break;
        }
      } else if (code === AMPERSAND || code === CARRIAGE_RETURN) isEncoded = true;
      else if (code === 0) leave('NUL');
    }
    if (hasGap) this.insertTextWithGaps(from, at);
    else this.insertText(from, at, isEncoded);
    return at;
  }

  protected readMarkup(from: number): number {
    const { source } = this;
    const found = this.tags.endOfMarkup(from);
    const to = found < 0 ? source.length : found;
    if (isLetter(source.charCodeAt(from + 2)) && /^<!doctype/i.test(source.slice(from, from + 9))) {
      if (found < 0) leave('unfinished doctype');
      if (this.mode === INITIAL) {
        this.isQuirky = quirksOf(source.slice(from + 9, to - 1));
        this.mode = BEFORE_HTML;
      }
    } else if (this.open.key >= SVG && source.startsWith('<![CDATA[', from)) leave('CDATA');
    this.skipsLineFeed = false;
    return to;
  }

  protected readStartTag(from: number): number {
    const { tags, writer } = this;
    const nameTo = tags.readName(from + 1);
    this.attributesFrom = writer.attributes;
    if (this.source.charCodeAt(nameTo) === 62) {
      tags.selfClosing = false;
      this.to = nameTo + 1;
    } else this.to = tags.readAttributes(nameTo);
    if (writer.hasOddName) leave('odd name');
    if (this.to < 0) return this.source.length;
    if ((++this.ticks & 1023) === 0 && this.isOverBudget()) leave('time');
    if (writer.size + 8 + this.templateModes.length >= this.maxNodes) leave('many nodes');
    if (writer.names.length >= MAX_NAMES) leave('many names');
    if (this.open.depth >= this.maxOpen - 4) leave('deep nesting');
    if (this.formatting.isFull) leave('many formatting elements');
    this.from = from;
    this.closes = -1;
    this.skipsLineFeed = false;
    const before = writer.size;
    this.start(tags.id);
    if (this.textEnd > 0) {
      // The element's end tag was read with it.
      this.from = this.textTo;
      this.to = this.textEnd;
      this.closes = tags.id;
      this.textEnd = 0;
    }
    // The attributes of a tag that is ignored.
    if (writer.size === before) writer.attributes = this.attributesFrom;
    return this.to;
  }

  protected readEndTag(from: number): number {
    const { tags, writer, source } = this;
    const next = source.charCodeAt(from + 2);
    if (!isLetter(next)) {
      if (next === 62 || from + 2 >= source.length) return this.readText(from);
      return this.readMarkup(from);
    }
    const nameTo = tags.readName(from + 2);
    if (writer.hasOddName) leave('odd name');
    this.to = nameTo + 1;
    if (source.charCodeAt(nameTo) !== 62) {
      const { attributes } = writer;
      this.to = tags.readAttributes(nameTo);
      writer.attributes = attributes;
      if (this.to < 0) return source.length;
    }
    this.from = from;
    this.skipsLineFeed = false;
    this.closes = this.keyOf(tags.id, 0);
    this.finish(tags.id);
    return this.to;
  }

  /** Inserts text with `</>`, which the standard ignores. */
  protected insertTextWithGaps(from: number, to: number): void {
    if (this.skipsLineFeed || (this.mode !== IN_BODY && this.mode !== IN_CELL)) leave('</>');
    const text = this.source.slice(from, to).split('</>').map(decodedText).join('');
    if (text === '') return;
    if (!this.isForeign()) this.reconstruct();
    this.writeText(text, from, to);
  }

  protected insertText(from: number, to: number, isEncoded: boolean): void {
    const { source } = this;
    let start = from;
    let written = from;
    if (this.skipsLineFeed) {
      this.skipsLineFeed = false;
      start = this.behindLineFeed(from, to);
      if (start === to) return;
      // The line feed and the white space after it are one token.
      if (start > from && !isSpace(source.charCodeAt(start))) written = start;
    }
    if (this.isForeign()) {
      this.addText(start, to, isEncoded);
      return;
    }
    const { mode } = this;
    if (mode === IN_BODY || mode === IN_CELL || mode === IN_CAPTION || mode === IN_TEMPLATE) {
      this.reconstruct();
      this.addText(start, to, isEncoded, written);
    } else if (mode === IN_SELECT || mode === IN_SELECT_IN_TABLE) this.addText(start, to, isEncoded);
    else if (mode === AFTER_BODY) {
      if (this.endOfSpace(start, to) < to) this.mode = IN_BODY;
      this.reconstruct();
      this.addText(start, to, isEncoded);
    } else if (mode === IN_TABLE || mode === IN_TABLE_BODY || mode === IN_ROW)
      this.insertTextInTable(start, to, isEncoded);
    else if (mode === IN_COLUMN_GROUP) {
      if (this.endOfSpace(start, to) < to) leave('text in a column group');
      this.addText(start, to, isEncoded);
    } else this.insertTextBeforeBody(start, to, isEncoded);
  }

  /** White space stays in the table. */
  protected insertTextInTable(from: number, to: number, isEncoded: boolean): void {
    const isInTable = this.isInTable();
    if (isInTable && this.endOfSpace(from, to) === to) {
      this.addText(from, to, isEncoded);
      return;
    }
    if (isInTable && isEncoded && !/[^ \t\n\f]/.test(decodedText(this.source.slice(from, to))))
      leave('encoded space in a table');
    this.fosters = true;
    this.reconstruct();
    this.addText(from, to, isEncoded);
    this.fosters = false;
  }

  /** White space goes where the page has got to; anything else begins the body. */
  protected insertTextBeforeBody(from: number, to: number, isEncoded: boolean): void {
    const start = this.endOfSpace(from, to);
    if (this.mode === IN_HEAD && start > from) this.addText(from, start, isEncoded);
    if (this.mode === AFTER_HEAD && start > from) this.keepSpace(from, start);
    if (start === to) return;
    if (start > from && this.source.charCodeAt(start) === AMPERSAND) leave('reference behind white space');
    if (isEncoded && /^&(?:#|Tab|NewLine)/.test(this.source.slice(start, start + 8)))
      leave('reference before the body');
    this.beginBody();
    this.reconstruct();
    this.addText(start, to, isEncoded);
  }

  protected start(id: number): void {
    const { open, mode } = this;
    if (open.key >= SVG && languageOf(open.key) !== 0 && this.startForeign(id)) return;
    if (mode === IN_BODY || mode === AFTER_BODY) this.startInBody(id);
    else if (mode === IN_TEMPLATE) this.startInTemplate(id);
    else if (mode === IN_CELL) this.startInCell(id);
    else if (mode === IN_CAPTION) this.startInCaption(id);
    else if (mode === IN_TABLE) this.startInTable(id);
    else if (mode === IN_TABLE_BODY) this.startInTableBody(id);
    else if (mode === IN_ROW) this.startInRow(id);
    else if (mode === IN_COLUMN_GROUP) this.startInColumnGroup(id);
    else if (mode === IN_SELECT || mode === IN_SELECT_IN_TABLE) this.startInSelect(id);
    else this.startBeforeBody(id);
  }

  protected finish(id: number): void {
    const { open, mode } = this;
    if (open.key >= SVG && languageOf(open.key) !== 0 && this.finishForeign(id)) return;
    if (mode === IN_BODY) this.finishInBody(id);
    else if (mode === IN_TEMPLATE) {
      if (id === TEMPLATE) this.finishTemplate();
    } else if (mode === IN_CELL) this.finishInCell(id);
    else if (mode === IN_CAPTION) this.finishInCaption(id);
    else if (mode === IN_TABLE) this.finishInTable(id);
    else if (mode === IN_TABLE_BODY) this.finishInTableBody(id);
    else if (mode === IN_ROW) this.finishInRow(id);
    else if (mode === IN_COLUMN_GROUP) this.finishInColumnGroup(id);
    else if (mode === IN_SELECT || mode === IN_SELECT_IN_TABLE) this.finishInSelect(id);
    else if (mode === AFTER_BODY && id === HTML) this.finishHtml();
    else if (mode === AFTER_BODY) {
      this.mode = IN_BODY;
      this.finishInBody(id);
    } else this.finishBeforeBody(id);
  }

  protected end(): void {
    if (this.templateModes.length > 0) leave('page ends in a template');
    if (this.mode <= AFTER_HEAD) this.beginBody();
    const { open, writer } = this;
    const { rows } = writer;
    this.from = this.source.length;
    this.closes = -1;
    const isImplied = rows.openTo[open.nodes[0]] === 0xffffffff;
    for (let place = isImplied ? 2 : 0; place < open.depth; place++) this.setEnd(open.nodes[place], open.keys[place]);
  }
}

/** Whether a doctype, without its first word and last character, asks for quirks; null when that is left open. */
function quirksOf(rest: string): boolean | null {
  const doctype = rest.trim().toLowerCase().replace(/\s+/g, ' ');
  if (doctype === 'html' || doctype === 'html system "about:legacy-compat"') return false;
  const parts = /^html public "([^"]*)"(?: "([^"]*)")?$/.exec(doctype);
  if (parts === null) return null;
  const [, name, address] = parts;
  if (name.startsWith('-//w3c//dtd xhtml 1.')) return address === XHTML_WITH_QUIRKS;
  if (name === '-//w3c//dtd html 4.01//en') return false;
  if (name === '-//w3c//dtd html 4.01 transitional//en' || name === '-//w3c//dtd html 4.01 frameset//en')
    return address === undefined;
  return null;
}

const XHTML_WITH_QUIRKS = 'http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd';
