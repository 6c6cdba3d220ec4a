/** Room for pages between source and commit: so many, of so many bytes, shared fairly among the sources. */
export interface InFlightBudget {
  /** Resolves when there is room for one more page of a source, and takes it. */
  enter(source: number): Promise<void>;
  /** What a page weighs, once that is known; more than the room holds is let in, the next one waits. */
  weigh(bytes: number): void;
  /** Gives back what a page took. */
  leave(source: number, bytes: number): void;
  /** Lets everyone in: nothing more is taken. */
  open(): void;
  /** Whether somebody waits. */
  readonly isFull: boolean;
}

/**
 * @param most pages at once
 * @param mostBytes bytes at once
 * @param sources among how many the pages are shared; a source alone may fill its share, never that of others
 */
export function openInFlightBudget(most: number, mostBytes: number, sources: number): InFlightBudget {
  const share = Math.max(1, Math.floor(most / Math.max(1, sources)));
  const inside = new Array<number>(sources).fill(0);
  let waiting: { readonly source: number; readonly go: () => void }[] = [];
  let bytes = 0;
  let isOpen = false;
  const fits = (source: number): boolean => isOpen || (inside[source] < share && bytes < mostBytes);
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
    enter(source) {
      if (fits(source) && !waiting.some((one) => one.source === source)) {
        inside[source]++;
        return Promise.resolve();
      }
      return new Promise((go) => waiting.push({ source, go }));
    },
    weigh(more) {
      bytes += more;
    },
    leave(source, less) {
      inside[source]--;
      bytes -= less;
      letIn();
    },
    open() {
      isOpen = true;
      letIn();
    },
    get isFull() {
      return waiting.length > 0;
    },
  };
}
