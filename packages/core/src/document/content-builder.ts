/**
 * Block content under construction: a stack of open containers, each of which collects its direct content.
 *
 * Containers without content vanish when they close. Content in a place that allows none (a paragraph directly in a list, an item
 * without a list) goes to the nearest place that can hold it, so nothing is lost or moved.
 */
import { type Content, type Definition, type Inline, MAX_NESTING, type Numbering } from './document.js';

type Frame =
  | { readonly type: 'flow'; readonly content: Content[] }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly numbering: Numbering;
      readonly items: Content[][];
      /** Opened by an item outside any list; closed by the first content that is no item. */
      readonly implied: boolean;
    }
  | { readonly type: 'definitions'; readonly entries: { term: readonly Inline[]; description: Content[] }[] };

/** Collects content. A class because containers stay open between calls. */
export class ContentBuilder {
  private readonly frames: Frame[] = [{ type: 'flow', content: [] }];
  private ruleWaits = false;

  /** Number of open containers. Pass it to {@link closeTo} later to close all that were opened since. */
  get depth(): number {
    return this.frames.length;
  }

  /** True when no further container may open: see {@link MAX_NESTING}. */
  get full(): boolean {
    // A list directly in a list gets an item around it: one element, two containers.
    return this.frames.length > MAX_NESTING / 2;
  }

  /** Opens a container for any content: an item, a quote, a cell. */
  openFlow(): void {
    this.frames.push({ type: 'flow', content: [] });
  }

  openList(ordered: boolean, start: number, numbering: Numbering): void {
    this.frames.push({ type: 'list', ordered, start, numbering, items: [], implied: false });
  }

  /** Makes the innermost container a list, so that an item can open. */
  needList(): void {
    if (this.top.type !== 'list')
      this.frames.push({ type: 'list', ordered: false, start: 1, numbering: 'decimal', items: [], implied: true });
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
    if (this.top.type === 'list' && this.top.implied) this.close();
  }

  /** Closes the container that `openFlow` opened at `depth` and returns its content. */
  closeFlow(depth: number): Content[] {
    while (this.frames.length > depth + 1) this.close();
    const frame = this.frames.pop();
    this.ruleWaits = false;
    return frame?.type === 'flow' ? frame.content : [];
  }

  /** Adds an item to the innermost list; nothing when it is empty. */
  addItem(content: Content[]): void {
    if (content.length > 0 && this.top.type === 'list') this.top.items.push(content);
  }

  /** Closes lists and definition lists until `depth` containers are open. */
  closeTo(depth: number): void {
    while (this.frames.length > depth) this.close();
  }

  /** A thematic break, written only between two pieces of content of the same container. */
  rule(): void {
    if (this.top.type === 'flow' && this.top.content.length > 0) this.ruleWaits = true;
  }

  add(contents: readonly Content[]): void {
    if (contents.length === 0) return;
    this.endImpliedList();
    const place = this.place();
    if (this.ruleWaits && place === (this.top.type === 'flow' ? this.top.content : null)) place.push({ type: 'rule' });
    this.ruleWaits = false;
    for (const content of contents) place.push(content);
  }

  /** Closes everything and returns the content of the page. */
  finish(): Content[] {
    this.closeTo(1);
    return this.top.type === 'flow' ? this.top.content : [];
  }

  private get top(): Frame {
    return this.frames[this.frames.length - 1] as Frame;
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
    const frame = this.frames.pop() as Frame;
    this.ruleWaits = false;
    switch (frame.type) {
      case 'flow':
        this.add(frame.content);
        return;
      case 'list':
        if (frame.items.length > 0) this.add([listOf(frame)]);
        return;
      case 'definitions': {
        const entries: Definition[] = frame.entries.filter((one) => one.term.length > 0 || one.description.length > 0);
        if (entries.length > 0) this.add([{ type: 'definitions', entries }]);
      }
    }
  }
}

function listOf({ ordered, start, numbering, items }: Frame & { type: 'list' }): Content {
  return { type: 'list', ordered, start, numbering, items };
}
