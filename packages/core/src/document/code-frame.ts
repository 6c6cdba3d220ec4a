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
  firstChild,
  memoized,
  type NodeId,
  nameOf,
  nextSibling,
  type Page,
  TEXT,
  textOf,
} from '@dehusk/html';
import { containerTest, GUTTER_CLASS, hasLines, INLINE_CODE, PRE, soleCode } from './code-blocks.js';
import { isLanguageName, isNoLanguage, languageAt } from './code-language.js';

/** An element beside code. */
interface Bar {
  /** True for line numbers. */
  readonly isGutter: boolean;
  /** Characters shown that are not left out. */
  readonly length: number;
  /** The language it names, '' for none; null until it is looked at. */
  label: string | null;
}

/** What the highlighters of a page added, and where its code is. */
interface CodeFrames {
  /** Per node: 1 for what is left out, subtrees included. */
  readonly leftOut: Uint8Array;
  /** Blocks of code, each with its language or null. */
  readonly blocks: ReadonlyMap<NodeId, string | null>;
  /** Blocks of code that are no `<pre>` and no `<code>`: their lines are elements. */
  readonly containers: ReadonlySet<NodeId>;
  /** Tables that set line numbers beside code. */
  readonly tables: ReadonlySet<NodeId>;
}

const NOT_SELECTABLE = /user-select\s*:\s*none/i;
/** Lines that mdBook hides. */
const HIDDEN_LINES = /(?:^|\s)boring(?:\s|$)/;
/** Class names of buttons and toolbars. */
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
const NOT_FRAMES: ReadonlySet<string> = new Set(
  'html body main article section aside nav p li ul ol dl dd dt blockquote details form h1 h2 h3 h4 h5 h6'.split(' '),
);
const TABLE_PARTS: ReadonlySet<string> = new Set('td th tr thead tbody tfoot table'.split(' '));
/** Levels of a frame: those of known highlighters nest up to seven deep. */
const FRAME_LEVELS = 8;
/** Children of an element from which on it is no frame. */
const FRAME_CHILDREN = 16;
/** Characters of other text up to which an element around code is a frame: file name, language, buttons. */
const FRAME_TEXT = 200;
/** Nodes of a bar beside code. */
const BAR_NODES = 200;
/** Elements without shown text; some pages set their styles beside each element. */
const NOT_SHOWN: ReadonlySet<string> = new Set('style script template svg'.split(' '));

/** Finds the frames, once per page. Linear in the page; never throws on one. */
export const codeFrames: (page: Page) => CodeFrames = memoized(findFrames);

