/**
 * parse5's tokenizer, faster for pages that are completely in memory.
 *
 * Most of a page is scripts, styles, text and attribute values, in which few characters matter. parse5 passes every character
 * through its state machine; here a short loop finds the next character that matters and takes the run before it at once. Names
 * of tags and attributes are sliced instead of concatenated letter by letter.
 *
 * The tokens differ from parse5's, the tree does not (see the conformance tests):
 * - tags and texts have offsets only: no lines and columns, no locations of attributes;
 * - white space inside a text does not end its token, in the insertion modes that treat both alike;
 * - the text of comments is not kept, as no comment becomes a node.
 */
import { InsertionMode, Token, Tokenizer, TokenizerMode } from 'parse5';

/** The part of the parser that the tokenizer uses. */
interface TokenParser {
  readonly insertionMode: InsertionMode;
  /** Checks the time budget from time to time. */
  tick(): void;
}

const CARRIAGE_RETURN = 13;
const QUOTATION_MARK = 34;
const AMPERSAND = 38;
const APOSTROPHE = 39;
const HYPHEN = 45;
const LESS_THAN = 60;
const SURROGATES_FROM = 0xd800;
const SURROGATES_TO = 0xdfff;

/** Per code unit below 128: 1 when it ends a run of text, of white space, of a value in double or single quotes, of a name. */
const ENDS_TEXT = table((code) => code === 0 || code === CARRIAGE_RETURN || code === AMPERSAND || code === LESS_THAN);
const ENDS_SPACE = table((code) => code !== 9 && code !== 10 && code !== 12 && code !== 32);
const ENDS_DOUBLE = table(
  (code) => code === 0 || code === CARRIAGE_RETURN || code === AMPERSAND || code === QUOTATION_MARK,
);
const ENDS_SINGLE = table(
  (code) => code === 0 || code === CARRIAGE_RETURN || code === AMPERSAND || code === APOSTROPHE,
);
const ENDS_COMMENT = table((code) => code === 0 || code === CARRIAGE_RETURN || code === HYPHEN || code === LESS_THAN);
const ENDS_NAME = table((code) => !((code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === HYPHEN));

function table(ends: (code: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 128 }, (_, code) => (ends(code) ? 1 : 0));
}

/** The first position from `at` on that ends a run: a character of the table, a surrogate, or the end. */
function endOfRun(html: string, at: number, ends: Uint8Array): number {
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code < 128 ? ends[code] === 1 : code >= SURROGATES_FROM && code <= SURROGATES_TO) break;
  }
  return at;
}

/** As {@link endOfRun}, for runs of ASCII only. */
function endOfPlainRun(html: string, at: number, ends: Uint8Array): number {
  for (; at < html.length; at++) {
    const code = html.charCodeAt(at);
    if (code >= 128 || ends[code] === 1) break;
  }
  return at;
}

export class OffsetTokenizer extends Tokenizer {
  private inAttribute = false;
  /** The parser; it sets this once. */
  parser: TokenParser = { insertionMode: InsertionMode.INITIAL, tick: () => {} };

  protected override _createAttr(firstCharacter: string): void {
    this.parser.tick();
    this.inAttribute = true;
    super._createAttr(firstCharacter);
    this.inAttribute = false;
  }

  protected override getCurrentLocation(back: number): Token.Location | null {
    if (this.inAttribute) return null;
    const startOffset = this.preprocessor.offset - back;
    return { startLine: 0, startCol: 0, startOffset, endLine: 0, endCol: 0, endOffset: -1 };
  }

  /** Emits a character and the run behind it. */
  protected override _emitCodePoint(code: number): void {
    super._emitCodePoint(code);
    if (code === 0 || this.state > TokenizerMode.SCRIPT_DATA || !mayHoldSpace(this.parser.insertionMode)) return;
    if (code === 9 || code === 10 || code === 12 || code === 32) this.take(ENDS_SPACE, true);
    else this.take(ENDS_TEXT, false);
  }

  protected override _stateAttributeValueDoubleQuoted(code: number): void {
    super._stateAttributeValueDoubleQuoted(code);
    if (code !== QUOTATION_MARK && code !== AMPERSAND && code > 0) this.take(ENDS_DOUBLE, false);
  }

  protected override _stateAttributeValueSingleQuoted(code: number): void {
    super._stateAttributeValueSingleQuoted(code);
    if (code !== APOSTROPHE && code !== AMPERSAND && code > 0) this.take(ENDS_SINGLE, false);
  }

  protected override _stateComment(code: number): void {
    super._stateComment(code);
    if (code !== HYPHEN && code !== LESS_THAN && code > 0) this.take(ENDS_COMMENT, false);
  }

  protected override _stateTagName(code: number): void {
    if (code < 128 && ENDS_NAME[code] === 0) (this.currentToken as Token.TagToken).tagName += this.name();
    else super._stateTagName(code);
  }

  protected override _stateAttributeName(code: number): void {
    if (code < 128 && ENDS_NAME[code] === 0) this.currentAttr.name += this.name();
    else super._stateAttributeName(code);
  }

  /** Text is a slice of the page; it is copied once, when the texts of all nodes are joined. */
  protected override _flushRun(text: string): void {
    if (this.currentToken === null) {
      if (this.runEnd === this.runStart && text.length === 0) return;
      (this.currentCharacterToken as Token.CharacterToken).chars +=
        this.preprocessor.html.slice(this.runStart, this.runEnd) + text;
      this.runStart = this.runEnd;
    } else if (this.currentToken.type === Token.TokenType.COMMENT) this.runStart = this.runEnd;
    else super._flushRun(text);
  }

  /** Extends the pending run by the run behind the current character. Ignores a line feed after a carriage return. */
  private take(ends: Uint8Array, isPlain: boolean): void {
    const { preprocessor } = this;
    const from = preprocessor.pos + 1;
    if (this.runEnd !== from || preprocessor.html.charCodeAt(from - 1) === CARRIAGE_RETURN) return;
    const to = isPlain ? endOfPlainRun(preprocessor.html, from, ends) : endOfRun(preprocessor.html, from, ends);
    this.runEnd = to;
    preprocessor.pos = to - 1;
  }

  /** The name that begins with the current character, which needs no conversion. */
  private name(): string {
    const { preprocessor } = this;
    const from = preprocessor.pos;
    const to = endOfPlainRun(preprocessor.html, from, ENDS_NAME);
    preprocessor.pos = to - 1;
    return preprocessor.html.slice(from, to);
  }
}

/** Whether text and its white space are treated alike; the other modes drop one of them. */
function mayHoldSpace(mode: InsertionMode): boolean {
  return (
    mode !== InsertionMode.IN_COLUMN_GROUP &&
    mode !== InsertionMode.IN_FRAMESET &&
    mode !== InsertionMode.AFTER_FRAMESET &&
    mode !== InsertionMode.AFTER_AFTER_FRAMESET
  );
}
