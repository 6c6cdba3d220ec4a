import { useEffect, useRef, useState } from 'preact/hooks';
import type { Marks } from '../review/gold.js';
import { attributesOf, type BlockLabels } from '../state/labels.js';
import type { Settings } from '../state/settings.js';
import type { BlockChoice } from './use-selection.js';

interface PageFrameProps {
  /** The document of the frame, which has the labels it was made with. */
  readonly view: string;
  readonly labels: BlockLabels | null;
  readonly settings: Pick<Settings, 'shown' | 'byRecord' | 'hidden'>;
  readonly selection: BlockChoice;
  readonly marks: Marks;
  onPin(block: number): void;
}

/** Characters that are written to the frame at once: the first screen is seen before the rest is parsed. */
const PIECE = 50_000;

/** Milliseconds after the last piece until the page is scrolled. */
const SETTLED = 50;
/** Pixels above the first kept block. */
const ABOVE = 48;

/** The page with an overlay for each block. The frame runs no scripts; this window writes it and reads its elements. */
export function PageFrame(props: PageFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  /** Grows with every piece that is written. */
  const [written, setWritten] = useState(0);
  const { view, labels, marks } = props;
  const { shown, byRecord, hidden } = props.settings;
  const { pinned, linked } = props.selection;
  const handlers = useRef(props);
  handlers.current = props;
  const spansOf = (block: number): HTMLElement[] => [
    ...(frame.current?.contentDocument?.querySelectorAll<HTMLElement>(`[data-b="${block}"]`) ?? []),
  ];

  useEffect(() => {
    const page = frame.current?.contentDocument;
    if (!isReady || !page) return;
    page.open();
    listen(page, handlers);
    let at = 0;
    let timer: ReturnType<typeof setTimeout>;
    const write = (): void => {
      page.write(view.slice(at, at + PIECE));
      at += PIECE;
      if (at < view.length) timer = setTimeout(write);
      else page.close();
      setWritten((before) => before + 1);
    };
    write();
    return () => clearTimeout(timer);
  }, [isReady, view]);

  // The settings may change after the view was made.
  const madeWith = useRef({ view: '', labels });
  useEffect(() => {
    if (madeWith.current.view !== view) madeWith.current = { view, labels };
    if (labels === null || labels === madeWith.current.labels) return;
    for (const { dataset, style } of frame.current?.contentDocument?.querySelectorAll<HTMLElement>('[data-b]') ?? []) {
      const { k, p, r, index } = attributesOf(labels, Number(dataset.b));
      if (dataset.k !== k) dataset.k = k;
      style.setProperty('--p', p);
      if (r === null) delete dataset.r;
      else {
        dataset.r = r;
        style.setProperty('--r', String(index));
      }
    }
  }, [written, view, labels]);

  useEffect(() => {
    const chosen = [...marks].map(([block, keep]) => ({ spans: spansOf(block), keep }));
    for (const { spans, keep } of chosen) for (const { dataset } of spans) dataset.mark = keep ? 'keep' : 'drop';
    return () => {
      for (const { spans } of chosen) for (const { dataset } of spans) delete dataset.mark;
    };
  }, [written, marks]);

  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body) return;
    body.dataset.shown = shown;
    body.toggleAttribute('data-records', byRecord);
    body.toggleAttribute('data-hidden', hidden);
  }, [written, shown, byRecord, hidden]);

  // A page opens at its first kept block.
  const opened = useRef('');
  useEffect(() => {
    const first = opened.current === view || labels === null ? -1 : labels.keep.indexOf(1);
    const [span] = first < 0 || pinned !== null ? [] : spansOf(first);
    if (span === undefined) return;
    // After the layout: a document that is being written does not scroll.
    const timer = setTimeout(() => {
      opened.current = view;
      frame.current?.contentWindow?.scrollBy({ top: span.getBoundingClientRect().top - ABOVE });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [written, view, labels]);

  const highlight = (blocks: readonly number[], as: 'pinned' | 'linked') => {
    const chosen = blocks.flatMap(spansOf);
    for (const span of chosen) span.classList.add(as);
    reveal(chosen[0]);
    return () => {
      for (const span of chosen) span.classList.remove(as);
    };
  };
  useEffect(() => highlight(pinned === null ? [] : [pinned], 'pinned'), [view, pinned]);
  useEffect(() => highlight(linked, 'linked'), [view, linked]);

  return (
    <iframe
      ref={frame}
      class="page-frame"
      title="The page, its blocks marked"
      // Without allow-scripts nothing in the frame runs; allow-same-origin lets this window write and read its elements.
      sandbox="allow-same-origin"
      referrerpolicy="no-referrer"
      srcdoc="<!doctype html>"
      onLoad={() => setReady(true)}
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
    if (block !== over) handlers.current.selection.setHovered(block);
    over = block;
  });
  page.addEventListener('mouseleave', () => {
    over = null;
    handlers.current.selection.setHovered(null);
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
    handlers.current.selection.setLinked(Array.from({ length: to - from + 1 }, (_, at) => from + at));
  });
  page.addEventListener('keydown', (event) => {
    // Keys of the inspector work in the page, too.
    const copy = new KeyboardEvent('keydown', { key: event.key, bubbles: true, cancelable: true });
    if (!event.ctrlKey && !event.metaKey && !event.altKey && !document.dispatchEvent(copy)) event.preventDefault();
  });
}
