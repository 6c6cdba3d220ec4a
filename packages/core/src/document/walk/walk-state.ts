/** The state of one walk over a page, and the ways an element can take part in it: apart, as running text, as a container. */
import { displays, type NodeId, type Page, sideBySide } from '@dehusk/html';
import { calloutKinds } from '../callouts.js';
import { codeFrames } from '../code-frame.js';
import { ContentBuilder } from '../content-builder.js';
import type { Content, Footnote, Inline } from '../document.js';
import { notesOf } from '../footnotes.js';
import { generatedAnchors } from '../generated-parts.js';
import { backgroundImages } from '../image.js';
import { type InlineFormat, InlineRun } from '../inline-run.js';
import type { KeptNodes } from '../kept.js';
import { formulasOf } from '../math/formulas.js';
import { pageRoles } from '../roles.js';
import type { Room } from '../room.js';
import type { scanTables } from '../table.js';
import { type WordItem, wordLists } from '../word-lists.js';

/** `<br>`s in a row from which on they separate paragraphs. */
const BREAKS_BETWEEN_PARAGRAPHS = 2;

/** A data table whose cells are being read. */
interface OpenTable {
  readonly node: NodeId;
  readonly cells: Map<NodeId, Content[]>;
  caption: Inline[];
  /** A caption after the cells. */
  captionAfter: Inline[];
}

interface OpenFigure {
  readonly end: NodeId;
  caption: Inline[];
}

/** An action at the end of an element. */
interface Exit {
  readonly end: NodeId;
  readonly leave: () => void;
}

/** Handles an element with something kept; returns the next node. */
export type Handler = (state: WalkState, node: NodeId) => NodeId;

export class WalkState {
  readonly builder: ContentBuilder;
  run: InlineRun;
  private readonly exits: Exit[] = [];

  /** Greater than 0 inside headings, terms and captions: block boundaries there are spaces. */
  inlineDepth = 0;
  /** Number of open quotations in the sentence. */
  quotations = 0;

  /** The text node that the run ends with; −1 after anything else. */
  lastText: NodeId = -1;
  /** Whether an element began since the last text that is a word apart from it. */
  startsApart = false;

  readonly layoutLists = new Set<NodeId>();
  /** Numbers of the items of lists that count down. */
  readonly countdown = new Map<NodeId, number>();
  /** Titles of the open callouts and details that were not met yet. */
  readonly titles = new Map<NodeId, (inline: Inline[]) => void>();

  /** Titles of links around several blocks, each with its link. */
  readonly cards = new Map<NodeId, InlineFormat>();

  /** The data table around; null outside and inside a table that lays out. */
  table: OpenTable | null = null;
  /** The data tables among the last ones scanned, and the end of those. */
  tables: ReturnType<typeof scanTables> = new Map();
  scannedTo: NodeId = 0;
  figure: OpenFigure | null = null;

  /** Notes inside a sentence, written after its paragraph. */
  waitingNotes: Footnote[] = [];
  /** References to notes that may turn out to have no words. */
  readonly references: (Inline & { readonly type: 'footnote' })[] = [];
  /** The ids of notes that were written. */
  readonly notesWritten = new Set<string>();

  readonly roles;
  readonly base;
  readonly display;
  readonly isNext;
  readonly backgrounds;
  readonly selfLinks;
  readonly wordItems;
  readonly code: ReturnType<typeof codeFrames>;
  readonly formulas;
  readonly calloutKind;
  readonly notes: ReturnType<typeof notesOf>;

