/**
 * Reads the tokens of a page in place: names by number, attributes as spans of the source. WHATWG HTML, "Tokenization".
 *
 * Positions are offsets in the source; −1 says that the page ends inside the token.
 */
import { addToHash, isName, listedId } from './html-tags.js';
import type { PageWriter } from './page-writer.js';

const TAB = 9;
const LINE_FEED = 10;
const FORM_FEED = 12;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const QUOTATION_MARK = 34;
const APOSTROPHE = 39;
const SLASH = 47;
const EQUALS = 61;
const GREATER_THAN = 62;

/** Per code unit below 64: 1 when it ends a tag's name, and 1 or 2 when it ends an attribute's. */
const ENDS_NAME = new Uint8Array(64);
for (const code of [TAB, LINE_FEED, FORM_FEED, CARRIAGE_RETURN, SPACE, SLASH, GREATER_THAN]) ENDS_NAME[code] = 1;
ENDS_NAME[EQUALS] = 2;

export function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === TAB || code === CARRIAGE_RETURN || code === FORM_FEED;
}

/** Attributes of one tag beyond which it is left to the other parser: each name is compared with those before it. */
const MAX_ATTRIBUTES = 250;

/** Thrown to leave the page to the other parser. */
export class Left {
  constructor(readonly construct: string) {}
}

export function leave(construct: string): never {
  throw new Left(construct);
}

export class TagReader {
  /** The number of the last tag's name, 0 when it is not listed; then {@link name} is the name in lower case. */
  id = 0;
  name = '';
  selfClosing = false;

  constructor(
    private readonly source: string,
    private readonly writer: PageWriter,
  ) {}

  /** Reads the name of the tag that begins at `from`; returns its end. */
  readName(from: number): number {
    const { source } = this;
    let at = from;
    let hash = 0;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code < 64 && ENDS_NAME[code] === 1) break;
      hash = addToHash(hash, code >= 65 && code <= 90 ? code + 32 : code);
    }
    this.id = listedId(source, from, at, hash);
    if (this.id === 0) this.name = this.writer.lowerCase(from, at);
    return at;
  }

  /** Reads a tag's attributes from the end of its name on and adds them to the page; returns the end of the tag. */
  readAttributes(from: number): number {
    const { source, writer } = this;
    const first = writer.attributes;
    this.selfClosing = false;
    let at = from;
    for (;;) {
      let code = source.charCodeAt(at);
      while (isSpace(code)) code = source.charCodeAt(++at);
      if (code === GREATER_THAN) return at + 1;
      if (code === SLASH) {
        if (source.charCodeAt(++at) !== GREATER_THAN) continue;
        this.selfClosing = true;
        return at + 1;
      }
      if (at >= source.length) return -1;
      if (writer.attributes - first >= MAX_ATTRIBUTES) leave('many attributes');
      const nameFrom = at;
      let hash = 0;
      // An equals sign in front is part of the name.
      do {
        hash = addToHash(hash, code >= 65 && code <= 90 ? code + 32 : code);
        code = source.charCodeAt(++at);
      } while (at < source.length && !(code < 64 && ENDS_NAME[code] > 0));
      const nameTo = at;
      while (isSpace(code)) code = source.charCodeAt(++at);
      let valueFrom = nameTo;
      let valueTo = nameTo;
      if (code === EQUALS) {
        do code = source.charCodeAt(++at);
        while (isSpace(code));
        if (code === QUOTATION_MARK || code === APOSTROPHE) {
          valueFrom = at + 1;
          valueTo = source.indexOf(code === QUOTATION_MARK ? '"' : "'", valueFrom);
          if (valueTo < 0) return -1;
          at = valueTo + 1;
        } else {
          valueFrom = at;
          while (at < source.length && code !== GREATER_THAN && !isSpace(code)) code = source.charCodeAt(++at);
          valueTo = at;
        }
      }
      writer.addAttribute(writer.attributeNumber(nameFrom, nameTo, hash), valueFrom, valueTo, first);
    }
  }

  /** The end of the comment or other markup that begins with `<!` or `<?`, or of an end tag without a name. */
  endOfMarkup(from: number): number {
    const { source } = this;
    if (!source.startsWith('<!--', from)) return source.indexOf('>', from + 2) + 1 || -1;
    // `<!-->` and `<!--->` are whole comments.
    const plain = source.indexOf('-->', from + 2);
    if (plain < 0) return source.includes('--!>', from) ? leave('--!>') : -1;
    const odd = source.slice(from + 4, plain).indexOf('--!>');
    return odd < 0 ? plain + 3 : from + 8 + odd;
  }

  /** The first comment from the last script's beginning on, searched once: most pages have few. */
  private nextComment = -1;

  /** The offset of the end tag of an element whose content is text, by the element's name; −1 without one. */
  findEndTag(name: string, from: number): number {
    const { source } = this;
    for (let at = source.indexOf('</', from); at >= 0; at = source.indexOf('</', at + 2)) {
      const to = at + 2 + name.length;
      const code = source.charCodeAt(to);
      if (code < 64 && ENDS_NAME[code] === 1 && isName(name, source, at + 2, to)) return at;
    }
    return -1;
  }

  /** The same for a script, where a comment may hide whole script elements. */
  findScriptEnd(from: number): number {
    const { source } = this;
    const plain = this.findEndTag('script', from);
    if (this.nextComment < from) {
      const found = source.indexOf('<!--', from);
      this.nextComment = found < 0 ? Number.POSITIVE_INFINITY : found;
    }
    const comment = this.nextComment;
    if (plain < 0 || comment > plain) return plain;
    const marks = /<!--|-->|<(\/?)script[\s/>]/gi;
    marks.lastIndex = comment;
    let state = 0;
    for (let found = marks.exec(source); found !== null; found = marks.exec(source)) {
      if (found[0] === '-->') state = 0;
      else if (found[0] === '<!--') {
        // Its dashes may be those of `-->`.
        marks.lastIndex -= 2;
        if (state === 0) state = 1;
      } else if (found[1] === '') state = state === 1 ? 2 : state;
      else if (state < 2) return found.index;
      else state = 1;
    }
    return -1;
  }
}
