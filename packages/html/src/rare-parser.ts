/**
 * Pages with rare constructs, and those beyond a bound: parse5 builds its usual tree, within bounds, and one pass writes it into columns.
 *
 * Departures from a browser: see `parse.ts`. Comments and the doctype are not appended, so that the text around them is one text.
 */
import {
  type DefaultTreeAdapterMap,
  defaultTreeAdapter,
  html,
  Parser,
  type Token,
  Tokenizer,
  type TreeAdapter,
} from 'parse5';
import { MAX_NAMES, NO_SOURCE, nodeRows, pageOfRows } from './columns.js';
import { FALLBACKS, tagNames, VOID } from './elements.js';
import type { Limits, Refusal } from './limits.js';
import type { Page } from './page.js';

type ParsedTree = DefaultTreeAdapterMap;

/** Of parse5's locations only the offsets are kept, which takes a third of the memory. */
interface SourceOffsets {
  sourceCodeLocation?: { startOffset: number; endOffset: number; openTo: number };
}

/** Thrown inside the parser only, to leave it. */
class LimitReached extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.detail);
  }
}

/** parse5's tokenizer; attributes check the time budget, too, and are not located. */
class TickingTokenizer extends Tokenizer {
  private inAttribute = false;

  constructor(private readonly parser: BoundedParser) {
    super(parser.options, parser);
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

/** Elements that never nest, or whose content the tokenizer must read in a special state. */
const KEPT_AT_DEPTH = tagNames(VOID, FALLBACKS, 'script style title textarea xmp plaintext template');

/** parse5's parser with bounded nesting, nodes and time: see limits.ts. */
class BoundedParser extends Parser<ParsedTree> {
  flattened = false;
  /** Nodes created, the document and one more included. */
  size = 2;
  private ticks = 0;
  /** Start tags dropped for depth and not yet closed, by name. */
  private readonly dropped = new Map<string, number>();

  constructor(
    private readonly limits: Limits,
    private readonly isOverBudget: () => boolean,
  ) {
    // Scripting is on until the body begins: from there on noscript is parsed as elements.
    super({ sourceCodeLocationInfo: true, scriptingEnabled: true });
    this.treeAdapter = this.boundedAdapter();
    this.tokenizer = new TickingTokenizer(this);
  }

  /** Ends parsing when the time is over. Reads the clock every 2,048 tokens: that is not free. */
  tick(): void {
    if ((++this.ticks & 2047) !== 0 || !this.isOverBudget()) return;
    const detail = `parsing took more than ${this.limits.maxMilliseconds} ms`;
    throw new LimitReached({ reason: 'timeout', detail });
  }

  private addNodes(count: number): void {
    this.tick();
    this.size += count;
    if (this.size <= this.limits.maxNodes) return;
    const detail = `the page has more than the ${this.limits.maxNodes} nodes allowed (option maxNodes)`;
    throw new LimitReached({ reason: 'too-many-nodes', detail });
  }

  private boundedAdapter(): TreeAdapter<ParsedTree> {
    return {
      ...defaultTreeAdapter,
      createElement: (name, namespace, attributes) => {
        this.addNodes(1);
        if (name === 'body' && namespace === html.NS.HTML) this.options.scriptingEnabled = false;
        return defaultTreeAdapter.createElement(name.toLowerCase(), namespace, attributes);
      },
      createDocumentFragment: () => {
        this.addNodes(1);
        return defaultTreeAdapter.createDocumentFragment();
      },
      insertText: (parent, text) => {
        const before = parent.childNodes.length;
        defaultTreeAdapter.insertText(parent, text);
        this.addNodes(parent.childNodes.length - before);
      },
      insertTextBefore: (parent, text, reference) => {
        const before = parent.childNodes.length;
        defaultTreeAdapter.insertTextBefore(parent, text, reference);
        this.addNodes(parent.childNodes.length - before);
      },
      appendChild(parent, node) {
        if (!defaultTreeAdapter.isCommentNode(node)) defaultTreeAdapter.appendChild(parent, node);
      },
      setDocumentType() {},
      adoptAttributes: (recipient, attributes) => {
        this.tick();
        defaultTreeAdapter.adoptAttributes(recipient, attributes);
      },
      setNodeSourceCodeLocation(node, location) {
        if (location === null) return;
        const { startOffset, endOffset, startTag } = location as Token.ElementLocation;
        (node as unknown as SourceOffsets).sourceCodeLocation = {
          startOffset,
          endOffset,
          openTo: startTag?.endOffset ?? startOffset,
        };
      },
      // Whether an end tag was seen is not kept: the end of html and body is that of the page.
      updateNodeSourceCodeLocation(node, { endOffset }) {
        if (node.sourceCodeLocation && endOffset !== undefined) node.sourceCodeLocation.endOffset = endOffset;
      },
    };
  }

  override onStartTag(token: Token.TagToken): void {
    const { stackTop } = this.openElements;
    if (stackTop >= this.limits.maxDepth && !this.isKept(token.tagName, stackTop)) {
      this.flattened = true;
      if (!token.selfClosing) this.dropped.set(token.tagName, (this.dropped.get(token.tagName) ?? 0) + 1);
      token.ackSelfClosing = true;
      this.tick();
      return;
    }
    super.onStartTag(token);
  }

  /** Templates nest, too: the text of one that is dropped belongs to the template around it, or it would be visible. */
  private isKept(name: string, stackTop: number): boolean {
    return KEPT_AT_DEPTH.has(name) && (name !== 'template' || stackTop < 2 * this.limits.maxDepth);
  }

  override onEndTag(token: Token.TagToken): void {
    const count = this.dropped.get(token.tagName) ?? 0;
    if (count > 0) this.dropped.set(token.tagName, count - 1);
    else super.onEndTag(token);
  }
}

/** A page, or the reason why there is none. */
export type Parsed =
  | { readonly ok: true; readonly page: Page; readonly flattened: boolean }
  | ({ readonly ok: false } & Refusal);

/** Parses with parse5, whatever the page holds; streamed content stays where it is. */
export function parseWithParse5(
  source: string,
  url: string | null,
  limits: Limits,
  isOverBudget: () => boolean,
): Parsed {
  const parser = new BoundedParser(limits, isOverBudget);
  try {
    // The source stays in memory, so the preprocessor needs to drop nothing; tokens check the time budget.
    parser.tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY;
    parser.tokenizer.write(source, true);
  } catch (error) {
    if (error instanceof LimitReached) return { ok: false, ...error.refusal };
    throw error;
  }
  return { ok: true, page: intoColumns(parser.document, parser.size, source, url), flattened: parser.flattened };
}

/** The name of all names beyond {@link MAX_NAMES}. */
const OTHER_NAME = '#other';
/** Largest value of the depth column, for pages read with a larger limit. */
const MAX_DEPTH_SHOWN = 0xffff;

/** Numbers in order of first use. */
class Numbered {
  readonly list: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.list.length);
    return this.list.push(name) - 1;
  }
}

