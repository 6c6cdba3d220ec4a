/**
 * Additions of highlighters around and inside code: line numbers, buttons, hidden lines, labels of the language. They are not
 * part of the code or the text, so the document leaves them out.
 *
 * The frame of a code block consists of the elements around it that contain little else. The search goes outwards from the code.
 * Labels and buttons are recognised only inside the frame, so a paragraph `Python` above a block is kept.
 */
import {
  attributeReader,
  classTest,
  computed,
  firstChild,
  firstFrom,
  HEADINGS,
  memoized,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  PREFORMATTED,
  TEXT,
  tagNames,
  textOf,
  UNREAD,
} from '@dehusk/html';
import { CONTAINER_CLASS, containerTest, GUTTER_CLASS, isNoLanguage, languageAt } from './code-blocks.js';
import { LANGUAGES } from './code-language-data.js';

/** An element beside code. */
interface Bar {
  /** True for line numbers. */
  readonly isGutter: boolean;
  /** Characters shown that are not left out. */
  readonly length: number;
  /** The language it names, '' for none; null until it is looked at. */
  label: string | null;
}

const NOT_SELECTABLE = /user-select\s*:\s*none/i;
/** Lines that mdBook hides. */
const HIDDEN_LINES = /(?:^|\s)boring(?:\s|$)/;
const CONTROL_CLASS =
  /(?:^|[\s_-])(?:copy|copied|clipboard|zeroclipboard|toolbar|tools|buttons?|btn)(?:[\s_-]|$)|copy-?(?:btn|button|code)|code-?copy/i;
const CONTROL_TEXT =
  /^(?:copy|copy code|copy to clipboard|click to copy|copied!?|select all|expand|collapse|view raw|raw|view plain|print|run|run code|download|wrap|複製|复制|复制代码|コピー|copier|copiar|kopieren|копировать|\[select\])$/i;
/** Left out wherever they are: what opens folded text (XenForo), the second copy of the code (Crayon), the footer of a gist. */
const ADDED_CLASS = /(?:^|\s)(?:bbCodeBlock-expandLink|crayon-plain-wrap|gist-meta|test-arrow)(?:\s|$)/;
/** The summary that opens what rustdoc shows open. */
const OPENER_CLASS = /(?:^|\s)hideme(?:\s|$)/;
/** Numbers of the cells of notebooks. */
const PROMPT_CLASS = /(?:^|[\s_-])prompt(?:\s|$)/i;
const PROMPT_TEXT = /^\s*(?:(?:In|Out)\s*)?\[[\d\s*]*\]:?\s*$/;
/** Names at least one of these additions. Most pages have none. */
const MAYBE_ADDITION = /expandLink|crayon|gist|arrow|hideme|prompt/i;
/** Characters of a button. */
const CONTROL_LENGTH = 60;
/** `Code:`, `PHP code` … as labels. */
const CODE_LABEL = /^(?:(.*\S)\s+)?(?:code|source code|snippet|quellcode)$/;

/** Elements that are no part of a frame. */
const NOT_FRAMES = tagNames(
  HEADINGS,
  'html body main article section aside nav p li ul ol dl dd dt blockquote details form',
);
const TABLE_PARTS = tagNames('td th tr thead tbody tfoot table');
/** Levels of a frame: those of known highlighters nest up to seven deep. */
const FRAME_LEVELS = 8;
/** Children of an element from which on it is no frame. */
const FRAME_CHILDREN = 16;
/** Characters of other text up to which an element around code is a frame: file name, language, buttons. */
const FRAME_TEXT = 200;
/** Nodes of a bar beside code. */
const BAR_NODES = 200;

/** Finds the frames, once per page. Linear in the page; never throws on one. */
export const codeFrames = memoized((page: Page) => new FrameSearch(page).read());

/** The place of code among others beside it, as in a set of tabs. */
interface CodeGroup {
  readonly at: number;
  readonly size: number;
}

/** Names or roles of what switches between tabs. */
const TABS_CLASS = /tab|switch|label|group|nav/i;

/** What the highlighters of a page added, and where its code is: one search through a page, in document order. */
class FrameSearch {
  /** Per node: 1 for what is left out, subtrees included. */
  readonly leftOut: Uint8Array;
  /** Blocks of code, each with its language or null. */
  readonly blocks = new Map<NodeId, string | null>();
  /** Blocks of code that are no `<pre>` and no `<code>`: their lines are elements. */
  readonly containers = new Set<NodeId>();
  /** Tables that set line numbers beside code. */
  readonly tables = new Set<NodeId>();
  private readonly classOf: (node: NodeId) => string | null;
  private readonly styleOf: (node: NodeId) => string | null;
  /** What is known about an element beside code; looked at once, however many blocks are beside it. */
  private readonly bars = new Map<NodeId, Bar>();
  /** Character at which the last gutter turned out to hold words: the elements in it up to there do, too. */
  private wordAt = -1;
  /** Whether the frame that is being read has line numbers. */
  private hasGutter = false;
  /** The preformatted elements, in document order. */
  private readonly pres: NodeId[] = [];

