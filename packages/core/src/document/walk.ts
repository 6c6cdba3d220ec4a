/**
 * The walk over a page that builds a document's content from its kept nodes.
 *
 * One loop over the nodes in document order with a stack of actions at the ends of elements, no recursion. Subtrees without anything
 * kept are skipped. Elements have a few roles (`roles.ts`).
 */

import {
  displays,
  INLINE,
  linkAddress,
  type NodeId,
  nameOf,
  type Page,
  STYLED_BLOCK,
  sideBySide,
  singleSpaced,
  TEXT,
} from '@dehusk/html';
import { quotationMarks, rubyOf } from './annotations.js';
import { calloutKinds, calloutTitle, summaryOf } from './callouts.js';
import { codeIn, inlineCode } from './code.js';
import { codeFrames } from './code-frame.js';
import { ContentBuilder } from './content-builder.js';
import type { Content, Footnote, HeadingLevel, Inline } from './document.js';
import { notesOf, type PageNote, withoutLabel } from './footnotes.js';
import { furnitureOf } from './furniture.js';
import { imageOf, isCaption, isEnlargement, isFigure, isImageList } from './image.js';
import { InlineRun } from './inline-run.js';
import type { KeptNodes } from './kept.js';
import { formulasOf } from './math/formulas.js';
import type { Formula } from './math/tex.js';
import type { TextFormula } from './math/text-formulas.js';
import { mediaOf } from './media.js';
import { INLINE_ROLES, markOf, type Role, readingOf } from './roles.js';
import { AROUND, Room } from './room.js';
import {
  countdownOf,
  firstNumber,
  isHeading,
  isLayoutList,
  isTaskBox,
  linkInCode,
  meetWithinWord,
  numberingOf,
  ownNumber,
} from './shape.js';
import { type ScannedTable, scanTables, tableOf } from './table.js';

/** `<br>`s in a row from which on they separate paragraphs. */
const BREAKS_BETWEEN_PARAGRAPHS = 2;

/** Microformats write dates as the title of `<abbr>`. */
const MACHINE_DATE = /^\d{4}-\d\d/;

const NO_FORMULAS: readonly TextFormula[] = [];

/** A reference to a note that may turn out to have no words. */
interface Reference {
  readonly type: 'footnote';
  readonly id: string;
  readonly label: string;
}

/** An action at the end of an element. */
interface Exit {
  readonly end: NodeId;
  readonly leave: () => void;
}

/**
 * Builds the content of the kept nodes, all of which are in [from, to), by default of the page. Elements that begin before `from`
 * are not read; those that end after `to` end there. Linear in the range; never throws.
 *
 * @param room what may be written; the content ends where it is used up
 */
