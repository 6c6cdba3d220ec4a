/**
 * Block content under construction: a stack of open containers, each of which collects its direct content.
 *
 * Containers without content vanish when they close. Content in a place that allows none (a paragraph directly in a list, an item
 * without a list) goes to the nearest place that can hold it, so nothing is lost or moved.
 */
import {
  type Content,
  type Definition,
  type Footnote,
  type Inline,
  type List,
  MAX_NESTING,
  type Numbering,
} from './document.js';
import { AROUND, type Room } from './room.js';
import type { WordItem } from './word-lists.js';

type OpenContainer =
  | {
      readonly type: 'flow';
      readonly content: Content[];
      /** A thematic break waits for the next piece of content. */
      ruleWaits: boolean;
    }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly numbering: Numbering;
      readonly items: Content[][];
      readonly marks: Map<number, ItemMark>;
      /** Opened by an item outside any list; closed by the first content that is no item. */
      readonly implied: boolean;
    }
  | { readonly type: 'definitions'; readonly entries: { term: readonly Inline[]; description: Content[] }[] };

/** The number that an item declares; without one it has the one after the item before. Or the id of the footnote that it is. */
type ItemMark = { readonly number: number } | { readonly note: string };

/** Collects content. A class because containers stay open between calls. */
export class ContentBuilder {
  private readonly frames: OpenContainer[] = [{ type: 'flow', content: [], ruleWaits: false }];

  constructor(private readonly room: Room) {}

  /** Number of open containers. Pass it to {@link closeTo} later to close all that were opened since. */
  get depth(): number {
    return this.frames.length;
  }

  /** Characters that Markdown writes before a line of the innermost container. */
  get indent(): number {
    return this.frames.reduce((sum, frame) => sum + indentOf(frame), 0);
  }

  /** True when the innermost container is a list. */
  get inList(): boolean {
    return this.top.type === 'list';
  }

  /** True when no further container may open: see {@link MAX_NESTING}. */
  get full(): boolean {
    // A list directly in a list gets an item around it: one element, two containers.
    return this.frames.length > MAX_NESTING / 2;
  }

  /** Opens a container for any content: an item, a quote, a cell. */
  openContainer(): void {
    this.frames.push({ type: 'flow', content: [], ruleWaits: false });
  }

  openList(ordered: boolean, start: number, numbering: Numbering): void {
    this.frames.push(newList(ordered, start, numbering, false));
  }

  /** Makes the innermost container a list, so that an item can open. */
  needList(): void {
    if (this.top.type !== 'list') this.frames.push(newList(false, 1, 'decimal', true));
  }

  /** Makes the innermost list that of an item whose page has no element for its list: implied lists nest by level. */
  needLevel({ level, ordered, number, numbering }: Omit<WordItem, 'label'>): void {
    const implied = (): number => {
      let count = 0;
      while (isImplied(this.frames.at(-1 - count))) count++;
      return count;
    };
    while (implied() > level) this.close();
    const { top } = this;
    if (implied() === level && top.type === 'list' && top.ordered !== ordered) this.close();
    while (implied() < level) this.frames.push(newList(ordered, ordered ? number : 1, numbering, true));
  }

  openDefinitions(): void {
    this.frames.push({ type: 'definitions', entries: [] });
  }

  /** Adds a term to the innermost definition list; false when there is none. */
  addTerm(term: readonly Inline[]): boolean {
    this.endImpliedList();
    if (this.top.type !== 'definitions') return false;
    this.top.entries.push({ term, description: [] });
    return true;
  }

  /** Ends a list that an item outside any list opened. */
  endImpliedList(): void {
    while (isImplied(this.top)) this.close();
  }

  /** Closes the container that `openFlow` opened at `depth` and returns its content. */
  closeContainer(depth: number): Content[] {
    while (this.frames.length > depth + 1) this.close();
    const frame = this.frames.pop();
    // A copy is as long as what it holds; a list that grows has room for sixteen more.
    return frame?.type === 'flow' ? frame.content.slice() : [];
  }

  /** Adds an item with content to the innermost list. */
  addItem(content: Content[], mark?: ItemMark): void {
    const { top } = this;
    if (content.length === 0 || top.type !== 'list') return;
    if (mark !== undefined) top.marks.set(top.items.length, mark);
    top.items.push(content);
  }

  /** Adds a footnote; adjacent ones are one piece of content. */
  addNote(note: Footnote): void {
    this.endImpliedList();
    const last = this.place().at(-1);
    if (last?.type === 'footnotes') (last.notes as Footnote[]).push(note);
    else this.add([{ type: 'footnotes', notes: [note] }]);
  }