  constructor(private readonly page: Page) {
    this.leftOut = new Uint8Array(page.size);
    this.classOf = attributeReader(page, 'class');
    this.styleOf = attributeReader(page, 'style');
  }

  read() {
    const { page, classOf, leftOut } = this;
    const kinds = page.names.map((name) =>
      PREFORMATTED.has(name) ? PREFORMATTED : INLINE_CODE.has(name) ? INLINE_CODE : null,
    );
    if (kinds.includes(PREFORMATTED))
      for (let node = 1; node < page.size; node++) if (kinds[page.tag[node]] === PREFORMATTED) this.pres.push(node);
    const hasPre = preTest(page, this.pres);
    const mayBeAddition = classTest(page, MAYBE_ADDITION);
    const isContainer = containerTest(page, hasPre);
    for (let node = 1; node < page.size; node++) {
      if (page.tag[node] === TEXT) continue;
      const kind = kinds[page.tag[node]];
      if (kind === PREFORMATTED) {
        if (leftOut[node] === 0 && !this.isGutter(node, classOf(node))) node = this.addBlock(node);
        else node = this.leaveOut(node);
      } else if (kind === INLINE_CODE) {
        if (hasLines(page, node)) node = this.addBlock(node);
        else node = page.end[node] - 1;
      } else if (mayBeAddition(node) && isAddition(page, node, classOf(node) ?? '')) node = this.leaveOut(node);
      else if (hasPre(node) && this.isGutter(node, classOf(node))) node = this.leaveOut(node);
      else if (isContainer(node)) {
        this.containers.add(node);
        node = this.addBlock(node);
      }
    }
    return this;
  }

  /** Adds a block of code; returns its last node. */
  private addBlock(node: NodeId): NodeId {
    this.readInside(node);
    this.blocks.set(node, this.readFrame(node));
    return this.page.end[node] - 1;
  }

  /** Leaves an element out; returns its last node. */
  private leaveOut(node: NodeId): NodeId {
    const { end } = this.page;
    this.leftOut.fill(1, node, end[node]);
    return end[node] - 1;
  }

  private hasOnlyNumbers(node: NodeId): boolean {
    const { textFrom, textTo, chars } = this.page;
    if (this.wordAt >= textFrom[node] && this.wordAt < textTo[node]) return false;
    for (let at = textFrom[node]; at < textTo[node]; at++)
      if (!isOfNumbers(chars.charCodeAt(at))) {
        this.wordAt = at;
        return false;
      }
    return true;
  }

  private isGutter(node: NodeId, classes: string | null): boolean {
    const isDeclared =
      (classes !== null && GUTTER_CLASS.test(classes)) ||
      NOT_SELECTABLE.test(this.styleOf(node) ?? '') ||
      this.page.attribute(node, 'data-nosnippet') !== null;
    return isDeclared && this.hasOnlyNumbers(node);
  }

  /** Marks what the highlighter put into a block of code. */
  private readInside(block: NodeId): void {
    const { page } = this;
    const numbers: NodeId[] = [];
    for (let node = block + 1; node < page.end[block]; node++) {
      if (page.tag[node] === TEXT) continue;
      const classes = this.classOf(node);
      const isAdded = classes !== null && (HIDDEN_LINES.test(classes) || isControl(page, node, classes));
      if (isAdded || isButton(page, node) || this.isGutter(node, classes)) node = this.leaveOut(node);
      else if (isLineNumber(page, node)) numbers.push(node);
    }
    // Numbers without a known class: one before each line, counting.
    if (numbers.length > 1 && isCounting(numbers.map((node) => Number(textOf(page, node)))))
      for (const node of numbers) this.leaveOut(node);
  }