/** The tree as columns, in document order. The content of a template hangs under the template. */
function intoColumns(document: ParsedTree['document'], nodes: number, source: string, url: string | null): Page {
  const rows = nodeRows(nodes);
  const pieces: string[] = [];
  let characters = 0;
  let size = 0;
  const names = new Numbered();
  names.numberOf('#text');
  names.numberOf('#document');
  const attributeNames = new Numbered();
  const attributeName: number[] = [];
  const values: string[] = [];
  const pending: { node: ParsedTree['childNode'] | ParsedTree['document']; parent: number }[] = [
    { node: document, parent: -1 },
  ];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, parent } = next;
    const row = size++;
    rows.tag[row] = Math.min(names.numberOf(node.nodeName), MAX_NAMES);
    rows.parent[row] = parent;
    rows.depth[row] = parent < 0 ? 0 : Math.min(rows.depth[parent] + 1, MAX_DEPTH_SHOWN);
    rows.textFrom[row] = characters;
    const location = (node as unknown as SourceOffsets).sourceCodeLocation;
    rows.sourceFrom[row] = location?.startOffset ?? NO_SOURCE;
    rows.sourceTo[row] = location?.endOffset ?? 0;
    rows.openTo[row] = location?.openTo ?? NO_SOURCE;
    rows.attributeFrom[row] = values.length;
    if ('value' in node) {
      pieces.push(node.value);
      characters += node.value.length;
    } else if ('tagName' in node) {
      for (const { prefix, name, value } of node.attrs) {
        // Names of SVG and MathML attributes have capitals (`viewBox`) and prefixes in parse5's tree; here they are lower case.
        const lower = node.namespaceURI === html.NS.HTML ? name : name.toLowerCase();
        attributeName.push(attributeNames.numberOf(prefix ? `${prefix}:${lower}` : lower));
        values.push(value);
      }
    }
    rows.attributeTo[row] = values.length;
    const inner = 'content' in node ? node.content : node;
    if ('childNodes' in inner)
      for (let at = inner.childNodes.length - 1; at >= 0; at--)
        pending.push({ node: inner.childNodes[at], parent: row });
  }
  if (names.list.length > MAX_NAMES) names.list.splice(MAX_NAMES, Number.POSITIVE_INFINITY, OTHER_NAME);
  const page = { size, source, url, names: names.list, chars: pieces.join('') };
  return pageOfRows(rows, page, {
    names: attributeNames.list,
    name: Int32Array.from(attributeName),
    size: values.length,
    value: (at) => values[at],
    length: (at) => values[at].length,
  });
}