  /** Closes lists and definition lists until `depth` containers are open. */
  closeTo(depth: number): void {
    while (this.frames.length > depth) this.close();
  }

  /** A thematic break, written only between two pieces of content of the same container. */
  rule(): void {
    const { top } = this;
    if (top.type === 'flow' && top.content.length > 0) top.ruleWaits = true;
  }

  add(contents: readonly Content[]): void {
    if (contents.length === 0) return;
    this.endImpliedList();
    const { top } = this;
    const place = this.place();
    if (top.type === 'flow') {
      // A rule before notes sets them apart from the text, as the notes do.
      if (top.ruleWaits && contents[0].type !== 'footnotes') place.push({ type: 'rule' });
      top.ruleWaits = false;
    }
    for (const content of contents) {
      this.room.charge(AROUND.content, linesOf(content));
      const last = place.at(-1);
      if (last?.type === 'list' && content.type === 'list' && continues(last, content))
        for (const item of content.items) (last.items as (readonly Content[])[]).push(item);
      else place.push(content);
    }
  }

  /** Closes everything and returns the content of the page. */
  finish(): Content[] {
    this.closeTo(1);
    return this.top.type === 'flow' ? this.top.content : [];
  }

  private get top(): OpenContainer {
    return this.frames[this.frames.length - 1] as OpenContainer;
  }

  private place(): Content[] {
    const top = this.top;
    switch (top.type) {
      case 'flow':
        return top.content;
      case 'list': {
        const item = top.items.at(-1) ?? [];
        if (top.items.length === 0) top.items.push(item);
        return item;
      }
      case 'definitions': {
        const entry = top.entries.at(-1) ?? { term: [], description: [] };
        if (top.entries.length === 0) top.entries.push(entry);
        return entry.description;
      }
    }
  }

  private close(): void {
    const frame = this.frames.pop() as OpenContainer;
    switch (frame.type) {
      case 'flow':
        this.add(frame.content);
        return;
      case 'list':
        // A list of a deeper level belongs to the item before it.
        if (frame.implied && isImplied(this.top)) this.place().push(...listsOf(frame));
        else this.add(listsOf(frame));
        return;
      case 'definitions': {
        const entries: Definition[] = frame.entries.filter(
          (entry) => entry.term.length > 0 || entry.description.length > 0,
        );
        if (entries.length > 0) this.add([{ type: 'definitions', entries }]);
      }
    }
  }
}

/** True for a list after another of which one has a single item: some editors write a list for each item. */
function continues(last: List, content: List): boolean {
  if (last.ordered !== content.ordered || (last.items.length > 1 && content.items.length > 1)) return false;
  return !last.ordered || content.start === last.start + last.items.length;
}

function newList(ordered: boolean, start: number, numbering: Numbering, implied: boolean): OpenContainer {
  return { type: 'list', ordered, start, numbering, items: [], marks: new Map(), implied };
}

const isImplied = (frame: OpenContainer | undefined): boolean => frame?.type === 'list' && frame.implied;

/** Characters before each line of a container: `> `, or the room of a marker. Items and cells have none; they count as quotations. */
function indentOf(frame: OpenContainer): number {
  return frame.type === 'list' && frame.ordered ? Math.max(3, String(frame.start).length) + 2 : 2;
}

/** Lines of a piece of content by itself, without those of the content in it. */
function linesOf(content: Content): number {
  if (content.type === 'code') return content.text.split('\n').length;
  return content.type === 'table' ? content.rows.length : 1;
}

/** The items as lists and footnotes: a list ends where the numbers do not continue. */
function listsOf({ ordered, start, numbering, items: all, marks }: OpenContainer & { type: 'list' }): Content[] {
  if (marks.size === 0 && all.length > 0)
    return [{ type: 'list', ordered, start: ordered ? start : 1, numbering, items: all }];
  const contents: Content[] = [];
  let items: Content[][] = [];
  let next = start;
  for (const [at, content] of all.entries()) {
    const mark = marks.get(at) ?? { number: next };
    const own = 'number' in mark ? mark.number : next;
    if ('note' in mark) {
      const last = contents.at(-1);
      if (last?.type === 'footnotes') (last.notes as Footnote[]).push({ id: mark.note, content });
      else contents.push({ type: 'footnotes', notes: [{ id: mark.note, content }] });
    } else if (own === next && contents.at(-1)?.type === 'list') items.push(content);
    else {
      items = [content];
      contents.push({ type: 'list', ordered, start: ordered ? own : 1, numbering, items });
    }
    next = own + 1;
  }
  return contents;
}