  constructor(
    readonly page: Page,
    readonly kept: KeptNodes,
    /** The node after the last one of the walk. */
    readonly to: NodeId,
    readonly room: Room,
  ) {
    this.builder = new ContentBuilder(room);
    room.indentBy(() => this.builder.indent);
    this.run = new InlineRun(room);
    const { roles, base } = pageRoles(page);
    this.roles = roles;
    this.base = base;
    this.display = displays(page);
    this.isNext = sideBySide(page).isNext;
    this.backgrounds = backgroundImages(page);
    this.selfLinks = generatedAnchors(page).selfLinks;
    this.wordItems = wordLists(page).items;
    this.code = codeFrames(page);
    this.formulas = formulasOf(page);
    this.calloutKind = calloutKinds(page);
    this.notes = notesOf(page);
  }

  onExit(node: NodeId, leave: () => void): void {
    this.exits.push({ end: Math.min(this.page.end[node], this.to), leave });
  }

  /** Leaves the elements that end before a node. */
  leaveBefore(node: NodeId): void {
    const { exits } = this;
    while (exits.length > 0 && exits[exits.length - 1].end <= node) (exits.pop() as Exit).leave();
  }

  addParagraph(inline: Inline[]): void {
    if (inline.length > 0) this.builder.add([{ type: 'paragraph', inline }]);
  }

  endParagraph(): void {
    if (this.inlineDepth > 0) {
      this.run.space();
      return;
    }
    this.addParagraph(this.run.take());
    if (this.waitingNotes.length === 0 || this.table !== null) return;
    for (const note of this.waitingNotes) {
      this.notesWritten.add(note.id);
      this.builder.addNote(note);
    }
    this.waitingNotes = [];
  }

  splitAtBreaks(): void {
    if (this.run.breaks >= BREAKS_BETWEEN_PARAGRAPHS) this.endParagraph();
  }

  addInline(inline: Inline): void {
    this.splitAtBreaks();
    this.run.add(inline);
    this.lastText = -1;
  }

  /** Separates the text of an element from the text around it. */
  separate(node: NodeId): void {
    this.endParagraph();
    this.onExit(node, () => this.endParagraph());
  }

  /** Collects an element as running text, for `use` at its end. */
  collect(node: NodeId, use: (inline: Inline[]) => void): void {
    this.endParagraph();
    this.inlineDepth++;
    this.onExit(node, () => {
      this.inlineDepth--;
      if (this.inlineDepth > 0) this.run.space();
      else use(this.run.take());
    });
  }

  /** Opens a container that closes with the element. */
  contain(node: NodeId, open: () => void, close: (depth: number) => void): void {
    const { builder } = this;
    this.endParagraph();
    if (this.inlineDepth > 0 || builder.full) {
      this.onExit(node, () => this.endParagraph());
      return;
    }
    if (this.roles[this.page.tag[node]] === 'item') builder.needList();
    else builder.endImpliedList();
    const depth = builder.depth;
    open();
    this.onExit(node, () => {
      this.endParagraph();
      close(depth);
    });
  }

  /** Collects the content of an element, for `use` at its end. */
  gather(node: NodeId, use: (content: Content[]) => void): void {
    const { builder } = this;
    this.contain(
      node,
      () => builder.openContainer(),
      (depth) => use(builder.closeContainer(depth)),
    );
  }

  /** Collects a paragraph as an item of a list of its level, for `use` at its end. */
  gatherItem(node: NodeId, item: WordItem, use: (content: Content[]) => void): void {
    const { builder } = this;
    this.endParagraph();
    builder.needLevel(item);
    const depth = builder.depth;
    builder.openContainer();
    this.onExit(node, () => {
      this.endParagraph();
      use(builder.closeContainer(depth));
    });
  }

  /** Collects the title and the content of an element, for `use` at its end. @param titleNode −1 for none */
  gatherTitled(node: NodeId, titleNode: NodeId, use: (title: Inline[], content: Content[]) => void): void {
    const { builder, titles } = this;
    let title: Inline[] = [];
    this.contain(
      node,
      () => {
        builder.openContainer();
        if (titleNode >= 0)
          titles.set(titleNode, (inline) => {
            title = inline;
          });
      },
      (depth) => use(title, builder.closeContainer(depth)),
    );
  }
}