export function contentOf(
  page: Page,
  kept: KeptNodes,
  from: NodeId = 0,
  to: NodeId = page.size,
  room = new Room(page, (to - from) / page.size),
): Content[] {
  const { roles, base } = readingOf(page);
  const display = displays(page);
  const { isNext } = sideBySide(page);
  const { selfLinks } = furnitureOf(page);
  const code = codeFrames(page);
  const formulas = formulasOf(page);
  const calloutKind = calloutKinds(page);
  const builder = new ContentBuilder(room);
  room.indentBy(() => builder.indent);
  let run = new InlineRun(room);
  const exits: Exit[] = [];

  /** Greater than 0 inside headings, terms and captions: block boundaries there are spaces. */
  let flattened = 0;
  /** Number of quotations in the sentence that are open. */
  let quotations = 0;
  const layoutLists = new Set<NodeId>();
  /** Numbers of the items of lists that count down. */
  const countdown = new Map<NodeId, number>();
  /** Titles of the open callouts and details that were not met yet. */
  const titles = new Map<NodeId, (inline: Inline[]) => void>();
  const notes = notesOf(page);
  /** Notes inside a sentence, written behind its paragraph. */
  let waitingNotes: Footnote[] = [];
  /** References that were written, and the ids of notes that were. */
  const references: Reference[] = [];
  const notesWritten = new Set<string>();
  let lastText: NodeId = -1;
  /** Whether an element began since the last text that is a word apart from it. */
  let startsApart = false;
  /** The data table around, or null inside one that lays out. */
  let table: {
    readonly node: NodeId;
    readonly cells: Map<NodeId, Content[]>;
    caption: Inline[];
    /** A caption behind the cells. */
    after: Inline[];
  } | null = null;
  /** The data tables among the last ones scanned, and the end of those. */
  let tables: ReadonlyMap<NodeId, ScannedTable> = new Map();
  let scannedTo: NodeId = 0;
  let figure: { readonly end: NodeId; caption: Inline[] } | null = null;

  const addParagraph = (inline: Inline[]): void => {
    if (inline.length > 0) builder.add([{ type: 'paragraph', inline }]);
  };
  const endParagraph = (): void => {
    if (flattened > 0) run.space();
    else {
      addParagraph(run.take());
      if (waitingNotes.length > 0 && table === null) {
        for (const note of waitingNotes) {
          notesWritten.add(note.id);
          builder.addNote(note);
        }
        waitingNotes = [];
      }
    }
  };
  const onExit = (node: NodeId, leave: () => void): void => {
    exits.push({ end: Math.min(page.end[node], to), leave });
  };
  /** Separates the text of an element from the text around it. */
  const separate = (node: NodeId): void => {
    endParagraph();
    onExit(node, endParagraph);
  };
  /** Collects an element as running text, for `use` at its end. */
  const collect = (node: NodeId, use: (inline: Inline[]) => void): void => {
    endParagraph();
    flattened++;
    onExit(node, () => {
      flattened--;
      if (flattened > 0) run.space();
      else use(run.take());
    });
  };
  /** Opens a container that closes with the element. */
  const contain = (node: NodeId, open: () => void, close: (depth: number) => void): void => {
    endParagraph();
    if (flattened > 0 || builder.full) {
      onExit(node, endParagraph);
      return;
    }
    if (roles[page.tag[node]] === 'item') builder.needList();
    else builder.endImpliedList();
    const depth = builder.depth;
    open();
    onExit(node, () => {
      endParagraph();
      close(depth);
    });
  };
  /** Collects the content of an element, for `use` at its end. */
  const gather = (node: NodeId, use: (content: Content[]) => void): void =>
    contain(
      node,
      () => builder.openFlow(),
      (depth) => use(builder.closeFlow(depth)),
    );
  const splitAtBreaks = (): void => {
    if (run.breaks >= BREAKS_BETWEEN_PARAGRAPHS) endParagraph();
  };
  const addInline = (piece: Inline | null): void => {
    if (piece === null) return;
    splitAtBreaks();
    run.add(piece);
    lastText = -1;
  };
  const skip = (node: NodeId): NodeId => page.end[node];

  /** Adds a text node and what follows it up to the end of its last formula; returns the next node. */
  const addText = (first: NodeId): NodeId => {
    let node = first;
    let at = page.textFrom[node];
    let here = formulas.starting.get(node) ?? NO_FORMULAS;
    for (let next = 0; next < here.length; next++) {
      const { formula, from: start, to: end, last } = here[next];
      if (start < at || last >= to || !kept.hasTextBetween(node, last + 1)) continue;
      addPart(node, page.chars.slice(at, start));
      addInline(formula);
      at = end;
      if (last === node) continue;
      node = last;
      here = formulas.starting.get(node) ?? NO_FORMULAS;
      next = -1;
    }
    addPart(node, page.chars.slice(at, page.textTo[node]));
    return node + 1;
  };

  const addPart = (node: NodeId, text: string): void => {
    if (kept.kept[node] === 0) {
      if (text !== '') run.space();
      return;
    }
    if (text.trim() !== '') {
      splitAtBreaks();
      const inTwo = lastText >= 0 && kept.block[node] !== kept.block[lastText];
      if ((startsApart || inTwo) && run.joins(text) && (startsApart || !meetWithinWord(page, lastText, node)))
        run.space();
      startsApart = false;
      lastText = node;
    }
    run.text(text);
  };

  /** Enters an element with something kept; returns the next node. */
  const enter = (node: NodeId): NodeId => {
    const reference = notes.references.get(node);
    if (reference !== undefined) {
      addReference(reference);
      return skip(node);
    }
    const note = notes.bodies.get(node);
    if (note !== undefined && openNote(node, note)) return node + 1;
    const named = roles[page.tag[node]];
    const role = named === 'block' && display[node] === INLINE ? 'inline' : named;
    if (display[node] === STYLED_BLOCK) separate(node);
    if (isNext[node] === 1) startsApart = true;
    const title = titles.get(node);
    if (title !== undefined) {
      titles.delete(node);
      collect(node, title);
      return node + 1;
    }
    const formula = formulas.elements.get(node);
    if (formula !== undefined) return addFormula(node, formula, role);
    if (code.containers.has(node)) return addCode(node);
    switch (role) {
      case 'inline':
      case 'break':
        break;
      case 'quotation':
        openQuotation(node);
        break;
      case 'ruby':
        return addRuby(node);
      case 'abbreviation': {
        const long = singleSpaced(page.attribute(node, 'title') ?? '');
        if (long !== '' && !MACHINE_DATE.test(long) && run.turnOn({ type: 'abbreviation', title: long }))
          onExit(node, () => run.turnOff());
        break;
      }
      case 'details':
        openDetails(node);
        break;
      case 'input':
        if (isTaskBox(page, node)) addInline({ type: 'checkbox', checked: page.attribute(node, 'checked') !== null });
        break;
      case 'block':
        if (openCallout(node)) break;
        if (isFigure(page, node)) openFigure(node);
        else if (figure !== null && isCaption(page, node)) openCaption(node);
        else if (page.attribute(node, 'role') === 'heading' && isHeading(page, node, kept)) {
          const level = Number.parseInt(page.attribute(node, 'aria-level') ?? '2', 10);
          collect(node, (inline) => addHeading(level, inline));
        } else separate(node);
        break;
      case 'heading':
        if (isHeading(page, node, kept)) collect(node, (inline) => addHeading(Number(nameOf(page, node)[1]), inline));
        else separate(node);
        break;
      case 'list':
        openList(node);
        break;
      case 'item':
        if (layoutLists.has(page.parent[node])) separate(node);
        else
          gather(node, (content) => builder.addItem(content, { number: countdown.get(node) ?? ownNumber(page, node) }));
        break;
      case 'definitions':
        if (isFigure(page, node)) {
          openFigure(node);
          break;
        }
        if (notes.layouts.has(node)) {
          separate(node);
          break;
        }
        contain(
          node,
          () => builder.openDefinitions(),
          (depth) => builder.closeTo(depth),
        );
        break;
      case 'term':
        collect(node, (inline) => {
          if (inline.length > 0 && !builder.addTerm(inline)) addParagraph(inline);
        });
        break;
      case 'description':
        if (figure !== null && isCaption(page, node)) openCaption(node);
        else gather(node, (content) => builder.add(content));
        break;
      case 'quote':
        if (openCallout(node)) break;
        gather(node, (content) => {
          if (content.length > 0) builder.add([{ type: 'quote', content }]);
        });
        break;
      case 'pre':
        return addCode(node);
      case 'table':
        openTable(node);
        break;
      case 'cell':
        openCell(node);
        break;
      case 'caption':
        collect(node, (inline) => {
          if (table === null) addParagraph(inline);
          else if (kept.hasTextBetween(table.node, node)) table.after = inline;
          else table.caption = inline;
        });
        break;
      case 'figure':
        openFigure(node);
        break;
      case 'figcaption':
        openCaption(node);
        break;
      case 'mark':
        if (notes.wrappers.has(node)) break;
        if (!formulas.noEmphasis.has(node) && run.turnOn({ type: markOf(nameOf(page, node)) }))
          onExit(node, () => run.turnOff());
        break;
      case 'link':
        openLink(node);
        break;
      case 'code':
        return addInlineCode(node);
      case 'image':
        addImage(node);
        break;
      case 'script':
        return skip(node);
      case 'media':
        addInline(mediaOf(page, node, base));
        return kept.hasText(node) ? node + 1 : skip(node);
      case 'rule':
        endParagraph();
        if (flattened === 0) builder.rule();
        break;
      case 'hidden':
        return kept.hasText(node) ? node + 1 : skip(node);
    }
    return node + 1;
  };

  const addFormula = (node: NodeId, formula: Formula | null, role: Role): NodeId => {
    // A picture of a formula beside its MathML (as in wikis) repeats it.
    if (formula === null || (role === 'image' && run.endsInFormula(formula.tex))) return skip(node);
    if (!INLINE_ROLES.has(role) && role !== 'script') endParagraph();
    addInline(formula);
    if (!INLINE_ROLES.has(role) && role !== 'script') endParagraph();
    return skip(node);
  };

  const addHeading = (level: number, inline: Inline[]): void => {
    if (inline.length === 0) return;
    const bounded = level >= 1 && level <= 6 ? level : 6;
    builder.add([{ type: 'heading', level: bounded as HeadingLevel, inline }]);
  };

  const openQuotation = (node: NodeId): void => {
    const marks = kept.hasText(node) ? quotationMarks(page, node, quotations) : null;
    if (marks === null) return;
    run.text(marks[0]);
    quotations++;
    onExit(node, () => {
      quotations--;
      run.text(marks[1]);
    });
  };

  const addRuby = (node: NodeId): NodeId => {
    const pieces = rubyOf(page, node, kept);
    if (pieces === null) return node + 1;
    for (const piece of pieces)
      if (piece.type === 'text') run.text(piece.text);
      else addInline(piece);
    return skip(node);
  };

  /** Opens a callout, if the element is one. */
  const openCallout = (node: NodeId): boolean => {
    const kind = calloutKind(node);
    if (kind === null || !kept.hasText(node)) return false;
    titled(node, calloutTitle(page, node, kept), (title, content) => {
      if (title.length > 0 || content.length > 0) builder.add([{ type: 'callout', kind, title, content }]);
    });
    return true;
  };

  const openDetails = (node: NodeId): void => {
    if (openCallout(node)) return;
    const first = nameOf(page, node + 1) === '#text' ? node + 2 : node + 1;
    // rustdoc folds whole pages, and their summary is left out.
    if (first < page.end[node] && nameOf(page, first) === 'summary' && code.leftOut[first] === 1) separate(node);
    else
      titled(node, summaryOf(page, node, kept), (summary, content) => {
        if (content.length > 0) builder.add([{ type: 'details', summary, content }]);
        else addParagraph(summary);
      });
  };

  /** Collects the title and the content of an element, for `use` at its end. */
  const titled = (node: NodeId, titleNode: NodeId, use: (title: Inline[], content: Content[]) => void): void => {
    let title: Inline[] = [];
    contain(
      node,
      () => {
        builder.openFlow();
        if (titleNode >= 0)
          titles.set(titleNode, (inline) => {
            title = inline;
          });
      },
      (depth) => use(title, builder.closeFlow(depth)),
    );
  };

  /** The marker of a footnote, in brackets as text when the note is not kept. */
  const addReference = ({ id, label, body }: PageNote): void => {
    if (!kept.hasText(body)) {
      run.text(`[${label}]`);
      return;
    }
    const reference: Reference = { type: 'footnote', id, label };
    addInline(reference);
    references.push(reference);
  };

  /** Opens a note one of whose references is kept. */
  const openNote = (node: NodeId, note: PageNote): boolean => {
    const { id, label, references: markers } = note;
    if (markers.length > 0 && !markers.some((one) => kept.hasText(one))) return false;
    if (INLINE_ROLES.has(roles[page.tag[node]])) {
      if (markers.length === 0) addReference(note);
      const sentence = run;
      run = new InlineRun(room);
      flattened++;
      onExit(node, () => {
        flattened--;
        const inline = run.take();
        run = sentence;
        lastText = -1;
        const content = withoutLabel([{ type: 'paragraph', inline }], label);
        if (inline.length > 0 && content.length > 0) waitingNotes.push({ id, content });
      });
      return true;
    }
    const isItem = roles[page.tag[node]] === 'item' && !layoutLists.has(page.parent[node]);
    gather(node, (content) => {
      const own = withoutLabel(content, isItem ? '' : label);
      if (own.length === 0) return;
      notesWritten.add(id);
      if (isItem) builder.addItem(own, { note: id });
      else builder.addNote({ id, content: own });
    });
    return true;
  };

  const openList = (node: NodeId): void => {
    if (isLayoutList(page, node, kept) || isImageList(page, node, kept.hasText(node))) {
      layoutLists.add(node);
      separate(node);
      return;
    }
    const ordered = nameOf(page, node) === 'ol';
    if (ordered) for (const [item, number] of countdownOf(page, node)) countdown.set(item, number);
    contain(
      node,
      () =>
        builder.openList(
          ordered,
          ordered ? firstNumber(page, node, kept) : 1,
          ordered ? numberingOf(page, node) : 'decimal',
        ),
      (depth) => builder.closeTo(depth),
    );
  };

  const addCode = (node: NodeId): NodeId => {
    if (flattened > 0) return node + 1;
    endParagraph();
    const block = codeIn(page, node, kept.kept);
    if (block !== null) builder.add([{ ...block, text: room.fitting(block.text) }]);
    return skip(node);
  };

  const addInlineCode = (node: NodeId): NodeId => {
    if (!kept.hasText(node)) return node + 1;
    if (code.blocks.has(node)) return addCode(node);
    const link = linkInCode(page, node);
    if (link >= 0) openLink(link);
    const collapsed = inlineCode(page, node, kept.kept);
    const trimmed = collapsed.trim();
    if (collapsed.startsWith(' ')) run.space();
    if (trimmed !== '') addInline({ type: 'code', text: trimmed });
    if (collapsed.endsWith(' ')) run.space();
    return skip(node);
  };

  const openTable = (node: NodeId): void => {
    if (flattened === 0 && !builder.full && node >= scannedTo) {
      tables = scanTables(page, node, kept);
      scannedTo = page.end[node];
    }
    const outer = table;
    const rows = flattened > 0 || builder.full || notes.layouts.has(node) ? undefined : tables.get(node);
    endParagraph();
    if (rows === undefined) {
      table = null;
      onExit(node, () => {
        endParagraph();
        table = outer;
      });
      return;
    }
    builder.endImpliedList();
    const opened = { node, cells: new Map<NodeId, Content[]>(), caption: [] as Inline[], after: [] as Inline[] };
    table = opened;
    const depth = builder.depth;
    onExit(node, () => {
      endParagraph();
      builder.closeTo(depth);
      table = outer;
      builder.add([tableOf(opened.caption, rows, opened.cells)]);
      addParagraph(opened.after);
    });
  };

  const openCell = (node: NodeId): void => {
    const current = table;
    room.charge(AROUND.cell);
    if (current === null) separate(node);
    else gather(node, (content) => current.cells.set(node, content));
  };

  const openFigure = (node: NodeId): void => {
    const outer = figure;
    const opened = { end: page.end[node], caption: [] as Inline[] };
    contain(
      node,
      () => {
        figure = opened;
        builder.openFlow();
      },
      (depth) => {
        figure = outer;
        const content = builder.closeFlow(depth);
        if (opened.caption.length === 0) builder.add(content);
        else if (content.length === 0) builder.add([{ type: 'paragraph', inline: opened.caption }]);
        else builder.add([{ type: 'figure', content, caption: opened.caption }]);
      },
    );
  };

  const openCaption = (node: NodeId): void =>
    collect(node, (inline) => {
      // Every format prints the caption last, so a caption above words of the figure is a paragraph: words must not move.
      if (figure !== null && figure.caption.length === 0 && !kept.hasTextBetween(page.end[node], figure.end))
        figure.caption = inline;
      else addParagraph(inline);
    });

  const openLink = (node: NodeId): void => {
    const href = selfLinks.has(node) ? null : page.attribute(node, 'href');
    const url = href === null || href.trim() === '#' ? null : linkAddress(href, base);
    if (url === null || (!kept.hasText(node) && isEnlargement(page, node, base))) return;
    const title = singleSpaced(page.attribute(node, 'title') ?? '') || null;
    if (run.turnOn({ type: 'link', url, title })) onExit(node, () => run.turnOff());
  };

  const addImage = (node: NodeId): void => {
    const piece = imageOf(page, node, base);
    if (piece === null) return;
    if (piece.type === 'text') {
      splitAtBreaks();
      run.text(piece.text);
    } else addInline(piece);
  };

  /** Skips a subtree without anything kept: only boundaries and white space count. */
  const pass = (node: NodeId): void => {
    const role = roles[page.tag[node]];
    if (role === 'break' && flattened === 0) run.lineBreak();
    else if (role === 'break') run.space();
    else if (INLINE_ROLES.has(role)) {
      if (page.textTo[node] !== page.textFrom[node]) run.space();
    } else if (role !== 'script' && role !== 'hidden') endParagraph();
  };

  let node = from;
  for (;;) {
    while (exits.length > 0 && exits[exits.length - 1].end <= node) (exits.pop() as Exit).leave();
    if (node >= to) break;
    if (room.isUsedUp) {
      // What is open is closed.
      node = to;
      continue;
    }
    if (page.tag[node] === TEXT) {
      node = addText(node);
    } else if (kept.has(node)) node = enter(node);
    else {
      pass(node);
      node = page.end[node];
    }
  }
  endParagraph();
  for (const reference of references) if (!notesWritten.has(reference.id)) turnIntoText(reference);
  return builder.finish();
}

/** Replaces a reference by its marker in brackets. In place, because the content around it is complete. */
function turnIntoText(reference: Reference): void {
  const text = `[${reference.label}]`;
  for (const key of ['id', 'label']) Reflect.deleteProperty(reference, key);
  Object.assign(reference, { type: 'text', text });
}