  /** Reads the frame of a block of code; returns its language. */
  private readFrame(block: NodeId): string | null {
    const { page } = this;
    let node = soleCode(page, block);
    let language: string | null = null;
    let label = '';
    let group: CodeGroup | null = null;
    this.hasGutter = false;
    for (let level = 0; level < FRAME_LEVELS; level++) {
      language ??= languageAt(page, node, node >= block);
      const around = page.parent[node];
      const name = around > 0 ? nameOf(page, around) : 'html';
      const { isFrame, length, beside, group: others } = this.surroundings(node, name);
      if (!isFrame) {
        if (node === block) break;
        node = block;
        continue;
      }
      if (TABLE_PARTS.has(name)) {
        if (length > 0 && !this.hasGutter) break;
        if (name === 'table' && this.hasGutter) this.tables.add(around);
      } else if (group !== null) label = this.tabLabel(beside, group) || label;
      else {
        group = around >= block ? null : others;
        if (group === null) label = this.labelIn(around, beside, around >= block) || label;
      }
      node = around;
    }
    return language ?? (label || null);
  }

  /** What is around one element in a frame: its code group, the characters shown beside it, and the elements that show them. */
  private surroundings(node: NodeId, aroundName: string) {
    const { page } = this;
    let isFrame = !NOT_FRAMES.has(aroundName);
    let length = 0;
    let children = 0;
    let codes = 0;
    let at = 0;
    const beside: NodeId[] = [];
    for (let child = firstChild(page, page.parent[node]); child >= 0 && isFrame; child = nextSibling(page, child)) {
      if (++children > FRAME_CHILDREN) isFrame = false;
      if (child === node) {
        at = codes++;
        continue;
      }
      const bar = this.barAt(child);
      this.hasGutter ||= bar.isGutter;
      if (bar.length > 0 && this.pres[firstFrom(this.pres, child)] < page.end[child]) {
        codes++;
        continue;
      }
      length += bar.length;
      if (length > FRAME_TEXT) isFrame = false;
      else if (bar.length > 0) beside.push(child);
    }
    return { isFrame, length, beside, group: codes > 1 ? { at, size: codes } : null };
  }

  private barAt(node: NodeId): Bar {
    return computed(this.bars, node, () => {
      const { page, leftOut } = this;
      const isNumbers = leftOut[node] === 1 || this.isGutter(node, this.classOf(node));
      const isGutter = isNumbers ? this.hasOnlyNumbers(node) : this.isNumbering(node);
      if (isGutter) this.leaveOut(node);
      return { isGutter, length: leftOut[node] === 1 ? 0 : shownLength(page, node), label: null };
    });
  }

  /** True for a gutter without a class: consecutive numbers. */
  private isNumbering(bar: NodeId): boolean {
    if (!this.hasOnlyNumbers(bar)) return false;
    const numbers = textOf(this.page, bar)
      .split(/[^\d]+/)
      .filter((digits) => digits !== '');
    return numbers.length > 1 && isCounting(numbers.map(Number));
  }

  /** The last language that the elements beside code name, or ''. @param inCode whether they are inside the block */
  private labelIn(around: NodeId, beside: readonly NodeId[], inCode: boolean): string {
    const { page } = this;
    const inParagraphs = /code|highlight|syntax/i.test(this.classOf(around) ?? '');
    let label = '';
    for (const node of beside) {
      const bar = this.barAt(node);
      if (page.end[node] - node > BAR_NODES) continue;
      if (page.tag[node] !== TEXT || inParagraphs || inCode) bar.label ??= this.readBar(node, inParagraphs);
      label = bar.label || label;
    }
    return label;
  }

  /** The label of code in a set of tabs, when there is one for each; all are left out, as they are above code they do not belong to. */
  private tabLabel(beside: readonly NodeId[], { at, size }: CodeGroup): string {
    const { page } = this;
    for (const bar of beside) {
      if (page.tag[bar] === TEXT || page.end[bar] - bar > BAR_NODES) continue;
      const texts: NodeId[] = [];
      for (let node = bar; node < page.end[bar]; node++)
        if (page.tag[node] === TEXT && textOf(page, node).trim() !== '') texts.push(node);
      if (texts.length !== size) continue;
      const labels = texts.map((node) => textOf(page, node).trim().toLowerCase());
      const isTabs = TABS_CLASS.test(`${this.classOf(bar)} ${page.attribute(bar, 'role')}`);
      if (!isTabs && !labels.every((one) => LANGUAGES.has(one))) continue;
      for (const node of texts) this.leaveOut(node);
      return LANGUAGES.has(labels[at]) ? labels[at] : '';
    }
    return '';
  }