function findFrames(page: Page): CodeFrames {
  const leftOut = new Uint8Array(page.size);
  const blocks = new Map<NodeId, string | null>();
  const containers = new Set<NodeId>();
  const tables = new Set<NodeId>();
  const classOf = attributeReader(page, 'class');
  const styleOf = attributeReader(page, 'style');
  const kind = page.names.map((name) => (PRE.has(name) ? PRE : INLINE_CODE.has(name) ? INLINE_CODE : null));
  const pres: NodeId[] = [];
  if (kind.includes(PRE))
    for (let node = 1; node < page.size; node++) if (kind[page.tag[node]] === PRE) pres.push(node);
  let nextPre = 0;
  /** Nodes must come in document order. */
  const hasPre = (node: NodeId): boolean => {
    while (nextPre < pres.length && pres[nextPre] <= node) nextPre++;
    return nextPre < pres.length && pres[nextPre] < page.end[node];
  };
  const leaveOut = (node: NodeId): NodeId => {
    leftOut.fill(1, node, page.end[node]);
    return page.end[node] - 1;
  };

  /** Character at which the last gutter turned out to hold words: the elements in it up to there do, too. */
  let wordAt = -1;
  const hasOnlyNumbers = (node: NodeId): boolean => {
    if (wordAt >= page.textFrom[node] && wordAt < page.textTo[node]) return false;
    for (let at = page.textFrom[node]; at < page.textTo[node]; at++)
      if (!isOfNumbers(page.chars.charCodeAt(at))) {
        wordAt = at;
        return false;
      }
    return true;
  };
  const isGutter = (node: NodeId, classes: string | null): boolean =>
    ((classes !== null && GUTTER_CLASS.test(classes)) ||
      NOT_SELECTABLE.test(styleOf(node) ?? '') ||
      page.attribute(node, 'data-nosnippet') !== null) &&
    hasOnlyNumbers(node);
  const isButton = (node: NodeId): boolean => {
    const name = nameOf(page, node);
    return name === 'button' || name === 'clipboard-copy' || page.attribute(node, 'role') === 'button';
  };
  const isControl = (node: NodeId, classes: string): boolean =>
    page.textTo[node] - page.textFrom[node] <= CONTROL_LENGTH && CONTROL_CLASS.test(classes);

  /** Marks what the highlighter put into a block of code. */
  const readInside = (block: NodeId): void => {
    const numbers: NodeId[] = [];
    for (let node = block + 1; node < page.end[block]; node++) {
      if (page.tag[node] === TEXT) continue;
      const classes = classOf(node);
      const isAdded = classes !== null && (HIDDEN_LINES.test(classes) || isControl(node, classes));
      if (isAdded || isButton(node) || isGutter(node, classes)) node = leaveOut(node);
      else if (isLineNumber(page, node)) numbers.push(node);
    }
    // Numbers without a known class: one before each line, counting.
    const first = Number(textOf(page, numbers[0] ?? block));
    if (numbers.length > 1 && numbers.every((node, at) => Number(textOf(page, node)) === first + at))
      for (const node of numbers) leaveOut(node);
  };

  /** Marks labels and buttons in an element beside code; returns the language they name, or ''. */
  const readBar = (bar: NodeId, inParagraphs: boolean): string => {
    let named = '';
    for (let node = bar; node < page.end[bar]; node++) {
      if (page.tag[node] !== TEXT) {
        const name = nameOf(page, node);
        if (isButton(node)) node = leaveOut(node);
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
      if (isLanguageName(language) || isNoLanguage(language) || CONTROL_TEXT.test(text)) leaveOut(node);
      if (isLanguageName(language)) named ||= language;
    }
    return named;
  };

  const bars = new Map<NodeId, Bar>();
  /** What is known about an element beside code; looked at once, however many blocks are beside it. */
  const barAt = (node: NodeId): Bar => {
    let bar = bars.get(node);
    if (bar === undefined) {
      const isGutterBar =
        leftOut[node] === 1 ? hasOnlyNumbers(node) : isGutter(node, classOf(node)) || isNumbering(node);
      if (isGutterBar) leaveOut(node);
      bar = { isGutter: isGutterBar, length: leftOut[node] === 1 ? 0 : shownLength(page, node), label: null };
      bars.set(node, bar);
    }
    return bar;
  };

  /** Text nodes of a gutter without a class: consecutive numbers, one a line. */
  const isNumbering = (bar: NodeId): boolean => {
    if (!hasOnlyNumbers(bar)) return false;
    const numbers = textOf(page, bar)
      .split(/[^\d]+/)
      .filter((one) => one !== '');
    return numbers.length > 1 && numbers.every((one, at) => Number(one) === Number(numbers[0]) + at);
  };

  /** Reads the frame of a block of code; returns its language. */
  const readFrame = (block: NodeId): string | null => {
    let node = soleCode(page, block);
    let language: string | null = null;
    let label = '';
    let hasGutter = false;
    for (let level = 0; level < FRAME_LEVELS; level++) {
      language ??= languageAt(page, node, node >= block);
      const around = page.parent[node];
      const name = around > 0 ? nameOf(page, around) : 'html';
      let isFrame = !NOT_FRAMES.has(name);
      let rest = 0;
      let children = 0;
      const beside: NodeId[] = [];
      for (let child = firstChild(page, around); child >= 0 && isFrame; child = nextSibling(page, child)) {
        if (++children > FRAME_CHILDREN) isFrame = false;
        if (child === node) continue;
        const bar = barAt(child);
        hasGutter ||= bar.isGutter;
        rest += bar.length;
        if (rest > FRAME_TEXT) isFrame = false;
        else if (bar.length > 0) beside.push(child);
      }
      if (!isFrame) {
        if (node === block) break;
        node = block;
        continue;
      }
      if (TABLE_PARTS.has(name)) {
        if (rest > 0 && !hasGutter) break;
        if (name === 'table' && hasGutter) tables.add(around);
      } else {
        const inParagraphs = /code|highlight|syntax/i.test(classOf(around) ?? '');
        for (const child of beside) {
          const bar = barAt(child);
          if (page.end[child] - child > BAR_NODES) continue;
          if (page.tag[child] !== TEXT || inParagraphs || around >= block) bar.label ??= readBar(child, inParagraphs);
          label = bar.label || label;
        }
      }
      node = around;
    }
    return language ?? (label || null);
  };

  const add = (node: NodeId): NodeId => {
    readInside(node);
    blocks.set(node, readFrame(node));
    return page.end[node] - 1;
  };
  const mayBeAddition = classTest(page, MAYBE_ADDITION);
  const isContainer = containerTest(page, hasPre);
  for (let node = 1; node < page.size; node++) {
    if (page.tag[node] === TEXT) continue;
    const of = kind[page.tag[node]];
    if (of === PRE) {
      if (leftOut[node] === 0 && !isGutter(node, classOf(node))) node = add(node);
      else node = leaveOut(node);
    } else if (of === INLINE_CODE) {
      if (hasLines(page, node)) node = add(node);
      else node = page.end[node] - 1;
    } else if (mayBeAddition(node) && isAddition(page, node, classOf(node) ?? '')) node = leaveOut(node);
    else if (hasPre(node) && isGutter(node, classOf(node))) node = leaveOut(node);
    else if (isContainer(node)) {
      containers.add(node);
      node = add(node);
    }
  }
  return { leftOut, blocks, containers, tables };
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
    if (NOT_SHOWN.has(nameOf(page, child))) continue;
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
    else if (NOT_SHOWN.has(nameOf(page, node))) node = page.end[node] - 1;
  return length;
}
