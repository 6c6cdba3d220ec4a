/** Bounds the pages between source and commit, by number and bytes, shared fairly among the sources. */

/**
 * @param maxPages pages at once
 * @param maxBytes bytes at once
 * @param sources number of sources; each may use its equal share of the pages
 */
export function openInFlightBudget(maxPages: number, maxBytes: number, sources: number) {
  const share = Math.max(1, Math.floor(maxPages / Math.max(1, sources)));
  const inside = new Array<number>(sources).fill(0);
  let waiting: { readonly source: number; readonly go: () => void }[] = [];
  let bytes = 0;
  let isOpen = false;
  const fits = (source: number): boolean => isOpen || (inside[source] < share && bytes < maxBytes);
  const letIn = (): void => {
    const still: typeof waiting = [];
    for (const one of waiting)
      if (fits(one.source)) {
        inside[one.source]++;
        one.go();
      } else still.push(one);
    waiting = still;
  };
  return {
    /** Resolves when one more page of a source fits, and counts it. */
    enter(source: number): Promise<void> {
      if (fits(source) && !waiting.some((one) => one.source === source)) {
        inside[source]++;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ source, go }));
    },
    /** Counts a page's bytes once they are known. A page may exceed the bound; the next one waits. */
    weigh(more: number): void {
      bytes += more;
    },
    /** Frees a page. */
    leave(source: number, less: number): void {
      inside[source]--;
      bytes -= less;
      letIn();
    },
    /** Lifts the bounds. */
    open(): void {
      isOpen = true;
      letIn();
    },
    /** Whether a source waits. */
    get isFull(): boolean {
      return waiting.length > 0;
    },
  };
}

export type InFlightBudget = ReturnType<typeof openInFlightBudget>;