  /** Marks labels and buttons in an element beside code; returns the language they name, or ''. */
  private readBar(bar: NodeId, inParagraphs: boolean): string {
    const { page } = this;
    let named = '';
    for (let node = bar; node < page.end[bar]; node++) {
      if (page.tag[node] !== TEXT) {
        const name = nameOf(page, node);
        if (isButton(page, node)) node = this.leaveOut(node);
        else if (NOT_FRAMES.has(name) && !(name === 'p' && inParagraphs)) return named;
        continue;
      }
      const text = textOf(page, node)
        .trim()
        .replace(/(?<!\s)\s*:$/, '')
        .toLowerCase();
      if (text === '') continue;
      const label = CODE_LABEL.exec(text);
      const language = label === null ? text : (label[1] ?? '');
      const isLanguage = LANGUAGES.has(language) || language === languageAt(page, page.parent[bar], false);
      if (isLanguage || isNoLanguage(language) || CONTROL_TEXT.test(text)) this.leaveOut(node);
      if (isLanguage) named ||= language;
    }
    return named;
  }
}

/** A test for elements with one of the `<pre>`s in them, of nodes in document order. */
function preTest(page: Page, pres: readonly NodeId[]): (node: NodeId) => boolean {
  let next = 0;
  return (node) => {
    while (next < pres.length && pres[next] <= node) next++;
    return next < pres.length && pres[next] < page.end[node];
  };
}

function isCounting(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => number === numbers[0] + at);
}

function isButton(page: Page, node: NodeId): boolean {
  const name = nameOf(page, node);
  return name === 'button' || name === 'clipboard-copy' || page.attribute(node, 'role') === 'button';
}

function isControl(page: Page, node: NodeId, classes: string): boolean {
  return page.textTo[node] - page.textFrom[node] <= CONTROL_LENGTH && CONTROL_CLASS.test(classes);
}

/** True for an element with a number, before the one element that is the line. */
function isLineNumber(page: Page, node: NodeId): boolean {
  if (page.textTo[node] - page.textFrom[node] > 6 || !/^\d+$/.test(textOf(page, node))) return false;
  let others = 0;
  let isFirst = true;
  let children = 0;
  const around = page.parent[node];
  for (let child = firstChild(page, around); child >= 0 && others < 2; child = nextSibling(page, child)) {
    if (++children > FRAME_CHILDREN) return false;
    if (UNREAD.has(nameOf(page, child))) continue;
    if (child === node) isFirst = others === 0;
    else others += page.tag[child] === TEXT ? 2 : 1;
  }
  return isFirst && others === 1;
}

/** True for an addition that needs no code beside it. */
function isAddition(page: Page, node: NodeId, classes: string): boolean {
  if (ADDED_CLASS.test(classes)) return true;
  if (nameOf(page, node) === 'summary') return OPENER_CLASS.test(classes);
  const isShort = page.textTo[node] - page.textFrom[node] <= CONTROL_LENGTH;
  return isShort && PROMPT_CLASS.test(classes) && PROMPT_TEXT.test(textOf(page, node));
}

/** Digits, white space, and the points and colons beside numbers. */
function isOfNumbers(code: number): boolean {
  return (code >= 0x30 && code <= 0x3a) || code <= 0x20 || code === 0x2e || code === 0xa0;
}

/** Characters of shown text in an element, white space around each text aside; of all text in one with many nodes. */
function shownLength(page: Page, element: NodeId): number {
  if (page.end[element] - element > BAR_NODES) return page.textTo[element] - page.textFrom[element];
  let length = 0;
  for (let node = element; node < page.end[element]; node++)
    if (page.tag[node] === TEXT) length += Math.min(FRAME_TEXT + 1, textOf(page, node).trim().length);
    else if (UNREAD.has(nameOf(page, node))) node = page.end[node] - 1;
  return length;
}

/** Elements of code inside running text. */
const INLINE_CODE = tagNames('code samp tt');

/** Elements that make a `<code>` a block. */
const LINES_IN_CODE = tagNames('br div p pre ol ul table');

/** True for a `<code>` that is a block, because it has lines. */
function hasLines(page: Page, code: NodeId): boolean {
  for (let node = code + 1; node < page.end[code]; node++)
    if (page.tag[node] !== TEXT && LINES_IN_CODE.has(nameOf(page, node))) return true;
  return false;
}

/** The only `<code>` or editor of a block, else the block. */
function soleCode(page: Page, block: NodeId): NodeId {
  let found: NodeId = -1;
  for (let node = block + 1; node < page.end[block]; node++) {
    const name = nameOf(page, node);
    if (name !== 'code' && (name !== 'div' || !CONTAINER_CLASS.test(page.attribute(node, 'class') ?? ''))) continue;
    if (found >= 0) return block;
    found = node;
    node = page.end[node] - 1;
  }
  return found < 0 ? block : found;
}
