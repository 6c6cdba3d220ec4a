import type { BlockExplanation } from '@dehusk/core';
import { useEffect, useState } from 'preact/hooks';
import type { Engine } from '../engine/engine.js';
import type { Extraction } from '../engine/worker.js';
import type { Marks } from '../review/gold.js';
import type { Panel } from '../state/settings.js';

export const NO_MARKS: Marks = new Map();
const NO_BLOCKS: readonly number[] = [];

/** The blocks of the page that are pointed at, pinned, linked with another view, and marked by an editor. */
export function useSelection() {
  const [hovered, setHovered] = useState<number | null>(null);
  const [pinned, setPinned] = useState<number | null>(null);
  const [linked, setLinked] = useState(NO_BLOCKS);
  const [history, setHistory] = useState<readonly Marks[]>([]);
  const marks = history.at(-1) ?? NO_MARKS;
  useEffect(() => {
    if (pinned !== null) setLinked([pinned]);
  }, [pinned]);
  return {
    hovered,
    pinned,
    linked,
    marks,
    setHovered,
    setPinned,
    setLinked,
    /** Marks a block with the decision that the extraction did not make, or takes its mark away. */
    toggle(block: number, isKept: boolean): void {
      const next = new Map(marks);
      if (next.has(block)) next.delete(block);
      else next.set(block, !isKept);
      setHistory([...history, next]);
    },
    undo: (): void => setHistory(history.slice(0, -1)),
    unmark: (): void => setHistory([]),
    reset(): void {
      setHistory([]);
      setPinned(null);
      setHovered(null);
      setLinked(NO_BLOCKS);
    },
  };
}

export type BlockChoice = ReturnType<typeof useSelection>;

/** Keys that pin and mark blocks. */
export function useBlockKeys(panel: Panel, extraction: Extraction | null, { pinned, setPinned, toggle }: BlockChoice) {
  const { size = 0, keep } = extraction?.labels ?? {};
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isElsewhere =
        target instanceof Element && target.closest('input, textarea, select, button, [role=tab], a, summary') !== null;
      if (isElsewhere || (panel !== 'inspect' && panel !== 'correct') || size === 0) return;
      if (event.key === 'Escape') setPinned(null);
      else if (event.key === 'Enter' && panel === 'correct' && pinned !== null) toggle(pinned, keep?.[pinned] === 1);
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1;
        // Keys may come faster than the page is drawn, so each starts from the state before it.
        setPinned((before) => Math.max(0, Math.min(size - 1, before === null ? 0 : before + step)));
      } else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

/** The explanation of the block that is pinned, else of the one that is pointed at. */
export function useExplained(engine: Engine, extraction: Extraction | null, { pinned, hovered }: BlockChoice) {
  const [explained, setExplained] = useState<BlockExplanation | null>(null);
  const block = pinned ?? hovered ?? -1;
  useEffect(() => {
    if (block < 0) setExplained(null);
    else void engine.askLatest('block', 'block', block).then((answer) => answer && setExplained(answer));
  }, [block, extraction]);
  return block < 0 ? null : explained;
}
