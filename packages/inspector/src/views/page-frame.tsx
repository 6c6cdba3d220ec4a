import type { BlockExplanation } from '@dehusk/core';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Marks } from '../review/gold.js';
import type { Shown } from '../state/settings.js';

export interface PageFrameProps {
  /** The document of the frame. */
  readonly view: string;
  readonly blocks: readonly BlockExplanation[];
  readonly shown: Shown;
  readonly byRecord: boolean;
  readonly hidden: boolean;
  readonly marks: Marks;
  readonly pinned: number | null;
  /** Blocks that are selected in another view. */
  readonly linked: readonly number[];
  onHover(block: number | null): void;
  onPin(block: number): void;
  /** Called with the blocks of a selection of text. */
  onSelect(blocks: readonly number[]): void;
}

/** Marks the text nodes of a frame with the labels of their blocks. */
type Spans = Map<number, HTMLElement[]>;

/** The page with an overlay for each block. The frame runs no scripts; this window reads and marks its elements. */
export function PageFrame(props: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [spans, setSpans] = useState<Spans>(new Map());
  const { view, blocks, shown, byRecord, hidden, marks, pinned, linked } = props;
  const handlers = useRef(props);
  handlers.current = props;

  const loaded = (): void => {
    const page = frame.current?.contentDocument;
    if (!page) return;
    const found: Spans = new Map();
    for (const span of page.querySelectorAll<HTMLElement>('[data-b]')) {
      const block = Number(span.dataset.b);
      const same = found.get(block);
      if (same === undefined) found.set(block, [span]);
      else same.push(span);
    }
    listen(page, handlers);
    setSpans(found);
  };

  useEffect(() => {
    for (const { index, kind, keep, probability, record } of blocks)
      for (const { dataset, style } of spans.get(index) ?? []) {
        dataset.k = keep && kind === 'boilerplate' ? 'content' : keep ? kind : 'boilerplate';
        style.setProperty('--p', String(probability ?? (keep ? 1 : 0)));
        if (record === null) delete dataset.r;
        else {
          dataset.r = record.kind;
          style.setProperty('--r', String(record.index));
        }
      }
  }, [spans, blocks]);

  useEffect(() => {
    for (const [block, own] of spans)
      for (const { dataset } of own) {
        const mark = marks.get(block);
        if (mark === undefined) delete dataset.mark;
        else dataset.mark = mark ? 'keep' : 'drop';
      }
  }, [spans, marks]);

  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    body.dataset.shown = shown;
    body.toggleAttribute('data-records', byRecord);
    body.toggleAttribute('data-hidden', hidden);
  }, [spans, shown, byRecord, hidden]);

  useEffect(() => {
    const chosen = pinned === null ? [] : (spans.get(pinned) ?? []);
    for (const span of chosen) span.classList.add('pinned');
    reveal(chosen[0]);
    return () => {
      for (const span of chosen) span.classList.remove('pinned');
    };
  }, [spans, pinned]);

  useEffect(() => {
    const chosen = linked.flatMap((block) => spans.get(block) ?? []);
    for (const span of chosen) span.classList.add('linked');
    reveal(chosen[0]);
    return () => {
      for (const span of chosen) span.classList.remove('linked');
    };
  }, [spans, linked]);

  return (
    <iframe
      ref={frame}
      class="page-frame"
      title="The page, its blocks marked"
      // Without allow-scripts nothing in the frame runs; allow-same-origin lets this window read and mark its elements.
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
      srcdoc={view}
      onLoad={loaded}
    />
  );
}

/** Scrolls the frame alone: `scrollIntoView` would also move the window around it. */
function reveal(span: HTMLElement | undefined): void {
  const frame = span?.ownerDocument.defaultView;
  if (span === undefined || !frame) return;
  const { top, bottom } = span.getBoundingClientRect();
  if (top < 0 || bottom > frame.innerHeight) frame.scrollBy({ top: top - frame.innerHeight / 3 });
}

function blockAt(target: EventTarget | Node | null): number | null {
  const element =
    (target as Node | null)?.nodeType === 1 ? (target as Element) : (target as Node | null)?.parentElement;
  const span = element?.closest?.('[data-b]') as HTMLElement | null | undefined;
  return span?.dataset.b === undefined ? null : Number(span.dataset.b);
}

/** Listens to a frame's document. It is replaced with every page, and its listeners with it. */
function listen(page: Document, handlers: { readonly current: PageFrameProps }): void {
  let over: number | null = null;
  page.addEventListener('mouseover', ({ target }) => {
    const block = blockAt(target);
    if (block !== over) handlers.current.onHover(block);
    over = block;
  });
  page.addEventListener('mouseleave', () => {
    over = null;
    handlers.current.onHover(null);
  });
  page.addEventListener('click', (event) => {
    event.preventDefault();
    const block = blockAt(event.target);
    if (block !== null && page.getSelection()?.isCollapsed !== false) handlers.current.onPin(block);
  });
  page.addEventListener('mouseup', () => {
    const selection = page.getSelection();
    if (selection === null || selection.isCollapsed) return;
    const ends = [blockAt(selection.anchorNode), blockAt(selection.focusNode)].filter((one) => one !== null);
    if (ends.length === 0) return;
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    handlers.current.onSelect(Array.from({ length: to - from + 1 }, (_, at) => from + at));
  });
  page.addEventListener('keydown', (event) => {
    // Keys of the inspector work in the page, too.
    const copy = new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true });
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !document.dispatchEvent(copy)) event.preventDefault();
  });
}
