import { Parser, type ParserOptions, Token, Tokenizer } from 'parse5';
import { FALLBACKS, tagNames, VOID } from './elements.js';
import type { AdapterTypes, TreeBuilder } from './tree-builder.js';

/** parse5's tokenizer; attributes check the time budget, too, and are not located. */
class TickingTokenizer extends Tokenizer {
  private inAttribute = false;

  constructor(
    options: Required<ParserOptions<AdapterTypes>>,
    private readonly parser: BoundedParser,
  ) {
    super(options, parser);
  }

  protected override _createAttr(firstCharacter: string): void {
    this.parser.tick();
    this.inAttribute = true;
    super._createAttr(firstCharacter);
    this.inAttribute = false;
  }

  protected override getCurrentLocation(back: number): Token.Location | null {
    return this.inAttribute ? null : super.getCurrentLocation(back);
  }
}

/** parse5's parser with bounded nesting: see `maxDepth` in limits.ts. */
export class BoundedParser extends Parser<AdapterTypes> {
  maxDepth = 1_000;
  flattened = false;

  constructor(options: ParserOptions<AdapterTypes>) {
    super(options);
    this.tokenizer = new TickingTokenizer(this.options, this);
  }

  /** Checks the time budget from time to time; see {@link TreeBuilder.tick}. */
  tick(): void {
    (this.treeAdapter as TreeBuilder).tick();
  }

  /** As in parse5, without copying the location. */
  override _attachElementToTree(
    element: number,
    location: Token.LocationWithAttributes | null,
    place: { parent: number; beforeElement: number | null },
  ): void {
    const builder = this.treeAdapter as TreeBuilder;
    if (location !== null) {
      builder.from[element] = location.startOffset;
      builder.to[element] = builder.open[element] = location.endOffset;
    }
    if (place.beforeElement) builder.insertBefore(place.parent, element, place.beforeElement);
    else builder.appendChild(place.parent, element);
  }

  /** As in parse5: after the element's end tag, else before the token that closed it. */
  override _setEndLocation(element: number, closing: Token.Token): void {
    const builder = this.treeAdapter as TreeBuilder;
    if (builder.from[element] === -1 || closing.location === null) return;
    const isOwnEndTag = closing.type === Token.TokenType.END_TAG && closing.tagName === builder.getTagName(element);
    builder.to[element] = isOwnEndTag ? closing.location.endOffset : closing.location.startOffset;
  }

  /** Start tags dropped for depth and not yet closed, by name. */
  private readonly dropped = new Map<string, number>();

  /**
   * As in parse5, but the text node is known: parse5 builds an array of the parent's children for every piece of text to find
   * it, which takes seconds for an element with 10,000 children.
   */
  override _insertCharacters(token: Token.CharacterToken): void {
    const builder = this.treeAdapter as TreeBuilder;
    builder.tick();
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
    const { stackTop } = this.openElements;
    if (stackTop >= this.maxDepth && !this.isKept(token.tagName, stackTop)) {
      this.flattened = true;
      if (!token.selfClosing) this.dropped.set(token.tagName, (this.dropped.get(token.tagName) ?? 0) + 1);
      token.ackSelfClosing = true;
      (this.treeAdapter as TreeBuilder).tick();
      return;
    }
    super.onStartTag(token);
  }

  /** Templates nest, too: the text of one that is dropped belongs to the template around it, or it would be visible. */
  private isKept(name: string, stackTop: number): boolean {
    return KEPT_AT_DEPTH.has(name) && (name !== 'template' || stackTop < 2 * this.maxDepth);
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

/** Elements that never nest, or whose content the tokenizer must read in a special state. */
const KEPT_AT_DEPTH = tagNames(VOID, FALLBACKS, 'script style title textarea xmp plaintext template');
